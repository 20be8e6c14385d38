"""Embedded against each real server on the same requests: the same ids, times and filling.

The two take turns, twenty requests each, so that whatever else the machine does slows both.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.ranking import homes_of, requests_of
from engine.config.revision import Revision
from engine.runtime.revision import load
from engine.score.query import Json
from engine.search.client import Connection, ServerSettings, connect
from engine.search.columns import Columns
from engine.search.compile import compile_query
from engine.search.embedded import rank
from engine.search.indexing import build_index
from engine.search.mapping import indexed, mapping_of
from engine.search.request import SearchRequest
from tests.servers.node import KINDS, NoServer, SearchNode

_SIZE, _REQUESTS, _WARM_UP, _TURN = 50_000, 200, 30, 20
_MOST_BYTES, _TIMES_FASTER = 20_000_000, 10.0
_INDEX, _DEADLINE_S = "bench", 300.0


@dataclass(slots=True)
class _Run:
    """What a server and the embedded backend beside it said to each request, and their milliseconds."""

    ids: list[list[str]] = field(default_factory=list[list[str]])
    own_ids: list[list[str]] = field(default_factory=list[list[str]])
    own_ms: list[float] = field(default_factory=list[float])
    round_ms: list[float] = field(default_factory=list[float])
    took_ms: list[float] = field(default_factory=list[float])
    filled_per_s: float = 0.0

    @property
    def ratio(self) -> float:
        """How many times longer the server took than the embedded backend beside it."""
        return statistics.median(self.round_ms) / statistics.median(self.own_ms)


def measure() -> Iterator[dict[str, object]]:
    """The embedded backend, then each server that this machine can run, then the ratio to the faster one."""
    revision = load(Path(__file__).resolve().parent.parent)
    homes = list(homes_of(_SIZE))
    requests = list(requests_of(_REQUESTS))
    columns = Columns.build(homes, revision)
    yield _figure("bytes of columns", columns.nbytes, _MOST_BYTES, columns.nbytes <= _MOST_BYTES)
    ratios: list[float] = []
    for kind in KINDS:
        node = SearchNode(kind=kind, heap="1g")
        try:
            node.start()
        except NoServer as missing:
            sys.stderr.write(f"{kind} is left out: {missing}\n")
            continue
        try:
            run = asyncio.run(_served(node, homes, columns, requests, revision))
        finally:
            node.stop()
        yield _figure(f"{kind}: complexes a second into the index", run.filled_per_s)
        yield from _times(kind, "took (ms)", run.took_ms)
        yield from _times(kind, "round trip (ms)", run.round_ms)
        yield from _times(kind, "embedded, beside it (ms)", run.own_ms)
        same = sum(mine == theirs for mine, theirs in zip(run.own_ids, run.ids, strict=True))
        yield _figure(f"{kind}: requests with the same ids", same, _REQUESTS, same == _REQUESTS)
        ratios.append(run.ratio)
    if ratios:
        least = min(ratios)
        label = "embedded faster than the faster server's round trip by"
        yield _figure(label, least, _TIMES_FASTER, least >= _TIMES_FASTER)


async def _served(
    node: SearchNode,
    homes: Sequence[Json],
    columns: Columns,
    requests: Sequence[SearchRequest],
    revision: Revision,
) -> _Run:
    """The requests one after another, in memory and by the compiled query over one connection."""
    run = _Run()
    settings = ServerSettings(url=node.url, index=_INDEX)
    async with connect(settings, deadline_s=_DEADLINE_S) as connection:
        made = (indexed(home, revision.catalog) for home in homes)
        built = await build_index(connection, _INDEX, mapping_of(revision.catalog), made)
        run.filled_per_s = built.documents / built.seconds
        bodies = [compile_query(request, revision) for request in requests]
        for request, body in zip(requests[:_WARM_UP], bodies[:_WARM_UP], strict=True):
            rank(request, columns, revision)
            await connection.search(body)
        for first in range(0, len(requests), _TURN):
            for request in requests[first : first + _TURN]:
                started = time.perf_counter()
                result = rank(request, columns, revision)
                run.own_ms.append((time.perf_counter() - started) * 1000)
                run.own_ids.append([hit.id for hit in result.hits])
            for body in bodies[first : first + _TURN]:
                await _timed(connection, body, run)
    return run


async def _timed(connection: Connection, body: Json, run: _Run) -> None:
    started = time.perf_counter()
    answer = await connection.search(body)
    run.round_ms.append((time.perf_counter() - started) * 1000)
    run.took_ms.append(float(answer["took"]))
    run.ids.append([hit["_id"] for hit in answer["hits"]["hits"]])


def _times(who: str, what: str, milliseconds: Sequence[float]) -> Iterator[dict[str, object]]:
    yield _figure(f"{who}: {what}, median", statistics.median(milliseconds))
    yield _figure(f"{who}: {what}, p95", statistics.quantiles(milliseconds, n=20)[-1])


def _figure(
    metric: str, value: float, target: float | None = None, ok: bool | None = None
) -> dict[str, object]:
    return {"bench": "servers", "metric": metric, "value": value, "target": target, "ok": ok}
