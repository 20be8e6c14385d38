"""Where words begin and end in a folded sentence, as far as the names of places care."""

from collections.abc import Container, Iterable

from engine.places.folded import Folded
from engine.places.jamo import is_syllable
from engine.places.lexicon import Lexicon

_PARTICLES = 2  # how many single-syllable particles may follow each other behind a name
_NUMBER_DIGITS = 3


class Edges:
    """Questions about the letters of one sentence; positions are letters of the folded text."""

    def __init__(self, folded: Folded, lexicon: Lexicon) -> None:
        self.folded = folded
        self.text = folded.text
        self.gaps = folded.gaps
        self.lexicon = lexicon

    def closes(self, end: int, particles: int = _PARTICLES) -> bool:
        """Whether the word ends here, but for words that may follow a place."""
        if end >= len(self.text) or self.gaps[end]:
            return True
        if not is_syllable(self.text[end]):
            return is_syllable(self.text[end - 1])
        length = self.context(end)
        if length > 1 or (length and self.text[end] in self.lexicon.near):
            return True
        return bool(length) and particles > 0 and self.closes(end + 1, particles - 1)

    def context(self, at: int) -> int:
        """The length of the longest word there that may follow a place, 0 for none."""
        return self._longest(at, self.lexicon.context)

    def near_size(self, at: int) -> int:
        """The length of the longest near word there (근처), 0 for none."""
        return self._longest(at, self.lexicon.near)

    def says_where(self, at: int) -> bool:
        """Whether a word stands there that makes also an ordinary word before it a place (화성에서)."""
        size = self._longest(at, self.lexicon.where)
        return bool(size) and (self.gaps[at] <= 1) and self.closes(at + size)

    def _longest(self, at: int, words: Container[str]) -> int:
        """The length of the longest of these words there."""
        text = self.text
        for size in self.lexicon.context_of.get(text[at : at + 1], ()):
            if text[at : at + size] in words:
                return size
        return 0

    def is_between(self, at: int) -> bool:
        """Whether a word stands there, particles aside, that names two places before it (사이)."""
        end = at
        for _ in range(_PARTICLES + 1):
            if self.text.startswith(self.lexicon.between, end):
                return True
            size = self.context(end)
            if not size or (end < len(self.gaps) and self.gaps[end] > 1):
                return False
            end += size
        return False

    def is_road(self, at: int) -> bool:
        """Whether the end of a road's name stands there with a house number behind it (세종대로 110)."""
        text = self.text
        word = next((road for road in self.lexicon.roads if text.startswith(road, at)), "")
        start = end = at + len(word)
        while word and end < len(text) and text[end].isdigit() and not (end > start and self.gaps[end]):
            end += 1
        return end > start and (end == len(text) or bool(self.gaps[end]))

    def phase_end(self, at: int) -> int:
        """Where a number with its counter ends that begins here (1차, 5단지), else 0."""
        return self.numbered(at, self.lexicon.phases)

    def numbered(self, at: int, counters: Iterable[str]) -> int:
        """Where a number ends that begins here and has one of these words behind it, else 0."""
        text, end = self.text, at
        while end < len(text) and end - at < _NUMBER_DIGITS and text[end].isdigit():
            end += 1
        if end == at or self.gaps[at] == 2:
            return 0
        counter = next((word for word in counters if text.startswith(word, end)), "")
        return end + len(counter) if counter and self.closes(end + len(counter)) else 0

    def is_hangul(self, at: int) -> bool:
        """Whether a Hangul syllable stands there."""
        return at < len(self.text) and is_syllable(self.text[at])

    def stands_before(self, word: str, at: int) -> bool:
        """Whether that whole word ends right before this letter."""
        start = at - len(word)
        return start >= 0 and self.text.startswith(word, start) and bool(self.gaps[start])

    def ends_latin(self, end: int) -> bool:
        """Whether a word in Latin letters ends here: before a gap or Hangul."""
        return bool(self.gaps[end]) or self.is_hangul(end)
