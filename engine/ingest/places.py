"""Names a customer may say -> places: stations, legal dongs, districts, complexes."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.ingest.documents import Document
from engine.ingest.geography import RENAMED_DISTRICTS, Dong, Point, StationRow, distance_m, split_district

PlaceKind = Literal["station", "dong", "district", "complex"]
COLUMNS = ("id", "name", "kind", "lat", "lon", "region", "address", "lines", "aliases", "name_en")

# Platforms of one station lie up to 0.44 km apart (서울역), the two stations named 신촌역 0.70 km.
SAME_STATION_M = 600
METRO = "수도권"
_METRO_SIDO = frozenset({"서울특별시", "경기도", "인천광역시"})
# Bracketed words of the station file that tell two platforms of one name apart and name nothing.
_NOT_NAMES = frozenset({"지하", "지상"})
_SIDO = re.compile(r"(\S+?)(특별시|광역시|특별자치시|특별자치도|도|시)(\s|$)")
_BRACKETED = re.compile(r"(.+?)\s*\((.+)\)(역?)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One place. `region` is the station file's (수도권, 부산권 …), `lines` and `aliases` are sorted."""

    id: str
    name: str
    kind: PlaceKind
    point: Point
    region: str
    address: str = ""
    lines: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    name_en: str = ""

    def cells(self) -> tuple[str, ...]:
        """The place as a row under COLUMNS; lists are joined by "|"."""
        where = (f"{self.point.lat:.6f}", f"{self.point.lon:.6f}", self.region, self.address)
        lists = ("|".join(self.lines), "|".join(self.aliases))
        return (self.id, self.name, self.kind, *where, *lists, self.name_en)


def build_places(
    stations: Iterable[StationRow],
    dongs: Sequence[Dong],
    documents: Iterable[Document],
    names: Mapping[str, frozenset[str]],
) -> tuple[Place, ...]:
    """All places; `names` are other names of complexes, by id.

    Sorted by kind, the capital's before others, then id: where a name alone cannot decide between
    homonyms (교대역 in three cities), the first is the one most customers of this sample mean.
    """
    rows = tuple(stations)
    places = (
        *station_places(rows),
        *(_dong_place(dong) for dong in dongs),
        *district_places(dongs),
        *_complex_places(documents, names),
    )
    return tuple(sorted(places, key=lambda place: (place.kind, place.region != METRO, place.id)))


def station_places(rows: Sequence[StationRow]) -> tuple[Place, ...]:
    """Stations: rows of one name and region within SAME_STATION_M of each other are one.

    So every line of 서울역 is one place, while 양평역 (53 km apart) and 신촌역 stay two each.
    The point is the mean of the platforms.
    """
    by_name: dict[tuple[str, str], list[StationRow]] = defaultdict(list)
    for row in rows:
        by_name[(row.region, row.name)].append(row)
    owners: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        owners[_bare(row.name)].add(row.name)
    cities = frozenset(match[1] for row in rows if (match := _SIDO.match(row.address)) and match[2] != "시")
    places: list[Place] = []
    for (region, name), group in by_name.items():
        clusters = _clusters(sorted(group, key=lambda row: (row.line, row.number)))
        for number, cluster in enumerate(clusters, start=1):
            suffix = f":{number}" if len(clusters) > 1 else ""
            aliases = _station_aliases(cluster, owners, cities)
            places.append(_station_place(f"station:{region}:{name}{suffix}", cluster, aliases))
    return tuple(places)


def district_places(dongs: Sequence[Dong]) -> tuple[Place, ...]:
    """Districts (강남구) at the mean of their dongs' centres, weighted by area; cities of several too."""
    groups: dict[tuple[str, str, str], list[Dong]] = defaultdict(list)
    for dong in dongs:
        city, district = split_district(dong.sigungu)
        groups[(dong.sido, dong.sigungu, district)].append(dong)
        if city:
            groups[(dong.sido, city, city)].append(dong)
    return tuple(_district_place(sido, full, name, group) for (sido, full, name), group in groups.items())


