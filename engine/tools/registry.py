"""What a tool may use, and the kinds of thing that a tool does, by the name that YAML gives them."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING

from engine.config.revision import Revision
from engine.config.tool import Tool
from engine.errors import InputInvalid

if TYPE_CHECKING:
    from engine.places.index import PlaceIndex
    from engine.search.client import ServerSettings
    from engine.search.columns import Columns
    from engine.search.request import SearchRequest, SearchResult


class NotFound(InputInvalid):
    """There is nothing of that name: an answer by itself, not a tool that failed."""

    kind = "not_found"


ToolFunction = Callable[[Mapping[str, object]], dict[str, object] | Awaitable[dict[str, object]]]
"""Resolved parameters in, the result's fields out; raises EngineError for what it cannot do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    """What the tools of one request work with. `profile` and `limit` are the caller's choice, None = the
    pack's. Searches go to `server` where there is one.

    `searched` holds each search as it ran, by the number that the tool's result names as `search`: results
    pass
    through a plan as JSON, the answer wants the values.
    """

    revision: Revision
    index: "PlaceIndex | None"
    columns: "Columns"
    documents: Mapping[str, Mapping[str, object]]
    today: date
    server: "ServerSettings | None" = None
    profile: str | None = None
    limit: int | None = None
    searched: "dict[int, tuple[SearchRequest, SearchResult]]" = field(
        default_factory=dict[int, "tuple[SearchRequest, SearchResult]"]
    )
    numbers: Iterator[int] = field(default_factory=count)


Factory = Callable[[Resources, Tool], ToolFunction]
_KINDS: dict[str, Factory] = {}
_BUILT_IN = ("engine.tools.fetch", "engine.tools.lookup", "engine.tools.search")


def kind(does: str) -> Callable[[Factory], Factory]:
    """Register how tools that do `does` are made; a name that is taken raises ValueError."""

    def register(factory: Factory) -> Factory:
        if does in _KINDS:
            raise ValueError(f"two kinds of tool are named {does}")
        _KINDS[does] = factory
        return factory

    return register


def build_tools(resources: Resources) -> dict[str, ToolFunction]:
    """Every tool of the pack that this version can run, by name."""
    for module in _BUILT_IN:
        import_module(module)  # importing a module registers its kind
    return {
        name: _KINDS[tool.does](resources, tool)
        for name, tool in resources.revision.tools.items()
        if tool.does in _KINDS
    }
