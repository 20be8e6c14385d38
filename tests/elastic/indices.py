"""Documents in an index of a real server, and searches of it: through the engine's own client."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from engine.config.revision import Revision
from engine.score.query import Json
from engine.search.client import Connection, ServerSettings, connect
from engine.search.indexing import build_index
from engine.search.mapping import indexed, mapping_of
from tests.servers.node import SearchNode

T = TypeVar("T")
_AT_ONCE = 100
_DEADLINE_S = 300.0


def on(node: SearchNode, index: str, work: Callable[[Connection], Awaitable[T]]) -> T:
    """What `work` returns with a connection to that index."""

    async def run() -> T:
        async with connect(ServerSettings(url=node.url, index=index), deadline_s=_DEADLINE_S) as connection:
            return await work(connection)

    return asyncio.run(run())


def put(node: SearchNode, index: str, documents: Sequence[Mapping[str, object]], revision: Revision) -> None:
    """The documents behind the alias `index`, as `rulewright index build` puts them there."""
    made = [indexed(document, revision.catalog) for document in documents]
    on(node, index, lambda connection: build_index(connection, index, mapping_of(revision.catalog), made))


def put_raw(node: SearchNode, index: str, properties: Json, documents: Sequence[Json]) -> None:
    """Documents of any form in an index of its own."""

    async def work(connection: Connection) -> None:
        await connection.call("PUT", f"/{index}", {"mappings": {"properties": properties}})
        lines = [line for number, each in enumerate(documents) for line in _line(number, each)]
        told = await connection.call("POST", f"/{index}/_bulk", lines, {"refresh": "true"})
        assert not cast("Json", told)["errors"], told

    on(node, index, work)


def _line(number: int, document: Json) -> tuple[Json, Json]:
    return {"index": {"_id": str(document.get("id", number))}}, document


def searched(node: SearchNode, index: str, body: Json) -> Mapping[str, Any]:
    """The response to one search."""
    return on(node, index, lambda connection: connection.search(body))


def all_searched(node: SearchNode, index: str, bodies: Sequence[Json]) -> list[Mapping[str, Any]]:
    """The responses to many searches, sent some at a time."""

    async def work(connection: Connection) -> list[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = []
        for start in range(0, len(bodies), _AT_ONCE):
            lines = [line for body in bodies[start : start + _AT_ONCE] for line in ({}, body)]
            told = await connection.call("POST", f"/{index}/_msearch", lines)
            found += cast("Json", told)["responses"]
        return found

    return on(node, index, work)


def scores(response: Mapping[str, Any]) -> dict[str, float]:
    """The hits' scores by id, best first."""
    return {hit["_id"]: hit["_score"] for hit in response["hits"]["hits"]}
