"""Which money slot is open where a number begins, and numbers in it that a space parts from what is counted
behind it (보증금 5천 20평대)."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING

from engine.convert.numerals import Number, numbers_at
from engine.convert.scanner import Scanner
from engine.convert.tables import Rulebook, Scale

if TYPE_CHECKING:
    from engine.convert.lexer import Token

_NONE: frozenset[int] = frozenset()
_TEN = Decimal(10)
_WORDS_BACK = 10  # how far before a number its label, or the amount it is joined to, may begin


def slot_before(tokens: "Sequence[Token]", book: Rulebook) -> frozenset[int]:
    """The scales on which a number without a unit counts at the end of these tokens: those of the label
    before it, or of the amount that a word joins it to (4억 ±2천); () where neither stands there."""
    joined = False
    for token in islice(reversed(tokens), _WORDS_BACK):
        word = token.word
        if word is None:
            if token.amount is None or not joined:
                return _NONE
            if token.amount.readings:
                return frozenset(reading.scale for reading in token.amount.readings)
            joined = False
            continue
        labels = word.labels & book.labelled
        if labels:
            return frozenset(book.tables[table].scale for table in labels)
        joined = joined or bool(word.joins)
        if not (word.particle or word.before or word.joins):
            return _NONE
    return _NONE


def parted(scanner: Scanner, numbers: Sequence[Number], slot: frozenset[int]) -> Number | None:
    """The number that ends at a space inside the first of `numbers`, where what stands behind it counts
    something else: units of other scales than the slot's, or more than any table of them accepts or than the
    number before the space comes to (8천 8억), and the rest is no round part of one number (5천 20평, but
    1천 500평)."""
    longest = numbers[0]
    spaced = scanner.text.spaced
    if True not in spaced[longest.start + 1 : longest.end]:
        return None
    shorter = next((n for n in numbers if n.end < longest.end and n.counts_alone and spaced[n.end]), None)
    shorter = shorter or _in_words(scanner, longest)
    if shorter is None:
        return None
    units = scanner.at(longest.end).units
    if slot and slot.isdisjoint(units):
        return shorter
    is_odd = _TEN * (longest.high - shorter.high) < shorter.times
    accepted = any(
        _accepts(scanner.book.scales[scale], longest) and shorter.high >= word.units[scale]
        for scale, (_, word) in units.items()
    )
    return shorter if is_odd and not accepted else None


def _in_words(scanner: Scanner, whole: Number) -> Number | None:
    """What stands before a space inside a number of two multipliers: the 구천 of 구천 이십."""
    for at in range(whole.start + 1, whole.end):
        if scanner.text.spaced[at]:
            rest = next((number for number in numbers_at(scanner, at) if number.end == whole.end), None)
            if rest is not None and rest.has_times:
                return whole._replace(end=at, low=whole.low - rest.low, high=whole.high - rest.high)
    return None


def _accepts(scale: Scale, number: Number) -> bool:
    spans = [table.accepts for table in scale.tables if table.choice is None]
    return any(
        span is None
        or ((span.low is None or number.low >= span.low) and (span.high is None or number.high <= span.high))
        for span in spans
    )
