"""A factor's curve as points, worked out by the form that ranks: what its number is worth along the way."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from engine.catalog.wants import Asked
from engine.config.catalog import Catalog
from engine.score.factors import Homes, Numbers
from engine.score.profile import CompiledFactor
from engine.score.registry import score
from engine.score.wishes import (
    CappedLog,
    NearPlaces,
    NearWish,
    Target,
    TermBonus,
    Wish,
    decay_of,
    wish_of,
)

_POINTS = 241
_AIM = 100.0
_SIGMAS = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """`y` in [0, 1] over `x` in `unit`; `unknown` is the value of a home of which the number is not known."""

    title: str
    unit: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    unknown: float


@dataclass(frozen=True, slots=True)
class _Line:
    """Homes along a line: whatever is read of them is their place on it."""

    values: Numbers

    @property
    def count(self) -> int:
        return len(self.values)

    @property
    def distance_m(self) -> Numbers:
        return self.values

    @property
    def part_counts(self) -> NDArray[np.int64]:
        return np.zeros(len(self.values), dtype=np.int64)

    @property
    def part_shares(self) -> Numbers:
        return np.zeros(0)

    def is_part(self, path: str) -> bool:
        return False

    def numbers(self, path: str, deal: str | None = None) -> Numbers:
        return self.values

    def best(self, values: Numbers) -> Numbers:
        return values

    def sums(self, values: Numbers) -> Numbers:
        return values

    def some(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return mask


def sketch(factor: CompiledFactor, catalog: Catalog, *, today: date) -> Sketch | None:
    """The curve of a factor that is about one number; None for shares and for kinds of plugins.

    Distances are in metres, what is near to a wish in per cent of its aim, a count and a year as they are.
    """
    spec = factor.spec
    if spec.near == "places":
        decay = decay_of(spec, None)
        wish: Wish = NearPlaces(decay=decay, unknown=spec.unknown)
        return _drawn(factor, wish, "metres to the place", 0.0, decay.offset + _SIGMAS * decay.scale)
    if spec.near is not None:
        decay = decay_of(spec, _AIM)
        reach = decay.offset + _SIGMAS * decay.scale
        wish = NearWish(targets={None: Target(reads="x", aim=_AIM, decay=decay)}, unknown=spec.unknown)
        return _drawn(factor, wish, "per cent of the aim", max(_AIM - reach, 0.0), _AIM + reach)
    if factor.counts is not None and spec.log_up_to is not None:
        wish = CappedLog(reads="x", cap=spec.log_up_to, unknown=spec.unknown)
        return _drawn(factor, wish, catalog_words(factor.counts), 0.0, 1.2 * spec.log_up_to)
    return _step(factor, catalog, today)


def _step(factor: CompiledFactor, catalog: Catalog, today: date) -> Sketch | None:
    wish = wish_of(factor, _NOTHING, catalog, today=today, has_places=False) if factor.sets else None
    if not isinstance(wish, TermBonus) or len(wish.conditions) != 1:
        return None
    condition = wish.conditions[0]
    end = condition.bound.low if condition.bound.low is not None else condition.bound.high
    if end is None:
        return None
    reach = max(10.0, abs(end) * 0.005)
    return _drawn(factor, wish, catalog_words(condition.reads), end - reach, end + reach)


def catalog_words(path: str) -> str:
    """A field's name for people."""
    return path.rpartition(".")[2].replace("_", " ")


def _drawn(factor: CompiledFactor, wish: Wish, unit: str, low: float, high: float) -> Sketch:
    x = np.linspace(low, high, _POINTS)
    homes: Homes = _Line(x)
    y = score(factor.kind, wish, homes, {None: None}).values
    return Sketch(title=factor.name, unit=unit, x=x, y=np.clip(y, 0.0, 1.0), unknown=factor.spec.unknown)


_NOTHING = Asked(
    conditions=(),
    deals=(),
    deal_want=None,
    deal_asked=False,
    deal_unknown="drop",
    radius_want=None,
    radius_m=None,
    radius_asked=False,
    not_checked=(),
)


def sketches(factors: tuple[CompiledFactor, ...], catalog: Catalog, *, today: date) -> Mapping[str, Sketch]:
    """Every curve of a profile by its factor's name."""
    found = {factor.name: sketch(factor, catalog, today=today) for factor in factors}
    return {name: each for name, each in found.items() if each is not None}
