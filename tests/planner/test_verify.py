"""A planner's numbers beside the rules' reading: slips end right, right plans stay right."""

import json
import random
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.plan import Plan, sanitize
from engine.planner.planned import Planned
from engine.planner.rules import plan as plan_by_rules
from engine.planner.verify import Verified, verify
from engine.runtime.data import index_of
from engine.runtime.revision import load

DAY = date(2026, 6, 30)


@pytest.fixture(scope="module")
def revision() -> Revision:
    return load()


def ruled(text: str, revision: Revision) -> Planned:
    return plan_by_rules(text, revision, today=DAY, index=index_of(revision))


def written(params: Mapping[str, object], revision: Revision) -> Plan:
    """A plan as a model writes it: one place looked up, one search around it."""
    poi = {"name": "$1.name", "lat": "$1.lat", "lon": "$1.lon"}
    steps = [
        {"id": "1", "name": "poi_search", "params": {"location": "강남역"}},
        {"id": "2", "name": "property_search", "params": {"pois": [poi], **params}},
    ]
    sanitized = sanitize({"intent": "PROPERTY_SEARCH", "steps": steps}, revision)
    assert not sanitized.removed
    return sanitized.plan


def verified(text: str, params: Mapping[str, object], revision: Revision) -> Verified:
    return verify(written(params, revision), ruled(text, revision), revision, today=DAY)


def asked(plan: Plan) -> dict[str, Any]:
    return {name: value for name, value in plan.steps[-1].params.items() if name not in ("pois", "weights")}


THIRTIES = {"areaMin": 30, "areaMax": 39}
THREE = {"priceMax": 30000}
RENT = {"dealType": "RENT"}
SLIPS: list[tuple[str, Mapping[str, object], Mapping[str, object]]] = [
    ("강남역 5억대 아파트", {"priceMin": 50000, "priceMax": 99999}, {"priceMin": 50000, "priceMax": 59999}),
    ("강남역 5억대 아파트", {"priceMin": 5, "priceMax": 5}, {"priceMin": 50000, "priceMax": 59999}),
    ("강남역 30평대", {"areaMin": 30, "areaMax": 30}, {"areaMin": 30, "areaMax": 39}),
    ("강남역 5억 이상", {"priceMin": 50000, "priceMax": 9999999}, {"priceMin": 50000}),
    ("강남역 5억 이하", {"priceMin": 0, "priceMax": 50000}, {"priceMax": 50000}),
    ("강남역 5억 이하", {"priceMin": -1, "priceMax": 50000}, {"priceMax": 50000}),
    ("강남역 아파트", {"areaMin": 0, "areaMax": 9999}, {}),
    ("강남역 4인 가족 살 집", {"areaMin": 20, "areaMax": 29}, {"areaMin": 30, "assumed": ["areaMin"]}),
    ("지금은 15평에 살고 강남역 30평대로 이사", {"areaMin": 15, "areaMax": 15}, THIRTIES),
    ("지금은 15평에 살고 있는데 강남역으로 이사", {"areaMin": 15, "areaMax": 15}, {}),
    ("강남역 대출 2억 있어요 30평대", {**THIRTIES, "priceMax": 20000}, THIRTIES),
    ("강남역 84타입", {"areaMin": 84, "areaMax": 84}, {"areaM2Min": 84, "areaM2Max": 84}),
    ("강남역 전세 3억 이하", {**THREE, "dealType": "DEAL"}, {**THREE, "dealType": "LEASE"}),
    ("강남역 신축", {"ageMax": 5}, {"builtYearMin": 2020}),
    ("near Gangnam station under 500 million won", {"priceMax": 500}, {"priceMax": 49999}),
    # units
    ("강남역 15억 이하", {"priceMax": 15}, {"priceMax": 150000}),
    ("강남역 15억 이하", {"priceMax": 1500000000}, {"priceMax": 150000}),
    ("강남역 34평", {"areaM2Min": 34, "areaM2Max": 34}, {"areaMin": 34, "areaMax": 34}),
    ("강남역 500m 이내", {"radiusKm": 500}, {"radiusKm": 0.5}),
    ("신림역 월세 50만원 이하", {**RENT, "monthlyMax": 500000}, {**RENT, "monthlyMax": 50}),
    ("near Jamsil station under 1.5 billion won", {"priceMax": 15000}, {"priceMax": 149999}),
    # ends
    ("강남역 5억~7억", {"priceMin": 70000, "priceMax": 50000}, {"priceMin": 50000, "priceMax": 70000}),
    ("강남역 30평 이상", {"areaMax": 30}, {"areaMin": 30}),
    ("강남역 5억대", {"priceMin": 50000}, {"priceMin": 50000, "priceMax": 59999}),
    ("two-bedroom near Gangnam station", {"roomCountMin": 2}, {"roomCountMin": 2, "roomCountMax": 2}),
    # one parameter for another
    ("강남역 전세 3억 이하", {"dealType": "LEASE", "depositMax": 30000}, {**THREE, "dealType": "LEASE"}),
    ("강남역 5억대", {"priceMin": 50000, "depositMax": 59999}, {"priceMin": 50000, "priceMax": 59999}),
    ("강남역까지 지하철로 30분", {"walkMinutesMax": 30}, {"transitMinutesMax": 30}),
    ("강남역 걸어서 5분", {"stationDistanceMaxM": 400}, {"walkMinutesMax": 5}),
    ("강남역 도보 10분", {"radiusKm": 10}, {"walkMinutesMax": 10}),
    ("잠실역 10년차 이내", {"builtYearMin": 10}, {"ageMax": 10}),
    ("잠실역 2015년 이후", {"ageMax": 2015}, {"builtYearMin": 2015}),
    ("신림역 월세 1000/50 이하", {**RENT, "depositMax": 50, "monthlyMax": 1000},
     {**RENT, "depositMax": 1000, "monthlyMax": 50}),
    # what is no wish
    ("강남역 30평대 말고 20평대로", THIRTIES, {"areaMin": 20, "areaMax": 29}),
    ("강남역 관리비 20만원 이하 30평대", {**THIRTIES, "priceMax": 20}, THIRTIES),
    ("강남역 월세 말고 전세", {"dealType": ["RENT", "LEASE"]}, {"dealType": "LEASE"}),
    ("종로3가역 30평대 10억 이하", {**THIRTIES, "priceMax": 30000}, {**THIRTIES, "priceMax": 100000}),
    ("상계주공7단지 근처 24평", {"areaMin": 7, "areaMax": 24}, {"areaMin": 24, "areaMax": 24}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "params", "right"), SLIPS, ids=lambda v: str(v)[:40])
