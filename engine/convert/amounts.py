"""Amounts: a number with its units, on every scale that spells it so (9억 5천만원, 30평, 1시간 30분)."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from engine.convert.numerals import Number, numbers_at
from engine.convert.scanner import Scanner
from engine.convert.slots import parted
from engine.convert.spelling import is_letter
from engine.convert.tables import Scale
from engine.convert.word import Word

_NOTHING = Decimal(0)


class OnScale(NamedTuple):
    """An amount read on one scale, in its tables' unit, up to letter `end`. `factor` is its first unit and
    `times` the multiplier before it (6천만: 1000); `reach` is where a word behind it ends that belongs to the
    amount (90년대); `century` says that a word tells a year of two digits. `more` is what its tail may count
    beyond that, or below zero less (9억5: 9억 5만)."""

    scale: int
    low: Decimal
    high: Decimal
    end: int
    factor: Decimal
    reach: int
    century: bool = False
    more: Decimal = _NOTHING


class Amount(NamedTuple):
    """Letters start:end. Without a unit `readings` is empty; `counters` are the tables whose counter stands
    behind."""

    start: int
    end: int
    number: Number
    readings: tuple[OnScale, ...] = ()
    counters: frozenset[int] = frozenset()


def amount_at(scanner: Scanner, start: int, slot: frozenset[int] = frozenset()) -> Amount | None:
    """The amount that begins at this letter: the first reading of its number that has a unit, else the number
    alone; `slot` are the scales of the label before it.

    None when there is no number, or one in words that a sentence may hold without counting anything (이, 사).
    """
    if start not in scanner.amounts:
        scanner.amounts[start] = _whole_at(scanner, start)
    whole, numbers = scanner.amounts[start]
    apart = parted(scanner, numbers, slot) if whole is not None and whole.readings else None
    return whole if apart is None else Amount(start=start, end=apart.end, number=apart)


def _whole_at(scanner: Scanner, start: int) -> tuple[Amount | None, list[Number]]:
    """The amount that begins at this letter whatever label stands before it, and the readings of its number
    from the one that was taken on."""
    alone: Amount | None = None
    numbers = numbers_at(scanner, start)
    for at, number in enumerate(numbers):
        readings = _furthest(_readings(scanner, number))
        if readings:
            return Amount(start, readings[0].end, number, readings), numbers[at:]
        counter = scanner.at(number.end).counter
        if counter is not None and not scanner.is_blocked(number.end, counter[0]):
            counted = frozenset(counter[1].counters)
            return Amount(start=start, end=counter[0], number=number, counters=counted), numbers
        if (number.counts_alone or number.native) and (
            alone is None or _leaves_word(scanner, number, alone.number)
        ):
            alone = Amount(start=start, end=number.end, number=number)
    return alone, numbers


def is_unmade(scanner: Scanner, amount: Amount) -> bool:
    """Whether letters that nothing knows stand right behind the amount."""
    return scanner.runs_into_unknown(amount.end)


def _leaves_word(scanner: Scanner, shorter: Number, longer: Number) -> bool:
    """Whether what the longer number has more is no last digit: a particle (오천이), or what a word behind a
    space begins with (2천 구로)."""
    found = scanner.at(shorter.end).particle
    is_particle = found is not None and found[0] >= longer.end
    return longer.in_words and (is_particle or scanner.text.spaced[shorter.end])


def _readings(scanner: Scanner, number: Number) -> list[OnScale]:
    """The number with the units behind it, once for each scale."""
    found: list[OnScale] = []
    for scale in sorted(scanner.at(number.end).units):
        unit = _unit(scanner, number.end, scale)
        if unit is not None:
            found.append(_with_units(scanner, number, unit, scanner.book.scales[scale]))
    return found


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
    """The longest unit of the scale that begins here and is no part of a mask or of the name of a place; a
    name with a space behind the unit is none (5만원 대역), and one that a request goes on from neither
    (1000에 50원해요)."""
    spot = scanner.at(at)
    unit = spot.units.get(scale)
    if unit is None or scanner.asks_from(at, unit[0]) or _is_other_word(scanner, at, unit[0]):
        return None
    if scanner.masked_to(at) >= unit[0]:
        cut = scanner.text.attached(at) and scanner.text.spaced[unit[0]] and spot.mask_to < unit[0]
        if not cut:
            return None
    if unit[0] - at < 2:
        return unit
    if scanner.gives_way(at, *unit):
        shorter = ((end, word) for end, word in spot.words if end < unit[0] and scale in word.units)
        return next((found for found in shorter if not scanner.gives_way(at, *found)), None)
    return None if _holds_label(scanner, at, unit[0]) else unit


def _is_other_word(scanner: Scanner, at: int, end: int) -> bool:
    """Whether, behind a space, the letters of a unit begin a longer word that is a wish by itself
    (월세 50 조용한)."""
    if not scanner.text.spaced[at]:
        return False
    return any(word.wish and reach > end for reach, word in scanner.at(at).words)


def _holds_label(scanner: Scanner, at: int, end: int) -> bool:
    """Whether a shorter unit stands here and behind it the label of a number (30평방 3개 is no 평방)."""
    for stop, unit in scanner.at(at).words:
        if not unit.units or stop >= end:
            continue
        for reach, label in scanner.at(stop).words:
            if label.labels and reach >= end and _counts(scanner, reach):
                return True
    return False


def _counts(scanner: Scanner, at: int) -> bool:
    """Whether a number in digits without a unit begins here, or a numeral before a counter (세 개)."""
    number, native = scanner.text.numbers.get(at), scanner.at(at).native
    if number is not None:
        return not scanner.at(number.end).units
    return native is not None and scanner.at(native[0]).counter is not None


def _unit(scanner: Scanner, at: int, scale: int) -> tuple[int, Word] | None:
    """The unit that begins here, unless another amount does: the 원 of 5천 원, but not that of 5천 원룸."""
    unit = _plain_unit(scanner, at, scale)
    if unit is None or not scanner.at(at).own:
        return unit
    return None if any(end > unit[0] for end, _, _, _ in _own_units(scanner, at)) else unit


def _furthest(readings: list[OnScale]) -> tuple[OnScale, ...]:
    """The readings that reach furthest, the word behind included; of those a year of two digits wins."""
    if len(readings) < 2:
        return tuple(readings)
    furthest = max((reading.reach, reading.century) for reading in readings)
    return tuple(reading for reading in readings if (reading.reach, reading.century) == furthest)


def _with_units(scanner: Scanner, number: Number, unit: tuple[int, Word], scale: Scale) -> OnScale:
    """All segments of an amount: units fall from left to right, a tail may end it."""
    at, word = unit
    first = last = word.units[scale.index]
    low, high, more = number.low * first, number.high * first, _NOTHING
    while True:
        at = _bare_units(scanner, at, scale.index)
        segment = _segment(scanner, at, scale, word, last) or _half(scanner, at, last)
        if segment is None:
            break
        at, value, found, more = segment
        low += value
        high += value
        if found is None:
            break
        word, last = found, found.units[scale.index]
    century = _century_end(scanner, number, at, scale)
    reach = max(at, century, _band_end(scanner, at, scale))
    return OnScale(scale.index, low, high, at, first, reach, century > 0, more)


def _bare_units(scanner: Scanner, at: int, scale: int) -> int:
    """Past units without a number of their own: the 원 of 만원. After a space it must be a whole word
    (5억 원하는, 6억 조금 넘는)."""
    while scale in scanner.at(at).units and (unit := _unit(scanner, at, scale)) is not None:
        if scanner.text.spaced[at] and (
            scanner.runs_into_unknown(unit[0]) or scanner.at(at).words[0][0] > unit[0]
        ):
            break
        at = unit[0]
    return at


def _segment(
    scanner: Scanner, at: int, scale: Scale, unit: Word, last: Decimal
) -> tuple[int, Decimal, Word | None, Decimal] | None:
    """The next number of an amount: its end, its value, its unit (None for a tail), and what a tail may count
    beyond that value."""
    if at not in scanner.text.numbers and not scanner.at(at).has_numeral:
        return None
    ended: tuple[Number, tuple[int, Decimal, Word | None, Decimal]] | None = None
    for number in numbers_at(scanner, at):
        if number.overflow or number.low != number.high or scanner.is_blocked(at, number.end):
            continue
        found = _unit(scanner, number.end, scale.index)
        if found is not None:
            factor = found[1].units[scale.index]
            if factor < last and number.low * factor < last:
                return found[0], number.low * factor, found[1], _NOTHING
            return None
        tail = _tail(scanner, number, scale, unit, last)
        if tail is not None and (ended is None or _leaves_word(scanner, number, ended[0])):
            ended = number, (number.end, tail, None, _more(number, scale, unit, last, tail))
    return ended[1] if ended else None


def _half(scanner: Scanner, at: int, last: Decimal) -> tuple[int, Decimal, None, Decimal] | None:
    """Half of the last unit, where that is whole (두 시간 반) and the word goes no further (2억 반월세)."""
    words = scanner.at(at).words
    end = 0
    for stop, word in words:
        if word.half:
            end = stop
            break
    if not end or last / 2 % 1 or scanner.masked_to(at):
        return None
    if words[0][0] > end and scanner.text.attached(end):
        return None
    spot = scanner.at(end)
    ends = scanner.text.spaced[end] or not is_letter(scanner.text.chars[end])
    if not ends and not any(
        (word.particle or word.after or word.joins) and not scanner.runs_into_unknown(stop)
        for stop, word in spot.words
    ):
        return None
    return end, last / 2, None, _NOTHING


def _tail(scanner: Scanner, number: Number, scale: Scale, unit: Word, last: Decimal) -> Decimal | None:
    """What digits without a unit are worth right behind a unit: 9억5, 9억 500."""
    spec = scale.tails.get(unit.text)
    if spec is None or number.native or not number.counts_alone or number.low % 1:
        return None
    if number.low in scanner.book.known and scanner.text.spaced[number.start]:
        return None  # 10억 59는 8억
    if _has_other_unit(scanner, number.end, scale.index) or _opens_range(scanner, number.end, scale.index):
        return None
    value = number.low * (spec.one_digit if number.digits == 1 else spec.more_digits)
    return value if value < last else None


def _more(number: Number, scale: Scale, unit: Word, last: Decimal, tail: Decimal) -> Decimal:
    """What a tail counts beyond `tail` in its other reading; 0 where it has none."""
    spec = scale.second_tails.get(unit.text)
    if spec is None:
        return _NOTHING
    times = {1: spec.one_digit, 2: spec.two_digits}.get(number.digits)
    value = number.low * times if times is not None else tail
    return value - tail if value < last else _NOTHING


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
    if number.in_words or number.digits != 2:
        return 0
    if not scale.centuries:
        return 0
    whole = [
        (end, word)
        for end, word in scanner.at(number.end).words
        if not scanner.gives_way(number.end, end, word)
    ]
    behind = scanner.word_at(at)
    for end, word in (*whole, *([behind] if behind else ())):
        if not scale.centuries.isdisjoint(word.centuries):
            return end
    return at if number.leading_zero else 0


def _band_end(scanner: Scanner, at: int, scale: Scale) -> int:
    found = scanner.word_at(at)
    if found is None:
        return 0
    end, word = found
    return end if word.bands and any(table.index in word.bands for table in scale.tables) else 0
