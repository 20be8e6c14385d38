"""The pieces of an Elasticsearch query that factors are made of, and what they may ask of the documents.

Every function stands behind a filter that makes sure of its value, and every function_score has one more
function that is always there and worth nothing: servers score a missing value, and a home that no function
matches, as perfect.

What depends on the names of fields alone is made once: the filters of several queries may be one object, so a
query is read and never changed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, Protocol

from engine.catalog.bounds import Bound
from engine.catalog.wants import Condition
from engine.score.curves import Decay

Json = dict[str, Any]
NOTHING: Json = {"match_none": {}}
ALL: Json = {"match_all": {}}
_WORTHLESS: Json = {"field_value_factor": {"field": "no_such_field", "factor": 0, "missing": 0}}
"""A function that always matches and is 0, also for a field that no document has."""
_KEPT = 1000
"""So many lists of fields have their filters kept: more than a pack has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """What a factor adds to a query.

    `functions` join the home's own function_score, where all are added up. `clauses` are queries of their
    own whose scores are added to it; a home that one does not match gets nothing from it.
    """

    functions: tuple[Json, ...] = ()
    clauses: tuple[Json, ...] = ()


class Server(Protocol):
    """The documents as the server holds them, for one set of wishes."""

    @property
    def deals(self) -> tuple[str | None, ...]:
        """The wanted deal types; (None,) where the catalog knows none."""
        ...

    @property
    def point(self) -> tuple[str, Mapping[str, float]] | None:
        """The field of the location and the centre of the places in degrees; None without places."""
        ...

    @property
    def share_field(self) -> str:
        """The field of a part's share of its home."""
        ...

    @property
    def requires_part(self) -> bool:
        """Whether a home without a part that passes is not found anyway."""
        ...

    def is_part(self, path: str) -> bool:
        """Whether the field belongs to the parts."""
        ...

    def sources(self, path: str, deal: str | None) -> tuple[str, ...]:
        """The server's fields for the value: the first that a record has counts."""
        ...

    def meets(self, condition: Condition, deal: str | None) -> Json:
        """The filter that a record (home or part) with a known value passes."""
        ...

    def known(self, condition: Condition, deal: str | None) -> Json:
        """The filter that a record passes when the condition's value is known."""
        ...

    def passing(self, deal: str | None) -> Json | None:
        """The filter for parts that meet every hard condition; None = all of them."""
        ...

    def nested(self, query: Json, score_mode: Literal["none", "max", "sum"] = "none") -> Json:
        """A query over the parts, as one over homes."""
        ...


def all_of(filters: Sequence[Json]) -> Json:
    """Passes what passes every filter; without any, everything."""
    if len(filters) == 1:
        return filters[0]
    kept = [each for each in filters if each != ALL]
    if len(kept) > 1:
        return {"bool": {"filter": kept}}
    return kept[0] if kept else ALL


def any_of(filters: Sequence[Json]) -> Json:
    """Passes what passes one of the filters; without any, nothing."""
    if len(filters) == 1:
        return filters[0]
    if ALL in filters:
        return ALL
    kept = [each for each in filters if each != NOTHING]
    if len(kept) > 1:
        return {"bool": {"should": kept, "minimum_should_match": 1}}
    return kept[0] if kept else NOTHING


def none_of(filters: Sequence[Json]) -> Json:
    """Passes what passes none of the filters."""
    return {"bool": {"must_not": list(filters)}} if filters else ALL


@lru_cache(_KEPT)
def exists(source: str) -> Json:
    """Passes a record that has the field."""
    return {"exists": {"field": source}}


def within(source: str, bound: Bound) -> Json:
    """Passes a record whose number lies in the bound."""
    ends: Json = {}
    if bound.low is not None:
        ends["gte"] = bound.low
    if bound.high is not None:
        ends["lt" if bound.open_high else "lte"] = bound.high
    return {"range": {source: ends}} if ends else exists(source)


@lru_cache(_KEPT)
def present(sources: tuple[str, ...]) -> Json:
    """Passes a record that has one of the fields."""
    return any_of([exists(source) for source in sources])


@lru_cache(_KEPT)
def absent(sources: tuple[str, ...]) -> Json:
    """Passes a record that has none of the fields."""
    return none_of([present(sources)])


@lru_cache(_KEPT)
def firsts(sources: tuple[str, ...]) -> tuple[tuple[str, Json], ...]:
    """Each field with the filter for records of which it is the first that they have."""
    return tuple(zip(sources, disjoint(sources, exists), strict=True))


def disjoint(sources: tuple[str, ...], passes: Callable[[str], Json]) -> list[Json]:
    """For each field the filter for records of which it is the first that they have, and that pass there."""
    found = [passes(source) for source in sources]
    for number in range(1, len(sources)):
        found[number] = all_of([*_none_there(sources[:number]), found[number]])
    return found


@lru_cache(_KEPT)
def _none_there(sources: tuple[str, ...]) -> tuple[Json, ...]:
    """One filter for each of the fields that a record does not have."""
    return tuple(absent((source,)) for source in sources)


def worth(share: float, condition: Json, function: Json | None = None) -> Json:
    """A function of a function_score: the weight where the filter passes, times the function."""
    if function is None:
        return {"filter": condition, "weight": share}
    return {"filter": condition, **function, "weight": share}


def decayed(decay: Decay, source: str, origin: object, unit: str = "") -> Json:
    """The curve round an origin; distances of places have the unit m."""
    ends: Json = {"origin": origin, "scale": f"{decay.scale!r}{unit}" if unit else decay.scale}
    if decay.offset:
        ends["offset"] = f"{decay.offset!r}{unit}" if unit else decay.offset
    ends["decay"] = decay.decay
    return {decay.curve: {source: ends}}


def scored(functions: Sequence[Json], query: Json | None = None, mode: Literal["sum", "max"] = "sum") -> Json:
    """A query whose score is what the functions give together, 0 where none matches."""
    return {
        "function_score": {
            "query": ALL if query is None else query,
            "functions": [*functions, _WORTHLESS],
            "score_mode": mode,
            "boost_mode": "replace",
        }
    }
