"""What the words around an amount do to it: bands, approximations, bounds, exclusions. All arithmetic is
exact."""

from collections.abc import Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Literal, NamedTuple

from engine.convert.result import Why
from engine.convert.spelling import is_letter
from engine.convert.tables import Table
from engine.convert.word import BOUNDED, MeaningClass, Word

_TEN = Decimal(10)
Ends = tuple[Decimal | None, Decimal | None]
_SAYS_NOTHING: frozenset[MeaningClass] = frozenset(  # of how it is meant
    {"except", "too_much", "too_little", "ignore", "relaxed", "replaces"}
)


class Interval(NamedTuple):
    """Inclusive ends, None = open. `exact` was said without any word around, `bound` limits one end."""

    low: Decimal | None
    high: Decimal | None
    kind: Literal["exact", "closed", "bound"]


class Modifiers(NamedTuple):
    """The classes of the words around one amount for one table, the later word last; `part` in tenths of the
    band."""

    classes: tuple[MeaningClass, ...] = ()
    part: tuple[int, int] | None = None

    @property
    def bound(self) -> MeaningClass | None:
        """The class that limits one end; a word behind the amount wins over one before it."""
        for name in reversed(self.classes):
            if name in BOUNDED:
                return name
        return None

    def has(self, name: MeaningClass) -> bool:
        """Whether a word of that class stands around the amount."""
        return name in self.classes

    @property
    def is_no_wish(self) -> bool:
        """Whether a word around says that the amount is no condition."""
        return "ignore" in self.classes or "relaxed" in self.classes

    @property
    def plain(self) -> bool:
        """Whether nothing around says how the amount is meant."""
        return self.part is None and _SAYS_NOTHING.issuperset(self.classes)


_SAID_NOTHING = Modifiers()


def modifiers(before: Iterable[Word], after: Iterable[Word], table: Table) -> Modifiers:
    """What these words say to that table; a sign says nothing behind a word (6억 이하~)."""
    classes: list[MeaningClass] = []
    part, spoken, at = None, False, table.index
    for word in before:
        if at in word.before:
            classes.append(word.before[at])
        part = word.parts_before.get(at, part)
    for word in after:
        name = word.after.get(at)
        if name == "ignore" and word.choices and not BOUNDED.isdisjoint(classes):
            name = None  # a bounded amount is a wish, the deal one more: 15년 이내 전세, but not 2년 전세
        if name is not None and not (spoken and _is_sign(word)):
            classes.append(name)
        part = word.parts.get(at, part)
        spoken = spoken or (name != "band" and not _is_sign(word))
    return Modifiers(tuple(classes), part) if classes or part is not None else _SAID_NOTHING


def _is_sign(word: Word) -> bool:
    """Whether the word is a sign, which bounds an amount only where it touches it: 6억~, but not 6억이요~."""
    return not any(map(is_letter, word.text))


def interval(table: Table, low: Decimal, high: Decimal, said: Modifiers, *, labelled: bool) -> Interval | Why:
    """The range that an amount means, or why it means none. low = high but for pairs of numerals."""
    if not said.classes and said.part is None:
        return _bare(table, low, labelled) if low == high else Interval(low, high, "closed")
    if said.is_no_wish:
        return "ignored"
    meant = _without_exclusion(table, low, high, said, labelled)
    if isinstance(meant, Interval) and (said.has("except") or _is_beyond(meant, said)):
        return _excluded(table, meant)
    return meant


def _is_beyond(meant: Interval, said: Modifiers) -> bool:
    """Whether a bound says from where on it is too much (7억 이상은 무리) or too little (20평 이하는
    좁아요)."""
    if said.has("too_much"):
        return meant.high is None
    return said.has("too_little") and meant.low is None


