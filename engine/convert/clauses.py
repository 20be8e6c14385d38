"""Where the clauses of a text begin and end: a word that ends like a verb of a clause closes it."""

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from engine.convert.clauserules import ClauseRules
from engine.convert.lexer import Token
from engine.convert.normal import NormalText
from engine.convert.spelling import is_letter
from engine.convert.word import Word

Tokens = Sequence[Token]


class Thing(NamedTuple):
    """What a clause may be about, at letters start:end, the last of which is in `token`: the name of a place,
    a choice, an amount or a term."""

    start: int
    end: int
    token: int
    kind: Literal["name", "choice", "other"]

    @property
    def may_be_refused(self) -> bool:
        """Whether a refusal may be about it; what one does to an amount or a term, their tables say."""
        return self.kind != "other"


class SpacedWord(NamedTuple):
    """What stands between two spaces or marks: tokens first:last, its letters, and `tail`, those behind the
    last thing in it. `clause` counts the clauses and `sentence` the sentences."""

    first: int
    last: int
    text: str
    tail: str
    thing: Thing | None
    clause: int
    sentence: int


class Clauses:
    """A text's words with the clauses they stand in, worked out when they are first asked for: few texts need
    them. `words` and `things` are from left to right, `named` are code points where the names of places
    stand."""

    def __init__(
        self, tokens: Tokens, normal: NormalText, rules: ClauseRules, named: Sequence[tuple[int, int]]
    ) -> None:
        self.tokens, self.normal, self.named = tokens, normal, named
        self._rules = rules

    @cached_property
    def things(self) -> list[Thing]:
        """What the clauses may be about."""
        return things_in(self.tokens, self.normal, self.named)

    @cached_property
    def words(self) -> list[SpacedWord]:
        """What stands between spaces and marks."""
        return spaced_words(self.tokens, self.normal, self._rules, self.things)

    @cached_property
    def number_of(self) -> dict[int, int]:
        """The number of the spaced word that a token is in."""
        return {
            token: number
            for number, word in enumerate(self.words)
            for token in range(word.first, word.last + 1)
        }

    @property
    def firsts(self) -> list[int]:
        """For each word the number of the first word of its clause."""
        return self._edges[0]

    @property
    def lasts(self) -> list[int]:
        """For each word the last token of its clause."""
        return self._edges[1]

    @cached_property
    def _edges(self) -> tuple[list[int], list[int]]:
        return _edges(self.words)

    @cached_property
    def _at_thing(self) -> list[int]:
        return [thing.token for thing in self.things]

    def opening(self) -> Iterator[tuple[int, int, Word]]:
        """Words that begin where a spaced word or a known part of one begins: the token, the number of that
        spaced word, and the word."""
        for index, token in enumerate(self.tokens):
            number = self.number_of.get(index)
            if token.word is None or number is None:
                continue
            if index == self.words[number].first or self.tokens[index - 1].kind != "gap":
                yield index, number, token.word

    def thing_before(self, token: int) -> Thing | None:
        """The last thing named before a token."""
        at = bisect_left(self._at_thing, token) - 1
        return self.things[at] if at >= 0 else None

    def words_in(self, first: int, last: int) -> list[Word | None]:
        """What the tokens first:last are to the rules."""
        return [token.word for token in self.tokens[first : last + 1]]

    def is_light(self, word: SpacedWord) -> bool:
        """Whether the word leaves open what is spoken of."""
        return word.text in self._rules.light


def things_in(tokens: Tokens, normal: NormalText, named: Sequence[tuple[int, int]]) -> list[Thing]:
    """The things of a text from left to right; `named` are code points where the names of places stand."""
    found: list[Thing] = []
    for index, token in enumerate(tokens):
        word = token.word
        if token.kind == "mask":
            found.append(Thing(token.start, token.end, index, "name"))
        elif word is not None and word.choices:
            found.append(Thing(token.start, token.end, index, "choice"))
        elif token.kind == "amount" or (word is not None and word.terms):
            found.append(Thing(token.start, token.end, index, "other"))
    starts = [token.start for token in tokens]
    for begin, end in named:
        start, stop = bisect_left(normal.ends, begin + 1), bisect_left(normal.begins, end)
        if start < stop:
            found.append(Thing(start, stop, bisect_right(starts, stop - 1) - 1, "name"))
    return sorted(found, key=lambda thing: (thing.end, thing.start))


