"""The worked cases: the same hits, floor plans and figures from a server as from the embedded backend."""

import json
from pathlib import Path

import pytest

from engine.search.client import Connection
from engine.search.elastic import rank_on_server
from engine.search.embedded import rank
from engine.search.request import SearchResult
from engine.search.wire import read_documents_file, read_request, result_json
from tests.elastic.indices import on, put
from tests.search.packs import pack
from tests.servers.node import SearchNode

pytestmark = pytest.mark.elastic
WORKED = Path(__file__).parent.parent / "search" / "worked"
CASES = json.loads((WORKED / "cases.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def worked(server: SearchNode) -> SearchNode:
    """The server with the worked documents in the index `worked`."""
    put(server, "worked", read_documents_file(WORKED / "docs.jsonl", pack().catalog), pack())
    return server


@pytest.mark.parametrize("name", CASES)
def test_the_worked_case_has_its_hits_scores_and_reasons(worked: SearchNode, name: str) -> None:
    request = read_request(CASES[name]["request"])

    async def work(connection: Connection) -> SearchResult:
        return await rank_on_server(request, pack(), connection)

    found = on(worked, "worked", work)
    told = result_json(found)
    assert not found.notices
    assert [hit["id"] for hit in told["hits"]] == [hit["id"] for hit in CASES[name]["hits"]]
    for hit, right in zip(told["hits"], CASES[name]["hits"], strict=True):
        assert hit["score"] == pytest.approx(right["score"], abs=1e-5)
        assert hit["distanceM"] == right["distanceM"]
        assert hit["floorPlan"]["plan_id"] == right["floorPlan"]["plan_id"]
        for factor, line in right["breakdown"].items():
            assert hit["breakdown"][factor]["value"] == pytest.approx(line["value"], abs=1e-5)
            assert line.get("basis", hit["breakdown"][factor]["basis"]) == hit["breakdown"][factor]["basis"]
    mine = rank(request, read_documents_file(WORKED / "docs.jsonl", pack().catalog), pack())
    assert (mine.total, mine.score_of, tuple(mine.conditions)) == (
        found.total, found.score_of, tuple(found.conditions),
    )  # fmt: skip
