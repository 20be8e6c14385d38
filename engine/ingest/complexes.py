"""Apartment complexes of the K-apt list, and whether their coordinates can be believed."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.ingest.geography import Dong, DongIndex, Point, distance_m
from engine.ingest.table import Reading, Row, RowInvalid, parse_rows, read_table

Verdict = Literal["good", "swapped", "off_dong", "missing", "unknown_dong"]
LocatedBy = Literal["address", "dong"]

BANDS_M2 = (60.0, 85.0, 135.0)  # upper ends of the first three size bands, exclusive ㎡, inclusive
BAND_COLUMNS = ("hh_le60", "hh_60_85", "hh_85_135", "hh_gt135")

# A circle of equal area says how big a dong is, not its shape, so one distance cannot judge alone.
MARGIN_KM = 0.5  # beyond the circle by more than this: suspicious
NEIGHBOUR_KM = 0.6  # but a chain of neighbours of the same dong back into the circle clears it
LONG_DONG_RADII = 2.0  # and so does a distance that a long dong still explains ...
OTHER_CORE_RADII = 0.5  # ... unless the place is in the middle of another dong
_TEST_ID = re.compile(r"(\d)\1{5}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Complex:
    """One complex as listed. `bands` are homes by exclusive size (BANDS_M2), None when not one is given."""

    id: str
    name: str
    sido: str
    sigungu: str
    dong: str
    dong_code: str
    road_address: str
    households: int | None
    built_year: int | None
    bands: tuple[int, int, int, int] | None
    lat: float | None
    lon: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A complex with the point we believe; `verdict` says what was wrong with the listed one."""

    complex: Complex
    dong: Dong | None
    point: Point | None
    located_by: LocatedBy
    verdict: Verdict


def read_complexes(path: Path) -> Reading[Complex]:
    """The complexes of `path`, test entries included. Raises InputInvalid (INGEST001 to 003, 006)."""
    wanted = (
        "complex_id",
        "name",
        "sigungu",
        "dong",
        "road_address",
        "households",
        "built_year",
        "lat",
        "lon",
    )
    table = read_table(path, (*wanted, *BAND_COLUMNS), "a file of complexes")
    return parse_rows(table, _complex)


def is_test_entry(complex_id: str) -> bool:
    """Whether an id was typed to try the system out.

    A K-apt code is a letter, five or six digits of place and a running number; six equal digits
    in a row do not come about that way.
    """
    return _TEST_ID.search(complex_id) is not None


def place_complexes(complexes: Iterable[Complex], dongs: DongIndex) -> tuple[Placed, ...]:
    """Every complex at its own coordinate when that can be believed, else at the centre of its dong."""
    by_dong: dict[str, list[Complex]] = defaultdict(list)
    dong_of: dict[str, Dong | None] = {}
    for entry in complexes:
        dong = dongs.by_code(entry.dong_code) or dongs.by_names(entry.sido, entry.sigungu, entry.dong)
        dong_of[entry.id] = dong
        by_dong[dong.code if dong else ""].append(entry)
    placed: list[Placed] = []
    for entries in by_dong.values():
        dong = dong_of[entries[0].id]
        placed += _judge(entries, dong, dongs.dongs) if dong else [_without_dong(entry) for entry in entries]
    return tuple(sorted(placed, key=lambda item: item.complex.id))


def _complex(row: Row) -> Complex:
    households = _count(row, "households") or None
    return Complex(
        id=row.required("complex_id"),
        name=row.required("name"),
        sido=row.text("sido") or "",
        sigungu=row.required("sigungu"),
        dong=row.text("dong") or "",
        dong_code=row.text("dong_code") or "",
        road_address=row.text("road_address") or "",
        households=households,
        built_year=_count(row, "built_year") or None,
        bands=_bands(row, households),
        lat=row.number_of("lat"),
        lon=row.number_of("lon"),
    )


def _bands(row: Row, households: int | None) -> tuple[int, int, int, int] | None:
    """Homes by size. The list leaves the largest band blank; its homes are the rest of the households."""
    counts = [_count(row, name) for name in BAND_COLUMNS]
    given = sum(count or 0 for count in counts)
    if all(count is None for count in counts):
        return None
    if counts.count(None) == 1 and households:
        counts[counts.index(None)] = max(0, households - given)
    a, b, c, d = (count or 0 for count in counts)
    return (a, b, c, d) if a + b + c + d else None


def _count(row: Row, name: str) -> int | None:
    value = row.number_of(name)
    if value is not None and (value < 0 or value != int(value)):
        raise RowInvalid(row.shown(name))
    return None if value is None else int(value)


def _without_dong(entry: Complex) -> Placed:
    """Nothing to check a coordinate against, so it is not believed."""
    return Placed(complex=entry, dong=None, point=None, located_by="dong", verdict="unknown_dong")


def _judge(entries: Sequence[Complex], dong: Dong, dongs: Sequence[Dong]) -> list[Placed]:
    """The complexes of one dong."""
    believed: dict[str, Point] = {}
    suspicious: dict[str, Point] = {}
    for entry in entries:
        point = _listed(entry)
        if point:
            (believed if _in_circle(point, dong) else suspicious)[entry.id] = point
    _clear_by_neighbours(believed, suspicious)
    return [_place(entry, dong, believed, dongs) for entry in entries]


def _place(entry: Complex, dong: Dong, believed: dict[str, Point], dongs: Sequence[Dong]) -> Placed:
    listed = _listed(entry)
    verdict: Verdict = "missing"
    point: Point | None = believed.get(entry.id)
    if point:
        verdict = "good"
    elif listed:
        swapped = Point(listed.lon, listed.lat)
        if _in_circle(swapped, dong):
            point, verdict = swapped, "swapped"
        elif _long_dong_explains(listed, dong, dongs):
            point, verdict = listed, "good"
        else:
            verdict = "off_dong"
    return Placed(
        complex=entry,
        dong=dong,
        point=point or dong.centre,
        located_by="address" if point else "dong",
        verdict=verdict,
    )


def _listed(entry: Complex) -> Point | None:
    return None if entry.lat is None or entry.lon is None else Point(entry.lat, entry.lon)


def _in_circle(point: Point, dong: Dong) -> bool:
    return distance_m(point, dong.centre) <= (dong.radius_km + MARGIN_KM) * 1000


def _clear_by_neighbours(believed: dict[str, Point], suspicious: dict[str, Point]) -> None:
    """Moves to `believed` what short hops from complex to complex reach from within the circle."""
    while True:
        known = tuple(believed.values())
        near = [
            key
            for key, point in suspicious.items()
            if any(distance_m(point, other) <= NEIGHBOUR_KM * 1000 for other in known)
        ]
        if not near:
            return
        for key in near:
            believed[key] = suspicious.pop(key)


def _long_dong_explains(point: Point, dong: Dong, dongs: Sequence[Dong]) -> bool:
    if distance_m(point, dong.centre) > LONG_DONG_RADII * dong.radius_km * 1000:
        return False
    return not any(
        distance_m(point, other.centre) < OTHER_CORE_RADII * other.radius_km * 1000
        for other in dongs
        if other.code != dong.code
    )
