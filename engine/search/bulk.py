"""Documents into an index, many at a time: what a full queue turns away is sent again, what is refused is
collected with its reason.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote

from engine.errors import Problem
from engine.score.query import Json
from engine.search.client import Connection
from engine.search.failures import ServerFailed, failed_answer, object_in, object_of, reason_of, unreadable

_SHOWN_FAILURES = 20
_CHUNK = 500
_CHUNK_BYTES = 8_000_000
_PAUSES_S = (0.5, 2.0, 8.0)
"""How long to wait before what was turned away is sent again, each time."""
_TURNED_AWAY = (429, 503)


@dataclass(frozen=True, slots=True)
class _Line:
    """A document on its way: its number in the order of the documents, from 1, and its bytes."""

    number: int
    document: Json
    body: bytes


async def fill(
    connection: Connection, index: str, documents: Iterable[Json], progress: Callable[[int], None]
) -> int:
    """Send every document; how many there were. Each has its id under `id`, which is also the index's.

    Raises ServerFailed: with SEARCH011 for each document that was refused, once all were sent; else as
    `Connection.call`.
    """
    sent, refused = 0, list[Problem]()
    for chunk in _chunks(documents):
        refused += await _send(connection, index, chunk)
        sent += len(chunk)
        progress(len(chunk))
    if refused:
        raise ServerFailed(*_shown(refused))
    return sent


def _chunks(documents: Iterable[Json]) -> Iterator[list[_Line]]:
    chunk, size = list[_Line](), 0
    for number, document in enumerate(documents, 1):
        body = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        if chunk and (len(chunk) == _CHUNK or size + len(body) > _CHUNK_BYTES):
            yield chunk
            chunk, size = [], 0
        chunk.append(_Line(number, document, body))
        size += len(body)
    if chunk:
        yield chunk


async def _send(connection: Connection, index: str, chunk: Sequence[_Line]) -> list[Problem]:
    """The documents of the chunk that the server refuses for good. What is too large for the server, or for a
    proxy before it, goes in halves."""
    try:
        return await _send_whole(connection, index, chunk)
    except ServerFailed as failed:
        if failed.kind != "too_large":
            raise
    if len(chunk) == 1:
        return [_too_large(chunk[0])]
    half = len(chunk) // 2
    return [*await _send(connection, index, chunk[:half]), *await _send(connection, index, chunk[half:])]


async def _send_whole(connection: Connection, index: str, chunk: Sequence[_Line]) -> list[Problem]:
    refused, left, path = list[Problem](), chunk, f"/{quote(index)}/_bulk"
    for pause in (*_PAUSES_S, None):
        lines = [part for line in left for part in ({"index": {"_id": line.document["id"]}}, line.body)]
        items = _items(await connection.call("POST", path, lines), len(left))
        again = list[_Line]()
        for line, item in zip(left, items, strict=True):
            status = item.get("status")
            if status in _TURNED_AWAY and pause is None:
                raise ServerFailed(failed_answer(connection.settings, status, item))
            if status in _TURNED_AWAY:
                again.append(line)
            elif "error" in item:
                refused.append(_refused(line, item))
        if not again or pause is None:
            break
        left = again
        await connection.pause(pause)
    return refused


def _items(answer: object, expected: int) -> Sequence[Mapping[str, Any]]:
    """What became of each document, in the order sent. Raises ServerFailed (SEARCH008)."""
    items = object_of(answer).get("items")
    listed = cast("Sequence[object]", items) if isinstance(items, list) else ()
    found = [object_in(item, "index") for item in listed]
    if len(found) != expected or not all("status" in item for item in found):
        raise ServerFailed(unreadable(f"it tells of {len(found)} of {expected} documents"))
    return found


def _too_large(line: _Line) -> Problem:
    size = f"{len(line.body):,} bytes"
    message = f"document {line.number:,}, {line.document['id']}, has {size}: too large for the server"
    return Problem(code="SEARCH011", message=message, hint="raise the limit of the server or proxy")


def _refused(line: _Line, item: Mapping[str, Any]) -> Problem:
    reason = reason_of(item, line.document)
    message = f"document {line.number:,}, {line.document['id']}, was refused: {reason}"
    return Problem(code="SEARCH011", message=message, hint="rulewright check")


def _shown(refused: Sequence[Problem]) -> Sequence[Problem]:
    more = len(refused) - _SHOWN_FAILURES
    if more <= 0:
        return refused
    rest = Problem(code="SEARCH011", message=f"{more:,} more documents were refused")
    return [*refused[:_SHOWN_FAILURES], rest]
