"""Where a pack's search server is: what the file says, and what only the environment may say."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.config.revision import Revision
from engine.places.index import PlaceIndex
from engine.runtime.data import columns_of, index_of
from engine.score.query import Json
from engine.search.client import Connection, ServerSettings, connect
from engine.search.homes import Embedded, Homes
from engine.search.indexing import Built, Layout, build_index, indices_of
from engine.search.mapping import indexed, mapping_of
from engine.search.places_mapping import indexed_places, mapping_of_places
from engine.search.served import Served
from engine.search.wire import read_documents_file

URL, API_KEY = "RULEWRIGHT_SEARCH_URL", "RULEWRIGHT_SEARCH_API_KEY"
CERTIFICATES = "RULEWRIGHT_SEARCH_CA_CERTS"


def server_of(revision: Revision) -> ServerSettings:
    """The server and alias of the pack; an address in the environment wins over the file's."""
    search = revision.pack.search
    return ServerSettings(
        url=os.environ.get(URL) or search.url,
        index=search.index or revision.pack.name,
        kind=search.server,
        api_key=os.environ.get(API_KEY) or None,
        ca_certs=os.environ.get(CERTIFICATES) or None,
    )


def documents_to_index(revision: Revision, file: Path | None) -> Sequence[Mapping[str, object]]:
    """The documents of a file, else the pack's own. Raises InputInvalid or ConfigError with broken rows."""
    return columns_of(revision).documents if file is None else read_documents_file(file, revision.catalog)


async def build_index_of(
    revision: Revision,
    documents: Sequence[Mapping[str, object]],
    *,
    url: str | None,
    keep: int,
    timeout_s: float,
    progress: Callable[[int], None],
) -> Built:
    """The documents in a new index behind the pack's alias. Raises as `search.indexing.build_index`."""
    made = (indexed(document, revision.catalog) for document in documents)
    settings = _at(server_of(revision), url)
    return await _build(revision, settings, mapping_of(revision.catalog), made, keep, timeout_s, progress)


def places_to_index(revision: Revision) -> Sequence[Json]:
    """The places of the pack as the server holds them; none where the pack has no places."""
    index = index_of(revision)
    return [*indexed_places(index)] if index is not None else ()


async def build_places_of(
    revision: Revision,
    places: Sequence[Json],
    *,
    url: str | None,
    keep: int,
    timeout_s: float,
    progress: Callable[[int], None],
) -> Built:
    """The places in a new index behind their own alias. Raises as `build_index_of`."""
    settings = _at(server_of(revision), url).of_places
    return await _build(revision, settings, mapping_of_places(places), places, keep, timeout_s, progress)


async def _build(
    revision: Revision,
    settings: ServerSettings,
    mapping: Json,
    made: Iterable[Json],
    keep: int,
    timeout_s: float,
    progress: Callable[[int], None],
) -> Built:
    search = revision.pack.search
    layout = Layout(shards=search.shards, replicas=search.replicas)
    async with connect(settings, deadline_s=timeout_s) as connection:
        await connection.within(min(timeout_s, revision.pack.deadlines.request)).check_kind()
        return await build_index(
            connection, settings.index, mapping, made, layout=layout, keep=keep, progress=progress
        )


async def status_of(revision: Revision, *, url: str | None) -> dict[str, Any]:
    """`{server, url, alias, indices: [{index, documents, searched, fits, whole}], places}`, the oldest first;
    `places` holds `{alias, indices}` of the places, None where the pack has none."""
    settings = _at(server_of(revision), url)
    places = places_to_index(revision)
    async with connect(settings, deadline_s=revision.pack.deadlines.request) as connection:
        server = await connection.check_kind()
        homes = await _status(connection, settings.index, mapping_of(revision.catalog))
        held = None
        if places:
            held = await _status(connection, settings.of_places.index, mapping_of_places(places))
    return {"server": server, "url": settings.shown_url, **homes, "places": held}


async def _status(connection: Connection, alias: str, mapping: Json) -> dict[str, Any]:
    found = [
        {
            "index": each.index,
            "documents": each.documents,
            "searched": each.is_searched,
            "fits": each.meta == mapping["_meta"],
            "whole": each.is_whole,
        }
        for each in await indices_of(connection, alias)
    ]
    return {"alias": alias, "indices": found}


def _at(settings: ServerSettings, url: str | None) -> ServerSettings:
    return settings if url is None else replace(settings, url=url)


def homes_of(revision: Revision, index: PlaceIndex | None = None) -> Homes:
    """The homes of the pack where its backend holds them; places are looked up for an `index` alone.

    With a server the file of documents is not read. Raises as `columns_of` where memory holds them.
    """
    if revision.pack.backend == "embedded":
        return Embedded(columns_of(revision), revision, index)
    deadline_s = revision.pack.deadlines.request
    return Served(settings=server_of(revision), revision=revision, deadline_s=deadline_s, index=index)