def test_a_slip_ends_in_what_the_customer_said(
    revision: Revision, text: str, params: dict[str, object], right: dict[str, object]
) -> None:
    found = verified(text, params, revision)
    assert asked(found.plan) == right
    assert found.repaired
    assert all("→" in notice.detail for notice in found.repaired)


@pytest.mark.parametrize(("text", "params", "right"), SLIPS, ids=lambda v: str(v)[:40])
def test_a_right_plan_stays_and_verifying_twice_changes_nothing(
    revision: Revision, text: str, params: dict[str, object], right: dict[str, object]
) -> None:
    found = verified(text, right, revision)
    assert asked(found.plan) == right
    assert found.repaired == ()
    once = verified(text, params, revision)
    assert verify(once.plan, ruled(text, revision), revision, today=DAY).plan == once.plan


def test_what_only_one_of_them_read_is_kept_and_flagged(revision: Revision) -> None:
    found = verified("강남역 30평대 조용한 집", {"priceMax": 100000, "areaMin": 30, "areaMax": 39}, revision)
    assert asked(found.plan) == {"priceMax": 100000, "areaMin": 30, "areaMax": 39}
    assert [notice.kind for notice in found.flagged] == ["planner_only"]
    found = verified("강남역 30평대", {}, revision)
    assert asked(found.plan) == {"areaMin": 30, "areaMax": 39}
    assert [notice.kind for notice in found.flagged] == ["rules_only"]
    assert found.repaired == ()


@pytest.mark.parametrize("intent", ["OUT_OF_DOMAIN", "GENERAL_QA"])
def test_a_plan_that_searches_nothing_is_flagged_where_the_rules_read_conditions(
    revision: Revision, intent: str
) -> None:
    empty = sanitize({"intent": intent, "steps": []}, revision).plan
    found = verify(empty, ruled("강남역 30평대 5억대", revision), revision, today=DAY)
    assert [notice.kind for notice in found.flagged] == ["no_search"]
    assert found.flagged[0].detail.startswith(f"{intent}, and the rules read PROPERTY_SEARCH by ")
    assert (found.plan, found.repaired) == (empty, ())
    assert verify(empty, ruled("오늘 날씨 어때?", revision), revision, today=DAY).flagged == ()


