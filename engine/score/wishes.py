"""What each factor wishes of a home for one request: the form that every backend evaluates alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from engine.catalog.bounds import Bound
from engine.catalog.wants import Asked, Condition, ask
from engine.config.base import Quantity
from engine.config.catalog import Catalog
from engine.config.profile import Aim, Factor
from engine.score.curves import Decay, exponential, gauss, linear
from engine.score.profile import CompiledFactor
from engine.score.query import Term

_SMALLEST_SCALE = 1 / 1000**2
"""An aim of 0 gives a curve no width; servers refuse a scale of 0, and this one lets only the aim itself
count."""
_METRES = {"m": 1, "km": 1000}
_OF_A_DAY = 2
"""With places and without: so many wishes of a factor are kept."""
Terms = dict[tuple[float, tuple[str | None, ...]], Term]
"""What a wish adds to a query, by the weight / 100 and the wanted deal types."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearPlaces:
    """As near as possible to the centre of the places, in metres."""

    decay: Decay
    unknown: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A number to be near to: the field that is read (or the distance to the places) and the aim in its
    unit."""

    reads: str
    aim: float
    decay: Decay
    from_places: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NearWish:
    """As near as possible to what was asked, by deal type; a deal type without a target counts as unknown."""

    targets: Mapping[str | None, Target]
    unknown: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareInWish:
    """The share of a home's parts that meet the conditions."""

    conditions: tuple[Condition, ...]
    unknown: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TermBonus:
    """1 for a home that meets every condition, 0 for any other. `terms` are kept unless the places count."""

    conditions: tuple[Condition, ...]
    unknown: float
    terms: Terms | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CappedLog:
    """min(1, ln(1 + n) / ln(1 + cap)) of a count."""

    reads: str
    cap: int
    unknown: float
    terms: Terms | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginWish:
    """What a plugin's factor is given: its own options and the whole of what was asked."""

    options: Mapping[str, Any]
    asked: Asked
    unknown: float


Wish = NearPlaces | NearWish | ShareInWish | TermBonus | CappedLog | PluginWish


def wish_of(
    factor: CompiledFactor, asked: Asked, catalog: Catalog, *, today: date, has_places: bool
) -> Wish | None:
    """What the factor wishes, or None when it is about something that was not asked.

    Aims come from the customer's own written ends, whatever has been relaxed since.
    """
    spec = factor.spec
    if spec.share_in is not None:
        conditions = tuple([c for c in asked.conditions if c.want in factor.wants])
        return ShareInWish(conditions=conditions, unknown=spec.unknown) if conditions else None
    if isinstance(spec.near, tuple):
        targets = _targets(factor, asked)
        return NearWish(targets=targets, unknown=spec.unknown) if targets else None
    if spec.uses is not None:
        return PluginWish(options=spec.options, asked=asked, unknown=spec.unknown)
    if spec.near is not None and not has_places:
        return None
    wish = factor.meant.get((today, has_places))
    if wish is None:
        wish = _standing(factor, catalog, today, has_places)
        if len(factor.meant) >= _OF_A_DAY:
            factor.meant.clear()
        factor.meant[today, has_places] = wish
    return wish


def aim_of(written: Bound, aim: Aim) -> float | None:
    """Where the asked range is best: its middle, or the aim's share of its only end."""
    low, high = written.low, written.high
    if low is not None and high is not None:
        return (low + high) / 2
    if low is not None:
        return low * float(aim.at_least)
    return None if high is None else high * float(aim.at_most)


def decay_of(spec: Factor, aim: float | None) -> Decay:
    """The factor's curve in the unit of its distance: metres, or the unit of the aim."""
    if spec.gaussian is not None:
        offset = _width(spec.gaussian.offset, aim)
        return gauss(max(_width(spec.gaussian.sigma, aim), _SMALLEST_SCALE), offset)
    if spec.exponential is not None:
        offset = _width(spec.exponential.offset, aim)
        return exponential(max(_width(spec.exponential.half_at, aim), _SMALLEST_SCALE), offset)
    if spec.linear is None:
        raise ValueError("a factor that is near something has a curve")
    offset = _width(spec.linear.offset, aim)
    return linear(max(_width(spec.linear.zero_at, aim), _SMALLEST_SCALE), offset)


def _standing(factor: CompiledFactor, catalog: Catalog, today: date, has_places: bool) -> Wish:
    """The wish of a factor that is the same whatever was asked."""
    spec = factor.spec
    if factor.sets is not None:
        meant = ask(factor.sets, catalog, today=today, has_places=has_places).conditions
        is_kept = not any(condition.from_places for condition in meant)
        return TermBonus(conditions=meant, unknown=spec.unknown, terms={} if is_kept else None)
    if factor.counts is not None and spec.log_up_to is not None:
        return CappedLog(reads=factor.counts, cap=spec.log_up_to, unknown=spec.unknown, terms={})
    return NearPlaces(decay=decay_of(spec, None), unknown=spec.unknown)


def _targets(factor: CompiledFactor, asked: Asked) -> dict[str | None, Target]:
    """For each wanted deal type, the first of the factor's wants that was asked and counts for it."""
    spec = factor.spec
    found: dict[str | None, Target] = {}
    for deal in asked.deals or (None,):
        for want in factor.wants:
            condition = asked.condition(want)
            if condition is None or (condition.deals and deal not in condition.deals) or spec.aim is None:
                continue
            aim = aim_of(condition.written, spec.aim)
            if aim is not None:
                found[deal] = Target(reads=condition.reads, aim=aim, decay=decay_of(spec, aim),
                                     from_places=condition.from_places)  # fmt: skip
                break
    return found


def _width(quantity: Quantity | None, aim: float | None) -> float:
    if quantity is None:
        return 0.0
    if quantity.unit == "%":
        return abs(aim or 0.0) * float(quantity.amount) / 100
    return float(quantity.amount * _METRES.get(quantity.unit, 1))
