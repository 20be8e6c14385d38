"""A server's pages put together, by a server in memory that pages as the real ones do."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem, Unavailable
from engine.score.query import Json
from engine.search.elastic import rank_on_server
from engine.search.embedded import rank
from engine.search.failures import ServerFailed
from engine.search.request import SearchRequest, SearchResult
from tests.search.packs import edited

ALSO = "doc.households != null && doc.households * doc.households >= 10000.0"
LARGE = f"kind: filter\nname: large\nalso: ['{ALSO}']\n"


class Pages:
    """Holds homes that all score alike, and finds every one of them, page by page, by id.

    After `healthy` searches for hits it fails. `asked` are the bodies of those searches with their index,
    `fetched` those of the searches without scores.
    """

    def __init__(self, homes: list[dict[str, Any]], healthy: int = 1_000) -> None:
        self.homes = sorted(homes, key=lambda home: home["complex_id"])
        self.healthy = healthy
        self.asked: list[tuple[Json, str | None]] = []
        self.fetched: list[tuple[Json, str | None]] = []

    async def search(self, body: Json, index: str | None = None) -> Mapping[str, Any]:
        if "aggs" in body:
            names = body["aggs"]["cases"]["filters"]["filters"]
            return {
                "aggregations": {"cases": {"buckets": {n: {"doc_count": len(self.homes)} for n in names}}}
            }
        is_scored = len(body["sort"]) == 2
        (self.asked if is_scored else self.fetched).append((body, index))
        if is_scored and len(self.asked) > self.healthy:
            raise Unavailable(Problem(code="SEARCH003", message="the search server is gone"))
        behind = body["search_after"][-1] if "search_after" in body else ""
        page = [home for home in self.homes if home["complex_id"] > behind][: body["size"]]
        hits = [
            {
                "_id": home["complex_id"], "_index": "homes-7", "_score": 0.0,
                "_source": {"doc": home}, "sort": [*([0.0] if is_scored else []), home["complex_id"]],
            }
            for home in page
        ]  # fmt: skip
        return {"hits": {"total": {"value": len(self.homes)}, "hits": hits}}


def homes(count: int, first_large: int) -> list[dict[str, Any]]:
    """Homes of which those from `first_large` on have 100 households and the others 99."""
    return [
        {
            "complex_id": f"c{n:05}",
            "name": f"c{n}",
            "households": 100 if n >= first_large else 99,
            "floor_plans": [],
        }
        for n in range(count)
    ]


def answer(server: Pages, limit: int = 10, revision: Revision | None = None) -> SearchResult:
    chosen = edited(files={"rules/filters/large.yaml": LARGE}) if revision is None else revision
    return asyncio.run(rank_on_server(SearchRequest(limit=limit), chosen, server))


def codes(result: SearchResult) -> list[str]:
    return [problem.code for problem in result.notices]


@pytest.mark.parametrize("first_large", [0, 3, 49, 50, 51, 140, 180])
def test_pages_go_on_until_enough_homes_pass_without_a_gap_or_a_home_twice(first_large: int) -> None:
    server = Pages(homes(180, first_large))
    result = answer(server)
    revision = edited(files={"rules/filters/large.yaml": LARGE})
    mine = rank(SearchRequest(limit=10), server.homes, revision)
    assert [hit.id for hit in result.hits] == [hit.id for hit in mine.hits]
    assert codes(result) == []


def test_later_pages_are_asked_of_the_index_that_the_first_came_from() -> None:
    server = Pages(homes(180, 140))
    answer(server)
    assert [index for _, index in server.asked] == [None, "homes-7", "homes-7"]
    assert [body.get("search_after") for body, _ in server.asked] == [None, [0.0, "c00049"], [0.0, "c00099"]]


def test_pages_end_at_their_number_and_the_answer_says_that_there_may_be_more() -> None:
    server = Pages(homes(3_000, 2_999))
    result = answer(server)
    assert result.hits == ()
    assert len(server.asked) == 20
    assert codes(result) == ["SEARCH021"]
    assert "large" in result.notices[0].message


def test_a_server_lost_between_pages_leaves_the_homes_found_so_far_and_says_so() -> None:
    server = Pages(homes(180, 45), healthy=1)
    result = answer(server)
    assert [hit.id for hit in result.hits] == [f"c{n:05}" for n in range(45, 50)]
    assert codes(result) == ["SEARCH003", "SEARCH021"]


def test_pages_begin_again_where_the_index_was_replaced_and_deleted_between_them() -> None:
    class Replaced(Pages):
        """The alias points at another index from the second page on, and the first is deleted."""

        async def search(self, body: Json, index: str | None = None) -> Mapping[str, Any]:
            if len(self.asked) == 1 and index is not None:
                self.asked.append((body, index))
                self.homes = sorted(homes(70, 40), key=lambda home: home["complex_id"])
                raise ServerFailed(Problem(code="SEARCH007", message="the search server has no such index"))
            return await super().search(body, index)

    server = Replaced(homes(180, 90))
    result = answer(server)
    assert [hit.id for hit in result.hits] == [f"c{n:05}" for n in range(40, 50)]
    assert codes(result) == []
    assert [index for _, index in server.asked] == [None, "homes-7", None]


def test_homes_of_several_indices_behind_the_alias_are_no_answer() -> None:
    class Several(Pages):
        async def search(self, body: Json, index: str | None = None) -> Mapping[str, Any]:
            told = await super().search(body, index)
            for number, hit in enumerate(told.get("hits", {}).get("hits", ())):
                hit["_index"] = f"homes-{number}"
            return told

    with pytest.raises(ServerFailed, match="SEARCH017"):
        answer(Several(homes(3, 0)))


def test_an_index_that_holds_no_home_is_said() -> None:
    result = answer(Pages([]))
    assert codes(result) == ["SEARCH020"]
    assert "holds no home at all" in result.notices[0].message


def test_a_server_lost_before_the_first_page_is_no_answer() -> None:
    with pytest.raises(Unavailable):
        answer(Pages(homes(5, 0), healthy=0))


def test_a_limit_beyond_one_answer_is_refused_where_pages_are_looked_through_too() -> None:
    server = Pages(homes(5, 0))
    with pytest.raises(InputInvalid, match="DOC008"):
        answer(server, limit=10_001)
    assert not server.asked


def test_what_the_server_admits_and_the_rules_do_not_is_left_out_and_said() -> None:
    """As when the index was built by other rules: the server finds what its filters would not."""
    server = Pages([{**each, "built_year": 1980} for each in homes(3, 0)])
    request = SearchRequest(params={"builtYearMin": 2000})
    result = asyncio.run(rank_on_server(request, edited(), server))
    assert result.hits == ()
    assert codes(result) == ["SEARCH020"] * 3


def test_a_score_that_is_not_the_embedded_one_is_said() -> None:
    result = answer(Pages([{**homes(1, 0)[0], "listing_count": 50}]), revision=edited())
    assert [hit.score for hit in result.hits] == [0.0]
    assert codes(result) == ["SEARCH020"]


def test_a_floor_plan_that_only_the_condition_refuses_neither_scores_nor_keeps_its_place() -> None:
    also = "plan.area * plan.area >= 900.0"
    revision = edited(files={"rules/filters/roomy.yaml": f"kind: filter\nname: roomy\nalso: ['{also}']\n"})

    def home(identity: str, small: int, large: int) -> dict[str, Any]:
        plans = [{"plan_id": "s", "area": 20.0, "asking": {"DEAL": small}},
                 {"plan_id": "l", "area": 34.0, "asking": {"DEAL": large}}]  # fmt: skip
        return {"complex_id": identity, "name": identity, "floor_plans": plans}

    request = SearchRequest(params={"priceMax": 100_000}, limit=1)
    listed = [home("first", 90_000, 60_000), home("second", 60_000, 85_000)]

    class Ordered(Pages):
        """Scores as a server does that knows nothing of the condition: by the small floor plan."""

        async def search(self, body: Json, index: str | None = None) -> Mapping[str, Any]:
            found = await super().search(body, index)
            for hit in found.get("hits", {}).get("hits", []):
                hit["_score"] = {"first": 0.35, "second": 0.34}[hit["_id"]]
            return found

    result = asyncio.run(rank_on_server(request, revision, Ordered(listed)))
    mine = rank(request, listed, revision)
    assert [(hit.id, hit.score) for hit in result.hits] == [(hit.id, hit.score) for hit in mine.hits]
    assert (result.hits[0].id, codes(result)) == ("second", [])
