"""Names of homes in a sentence: those that an answer may name, and those that it may not."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.answer.known import FIRST, REST, SHORT, KnownNames, lengths_of
from engine.places.jamo import plain

_LATIN_WORDS = 3
_BEFORE_AT_MOST = 3
"""Letters before a name that make it another one (신, 제2); more are words that lack their space."""
_CHARACTERS_KEPT = 10_000


class Mention(NamedTuple):
    """A name at start:end of a text by the letters that compare: the homes it may stand for by number, () for
    one without figures, and whether the answer may name it; `shown` is another complex in full."""

    start: int
    end: int
    homes: tuple[int, ...]
    key: str
    shown: str
    is_allowed: bool


class _Line:
    """A text by the letters that compare (`keys`), without spaces and marks, each with where it stands."""

    __slots__ = ("_begins", "_starts", "_text", "keys")

    def __init__(self, text: str) -> None:
        self._text = text
        pairs = [(key, at) for at, char in enumerate(text) for key in _key(char)]
        self.keys = "".join([key for key, _ in pairs])
        self._begins = [at for _, at in pairs]
        apart = (at for at, (one, two) in enumerate(pairwise(self._begins), 1) if two > one + 1)
        self._starts = [0, *apart] if pairs else []

    def word_starts(self) -> Sequence[int]:
        """Every letter that nothing is written to on its left."""
        return self._starts

    def ends_word(self, end: int) -> bool:
        """Whether something else than a letter, or nothing, stands before this one."""
        return end >= len(self.keys) or self._begins[end] > self._begins[end - 1] + 1

    def is_apart(self, end: int) -> bool:
        """Whether more than one space stands before this letter."""
        return self._text[self._begins[end - 1] + 1 : self._begins[end]] != " "

    def word_end(self, at: int) -> int:
        """Behind the last letter of the word that this letter is in."""
        behind = bisect_right(self._starts, at)
        return self._starts[behind] if behind < len(self._starts) else len(self.keys)

    def cuts_number(self, end: int) -> bool:
        """Whether letters in Latin or digits stand on both sides."""
        keys = self.keys
        return not self.ends_word(end) and keys[end].isascii() and keys[end - 1].isascii()

    def is_capital(self, at: int) -> bool:
        return self._text[self._begins[at]].isupper()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where these letters stand in the text."""
        return self._begins[start], self._begins[end - 1] + 1


@lru_cache(maxsize=_CHARACTERS_KEPT)
def _key(char: str) -> str:
    return plain(char)


