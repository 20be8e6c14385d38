"""One text under one rulebook: which words and names of places stand where, each place looked at once."""

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from engine.convert.normal import NormalText
from engine.convert.spelling import is_letter
from engine.convert.tables import Rulebook
from engine.convert.word import Word
from engine.places.place import SHORTEST

if TYPE_CHECKING:
    from engine.convert.amounts import Amount
    from engine.convert.numerals import Number

Found = tuple[int, Word]
_PARTICLES = 2  # how many may follow each other behind a word that a space splits


class Spot:
    """What begins at one letter. Of each kind the longest: a pair of where it ends (the letter behind it) and
    the word; `words` are all of them, the longest first; `own` says that a table's own numeral is among them,
    `has_numeral` that a number in words begins here."""

    __slots__ = (
        *("words", "units", "digit", "times", "native", "pair", "point", "counter", "particle"),
        *("own", "has_numeral", "mask_to", "blocked_to"),
    )

    def __init__(self, words: list[Found]) -> None:
        self.words = words
        self.units: dict[int, Found] = {}
        self.digit: Found | None = None
        self.times: Found | None = None
        self.native: Found | None = None
        self.pair: Found | None = None
        self.point: Found | None = None
        self.counter: Found | None = None
        self.particle: Found | None = None
        self.own = False
        self.has_numeral = False
        self.mask_to = 0
        self.blocked_to = 0
        for found in reversed(words):
            if found[1].blocks:
                self.blocked_to = found[0]
            if found[1].is_part:
                self._note(found)

    def _note(self, found: Found) -> None:
        end, word = found
        for scale in word.units:
            self.units[scale] = found
        if word.numerals:
            self.own = self.has_numeral = True
        if word.is_numeral:
            self.has_numeral = True
            self.digit = found if word.digit is not None else self.digit
            self.times = found if word.times is not None else self.times
            self.native = found if word.native is not None else self.native
            self.pair = found if word.pair is not None else self.pair
        if word.point:
            self.point = found
        if word.counters:
            self.counter = found
        if word.particle:
            self.particle = found
        if word.mask:
            self.mask_to = end


_NOTHING = Spot([])


class PlaceNames:
    """Names of places as plain words. A name that ends like a place counts anywhere; another one only before
    a word that may follow a place, and one that is an ordinary word too (이천) only before a word such as
    근처. A short one without its end (천안) begins a word and stands before a word that says where; `towns`
    are such names that may be amounts as well."""

    def __init__(
        self,
        names: frozenset[str],
        suffixes: Iterable[str],
        ordinary: Iterable[str],
        towns: Iterable[str],
        compare: Callable[[str], str],
    ) -> None:
        self._names = frozenset(found for name in names if (found := compare(name)))
        lengths: dict[str, set[int]] = {}
        for name in self._names:
            lengths.setdefault(name[:2], set()).add(len(name))
        self._lengths = {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}
        self._suffixes = tuple(map(compare, suffixes))
        self._ordinary = frozenset(map(compare, ordinary))
        self._towns = sorted(map(compare, towns), key=len, reverse=True)
        self._town_starts = frozenset(name[:1] for name in self._towns)
        self.is_empty = not (self._names or self._towns)

    def end_at(self, scanner: "Scanner", start: int) -> int:
        """Where the longest name that begins here ends, or 0."""
        chars = scanner.text.chars
        for length in self._lengths.get(chars[start : start + 2], ()):
            end = start + length
            name = chars[start:end]
            if len(name) != length or name not in self._names or not self._is_meant(scanner, start, end):
                continue
            if not scanner.is_overrun(start, end):
                return end
        return 0

    def town_end(self, scanner: "Scanner", start: int) -> int:
        """Where a town ends that begins here, a word of its own before one that says where, or 0."""
        text = scanner.text
        if text.chars[start] not in self._town_starts or not scanner.starts_word(start):
            return 0
        for name in self._towns:
            if text.chars.startswith(name, start):
                end = start + len(name)
                is_one = True not in text.spaced[start + 1 : end]
                return end if is_one and any(word.says_where for _, word in scanner.at(end).words) else 0
        return 0

    def _is_meant(self, scanner: "Scanner", start: int, end: int) -> bool:
        name, behind = scanner.text.chars[start:end], scanner.at(end).words
        if name.endswith(self._suffixes):
            return True
        if end - start <= SHORTEST and not scanner.starts_word(start):
            return False
        if name in self._ordinary:
            return any(word.near_place for _, word in behind)
        is_short = end - start <= SHORTEST
        return any(
            word.near_place or word.says_where or (word.follows_place and not is_short) for _, word in behind
        )


