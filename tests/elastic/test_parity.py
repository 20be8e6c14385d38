"""Both servers and the embedded backend say the same of thousands of requests."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from engine.search.branches import read_wishes
from engine.search.client import Connection
from engine.search.compile import compile_query, residual
from engine.search.elastic import rank_on_server, standing_on_server
from engine.search.request import Hit, SearchResult
from tests.elastic.corpora import corpus, revision
from tests.elastic.indices import all_searched, on, put, scores
from tests.servers.node import SearchNode

pytestmark = pytest.mark.elastic
CLOSE = 1e-6
CORPORA = 4
ABSENT = (
    "a copy of another home", "a negative count", "a share above 1", "a price of 0", "a price: {}",
    "a deal type without a price", "floor_plans: []", "floor_plans: left out",
    "a location that is a place of the request", "a location on the border of a cell",
    "a location on a step of the servers", "a location without its longitude",
    *(f"{name}: {kind}" for kind in ("left out", "null", "a text")
      for name in ("location", "built_year", "households", "listing_count", "station_m",
                   "area_m2", "share", "rooms", "asking", "traded", "deposit", "monthly")),
)  # fmt: skip


@pytest.mark.parametrize("seed", range(CORPORA))
def test_the_same_homes_in_the_same_order_with_the_same_scores(
    server: SearchNode,
    seed: int,
    fuzz_rounds: Callable[[int, int], int],
    record_property: Callable[[str, object], None],
) -> None:
    drawn = corpus(seed, fuzz_rounds(2_000, 20_000) // CORPORA)
    put(server, f"parity{seed}", drawn.homes, revision())
    bodies = [compile_query(request, revision()) for request in drawn.requests]
    found = all_searched(server, f"parity{seed}", bodies)
    alike = total = 0
    for request, mine, theirs in zip(drawn.requests, drawn.results, found, strict=True):
        assert "error" not in theirs, (request, theirs)
        hits = [(hit["_id"], hit["_score"]) for hit in theirs["hits"]["hits"]]
        same_order(mine.hits, hits, theirs["hits"]["total"]["value"], mine.total)
        scores = dict(hits)
        pairs = [(hit.score, scores[hit.id]) for hit in mine.hits if hit.id in scores]
        alike += sum(np.float32(one) == np.float32(other) for one, other in pairs)
        total += len(pairs)
    record_property("equal to the bit", f"{alike:,} of {total:,} scores")
    assert alike >= 0.99 * total


def same_order(mine: tuple[Hit, ...], theirs: list[tuple[str, float]], found: int, total: int) -> None:
    """The same homes, each score within the tolerance, and in the same place but among close neighbours."""
    assert found == total
    assert len(mine) == len(theirs)
    for hit, (identity, score) in zip(mine, theirs, strict=True):
        assert abs(hit.score - score) <= CLOSE, (hit.id, hit.score, identity, score)
    own = {hit.id: hit.score for hit in mine}
    for identity, score in theirs:
        # a home that the last place was cut off before is as good as the last one
        assert abs(own.get(identity, mine[-1].score) - score) <= CLOSE, (identity, score)


def test_the_requests_find_homes_and_few_of_them_score_alike(
    fuzz_rounds: Callable[[int, int], int], record_property: Callable[[str, object], None]
) -> None:
    drawn = [corpus(seed, fuzz_rounds(2_000, 20_000) // CORPORA) for seed in range(CORPORA)]
    results = [result for each in drawn for result in each.results]
    with_five = sum(len(result.hits) >= 5 for result in results)
    hits = sum(len(result.hits) for result in results)
    tied = sum(_tied(result) for result in results)
    record_property("five hits or more", f"{with_five:,} of {len(results):,} requests")
    record_property("inside groups of equal scores", f"{tied:,} of {hits:,} hits")
    assert with_five >= 0.6 * len(results)
    assert tied <= 0.1 * hits


def test_every_kind_of_absent_value_occurs(record_property: Callable[[str, object], None]) -> None:
    counted = sum((Counter(corpus(seed, 1).absent) for seed in range(CORPORA)), Counter[str]())
    for kind in ABSENT:
        record_property(kind, counted[kind])
        print(f"{counted[kind]:>5}  {kind}")
        assert counted[kind], kind


def test_the_whole_answer_is_the_same(server: SearchNode, fuzz_rounds: Callable[[int, int], int]) -> None:
    drawn, rules = corpus(77, fuzz_rounds(200, 1_000), relaxes=True), revision(dense=True)
    put(server, "whole", drawn.homes, rules)

    async def work(connection: Connection) -> list[SearchResult]:
        return [await rank_on_server(request, rules, connection) for request in drawn.requests]

    relaxed = left = 0
    for request, mine, theirs in zip(drawn.requests, drawn.results, on(server, "whole", work), strict=True):
        assert not theirs.notices, request
        assert told(mine) == told(theirs), request
        relaxed += bool(mine.relaxed)
        left += bool(residual(read_wishes(request, rules), rules)) and mine.total > 0
    assert relaxed > len(drawn.requests) / 20
    assert left > len(drawn.requests) / 20


def test_a_home_stands_where_it_is_among_all_that_the_server_finds(server: SearchNode) -> None:
    drawn, every = corpus(3, 300), 400
    put(server, "standing", drawn.homes, revision())
    requests = [replace(request, limit=every) for request in drawn.requests[:40]]
    bodies = [compile_query(request, revision()) for request in requests]
    found = [list(scores(each)) for each in all_searched(server, "standing", bodies)]

    async def work(connection: Connection) -> None:
        for request, order in zip(requests, found, strict=True):
            for place in {0, len(order) // 2, len(order) - 1} if order else ():
                told = await standing_on_server(order[place], request, revision(), connection)
                assert (told.rank, told.of) == (place + 1, len(order)), (request, order[place])
            out = next((str(h["complex_id"]) for h in drawn.homes if str(h["complex_id"]) not in order), None)
            if out is not None:
                told = await standing_on_server(out, request, revision(), connection)
                assert (told.rank, told.of) == (None, len(order))

    on(server, "standing", work)
    assert sum(map(bool, found)) > 30


def told(result: SearchResult) -> Mapping[str, Any]:
    """What an answer says, the last digits of its scores apart."""
    assert all(a.score >= b.score for a, b in pairwise(result.hits))
    return {
        "hits": {hit.id: replace(hit, score=0.0) for hit in result.hits},
        "total": result.total,
        "score_of": result.score_of,
        "relaxed": result.relaxed,
        "conditions": tuple(result.conditions),
        "not_checked": result.not_checked,
    }


def _tied(result: SearchResult) -> int:
    """How many hits score as much as a neighbour."""
    close = [abs(a.score - b.score) <= CLOSE for a, b in pairwise(result.hits)]
    return sum(a or b for a, b in zip([False, *close], [*close, False], strict=True)) if result.hits else 0
