"""What is said of one place alone, and that no place's condition becomes another's."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.config.revision import Revision
from engine.plan import Plan, sanitize
from engine.planner.adopted import adopt
from engine.planner.apart import Apart, hull_of, read_apart
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


AGAIN: list[tuple[str, list[Wants]]] = [
    ("강남역은 30평, 판교역은 20평, 강남역은 10억 이하", [{**THIRTY, "priceMax": 100000}, TWENTY]),
    (
        "강남역은 30평, 판교역은 20평. 강남역은 10억 이하, 판교역은 5억 이하",
        [{**THIRTY, "priceMax": 100000}, {**TWENTY, "priceMax": 50000}],
    ),
    ("강남역이나 판교역인데 강남역이면 30평, 판교역이면 20평으로", [THIRTY, TWENTY]),
    ("강남역이랑 판교역 근처, 판교역은 20평 강남역은 30평", [THIRTY, TWENTY]),
    ("강남역은 30평, 판교역은 20평, 강남역은 전세로", [{**THIRTY, "dealType": "LEASE"}, TWENTY]),
    ("강남역이나 판교역, 강남역은 10억 이하", [{"priceMax": 100000}] * 2),  # nothing tells them apart
    (
        "강남역은 30평, 판교역은 20평, 둘 다 10억 이하",
        [{**each, "priceMax": 100000} for each in (THIRTY, TWENTY)],
    ),
]


@pytest.mark.parametrize(("text", "searches"), AGAIN, ids=[row[0] for row in AGAIN])
def test_what_is_said_where_a_place_is_named_again_is_of_that_place(
    text: str, searches: list[Wants], revision: Revision, planned: Planner
) -> None:
    ruled = planned(text)
    assert [set(each.items()) for each in asked(ruled.plan)] == [set(each.items()) for each in searches]
    found = verified(text, searches, revision, planned)
    assert asked(found.plan) == searches
    assert (found.repaired, found.flagged) == ((), ())


def test_what_a_model_asks_of_the_wrong_place_is_set_right_or_flagged(
    revision: Revision, planned: Planner
) -> None:
    text, searches = AGAIN[1]
    assert asked(verified(text, [*reversed(searches)], revision, planned).plan) == searches
    text, (one, other) = AGAIN[0]
    found = verified(text, [one, {**other, "priceMax": 100000}], revision, planned)
    assert [each.kind for each in found.flagged] == ["planner_only"]


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


def test_one_search_between_the_places_asks_what_is_said_of_any_of_them(
    revision: Revision, planned: Planner
) -> None:
    pois = [{key: f"${at}.{key}" for key in ("name", "lat", "lon")} for at in (1, 2)]
    plan = written([{**THIRTY, "pois": pois}], revision)
    found = verify(plan, planned("강남역은 30평, 판교역은 20평"), revision, today=TODAY)
    assert asked(found.plan) == [{"areaMin": 20, "areaMax": 30, "alternatives": [THIRTY, TWENTY]}]


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


SPOKEN: dict[str, Wants] = {
    "30평대": THIRTIES,
    "20평": TWENTY,
    "10억 이하": {"priceMax": 100000},
    "5억대": {"priceMin": 50000, "priceMax": 59999},
    "전세 5억 이하": {"priceMax": 50000, "dealType": "LEASE"},
    "월세": {"dealType": "RENT"},
    "방 3개": {"roomCountMin": 3, "roomCountMax": 3},
    "1000세대 이상": {"householdsMin": 1000},
    "신축": {"builtYearMin": 2020},
    "역세권": {"stationDistanceMaxM": 500},
    "도보 10분": {"walkMinutesMax": 10},
}
NAMES = ("강남역", "판교역", "잠실역", "강남구", "송파구")


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """Two or three places with a phrase or two beside each, maybe one of all before or behind them."""
    places = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique=True))
    phrases = st.lists(st.sampled_from([*SPOKEN, ""]), min_size=1, max_size=2)
    glue, joint = draw(st.sampled_from(["은 ", " ", " 근처 "])), draw(st.sampled_from([", ", " 또는 ", " "]))
    told = [place + glue + " ".join(draw(phrases)) for place in places]
    whole = [
        draw(st.sampled_from(["", "10억 이하로"])),
        joint.join(told),
        draw(st.sampled_from(["", "신축"])),
    ]
    return " ".join(filter(None, whole))


@settings(deadline=None)
@given(text=sentences())
def test_the_rules_own_plan_is_never_changed(text: str, revision: Revision, planned: Planner) -> None:
    ruled = planned(text)
    clean = sanitize(ruled.plan, revision)
    assert clean.removed == ()
    found = verify(clean.plan, ruled, revision, today=TODAY)
    assert (found.plan, found.repaired, found.flagged) == (clean.plan, (), ())
    adopted = adopt(clean.plan, ruled, revision, None)
    assert (adopted.strategy, adopted.used.own) == (ruled.strategy, ruled.used.own)


KINDS: tuple[dict[str, Wants], ...] = (
    {"30평대": THIRTIES, "20평": TWENTY, "40평 이상": {"areaMin": 40}},
    {"10억 이하": {"priceMax": 100000}, "8억 이하": {"priceMax": 80000}, "5억대": SPOKEN["5억대"]},
    {
        "방 3개": SPOKEN["방 3개"],
        "방 2개": {"roomCountMin": 2, "roomCountMax": 2},
        "방 4개 이상": {"roomCountMin": 4},
    },
    {"매매": {"dealType": "DEAL"}, "전세": {"dealType": "LEASE"}, "월세": {"dealType": "RENT"}},
)


@given(
    order=st.permutations(NAMES),
    of=st.lists(st.permutations(range(3)), min_size=4, max_size=4),
    kinds=st.lists(st.sampled_from([0, 1, 2, 3]), min_size=1, max_size=3, unique=True),
    places=st.sampled_from([2, 3]),
    common=st.sampled_from(["", "신축"]),
)
def test_each_place_is_searched_with_its_own_phrases_and_those_of_all(
    order: list[str], of: list[list[int]], kinds: list[int], places: int, common: str, planned: Planner
) -> None:
    assume(not {1, 3} <= {*kinds})  # 월세 5억대 is a deposit
    own = [[[*KINDS[kind]][of[kind][at]] for kind in kinds] for at in range(places)]
    told = ", ".join(f"{place}은 {' '.join(each)}" for place, each in zip(order, own, strict=False))
    ruled = planned(f"{told} {common}")
    every = {phrase: wants for kind in KINDS for phrase, wants in kind.items()}
    wanted = [
        {
            name: value
            for phrase in (*each, *filter(None, [common]))
            for name, value in {**every, **SPOKEN}[phrase].items()
        }
        for each in own
    ]
    assert ruled.strategy == "independent"
    assert asked(ruled.plan) == wanted


def test_what_the_places_are_told_apart_by_is_in_the_hull_and_in_the_sets(planned: Planner) -> None:
    ruled = planned("강남역은 15억 이하, 판교역은 10억 이하로 30평대")
    assert ruled.params == {**THIRTIES, "priceMax": 150000}
    assert list(ruled.alternatives) == [{"priceMax": 150000}, {"priceMax": 100000}]
    assert asked(ruled.plan) == [{**THIRTIES, **each} for each in ruled.alternatives]


def test_a_hull_is_open_where_one_of_its_sets_is() -> None:
    sets = [{"priceMin": 1, "priceMax": 5}, {"priceMin": 2}]
    assert hull_of(sets, frozenset({"priceMin"})) == {"priceMin": 1, "priceMax": None}


def test_a_distance_of_each_station_is_the_radius_around_that_one(planned: Planner) -> None:
    searches = asked(planned("강남역은 역세권, 판교역은 초역세권").plan)
    assert [(each["stationDistanceMaxM"], each["radiusKm"]) for each in searches] == [(500, 0.5), (250, 0.25)]


def test_a_search_between_two_places_asks_for_one_or_the_other_of_their_conditions(planned: Planner) -> None:
    ruled = planned("강남역 30평이랑 판교역 20평 사이, 아니면 잠실역 40평")
    assert asked(ruled.plan) == [
        {"areaMin": 20, "areaMax": 40, "alternatives": [THIRTY, TWENTY]},
        {"areaMin": 40, "areaMax": 40},
    ]


def test_an_unknown_place_takes_its_own_condition_with_it(planned: Planner) -> None:
    ruled = planned("없는동네역은 30평, 판교역은 20평")
    assert ruled.strategy == "single"
    assert asked(ruled.plan) == [TWENTY]


APART = "강남역은 30평, 판교역은 20평"
PRICED = {"priceMax": 100000}


@pytest.mark.parametrize(
    ("text", "searches"),
    [
        ("10억 이하로", [{**THIRTY, **PRICED}, {**TWENTY, **PRICED}]),
        ("25평으로 바꿔줘", [{"areaMin": 25, "areaMax": 25}] * 2),
        ("그 조건으로 판교역만", [TWENTY]),
        ("판교역은 빼고 다시 찾아줘", [THIRTY]),
        ("같은 조건으로 잠실역", [{"areaMin": 20, "areaMax": 30, "alternatives": [THIRTY, TWENTY]}]),
        ("강남역이랑 판교역 사이로", [{"areaMin": 20, "areaMax": 30, "alternatives": [THIRTY, TWENTY]}]),
        (
            "판교역은 10억 이하, 강남역은 15억 이하",
            [{**TWENTY, **PRICED}, {**THIRTY, "priceMax": 150000}],
        ),
    ],
)
def test_a_follow_up_goes_on_place_by_place(
    text: str, searches: list[Wants], revision: Revision, planned: Planner
) -> None:
    context = planned(APART).used
    ruled = planned(text, context)
    assert asked(ruled.plan) == searches
    assert verify(sanitize(ruled.plan, revision).plan, ruled, revision, today=TODAY).repaired == ()


def test_a_follow_up_goes_on_from_a_model_s_searches_place_by_place(
    revision: Revision, planned: Planner
) -> None:
    plan = written([TWENTY, THIRTY], revision, ("판교역", "강남역"))
    used = adopt(plan, planned(APART), revision, None).used
    assert (used.own, used.alternatives) == ((TWENTY, THIRTY), ())
    assert asked(planned("10억 이하로", used).plan) == [{**TWENTY, **PRICED}, {**THIRTY, **PRICED}]
