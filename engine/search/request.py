"""A search as pure data: what is asked, and what comes back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from engine.errors import Problem
from engine.score.explain import FactorScore

Terms = Mapping[str, tuple[str, ...]]
"""A document's field → the values of which it holds one; every field must."""
WINDOW = 10_000
"""The most homes in one answer, wherever they are held: what servers give in one page by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPlace:
    """A place of the request in degrees; weights of several places are relative.

    A place with `inside` is an area: the homes whose fields hold these values, wherever its middle lies.
    """

    name: str
    lat: float
    lon: float
    weight: float = 1.0
    inside: Terms = field(default_factory=dict[str, tuple[str, ...]])


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """What a backend is asked, and nothing else decides.

    `params` are the catalog's parameters; `alternatives` are sets of parameters of which one must hold,
    `params` carrying their hull. `assumed` names parameters that were guessed. `filters` False switches
    off every hard want but the place; None means every filter of the pack, a tuple those named. `today`
    is the day ages count from; profile "" is the pack's own. `limit` is at most WINDOW.
    """

    places: tuple[SearchPlace, ...] = ()
    radius_km: float | None = None
    params: Mapping[str, object] = field(default_factory=dict[str, object])
    alternatives: tuple[Mapping[str, object], ...] = ()
    assumed: tuple[str, ...] = ()
    profile: str = ""
    filters: Literal[False] | tuple[str, ...] | None = None
    limit: int = 10
    relax: bool = False
    today: date = field(default_factory=date.today)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A home in rank order. `floor_plan` is the chosen one with the catalog's fields (a price with its
    deal type as `deal` and its source as `basis`), None for a home without any. `unknown` names wants
    that were asked and could not be checked for this home. `distance_m` is None without a place or a
    location. Where the wishes have alternatives, `score` and `breakdown` are of the best that the home meets,
    and `others` hold the values of the factors that count in each of the others that it meets."""

    id: str
    name: str
    score: float
    distance_m: float | None
    floor_plan: Mapping[str, object] | None
    breakdown: Mapping[str, FactorScore]
    link: str | None
    doc: Mapping[str, object]
    unknown: tuple[str, ...] = ()
    others: tuple[Mapping[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A home that is not among the hits, and the gate (a want's or filter's name) that dropped it first.

    `reason` is no_value where a filter's condition has no answer for the home, since a value that it works
    with is absent; "" otherwise.
    """

    id: str
    gate: str
    reason: Literal["", "no_value"] = ""

    @property
    def counted_as(self) -> str:
        """The gate, with the reason behind a colon where there is one."""
        return f"{self.gate}:{self.reason}" if self.reason else self.gate


@dataclass(frozen=True, slots=True, kw_only=True)
class Relaxed:
    """What gave way: from and to are the want's parameters before and after ({} when dropped);
    `remaining` homes."""

    want: str
    before: Mapping[str, object]
    after: Mapping[str, object]
    remaining: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionPrice:
    """How many homes there would be without this condition, everything else kept."""

    want: str
    without: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a home stands among the `of` homes that a request finds; `rank` is None when it is not there.
    `notices` are as those of a SearchResult."""

    rank: int | None
    of: int
    notices: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """`score_of` is the sum of the weights counted / 100; `total` the homes that met every condition,
    `dropped` the others by id. `dropped` and `conditions` may be worked out when they are first read.
    A server names no dropped homes. `notices` are what the caller should know about how it was answered.
    `query` compiles the query that found the hits: what a server was sent, or would be; it raises ConfigError
    where a factor has no form for servers."""

    hits: tuple[Hit, ...]
    score_of: float
    total: int
    dropped: Sequence[Dropped] = ()
    relaxed: tuple[Relaxed, ...] = ()
    conditions: Sequence[ConditionPrice] = ()
    not_checked: tuple[str, ...] = ()
    notices: tuple[Problem, ...] = ()
    query: Callable[[], Mapping[str, object]] = field(default=dict[str, object], compare=False, repr=False)
