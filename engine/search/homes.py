"""A pack's homes and places, wherever they are held: what everything that answers a request may ask of them.

Two hold them: memory, here, and a server's index (`served`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.config.revision import Revision
from engine.errors import Problem
from engine.places.distance import Point
from engine.places.index import PlaceIndex
from engine.places.match import Match
from engine.search.columns import Columns
from engine.search.embedded import rank, standing
from engine.search.nearest import is_bare, nearest_home
from engine.search.request import SearchPlace, SearchRequest, SearchResult, Standing, Terms

Record = Mapping[str, object]


class Homes(Protocol):
    """The homes and places of one pack. Where a server holds them, every method raises Unavailable when it
    does not answer."""

    @property
    def waits(self) -> bool:
        """Whether answers come from elsewhere, so that a caller has to wait for them."""
        ...

    @property
    def notices(self) -> Sequence[Problem]:
        """What was done another way than the pack says, so far."""
        ...

    def within(self, seconds: float) -> "Homes":
        """The same for calls of which each may take so long."""
        ...

    async def rank(self, request: SearchRequest) -> SearchResult:
        """The best homes for the request; raises as `embedded.rank`."""
        ...

    async def standing(self, identity: str, request: SearchRequest) -> Standing:
        """Where one home stands among those that the request finds; raises as `rank`."""
        ...

    async def documents(self, identities: Sequence[str]) -> Mapping[str, Record]:
        """The documents that have one of these ids, by it."""
        ...

    async def named(self, name: str) -> Sequence[str]:
        """The ids of the documents of that name."""
        ...

    async def told(self, names: Sequence[str]) -> Sequence[tuple[str | None, ...]]:
        """The values of these text fields that documents hold together, each combination once."""
        ...

    async def nearest(self, places: Sequence[SearchPlace]) -> tuple[str, float] | None:
        """Name and distance in metres of the home nearest to the places' centre; None without one."""
        ...

    async def is_bare(self, area: Terms) -> bool:
        """Whether no home lies in the area."""
        ...

    async def lookup(
        self, text: str, *, near: Point | str | None = None, limit: int = 5, edits: int | None = None
    ) -> tuple[Match, ...]:
        """The places that the text may name, as `PlaceIndex.lookup`; () for a pack without places."""
        ...


@dataclass(frozen=True, eq=False, slots=True)
class Embedded:
    """Homes and places in memory: nothing here waits."""

    columns: Columns
    revision: Revision
    index: PlaceIndex | None = None

    @property
    def waits(self) -> bool:
        return False

    @property
    def notices(self) -> Sequence[Problem]:
        return ()

    def within(self, seconds: float) -> "Embedded":
        return self

    async def rank(self, request: SearchRequest) -> SearchResult:
        return rank(request, self.columns, self.revision)

    async def standing(self, identity: str, request: SearchRequest) -> Standing:
        return standing(identity, request, self.columns, self.revision)

    async def documents(self, identities: Sequence[str]) -> Mapping[str, Record]:
        by_id = self.columns.by_id
        return {each: by_id[each] for each in identities if each in by_id}

    async def named(self, name: str) -> Sequence[str]:
        field = self.columns.catalog.name
        return [key for key, document in self.columns.by_id.items() if document.get(field) == name]

    async def told(self, names: Sequence[str]) -> Sequence[tuple[str | None, ...]]:
        return self.columns.told(names)

    async def nearest(self, places: Sequence[SearchPlace]) -> tuple[str, float] | None:
        return nearest_home(self.columns, places)

    async def is_bare(self, area: Terms) -> bool:
        return is_bare(self.columns, area)

    async def lookup(
        self, text: str, *, near: Point | str | None = None, limit: int = 5, edits: int | None = None
    ) -> tuple[Match, ...]:
        return self.index.lookup(text, near=near, limit=limit, edits=edits) if self.index is not None else ()
