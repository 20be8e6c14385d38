"""Figures of a text: every number with what it counts, by the units and numerals of the pack's conversions.

A figure compares by value, not by how it is spelt: 14억 5,000만원 is 14.5억, 1.2 km is 1,200 m.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from engine.answer.units import by_first, home_words, is_money, scales_of, unit_words
from engine.config.base import Span
from engine.config.revision import Revision, once_per_revision
from engine.convert.amounts import Amount, amount_at, numeral_amount_at
from engine.convert.compile import rulebook
from engine.convert.normal import NormalText
from engine.convert.scanner import PlaceNames, Scanner
from engine.convert.spelling import is_latin, is_letter
from engine.places.jamo import is_syllable

_LIST_MARK = re.compile(r"^\s*(?:[-*+]\s+)?(?:\*\*)?\d{1,3}[.)](?:\*\*)?(?=\s)")
_JOINS = frozenset("~-")
_TEXTS_KEPT = 4_096
_BEFORE_AT_MOST = 3
"""Letters of a unit that stands before its number (₩, KRW)."""

Measure = tuple[int, Decimal]
"""A scale of the conversions, and an amount in its unit."""


class Band(NamedTuple):
    """What an amount said as a band reaches over (30평대), in the unit of its scale."""

    scale: int
    low: Decimal
    high: Decimal


@dataclass(frozen=True, slots=True)
class Figure:
    """A number at start:end of the text, up to the end of its unit.

    `measures` are its readings with a unit, `word` what it counts otherwise ("" for nothing known); `plain`
    says that the number itself stands for the value, not for millions of it. `number` is None for digits
    that make no number.
    """

    start: int
    end: int
    number: Decimal | None
    measures: frozenset[Measure] = frozenset()
    word: str = ""
    plain: bool = True


class _Read(NamedTuple):
    """A figure with the letters start:end that it was read from."""

    figure: Figure
    start: int
    end: int


class FigureReader:
    """Reads the figures of texts by one revision."""

    def __init__(self, revision: Revision) -> None:
        self._book = rulebook(revision)
        self._places = PlaceNames(frozenset(), (), (), (), str)
        self._homes = frozenset(map(str.lower, home_words(revision)))
        counters = (word for table in revision.conversions.values() for word in table.counters)
        self._of_homes = self._homes | {*map(str.lower, counters)}
        self._of_values = frozenset(map(str.lower, unit_words(revision))) - self._of_homes
        self._words = by_first(self._of_homes | self._of_values | {*revision.language.answers.times})
        self._counting = scales_of(revision, lambda spec: spec.type == "count")
        self._continuous = scales_of(revision, lambda spec: spec.continuous)
        self._money = scales_of(revision, lambda spec: is_money(spec, revision))
        self.worded: Callable[[str], list[Figure]] = lru_cache(maxsize=_TEXTS_KEPT)(self.read)
        """`read` for the texts of facts, of which the same ones come again and again."""

    def may_count(self, figure: Figure, *, beside_home: bool) -> bool:
        """Whether the figure may say how many homes there are; beside a home's name an amount is its own."""
        if figure.measures:
            return not beside_home and any(scale in self._counting for scale, _ in figure.measures)
        return not figure.word or figure.word in self._of_homes

    def counts_homes(self, figure: Figure) -> bool:
        """Whether the figure says how many homes, or stands alone."""
        return not figure.measures and (not figure.word or figure.word in self._homes)

    def is_of_value(self, figure: Figure) -> bool:
        """Whether the figure counts what a home may have; not people, lines or numbers of a street."""
        return bool(figure.measures) or not figure.word or figure.word in self._of_values | self._of_homes

    def may_rank(self, figure: Figure) -> bool:
        """Whether the figure may say where a home stands among the results."""
        is_word = not figure.word or figure.word.isalpha()
        return not figure.measures and is_word and figure.word not in self._of_values | self._of_homes

    def is_near(self, figure: Figure, measures: Collection[Measure]) -> bool:
        """Whether one of the measures begins with the figure's whole number: 84㎡ for 84.87㎡, as conditions
        count it."""
        return any(
            scale in self._continuous
            and value == value.to_integral_value()
            and any(scale == other and value <= exact < value + 1 for other, exact in measures)
            for scale, value in figure.measures
        )

    def in_band(self, band: Band, value: Decimal) -> bool:
        """Whether the value lies in the band; on a scale of values in between up to the next whole one."""
        end = band.high + 1 if band.scale in self._continuous else band.high
        return band.low <= value <= band.high or band.low <= value < end

    def money(self, figure: Figure) -> frozenset[Decimal]:
        """The amounts of money that the figure may be, in the conversions' unit."""
        return frozenset(value for scale, value in figure.measures if scale in self._money)

    def read(self, text: str) -> list[Figure]:
        """The figures from left to right; the number of a list item is none."""
        return self.figures(self.scan(text))

    def scan(self, text: str) -> Scanner:
        """The text as the conversions read it, without the number of a list item."""
        listed = _LIST_MARK.match(text)
        if listed:
            text = " " * listed.end() + text[listed.end() :]
        return Scanner(NormalText(text, self._book.spellings), self._book, self._places)

    def figures(self, scanner: Scanner) -> list[Figure]:
        """The figures of a text from left to right."""
        return _joined(list(self._figures(scanner)), scanner.text.chars)

    def _figures(self, scanner: Scanner) -> Iterator[_Read]:
        at, past, length, numbers = 0, 0, len(scanner.text), scanner.text.numbers
        while at < length:
            found: tuple[Figure, int] | None = None
            if at in numbers:
                found = self._in_digits(scanner, at, past)
            elif scanner.starts_word(at) and scanner.at(at).has_numeral:
                found = self._in_words(scanner, at)
            if found is None:
                at += 1
                continue
            yield _Read(found[0], at, found[1])
            at = past = found[1]

    def _in_digits(self, scanner: Scanner, at: int, past: int) -> tuple[Figure, int]:
        """The figure whose digits begin here; the one before it ends at `past`."""
        literal = scanner.text.numbers[at]
        amount = amount_at(scanner, at) if literal.value is not None else None
        if amount is not None and self._begins_a_word(scanner, amount):
            amount = amount._replace(readings=(), end=amount.number.end)
        if amount is None or amount.number.overflow:
            end = max(literal.end, amount.end if amount else 0)
            return self._figure(scanner, at, end, None), end
        if not amount.readings and (unit := _unit_before(scanner, past, at)):
            measures = frozenset((scale, amount.number.low * size) for scale, size in unit)
            figure = self._figure(scanner, at, amount.end, amount.number.low, measures, plain=False)
            return figure, amount.end
        return self._counted(scanner, at, amount)

    def _begins_a_word(self, scanner: Scanner, amount: Amount) -> bool:
        """Whether what looks like a unit of one syllable behind a space only begins another word: with it the
        amount is more than any table accepts (50 조건)."""
        at, text = amount.number.end, scanner.text
        is_one = amount.end - at == 1 and text.spaced[at] and is_syllable(text.chars[at])
        return bool(amount.readings) and is_one and not self._is_accepted(amount)

    def _is_accepted(self, amount: Amount) -> bool:
        return any(
            not (table.accepts and _is_above(reading.low, table.accepts))
            for reading in amount.readings
            for table in self._book.scales[reading.scale].tables
        )

    def _in_words(self, scanner: Scanner, at: int) -> tuple[Figure, int] | None:
        """An amount whose number begins with the word that begins here. In a sentence many words are numerals
        too (이, 한), so one counts only with its unit, and a digit only when that is written to it."""
        amount = (numeral_amount_at(scanner, at) if scanner.at(at).own else None) or amount_at(scanner, at)
        if amount is None:
            return None
        number, text = amount.number, scanner.text
        figure, end = self._counted(scanner, at, amount)
        is_latin_count = number.native and is_latin(text.chars[at]) and number.low > 1
        if not (figure.measures or figure.word or is_latin_count):
            return None
        is_digit = not (number.native or number.has_times) and number.end - at == 1
        if (number.native and number.low == 1) or not self._is_sized(amount):
            return None
        if is_digit and (text.spaced[number.end] or not _ends_word(scanner, end)):
            return None
        if not is_latin_count and scanner.runs_into_unknown(end):
            return None
        return figure, end

    def _is_sized(self, amount: Amount) -> bool:
        """Whether an amount in words is at least one of a unit, and one of two letters no more than a table
        of it accepts: 사원 is no 4원, 구조 no 9조."""
        is_short = amount.end - amount.start <= 2
        return not amount.readings or any(
            reading.low >= 1 and not (is_short and table.accepts and _is_above(reading.low, table.accepts))
            for reading in amount.readings
            for table in self._book.scales[reading.scale].tables
        )

    def _counted(self, scanner: Scanner, at: int, amount: Amount) -> tuple[Figure, int]:
        number = amount.number
        if amount.readings:
            ends = {
                (reading.scale, value) for reading in amount.readings for value in (reading.low, reading.high)
            }
            plain = any(reading.factor == 1 and reading.low == number.low for reading in amount.readings)
            value = number.low if number.low == number.high else None
            return self._figure(scanner, at, amount.end, value, frozenset(ends), plain=plain), amount.end
        word, end = self._word(scanner, amount)
        value = number.low if number.low == number.high else None
        return self._figure(scanner, at, end, value, word=word), end

    def _word(self, scanner: Scanner, amount: Amount) -> tuple[str, int]:
        """The word behind a number that has no unit of a conversion, and where it ends."""
        at, chars = amount.number.end, scanner.text.chars
        for word in self._words.get(chars[at : at + 1], ()):
            end = at + len(word)
            is_cut = is_latin(word[-1]) and not scanner.text.spaced[min(end, len(chars))]
            if chars.startswith(word, at) and not (is_cut and is_letter(chars[end])):
                return word, end
        if amount.end > at:
            return chars[at : amount.end], amount.end
        masked = scanner.masked_to(amount.start)
        if masked > at and not any(map(str.isdigit, chars[at:masked])):
            return chars[at:masked], masked
        return "", at

    def _figure(
        self,
        scanner: Scanner,
        start: int,
        end: int,
        number: Decimal | None,
        measures: frozenset[Measure] = frozenset(),
        *,
        word: str = "",
        plain: bool = True,
    ) -> Figure:
        text = scanner.text
        return Figure(text.begins[start], text.ends[end - 1], number, measures, word, plain)


