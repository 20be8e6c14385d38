"""Named areas: homes in them are wished, unless a near word makes a circle of them."""

from datetime import date
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.places.index import PlaceIndex
from engine.planner.planned import Planned
from engine.planner.rules import plan
from engine.runtime.data import index_of

TODAY = date(2026, 6, 30)


@pytest.fixture(scope="module")
def index(revision: Revision) -> PlaceIndex:
    found = index_of(revision)
    assert found is not None
    return found


def read(text: str, revision: Revision, index: PlaceIndex) -> Planned:
    return plan(text, revision, today=TODAY, index=index)


def pois(planned: Planned) -> list[Any]:
    return [step.params["pois"] for step in planned.plan.steps if step.name == "property_search"]


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("강남구 아파트 12억 이하", True),
        ("강남구에서 12억 이하", True),
        ("강남구 근처 아파트", True),
        ("마포구 쪽 아파트", True),
        ("하남시 아파트", True),
        ("성남시 분당구 아파트", True),
        ("서울 중구 아파트", True),
        ("인천 중구 아파트", True),
        ("역삼동 아파트", True),
        ("역삼1동 아파트", True),
        ("역삼동에 있는 아파트", True),
        ("강남구 역삼동 아파트", True),
        ("역삼동 근처 아파트", False),
        ("역삼동 주변 전세", False),
        ("역삼동 쪽으로 찾아줘", False),
        ("역삼1동 근처 아파트", False),
        ("apartments near 역삼동", False),
        ("apartments in 역삼동", True),
        ("apartments near Yeoksam-dong", False),
        ("apartments in Gangnam-gu", True),
        ("수원 영통구 아파트", True),
        ("강남역 아파트", False),
        ("강남구 논현역 아파트", False),
        ("은마아파트 근처 아파트", False),
    ],
)
def test_an_area_is_searched_inside_unless_a_near_word_stands_beside_it(
    text: str, inside: bool, revision: Revision, index: PlaceIndex
) -> None:
    ((poi,),) = pois(read(text, revision, index))
    wanted = {"name": "$1.name", "lat": "$1.lat", "lon": "$1.lon"}
    assert poi == ({**wanted, "inside": "$1.inside"} if inside else wanted)


def test_of_several_searches_each_has_its_own_area(revision: Revision, index: PlaceIndex) -> None:
    one, other = pois(read("마포구나 용산구 아파트", revision, index))
    assert (one[0]["inside"], other[0]["inside"]) == ("$1.inside", "$2.inside")


def test_between_places_the_middles_count(revision: Revision, index: PlaceIndex) -> None:
    ((one, other),) = pois(read("강남구랑 서초구 사이 아파트", revision, index))
    assert "inside" not in one
    assert "inside" not in other


@pytest.mark.parametrize(
    ("text", "name", "like"),
    [
        ("부산 강서구 아파트", "부산 강서구", "강서구 (서울특별시)"),
        ("대구 중구 전세", "대구 중구", "중구 (서울특별시)"),
        ("부산 신사동 아파트", "부산 신사동", "신사동 (은평구)"),
    ],
)
def test_an_area_that_the_region_said_does_not_have_is_unknown(
    text: str, name: str, like: str, revision: Revision, index: PlaceIndex
) -> None:
    (place,) = read(text, revision, index).places
    assert (place.text, place.unknown) == (name, True)
    assert like in place.near_spellings


@pytest.mark.parametrize("text", ["서울 강서구 아파트", "경기 하남시 아파트", "인천 연수구 아파트"])
def test_an_area_in_the_region_said_is_known(text: str, revision: Revision, index: PlaceIndex) -> None:
    (place,) = read(text, revision, index).places
    assert not place.unknown


def test_a_tool_that_takes_no_area_is_given_none(revision: Revision, index: PlaceIndex) -> None:
    from dataclasses import replace

    search = revision.tools["property_search"]
    assert isinstance(search.parameters["pois"].of, dict)
    fields = {name: kind for name, kind in search.parameters["pois"].of.items() if name != "inside"}
    bare = search.parameters["pois"].model_copy(update={"of": fields})
    tool = search.model_copy(update={"parameters": {**search.parameters, "pois": bare}})
    edited = replace(revision, tools={**revision.tools, "property_search": tool})
    ((poi,),) = pois(read("강남구 아파트", edited, index))
    assert set(poi) == {"name", "lat", "lon"}