def test_amounts_that_belong_together_are_joined_as_the_rules_read_them(revision: Revision) -> None:
    found = verified(
        "강남역 33평 10억, 25평 8억", {"areaMin": 25, "areaMax": 33, "priceMax": 100000}, revision
    )
    assert found.plan.steps[-1].params["alternatives"] == [
        {"areaMin": 33, "areaMax": 33, "priceMin": 100000, "priceMax": 100000},
        {"areaMin": 25, "areaMax": 25, "priceMin": 80000, "priceMax": 80000},
    ]


def test_a_price_is_held_the_same_as_a_list_or_a_float(revision: Revision) -> None:
    given = {"dealType": ["LEASE"], "priceMax": 30000.0, "areaMax": None}
    found = verified("강남역 전세 3억 이하", given, revision)
    assert (found.repaired, found.flagged) == ((), ())


def with_policy(revision: Revision, on_mismatch: str) -> Revision:
    from dataclasses import replace

    policy = revision.plan_policy.model_copy(update={"on_mismatch": on_mismatch})
    return replace(revision, plan_policy=policy)


def test_the_pack_may_only_flag_or_refuse_a_mismatch(revision: Revision) -> None:
    wrong = {"priceMin": 50000, "priceMax": 99999}
    flagging, rejecting = (with_policy(revision, each) for each in ("flag", "reject"))
    found = verified("강남역 5억대", wrong, flagging)
    assert asked(found.plan) == wrong
    assert [notice.kind for notice in found.flagged] == ["conversion"]
    assert found.repaired == ()
    found = verified("강남역 5억대", wrong, rejecting)
    assert found.rejected == "step 2: priceMin 50000, priceMax 99999 → priceMin 50000, priceMax 59999"


def test_no_word_of_the_customer_stands_in_a_notice(revision: Revision) -> None:
    found = verified("강남역 비밀번호 30평대", {"areaMin": 30, "areaMax": 30}, revision)
    assert all("비밀" not in notice.detail for notice in (*found.repaired, *found.flagged))


def test_a_number_that_only_a_name_holds_is_flagged(revision: Revision) -> None:
    found = verified("강남역 3번 출구 30평대", {**THIRTIES, "roomCountMin": 3, "roomCountMax": 3}, revision)
    assert [notice.kind for notice in found.flagged] == ["planner_only"]


def test_alternatives_that_were_made_one_range_are_put_back(revision: Revision) -> None:
    hull = {"areaMin": 25, "areaMax": 33, "priceMin": 80000, "priceMax": 100000}
    found = verified("강남역 33평 10억이나 25평 8억", hull, revision)
    assert len(asked(found.plan)["alternatives"]) == 2
    turned = {**hull, "alternatives": asked(found.plan)["alternatives"][::-1]}
    assert verified("강남역 33평 10억이나 25평 8억", turned, revision).repaired == ()


def slips(right: Mapping[str, Any], chance: random.Random) -> Iterator[dict[str, Any]]:
    """Plans with one wrong number, end, parameter or deal each."""
    numbers = [name for name, value in right.items() if isinstance(value, int | float)]
    for name in numbers:
        value, rest = right[name], {key: each for key, each in right.items() if key != name}
        yield {**right, name: chance.choice([value * 10, value + 1, 9999999, value // 2, 0, value * 10000])}
        yield rest
        other = name[:-3] + ("Max" if name.endswith("Min") else "Min")
        if name.endswith("Min") and other not in right:
            yield {**rest, other: value}
        if name == "priceMax" and "depositMax" not in right:
            yield {**rest, "depositMax": value}
    if "dealType" in right:
        yield {**right, "dealType": chance.choice(["DEAL", "LEASE", "RENT"])}
    if "alternatives" in right:
        yield {name: value for name, value in right.items() if name != "alternatives"}


def test_wrong_numbers_put_into_right_plans_at_random_are_repaired(revision: Revision, shared: Path) -> None:
    """Over the query cases: at least 95 % of the wrong numbers end right, and no right plan ends wrong."""
    chance = random.Random(7)
    lines = (shared / "cases" / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    tried = mended = harmed = 0
    for row in map(json.loads, lines):
        planned = ruled(row["text"], revision)
        for step in (each for each in planned.plan.steps if each.name == "property_search"):
            right = {name: value for name, value in step.params.items() if name not in ("pois", "weights")}
            clean = written(right, revision)
            harmed += verify(clean, planned, revision, today=DAY).plan != clean
            for slip in slips(right, chance):
                tried += 1
                found = verify(written(slip, revision), planned, revision, today=DAY)
                mended += asked(found.plan) == right
    assert tried > 200
    assert harmed == 0
    assert mended / tried >= 0.95, f"{mended}/{tried}"
