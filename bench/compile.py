"""Compiling requests, none like another, to the bodies that a search server is asked."""

import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from bench.ranking import requests_of
from engine.runtime.revision import load
from engine.search.compile import compile_query

_REQUESTS, _TURNS = 200, 20
_MOST_US = 150.0


def measure() -> Iterator[dict[str, object]]:
    """The median of the requests, each at the quickest of its turns, and the scripts in their bodies."""
    revision = load(Path(__file__).resolve().parent.parent)
    requests = list(requests_of(_REQUESTS))
    bodies = [compile_query(request, revision) for request in requests]
    turns: list[list[float]] = []
    for _ in range(_TURNS):
        times: list[float] = []
        for request in requests:
            started = time.perf_counter()
            compile_query(request, revision)
            times.append((time.perf_counter() - started) * 1e6)
        turns.append(times)
    median = statistics.median(map(min, zip(*turns, strict=True)))
    yield _figure("a query, median (µs)", median, _MOST_US, median <= _MOST_US)
    scripts = sum(json.dumps(body).count('"script') for body in bodies)
    yield _figure("scripts in the queries", scripts, 0, scripts == 0)


def _figure(metric: str, value: float, target: float, ok: bool) -> dict[str, object]:
    return {"bench": "compile", "metric": metric, "value": value, "target": target, "ok": ok}
