"""A sentence in which words are looked for: folded letters, where names stand, where sentences end."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.places.folded import fold
from engine.places.jamo import is_syllable, plain

_ENDS = frozenset(".!?;\n。！？…")
_SHORT = 2
_PUNCTUATION = 2  # the gap that other punctuation than spaces leaves in a folded text


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """A word at letters `start:end` of the folded sentence."""

    start: int
    end: int
    word: str


def compile_words(words: Iterable[str]) -> tuple[str, ...]:
    """The words as they are compared, each once, the longest first."""
    folded = {plain(word) for word in words}
    return tuple(sorted(filter(None, folded), key=lambda word: (-len(word), word)))


def compile_phrases(words: Iterable[str]) -> tuple[str, ...]:
    """The same for `hits`: a word of two letters that is written apart (둘 중) may stand apart in a text,
    one that is not may not, because any two words end and begin with it."""
    found = {" ".join(map(plain, word.split())) for word in words}
    found = {word if len(word) == _SHORT + 1 else word.replace(" ", "") for word in found}
    return tuple(sorted(filter(None, found), key=lambda word: (-len(word), word)))


@lru_cache
def _by_head(words: tuple[str, ...]) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """The words with their letters, by the first two of them, or the only one."""
    heads: dict[str, list[tuple[str, str]]] = {}
    for word in words:
        letters = word.replace(" ", "")
        heads.setdefault(letters[:_SHORT], []).append((word, letters))
    return {head: tuple(each) for head, each in heads.items()}


@lru_cache
def _by_first(words: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """The words by their first letter, each group in their order."""
    return {letter: tuple(word for word in words if word[0] == letter) for letter in {w[0] for w in words}}


@lru_cache
def _by_last(words: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """The words by their last letter, each group in their order."""
    return {letter: tuple(word for word in words if word[-1] == letter) for letter in {w[-1] for w in words}}


class Sentence:
    """What a customer wrote, as letters with the gaps between them; positions are letters unless said
    otherwise.

    `particles` may follow a word of one syllable and a place's name; letters inside `block`ed spans belong to
    names and hold no word.
    """

    def __init__(self, written: str, particles: tuple[str, ...]) -> None:
        self.folded = fold(written)
        self.text = self.folded.text
        self.gaps = self.folded.gaps
        self.particles = particles
        self._blocked = bytearray(len(self.text) + 1)
        self._breaks = self._sentence_ends(written)
        self._heads: dict[str, list[int]] = {}
        for at, letter in enumerate(self.text):
            self._heads.setdefault(letter, []).append(at)
            if at + 1 < len(self.text):
                self._heads.setdefault(self.text[at : at + _SHORT], []).append(at)

    def letters(self, start: int, end: int) -> tuple[int, int]:
        """The letters that stand at these code points of what was written."""
        return bisect_left(self.folded.ends, start + 1), bisect_left(self.folded.at, end)

    def block(self, start: int, end: int) -> None:
        """Letters that belong to a name."""
        self._blocked[start:end] = b"\x01" * (end - start)

    def hits(self, words: tuple[str, ...]) -> list[Hit]:
        """Where the words stand, from left to right; they may overlap. Words are as `compile_phrases` leaves
        them."""
        by_head = _by_head(words)
        found: list[Hit] = []
        for head in self._heads.keys() & by_head.keys():
            for word, letters in by_head[head]:
                for at in self._heads[head]:
                    end = at + len(letters)
                    if (
                        self.text.startswith(letters, at)
                        and self._is_free(at, end)
                        and self._is_word(at, end)
                        and self._is_close(at, word)
                    ):
                        found.append(Hit(at, end, word))
        return sorted(found)

    def starting_at(self, words: tuple[str, ...], at: int) -> int:
        """Where the longest of the words ends that begins here, or 0; words are as `compile_words` orders
        them."""
        for word in _by_first(words).get(self.text[at : at + 1], ()):
            end = at + len(word)
            if self.text.startswith(word, at) and self.is_unbroken(at, end) and self._has_edges(at, end):
                return end
        return 0

    def ending_at(self, words: tuple[str, ...], at: int) -> int:
        """Where the longest of the words begins that ends here, or -1."""
        for word in _by_last(words).get(self.text[at - 1 : at], ()):
            start = at - len(word)
            if (
                start >= 0
                and self.text.startswith(word, start)
                and self.is_unbroken(start, at)
                and self._has_edges(start, at)
            ):
                return start
        return -1

    def skip(self, words: tuple[str, ...], at: int) -> int:
        """Past every one of the words that follow each other from here, up to punctuation or a name."""
        while self.goes_on(at):
            end = self.starting_at(words, at)
            if not end:
                break
            at = end
        return at

    def has_object(self, at: int, plain: tuple[str, ...]) -> bool:
        """Whether the word right before this letter names something: it is no name, and not made
        of words of `plain` only."""
        end = at
        if self.gaps[at] > 1:
            return False
        start = end - 1
        while start > 0 and not self.gaps[start] and not self._blocked[start - 1]:
            start -= 1
        if start < 0 or self._blocked[start] or not is_syllable(self.text[start]):
            return False
        while start < end:
            past = self.starting_at(plain, start)
            if not past:
                return True
            start = past
        return False

    def goes_on(self, at: int) -> bool:
        """Whether what is before this letter goes on here: no punctuation, and no name begins."""
        return at < len(self.text) and self.gaps[at] < _PUNCTUATION and not self._blocked[at]

    def same_sentence(self, one: int, other: int) -> bool:
        """Whether no sentence ends between two letters."""
        low, high = min(one, other), max(one, other)
        at = bisect_left(self._breaks, low + 1)
        return at >= len(self._breaks) or self._breaks[at] > high

    def is_unbroken(self, start: int, end: int) -> bool:
        """Whether no punctuation stands between these letters."""
        return _PUNCTUATION not in self.gaps[start + 1 : end]

    def _sentence_ends(self, written: str) -> list[int]:
        at, ends = self.folded.at, self.folded.ends
        return [
            letter
            for letter in range(1, len(self.text))
            if self.gaps[letter] == _PUNCTUATION
            and not _ENDS.isdisjoint(between := written[ends[letter - 1] : at[letter]])
            and not (between == "." and self.text[letter].isdigit())
        ]

    def _is_free(self, start: int, end: int) -> bool:
        return not any(self._blocked[start:end]) and self.is_unbroken(start, end)

    def _is_close(self, at: int, word: str) -> bool:
        return len(word) != _SHORT or not self.gaps[at + 1]

    def _is_word(self, start: int, end: int) -> bool:
        if end - start == 1 and is_syllable(self.text[start]):
            return self._opens(start) and self._closes(end)
        return self._has_edges(start, end)

    def _has_edges(self, start: int, end: int) -> bool:
        """A word in Latin letters is never a part of a longer one."""
        text = self.text
        if text[start].isascii() and start and text[start - 1].isascii() and not self.gaps[start]:
            return False
        return not (
            text[end - 1].isascii() and end < len(text) and text[end].isascii() and not self.gaps[end]
        )

    def _opens(self, at: int) -> bool:
        return bool(self.gaps[at]) or bool(self._blocked[at - 1])

    def _closes(self, end: int) -> bool:
        if end >= len(self.text) or self.gaps[end]:
            return True
        after = self.starting_at(self.particles, end)
        return bool(after) and (after >= len(self.text) or bool(self.gaps[after]))
