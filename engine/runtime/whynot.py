"""A sentence and a home: why the home is not in the answer."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from engine.config.catalog import Catalog
from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem
from engine.places.index import PlaceIndex
from engine.runtime.data import index_of
from engine.runtime.engine import Engine
from engine.runtime.server import homes_of
from engine.search.homes import Homes, Record
from engine.search.request import SearchRequest, Standing
from engine.search.whynot import WhyNot, why_not


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeTold:
    """Where a home stands among those that a sentence finds, and where it does not, why. `notices` tell what
    the caller should know about how it was looked up."""

    id: str
    name: str
    standing: Standing
    why: WhyNot
    notices: tuple[Problem, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """`{gate, reason, value, wanted, change, conditions, id, name, rank, of}`."""
        why = self.why
        return {
            "gate": why.gate,
            "reason": why.reason,
            "value": why.value,
            "wanted": dict(why.wanted),
            "change": None if why.change is None else dict(why.change),
            "conditions": [
                {
                    "filter": each.filter,
                    "condition": each.condition,
                    "file": each.file,
                    "line": each.line,
                    "reason": each.reason,
                    "values": dict(each.values),
                }
                for each in why.refused
            ],
            "id": self.id,
            "name": self.name,
            "rank": self.standing.rank,
            "of": self.standing.of,
        }


async def why_not_in(text: str, home: str, revision: Revision, *, today: date) -> HomeTold:
    """What became of a home, by its id or name, in the search of a sentence.

    Of several searches the one that is nearest to finding it is told. Raises InputInvalid for a home that is
    not in the data and for a sentence that searches for nothing.
    """
    engine = Engine(revision)
    searches = await engine.searches(text, today=today)
    if not searches:
        message = "the sentence asks for no search, so no home is left out"
        raise InputInvalid(Problem(code="USE021", message=message, hint="a sentence that asks for homes"))
    index = index_of(revision)
    homes = homes_of(revision, index)
    identity, document = await _home(home, homes, index, revision.catalog)
    told = [await _told(identity, document, request, homes, revision) for request in searches]
    nearest = min(told, key=_farness)
    return replace(nearest, notices=(*dict.fromkeys((*homes.notices, *nearest.standing.notices)),))


def _farness(told: HomeTold) -> tuple[bool, int, int]:
    rank, change = told.standing.rank, told.why.change
    return rank is None, len(change or {}), rank or 0


async def _told(
    identity: str, document: Record, request: SearchRequest, homes: Homes, revision: Revision
) -> HomeTold:
    standing = await homes.standing(identity, request)
    why = WhyNot(gate=None, value=None, wanted={}, change={})
    if standing.rank is None:
        why = why_not(request, document, revision)
    name = str(document.get(revision.catalog.name) or identity)
    return HomeTold(id=identity, name=name, standing=standing, why=why)


async def _home(home: str, homes: Homes, index: PlaceIndex | None, catalog: Catalog) -> tuple[str, Record]:
    """The home that is named by its id or its name, with its document: the only one of the name, else an
    error that lists them."""
    by_id = await homes.documents([home])
    if by_id:
        return home, by_id[home]
    found = await homes.documents(await homes.named(home))
    if not found:
        exact = [each for each in await homes.lookup(home, limit=20) if each.how == "exact"]
        found = await homes.documents([each.place.id for each in exact])
    if len(found) == 1:
        return next(iter(found.items()))
    if not found:
        near = index.near_spellings(home) if index is not None else ()
        hint = ", ".join(near) or f"an id or a name of a {catalog.document}"
        message = f"there is no {catalog.document} {home}"
        raise InputInvalid(Problem(code="USE019", message=message, hint=hint), *homes.notices)
    message = f"{len(found)} homes are called {home}"
    hint = f"one of the ids {', '.join(sorted(found)[:10])}"
    raise InputInvalid(Problem(code="USE019", message=message, hint=hint))
