"""How bodies reach an index, and the entries of an answer, looked at before they are believed."""

import asyncio
import math
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Protocol, TypeVar, cast

from engine.score.query import Json
from engine.search.failures import ServerFailed, not_ours, object_in, object_of, unreadable
from engine.search.reserved import DOCUMENT

_First = TypeVar("_First")
_Second = TypeVar("_Second")


class Transport(Protocol):
    """How bodies reach the pack's index; raises Unavailable (SEARCH…) when they do not."""

    async def search(self, body: Json, index: str | None = None) -> Mapping[str, Any]:
        """The response to a search in the pack's index, or in the index of that name."""
        ...


def hits_of(response: Mapping[str, Any], *, scored: bool = True) -> Sequence[Mapping[str, Any]]:
    """The hits, each with its id, document and, where they are scored, a score that is a number. Raises
    ServerFailed (SEARCH008)."""
    hits = cast("Sequence[object]", object_in(response, "hits").get("hits"))
    for hit in hits:
        told = object_of(hit)
        score = told.get("_score")
        if scored and (not isinstance(score, int | float) or not math.isfinite(score)):
            raise ServerFailed(unreadable("a score is no number"))
        if DOCUMENT not in object_in(told, "_source") or not isinstance(told.get("_id"), str):
            raise ServerFailed(not_ours("a hit has no document"))
    return cast("Sequence[Mapping[str, Any]]", hits)


def total_of(response: Mapping[str, Any]) -> int:
    """How many documents match, whatever the page holds. Raises ServerFailed (SEARCH008)."""
    return count_of(object_in(object_in(response, "hits"), "total").get("value"))


def count_of(value: object) -> int:
    """A count of an answer. Raises ServerFailed (SEARCH008)."""
    if not isinstance(value, int):
        raise ServerFailed(unreadable("a count is no number"))
    return value


async def both(
    first: Coroutine[Any, Any, _First], second: Coroutine[Any, Any, _Second]
) -> tuple[_First, _Second]:
    """What the two give, side by side; when one fails the other has ended before the error goes on."""
    tasks = asyncio.ensure_future(first), asyncio.ensure_future(second)
    try:
        return await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
