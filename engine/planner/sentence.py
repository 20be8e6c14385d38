"""A sentence in which words are looked for: folded letters, where names stand, where sentences end."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from engine.places.folded import fold
from engine.places.jamo import is_syllable, plain

_ENDS = frozenset(".!?;\n。！？…")
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

    def letters(self, start: int, end: int) -> tuple[int, int]:
        """The letters that stand at these code points of what was written."""
        return bisect_left(self.folded.ends, start + 1), bisect_left(self.folded.at, end)

    def block(self, start: int, end: int) -> None:
        """Letters that belong to a name."""
        self._blocked[start:end] = b"\x01" * (end - start)

    def hits(self, words: tuple[str, ...]) -> list[Hit]:
        """Where the words stand, from left to right; they may overlap."""
        found: list[Hit] = []
        for word in words:
            at = self.text.find(word)
            while at >= 0:
                end = at + len(word)
                if self._is_free(at, end) and self._is_word(at, end):
                    found.append(Hit(at, end, word))
                at = self.text.find(word, end)
        return sorted(found)

    def starting_at(self, words: tuple[str, ...], at: int) -> int:
        """Where the longest of the words ends that begins here, or 0; words are as `compile_words` orders
        them."""
        for word in words:
            end = at + len(word)
            if self.text.startswith(word, at) and self.is_unbroken(at, end) and self._has_edges(at, end):
                return end
        return 0

    def ending_at(self, words: tuple[str, ...], at: int) -> int:
        """Where the longest of the words begins that ends here, or -1."""
        for word in words:
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
