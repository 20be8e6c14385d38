"""The tool that finds homes: resolved parameters → a search request → ranked hits."""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.catalog.wants import parameters
from engine.config.tool import Tool
from engine.errors import InputInvalid, Problem
from engine.search.areas import INSIDE
from engine.search.request import SearchPlace, SearchRequest, Terms
from engine.search.wire import found_json
from engine.tools.registry import Resources, ToolFunction, kind, tool_of

_DEGREES_AT_MOST = {"lat": 90, "lon": 180}


@kind("search")
def search_tool(resources: Resources, tool: Tool) -> ToolFunction:
    """A function from parameters to `{hits, scoreOf, relaxed, conditions, …}`; it relaxes by
    rules/relax.yaml."""

    homes = resources.homes_for(tool)

    async def search(params: Mapping[str, object]) -> dict[str, object]:
        request = request_of(params, resources)
        result = await homes.rank(request)
        number = next(resources.numbers)
        resources.searched[number] = (request, result)
        return {**found_json(result), "search": number}

    return tool_of(homes, search)


def request_of(params: Mapping[str, object], resources: Resources) -> SearchRequest:
    """The search that a step's parameters ask for. Raises InputInvalid for places and weights that do not
    fit."""
    revision = resources.revision
    known = parameters(revision.catalog)
    limit = params.get("limit")
    asked = limit if isinstance(limit, int) and not isinstance(limit, bool) else resources.limit
    return SearchRequest(
        places=_places(params),
        params={name: value for name, value in params.items() if name in known},
        alternatives=tuple(cast("Sequence[Mapping[str, object]]", params.get("alternatives") or ())),
        assumed=tuple(cast("Sequence[str]", params.get("assumed") or ())),
        profile=resources.profile or revision.pack.profile,
        limit=asked or revision.pack.limits.results,
        relax=True,
        today=resources.today,
    )


def _places(params: Mapping[str, object]) -> tuple[SearchPlace, ...]:
    pois = cast("Sequence[Mapping[str, object]]", params.get("pois") or ())
    weights = cast("Sequence[float]", params.get("weights") or [1.0] * len(pois))
    if len(weights) != len(pois):
        message = f"{len(pois)} places have {len(weights)} weights"
        raise InputInvalid(
            Problem(code="TOOL007", message=message, path="/weights", hint="one weight for each place")
        )
    if not (all(map(_weighs, weights)) and any(weights or (1,))):
        message = "a weight must be a number that is not below 0, and one must be above it"
        raise InputInvalid(Problem(code="TOOL007", message=message, path="/weights"))
    return tuple(
        SearchPlace(
            name=str(poi["name"]),
            lat=_degrees(poi, "lat"),
            lon=_degrees(poi, "lon"),
            weight=float(weight),
            inside=_terms(poi.get(INSIDE)),
        )
        for poi, weight in zip(pois, weights, strict=True)
    )


def _weighs(weight: object) -> bool:
    return isinstance(weight, int | float) and not isinstance(weight, bool) and weight >= 0


def _terms(value: object) -> Terms:
    """What the place is inside of, as a look-up says it: field → value or values; nothing for no area."""
    if value is None:
        return {}
    told = cast("Mapping[str, object]", value if isinstance(value, Mapping) else {})
    found = {name: _texts(held) for name, held in told.items()}
    if not found or not all(found.values()):
        raise InputInvalid(
            Problem(
                code="TOOL007",
                message="a place is inside of something that is no field with its value",
                path=f"/pois/{INSIDE}",
                hint="the inside of a look-up's result",
            )
        )
    return found


def _texts(value: object) -> tuple[str, ...]:
    texts = cast("Sequence[object]", value if isinstance(value, list | tuple) else (value,))
    return tuple(text for text in texts if isinstance(text, str) and text)


def _degrees(poi: Mapping[str, object], key: str) -> float:
    value = poi.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > _DEGREES_AT_MOST[key]:
        message = f"a place has no number of degrees as its {key}"
        raise InputInvalid(Problem(code="TOOL007", message=message, path="/pois"))
    return float(value)
