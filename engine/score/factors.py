"""The kinds of scoring factors in their NumPy form, by registered name.

A kind is a function from a wish and the candidate homes to one value in [0, 1] per home. Outside packages add
kinds under the entry point `rulewright.factors`; a profile names one with `uses: NAME`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from engine.catalog.wants import Bound, Condition
from engine.errors import ConfigError, Problem
from engine.score.curves import Decay
from engine.score.wishes import CappedLog, NearPlaces, NearWish, ShareInWish, Target, TermBonus, Wish

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

    def holds(self, path: str) -> bool:
        """Whether any document has a value for the field."""
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

    `values` (homes,) lie in [0, 1]; `known` (homes,) marks those whose data had a value, None = all.
    `parts` are the values of single parts by deal type, for choosing the one that is shown. `raw` and
    `unit` are there when values = raw × unit below 1 and the servers take the unit into the weight.
    """

    values: Numbers
    known: Mask | None = None
    parts: Mapping[str | None, Numbers] = field(default_factory=dict[str | None, Numbers])
    raw: Numbers | None = None
    unit: float = 1.0

    def terms(self, weight: float) -> Numbers:
        """What the factor adds to the score (homes,), `weight` in per cent, in the servers' arithmetic:
        float32 weight × double value."""
        share = weight / 100
        if self.raw is None:
            return float(np.float32(share)) * self.values
        below = float(np.float32(share * self.unit)) * self.raw
        return np.where(self.values < 1.0, below, float(np.float32(share)) * self.values)


Passing = Mapping[str | None, Mask | None]
"""For each wanted deal type the parts that meet every hard condition (parts,), None = all of them."""
Form = Callable[[Any, Homes, Passing], Scored]
FORMS: dict[str, Form] = {}


def factor(name: str) -> Callable[[Form], Form]:
    """Register the NumPy form of a kind; a name that is taken raises ValueError."""

    def register(form: Form) -> Form:
        if name in FORMS:
            raise ValueError(f"there is already a factor kind {name}")
        FORMS[name] = form
        return form

    return register


def form_of(kind: str) -> Form:
    """The registered form, an installed plugin's included. Raises ConfigError for an unknown kind."""
    if kind not in FORMS:
        for point in entry_points(group="rulewright.factors", name=kind):
            FORMS[kind] = cast("Form", point.load())
    if kind not in FORMS:
        raise ConfigError(
            Problem(
                code="SCORE008", message=f"there is no factor kind {kind}", hint="uses: a registered name"
            )
        )
    return FORMS[kind]


def score(kind: str, wish: Wish, homes: Homes, passing: Passing) -> Scored:
    """The values of one factor for every home."""
    return form_of(kind)(wish, homes, passing)


@factor("near_places")
def near_places(wish: NearPlaces, homes: Homes, passing: Passing) -> Scored:
    """Nearness to the centre of the places."""
    distance = homes.distance_m
    if distance is None:
        return _all_unknown(wish.unknown, homes)
    return _filled(decayed(wish.decay, distance), wish.unknown)


@factor("near_wish")
def near_wish(wish: NearWish, homes: Homes, passing: Passing) -> Scored:
    """Nearness to what was asked; of a home's parts that pass the hard conditions the best one counts."""
    best: Numbers | None = None
    known: Mask | None = None
    parts: dict[str | None, Numbers] = {}
    for deal, passes in passing.items():
        target = wish.targets.get(deal)
        if target is None or homes.is_part(target.reads):
            value = _part_values(target, wish.unknown, homes, deal, passes)
            parts[deal] = value
            value = homes.best(value)
            value[value < 0.0] = wish.unknown
        else:
            value = _near(target, wish.unknown, homes, deal, None)
            known = ~np.isnan(homes.distance_m if target.from_places and homes.distance_m is not None
                              else homes.numbers(target.reads, deal))  # fmt: skip
        best = value if best is None else np.maximum(best, value)
    if best is None:
        return _all_unknown(wish.unknown, homes)
    return Scored(values=best, known=known, parts=parts)


@factor("share_in_wish")
def share_in_wish(wish: ShareInWish, homes: Homes, passing: Passing) -> Scored:
    """The share of the home's parts inside the wanted range, each counting the same when shares are
    unknown."""
    inner = [c for c in wish.conditions if homes.is_part(c.reads)]
    outer = [c for c in wish.conditions if not homes.is_part(c.reads)]
    value: Numbers | None = None
    known: Mask | None = None
    if inner:
        met, readable = _meets(inner, homes, tuple(passing))
        value = _share_of(met, wish.share, homes)
        known = _both(known, homes.part_counts > 0 if readable is None else homes.some(readable))
    if outer:
        met, readable = _meets(outer, homes, tuple(passing))
        value = met.astype(np.float64) if value is None else value * met
        known = _both(known, readable)
    return _known_only(value, known, wish.unknown, homes)


