"""What a step's parameters ask of the search."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.errors import InputInvalid
from engine.runtime.data import index_of
from engine.runtime.server import homes_of
from engine.tools.registry import Resources, build_tools
from engine.tools.search import request_of

POINT = {"name": "강남구", "lat": 37.5, "lon": 127.06}


@pytest.fixture(scope="module")
def resources(revision: Revision) -> Resources:
    return Resources(
        revision=revision,
        index=index_of(revision),
        homes=homes_of(revision, index_of(revision)),
        today=date(2026, 6, 30),
    )


def test_a_look_up_tells_the_search_what_lies_in_an_area(resources: Resources) -> None:
    tools = build_tools(resources)
    found = tools["poi_search"]({"location": "강남구"})
    assert found["inside"] == {"sido": "서울특별시", "sigungu": "강남구"}
    poi = {key: found[key] for key in ("name", "lat", "lon", "inside")}
    result = tools["property_search"]({"pois": [poi], "limit": 50})
    hits: Any = result["hits"]
    assert {hit["doc"]["sigungu"] for hit in hits} == {"강남구"}


@pytest.mark.parametrize(
    ("name", "near", "inside"),
    [
        ("강남역", None, None),
        ("은마아파트", None, None),
        ("성수동", None, {"sido": "서울특별시", "sigungu": "성동구", "dong": ["성수동1가", "성수동2가"]}),
        ("역삼1동", None, {"sido": "서울특별시", "sigungu": "강남구", "dong": "역삼동"}),
        ("중구", None, {"sido": "서울특별시", "sigungu": "중구"}),
        ("중구", "인천", {"sido": "인천광역시", "sigungu": "중구"}),
        ("인천 중구", None, {"sido": "인천광역시", "sigungu": "중구"}),
        ("신사동", "은평구", {"sido": "서울특별시", "sigungu": "은평구", "dong": "신사동"}),
        ("분당구", None, {"sido": "경기도", "sigungu": "성남시 분당구"}),
        ("하남시", None, {"sido": "경기도", "sigungu": "하남시"}),
    ],
)
def test_only_areas_are_inside_of_something(
    resources: Resources, name: str, near: str | None, inside: object
) -> None:
    assert build_tools(resources)["poi_search"]({"location": name, "near": near})["inside"] == inside


@pytest.mark.parametrize("weights", [[0, 0], [-1, 2], ["1", 1], [True, 1], [1]], ids=str)
def test_weights_that_weigh_nothing_are_refused(resources: Resources, weights: list[object]) -> None:
    with pytest.raises(InputInvalid, match="TOOL007"):
        request_of({"pois": [POINT, POINT], "weights": weights}, resources)


@pytest.mark.parametrize("where", [{"lat": 999}, {"lon": -181}, {"lat": None}, {"lat": "37"}], ids=str)
def test_a_place_that_is_nowhere_on_earth_is_refused(resources: Resources, where: dict[str, object]) -> None:
    with pytest.raises(InputInvalid, match="TOOL007"):
        request_of({"pois": [{**POINT, **where}]}, resources)


@pytest.mark.parametrize(("name", "near"), [("강서구", "부산"), ("부산 강서구", None), ("중구", "대구")])
def test_an_area_of_another_region_is_not_found(resources: Resources, name: str, near: str | None) -> None:
    with pytest.raises(InputInvalid) as caught:
        build_tools(resources)["poi_search"]({"location": name, "near": near})
    assert caught.value.problems[0].code == "PLACE010"


def test_a_place_that_is_no_area_says_nothing(resources: Resources) -> None:
    (place,) = request_of({"pois": [{**POINT, "inside": None}]}, resources).places
    assert place.inside == {}
    (place,) = request_of({"pois": [{**POINT, "inside": {"sigungu": ["강남구"]}}]}, resources).places
    assert place.inside == {"sigungu": ("강남구",)}


@pytest.mark.parametrize("inside", ["강남구", {}, {"sigungu": 3}, {"sigungu": []}, ["sigungu"]])
def test_what_a_place_is_inside_of_is_a_field_with_its_value(resources: Resources, inside: object) -> None:
    with pytest.raises(InputInvalid) as caught:
        request_of({"pois": [{**POINT, "inside": inside}]}, resources)
    assert (caught.value.problems[0].code, caught.value.problems[0].path) == ("TOOL007", "/pois/inside")


def test_without_columns_a_look_up_takes_the_words_of_the_address(revision: Revision, root: Path) -> None:
    from engine.tools.lookup import lookup_tool

    index = index_of(revision)
    found = lookup_tool(index, revision, revision.tools["poi_search"])({"location": "성수동"})
    assert found["inside"] == {"sido": "서울특별시", "sigungu": "성동구", "dong": "성수동"}
