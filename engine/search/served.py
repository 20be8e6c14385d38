"""A pack's homes and places on a search server: the other side of `homes.Embedded`."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from engine.config.revision import Revision
from engine.errors import Problem
from engine.places.distance import Point
from engine.places.index import PlaceIndex
from engine.places.match import Match
from engine.search.agreement import built_otherwise
from engine.search.client import Connection, ServerSettings, connect
from engine.search.elastic import rank_on_server, standing_on_server
from engine.search.failures import ServerFailed
from engine.search.held import documents_on, is_bare_on, named_on, nearest_on, told_on
from engine.search.homes import Record
from engine.search.places_found import places_on_server
from engine.search.request import SearchPlace, SearchRequest, SearchResult, Standing, Terms


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Served:
    """Homes and places in a server's indices. Each call has a connection of its own and ends after
    `deadline_s` seconds; `index` reads what was written, and answers where the server has no places."""

    settings: ServerSettings
    revision: Revision
    deadline_s: float
    index: PlaceIndex | None = None
    notices: list[Problem] = field(default_factory=list[Problem])

    @property
    def waits(self) -> bool:
        return True

    def within(self, seconds: float) -> "Served":
        return replace(self, deadline_s=seconds)

    async def rank(self, request: SearchRequest) -> SearchResult:
        async with self._connected() as connection:
            return await rank_on_server(request, self.revision, connection)

    async def standing(self, identity: str, request: SearchRequest) -> Standing:
        async with self._connected() as connection:
            return await standing_on_server(identity, request, self.revision, connection)

    async def documents(self, identities: Sequence[str]) -> Mapping[str, Record]:
        async with self._connected() as connection:
            return await documents_on(identities, connection)

    async def named(self, name: str) -> Sequence[str]:
        """As `Homes.named`; where there is none, with a notice if the index was built otherwise: it may hold
        no names."""
        async with self._connected() as connection:
            found = await named_on(name, connection)
            told = None if found else await built_otherwise(None, self.revision.catalog, connection)
        if told is not None and told not in self.notices:
            self.notices.append(told)
        return found

    async def told(self, names: Sequence[str]) -> Sequence[tuple[str | None, ...]]:
        async with self._connected() as connection:
            return await told_on(names, connection)

    async def nearest(self, places: Sequence[SearchPlace]) -> tuple[str, float] | None:
        async with self._connected() as connection:
            return await nearest_on(places, self.revision.catalog, connection)

    async def is_bare(self, area: Terms) -> bool:
        async with self._connected() as connection:
            return await is_bare_on(area, connection)

    async def lookup(
        self, text: str, *, near: Point | str | None = None, limit: int = 5, edits: int | None = None
    ) -> tuple[Match, ...]:
        """As `PlaceIndex.lookup`; from memory, with a notice, where the server has no index of places."""
        if self.index is None:
            return ()
        try:
            async with connect(self.settings.of_places, deadline_s=self.deadline_s) as connection:
                return await places_on_server(
                    text, self.index, connection, near=near, limit=limit, edits=edits
                )
        except ServerFailed as failed:
            if failed.kind != "no_index":
                raise
            self.notices.extend(each for each in failed.problems if each not in self.notices)
            return self.index.lookup(text, near=near, limit=limit, edits=edits)

    @asynccontextmanager
    async def _connected(self) -> AsyncGenerator[Connection]:
        async with connect(self.settings, deadline_s=self.deadline_s) as connection:
            yield connection
