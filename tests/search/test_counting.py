"""What a server counts beside the hits: with a filter that it cannot evaluate the figures are those in
memory, and what would take too many homes is left out and said to be."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InputInvalid
from engine.search import rank
from engine.search.columns import Columns
from engine.search.elastic import rank_on_server, standing_on_server
from engine.search.embedded import standing
from engine.search.request import SearchRequest, SearchResult
from tests.search.corpora import homes, requests
from tests.search.memory_server import Memory
from tests.search.packs import edited

ALSO = (
    "doc.households == null || doc.listing_count == null || doc.households > doc.listing_count * 8",
    "plan.area == null || plan.area * plan.area < 1200.0",
)
BUSY = "kind: filter\nname: busy\nalso:\n" + "".join(f"  - '{each}'\n" for each in ALSO)
FEW = settings(max_examples=30)
REVISION = edited(files={"rules/filters/busy.yaml": BUSY})


def answer(request: SearchRequest, documents: list[dict[str, Any]]) -> tuple[SearchResult, Memory]:
    server = Memory(documents, REVISION)
    return asyncio.run(rank_on_server(request, REVISION, server)), server


def figures(result: SearchResult) -> dict[str, Any]:
    return {
        "hits": [(hit.id, hit.score) for hit in result.hits],
        "total": result.total,
        "conditions": [(each.want, each.without) for each in result.conditions],
        "relaxed": result.relaxed,
    }


@FEW
@given(homes(), requests, st.booleans())
def test_with_a_filter_that_no_query_can_say_every_figure_is_that_in_memory(
    documents: list[dict], request_: SearchRequest, relaxes: bool
) -> None:
    request_ = replace(request_, places=(), radius_km=None, filters=None, relax=relaxes)
    try:
        mine = rank(request_, documents, REVISION)
    except InputInvalid:
        return
    theirs, _ = answer(request_, documents)
    assert figures(theirs) == figures(mine)
    assert theirs.notices == () or not documents  # that no home is there at all is said


@FEW
@given(homes(), requests)
def test_a_home_has_the_place_that_it_has_in_memory(documents: list[dict], request_: SearchRequest) -> None:
    request_ = replace(request_, places=(), radius_km=None, filters=None)
    try:
        found = [hit.id for hit in rank(request_, documents, REVISION).hits]
    except InputInvalid:
        return
    server = Memory(documents, REVISION)
    for document in documents:
        identity = document["complex_id"]
        told = asyncio.run(standing_on_server(identity, request_, REVISION, server))
        assert told.rank == (found.index(identity) + 1 if identity in found else None)
        assert told.of == len(found)


def crowd(count: int, of_old: int) -> list[dict[str, Any]]:
    """New homes, and besides them `of_old` old ones."""
    plans = [{"plan_id": "p"}]
    new = [{"complex_id": f"n{n:04}", "built_year": 2024, "floor_plans": plans} for n in range(count)]
    return new + [{"complex_id": f"o{n:04}", "built_year": 1990, "floor_plans": plans} for n in range(of_old)]


def test_all_steps_of_relaxing_are_looked_at_by_one_pass_over_the_homes() -> None:
    request = SearchRequest(params={"builtYearMin": 2020, "householdsMin": 300, "priceMax": 100_000},
                            relax=True)  # fmt: skip
    result, server = answer(request, crowd(40, 40))
    passes = [
        body for body in server.asked if body.get("sort") == [{"id": "asc"}] and "bool" in body["query"]
    ]
    assert len(result.relaxed) > 1
    assert len(passes) == 2  # one for what was asked, one for all steps with their conditions


def test_a_price_that_takes_too_many_homes_is_left_out_and_said_to_be() -> None:
    request = SearchRequest(params={"builtYearMin": 2020})
    few, _ = answer(request, crowd(20, 30))
    assert [(each.want, each.without) for each in few.conditions] == [("built", 50)]
    many, server = answer(request, crowd(20, 2_001))
    assert (many.total, many.conditions) == (20, ())
    assert [(problem.code, "without built" in problem.message) for problem in many.notices] == [
        ("SEARCH022", True)
    ]
    assert sum(len(body.get("_source", [])) for body in server.asked) == 2


def test_a_condition_without_such_a_filter_is_counted_by_the_server_alone() -> None:
    server = Memory(crowd(20, 2_001), edited())
    result = asyncio.run(rank_on_server(SearchRequest(params={"builtYearMin": 2020}), edited(), server))
    assert [(each.want, each.without) for each in result.conditions] == [("built", 2_021)]
    assert len(server.asked) == 2


@given(homes(), requests)
def test_the_place_of_a_home_in_memory_is_its_number_among_the_hits(
    documents: list[dict], request_: SearchRequest
) -> None:
    columns = Columns.build(documents, REVISION)
    try:
        found = [hit.id for hit in rank(request_, columns, REVISION).hits]
    except InputInvalid:
        return
    for document in documents:
        identity = document["complex_id"]
        told = standing(identity, request_, columns, REVISION)
        assert told.rank == (found.index(identity) + 1 if identity in found else None)
        assert told.of == len(found)


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("doc.households > doc.listing_count * 8", "it calculates with a field"),
        ("size(doc.floor_plans) > 2", "it counts floor plans"),
    ],
)
def test_a_search_that_stops_early_names_the_condition_and_why_no_query_says_it(
    condition: str, why: str
) -> None:
    one = f"kind: filter\nname: busy\nalso: ['{condition}']\n"
    revision = edited(files={"rules/filters/busy.yaml": one})
    server = Memory(crowd(1_200, 0), revision)
    (notice,) = asyncio.run(rank_on_server(SearchRequest(limit=1), revision, server)).notices
    assert notice.code == "SEARCH021"
    assert f"{condition}: {why}" in notice.message
