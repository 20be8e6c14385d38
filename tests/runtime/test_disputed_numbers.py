"""A disputed number stands in one YAML place; changing it there changes every outcome it matters to."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.convert import convert
from engine.runtime.engine import Engine
from engine.runtime.revision import load

TODAY = date(2026, 6, 30)


def events(revision: Revision, text: str) -> dict[str, Any]:
    """The last event of each name."""
    return {e.event: dict(e.data) for e in Engine(revision).ask_sync(text, today=TODAY)}


def converter(text: str) -> Callable[[Revision], object]:
    return lambda revision: dict(convert(text, revision, TODAY).params)


def planner(text: str) -> Callable[[Revision], object]:
    def steps(revision: Revision) -> object:
        return Engine(revision).plan_json(text, today=TODAY)["plan"]

    return steps


def found(text: str) -> Callable[[Revision], object]:
    """The homes that remain, with how many met every condition."""

    def homes(revision: Revision) -> object:
        candidates = events(revision, text)["candidates"]
        return [hit["id"] for hit in candidates["hits"]], candidates["total"]

    return homes


def scored(text: str, factor: str) -> Callable[[Revision], object]:
    """That factor of every home."""

    def values(revision: Revision) -> object:
        return [hit["breakdown"][factor] for hit in events(revision, text)["candidates"]["hits"]]

    return values


def answered(text: str) -> Callable[[Revision], object]:
    return lambda revision: events(revision, text)["answered"]["text"]


@dataclass(frozen=True)
class Row:
    id: str
    file: str
    old: str
    new: str
    probes: tuple[Callable[[Revision], object], ...]
    more: tuple[tuple[str, str], ...] = ()


NEWLY = "강남역 근처 신축 아파트"
PRICED = "강남역 근처 20평대 15억 정도"
OPEN = "강남역 근처 5억 이상"
CHEAP = "강남역 근처 12억 이하"
COUPLE = "신혼부부인데 신림역 근처 전세 구해요"
MANY = "강남역, 역삼역, 선릉역, 삼성역, 신림역 비교"

ROWS = [
    Row(
        "newly built year",
        "rules/vocabulary.yaml",
        "builtYearMin: 2020",
        "builtYearMin: 2022",
        (
            converter(NEWLY),
            planner(NEWLY),
            found(NEWLY),
            scored("상일동역 근처 15억 이하", "newness"),
            answered(NEWLY),
        ),
    ),
    Row(
        "ten per cent of 정도",
        "rules/conversions/words.yaml",
        "spread: 10%",
        "spread: 20%",
        (converter(PRICED), planner(PRICED), found(PRICED), answered(PRICED)),
    ),
    Row(
        "reach of a bare amount",
        "rules/catalog.yaml",
        "exact: 10%",
        "exact: 25%",
        (found("강남역 근처 15억"), answered("강남역 근처 15억")),
    ),
    Row(
        "150 % of open ranges",
        "scoring_profiles/default.yaml",
        "at_least: 150%",
        "at_least: 300%",
        (scored(OPEN, "price"), answered(OPEN)),
    ),
    Row(
        "90 % of upper bounds",
        "scoring_profiles/default.yaml",
        "at_most: 90%",
        "at_most: 60%",
        (scored(CHEAP, "price"), answered(CHEAP)),
    ),
    Row("radius", "rules/catalog.yaml", "default: 3km", "default: 1km", (found(NEWLY), answered(NEWLY))),
    Row(
        "step cap",
        "rules/plan.yaml",
        "steps_at_most: 10",
        "steps_at_most: 4",
        (planner(MANY), answered(MANY)),
    ),
    Row(
        "household range",
        "rules/vocabulary.yaml",
        "areaMin: 15, areaMax: 25",
        "areaMin: 20, areaMax: 22",
        (planner(COUPLE), found(COUPLE), scored(COUPLE, "area"), answered(COUPLE)),
    ),
    Row("supply ratio", "rules/catalog.yaml", "times: 1.35", "times: 1.2", (found(PRICED), answered(PRICED))),
    *(
        Row(
            f"weight of {factor}",
            "scoring_profiles/default.yaml",
            f"{factor}: {old}",
            f"{factor}: {old - 4}",
            (scored("강남역 근처 30평대 15억 이하", factor), answered("강남역 근처 30평대 15억 이하")),
            ((f"{other}: {at}", f"{other}: {at + 4}"),),
        )
        for factor, old, other, at in [
            ("distance", 35, "price", 35),
            ("price", 35, "area", 15),
            ("area", 15, "newness", 5),
            ("newness", 5, "listings", 10),
            ("listings", 10, "distance", 35),
        ]
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_a_disputed_number_acts_everywhere_from_its_one_place(
    row: Row, revision: Revision, edited_pack: Callable[..., Path]
) -> None:
    edited = load(edited_pack({row.file: [(row.old, row.new), *row.more]}))
    assert edited.id != revision.id
    for number, probe in enumerate(row.probes):
        assert probe(revision) != probe(edited), f"probe {number} did not change"


def test_the_reason_of_an_assumption_says_the_figures_that_are_assumed(
    revision: Revision, edited_pack: Callable[..., Path]
) -> None:
    edit = [("areaMin: 15, areaMax: 25", "areaMin: 20, areaMax: 22")]
    edited = load(edited_pack({"rules/vocabulary.yaml": edit}))
    for each, figures in ((revision, "15~25평"), (edited, "20~22평")):
        plan = Engine(each).plan_json(COUPLE, today=TODAY)
        assert figures in plan["plan"]["systemContext"]
        assert figures in plan["assumed"][0]["because"]


def test_the_value_of_an_unknown_price_acts_where_unknown_prices_stay_in(
    revision: Revision, edited_pack: Callable[..., Path]
) -> None:
    from engine.search import rank
    from engine.search.request import SearchRequest

    edited = load(edited_pack({"scoring_profiles/default.yaml": [("unknown: 0.3", "unknown: 0.5")]}))
    homes = [
        {
            "complex_id": "A",
            "name": "A",
            "listing_count": 0,
            "floor_plans": [{"plan_id": "A-1", "area": 33.0}],
        }
    ]
    request = SearchRequest(params={"priceMax": 100000}, filters=False)
    values = [rank(request, homes, each).hits[0].breakdown["price"].value for each in (revision, edited)]
    assert values == pytest.approx([0.3, 0.5])
