"""What homes have of each thing that may be compared: their values of wants and fields, exact and as they are
told."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from engine.answer.figures import Figure
from engine.answer.numbers import METRES_IN_KM, rounded, told_metres
from engine.answer.traits import Traits
from engine.catalog.fields import Field, fields
from engine.catalog.wants import is_radius
from engine.config.catalog import WantSpec
from engine.config.revision import Revision, once_per_revision
from engine.convert.compile import rulebook

SCORE = "score"
"""The measure that is no want and no field: the points of a search."""
_PERCENT = 100

Key = tuple[object, ...]
"""What two values must have in common to be compared: the deal and floor plan of an amount, the search of a
distance."""


class Worth(NamedTuple):
    """A value in its field's unit, exact and as it is told in words."""

    exact: Decimal
    told: Decimal


Worths = Mapping[str, Mapping[Key, Worth]]
"""By measure, the values of one home."""


@dataclass(frozen=True, slots=True)
class _Measure:
    """A measure: its want and field where it has them; `scales` are those on which differences of it are
    counted, each with what one of them is in its field's unit; `is_count` says that a bare number may."""

    name: str
    want: WantSpec | None
    known: Field | None
    scales: Mapping[int, Decimal]
    is_count: bool


class Measures:
    """The measures of one revision: those that its words of degrees are about."""

    def __init__(self, revision: Revision) -> None:
        self._revision = revision
        named = (name for each in revision.language.answers.degrees.measures for name in each.of)
        self._all = {name: self._measure(name) for name in dict.fromkeys(named)}
        wants = revision.catalog.wants
        self.to_places = frozenset(name for name in self._all if name in wants and is_radius(wants[name]))
        """Those that are the distance to the places."""
        self.metres = self.to_places | {name for name, each in self._all.items() if _is_metres(each.known)}
        """Those that are distances."""

    def of(self, figure: Figure) -> frozenset[str]:
        """The measures of which the figure may be a difference."""
        scales = {scale for scale, _ in figure.measures}
        return frozenset(name for name, each in self._all.items() if not scales.isdisjoint(each.scales))

    def amounts(self, figure: Figure, measure: str) -> frozenset[Decimal]:
        """What the figure may be of the measure, in its field's unit."""
        each = self._all.get(measure)
        if each is None:
            return frozenset()
        if not figure.measures:
            return frozenset({figure.number} if each.is_count and figure.number is not None else ())
        return frozenset(
            amount * each.scales[scale] for scale, amount in figure.measures if scale in each.scales
        )

    def worths(self, traits: Traits) -> Worths:
        """What a home has of every measure."""
        return {name: dict(self._worths(each, traits)) for name, each in self._all.items()}

    def _worths(self, measure: _Measure, traits: Traits) -> Iterator[tuple[Key, Worth]]:
        if measure.name == SCORE or (measure.want is not None and is_radius(measure.want)):
            yield from self._stands(measure, traits)
        elif measure.want is not None and measure.want.deal:
            for plan, money in traits.offers:
                if money.want == measure.name:
                    yield (money.deal, *plan), Worth(money.amount, money.amount)
        elif measure.known is not None:
            values = {*traits.values(measure.known)}
            if len(values) == 1:
                (value,) = values
                yield (), _worth(value, rounded(value, measure.known.spec))

    def _stands(self, measure: _Measure, traits: Traits) -> Iterator[tuple[Key, Worth]]:
        for stands in traits.standings:
            if measure.name == SCORE:
                points = stands.score * _PERCENT
                yield (stands.search,), _worth(points, round(points, 1))
            elif stands.distance_m is not None:
                yield (stands.search,), _worth(stands.distance_m, told_metres(stands.distance_m))

    def _measure(self, name: str) -> _Measure:
        catalog = self._revision.catalog
        want = catalog.wants.get(name)
        known = fields(catalog).get((want.reads or "") if want else name)
        is_count = name == SCORE or (known is not None and known.spec.type == "count")
        return _Measure(name, want, known, self._scales(name, want, known), is_count)

    def _scales(self, name: str, want: WantSpec | None, known: Field | None) -> Mapping[int, Decimal]:
        """A year is told apart by ages; metres by whatever counts metres or kilometres."""
        wants = [want] if want else [w for w in self._revision.catalog.wants.values() if w.reads == name]
        if _is_metres(known) or any(map(is_radius, wants)):
            every = self._revision.catalog.wants.values()
            wants = [each for each in every if is_radius(each) or self._reads_metres(each)]
        found: dict[int, Decimal] = {}
        for each in wants:
            size = Decimal(METRES_IN_KM if is_radius(each) else 1)
            ends = (each.age.min, each.age.max) if each.age else (each.min, each.max)
            found |= dict.fromkeys(self._scales_of(ends), size)
        return found

    def _reads_metres(self, want: WantSpec) -> bool:
        known = fields(self._revision.catalog).get(want.reads or "")
        return want.source is None and _is_metres(known)

    def _scales_of(self, ends: Iterable[str | None]) -> set[int]:
        names = {name for name in ends if name}
        tables = rulebook(self._revision).tables
        return {table.scale for table in tables if not names.isdisjoint({table.low, table.high})}


def _is_metres(known: Field | None) -> bool:
    return known is not None and known.spec.type == "metres"


def _worth(exact: float, told: float) -> Worth:
    return Worth(Decimal(str(exact)), Decimal(str(told)))


def common(one: Mapping[Key, Worth], other: Mapping[Key, Worth]) -> Iterator[tuple[Worth, Worth]]:
    """The values of two homes that may be compared."""
    return ((worth, other[key]) for key, worth in one.items() if key in other)


def is_apart(amount: Decimal, one: Worth, other: Worth, *, steps: Decimal) -> bool:
    """Whether two values are an amount apart, rounded as it is written: to its own `steps`."""
    gaps = (abs(one.exact - other.exact), abs(one.told - other.told))
    return any(abs(gap - amount) <= steps / 2 for gap in gaps)


@once_per_revision
def measures_of(revision: Revision) -> Measures:
    """The measures of a revision, made once and kept as long as it."""
    return Measures(revision)
