"""The JSON forms of a search: a request read from it, a result written to it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Literal, cast

from engine.errors import InputInvalid, Problem
from engine.search.areas import INSIDE
from engine.search.documents import (
    is_number,
    no_constant,
    read_documents,
    read_documents_file,
    unique_keys,
)
from engine.search.request import Dropped, Hit, SearchPlace, SearchRequest, SearchResult, Terms
from engine.source.suggest import closest

__all__ = ["hit_json", "read_documents", "read_documents_file", "read_request", "result_json"]

Json = Mapping[str, object]
_PLACE_KEYS = ("name", "lat", "lon", "weight", INSIDE)
_KEYS = (
    "places",
    "radiusKm",
    "params",
    "alternatives",
    "assumed",
    "profile",
    "filters",
    "limit",
    "relax",
    "today",
)


def read_request(json_value: object) -> SearchRequest:
    """The request that a JSON text, or the object that it holds, says.

    `{places: [{name, lat, lon, weight?, inside?}], radiusKm?, params?, alternatives?, assumed?, profile?,
    filters?, limit?, relax?, today?}`; relaxing is off unless `relax` is true. Raises InputInvalid with
    every problem. What the parameters mean is the catalog's, and is checked when the request is ranked.
    """
    reader = _Reader()
    body = reader.mapping(_parsed(json_value) if isinstance(json_value, str | bytes) else json_value, "")
    for key in body:
        if key not in _KEYS:
            hint = closest(key, _KEYS) or f"one of {', '.join(_KEYS)}"
            reader.wrong(f"/{key}", f"a request has no {key}", hint)
    places = [
        reader.place(p, f"/places/{n}") for n, p in enumerate(reader.listed(body.get("places"), "/places"))
    ]
    request = SearchRequest(
        places=tuple(place for place in places if place is not None),
        radius_km=reader.number(body.get("radiusKm"), "/radiusKm", low=0),
        params=reader.mapping(body.get("params", {}), "/params"),
        alternatives=tuple(
            reader.mapping(each, f"/alternatives/{number}")
            for number, each in enumerate(reader.listed(body.get("alternatives"), "/alternatives"))
        ),
        assumed=reader.texts(body.get("assumed"), "/assumed"),
        filters=reader.filters(body.get("filters"), "/filters"),
        relax=reader.flag(body.get("relax"), "/relax"),
    )
    profile, limit = body.get("profile"), body.get("limit")
    if profile is not None:
        request = replace(request, profile=reader.text(profile, "/profile"))
    if limit is not None:
        request = replace(request, limit=reader.whole(limit, "/limit"))
    if body.get("today") is not None:
        request = replace(request, today=reader.day(body["today"], "/today"))
    reader.finish()
    return request


def result_json(result: SearchResult) -> dict[str, Any]:
    """The result as the command line and the server say it: camelCase, documents with their own field
    names."""
    return {
        **found_json(result),
        "dropped": [_dropped_json(each) for each in result.dropped],
    }


def found_json(result: SearchResult) -> dict[str, Any]:
    """`result_json` without the homes that were dropped: they may be thousands, and a request counts them in
    its trace."""
    return {
        "hits": [hit_json(hit) for hit in result.hits],
        "scoreOf": round(result.score_of, 6),
        "total": result.total,
        "relaxed": [
            {"want": r.want, "from": dict(r.before), "to": dict(r.after), "remaining": r.remaining}
            for r in result.relaxed
        ],
        "conditions": [{"want": each.want, "without": each.without} for each in result.conditions],
        "notChecked": list(result.not_checked),
    }


def _dropped_json(each: Dropped) -> dict[str, Any]:
    return {"id": each.id, "gate": each.gate, **({"reason": each.reason} if each.reason else {})}


def hit_json(hit: Hit) -> dict[str, Any]:
    """One hit; metres to one decimal, points to six."""
    return {
        "id": hit.id,
        "name": hit.name,
        "score": hit.score,
        "distanceM": None if hit.distance_m is None else round(hit.distance_m, 1),
        "floorPlan": None if hit.floor_plan is None else dict(hit.floor_plan),
        "breakdown": {
            name: {"value": f.value, "weight": f.weight, "points": round(f.points, 6), "basis": f.basis}
            for name, f in hit.breakdown.items()
        },
        "unknown": list(hit.unknown),
        **({"others": [dict(each) for each in hit.others]} if hit.others else {}),
        "link": hit.link,
        "doc": dict(hit.doc),
    }


def _parsed(text: str | bytes) -> object:
    try:
        return json.loads(text, parse_constant=no_constant, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError) as error:
        raise InputInvalid(Problem(code="DOC006", message=f"the request is not JSON: {error}")) from error


class _Reader:
    """Reads values by their place in the request and collects what is wrong with them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def wrong(self, path: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(code="DOC006", message=message, path=path, hint=hint))

    def finish(self) -> None:
        if self.problems:
            raise InputInvalid(*self.problems)

    def mapping(self, value: object, path: str) -> Json:
        if isinstance(value, Mapping):
            return cast("Json", value)
        self.wrong(path, f"{path.lstrip('/') or 'the request'} must be an object")
        return {}

    def listed(self, value: object, path: str) -> Sequence[object]:
        if value is None:
            return ()
        if isinstance(value, list | tuple):
            return cast("Sequence[object]", value)
        self.wrong(path, f"{path.lstrip('/')} must be a list")
        return ()

    def text(self, value: object, path: str) -> str:
        if isinstance(value, str) and value:
            return value
        self.wrong(path, f"{path.lstrip('/')} must be a text")
        return ""

    def texts(self, value: object, path: str) -> tuple[str, ...]:
        return tuple(self.text(each, f"{path}/{n}") for n, each in enumerate(self.listed(value, path)))

    def flag(self, value: object, path: str) -> bool:
        if value is not None and not isinstance(value, bool):
            self.wrong(path, f"{path.lstrip('/')} must be true or false")
        return value is True

    def number(
        self, value: object, path: str, *, low: float | None = None, high: float | None = None
    ) -> float | None:
        if value is None:
            return None
        if not is_number(value):
            self.wrong(path, f"{path.lstrip('/')} must be a number")
            return None
        if (low is not None and value < low) or (high is not None and value > high):
            ends = f"from {low:g} to {high:g}" if high is not None else f"at least {low:g}"
            self.wrong(path, f"{path.lstrip('/')} must be {ends}")
            return None
        return float(value)

    def whole(self, value: object, path: str) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
        self.wrong(path, f"{path.lstrip('/')} must be a whole number above 0")
        return 1

    def day(self, value: object, path: str) -> date:
        read: Callable[[str], date] = date.fromisoformat
        try:
            return read(value if isinstance(value, str) else "")
        except ValueError:
            self.wrong(path, f"{path.lstrip('/')} must be a day such as 2026-01-31")
            return date.min

    def filters(self, value: object, path: str) -> Literal[False] | tuple[str, ...] | None:
        if value is None or value is True:
            return None
        if value is False:
            return False
        if isinstance(value, list | tuple):
            return self.texts(cast("object", value), path)
        self.wrong(path, "filters must be false or a list of names")
        return None

    def place(self, value: object, path: str) -> SearchPlace | None:
        body = self.mapping(value, path)
        for key in body:
            if key not in _PLACE_KEYS:
                hint = closest(key, _PLACE_KEYS) or ""
                self.wrong(f"{path}/{key}", f"{path.lstrip('/')} has no {key}", hint)
        lat = self.number(body.get("lat"), f"{path}/lat", low=-90, high=90)
        lon = self.number(body.get("lon"), f"{path}/lon", low=-180, high=180)
        weight = self.number(body.get("weight", 1.0), f"{path}/weight")
        for name, there in (("lat", lat), ("lon", lon), ("weight", weight)):
            if there is None and body.get(name) is None:
                self.wrong(f"{path}/{name}", f"{path.lstrip('/')} needs {name}")
        if weight is not None and weight <= 0:
            self.wrong(f"{path}/weight", f"{path.lstrip('/')}/weight must be above 0")
        name, inside = body.get("name", ""), self.terms(body.get(INSIDE), f"{path}/{INSIDE}")
        if lat is None or lon is None or weight is None:
            return None
        name = name if isinstance(name, str) else ""
        return SearchPlace(name=name, lat=lat, lon=lon, weight=weight, inside=inside)

    def terms(self, value: object, path: str) -> Terms:
        """What a place is inside of: a field of the documents → a text or a list of texts."""
        found: dict[str, tuple[str, ...]] = {}
        for name, told in self.mapping({} if value is None else value, path).items():
            single = isinstance(told, str)
            texts = (self.text(told, f"{path}/{name}"),) if single else self.texts(told, f"{path}/{name}")
            if not texts:
                self.wrong(f"{path}/{name}", f"{name} must be a text or a list of texts")
            found[name] = texts
        return found
