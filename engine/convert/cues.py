"""Where nothing is a wish: the customer's present home, somebody else's, own money, and what is refused."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.convert.clauses import SpacedWord, Thing, Tokens, spaced_words, things_in
from engine.convert.normal import NormalText
from engine.convert.spelling import is_letter
from engine.convert.tables import Rulebook
from engine.convert.word import Word

_CLAUSES_BACK = 2  # a clause that names nothing itself is about what one of these names
_WORDS_BACK = 10  # how far before its refusal a thing may be named
_WORDS_AHEAD = 10  # how many labels may stand between a cue and the amount it is about


class CueFound(NamedTuple):
    """A cue over tokens first:last; `refused` says that the customer names there what is not wished."""

    name: str
    first: int
    last: int
    refused: bool = False


def cue_spans(
    tokens: Tokens, normal: NormalText, book: Rulebook, named: Sequence[tuple[int, int]] = ()
) -> list[CueFound]:
    """Every cue of the text. `named` are code points where the names of places stand."""
    said = [token.word for token in tokens if token.word is not None]
    found = list(_between_words(tokens, book)) if any(word.cue_starts for word in said) else []
    names = sum(token.kind == "mask" for token in tokens) + len(named)
    has_several = names > 1 or sum(bool(word.choices) for word in said) > 1
    if has_several or any(word.cues_before or word.cues_behind or word.refuses for word in said):
        clauses = _Clauses(tokens, normal, book, named)
        found += [*clauses.beside(), *clauses.refused()]
    return list(_widest(found))


def complained_of(
    tokens: Tokens, normal: NormalText, book: Rulebook, named: Sequence[tuple[int, int]] = ()
) -> frozenset[int]:
    """Tokens of the amounts and terms that a clause complains of: they give way to a later one of their want
    (30평대는 너무 크네요 20평대로)."""
    complains = any(token.word is not None and token.word.complains for token in tokens)
    if not complains and not any(word in normal.chars for word in book.refusals.given_up):
        return frozenset()
    return frozenset(_Clauses(tokens, normal, book, named).complained_of())


def _widest(found: Sequence[CueFound]) -> Iterator[CueFound]:
    """The cues but those inside another of their name."""
    reached: dict[str, int] = {}
    for cue in sorted(found, key=lambda each: (each.first, -each.last)):
        if cue.last > reached.get(cue.name, -1):
            reached[cue.name] = cue.last
            yield cue


def muted_tokens(tokens: Tokens, cues: Sequence[CueFound]) -> list[bool]:
    """For each token whether a cue covers it."""
    muted = [False] * len(tokens)
    for cue in cues:
        muted[cue.first : cue.last + 1] = [True] * (cue.last + 1 - cue.first)
    return muted


def _between_words(tokens: Tokens, book: Rulebook) -> Iterator[CueFound]:
    """Cues from a word that starts one to the next that ends it, in one sentence. One that has no start of
    its own ends those of its name."""
    open_at: dict[int, int] = {}
    for index, token in enumerate(tokens):
        word = token.word
        if word is None:
            continue
        if _ends_sentence(word):
            open_at.clear()
        for cue in word.cue_stops & set(open_at):
            del open_at[cue]
        for cue in sorted(word.cue_ends & set(open_at)):
            yield CueFound(book.cues[cue], open_at.pop(cue), index)
        if word.cues_before:
            ended = {book.cues[cue] for cue in word.cues_before}
            open_at = {cue: at for cue, at in open_at.items() if book.cues[cue] not in ended}
        for cue in word.cue_starts:
            if cue not in book.cues_of or not book.cues_of[cue].isdisjoint(_counted_at(tokens, index, book)):
                open_at.setdefault(cue, index)


def _counted_at(tokens: Tokens, index: int, book: Rulebook) -> frozenset[int]:
    """The tables of the amount right behind a token, labels and choices aside; of their labels where it has
    no unit."""
    labels: frozenset[int] = frozenset()
    for token in tokens[index + 1 : index + 1 + _WORDS_AHEAD]:
        if token.amount is not None and token.kind == "amount":
            scales = [reading.scale for reading in token.amount.readings]
            return (book.tables_of(scales) if scales else labels) | token.amount.counters
        if token.word is None or not (token.word.labels or token.word.choices):
            break
        labels |= token.word.labels
    return frozenset()


def _ends_sentence(word: Word) -> bool:
    """A mark that ends a clause and joins nothing; a comma may stand inside a cue."""
    return word.clause_end and not is_letter(word.text[0]) and not word.joins


def _is_vague(word: Word) -> bool:
    """Whether the word widens an amount and bounds nothing (30평대, 30평 정도)."""
    said = set(word.after.values())
    return bool(said) and said <= {"band", "about"}


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


class _Clauses:
    """The words of a text with their clauses, for cues that reach as far as a clause."""

    def __init__(
        self, tokens: Tokens, normal: NormalText, book: Rulebook, named: Sequence[tuple[int, int]]
    ) -> None:
        self._tokens, self._book, self._rules = tokens, book, book.refusals
        self._things = things_in(tokens, normal, named)
        self._words = spaced_words(tokens, normal, book.clauses, self._things)
        self._number = {
            token: number
            for number, word in enumerate(self._words)
            for token in range(word.first, word.last + 1)
        }
        self._firsts, self._lasts = _edges(self._words)
        self._wanted = {
            cue: at for at, token in enumerate(tokens) if token.word for cue in token.word.cue_with
        }
        self._at_thing = [thing.token for thing in self._things]

    def beside(self) -> Iterator[CueFound]:
        """Cues with one word: from where its clause begins up to it, or from it to where its clause ends."""
        covered = -1
        for index, number, word in self._opening():
            for cue in sorted(word.cues_before):
                first = max(self._start(number, index), covered + 1)
                if first <= index and self._names_something(first, index) and self._is_meant(cue, index):
                    yield CueFound(self._book.cues[cue], first, index)
                    covered = index
            for cue in sorted(word.cues_behind):
                last = self._lasts[number]
                if last > covered and self._is_meant(cue, last):
                    yield CueFound(self._book.cues[cue], max(index, covered + 1), last)
                    covered = last

    def refused(self) -> Iterator[CueFound]:
        """What is refused, a place or a choice, with the reason for it."""
        yield from self._left()
        for index, number, word in self._opening():
            found = self._refusal(number, index) if word.refuses else None
            if found is not None:
                thing, last, rest = found
                yield CueFound("refused", thing, last, refused=True)
                yield CueFound("refused", rest, index, refused=True)

    def _left(self) -> Iterator[CueFound]:
        """What a clause that gives a reason is about, where the next one names where to go instead (전세는
        매물이 없어서 월세로)."""
        for number, (word, behind) in enumerate(pairwise(self._words)):
            if word.clause == behind.clause:
                continue
            left = self._left_for_reason(number)
            if left is None or not left.may_be_refused:
                continue
            if word.sentence != behind.sentence and not self._complains(word):
                continue
            if self._goes_to(number + 1, left):
                yield CueFound("refused", left.token, word.last, refused=True)

    def _left_for_reason(self, number: int) -> Thing | None:
        """What the clause that ends in a word is about, if it says that this is left."""
        word, rules = self._words[number], self._rules
        said = self._words[self._firsts[number] : number]
        if word.text.endswith(rules.given_up):
            return next((each.thing for each in said if each.thing), None)
        if not (word.text.endswith(rules.reasons) or self._complains(word)):
            return None
        for before, each in zip([None, *said], said, strict=False):
            if each.thing and each.thing.kind == "other" and each.tail in rules.topics:
                return before.thing if before and not before.tail else None  # 전세 5억은 부담스러워서 월세로
            if each.thing and self._is_marked(each):
                return each.thing
        return None

    def _is_marked(self, word: SpacedWord) -> bool:
        """Whether a word names what its clause is about; a near word may stand behind it (신림역 쪽은)."""
        if word.tail:
            return word.tail in self._rules.topics
        behind = self._number[word.first] + 1
        if behind == len(self._words) or not self._is_near(self._words[behind]):
            return False
        return self._words[behind].text.endswith(self._rules.topics)

    def _is_near(self, word: SpacedWord) -> bool:
        """Whether a word is a near word with particles, or particles alone."""
        words = [self._tokens[at].word for at in range(word.first, word.last + 1)]
        if words[0] is not None and words[0].near_place and word.text[len(words[0].text) :] in self._marks:
            return True
        return all(each is not None and (each.near_place or each.particle) for each in words)

    def complained_of(self) -> Iterator[int]:
        """The amounts and terms that clauses complain of."""
        for word in self._words:
            is_given_up = word.text.endswith(self._rules.given_up)
            if not (is_given_up or self._complains(word)):
                continue
            first = self._firsts[self._number[word.first]]
            for at in range(self._number[word.first] - 1, first - 1, -1):
                thing = self._words[at].thing
                if thing is not None:
                    if is_given_up or self._is_topic(thing, at):
                        yield thing.token
                    break

    def _complains(self, word: SpacedWord) -> bool:
        """Whether the word says what is wrong with something."""
        said = (self._tokens[at].word for at in range(word.first, word.last + 1))
        return any(each is not None and each.complains for each in said)

    def _is_topic(self, thing: Thing, number: int) -> bool:
        """Whether an amount or a term in a word is what its clause is about, and bounds nothing."""
        word = self._words[number]
        if not word.tail and number + 1 < len(self._words):
            word = self._words[number + 1]
        if not word.tail.endswith(self._marks):
            return False
        between = [self._tokens[at].word for at in range(thing.token + 1, word.last + 1)]
        return all(each is not None and (each.particle or _is_vague(each)) for each in between)

    def _goes_to(self, number: int, left: Thing) -> bool:
        """Whether the first thing from this word on in its clause is of the kind of another, and where one
        goes to; a near word may stand behind it, and a reason before it."""
        for at in range(number, min(number + _WORDS_BACK, len(self._words))):
            word = self._words[at]
            if word.clause > self._words[number].clause + 1:
                break
            if word.thing is not None:
                behind = self._words[at + 1 : at + 2] if not word.tail else [word]
                return word.thing.kind == left.kind and any(
                    each.tail.endswith(self._rules.goals) for each in behind
                )
        return False

    def _opening(self) -> Iterator[tuple[int, int, Word]]:
        """Words that begin where a spaced word or a known part of one begins, with the number of that."""
        for index, token in enumerate(self._tokens):
            number = self._number.get(index)
            if token.word is None or number is None:
                continue
            if index == self._words[number].first or self._tokens[index - 1].kind != "gap":
                yield index, number, token.word

    def _start(self, number: int, index: int) -> int:
        """The token where what is said before this one begins: its clause, or one before that it is about."""
        first = self._firsts[number]
        for _ in range(_CLAUSES_BACK):
            before = self._words[first - 1] if first else None
            if before is None or before.sentence != self._words[number].sentence:
                break
            if not self._says_nothing(first, number, index):
                break
            first = self._firsts[first - 1]
        return self._words[first].first

    def _names_something(self, first: int, last: int) -> bool:
        """Whether a thing stands in these tokens."""
        at = bisect_left(self._at_thing, first)
        return at < len(self._at_thing) and self._at_thing[at] <= last

    def _says_nothing(self, first: int, number: int, index: int) -> bool:
        """Whether the words from `first` up to token `index` leave open what is spoken of."""
        light = self._book.clauses.light
        return self._words[number].first == index and all(
            word.text in light for word in self._words[first:number]
        )

    def _is_meant(self, cue: int, last: int) -> bool:
        """Whether the words that a cue wants behind it are there."""
        return cue not in self._book.cues_with or self._wanted.get(cue, -1) > last

    def _refusal(self, number: int, index: int) -> tuple[int, int, int] | None:
        """The thing that a refusal at a token is about, the last token of its word, and the token where the
        rest of what is said of it begins."""
        own = self._words[number]
        if own.first < index:
            before = bisect_left(self._at_thing, index) - 1
            thing = self._things[before] if before >= 0 else None
            is_own = thing is not None and thing.token >= own.first and thing.may_be_refused
            return (thing.token, index, thing.token) if thing and is_own else None
        reason = -1
        for at in range(number - 1, max(-1, number - 1 - _WORDS_BACK), -1):
            word = self._words[at]
            if word.sentence != own.sentence:
                return None
            if word.thing is None:
                if reason < 0 and not self._leads_to_refusal(word):
                    return None
                reason = at if reason < 0 and self._gives_reason(word) else reason
            elif not word.thing.may_be_refused:
                if reason < 0 or not (at + 1 == reason or word.tail.endswith(self._marks)):
                    return None
            elif word.tail in self._rules.not_of:
                return None
            elif reason < 0 or word.tail or word.thing.kind == "name":
                thing, last = self._topic(at)
                start = self._firsts[reason if reason >= 0 else number]
                return thing.token, last, max(self._words[start].first, thing.token)
        return None

    @property
    def _marks(self) -> tuple[str, ...]:
        return (*self._rules.topics, *self._rules.subjects)

    def _leads_to_refusal(self, word: SpacedWord) -> bool:
        """Whether a word may stand between a thing and its refusal: a reason, or one that says nothing."""
        if word.text in self._book.clauses.light or self._gives_reason(word):
            return True
        return self._is_near(word)

    def _gives_reason(self, word: SpacedWord) -> bool:
        """Whether a word ends like a reason and does not belong behind a name (공릉역 빌라 말고)."""
        own = self._tokens[word.first].word if word.first == word.last else None
        return not (own and own.follows_place) and word.text.endswith(self._rules.because)

    def _topic(self, number: int) -> tuple[Thing, int]:
        """What a clause is about with the last token of its word: where the thing in word `number` is only a
        part of what is said (강남역은 월세가 비싸서), the one before it."""
        for at in range(number, max(self._firsts[number], number - _WORDS_BACK) - 1, -1):
            word = self._words[at]
            is_about = at == number and not word.tail.endswith(self._rules.subjects)
            if (
                word.thing
                and word.thing.may_be_refused
                and (is_about or word.tail.endswith(self._rules.topics))
            ):
                return word.thing, word.last
        nearest = self._words[number]
        return nearest.thing or self._things[0], nearest.last
