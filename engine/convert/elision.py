"""Units that are left out: 5~6억, 3,40평대, 8천~1억, 5억±5천, 20 초과 35 이하 평."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from engine.convert.amounts import OnScale
from engine.convert.phrases import Phrase
from engine.convert.tables import Rulebook
from engine.convert.word import BOUNDED, JoinClass, MeaningClass

_TEN = Decimal(10)
_ONE = Decimal(1)
_LISTS: frozenset[JoinClass] = frozenset({"between", "either"})
_UPPER: frozenset[MeaningClass] = frozenset({"at_most", "below"})
_LOWER: frozenset[MeaningClass] = BOUNDED - _UPPER


def complete(phrases: Sequence[Phrase], book: Rulebook) -> None:
    """Give amounts without a unit the unit of the neighbour they are joined to."""
    for phrase in phrases:
        _unit_behind(phrase, book)
    if len(phrases) < 2:
        return
    labels = _labels_of_lists(phrases)
    for at in range(len(phrases) - 2, -1, -1):
        left, right = phrases[at], phrases[at + 1]
        paired = at > 0 and (join := phrases[at - 1].joined) is not None and bool(join.pairs)
        if not _is_bare(left) or not _leans_right(left, right, paired=paired):
            continue
        if at > 0 and _ends_range(phrases[at - 1], left):
            continue  # 전용 59 이상 84 이하, 5억 미만
        apart = bool(labels[at]) and labels[at].isdisjoint(right.tables)
        if apart and left.joined and "between" not in left.joined.classes:
            continue  # 전용 59나 84, 12억
        if right.readings:
            _take(left, tuple(_from_right(left, right, reading, book) for reading in right.readings), book)
        elif not left.amount.number.has_times and left.amount.number.low < _TEN:
            left.multiplier = right.amount.number.times  # 8~9천
    for left, right in pairwise(phrases):
        if not (_is_bare(right) and left.readings):
            continue
        if _leans_left(left, right) or _ends_range(left, right) or _replaces_excluded(left, right):
            _take(right, tuple(_from_left(right, reading) for reading in left.readings), book)


def _is_bare(phrase: Phrase) -> bool:
    return not (phrase.readings or phrase.amount.counters or phrase.amount.number.overflow)


def _take(phrase: Phrase, readings: tuple[OnScale, ...], book: Rulebook) -> None:
    phrase.readings = readings
    phrase.tables = book.tables_of({reading.scale for reading in readings})


def _unit_behind(phrase: Phrase, book: Rulebook) -> None:
    """A unit that stands behind the words of a bare amount: 35 이하 평."""
    if not _is_bare(phrase):
        return
    for word in phrase.after:
        if word.units:
            number = phrase.amount.number
            readings = tuple(
                _reading(phrase, scale, number.low * factor, number.high * factor, factor)
                for scale, factor in word.units.items()
            )
            _take(phrase, readings, book)
            return


def _leans_right(left: Phrase, right: Phrase, *, paired: bool) -> bool:
    """Whether a bare amount takes the unit of the amount behind: joined to it, or both bounded one after the
    other and neither labelled nor `paired` with another amount (20 초과 35 이하 평)."""
    if any(word.labels and word.labels.isdisjoint(right.tables) for word in left.before):
        return False  # built after 2010, under 1 billion
    if left.joined is not None:
        return bool(left.joined.classes & {"between", "either"})
    if paired or not left.linked or any(word.labels for word in (*left.before, *left.after)):
        return False
    return _is_bounded(left) and _is_bounded(right)


def _labels_of_lists(phrases: Sequence[Phrase]) -> list[frozenset[int]]:
    """For each amount the tables of its label, or of the one that its list of bare amounts began with."""
    found: list[frozenset[int]] = []
    left: Phrase | None = None
    for phrase in phrases:
        own = frozenset(table for word in phrase.before for table in word.labels)
        listed = left is not None and left.joined is not None and bool(left.joined.classes & _LISTS)
        goes_on = left is not None and listed and _is_bare(left)
        found.append(own or (found[-1] if goes_on else frozenset()))
        left = phrase
    return found


def _is_bounded(phrase: Phrase, classes: frozenset[MeaningClass] = BOUNDED) -> bool:
    return any(not classes.isdisjoint(word.after.values()) for word in phrase.after)


def _ends_range(left: Phrase, right: Phrase) -> bool:
    """Whether a bare amount without a label is the upper bound of what the one before it bounds from below
    (30평 이상 40 이하)."""
    if not left.linked or left.joined is not None or any(word.labels for word in right.before):
        return False
    is_range = _is_bounded(left, _LOWER) and _is_bounded(right, _UPPER)
    return is_range and right.amount.number.low >= left.amount.number.low


def _replaces_excluded(left: Phrase, right: Phrase) -> bool:
    """Whether a bare amount of as many digits stands behind one that a word before it excludes: not 20 pyeong
    but 30."""
    if not left.linked or left.joined is not None or any(word.labels for word in right.before):
        return False
    excluded = any("except" in word.before.values() for word in left.before)
    return excluded and left.amount.number.digits == right.amount.number.digits > 0


def _leans_left(left: Phrase, right: Phrase) -> bool:
    if left.joined is None or right.opens_pair:
        return False
    classes = left.joined.classes
    number, other = right.amount.number, left.amount.number
    ascends = number.low > other.low and not number.in_words
    if left.joined.pairs and number.digits != other.digits:
        ascends = False  # 1억-50 is a pair, 10억-12 a range
    return bool(classes & {"plus_minus", "instead"}) or ("between" in classes and ascends)


def _from_right(left: Phrase, right: Phrase, reading: OnScale, book: Rulebook) -> OnScale:
    """The left amount in the right one's unit, and with its multiplier (5~6천만). With a multiplier of its
    own, or where that would make it far more than the right one (8000~1억), it counts in the table's unit."""
    number, other = left.amount.number, right.amount.number
    factor = reading.factor * other.times
    if number.has_times or number.low > _TEN * max(other.low, _ONE):
        factor = _ONE
    low, high = number.low * factor, number.high * factor
    tens = any(table.elided_tens for table in book.scales[reading.scale].tables)
    if tens and _TEN * low < reading.low and not reading.low % _TEN:
        low, high, factor = _TEN * low, _TEN * high, _TEN * factor
    return _reading(left, reading.scale, low, high, factor)._replace(century=reading.century)


def _from_left(right: Phrase, reading: OnScale) -> OnScale:
    number = right.amount.number
    factor = _ONE if number.has_times else reading.factor
    return _reading(right, reading.scale, number.low * factor, number.high * factor, factor)


def _reading(phrase: Phrase, scale: int, low: Decimal, high: Decimal, factor: Decimal) -> OnScale:
    end = phrase.amount.end
    return OnScale(scale=scale, low=low, high=high, end=end, factor=factor, reach=end)
