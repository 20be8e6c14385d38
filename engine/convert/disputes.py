"""What else a phrase may mean: one range for each point in which its table's words are disputed."""

from collections.abc import Iterable, Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from engine.config.base import Quantity
from engine.convert.amounts import OnScale
from engine.convert.meaning import (
    Interval,
    Modifiers,
    around,
    band,
    interval,
    last_digit_width,
)
from engine.convert.phrases import Choice, Phrase
from engine.convert.result import Why
from engine.convert.tables import Table
from engine.convert.word import MeaningClass

Read = Interval | Why


def other_readings(phrase: Phrase, choice: Choice, said: Modifiers, meant: Interval) -> tuple[Interval, ...]:
    """The other readings of an amount by itself, none of them equal to `meant` or to another."""
    found = other_ends(phrase, choice, said)
    if choice.table.second.bare and meant.kind == "exact" and said.plain and not said.has("except"):
        found.append(Interval(None, meant.high, "bound"))  # 15억 for 15억 이하
    return distinct(found, meant) if found else ()


def other_ends(phrase: Phrase, choice: Choice, said: Modifiers) -> list[Read]:
    """The other readings of an amount, whether it stands by itself or is the end of a range."""
    table, reading = choice.table, phrase.reading_on(choice.table.scale)
    found: list[Read] = []
    if table.second.whole or (reading is not None and reading.more):
        for low, high in _amounts(phrase, table, reading):
            found.append(interval(table, low, high, said, labelled=choice.labelled))
    if said.classes or said.part is not None:
        for other in _words(phrase, table, said):
            found.append(interval(table, choice.low, choice.high, other, labelled=choice.labelled))
        width = table.second.band.width
        if width is not None and (said.part is not None or said.has("band")):
            found.extend(_bands(phrase, choice, said, reading, width))
        if table.second.bounded:
            found.extend(_bounded(choice, said))
    return found


def distinct(found: Iterable[Read], meant: Interval) -> tuple[Interval, ...]:
    """The readings that are ranges with ends of their own."""
    ends = {(meant.low, meant.high)}
    kept: list[Interval] = []
    for one in found:
        if isinstance(one, Interval) and (one.low, one.high) not in ends:
            ends.add((one.low, one.high))
            kept.append(one)
    return tuple(kept)


def without(said: Modifiers, *names: MeaningClass) -> Modifiers:
    """What is said when the words of these classes, and parts of a band, are not heard."""
    return Modifiers(tuple(name for name in said.classes if name not in names))


def _amounts(phrase: Phrase, table: Table, reading: OnScale | None) -> Iterator[tuple[Decimal, Decimal]]:
    """The amount with its tail counted otherwise (9억5), or rounded otherwise (1.5룸)."""
    if reading is not None and reading.more:
        yield reading.low + reading.more, reading.high + reading.more
    whole = table.second.whole
    if whole is None:
        return
    number, times = phrase.amount.number, phrase.multiplier
    low, high = (reading.low, reading.high) if reading else (number.low * times, number.high * times)
    if low % 1 or high % 1:
        low = low.to_integral_value(rounding=ROUND_CEILING if whole == "up" else ROUND_FLOOR)
        high = high.to_integral_value(rounding=ROUND_FLOOR if whole == "down" else ROUND_CEILING)
        if table.accepts is None or table.accepts.low is None or low >= table.accepts.low:
            yield low, high


def _words(phrase: Phrase, table: Table, said: Modifiers) -> Iterator[Modifiers]:
    """What is said when one of the words is of its other class, or its other part of a band."""
    at = table.index
    for word in (*phrase.before, *phrase.after):
        if at in word.second:
            own = word.after.get(at) or word.before.get(at)
            classes = (word.second[at] if name == own else name for name in said.classes)
            yield said._replace(classes=tuple(classes))
        if at in word.second_parts and said.part is not None:
            yield said._replace(part=word.second_parts[at])


def _bands(
    phrase: Phrase, choice: Choice, said: Modifiers, reading: OnScale | None, other_width: Quantity
) -> Iterator[Read]:
    """The band of another width that the amount lies in: 10억대 as 10억 alone, 34평대 as the thirties."""
    table, other = choice.table, choice.table.second.band
    number = phrase.amount.number.low
    if other.of != "every":
        is_round = reading is not None and choice.low == choice.high == number * reading.factor
        if not is_round or number not in other.of:
            return
    width = other_width.amount
    if other_width.unit == "%":
        own = table.band_width if table.band_width is not None else last_digit_width(choice.high)
        width = own * width / 100
    if width > table.step:
        low, high = choice.low - choice.low % width, choice.high - choice.high % width
        ends = band(table, low, high, said.part, width)
        yield interval(table, *ends, without(said, "band", "about"), labelled=choice.labelled)


def _bounded(choice: Choice, said: Modifiers) -> Iterator[Read]:
    """A bound whose band is not heard (5억대 이하), or whose approximation is (약 5억 이하)."""
    table = choice.table
    for name in table.second.bounded:
        if name in said.classes and said.bound is not None:
            ends = (choice.low, choice.high)
            low, high = around(table, *ends) if name == "about" else ends
            yield interval(table, low, high, without(said, name), labelled=choice.labelled)
