"""Looking up a place by its name."""

from pathlib import Path

import pytest

from engine.config.revision import Revision
from engine.errors import InputInvalid
from engine.places.index import PlaceIndex
from engine.runtime.data import index_of
from engine.runtime.revision import load
from engine.tools.lookup import lookup_tool
from engine.tools.registry import NotFound


@pytest.fixture(scope="module")
def revision(root: Path) -> Revision:
    return load(root)


@pytest.fixture(scope="module")
def index(revision: Revision) -> PlaceIndex:
    found = index_of(revision)
    assert found is not None
    return found


def test_a_name_gives_where_the_place_is(revision: Revision, index: PlaceIndex) -> None:
    tool = revision.tools["poi_search"]
    found = lookup_tool(index, revision, tool)({"location": "강남역"})
    assert set(found) == set(tool.results)
    assert (found["name"], found["kind"]) == ("강남역", "station")
    assert found["lat"] == pytest.approx(37.497, abs=0.01)  # pyright: ignore[reportUnknownMemberType]


def test_places_of_one_name_are_alternatives_and_near_decides(revision: Revision, index: PlaceIndex) -> None:
    lookup = lookup_tool(index, revision, revision.tools["poi_search"])
    seoul, busan = lookup({"location": "교대역"}), lookup({"location": "교대역", "near": "부산"})
    assert seoul["id"] != busan["id"]
    others = seoul["alternatives"]
    assert isinstance(others, list)
    assert busan["id"] in [other["id"] for other in others]
    assert set(others[0]) == {"name", "kind", "id", "lat", "lon", "region"}
    assert lookup({"location": "교대역", "near": "서면역"})["id"] == busan["id"]


def test_an_unknown_place_is_refused_with_names_like_it(revision: Revision, index: PlaceIndex) -> None:
    lookup = lookup_tool(index, revision, revision.tools["poi_search"])
    with pytest.raises(InputInvalid) as caught:
        lookup({"location": "호그와트역"})
    (problem,) = caught.value.problems
    assert problem.code == "PLACE010"
    assert "호그와트" not in str(problem)
    assert problem.hint


def test_a_tool_over_complexes_finds_no_station(revision: Revision, index: PlaceIndex) -> None:
    tool = revision.tools["poi_search"].model_copy(update={"over": "complex"})
    lookup = lookup_tool(index, revision, tool)
    assert lookup({"location": "은마아파트"})["kind"] == "complex"
    with pytest.raises(InputInvalid):
        lookup({"location": "강남구청역"})


def test_a_pack_without_places_says_so(revision: Revision) -> None:
    with pytest.raises(InputInvalid) as caught:
        lookup_tool(None, revision, revision.tools["poi_search"])({"location": "강남역"})
    assert caught.value.problems[0].code == "PLACE011"


def test_a_name_that_the_planner_would_not_know_is_not_looked_up_as_another(
    revision: Revision, index: PlaceIndex
) -> None:
    lookup = lookup_tool(index, revision, revision.tools["poi_search"])
    assert lookup({"location": "깅남역"})["name"] == "강남역"
    with pytest.raises(NotFound) as caught:
        lookup({"location": "강냠구쳥역"})
    assert "강남구청역" in caught.value.problems[0].hint


def test_a_line_decides_between_stations_of_one_name(revision: Revision, index: PlaceIndex) -> None:
    lookup = lookup_tool(index, revision, revision.tools["poi_search"])
    assert lookup({"location": "신촌역", "near": "경의중앙선"})["id"] == "station:수도권:신촌역:2"
    assert lookup({"location": "신촌역", "near": "2호선"})["id"] == "station:수도권:신촌역:1"
