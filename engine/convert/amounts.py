"""Amounts: a number with its units, on every scale that spells it so (9억 5천만원, 30평, 1시간 30분)."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from engine.convert.numerals import Number, numbers_at
from engine.convert.scanner import Scanner
from engine.convert.tables import Scale
from engine.convert.word import Word


class OnScale(NamedTuple):
    """An amount read on one scale, in its tables' unit, up to letter `end`. `factor` is its first unit and
    `times` the multiplier before it (6천만: 1000); `reach` is where a word behind it ends that belongs to the
    amount (90년대); `century` says that a word tells a year of two digits."""

    scale: int
    low: Decimal
    high: Decimal
    end: int
    factor: Decimal
    reach: int
    century: bool = False


class Amount(NamedTuple):
    """Letters start:end. Without a unit `readings` is empty; `counters` are the tables whose counter stands
    behind."""

    start: int
    end: int
    number: Number
    readings: tuple[OnScale, ...] = ()
    counters: frozenset[int] = frozenset()


def amount_at(scanner: Scanner, start: int) -> Amount | None:
    """The amount that begins at this letter: the first reading of its number that has a unit, else the number
    alone.

    None when there is no number, or one in words that a sentence may hold without counting anything (이, 사).
    """
    alone: Amount | None = None
    for number in numbers_at(scanner, start):
        readings = _furthest(list(_readings(scanner, number)))
        if readings:
            return Amount(start=start, end=readings[0].end, number=number, readings=readings)
        counter = scanner.at(number.end).counter
        if counter is not None and not scanner.is_blocked(number.end, counter[0]):
            return Amount(start=start, end=counter[0], number=number, counters=frozenset(counter[1].counters))
        if (number.counts_alone or number.native) and (
            alone is None or _ends_in_particle(scanner, number, alone)
        ):
            alone = Amount(start=start, end=number.end, number=number)
    return alone


def is_unmade(scanner: Scanner, amount: Amount) -> bool:
    """Whether letters that nothing knows stand right behind the amount."""
    return scanner.runs_into_unknown(amount.end)


def _ends_in_particle(scanner: Scanner, shorter: Number, longer: Amount) -> bool:
    """Whether what the longer number has more is a particle rather than its last digit (오천이)."""
    found = scanner.at(shorter.end).particle
    return longer.number.in_words and found is not None and found[0] >= longer.end


def _readings(scanner: Scanner, number: Number) -> Iterator[OnScale]:
    """The number with the units behind it, once for each scale."""
    for scale in sorted(scanner.at(number.end).units):
        unit = _unit(scanner, number.end, scale)
        if unit is not None:
            yield _with_units(scanner, number, unit, scanner.book.scales[scale])


def numeral_amount_at(scanner: Scanner, start: int) -> Amount | None:
    """An amount whose number is a table's own numeral, which counts with a unit of that table only (투룸)."""
    readings = _furthest(list(_own_numeral(scanner, start)))
    if not readings:
        return None
    low = readings[0].low
    number = Number(start=start, end=start, low=low, high=low, in_words=True)
    return Amount(start=start, end=readings[0].end, number=number, readings=readings)


def _own_numeral(scanner: Scanner, start: int) -> Iterator[OnScale]:
    for _, number, unit, scale in _own_units(scanner, start):
        yield _with_units(scanner, number, unit, scanner.book.scales[scale])


def _own_units(scanner: Scanner, start: int) -> Iterator[tuple[int, Number, tuple[int, Word], int]]:
    """Every table's own numeral that begins here before a unit of its scale, with the letter behind that
    unit."""
    for end, word in scanner.at(start).words:
        for scale, value in word.numerals.items():
            unit = _plain_unit(scanner, end, scale)
            if unit is not None:
                number = Number(start=start, end=end, low=Decimal(value), high=Decimal(value), in_words=True)
                yield unit[0], number, unit, scale


def _plain_unit(scanner: Scanner, at: int, scale: int) -> tuple[int, Word] | None:
    """The longest unit of the scale that begins here and is no part of a mask or of the name of a place."""
    unit = scanner.at(at).units.get(scale)
    return None if unit is None or scanner.masked_to(at) >= unit[0] else unit


def _unit(scanner: Scanner, at: int, scale: int) -> tuple[int, Word] | None:
    """The unit that begins here, unless another amount does: the 원 of 5천 원, but not that of 5천 원룸."""
    unit = _plain_unit(scanner, at, scale)
    if unit is None or not scanner.at(at).own:
        return unit
    return None if any(end > unit[0] for end, _, _, _ in _own_units(scanner, at)) else unit