def _joined(found: list[_Read], chars: str) -> list[Figure]:
    """The figures, the left end of a range with what its right end counts (8~15억, 6~7월)."""
    figures = [read.figure for read in found]
    for at in range(len(found) - 2, -1, -1):
        one, other = figures[at], figures[at + 1]
        if one.measures or one.word or one.number is None or not other.number:
            continue
        if chars[found[at].end : found[at + 1].start] in _JOINS:
            sizes = {(scale, value / other.number) for scale, value in other.measures}
            measures = frozenset((scale, one.number * size) for scale, size in sizes)
            figures[at] = replace(one, measures=measures, word=other.word, plain=other.plain)
    return figures


def _is_above(amount: Decimal, accepts: Span) -> bool:
    return accepts.high is not None and amount > accepts.high


def _ends_word(scanner: Scanner, at: int) -> bool:
    """Whether a word ends before this letter, but for a particle."""
    text = scanner.text
    return text.spaced[at] or not is_letter(text.chars[at]) or scanner.at(at).particle is not None


def _unit_before(scanner: Scanner, past: int, at: int) -> list[tuple[int, Decimal]]:
    """What a unit of an amount counts on each scale that stands right before its number (₩, KRW)."""
    for start in range(max(past, at - _BEFORE_AT_MOST), at):
        if not scanner.starts_word(start):
            continue
        for end, word in scanner.at(start).words:
            if end == at and word.units:
                return list(word.units.items())
    return []


@once_per_revision
def figure_reader(revision: Revision) -> FigureReader:
    """The reader of a revision, made once and kept as long as it."""
    return FigureReader(revision)
