"""Stations, dongs, districts and complexes as places."""

from engine.ingest.geography import Dong, Point, StationRow
from engine.ingest.places import Place, build_places, district_places, station_places


def row(
    name: str,
    line: str,
    lat: float,
    *,
    aliases: str = "",
    region: str = "수도권",
    address: str = "서울특별시 중구 1",
) -> StationRow:
    return StationRow(
        name=name,
        line=line,
        point=Point(lat, 127.0),
        address=address,
        aliases=tuple(alias for alias in aliases.split("|") if alias),
        name_en="",
        number=line,
        region=region,
    )


def dong(sido: str, sigungu: str, name: str, code: str, lat: float, area: float = 1.0) -> Dong:
    centre = Point(lat, 127.0)
    return Dong(code=code, sido=sido, sigungu=sigungu, name=name, centre=centre, area_km2=area, radius_km=0.6)


def named(places: tuple[Place, ...], name: str) -> list[Place]:
    return [place for place in places if place.name == name]


def test_lines_of_one_station_are_one_place_at_their_mean() -> None:
    (place,) = station_places([row("강남역", "신분당선", 37.498), row("강남역", "2호선", 37.497)])
    assert (place.lines, place.point, place.id) == (
        ("2호선", "신분당선"),
        Point(37.4975, 127.0),
        "station:수도권:강남역",
    )


def test_homonyms_stay_apart_by_region_and_by_distance() -> None:
    places = station_places(
        [
            row("교대역", "2호선", 37.493),
            row("교대역", "1호선", 35.195, region="부산권"),
            row("신촌역", "2호선", 37.5552),
            row("신촌역", "경의중앙선", 37.5618),
        ]
    )
    assert [place.id for place in named(places, "교대역")] == [
        "station:수도권:교대역",
        "station:부산권:교대역",
    ]
    assert [place.id for place in named(places, "신촌역")] == [
        "station:수도권:신촌역:1",
        "station:수도권:신촌역:2",
    ]


def test_platforms_that_reach_from_one_to_the_next_are_one_station() -> None:
    chain = [row("서울역", f"{n}호선", 37.55 + 0.0045 * n) for n in (3, 1, 2)]
    assert len(station_places(chain)) == 1


def test_aliases_that_name_nothing_or_something_else_are_left_out() -> None:
    places = station_places(
        [
            row("신촌역", "2호선", 37.55, aliases="신촌(지하)|신촌|지하"),
            row("수원역", "수인분당선", 37.26, aliases="수원역(분당)|수원|분당", address="경기도 수원시 1"),
            row("새절역", "6호선", 37.59, aliases="새절(신사)|새절|신사"),
            row("신사역", "3호선", 37.51, aliases="신사"),
            row("서울역", "1호선", 37.556, aliases="서울"),
            row("잠실역", "2호선", 37.513, aliases="잠실(송파구청)|잠실|송파구청"),
            row("강역", "9호선", 37.6, aliases="강"),
        ]
    )
    assert {place.name: place.aliases for place in places} == {
        "신촌역": ("신촌",),
        "수원역": ("수원",),
        "새절역": ("새절", "새절(신사)"),
        "신사역": ("신사",),
        "서울역": (),
        "잠실역": ("송파구청", "잠실", "잠실(송파구청)"),
        "강역": (),
    }


def test_a_district_lies_at_the_mean_of_its_dongs_by_area_and_a_city_above_its_districts() -> None:
    places = district_places(
        [
            dong("경기도", "성남시분당구", "정자동", "4113510100", 37.0, 3.0),
            dong("경기도", "성남시수정구", "신흥동", "4113110100", 38.0, 1.0),
            dong("인천광역시", "남구", "숭의동", "2817710100", 37.4),
        ]
    )
    found = {place.name: (place.id, place.point.lat, place.address, place.aliases) for place in places}
    assert found == {
        "분당구": ("district:41135", 37.0, "경기도 성남시 분당구", ()),
        "수정구": ("district:41131", 38.0, "경기도 성남시 수정구", ()),
        "성남시": ("district:41130", 37.25, "경기도 성남시", ()),
        "미추홀구": ("district:28177", 37.4, "인천광역시 미추홀구", ("남구",)),
    }


def test_the_capital_s_station_stands_before_its_homonyms() -> None:
    stations = [row("교대역", "1호선", 35.85, region="대구권"), row("교대역", "2호선", 37.493)]
    places = build_places(stations, [dong("서울특별시", "중구", "명동", "1114012600", 37.56)], [], {})
    assert [place.kind for place in places] == ["district", "dong", "station", "station"]
    assert [place.region for place in named(places, "교대역")] == ["수도권", "대구권"]
