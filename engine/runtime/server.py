"""Where a pack's search server is: what the file says, and what only the environment may say."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.config.revision import Revision
from engine.runtime.data import columns_of
from engine.search.client import ServerSettings, connect
from engine.search.elastic import rank_on_server
from engine.search.embedded import rank
from engine.search.indexing import Built, build_index, indices_of
from engine.search.mapping import indexed, mapping_of
from engine.search.request import SearchRequest, SearchResult
from engine.search.wire import read_documents_file

URL, API_KEY = "RULEWRIGHT_SEARCH_URL", "RULEWRIGHT_SEARCH_API_KEY"


def server_of(revision: Revision) -> ServerSettings:
    """The server and alias of the pack; an address in the environment wins over the file's."""
    search = revision.pack.search
    return ServerSettings(
        url=os.environ.get(URL) or search.url,
        index=search.index or revision.pack.name,
        kind=search.server,
        api_key=os.environ.get(API_KEY) or None,
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
    settings = _at(server_of(revision), url)
    async with connect(settings, deadline_s=timeout_s) as connection:
        await connection.check_kind()
        made = (indexed(document, revision.catalog) for document in documents)
        mapping = mapping_of(revision.catalog)
        return await build_index(connection, settings.index, mapping, made, keep=keep, progress=progress)


async def status_of(revision: Revision, *, url: str | None) -> dict[str, Any]:
    """`{server, url, alias, indices: [{index, documents, searched, fits}]}`, the oldest index first."""
    settings = _at(server_of(revision), url)
    mark = mapping_of(revision.catalog)["_meta"]
    async with connect(settings, deadline_s=revision.pack.deadlines.request) as connection:
        server = await connection.check_kind()
        found = [
            {
                "index": each.index,
                "documents": each.documents,
                "searched": each.is_searched,
                "fits": each.meta == mark,
            }
            for each in await indices_of(connection, settings.index)
        ]
    return {"server": server, "url": settings.url, "alias": settings.index, "indices": found}


def _at(settings: ServerSettings, url: str | None) -> ServerSettings:
    return settings if url is None else replace(settings, url=url)


async def rank_by_pack(request: SearchRequest, revision: Revision) -> SearchResult:
    """The best homes of the pack's own documents, by the pack's own backend.

    Raises ServerFailed where that is a server which does not answer.
    """
    if revision.pack.backend == "embedded":
        return rank(request, columns_of(revision), revision)
    async with connect(server_of(revision), deadline_s=revision.pack.deadlines.request) as connection:
        return await rank_on_server(request, revision, connection)
