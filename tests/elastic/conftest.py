"""The real servers that this folder's tests run on, each started once."""

import os
from collections.abc import Iterator

import pytest

from tests.servers.node import KINDS, NoServer, SearchNode


def must_run() -> bool:
    """Whether a missing server is a failure: where the checks of every change run."""
    return os.environ.get("RULEWRIGHT_REQUIRE_SERVERS") == "1" or os.environ.get("CI", "") in ("1", "true")


@pytest.fixture(scope="session", params=KINDS)
def server(request: pytest.FixtureRequest) -> Iterator[SearchNode]:
    """A server on loopback; where it cannot be had the tests skip, saying what is missing."""
    node = SearchNode(kind=request.param)
    try:
        node.start()
    except NoServer as missing:
        if must_run():
            pytest.fail(f"{request.param} must run here: {missing}", pytrace=False)
        pytest.skip(str(missing))
    try:
        yield node
    finally:
        node.stop()
