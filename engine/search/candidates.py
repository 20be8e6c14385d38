"""Some homes of the columns and their parts: gathering their values and folding parts into homes."""

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.catalog.fields import fields
from engine.search.columns import Columns
from engine.search.geo import EARTH_RADIUS_M, NEAR_M, NEAR_RAD, Point, box, versine
from engine.search.numbers import Numbers, Positions, ranges
from engine.search.request import Terms

Mask = NDArray[np.bool_]


class Candidates:
    """Homes at `positions` of the columns, in column order, with their distances and parts.

    Values are gathered when first asked for and kept. Homes without parts are safe everywhere: the folds
    skip them.
    """

    def __init__(
        self,
        columns: Columns,
        positions: Positions,
        distance_m: Numbers | None,
        parts: Positions | None = None,
    ) -> None:
        """`parts` are the positions of their parts where these are known already."""
        self.columns = columns
        self.positions = positions
        self._distance_m = distance_m
        starts = columns.first_part[positions]
        self._part_counts: Positions = columns.first_part[positions + 1] - starts
        self.first_part: Positions = self._part_counts.cumsum() - self._part_counts
        self._part_positions: Positions = ranges(starts, self._part_counts) if parts is None else parts
        self._filled: Mask = self._part_counts > 0
        self._all_filled = bool(self._filled.all())
        self._folds: Positions = self.first_part if self._all_filled else self.first_part[self._filled]
        self._gathered: dict[tuple[str, str | None], Numbers] = {}

    @cached_property
    def _home_of(self) -> Positions:
        return np.arange(len(self.positions)).repeat(self._part_counts)

    @property
    def count(self) -> int:
        """How many homes there are."""
        return len(self.positions)

    @property
    def part_counts(self) -> Positions:
        """How many parts each home has (homes,)."""
        return self._part_counts

    @property
    def distance_m(self) -> Numbers | None:
        """Metres to the centre (homes,), NaN for an unknown location, None without places."""
        return self._distance_m

    def only(self, places: Positions) -> "tuple[Candidates, Positions]":
        """The homes at these places among them, and where their parts are among all parts (parts,)."""
        measured = None if self._distance_m is None else self._distance_m[places]
        parts = self.parts_of(places)
        return Candidates(self.columns, self.positions[places], measured, self._part_positions[parts]), parts

    def parts_of(self, places: Positions) -> Positions:
        """Where the parts of the homes at these places are among all parts (parts,)."""
        return ranges(self.first_part[places], self._part_counts[places])

    def is_part(self, path: str) -> bool:
        """Whether the field belongs to the parts."""
        return self.columns.field(path).item is not None

    def numbers(self, path: str, deal: str | None = None) -> Numbers:
        """A field's values as float64, (homes,) or (parts,); NaN where absent. Do not change the array."""
        key = (path, deal)
        gathered = self._gathered.get(key)
        if gathered is None:
            positions = self._part_positions if self.is_part(path) else self.positions
            column = self.columns.number(path, deal)
            if column is None:
                gathered = np.full(len(positions), np.nan)
            else:
                gathered = column[positions].astype(np.float64, copy=False)
            self._gathered[key] = gathered
        return gathered

    def texts(self, path: str) -> tuple[Positions, Sequence[str]]:
        """A text field as positions in a list of words, (homes,) or (parts,); -1 where absent."""
        codes = self.columns.codes(path)
        field = fields(self.columns.catalog).get(path)
        positions = self.positions if field is None or field.item is None else self._part_positions
        return codes.of_home[positions].astype(np.int64), tuple(codes.number)

    @property
    def part_shares(self) -> Numbers:
        """Each part's share of its home (parts,)."""
        return self.columns.part_shares[self._part_positions]

    def best(self, values: Numbers) -> Numbers:
        """The greatest value among each home's parts; -1 for a home without parts."""
        return self._fold(np.maximum, values, -1.0)

    def sums(self, values: Numbers) -> Numbers:
        """The sum over each home's parts; 0 for a home without parts."""
        return self._fold(np.add, values, 0.0)

    def some(self, mask: Mask) -> Mask:
        """Whether one of each home's parts is marked; false for a home without parts."""
        found = np.zeros(self.count, dtype=np.bool_)
        found[self._home_of[mask.nonzero()[0]]] = True
        return found

    def _fold(self, fold: np.ufunc, values: Numbers, of_none: float) -> Numbers:
        # reduceat needs segments that are not empty: homes without parts have the value of none
        if not len(self._folds):
            return np.full(self.count, of_none)
        folded: Numbers = fold.reduceat(values, self._folds)
        if self._all_filled:
            return folded
        found = np.full(self.count, of_none)
        found[self._filled] = folded
        return found