class NameFinder:
    """Finds names in sentences. `homes` are the spellings that an answer may name, with the homes they stand
    for; `said` those that it may name though no home shown has them."""

    def __init__(self, known: KnownNames, homes: Mapping[str, tuple[int, ...]], said: Iterable[str]) -> None:
        self._known = known
        self._homes: Mapping[str, tuple[int, ...]] = {**dict.fromkeys(said, ()), **homes}
        self._lengths = lengths_of(self._homes)
        self._shown = tuple(key for key, found in self._homes.items() if found and len(key) > SHORT)

    def find(self, text: str) -> list[Mention]:
        """The names from left to right, at each word the longest, and what only looks like one."""
        line = _Line(text)
        found: list[Mention] = []
        past = 0
        for at in line.word_starts():
            if at < past:
                continue
            mention, past = self._name(line, at)
            if mention is not None:
                found.append(mention)
        return found

    def said_in(self, text: str) -> set[str]:
        """The complexes and what looks like one in a customer's words, by the letters that compare."""
        line, known = _Line(unicodedata.normalize("NFC", text)), self._known
        found = {mention.key for mention in self.find(text)}
        for at in line.word_starts():
            lengths = known.lengths.get(line.keys[at : at + FIRST], ())
            found |= {key for each in lengths if (key := line.keys[at : at + each]) in known.complexes}
        return found

    def names(self, text: str) -> tuple[int, ...] | None:
        """The homes that the whole text is the name of, None for no name that an answer may say."""
        return self._homes.get(plain(text))

    def _name(self, line: _Line, at: int) -> tuple[Mention | None, int]:
        own, other = self._own(line, at), self._other(line, at)
        longer = self._longer(line, own) if own >= other else 0
        if own and own >= other and not longer:
            key = line.keys[at:own]
            return Mention(*line.span(at, own), self._homes[key], key, "", True), own
        if other:
            key = line.keys[at:other]
            return Mention(*line.span(at, other), (), key, self._known.complexes[key], False), other
        end = longer or self._look_alike(line, at)
        return (
            (Mention(*line.span(at, end), (), line.keys[at:end], "", False), end) if end else (None, at + 1)
        )

    def _own(self, line: _Line, at: int) -> int:
        """Where the longest name that the answer may say ends, or 0; a short one is a word of its own."""
        for length in self._lengths.get(line.keys[at : at + FIRST], ()):
            end, key = at + length, line.keys[at : at + length]
            if len(key) < length or key not in self._homes or line.cuts_number(end):
                continue
            if length > SHORT or line.ends_word(end) or self._is_marked(line, end):
                return end
        return 0

    def _other(self, line: _Line, at: int) -> int:
        """Where the longest name of any complex ends, or 0; a short one has a particle or a suffix."""
        for length in self._known.lengths.get(line.keys[at : at + FIRST], ()):
            end, key = at + length, line.keys[at : at + length]
            if len(key) < length or key not in self._known.complexes or line.cuts_number(end):
                continue
            if length > SHORT or self._is_marked(line, end):
                return end
        return 0

    def _longer(self, line: _Line, end: int) -> int:
        """Where another name ends that begins with the one that ends here (역삼경남타운), or 0."""
        if not 0 < end < len(line.keys) or (line.ends_word(end) and line.is_apart(end)):
            return 0
        parts = self._known.apart if line.ends_word(end) else self._known.parts
        stop = line.word_end(end)
        return stop if any(stem in parts for stem in self._known.looks(line.keys[end:stop]).stems) else 0

    def _is_prefixed(self, stem: str) -> bool:
        """Whether a word is the name of a home with letters before it that are no word (신역삼경남)."""
        if not stem.endswith(self._shown):
            return False
        cuts = (stem.removesuffix(key) for key in self._shown)
        return any(
            0 < len(cut) <= _BEFORE_AT_MOST
            and cut.isalpha()
            and not any(
                self._known.is_word(each) and len(each) >= REST for each in self._known.looks(cut).stems
            )
            for cut in cuts
        )

    def _is_marked(self, line: _Line, end: int) -> bool:
        """Whether a suffix of complexes stands behind a name, or a particle written to it."""
        known = self._known
        if known.suffixes and line.keys.startswith(known.suffixes, end):
            return True
        return not line.ends_word(end) and line.keys[end : line.word_end(end)] in known.particles

    def _look_alike(self, line: _Line, at: int) -> int:
        """Where a word ends that no place has and that ends like the names of complexes, or 0."""
        if line.keys[at].isascii():
            return self._latin(line, at)
        end, known = line.word_end(at), self._known
        if self._ends_name_before(line, at, end):
            return line.word_end(end)
        looks = known.looks(line.keys[at:end])
        return end if looks.is_alike or any(map(self._is_prefixed, looks.before_word)) else 0

    def _ends_name_before(self, line: _Line, at: int, end: int) -> bool:
        """Whether the next word is such an ending alone, and this one no word that is known (드림 팰리스)."""
        word = line.keys[at:end]
        if end >= len(line.keys) or end - at < REST or line.is_apart(end) or any(map(str.isdigit, word)):
            return False
        return (
            self._known.looks(line.keys[end : line.word_end(end)]).is_end
            and not self._known.looks(word).is_word
            and not any(word.endswith(particle) for particle in self._known.particles)
        )

    def _latin(self, line: _Line, at: int) -> int:
        """Where capitalised words end of which the last is that of complexes (Dream Palace), or 0."""
        end, ends = line.word_end(at), self._known.latin_ends
        if not line.is_capital(at) or line.keys[at:end] in ends:
            return 0
        for _ in range(_LATIN_WORDS):
            if end >= len(line.keys) or not line.is_capital(end) or not line.keys[end].isascii():
                return 0
            begin, end = end, line.word_end(end)
            if line.keys[begin:end] in ends and line.keys[at:end] not in self._known.places:
                return end
        return 0
