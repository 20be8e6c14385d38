"""Clauses put together so that what always or never matches, and adjacent ranges, fall together."""

from collections.abc import Iterable, Mapping
from typing import cast

from engine.score.query import ALL, NOTHING, Json, none_of


def all_of(clauses: Iterable[Json]) -> Json:
    """Passes what passes every clause; ranges of one field become one range."""
    found: list[Json] = []
    ranges: dict[str, dict[str, object]] = {}
    for clause in _flat(clauses):
        if clause == NOTHING:
            return NOTHING
        limits = cast("Mapping[str, Mapping[str, object]] | None", clause.get("range"))
        if limits is None:
            if clause not in (ALL, *found):
                found.append(clause)
            continue
        for path, ends in limits.items():
            if path not in ranges:
                ranges[path] = {}
                found.append({"range": {path: ranges[path]}})
            _narrow(ranges[path], ends)
    if len(found) == 1:
        return found[0]
    return {"bool": {"filter": found}} if found else ALL


def not_(clause: Json) -> Json:
    """Passes what the clause does not pass."""
    if clause in (ALL, NOTHING):
        return NOTHING if clause == ALL else ALL
    return none_of([clause])


def _flat(clauses: Iterable[Json]) -> Iterable[Json]:
    for clause in clauses:
        inner = cast("Mapping[str, object]", clause.get("bool") or {})
        if list(inner) == ["filter"]:
            yield from _flat(cast("list[Json]", inner["filter"]))
        else:
            yield clause


def _narrow(range_: dict[str, object], ends: Mapping[str, object]) -> None:
    """Adds ends to a range; of two on one side the nearer one stays."""
    for name, end in ends.items():
        is_low = name in ("gt", "gte")
        other = {"gt": "gte", "gte": "gt", "lt": "lte", "lte": "lt"}[name]
        earlier = next((each for each in (name, other) if each in range_), None)
        if earlier is not None:
            old, new = cast("float", range_[earlier]), cast("float", end)
            nearer = new > old if is_low else new < old
            if not nearer and (new != old or earlier != other or name in ("gte", "lte")):
                continue
            del range_[earlier]
        range_[name] = end