def _clusters(rows: Sequence[StationRow]) -> list[list[StationRow]]:
    clusters: list[list[StationRow]] = []
    for row in rows:
        near = [
            cluster
            for cluster in clusters
            if any(distance_m(row.point, other.point) <= SAME_STATION_M for other in cluster)
        ]
        merged = [row, *(other for cluster in near for other in cluster)]
        clusters = [cluster for cluster in clusters if cluster not in near]
        clusters.append(sorted(merged, key=lambda other: (other.line, other.number)))
    return sorted(clusters, key=lambda cluster: (cluster[0].line, cluster[0].number))


def _station_place(key: str, rows: Sequence[StationRow], aliases: tuple[str, ...]) -> Place:
    first = rows[0]
    return Place(
        id=key,
        name=first.name,
        kind="station",
        point=_mean([(row.point, 1.0) for row in rows]),
        region=first.region,
        address=first.address,
        lines=tuple(sorted({row.line for row in rows})),
        aliases=aliases,
        name_en=first.name_en,
    )


def _station_aliases(
    rows: Sequence[StationRow], owners: Mapping[str, set[str]], cities: frozenset[str]
) -> tuple[str, ...]:
    """The aliases of the file that name this station alone.

    Left out: names of one letter; 지하 and the like; a bracket that names a line which stops here
    (수원역(분당)); the bare name of another station (새절(신사): 신사 is 신사역); the name of a city
    with provincial rank (서울 for 서울역: a customer who says 서울 means the city).
    """
    name = rows[0].name
    lines = {row.line for row in rows}
    given = {alias for row in rows for alias in row.aliases}
    kept: set[str] = set()
    for alias in given:
        bracket = _BRACKETED.fullmatch(alias)
        core = bracket[2] if bracket else alias
        names_line = core != _bare(name) and any(core in line for line in lines)
        if len(core) < 2 or core in _NOT_NAMES or names_line:
            continue
        if not bracket and (core in cities or owners.get(core, {name}) != {name}):
            continue
        kept.add(alias)
    return tuple(sorted(kept - {name}))


def _bare(name: str) -> str:
    return name.removesuffix("역")


def _dong_place(dong: Dong) -> Place:
    return Place(
        id=f"dong:{dong.code}",
        name=dong.name,
        kind="dong",
        point=dong.centre,
        region=_region(dong.sido),
        address=f"{dong.sido} {_spaced(dong.sigungu)} {dong.name}",
    )


def _district_place(sido: str, full: str, name: str, dongs: Sequence[Dong]) -> Place:
    new_name = RENAMED_DISTRICTS.get((sido, full))
    first = min(dong.code for dong in dongs)
    whole_city = full == name and any(dong.sigungu != full for dong in dongs)
    return Place(
        id=f"district:{first[:4]}0" if whole_city else f"district:{first[:5]}",
        name=new_name or name,
        kind="district",
        point=_mean([(dong.centre, dong.area_km2) for dong in dongs]),
        region=_region(sido),
        address=f"{sido} {new_name or _spaced(full)}",
        aliases=(name,) if new_name else (),
    )


def _complex_places(documents: Iterable[Document], names: Mapping[str, frozenset[str]]) -> Iterable[Place]:
    for document in documents:
        if document.location is None:
            continue
        others = names.get(document.complex_id, frozenset[str]()) - {document.name}
        district = " ".join(part for part in (document.sigungu, document.dong) if part)
        yield Place(
            id=document.complex_id,
            name=document.name,
            kind="complex",
            point=Point(document.location.lat, document.location.lon),
            region=_region((document.road_address or "서울특별시").split()[0]),
            address=document.road_address or district,
            aliases=tuple(sorted(others)),
        )


def _region(sido: str) -> str:
    return METRO if sido in _METRO_SIDO else sido


def _spaced(sigungu: str) -> str:
    city, district = split_district(sigungu)
    return f"{city} {district}" if city else district


def _mean(weighted: Sequence[tuple[Point, float]]) -> Point:
    total = sum(weight for _, weight in weighted)
    lat = sum(point.lat * weight for point, weight in weighted) / total
    lon = sum(point.lon * weight for point, weight in weighted) / total
    return Point(round(lat, 6), round(lon, 6))
