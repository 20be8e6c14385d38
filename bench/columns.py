"""Columns in memory at 50,000 complexes: built, loaded from the cache, and changed while they are in use."""

import gzip
import json
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.clock import best_seconds
from bench.ranking import homes_of
from engine.config.revision import Revision
from engine.runtime.cache import VARIABLE, columns_of_file
from engine.runtime.revision import load
from engine.search.changes import Amount, with_amounts, with_documents, without
from engine.search.columns import Columns
from engine.search.embedded import rank
from engine.search.request import SearchPlace, SearchRequest

_SIZE = 50_000
_BATCH = 1_000
_MOST_BYTES = 20_000_000
_LOAD_MS = 50
_REQUEST = SearchRequest(places=(SearchPlace(name="centre", lat=37.56, lon=126.98),), radius_km=3.0)


def measure() -> Iterator[dict[str, object]]:
    """Building and loading, what both take, then one change of each kind."""
    revision = load(Path(__file__).resolve().parent.parent)
    with tempfile.TemporaryDirectory() as folder:
        earlier = os.environ.get(VARIABLE)
        os.environ[VARIABLE] = str(Path(folder, "cache"))
        try:
            yield from _measured(Path(folder), revision)
        finally:
            if earlier is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = earlier


def _measured(folder: Path, revision: Revision) -> Iterator[dict[str, object]]:
    file = folder / "homes.jsonl.gz"
    file.write_bytes(gzip.compress("".join(json.dumps(home) + "\n" for home in homes_of(_SIZE)).encode(), 1))
    started = time.perf_counter()
    columns_of_file(file, revision)
    yield _figure(f"read, build and keep {_SIZE:,} complexes (s)", time.perf_counter() - started)
    loaded = best_seconds(lambda: columns_of_file(file, revision), 40) * 1000
    yield _figure("load them from the cache (ms)", loaded, _LOAD_MS, loaded <= _LOAD_MS)
    columns = columns_of_file(file, revision)
    yield _figure("bytes of columns", columns.nbytes, _MOST_BYTES, columns.nbytes <= _MOST_BYTES)
    (kept,) = (folder / "cache").iterdir()
    yield _figure("bytes of the file with the documents", kept.stat().st_size)
    started = time.perf_counter()
    rank(_REQUEST, columns, revision)
    yield _figure("first ranking after loading (ms)", (time.perf_counter() - started) * 1000)
    yield from _changes(columns, revision)


def _changes(columns: Columns, revision: Revision) -> Iterator[dict[str, object]]:
    price = Amount(id=columns.ids[0], part="A", field="asking", deal="DEAL", amount=123_456)
    prices = [
        Amount(id=identity, part="A", field="asking", deal="DEAL", amount=123_456)
        for identity in columns.ids[:_BATCH]
    ]
    batch = [{**home, "complex_id": f"new{n}"} for n, home in enumerate(homes_of(_BATCH))]
    columns.position(columns.ids[0])  # the table of ids is made once
    yield _figure("one price (ms)", best_seconds(lambda: with_amounts(columns, [price]), 20) * 1000)
    yield _figure(f"{_BATCH:,} prices (ms)", best_seconds(lambda: with_amounts(columns, prices), 5) * 1000)
    yield _figure("remove one complex (ms)", best_seconds(lambda: without(columns, [price.id]), 20) * 1000)
    added = best_seconds(lambda: with_documents(columns, batch, revision), 3) * 1000
    yield _figure(f"add {_BATCH:,} complexes (ms)", added)


def _figure(
    metric: str, value: float, target: float | None = None, ok: bool | None = None
) -> dict[str, object]:
    return {"bench": "columns", "metric": metric, "value": value, "target": target, "ok": ok}