def spaced_words(
    tokens: Tokens, normal: NormalText, rules: ClauseRules, things: Sequence[Thing]
) -> list[SpacedWord]:
    """The words of a text with their clauses, from left to right."""
    found: list[SpacedWord] = []
    about = {thing.token: thing for thing in things}
    names = {thing.token for thing in things if thing.kind == "name"}
    clause = sentence = 0
    is_open = True
    for first, last in _spans(tokens, normal):
        if _is_mark(tokens[first], normal):
            ends_clause, ends_sentence = _closes(tokens, first, normal, names)
            clause += ends_clause
            sentence += ends_sentence
            is_open = is_open and not ends_clause
            continue
        text = normal.chars[tokens[first].start : tokens[last].end]
        clause += bool(found) and is_open and _begins(text, rules)
        thing = next((about[at] for at in range(last, first - 1, -1) if at in about), None)
        tail = text if thing is None else normal.chars[thing.end : tokens[last].end]
        is_open = not _ends(text, tail, rules)
        found.append(
            SpacedWord(
                first=first, last=last, text=text, tail=tail, thing=thing, clause=clause, sentence=sentence
            )
        )
        clause += not is_open
        sentence += not is_open and tail.endswith(rules.finals)
    return found


def _spans(tokens: Tokens, normal: NormalText) -> Iterator[tuple[int, int]]:
    """First and last token of each word, a mark alone."""
    first, after_mark = 0, False
    for index, token in enumerate(tokens):
        is_mark = _is_mark(token, normal)
        if index and (is_mark or after_mark or token.spaced):
            yield first, index - 1
            first = index
        after_mark = is_mark
    if tokens:
        yield first, len(tokens) - 1


def _is_mark(token: Token, normal: NormalText) -> bool:
    """Whether nothing in the token is a letter or a number."""
    if token.kind not in ("gap", "word"):
        return False
    if is_letter(normal.chars[token.start]):
        return False
    return not any(is_letter(char) or char.isdigit() for char in normal.chars[token.start : token.end])


def _closes(tokens: Tokens, mark: int, normal: NormalText, names: Container[int]) -> tuple[bool, bool]:
    """Whether a mark ends a clause, and whether a sentence: one that joins (a comma) ends a clause where it
    does not stand between two names; any other that the language does not know where it stands apart."""
    word = tokens[mark].word
    if word is not None and word.particle:
        return False, False
    if word is not None and word.clause_end and not word.joins:
        return True, True
    if word is not None and word.clause_end:
        return not (mark - 1 in names and mark + 1 in names), False
    return tokens[mark].spaced and normal.spaced[tokens[mark].end], False


def _begins(text: str, rules: ClauseRules) -> bool:
    """Whether the word opens a clause; one in Latin letters is the whole word."""
    return text in rules.begins_whole or text.startswith(rules.begins)


def _ends(text: str, tail: str, rules: ClauseRules) -> bool:
    """Whether the word is the last of its clause: it has an ending, and more than that."""
    if not tail.endswith(rules.ends) or (tail != text and tail in rules.lists):
        return False
    return not tail.endswith(rules.unless) and text not in rules.ends


def _edges(words: Sequence[SpacedWord]) -> tuple[list[int], list[int]]:
    """For each word the number of the first word of its clause, and the last token of its clause."""
    firsts: list[int] = []
    for number, word in enumerate(words):
        goes_on = number > 0 and words[number - 1].clause == word.clause
        firsts.append(firsts[-1] if goes_on else number)
    lasts = [word.last for word in words]
    for number in range(len(words) - 1, 0, -1):
        if firsts[number] == firsts[number - 1]:
            lasts[number - 1] = lasts[number]
    return firsts, lasts
