"""Where a place lies comes from a look-up, whole: a model's own coordinates and names never do."""

from datetime import date
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.plan import sanitize
from engine.planner.anchored import Anchored, anchored
from engine.planner.rules import plan as plan_by_rules
from engine.runtime.data import index_of

PLACE = {"name": "$1.name", "lat": "$1.lat", "lon": "$1.lon"}
LOOKUPS = [
    {"id": "1", "name": "poi_search", "params": {"location": "강남역"}},
    {"id": "3", "name": "poi_search", "params": {"location": "판교역"}},
]


def of(revision: Revision, places: object, text: str = "강남역 근처 30평대") -> Anchored:
    search = {"id": "2", "name": "property_search", "params": {"pois": places, "areaMin": 30}}
    found = sanitize({"intent": "PROPERTY_SEARCH", "steps": [*LOOKUPS, search]}, revision)
    assert found.removed == ()
    ruled = plan_by_rules(text, revision, today=date(2026, 6, 30), index=index_of(revision))
    return anchored(found.plan, ruled, revision)


def places_of(found: Anchored) -> Any:
    step = found.plan.step("2")
    return step.params["pois"] if step is not None else None


@pytest.mark.parametrize(
    "place",
    [
        {**PLACE, "lat": 35.1, "lon": 129.0},
        {**PLACE, "lat": 35.1},
        {**PLACE, "lon": "$3.lon"},
        {**PLACE, "lat": "$1.lon", "lon": "$1.lat"},
        {**PLACE, "lat": "$1.alternatives[0].lat"},
    ],
    ids=["of its own", "half of its own", "of two look-ups", "the wrong way round", "of two results"],
)
def test_coordinates_that_no_one_look_up_gives_are_refused(
    revision: Revision, place: dict[str, object]
) -> None:
    found = of(revision, [PLACE, place])
    assert found.rejected == "step 2: lat and lon of a place are those of one look-up, by reference"


@pytest.mark.parametrize("name", ["판교역", "$3.name", "$1.name 근처", "${1.kind}"])
def test_a_place_has_the_name_that_its_look_up_gives(revision: Revision, name: str) -> None:
    found = of(revision, [{**PLACE, "name": name}])
    assert places_of(found) == [PLACE]
    assert [(each.kind, each.detail) for each in found.repaired] == [
        ("place_name", "step 2: the name of its look-up")
    ]


@pytest.mark.parametrize(
    "places",
    [
        [PLACE],
        [{"name": "${1.name}", "lat": "${1.lat}", "lon": "${1.lon}"}],
        ["$1"],
        "$1.alternatives",
        [{key: value.replace("$1", "$3.alternatives[0]") for key, value in PLACE.items()}],
    ],
    ids=["plain", "in braces", "whole", "a list", "another of that name"],
)
def test_what_a_look_up_gives_is_left_as_it_is(revision: Revision, places: object) -> None:
    found = of(revision, places)
    assert (found.rejected, found.repaired) == ("", ())
    assert places_of(found) == places


def test_a_name_inside_of_a_result_is_told_from_there(revision: Revision) -> None:
    place = {key: value.replace("$1", "$1.alternatives[0]") for key, value in PLACE.items()}
    found = of(revision, [{**place, "name": "다른 곳"}])
    assert places_of(found) == [{**place, "name": '$1["alternatives"][0].name'}]


@pytest.mark.parametrize(("text", "is_refused"), [("강남역 근처 30평대", True), ("30평대 아파트", False)])
def test_a_place_that_the_customer_named_is_not_left_out(
    revision: Revision, text: str, is_refused: bool
) -> None:
    assert bool(of(revision, [], text).rejected) == is_refused


def test_holding_a_plan_against_its_look_ups_twice_changes_nothing(revision: Revision) -> None:
    once = of(revision, [{**PLACE, "name": "판교역"}])
    ruled = plan_by_rules("강남역 근처", revision, today=date(2026, 6, 30), index=index_of(revision))
    assert anchored(once.plan, ruled, revision) == Anchored(plan=once.plan)
