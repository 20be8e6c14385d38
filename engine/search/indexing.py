"""Documents into a new index, and the alias onto it once it is whole: searches never see half an index."""

import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from engine.errors import ConfigError, EngineError, Problem
from engine.score.query import Json
from engine.search.bulk import fill
from engine.search.client import Connection
from engine.search.failures import ServerFailed, object_in, object_of
from engine.search.marks import mark_of

_BUILT = re.compile(r"[0-9]{20}-[0-9a-f]{8}")
_FILLING = "-1"
"""The refresh interval of an index until searches read it: another build never removes it before."""
_SWAPS = 10
"""How often a build that others overtake tries to point the alias at its index."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Over how many shards an index is spread, and how many more copies of each there are in the end."""

    shards: int = 1
    replicas: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What a build did: the new index behind the alias, its documents, and the older indices that went.
    `notices` tell of an older index that should have gone and is still there, of settings not made, and of
    far fewer documents than the index before held."""

    alias: str
    index: str
    documents: int
    seconds: float
    removed: tuple[str, ...]
    notices: tuple[Problem, ...] = ()


async def build_index(
    connection: Connection,
    alias: str,
    mapping: Json,
    documents: Iterable[Json],
    *,
    layout: Layout = Layout(),
    keep: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Built:
    """A new index with these documents behind the alias; each has its id under `id`.

    Every document must arrive: else the new index is taken away, the alias stays where it was, and
    ServerFailed tells which were refused and why (SEARCH011), or that the count is wrong (SEARCH012). It has
    no copies while it is filled: they are made of the whole index. `keep` older indices stay, to go back to.
    `progress` is told how many documents went in since it was last called.
    Raises ConfigError (SEARCH013) where an index has the alias's name."""
    began = time.monotonic()
    if alias in await _holders(connection, alias):
        message = f"{alias} is an index, and must be free for the alias"
        hint = "another name under search: index: in rules/pack.yaml, or delete that index"
        raise ConfigError(Problem(code="SEARCH013", message=message, hint=hint))
    name = f"{alias}-{datetime.now(UTC):%Y%m%d%H%M%S%f}-{mark_of(mapping)}"
    try:
        await _create(connection, name, mapping, layout.shards)
        sent = await _fill(connection, name, documents, mapping, progress)
        replaced = await _swap(connection, alias, name)
    except BaseException as error:
        await _take_away(connection.to_clean_up(), alias, name, error)
        raise
    said = await _shrunk(connection, name, sent, replaced) + await _settle(connection, name, layout.replicas)
    removed, notices = await _remove_older(connection, alias, name, keep)
    return Built(
        alias=alias,
        index=name,
        documents=sent,
        seconds=time.monotonic() - began,
        removed=removed,
        notices=(*said, *notices),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """One index that was built for an alias; `meta` marks the mapping it was built by. `is_whole` is False
    while it is filled, and for ever where its build was killed."""

    index: str
    documents: int
    is_searched: bool
    is_whole: bool
    meta: Mapping[str, object]


async def indices_of(connection: Connection, alias: str) -> tuple[Index, ...]:
    """Every index that was built for the alias, the oldest first."""
    found = await _named(connection, f"{alias}-*")
    return tuple(
        [
            Index(
                index=name,
                documents=await _count(connection, name),
                is_searched=_is_searched(found[name], alias),
                is_whole=_is_searched(found[name], alias) or _is_whole(found[name]),
                meta=object_in(object_in(found[name], "mappings"), "_meta"),
            )
            for name in sorted(found)
            if _is_ours(name, alias)
        ]
    )


async def _create(connection: Connection, name: str, mapping: Json, shards: int) -> None:
    body: Json = {
        "settings": {
            "index": {"refresh_interval": _FILLING, "number_of_shards": shards, "number_of_replicas": 0}
        },
        "mappings": mapping,
    }
    try:
        await connection.call("PUT", _path(name), body)
    except ServerFailed as failed:
        # the first attempt may have made it and lost its answer: the name is nobody else's
        if failed.kind != "bad_request" or not await _named(connection, name):
            raise


async def _fill(
    connection: Connection,
    name: str,
    documents: Iterable[Json],
    mapping: Json,
    progress: Callable[[int], None],
) -> int:
    """Every document into the new index, seen to be there; how many there are. Raises ServerFailed, with
    SEARCH012 where somebody deleted the index meanwhile."""
    try:
        sent = await fill(connection, name, documents, progress)
        await _complete(connection, name, sent, mapping)
    except ServerFailed as failed:
        if failed.kind != "no_index":
            raise
        raise ServerFailed(_deleted(name)) from None
    return sent


async def _complete(connection: Connection, name: str, sent: int, mapping: Json) -> None:
    """Make the documents visible, and see that they are all there, in the index as it was created."""
    await connection.call("POST", f"{_path(name)}/_refresh")
    counted = await _count(connection, name)
    if counted != sent:
        message = f"{sent:,} documents were sent and {counted:,} are in the new index"
        raise ServerFailed(Problem(code="SEARCH012", message=message, hint="build again"))
    made = object_in((await _named(connection, name)).get(name), "mappings")
    if made.get("_meta") != mapping.get("_meta"):  # a server creates what is missing when documents arrive
        raise ServerFailed(_deleted(name))


async def _swap(connection: Connection, alias: str, index: str) -> set[str]:
    """Point the alias at the index alone, in one step; the indices that it pointed at before.

    An alias has one write index at most, and a server checks that within the step: where another build came
    between reading and swapping it refuses, and the holders are read again. Raises ServerFailed, with
    SEARCH012 where somebody deleted the index or swapped each time."""
    for _ in range(_SWAPS):
        before = await _holders(connection, alias) - {index}
        removals = [
            {"remove": {"index": name, "alias": alias, "must_exist": False}} for name in sorted(before)
        ]
        add: Json = {"add": {"index": index, "alias": alias, "is_write_index": True}}
        try:
            await connection.call("POST", "/_aliases", {"actions": [*removals, add]})
            return before
        except ServerFailed as failed:
            if not await _named(connection, index):
                raise ServerFailed(_deleted(index)) from None
            after = await _holders(connection, alias)
            if after == {index}:  # it was done, and the answer lost
                return before
            if after - {index} == before:
                raise failed
    message = f"other builds of {alias} ended at the same moment, {_SWAPS} times"
    raise ServerFailed(Problem(code="SEARCH012", message=message, hint="build one at a time"))


async def _shrunk(
    connection: Connection, index: str, documents: int, replaced: set[str]
) -> tuple[Problem, ...]:
    """What is said where the index holds less than half of those that it replaces: a file that was cut at
    the end of a line reads as a whole one."""
    try:
        before = sum([await _count(connection, name) for name in sorted(replaced)])
    except ServerFailed as failed:
        return () if failed.kind == "no_index" else failed.problems
    if 2 * documents >= before:
        return ()
    message = f"{index} holds {documents:,} documents, and {', '.join(sorted(replaced))} before it {before:,}"
    hint = "see whether the file is whole, and build again"
    return (Problem(code="SEARCH023", message=message, hint=hint, severity="warning"),)


async def _settle(connection: Connection, index: str, replicas: int) -> tuple[Problem, ...]:
    """Mark the index as one that was searched once, and let the server refresh and copy it; what failed."""
    settings: Json = {"index": {"refresh_interval": None, "number_of_replicas": replicas}}
    try:
        await connection.call("PUT", f"{_path(index)}/_settings", settings)
    except ServerFailed as failed:
        message = (
            f"the index {index} is searched, but neither refreshed nor copied: {failed.problems[0].message}"
        )
        hint = "build again once the server lets its settings be changed"
        return (Problem(code="SEARCH014", message=message, hint=hint, severity="warning"),)
    return ()


async def _take_away(connection: Connection, alias: str, name: str, error: BaseException) -> None:
    """Delete the half-built index, whatever failed. What fails here is said beside the first error, and never
    hides it. An index that the alias points at already stays: the answer to swapping was lost."""
    try:
        if name not in await _holders(connection, alias):
            await connection.call("DELETE", _path(name))
    except ServerFailed as second:
        if second.kind == "no_index":
            return
        left = _left_behind(name, second)
        if isinstance(error, EngineError):
            error.problems = (*error.problems, left)
        error.add_note(str(left))


async def _remove_older(
    connection: Connection, alias: str, index: str, keep: int
) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """Delete what is older than the index but the last `keep`; what is gone, and what could not be. A
    half-built one is nothing to go back to; whether its build still runs is not known here, so it stays."""
    removed, notices = list[str](), list[Problem]()
    try:
        found = await _named(connection, f"{alias}-*")
    except ServerFailed as failed:
        return (), failed.problems
    released = [name for name in sorted(found) if not _is_searched(found[name], alias)]
    older = [name for name in released if _is_ours(name, alias) and name < index]
    whole = [name for name in older if _is_whole(found[name])]
    notices += [_half_built(name) for name in older if name not in whole]
    for name in whole[: max(len(whole) - keep, 0)]:
        try:
            await connection.call("DELETE", _path(name))
            removed.append(name)
        except ServerFailed as failed:
            if failed.kind != "no_index":
                notices.append(_left_behind(name, failed))
    return tuple(removed), tuple(notices)


def _deleted(name: str) -> Problem:
    message = f"the new index {name} was deleted before searches read it"
    return Problem(code="SEARCH012", message=message, hint="build again, one at a time")


def _half_built(name: str) -> Problem:
    return Problem(
        code="SEARCH014",
        message=f"the index {name} is half-built: its build was killed, or still runs",
        hint="delete it on the server once no build runs",
        severity="warning",
    )


def _left_behind(name: str, failed: ServerFailed) -> Problem:
    why = failed.problems[0].message
    return Problem(
        code="SEARCH014",
        message=f"the index {name} could not be removed: {why}",
        hint="rulewright index status, and delete it on the server",
        severity="warning",
    )


async def _holders(connection: Connection, alias: str) -> set[str]:
    """The indices that a search in the alias reads; its own name where it is an index."""
    return set(await _named(connection, alias))


async def _named(connection: Connection, name: str) -> Mapping[str, Mapping[str, Any]]:
    """Index → what the server says of it, for the indices of a name, alias or pattern; {} for none."""
    try:
        return object_of(await connection.call("GET", _path(name)))
    except ServerFailed as failed:
        if failed.kind == "no_index":
            return {}
        raise


async def _count(connection: Connection, name: str) -> int:
    counted = await connection.call("GET", f"{_path(name)}/_count")
    number = object_of(counted).get("count")
    return number if isinstance(number, int) else 0


def _is_searched(told: Mapping[str, Any], alias: str) -> bool:
    return alias in object_in(told, "aliases")


def _is_whole(told: Mapping[str, Any]) -> bool:
    """Whether the index of which a server says this was found whole, and searched once."""
    return object_in(object_in(told, "settings"), "index").get("refresh_interval") != _FILLING


def _is_ours(name: str, alias: str) -> bool:
    """Whether the name is one that a build gives: not that of another alias that begins alike."""
    return _BUILT.fullmatch(name.removeprefix(f"{alias}-")) is not None


def _path(name: str) -> str:
    return f"/{quote(name, safe='*')}"
