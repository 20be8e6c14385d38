"""The words of a sentence in which no name was found: initials, another keyboard, one wrong jamo, and words
that stand where a name stands."""

import re
from collections.abc import Iterator, Sequence

from engine.places.edges import Edges
from engine.places.guess import guesses
from engine.places.index import Hints
from engine.places.jamo import from_keyboard, has_initials, initials, is_lone, is_syllable
from engine.places.meant import Span

_MOST_TYPOS = 8  # so many unknown words of one sentence are compared with all names
_SHORTEST_TYPO = 3  # syllables with the suffix; shorter ones differ by one jamo from too many words
_TYPED_ROLES = ("anywhere", "area", "word", "home")

_PART = re.compile(r"(\D{2,10})[0-9]")  # a name with the number of a part


def read_rest(edges: Edges, names: Sequence[tuple[int, int]], hints: Sequence[tuple[int, int]]) -> list[Span]:
    """The spans of such words. `names` are letters that belong to names already, `hints` those of regions and
    lines: a misspelt name may begin with one (서울데입구역)."""
    rest = _Rest(edges, names, hints)
    return [*rest.misspelt(), *rest.guessed()]


class _Rest:
    """The tokens of one sentence and which of their letters are taken."""

    def __init__(
        self, edges: Edges, names: Sequence[tuple[int, int]], hints: Sequence[tuple[int, int]]
    ) -> None:
        self.edges = edges
        self.lexicon = edges.lexicon
        self.text = edges.text
        self.tokens = edges.folded.tokens()
        self.named = _marked(names, len(self.text))
        self.taken = _marked((*names, *hints), len(self.text))
        suffixes = self.lexicon.index.suffixes.of("station")
        self.suffixes = suffixes
        self.suffix_initials = tuple(map(initials, suffixes))

    def misspelt(self) -> Iterator[Span]:
        """Words that a suffix, or how they were typed, makes a name."""
        typos = 0
        for start, end in self.tokens:
            word = self.text[start:end]
            if self.named.find(1, start, end) >= 0 or word.isdigit():
                continue
            span = self._read(start, end, word) if self.taken.find(1, start, end) < 0 else None
            span = span or (None if word.isascii() else self._behind_region(start, word))
            typos += span is not None and span.typo
            if span and typos <= _MOST_TYPOS:
                self.taken[span.start : span.end] = b"\x01" * (span.end - span.start)
                yield span

    def guessed(self) -> Iterator[Span]:
        """Words that only the words around them make a name."""
        for start, end in guesses(self.edges, self.taken, self.tokens):
            spoken = self.edges.folded.slice(start, end)
            yield Span(start, end, self.text[start:end], spoken, guess=True)

    def _read(self, start: int, end: int, word: str) -> Span | None:
        if word.isascii():
            return self._typed_on_latin(start, end)
        if is_lone(word[0]):
            return self._only_initials(start, word)
        return self._misspelt(start, word) or self._unheard_part(start, word)

    def _typed_on_latin(self, start: int, end: int) -> Span | None:
        word = self.edges.folded.slice(start, end)
        typed = from_keyboard(word)
        if self.lexicon.roles.get(typed) not in _TYPED_ROLES:
            return None
        return Span(start, end, typed, word)

    def _only_initials(self, start: int, word: str) -> Span | None:
        """Initials that end like a station (ㄱㄴㅇ, ㄱㄴ역), or that stand before a near word (ㄱㄴ 근처)."""
        size = next((at for at, letter in enumerate(word) if not is_lone(letter)), len(word))
        suffix = next((end for end in self.suffixes if word.startswith(end, size)), "")
        end = start + size + len(suffix)
        lone = word[:size]
        ends = bool(suffix) or (size >= _SHORTEST_TYPO and lone.endswith(self.suffix_initials))
        stands = self.edges.closes(end) if ends else bool(self.edges.near_size(end))
        if size < 2 or not stands or lone in self.lexicon.common_words:
            return None
        name = self.text[start:end]
        is_name = suffix or self.lexicon.index.alike.is_initials(name)
        return Span(start, end, name, self.edges.folded.slice(start, end), typo=True) if is_name else None

    def _misspelt(self, start: int, word: str) -> Span | None:
        """A word that ends in the suffix of a station."""
        for suffix in self.suffixes:
            cut = word.find(suffix, _SHORTEST_TYPO - 1)
            last = start + cut + len(suffix)
            is_number = any(map(str.isdigit, word[:cut]))
            if cut > 0 and not is_number and self.edges.closes(last):
                name = self.text[start:last]
                is_word = name.endswith(self.lexicon.never)  # 출입구역, but also 구로디지탈단지역
                if not is_word or self._is_nearly(name):
                    return Span(start, last, name, self.edges.folded.slice(start, last), typo=True)
        return None

    def _is_nearly(self, name: str) -> bool:
        return bool(self.lexicon.misspelt(name, Hints(), edits=1))

    def _behind_region(self, start: int, word: str) -> Span | None:
        """The same where the word begins with a region, if there is such a name."""
        span = self._misspelt(start, word) if not has_initials(word) else None
        return span if span and self._is_nearly(span.name) else None

    def _unheard_part(self, start: int, word: str) -> Span | None:
        """A name with the number of a part, of which no complex is known (잠실주공5단지)."""
        found = _PART.match(word)
        stem = found.group(1) if found else ""
        end = self.edges.phase_end(start + len(stem)) if stem and all(map(is_syllable, stem)) else 0
        if not end or stem in self.lexicon.home_suffixes:
            return None
        return Span(start, end, self.text[start:end], self.edges.folded.slice(start, end), typo=True)


def _marked(spans: Sequence[tuple[int, int]], size: int) -> bytearray:
    """A byte for each letter, 1 inside a span."""
    marks = bytearray(size)
    for start, end in spans:
        marks[start:end] = b"\x01" * (end - start)
    return marks