def _without_exclusion(
    table: Table, low: Decimal, high: Decimal, said: Modifiers, labelled: bool
) -> Interval | Why:
    if said.part is not None or said.has("band"):
        low, high = band(table, low, high, said.part)
    elif said.has("about") and said.bound is None:
        low, high = around(table, low, high)
    bound = said.bound
    if bound is not None:
        return bounded(table, low, high, bound)
    if said.plain and low == high and not said.has("except"):
        return _bare(table, low, labelled)
    return Interval(low, high, "exact" if low == high and not said.has("band") else "closed")


def _bare(table: Table, value: Decimal, labelled: bool) -> Interval | Why:
    meaning = table.bare_labelled if labelled else table.bare
    if meaning == "ignore":
        return "bare"
    return Interval(
        None if meaning == "at_most" else value, value, "bound" if meaning == "at_most" else "exact"
    )


def bounded(table: Table, low: Decimal, high: Decimal, bound: MeaningClass) -> Interval:
    """One end of a range; strict ends move by the table's step."""
    if bound == "at_most":
        return Interval(None, high, "bound")
    if bound == "below":
        return Interval(None, low - table.step, "bound")
    if bound == "at_least":
        return Interval(low, None, "bound")
    return Interval(high + table.step, None, "bound")


def band(
    table: Table, low: Decimal, high: Decimal, part: tuple[int, int] | None, width: Decimal | None = None
) -> tuple[Decimal, Decimal]:
    """From the amount to just below the next of its width; `part` cuts tenths out of the last band."""
    if width is None:
        width = table.band_width if table.band_width is not None else last_digit_width(high)
    if part is None:
        return low, max(high, high + width - table.step)
    start = high + _steps(table, width * part[0] / _TEN, ROUND_FLOOR)
    end = high + _steps(table, width * (part[1] + 1) / _TEN, ROUND_FLOOR) - table.step
    return (start if low == high else low), max(start, end)


def last_digit_width(value: Decimal) -> Decimal:
    """The largest power of ten that divides the value: 300000 → 100000, 34 → 1, 4.5 → 0.1; 0 for 0."""
    if not value:
        return Decimal(0)
    exponent = value.normalize().as_tuple().exponent
    return _TEN**exponent if isinstance(exponent, int) else Decimal(0)


def around(table: Table, low: Decimal, high: Decimal) -> tuple[Decimal, Decimal]:
    """Less and more by the table's spread, rounded outward to whole steps."""
    spread = table.spread
    if spread is None:
        return low, high
    share = spread.unit == "%"
    less = low - (low * spread.amount / 100 if share else spread.amount)
    more = high + (high * spread.amount / 100 if share else spread.amount)
    if table.outward:
        less, more = _steps(table, less, ROUND_FLOOR), _steps(table, more, ROUND_CEILING)
    return max(less, Decimal(0)), more


def _steps(table: Table, value: Decimal, rounding: str) -> Decimal:
    return (value / table.step).to_integral_value(rounding=rounding) * table.step


def _excluded(table: Table, meant: Interval) -> Interval | Why:
    """Everything outside a range, where that is one range again."""
    if meant.low is None and meant.high is not None:
        return Interval(meant.high + table.step, None, "bound")
    if meant.high is None and meant.low is not None:
        return Interval(None, meant.low - table.step, "bound")
    if (
        table.lowest is not None
        and meant.low is not None
        and meant.low <= table.lowest
        and meant.high is not None
    ):
        return Interval(meant.high + table.step, None, "bound")
    return "excluded"


def statement_params(table: Table, ends: Ends) -> dict[str, object]:
    """A range as parameters: an open end of a range with two ends is None."""
    low, high = ends
    found: dict[str, object] = {}
    if table.low is not None and (low is not None or high is not None):
        found[table.low] = plain_number(low)
    if table.high is not None and (high is not None or (table.low is not None and low is not None)):
        found[table.high] = plain_number(high)
    return found


def plain_number(value: Decimal | None) -> int | float | None:
    """A number as JSON has it: whole numbers without a point."""
    if value is None:
        return None
    whole = int(value)
    return whole if whole == value else float(value)