def _furthest(readings: list[OnScale]) -> tuple[OnScale, ...]:
    """The readings that reach furthest, the word behind included; of those a year of two digits wins."""
    if not readings:
        return ()
    furthest = max((reading.reach, reading.century) for reading in readings)
    return tuple(reading for reading in readings if (reading.reach, reading.century) == furthest)


def _with_units(scanner: Scanner, number: Number, unit: tuple[int, Word], scale: Scale) -> OnScale:
    """All segments of an amount: units fall from left to right, a tail may end it."""
    at, word = unit
    first = last = word.units[scale.index]
    low, high = number.low * first, number.high * first
    while True:
        at = _bare_units(scanner, at, scale.index)
        segment = _segment(scanner, at, scale, word, last)
        if segment is None:
            break
        at, value, found = segment
        low += value
        high += value
        if found is None:
            break
        word, last = found, found.units[scale.index]
    century = _century_end(scanner, number, at, scale)
    reach = max(at, century, _band_end(scanner, at, scale))
    return OnScale(
        scale=scale.index, low=low, high=high, end=at, factor=first, reach=reach, century=century > 0
    )


def _bare_units(scanner: Scanner, at: int, scale: int) -> int:
    """Past units without a number of their own: the 원 of 만원. After a space it must be a whole word
    (5억 원하는, 6억 조금 넘는)."""
    while (unit := _unit(scanner, at, scale)) is not None:
        if scanner.text.spaced[at] and (
            scanner.runs_into_unknown(unit[0]) or scanner.at(at).words[0][0] > unit[0]
        ):
            break
        at = unit[0]
    return at


def _segment(
    scanner: Scanner, at: int, scale: Scale, unit: Word, last: Decimal
) -> tuple[int, Decimal, Word | None] | None:
    """The next number of an amount: its end, its value and its unit, None for a tail."""
    if at not in scanner.text.numbers and not scanner.at(at).has_numeral:
        return None
    for number in numbers_at(scanner, at):
        if number.overflow or number.low != number.high or scanner.is_blocked(at, number.end):
            continue
        found = _unit(scanner, number.end, scale.index)
        if found is not None:
            factor = found[1].units[scale.index]
            if factor < last and number.low * factor < last:
                return found[0], number.low * factor, found[1]
            return None
        tail = _tail(scanner, number, scale, unit, last)
        if tail is not None:
            return number.end, tail, None
    return None


def _tail(scanner: Scanner, number: Number, scale: Scale, unit: Word, last: Decimal) -> Decimal | None:
    """What digits without a unit are worth right behind a unit: 9억5, 9억 500."""
    spec = scale.tails.get(unit.text)
    if spec is None or number.native or not number.counts_alone or number.low % 1:
        return None
    if _has_other_unit(scanner, number.end, scale.index) or _opens_range(scanner, number.end, scale.index):
        return None
    value = number.low * (spec.one_digit if number.digits == 1 else spec.more_digits)
    return value if value < last else None


def _has_other_unit(scanner: Scanner, at: int, scale: int) -> bool:
    return any((word.units and scale not in word.units) or word.counters for _, word in scanner.at(at).words)


def _opens_range(scanner: Scanner, at: int, scale: int) -> bool:
    """Whether the number is the left end of a range or a list on another scale: 5억 2~30평, 5억 3,40평."""
    join = next((end for end, word in scanner.at(at).words if word.joins_amounts), None)
    if join is None:
        return False
    return any(_has_other_unit(scanner, number.end, scale) for number in numbers_at(scanner, join))


def _century_end(scanner: Scanner, number: Number, at: int, scale: Scale) -> int:
    """Where a word ends that makes a number of two digits a year, or 0."""
    tables = [table for table in scale.tables if table.century is not None]
    if not tables or number.in_words or number.digits != 2:
        return 0
    for start in (number.end, at):
        for end, word in scanner.at(start).words:
            if any(table.index in word.centuries for table in tables):
                return end
    return at if number.leading_zero else 0


def _band_end(scanner: Scanner, at: int, scale: Scale) -> int:
    for end, word in scanner.at(at).words:
        if any(word.after.get(table.index) == "band" or table.index in word.parts for table in scale.tables):
            return end
    return 0
