"""A sentence and a home: why the home is not in the answer."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem
from engine.runtime.data import documents_of, index_of
from engine.runtime.engine import Engine
from engine.runtime.server import rank_by_pack, server_of
from engine.search.client import connect
from engine.search.elastic import document_on_server
from engine.search.request import SearchRequest
from engine.search.whynot import WhyNot, why_not
from engine.source.suggest import closest

_EVERY = 10_000


async def why_not_in(text: str, home: str, revision: Revision, *, today: date) -> dict[str, Any]:
    """`{gate, value, wanted, change, id, name, rank, of}` for a home by its id or name.

    `rank` is its place among the `of` homes that the sentence finds, None when it is not among them; of
    several searches the one that is nearest to finding it is told. Raises InputInvalid for a home that is not
    in the data and for a sentence that searches for nothing.
    """
    engine = Engine(revision)
    searches = await engine.searches(text, today=today)
    if not searches:
        message = "the sentence asks for no search, so no home is left out"
        raise InputInvalid(Problem(code="USE021", message=message, hint="a sentence that asks for homes"))
    identity = _identity(home, revision)
    told = [await _told(identity, request, revision) for request in searches]
    return min(told, key=lambda each: (each["rank"] is None, len(each["change"] or {}), each["rank"] or 0))


async def _told(identity: str, request: SearchRequest, revision: Revision) -> dict[str, Any]:
    document = await _document(identity, revision)
    result = await rank_by_pack(replace(request, limit=_EVERY), revision)
    place = next((n for n, hit in enumerate(result.hits, start=1) if hit.id == identity), None)
    told = WhyNot(gate=None, value=None, wanted={}, change={})
    if place is None:
        told = why_not(request, document, revision)
    return {
        "gate": told.gate,
        "value": told.value,
        "wanted": dict(told.wanted),
        "change": None if told.change is None else dict(told.change),
        "id": identity,
        "name": str(document.get(revision.catalog.name) or identity),
        "rank": place,
        "of": result.total,
    }


async def _document(identity: str, revision: Revision) -> Mapping[str, object]:
    """The home as the pack's backend has it."""
    if revision.pack.backend == "embedded":
        return documents_of(revision)[identity]
    async with connect(server_of(revision), deadline_s=revision.pack.deadlines.request) as connection:
        document = await document_on_server(identity, connection)
    if document is None:
        raise InputInvalid(_no_home(identity, revision))
    return document


def _identity(home: str, revision: Revision) -> str:
    """The id of the home that is named by it or by its name; the only one of the name, else an error that
    lists them."""
    documents, catalog = documents_of(revision), revision.catalog
    if home in documents:
        return home
    index = index_of(revision)
    found = [key for key, each in documents.items() if each.get(catalog.name) == home]
    if not found and index is not None:
        matches = index.lookup(home, limit=20)
        found = [m.place.id for m in matches if m.how == "exact" and m.place.id in documents]
    if len(found) == 1:
        return found[0]
    if not found:
        raise InputInvalid(_no_home(home, revision))
    message = f"{len(found)} homes are called {home}"
    raise InputInvalid(
        Problem(code="USE019", message=message, hint=f"one of the ids {', '.join(found[:10])}")
    )


def _no_home(home: str, revision: Revision) -> Problem:
    catalog, documents = revision.catalog, documents_of(revision)
    names = [str(each.get(catalog.name) or "") for each in documents.values()]
    hint = closest(home, names) or f"an id or a name of a {catalog.document}"
    return Problem(code="USE019", message=f"there is no {catalog.document} {home}", hint=hint)
