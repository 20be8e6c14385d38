"""Where nothing is a wish: the customer's present home, somebody else's, own money, and what is refused."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.convert.clauses import Clauses, Tokens
from engine.convert.refusals import Refusals
from engine.convert.spelling import is_letter
from engine.convert.tables import Rulebook
from engine.convert.word import Word

_CLAUSES_BACK = 2  # a clause that names nothing itself is about what one of these names
_WORDS_AHEAD = 10  # how many labels may stand between a cue and the amount it is about


class CueFound(NamedTuple):
    """A cue over tokens first:last; `refused` says that the customer names there what is not wished."""

    name: str
    first: int
    last: int
    refused: bool = False


def cue_spans(clauses: Clauses, book: Rulebook) -> list[CueFound]:
    """Every cue of the text."""
    tokens = clauses.tokens
    names, choices, opens, reaches = len(clauses.named), 0, False, False
    for token in tokens:
        names += token.kind == "mask"
        word = token.word
        if word is not None and word.directs:
            choices += bool(word.choices)
            opens = opens or bool(word.cue_starts)
            reaches = reaches or bool(word.cues_before or word.cues_behind or word.refuses)
    found = list(_between_words(tokens, book)) if opens else []
    if reaches or names > 1 or choices > 1:
        found += _Beside(clauses, book).found()
        refused = Refusals(clauses, book.refusals).refused()
        found += (CueFound("refused", first, last, refused=True) for first, last in refused)
    return list(_widest(found)) if found else found


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


class _Beside:
    """The cues of one word each, which reach as far as a clause."""

    def __init__(self, clauses: Clauses, book: Rulebook) -> None:
        self._clauses, self._book = clauses, book
        self._wanted = {
            cue: at for at, token in enumerate(clauses.tokens) if token.word for cue in token.word.cue_with
        }

    def found(self) -> Iterator[CueFound]:
        """Cues with one word: from where its clause begins up to it, or from it to where its clause ends."""
        covered = -1
        for index, number, word in self._clauses.opening():
            for cue in sorted(word.cues_before):
                first = max(self._start(number, index), covered + 1)
                if first <= index and self._names_something(first, index) and self._is_meant(cue, index):
                    yield CueFound(self._book.cues[cue], first, index)
                    covered = index
            for cue in sorted(word.cues_behind):
                last = self._clauses.lasts[number]
                if last > covered and self._is_meant(cue, last):
                    yield CueFound(self._book.cues[cue], max(index, covered + 1), last)
                    covered = last

    def _start(self, number: int, index: int) -> int:
        """The token where what is said before this one begins: its clause, or one before that it is about."""
        first = self._clauses.firsts[number]
        for _ in range(_CLAUSES_BACK):
            before = self._clauses.words[first - 1] if first else None
            if before is None or before.sentence != self._clauses.words[number].sentence:
                break
            if not self._says_nothing(first, number, index):
                break
            first = self._clauses.firsts[first - 1]
        return self._clauses.words[first].first

    def _names_something(self, first: int, last: int) -> bool:
        """Whether a thing stands in these tokens."""
        thing = self._clauses.thing_before(last + 1)
        return thing is not None and thing.token >= first

    def _says_nothing(self, first: int, number: int, index: int) -> bool:
        """Whether the words from `first` up to token `index` leave open what is spoken of."""
        return self._clauses.words[number].first == index and all(
            self._clauses.is_light(word) for word in self._clauses.words[first:number]
        )

    def _is_meant(self, cue: int, last: int) -> bool:
        """Whether the words that a cue wants behind it are there."""
        return cue not in self._book.cues_with or self._wanted.get(cue, -1) > last
