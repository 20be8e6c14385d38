"""Where things are: distances, legal dongs (법정동) and stations."""

import math
import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.ingest.table import Reading, Row, RowInvalid, parse_rows, read_table, squeeze

EARTH_RADIUS_M = 6_371_008.7714  # mean radius, as search servers use it
# Districts renamed since the boundaries were drawn: the register and customers say the new name.
RENAMED_DISTRICTS = {("인천광역시", "남구"): "미추홀구", ("경기도", "여주군"): "여주시"}
_CITY_AND_DISTRICT = re.compile(r"(.+시)(.+구)")
_ADMINISTRATIVE = re.compile(r"(.*\D)\d+동")


@dataclass(frozen=True, slots=True)
class Point:
    """Degrees, WGS 84."""

    lat: float
    lon: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Dong:
    """A legal dong. `radius_km` is that of the circle of equal area around its centre."""

    code: str
    sido: str
    sigungu: str
    name: str
    centre: Point
    area_km2: float
    radius_km: float

    @property
    def stem(self) -> str:
        """The name without its kind: 역삼 of 역삼동, 영등포 of 영등포동1가."""
        return re.sub(r"(동|로|읍|면)?(\d+가)?$", "", self.name) or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class StationRow:
    """One station on one line, as the standard file of stations has it."""

    name: str
    line: str
    point: Point
    address: str
    aliases: tuple[str, ...]
    name_en: str
    number: str
    region: str


def distance_m(a: Point, b: Point) -> float:
    """Great-circle distance in metres (haversine on the mean Earth radius)."""
    lat_a, lat_b = math.radians(a.lat), math.radians(b.lat)
    half = math.sin((lat_b - lat_a) / 2) ** 2
    half += math.cos(lat_a) * math.cos(lat_b) * math.sin(math.radians(b.lon - a.lon) / 2) ** 2
    return 2 * EARTH_RADIUS_M * math.asin(math.sqrt(min(1.0, half)))


class Nearest:
    """Distances from anywhere to the nearest of some points."""

    def __init__(self, points: Iterable[Point]) -> None:
        self._points = sorted(points, key=lambda point: point.lat)
        self._latitudes = [point.lat for point in self._points]

    def distance_m(self, here: Point) -> int | None:
        """Whole metres to the nearest point, None without any.

        Walks away from the latitude of `here` on both sides; two points are never nearer than their
        parallels, so a side ends where its parallel is farther than the best so far.
        """
        middle = bisect_left(self._latitudes, here.lat)
        best = math.inf
        for side in (range(middle, len(self._points)), range(middle - 1, -1, -1)):
            for index in side:
                other = self._points[index]
                if math.radians(abs(other.lat - here.lat)) * EARTH_RADIUS_M > best:
                    break
                best = min(best, distance_m(here, other))
        return None if math.isinf(best) else round(best)


class DongIndex:
    """Legal dongs by code and by the names that registers write."""

    def __init__(self, dongs: Iterable[Dong]) -> None:
        self.dongs = tuple(dongs)
        self._by_code = {dong.code: dong for dong in self.dongs}
        self._by_name: dict[str, Dong] = {}
        for dong in self.dongs:
            for sigungu in {dong.sigungu, RENAMED_DISTRICTS.get((dong.sido, dong.sigungu), dong.sigungu)}:
                self._by_name[squeeze(dong.sido + sigungu + dong.name)] = dong

    def by_code(self, code: str) -> Dong | None:
        """The dong of a 10-digit code."""
        return self._by_code.get(code)

    def by_region(self, region: str) -> Dong | None:
        """The dong of `서울특별시 강남구 개포동`.

        A village below a 읍 or 면 is placed in it; a city the boundary file leaves out
        (용인시 of `용인시 기흥구`) is skipped.
        """
        words = region.split()
        if len(words) < 3:
            return None
        tails = (words[1:], words[2:], words[1:-1], words[2:-1])
        found = (self._by_name.get(squeeze(words[0] + "".join(tail))) for tail in tails)
        return next((dong for dong in found if dong), None)

    def by_names(self, sido: str, sigungu: str, name: str) -> Dong | None:
        """The dong of these names; an administrative dong (답십리1동) is read as its legal one (답십리동)."""
        exact = self._by_name.get(squeeze(sido + sigungu + name))
        numbered = _ADMINISTRATIVE.fullmatch(name)
        if exact or not numbered:
            return exact
        return self._by_name.get(squeeze(sido + sigungu + numbered[1] + "동"))


def split_district(sigungu: str) -> tuple[str | None, str]:
    """(성남시, 분당구) of 성남시분당구, (None, 강남구) of 강남구."""
    both = _CITY_AND_DISTRICT.fullmatch(sigungu)
    return (both[1], both[2]) if both else (None, sigungu)


def read_dongs(path: Path) -> Reading[Dong]:
    """The legal dongs of `path`. Raises InputInvalid (INGEST001 to 003, 006)."""
    wanted = ("code", "sido", "sigungu", "dong", "lat", "lon", "area_km2", "equiv_radius_km")
    return parse_rows(read_table(path, wanted, "a file of legal dongs"), _dong)


def read_stations(path: Path) -> Reading[StationRow]:
    """The station rows of `path`. Raises InputInvalid (INGEST001 to 003, 006)."""
    wanted = ("name", "line", "lat", "lon", "address", "aliases", "name_en", "station_no", "region")
    return parse_rows(read_table(path, wanted, "a file of stations"), _station)


def _dong(row: Row) -> Dong:
    return Dong(
        code=row.required("code"),
        sido=row.required("sido"),
        sigungu=row.required("sigungu"),
        name=row.required("dong"),
        centre=_point(row),
        area_km2=row.required_number("area_km2"),
        radius_km=row.required_number("equiv_radius_km"),
    )


def _station(row: Row) -> StationRow:
    aliases = (row.text("aliases") or "").split("|")
    return StationRow(
        name=row.required("name"),
        line=row.required("line"),
        point=_point(row),
        address=row.text("address") or "",
        aliases=tuple(alias.strip() for alias in aliases if alias.strip()),
        name_en=row.text("name_en") or "",
        number=row.text("station_no") or "",
        region=row.required("region"),
    )


def _point(row: Row) -> Point:
    lat, lon = row.required_number("lat"), row.required_number("lon")
    if abs(lat) > 90 or abs(lon) > 180:
        raise RowInvalid(f"lat {lat}, lon {lon} is no place")
    return Point(lat, lon)
