"""The ends of a condition: as the customer said them, as search compares them, and moved outward."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from engine.catalog.fields import fields
from engine.config.base import Quantity
from engine.config.catalog import Catalog, WantSpec
from engine.errors import InputInvalid, Problem

_COUNTED = ("money", "count", "year")
"""Types whose values are whole numbers of their unit: a widened end is rounded outward to one."""
_NUMBERS = (int, float)
_GREATEST = 2**53
"""Up to here every whole number is exact; what is worked out from a parameter stays finite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """Inclusive ends, None = open; with `open_high` the upper end itself is outside (30평대 is [30, 40))."""

    low: float | None = None
    high: float | None = None
    open_high: bool = False


def number_of(params: Mapping[str, object], name: str | None) -> float | None:
    """The number of a parameter; None for an open end. Raises InputInvalid (DOC002)."""
    value = params.get(name) if name else None
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, _NUMBERS) or not abs(value) <= _GREATEST:
        message = f"{name} must be a number, of {_GREATEST:,} at most, or null"
        raise InputInvalid(Problem(code="DOC002", message=message, path=f"/params/{name}"))
    return float(value)


def written_bound(params: Mapping[str, object], want: WantSpec, today: date) -> Bound | None:
    """The ends that the customer said for a want, in its parameters' unit, ages as years; None when nothing
    was said. Raises InputInvalid for no number, and for a range from high to low."""
    low, high = number_of(params, want.min), number_of(params, want.max)
    if want.age:
        youngest, oldest = number_of(params, want.age.min), number_of(params, want.age.max)
        if youngest is not None:
            high = min(v for v in (high, today.year - youngest) if v is not None)
        if oldest is not None:
            low = max(v for v in (low, today.year - oldest) if v is not None)
    if low is None and high is None:
        return None
    if low is not None and high is not None and low > high:
        name = want.min or want.max
        message = f"{name} asks a range from {low:g} to {high:g}: no value meets both"
        hint = "write the smaller number as the minimum"
        raise InputInvalid(Problem(code="DOC003", message=message, path=f"/params/{name}", hint=hint))
    return Bound(low=low, high=high)


def reached(written: Bound, want: WantSpec, reads: str, catalog: Catalog) -> Bound:
    """Reach first, then the end: "30평" with a reach of 1평 searches [29, 32)."""
    low, high = written.low, written.high
    if high is None:
        return written
    if low is not None and low == high and want.exact is not None:
        if want.exact == "at_most":
            low = None
        else:
            step = _step(low, want.exact)
            low, high = low - step, low + step
    end, open_high = _end(high, reads, catalog)
    if (low, end, open_high) == (written.low, written.high, written.open_high):
        return written
    return Bound(low=low, high=end, open_high=open_high)


def moved(bound: Bound, written: Bound, by: Quantity, reads: str, catalog: Catalog) -> Bound:
    """The bound with each written end moved outward by `by`, as `wants.widen`."""
    low, high = written.low, written.high
    field = fields(catalog).get(reads)
    is_counted = field is not None and (field.parts or (field,))[0].spec.type in _COUNTED
    if low is not None and bound.low is not None:
        wider = low - _step(low, by)
        bound = replace(bound, low=min(bound.low, math.floor(wider) if is_counted else wider))
    if high is not None and bound.high is not None:
        wider = high + _step(high, by)
        end = _end(math.ceil(wider) if is_counted else wider, reads, catalog)
        if end[0] > bound.high or (end[0] == bound.high and bound.open_high):
            bound = replace(bound, high=end[0], open_high=end[1])
    return bound


def _step(value: float, by: Quantity) -> float:
    amount = Fraction(by.amount)
    return float(abs(Fraction(value)) * amount / 100 if by.unit == "%" else amount)


def _end(high: float, reads: str, catalog: Catalog) -> tuple[float, bool]:
    """On a continuous field a whole upper end v means < v + 1; a decimal one means <= v."""
    field = fields(catalog).get(reads)
    if field is not None and field.spec.continuous and float(high).is_integer():
        return high + 1, True
    return high, False
