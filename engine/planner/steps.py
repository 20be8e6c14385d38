"""The steps of a plan, as an LLM would write them: look-ups side by side, then the searches over them.

Parameter names here are those of the kinds of tools: a lookup has `location` and `near`, a search `pois`,
`weights`, `alternatives` and `assumed`, a fetch `name`.
"""

from collections.abc import Mapping, Sequence

from engine.config.tool import Tool
from engine.plan.model import Step
from engine.planner.grouping import Group
from engine.planner.planned import Assumed, Context, Params, PlaceUse

_POINT = ("name", "lat", "lon")
_AREA = ("inside",)


def search_params(used: Context, assumed: Sequence[Assumed], search: Tool, group: Group) -> dict[str, object]:
    """What the plan's search around these places asks: parameters without open ends, guesses marked as
    such."""
    params = said(used.params_around(group))
    guessed: list[str] = []
    for each in assumed:
        params |= said(each.params)
        guessed += [name for name in each.params if name in params]
    if alternatives := used.sets_around(group):
        sets = search.parameters.get("alternatives")
        params["alternatives"] = [said(each) for each in alternatives][: sets.at_most if sets else None]
    if guessed:
        params["assumed"] = guessed
    return params


def said(params: Params) -> dict[str, object]:
    """The parameters that have a value; lists as lists."""
    return {
        name: list(value) if isinstance(value, tuple) else value  # pyright: ignore[reportUnknownArgumentType]
        for name, value in params.items()
        if value is not None
    }


def lookup_step(number: int, tool: Tool, place: PlaceUse, near: str) -> Step:
    """One look-up of a place by its name as spoken."""
    params: dict[str, object] = {"location": _fits(place.full or place.text, tool, "location")}
    if near and "near" in tool.parameters:
        params["near"] = _fits(near, tool, "near")
    return _step(number, tool, params)


def fetch_step(number: int, tool: Tool, place: PlaceUse) -> Step:
    """One look at the document of that name."""
    return _step(number, tool, {"name": _fits(place.full or place.text, tool, "name")})


def search_step(
    number: int,
    tool: Tool,
    lookups: Sequence[Step],
    places: Sequence[PlaceUse],
    weights: Sequence[float],
    asked: Mapping[str, object],
) -> Step:
    """One search around what the look-ups of the places find, inside of a single one that is an area, or over
    everything without any."""
    params: dict[str, object] = {}
    if lookups:
        keys = (*_POINT, *_AREA) if _is_area(places, tool) else _POINT
        params["pois"] = [{key: f"${step.id}.{key}" for key in keys} for step in lookups]
    if weights:
        params["weights"] = list(weights)
    return _step(number, tool, {**params, **asked}, tuple(step.id for step in lookups))


def _is_area(places: Sequence[PlaceUse], tool: Tool) -> bool:
    """Whether the search is over one area, and the tool takes one."""
    pois = tool.parameters.get("pois")
    taken = pois.of if pois is not None and isinstance(pois.of, dict) else {}
    return len(places) == 1 and places[0].inside and not taken.keys().isdisjoint(_AREA)


def _step(number: int, tool: Tool, params: Mapping[str, object], deps: tuple[str, ...] = ()) -> Step:
    literal = frozenset(name for name, spec in tool.parameters.items() if spec.refs == "deny")
    return Step(id=str(number), name=tool.name, params=params, deps=deps, literal=literal)


def _fits(text: str, tool: Tool, parameter: str) -> str:
    """The text on one line, cut to what the parameter takes."""
    spec = tool.parameters.get(parameter)
    return " ".join(text.split())[: spec.at_most if spec else None]
