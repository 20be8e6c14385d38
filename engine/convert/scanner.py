"""One text under one rulebook: which words and names of places stand where, each place looked at once."""

from collections.abc import Callable, Collection, Iterable

from engine.convert.normal import NormalText
from engine.convert.spelling import is_letter
from engine.convert.tables import Rulebook
from engine.convert.word import Word

Found = tuple[int, Word]


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
        self.point = found if word.point else self.point
        self.counter = found if word.counters else self.counter
        self.particle = found if word.particle else self.particle
        self.mask_to = end if word.mask else self.mask_to
        self.blocked_to = end if word.blocks else self.blocked_to


_NOTHING = Spot([])


class PlaceNames:
    """Names of places as plain words. A name that ends like a place counts anywhere; another one only before
    a word that may follow a place, and one that is an ordinary word too (이천) only before a word such as
    근처."""

    def __init__(
        self,
        names: frozenset[str],
        suffixes: Iterable[str],
        ordinary: Iterable[str],
        compare: Callable[[str], str],
    ) -> None:
        self._names = frozenset(found for name in names if (found := compare(name)))
        lengths: dict[str, set[int]] = {}
        for name in self._names:
            lengths.setdefault(name[:2], set()).add(len(name))
        self._lengths = {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}
        self._suffixes = tuple(map(compare, suffixes))
        self._ordinary = frozenset(map(compare, ordinary))

    def end_at(self, scanner: "Scanner", start: int) -> int:
        """Where the longest name that begins here ends, or 0."""
        chars = scanner.text.chars
        for length in self._lengths.get(chars[start : start + 2], ()):
            end = start + length
            name = chars[start:end]
            if len(name) == length and name in self._names and self._is_meant(name, scanner.at(end)):
                return end
        return 0

    def _is_meant(self, name: str, behind: Spot) -> bool:
        if name.endswith(self._suffixes):
            return True
        ordinary = name in self._ordinary
        return any(word.near_place or (word.follows_place and not ordinary) for _, word in behind.words)


class Scanner:
    """What stands at each letter, remembered; `steps` counts the letters that were walked over."""

    def __init__(self, text: NormalText, book: Rulebook, places: PlaceNames) -> None:
        self.text = text
        self.book = book
        self.steps = 0
        self._places = places
        self._spots: dict[int, Spot] = {len(text): _NOTHING}
        self._masks: dict[int, int] = {len(text): 0}

    def at(self, at: int) -> Spot:
        """What begins at this letter."""
        spot = self._spots.get(at)
        if spot is None:
            found, walked = self.book.tree.walk(self.text, at)
            self.steps += walked
            spot = self._spots[at] = Spot(found) if found else _NOTHING
        return spot

    def masked_to(self, at: int) -> int:
        """Where the longest mask or name of a place that begins here ends, or 0."""
        end = self._masks.get(at)
        if end is None:
            mask_end = self._mask_end(at) if self.at(at).mask_to else 0
            end = self._masks[at] = max(self._places.end_at(self, at), mask_end)
        return end

    def _mask_end(self, at: int) -> int:
        """Where the longest mask that begins here ends, or 0. Behind a space that it is not written with,
        what reaches further is meant: 5개 월세 is no 5개월."""
        for end, word in self.at(at).words:
            if word.mask and not self._is_split(at, end, word.gaps):
                return end
        return 0

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
        """Whether spaces inside the word speak against it: it gives way, or unknown letters follow."""
        if True not in self.text.spaced[start + 1 : end]:
            return False
        cut = self.runs_into_unknown(end) and self.crosses_space(start, end, word)
        return cut or self._is_split(start, end, word.gaps, ahead=True)

    def _is_split(self, start: int, end: int, gaps: Collection[int] = (), *, ahead: bool = False) -> bool:
        spaced = self.text.spaced
        for at in range(start + 1, end):
            if not spaced[at] or at - start in gaps:
                continue
            if self._places.end_at(self, at) > end or self._counts(at):
                return True
            for stop, word in self.at(at).words:
                if word.is_token and (
                    stop > end or (ahead and stop == end and word.before and end in self.text.numbers)
                ):
                    return True
        return False

    def _counts(self, at: int) -> bool:
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
