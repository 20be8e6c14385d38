"""What a tool may use, and the kinds of thing that a tool does, by the name that YAML gives them."""

from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.config.revision import Revision
from engine.config.tool import Tool
from engine.errors import InputInvalid
from engine.llm.spending import Spending

if TYPE_CHECKING:
    from engine.llm.calling import Attempt, Model
    from engine.places.index import PlaceIndex
    from engine.search.homes import Homes
    from engine.search.request import SearchRequest, SearchResult


class NotFound(InputInvalid):
    """There is nothing of that name: an answer by itself, not a tool that failed."""

    kind = "not_found"


Result = dict[str, object]
ToolFunction = Callable[[Mapping[str, object]], Result | Awaitable[Result]]
"""Resolved parameters in, the result's fields out; raises EngineError for what it cannot do."""
Work = Callable[[Mapping[str, object]], Coroutine[Any, Any, Result]]
"""A tool that waits for nothing but the homes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    """What the tools of one request work with. `profile` and `limit` are the caller's choice, None = the
    pack's. `homes` answers for homes and places, wherever they are held. Tasks ask the `models` out of the
    request's `spending`, and what they tried stands in `attempts`; records are kept in the folder `out`.

    `searched` holds each search as it ran, by the number that the tool's result names as `search`: results
    pass through a plan as JSON, the answer wants the values.
    """

    revision: Revision
    index: "PlaceIndex | None"
    homes: "Homes"
    today: date
    profile: str | None = None
    limit: int | None = None
    models: "Mapping[str, Model]" = field(default_factory=dict[str, "Model"])
    attempts: "list[Attempt]" = field(default_factory=list["Attempt"])
    spending: Spending = field(default_factory=Spending)
    out: Path = Path()
    searched: "dict[int, tuple[SearchRequest, SearchResult]]" = field(
        default_factory=dict[int, "tuple[SearchRequest, SearchResult]"]
    )
    numbers: Iterator[int] = field(default_factory=count)

    def homes_for(self, tool: Tool) -> "Homes":
        """The homes for one call of the tool, which may take as long as it says."""
        return self.homes.within(tool.timeout or self.revision.pack.deadlines.step)


Factory = Callable[[Resources, Tool], ToolFunction]
_KINDS: dict[str, Factory] = {}
_BUILT_IN = ("fetch", "lookup", "python", "search", "source", "store", "task")


def kind(does: str) -> Callable[[Factory], Factory]:
    """Register how tools that do `does` are made; a name that is taken raises ValueError."""

    def register(factory: Factory) -> Factory:
        if does in _KINDS:
            raise ValueError(f"two kinds of tool are named {does}")
        _KINDS[does] = factory
        return factory

    return register


def build_tools(resources: Resources) -> dict[str, ToolFunction]:
    """Every tool of the pack, by name; only what they do is loaded."""
    tools = resources.revision.tools
    for does in sorted({tool.does for tool in tools.values()} & set(_BUILT_IN)):
        import_module(f"engine.tools.{does}")  # importing a module registers its kind
    return {name: _KINDS[tool.does](resources, tool) for name, tool in tools.items() if tool.does in _KINDS}


def tool_of(homes: "Homes", work: Work) -> ToolFunction:
    """The tool as it is called: async only where the homes are elsewhere, so that what computes in memory
    keeps no event loop from going on."""
    return work if homes.waits else at_once(work)


def at_once(work: Work) -> Callable[[Mapping[str, object]], Result]:
    """The tool as a plain function, for homes that answer without waiting."""
    return partial(_to_its_end, work)


def _to_its_end(work: Work, params: Mapping[str, object]) -> Result:
    running = work(params)
    try:
        running.send(None)
    except StopIteration as ended:
        result: Result = ended.value
        return result
    running.close()
    raise RuntimeError("the tool waits for something")