@factor("term_bonus")
def term_bonus(wish: TermBonus, homes: Homes, passing: Passing) -> Scored:
    """All or nothing: the home (or one of its parts) meets what the term stands for."""
    inner = [c for c in wish.conditions if homes.is_part(c.reads)]
    outer = [c for c in wish.conditions if not homes.is_part(c.reads)]
    value: Numbers | None = None
    known: Mask | None = None
    if outer:
        met, readable = _meets(outer, homes, tuple(passing))
        value, known = met.astype(np.float64), readable
    if inner:
        some, readable = _meets(inner, homes, tuple(passing))
        met = homes.some(some)
        value = met.astype(np.float64) if value is None else value * met
        known = _both(known, homes.part_counts > 0 if readable is None else homes.some(readable))
    return _known_only(value, known, wish.unknown, homes)


@factor("capped_log")
def capped_log(wish: CappedLog, homes: Homes, passing: Passing) -> Scored:
    """A count's logarithm up to the cap; negative counts count as 0."""
    number = homes.numbers(wish.reads)
    known = ~np.isnan(number)
    raw = np.log1p(np.maximum(number, 0.0))
    unit = 1.0 / float(np.log1p(float(wish.cap)))
    value = np.where(number >= wish.cap, 1.0, np.minimum(raw * unit, 1.0))
    if known.all():
        return Scored(values=value, raw=raw, unit=unit)
    raw = np.where(known, raw, wish.unknown / unit)
    return Scored(values=np.where(known, value, wish.unknown), known=known, raw=raw, unit=unit)


def decayed(decay: Decay, distance: Numbers) -> Numbers:
    """`Decay.value` for an array; NaN stays NaN."""
    excess = np.maximum(distance - decay.offset, 0.0) if decay.offset else distance
    parameter = decay.parameter
    if decay.curve == "gauss":
        return np.exp(0.5 * (excess * excess) / parameter)
    if decay.curve == "exp":
        return np.exp(parameter * excess)
    return np.maximum((parameter - excess) / parameter, 0.0)


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


def _part_values(
    target: Target | None, unknown: float, homes: Homes, deal: str | None, passes: Mask | None
) -> Numbers:
    """The values of the parts that pass; -1 for the others."""
    count = int(homes.part_counts.sum())
    if passes is None:
        return np.full(count, unknown) if target is None else _near(target, unknown, homes, deal, None)
    value, chosen = np.full(count, -1.0), np.flatnonzero(passes)
    value[chosen] = unknown if target is None else _near(target, unknown, homes, deal, chosen)
    return value


def _near(
    target: Target, unknown: float, homes: Homes, deal: str | None, chosen: NDArray[np.int64] | None
) -> Numbers:
    """How near the homes or parts are to the aim, all of them or the chosen ones."""
    if target.from_places and homes.distance_m is not None:
        values = homes.distance_m
    else:
        values = homes.numbers(target.reads, deal)
    gap = np.abs((values if chosen is None else values[chosen]) - target.aim)
    return _filled(decayed(target.decay, gap), unknown).values


def _meets(
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


def _share_of(met: Mask, share: str | None, homes: Homes) -> Numbers:
    """The share of each home's parts that are marked, by the field of shares where every part has one."""
    equal = homes.sums(met.astype(np.float64)) / np.maximum(homes.part_counts, 1)
    if share is None or not homes.holds(share):
        return equal
    shares = homes.numbers(share)
    absent = np.isnan(shares)
    own = np.minimum(homes.sums(np.where(met & ~absent, shares, 0.0)), 1.0)
    return np.where(homes.some(absent), equal, own)


def _both(one: Mask | None, other: Mask | None) -> Mask | None:
    """Where both are marked; None is everywhere."""
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _known_only(value: Numbers | None, known: Mask | None, unknown: float, homes: Homes) -> Scored:
    if value is None:
        return _all_unknown(unknown, homes)
    if known is None or known.all():
        return Scored(values=value)
    return Scored(values=np.where(known, value, unknown), known=known)


def _filled(values: Numbers, unknown: float) -> Scored:
    absent = np.isnan(values)
    if not absent.any():
        return Scored(values=values)
    values[absent] = unknown
    return Scored(values=values, known=~absent)


def _all_unknown(unknown: float, homes: Homes) -> Scored:
    return Scored(values=np.full(homes.count, unknown), known=np.zeros(homes.count, dtype=np.bool_))
