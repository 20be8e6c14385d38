"""What is said of one place alone, and that no place's condition becomes another's."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.plan import Plan, sanitize
from engine.planner.adopted import adopt
from engine.planner.apart import Apart, read_apart
from engine.planner.compiled import rules_of
from engine.planner.verify import Verified, verify

from .conftest import TODAY, Planner

Wants = Mapping[str, object]
THIRTY, TWENTY = {"areaMin": 30, "areaMax": 30}, {"areaMin": 20, "areaMax": 20}
THIRTIES, TWENTIES = {"areaMin": 30, "areaMax": 39}, {"areaMin": 20, "areaMax": 29}
FAMILY = "floor_plans.area_m2"


def written(
    searches: Sequence[Wants], revision: Revision, places: Sequence[str] = ("강남역", "판교역")
) -> Plan:
    """A plan as a model writes it: the places looked up, one search around each."""
    steps: list[dict[str, object]] = [
        {"id": str(at), "name": "poi_search", "params": {"location": place}}
        for at, place in enumerate(places, start=1)
    ]
    for at, wants in enumerate(searches, start=1):
        poi = {key: f"${at}.{key}" for key in ("name", "lat", "lon")}
        steps.append({"id": str(10 + at), "name": "property_search", "params": {"pois": [poi], **wants}})
    sanitized = sanitize({"intent": "PROPERTY_SEARCH", "steps": steps}, revision)
    assert not sanitized.removed
    return sanitized.plan


def verified(text: str, searches: Sequence[Wants], revision: Revision, planned: Planner) -> Verified:
    return verify(written(searches, revision), planned(text), revision, today=TODAY)


def asked(plan: Plan) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in step.params.items() if name != "pois"}
        for step in plan.steps
        if step.name == "property_search"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "강남역은 30평, 판교역은 20평",
        "30평은 강남역, 20평은 판교역",
        "30 pyeong near Gangnam station or 20 pyeong near Pangyo station",
        "강남역은 30평, 판교역은 20평 신축으로",
    ],
)
def test_a_phrase_beside_each_place_is_of_that_place(text: str, revision: Revision, planned: Planner) -> None:
    apart = read_apart(planned(text), rules_of(revision).kinds.family)
    assert apart.own == {FAMILY: {0: THIRTY, 1: TWENTY}}
    assert (apart.unclear, apart.beside) == ({}, {})


@pytest.mark.parametrize(
    "text",
    [
        "강남역이나 판교역 30평대 10억 이하",
        "30평대 10억 이하 강남역이나 판교역",
        "강남역 30평대 또는 판교역 30평대",
        "강남역 근처 33평 10억이나 25평 8억",
        "강남역이랑 판교역 사이 30평대 말고 20평대",
    ],
)
def test_what_is_said_once_or_of_one_place_is_of_all(text: str, revision: Revision, planned: Planner) -> None:
    assert read_apart(planned(text), rules_of(revision).kinds.family) == Apart()


LEASE, DEAL = {"dealType": "LEASE", "priceMax": 50000}, {"dealType": "DEAL", "priceMax": 100000}
BOTH = "강남역 근처는 전세 5억 이하, 판교역 근처는 매매 10억 이하"
RIGHT = [
    ("강남역은 30평, 판교역은 20평", [THIRTY, TWENTY]),
    (BOTH, [LEASE, DEAL]),
    (
        "강남역은 10억 이하, 판교역은 8억 이하로 30평대",
        [{**THIRTIES, "priceMax": n} for n in (100000, 80000)],
    ),
    ("강남역 30평대 또는 판교역 20평대", [THIRTIES, TWENTIES]),
    ("강남역 도보 10분 또는 판교역 도보 5분", [{"walkMinutesMax": 10}, {"walkMinutesMax": 5}]),
]


@pytest.mark.parametrize(("text", "searches"), RIGHT, ids=[row[0] for row in RIGHT])
def test_a_right_plan_with_a_search_for_each_place_stays(
    text: str, searches: list[Wants], revision: Revision, planned: Planner
) -> None:
    found = verified(text, searches, revision, planned)
    assert asked(found.plan) == searches
    assert (found.repaired, found.flagged) == ((), ())


WRONG: list[tuple[str, list[Wants], list[Wants]]] = [
    ("강남역은 30평, 판교역은 20평", [TWENTY, THIRTY], [THIRTY, TWENTY]),
    ("강남역은 30평, 판교역은 20평", [{"areaMin": 20, "areaMax": 30}] * 2, [THIRTY, TWENTY]),
    (BOTH, [{**LEASE, "priceMax": 100000}, {**DEAL, "priceMax": 50000}], [LEASE, DEAL]),
    (BOTH, [{**DEAL, "alternatives": [LEASE, DEAL]}, DEAL], [LEASE, DEAL]),
    ("강남역 30평대 또는 판교역 20평대", [THIRTY, TWENTIES], [THIRTIES, TWENTIES]),
    ("강남역이나 판교역 30평대", [THIRTIES, THIRTY], [THIRTIES, THIRTIES]),
]


@pytest.mark.parametrize(("text", "searches", "right"), WRONG)
def test_each_search_is_repaired_to_what_is_said_of_its_own_place(
    text: str, searches: list[Wants], right: list[Wants], revision: Revision, planned: Planner
) -> None:
    found = verified(text, searches, revision, planned)
    assert asked(found.plan) == right
    assert {notice.kind for notice in found.repaired} == {"conversion"}
    assert verify(found.plan, planned(text), revision, today=TODAY).plan == found.plan


def test_where_nobody_can_tell_which_place_is_meant_a_phrase_stays_and_is_flagged(
    revision: Revision, planned: Planner
) -> None:
    text = "30평은 강남역이고 판교역은 20평, 아니면 둘 다 25평"
    apart = read_apart(planned(text), rules_of(revision).kinds.family)
    assert len(apart.unclear[FAMILY]) >= 2
    found = verified(text, [THIRTY, TWENTY], revision, planned)
    assert asked(found.plan) == [THIRTY, TWENTY]
    assert {notice.kind for notice in found.flagged} == {"which_place"}
    assert found.repaired == ()


def test_a_phrase_beside_one_place_is_not_put_upon_the_other(revision: Revision, planned: Planner) -> None:
    found = verified("강남역 30평대나 판교역", [THIRTIES, {}], revision, planned)
    assert asked(found.plan) == [THIRTIES, {}]
    assert [notice.kind for notice in found.flagged] == ["which_place"]
    found = verified("강남역이나 판교역 30평대", [THIRTIES, {}], revision, planned)
    assert asked(found.plan) == [THIRTIES, THIRTIES]


def test_one_search_between_the_places_asks_what_all_of_them_are_asked(
    revision: Revision, planned: Planner
) -> None:
    pois = [{key: f"${at}.{key}" for key in ("name", "lat", "lon")} for at in (1, 2)]
    plan = written([{**THIRTY, "pois": pois}], revision)
    found = verify(plan, planned("강남역은 30평, 판교역은 20평"), revision, today=TODAY)
    assert asked(found.plan) == [{"areaMin": 20, "areaMax": 30}]


def test_searches_that_differ_are_alternatives_of_what_the_session_goes_on_from(
    revision: Revision, planned: Planner
) -> None:
    ruled = planned("강남역은 30평, 판교역은 20평, 10억 이하")
    plan = written([{**each, "priceMax": 100000} for each in (THIRTY, TWENTY)], revision)
    adopted = adopt(plan, ruled, revision, None)
    assert adopted.params == {"areaMin": 20, "areaMax": 30, "priceMax": 100000}
    assert list(adopted.alternatives) == [THIRTY, TWENTY]
    alike = adopt(written([THIRTIES, THIRTIES], revision), ruled, revision, None)
    assert (alike.params, alike.alternatives) == (THIRTIES, ())