def everywhere(columns: Columns, centre: Point | None) -> Candidates:
    """Every home, with its distance to the centre."""
    positions = columns.positions
    return Candidates(columns, positions, _distances(columns, positions, centre))


def around(columns: Columns, centre: Point, radius_m: float, *, unlocated: bool) -> Candidates:
    """The homes at most `radius_m` from the centre, found by box and then exactly; with `unlocated` also
    those whose location is unknown."""
    positions, distance = _near(columns, centre, radius_m, unlocated=unlocated)
    return Candidates(columns, positions, distance)


def within(
    columns: Columns, terms: Terms, centre: Point | None, radius_m: float | None, *, unknown: bool
) -> Candidates:
    """The homes of an area, and those at most `radius_m` from the centre where both are given; with
    `unknown` also those of which nobody knows where they are."""
    everyone = columns.positions
    positions = everyone[holding(columns, everyone, terms, unknown=unknown)]
    if centre is not None and radius_m is not None:
        positions = np.union1d(positions, _near(columns, centre, radius_m, unlocated=unknown)[0])
    return Candidates(columns, positions, _distances(columns, positions, centre))


def holding(columns: Columns, positions: Positions, terms: Terms, *, unknown: bool) -> Mask:
    """Which of the homes hold one of the values in every field; with `unknown` an absent value will do."""
    mask = np.ones(len(positions), dtype=np.bool_)
    for name, values in terms.items():
        codes = columns.codes(name)
        wanted = [codes.number[value] for value in values if value in codes.number]
        mine = codes.of_home[positions]
        held = [mine == number for number in ([*wanted, -1] if unknown else wanted)]
        mask &= np.logical_or.reduce(held) if held else False
    return mask


def _near(
    columns: Columns, centre: Point, radius_m: float, *, unlocated: bool
) -> tuple[Positions, Numbers | None]:
    starts, ends = columns.inside(box(centre, radius_m))
    positions = columns.living(ranges(starts, np.maximum(ends - starts, 0)))
    distance = _distances(columns, positions, centre)
    if distance is not None:
        near = distance <= radius_m
        positions, distance = positions[near], distance[near]
        if unlocated:
            rest = columns.positions
            rest = rest[rest >= columns.located]
            positions = np.concatenate((positions, rest))
            distance = np.concatenate((distance, np.full(len(rest), np.nan)))
    return positions, distance


def _distances(columns: Columns, positions: Positions, centre: Point | None) -> Numbers | None:
    """`geo.distance_m` for many homes, from the chord between unit vectors.

    The chord of a difference of vectors is exact to 1e-8 m at any distance, and needs no sine for each home:
    only near ones are worked out as servers do.
    """
    if centre is None:
        return None
    latitude, longitude = math.radians(centre.lat), math.radians(centre.lon)
    x, y, z = columns.x[positions], columns.y[positions], columns.z[positions]
    east_x, east_y = math.cos(latitude) * math.cos(longitude), math.cos(latitude) * math.sin(longitude)
    apart = (x - east_x) ** 2 + (y - east_y) ** 2 + (z - math.sin(latitude)) ** 2
    metres = _arcs(apart / 4)
    near = (metres < NEAR_M).nonzero()[0]
    if len(near):
        metres[near] = _near_by(metres[near], y[near], x[near], z[near], latitude, longitude)
    return metres


def _near_by(
    metres: Numbers, y: Numbers, x: Numbers, z: Numbers, latitude: float, longitude: float
) -> Numbers:
    """The metres of near homes as servers work them out, from the difference of the angles."""
    other, east = np.arcsin(z), np.arctan2(y, x) - longitude
    east -= math.tau * np.round(east / math.tau)
    half = (versine(other - latitude) + math.cos(latitude) * np.cos(other) * versine(east)) / 2
    return np.where(np.abs(east) < NEAR_RAD, _arcs(half), metres)


def _arcs(haversines: Numbers) -> Numbers:
    """`geo.arc_m` for many."""
    return 2 * EARTH_RADIUS_M * np.arcsin(np.minimum(np.sqrt(np.maximum(haversines, 0.0)), 1.0))
