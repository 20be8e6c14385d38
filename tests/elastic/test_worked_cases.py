"""The worked cases: the same hits, floor plans and figures from a server as from the embedded backend."""

import pytest

from engine.search.client import Connection
from engine.search.elastic import rank_on_server
from engine.search.embedded import rank
from engine.search.request import SearchResult
from tests.elastic.indices import on, put
from tests.search.packs import pack
from tests.search.worked_cases import CASES, holds_worked_case, worked_homes, worked_request
from tests.servers.node import SearchNode

pytestmark = pytest.mark.elastic


@pytest.fixture(scope="module")
def worked(server: SearchNode) -> SearchNode:
    """The server with the worked documents in the index `worked`."""
    put(server, "worked", worked_homes(), pack())
    return server


@pytest.mark.parametrize("name", CASES)
def test_the_worked_case_has_its_hits_scores_and_reasons(worked: SearchNode, name: str) -> None:
    request = worked_request(name)

    async def work(connection: Connection) -> SearchResult:
        return await rank_on_server(request, pack(), connection)

    found = on(worked, "worked", work)
    assert not found.notices
    holds_worked_case(name, found)
    mine = rank(request, worked_homes(), pack())
    assert (mine.total, mine.score_of, tuple(mine.conditions)) == (
        found.total, found.score_of, tuple(found.conditions),
    )  # fmt: skip
