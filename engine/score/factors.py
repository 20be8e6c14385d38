"""What a scoring factor is: a wish turned into a value for every home, in NumPy and as a server's query.

A kind is a pair of forms that must agree: `values` over columns and `query` for Elasticsearch. The built-in
kinds are in `near`, `share`, `bonus` and `count`; `registry` knows them by name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.catalog.bounds import Bound
from engine.catalog.wants import Condition
from engine.score.query import Server, Term

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]


class Homes(Protocol):
    """Candidate homes as columns. Arrays are (homes,) for a document's field and (parts,) for an item's,
    parts in document order home after home; NaN is an absent value."""

    @property
    def count(self) -> int:
        """How many homes there are."""
        ...

    @property
    def distance_m(self) -> Numbers | None:
        """Metres to the centre of the places (homes,), None without places."""
        ...

    def is_part(self, path: str) -> bool:
        """Whether the field belongs to the parts."""
        ...

    def numbers(self, path: str, deal: str | None = None) -> Numbers:
        """A field's values, for one deal type where they differ by it."""
        ...

    @property
    def part_shares(self) -> Numbers:
        """Each part's share of its home (parts,): at most 1 together, the same for each where unknown."""
        ...

    def best(self, values: Numbers) -> Numbers:
        """The greatest value among each home's parts (parts,) → (homes,); -1 for a home without parts."""
        ...

    def sums(self, values: Numbers) -> Numbers:
        """The sum over each home's parts (parts,) → (homes,)."""
        ...

    def some(self, mask: Mask) -> Mask:
        """Whether one of each home's parts is marked (parts,) → (homes,)."""
        ...

    @property
    def part_counts(self) -> NDArray[np.int64]:
        """How many parts each home has (homes,)."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """What a factor gives the homes.

    `values` (homes,) lie in [0, 1]; `known` (homes,) marks those whose data had a value, None = all; the
    others have the profile's value for the unknown. `parts` are the values of single parts by deal type, for
    choosing the one that is shown. `points` is there when the servers' arithmetic is not weight × value.
    `is_clause` says that the factor is a clause of its own in the compiled query, rounded by itself.
    """

    values: Numbers
    known: Mask | None = None
    parts: Mapping[str | None, Numbers] = field(default_factory=dict[str | None, Numbers])
    points: "Callable[[float], Numbers] | None" = None
    is_clause: bool = False

    def terms(self, weight: float) -> Numbers:
        """What the factor adds to the score (homes,), `weight` in per cent, in the servers' arithmetic:
        float32 weight × double value, and where the value is unknown the float32 of both."""
        share = weight / 100
        if self.points is not None:
            return self.points(share)
        if self.known is None:
            return single(share) * self.values
        return weighted(share, self.values, self.known)


Passing = Mapping[str | None, Mask | None]
"""For each wanted deal type the parts that meet every hard condition (parts,), None = all of them."""
Values = Callable[[Any, Homes, Passing], Scored]
Query = Callable[[Any, float, Server], Term]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of factor in both forms.

    `values(wish, homes, passing)` gives each home its value; `query(wish, share, server)` the same as a part
    of a function_score, `share` being weight / 100. A kind without a query form ranks only embedded.
    """

    name: str
    values: Values
    query: Query | None = None


def single(number: float) -> float:
    """The number as the servers hold a weight: rounded to float32."""
    return float(np.float32(number))


def weighted(share: float, values: Numbers, known: Mask) -> Numbers:
    """share × value in the servers' arithmetic: the weight is rounded where the value is known, and the
    product where it is the constant for the unknown."""
    return np.where(known, single(share) * values, (share * values).astype(np.float32))


def inside(values: Numbers, bound: Bound) -> Mask:
    """`Bound.contains` for an array; NaN lies in no bound."""
    mask = values >= bound.low if bound.low is not None else ~np.isnan(values)
    if bound.high is not None:
        mask &= values < bound.high if bound.open_high else values <= bound.high
    return mask


def compared(condition: Condition, homes: Homes, deal: str | None) -> Numbers:
    """The values that a condition compares: its field, or metres to the places."""
    if condition.from_places:
        distance = homes.distance_m
        return np.full(homes.count, np.nan) if distance is None else distance
    return homes.numbers(condition.reads, deal)


def applies(condition: Condition, deal: str | None) -> bool:
    """Whether the condition counts for that deal type."""
    return not condition.deals or deal in condition.deals


def meets(
    conditions: list[Condition], homes: Homes, deals: tuple[str | None, ...]
) -> tuple[Mask, Mask | None]:
    """For homes or parts alike: which meet every condition (for one of the deal types), and which have
    each value (None = all of them)."""
    met: Mask | None = None
    known: Mask | None = None
    for condition in conditions:
        wanted = [deal for deal in deals if applies(condition, deal)] or [None]
        values = [compared(condition, homes, deal) for deal in wanted]
        masks = [inside(value, condition.bound) for value in values]
        one = masks[0] if len(masks) == 1 else np.logical_or.reduce(masks)
        met = one if met is None else met & one
        absent = np.isnan(values[0])
        for value in values[1:]:
            absent &= np.isnan(value)
        if absent.any():
            known = ~absent if known is None else known & ~absent
    if met is None:
        raise ValueError("there is nothing to meet")
    return met, known


def both(one: Mask, other: Mask | None) -> Mask:
    """Where both are marked; None is everywhere."""
    return one if other is None else one & other


def known_only(value: Numbers, known: Mask | None, unknown: float) -> Scored:
    """The values where they are known, the unknown value elsewhere."""
    if known is None or known.all():
        return Scored(values=value)
    return Scored(values=np.where(known, value, unknown), known=known)


def all_unknown(unknown: float, homes: Homes) -> Scored:
    """The unknown value for every home."""
    return Scored(values=np.full(homes.count, unknown), known=np.zeros(homes.count, dtype=np.bool_))