class Scanner:
    """What stands at each letter, remembered. `numbers` and `amounts` are those that were read, by their
    first letter: the readings of a number, an amount with the other readings of its number."""

    def __init__(self, text: NormalText, book: Rulebook, places: PlaceNames) -> None:
        self.text = text
        self.book = book
        self._places = places
        self._spots: list[Spot | None] = [*[None] * len(text), _NOTHING]
        self._masks: list[int | None] = [*[None] * len(text), 0]
        self.numbers: dict[int, list[Number]] = {}
        self.amounts: dict[int, tuple[Amount | None, list[Number]]] = {}

    def at(self, at: int) -> Spot:
        """What begins at this letter."""
        spot = self._spots[at]
        if spot is None:
            found = self.book.tree.walk(self.text, at)[0]
            spot = self._spots[at] = Spot(found) if found else _NOTHING
        return spot

    def town_at(self, at: int) -> int:
        """Where a town ends that begins here and may be an amount as well, or 0."""
        return 0 if self._places.is_empty else self._places.town_end(self, at)

    def place_at(self, at: int) -> int:
        """Where the longest name of a place that begins here ends, or 0."""
        return self._places.end_at(self, at)

    def masked_to(self, at: int) -> int:
        """Where the longest mask or name of a place that begins here ends, or 0."""
        end = self._masks[at]
        if end is None:
            end = 0 if self._places.is_empty else self._places.end_at(self, at)
            if self.at(at).mask_to:
                end = max(end, self._mask_end(at))
            self._masks[at] = end
        return end

    def _mask_end(self, at: int) -> int:
        """Where the longest mask that begins here ends, or 0. Behind a space that it is not written with,
        what reaches further is meant: 5개 월세 is no 5개월; so is what is asked: 50가능한가요 is no 50가."""
        for end, word in self.at(at).words:
            if not word.mask or self._is_split(at, end, word.gaps):
                continue
            if not any(self.asks_from(inside, end) for inside in range(at + 1, end)):
                return end
        return 0

    def asks_from(self, at: int, reach: int) -> bool:
        """Whether a word of a request begins here, written to what is before it, and ends behind `reach`."""
        if self.text.spaced[at]:
            return False
        for end, word in self.at(at).words:
            if word.asks and end > reach and True not in self.text.spaced[at + 1 : end]:
                return True
        return False

    def is_blocked(self, at: int, end: int) -> bool:
        """Whether letters at:end belong to something longer: a mask, a place, or a word that is no number or
        unit."""
        return self.at(at).blocked_to > end or self.masked_to(at) >= end

    def runs_into_unknown(self, at: int) -> bool:
        """Whether letters stand here, without a space before them, that no word begins with."""
        text = self.text
        if text.spaced[at] or self.at(at).words or not is_letter(text.chars[at]):
            return False
        return not self.masked_to(at)

    def crosses_space(self, start: int, end: int, word: Word) -> bool:
        """Whether the text has a space inside the word where the word itself has none (대 신림역 is no
        대신)."""
        spaced = self.text.spaced
        return any(spaced[at] and at - start not in word.gaps for at in range(start + 1, end))

    def gives_way(self, start: int, end: int, word: Word) -> bool:
        """Whether the word has a space inside that it is not written with, and behind that space begins what
        reaches further, what stands right before a number, or one in words (년 도보로 is no 년도, 입주 한 5년
        no 입주한, 예산 이천 no 예산이)."""
        return True in self.text.spaced[start + 1 : end] and self._is_split(start, end, word.gaps, ahead=True)

    def is_cut(self, start: int, end: int, word: Word) -> bool:
        """Whether spaces inside the word speak against it: it gives way, or the letters behind
        it belong to it."""
        if True not in self.text.spaced[start + 1 : end]:
            return False
        cut = self.crosses_space(start, end, word) and not self._ends_word(end)
        return cut or self._is_split(start, end, word.gaps, ahead=True)

    def _ends_word(self, at: int, particles: int = _PARTICLES) -> bool:
        """Whether a word ends before this letter, but for a few particles and a longer word glued to it. One
        that the writer split ends so (신 축으로, 대 단지아파트), letters of two do not (10억대 신사)."""
        if self.text.spaced[at] or not is_letter(self.text.chars[at]):
            return True
        return any(
            (word.particle and particles > 0 and self._ends_word(end, particles - 1))
            or (word.is_token and end - at > 1)
            for end, word in self.at(at).words
        )

    def is_overrun(self, start: int, end: int) -> bool:
        """Whether a word that begins inside letters start:end reaches further: any behind a space that they
        are not written with, else a disputed word (강남 역세권 and 강남역세권 are no 강남역)."""
        spaced = self.text.spaced
        return any(
            stop > end and (word.terms or (spaced[at] and word.is_token))
            for at in range(start + 1, end)
            for stop, word in self.at(at).words
        )

    def _is_split(self, start: int, end: int, gaps: Collection[int] = (), *, ahead: bool = False) -> bool:
        spaced = self.text.spaced
        for at in range(start + 1, end):
            if not spaced[at] or at - start in gaps:
                continue
            if self._places.end_at(self, at) > end or self.counts(at):
                return True
            for stop, word in self.at(at).words:
                if word.is_token and (
                    stop > end or (ahead and stop == end and word.before and end in self.text.numbers)
                ):
                    return True
        return False

    def counts(self, at: int) -> bool:
        """Whether a digit in words begins here that multiplies or counts something (이천, 이 억)."""
        digit = self.at(at).digit
        if digit is None:
            return False
        behind = self.at(digit[0])
        return bool(behind.times or behind.units)

    def word_at(self, at: int) -> Found | None:
        """The longest word that begins here, but for one that its spaces speak against."""
        for end, word in self.at(at).words:
            if word.is_token and not self.is_cut(at, end, word):
                return end, word
        return None

    def starts_word(self, at: int) -> bool:
        """Whether a letter begins here that nothing joins to the letters before it."""
        return self.text.spaced[at] or not is_letter(self.text.chars[at - 1])
