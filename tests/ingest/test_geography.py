"""Distances, and the dong that a register's region names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.geography import Dong, DongIndex, Nearest, Point, distance_m, split_district


def dong(sido: str, sigungu: str, name: str, code: str = "1") -> Dong:
    centre = Point(37.5, 127.0)
    return Dong(code=code, sido=sido, sigungu=sigungu, name=name, centre=centre, area_km2=1.0, radius_km=0.56)


def test_a_degree_of_latitude_on_the_mean_earth_radius() -> None:
    assert distance_m(Point(37, 127), Point(38, 127)) == pytest.approx(111_195.08, abs=0.01)


def test_the_nearest_point_is_found_near_and_far() -> None:
    here = Point(37.5, 127.0)
    assert Nearest([Point(37.51, 127.0), Point(35.0, 129.0)]).distance_m(here) == 1112
    assert Nearest([Point(37.5, 127.0589), Point(37.548, 127.0)]).distance_m(here) == 5196
    assert Nearest([Point(38.5, 127.0)]).distance_m(here) == 111_195
    assert Nearest([]).distance_m(here) is None


@given(
    st.lists(st.builds(Point, st.floats(33, 39), st.floats(124, 131)), min_size=1, max_size=30),
    st.builds(Point, st.floats(33, 39), st.floats(124, 131)),
)
def test_the_nearest_point_is_that_of_a_plain_search(points: list[Point], here: Point) -> None:
    assert Nearest(points).distance_m(here) == round(min(distance_m(here, point) for point in points))


@pytest.mark.parametrize(
    ("region", "code"),
    [
        ("서울특별시 강남구 개포동", "a"),
        ("경기도 성남시 분당구 정자동", "b"),
        ("경기도 용인시 기흥구 보정동", "c"),
        ("경기도 양평군 양평읍 양근리", "d"),
        ("인천광역시 미추홀구 숭의동", "e"),
        ("부산광역시 연제구 거제동", None),
        ("강남구", None),
    ],
)
def test_a_region_finds_its_legal_dong(region: str, code: str | None) -> None:
    index = DongIndex(
        [
            dong("서울특별시", "강남구", "개포동", "a"),
            dong("경기도", "성남시분당구", "정자동", "b"),
            dong("경기도", "기흥구", "보정동", "c"),
            dong("경기도", "양평군", "양평읍", "d"),
            dong("인천광역시", "남구", "숭의동", "e"),
        ]
    )
    found = index.by_region(region)
    assert (found.code if found else None) == code


def test_an_administrative_dong_is_read_as_its_legal_one() -> None:
    index = DongIndex([dong("서울특별시", "동대문구", "답십리동", "a")])
    found = index.by_names("서울특별시", "동대문구", "답십리1동")
    assert found is not None
    assert found.code == "a"
    assert index.by_names("서울특별시", "동대문구", "월곡1동") is None


def test_a_city_and_its_district_are_told_apart() -> None:
    assert split_district("성남시분당구") == ("성남시", "분당구")
    assert split_district("강남구") == (None, "강남구")
    assert dong("서울특별시", "영등포구", "영등포동1가").stem == "영등포"
