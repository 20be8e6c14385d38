"""Which steps a plan has: the places that are used, as many as its cap allows, and the searches over them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.config.tool import Tool
from engine.places.mention import Hint, Mentions
from engine.plan.model import Step
from engine.planner.grouping import Group, fitting
from engine.planner.planned import Assumed, Context, Notice, PlaceUse
from engine.planner.steps import fetch_step, lookup_step, search_params, search_step
from engine.planner.strategy import Decision, StrategyName


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The tools of an intent; both None when it plans nothing."""

    each: Tool | None
    then: Tool | None


def with_places(used: Context, places: tuple[PlaceUse, ...], decision: Decision, shape: Shape) -> Context:
    """The places that steps use: those that are known, of the kind the tool is over. Unknown ones only where
    the step then says so: a fetch of a name that nothing has, a search that would otherwise look
    everywhere."""
    known = [number for number, place in enumerate(places) if not place.unknown]
    if shape.then is None:
        over = shape.each.over if shape.each else None
        chosen = [n for n, place in enumerate(places) if place.kind == over or place.is_unheard]
    else:
        chosen = known or list(range(len(places)))
    if not shape.each:
        return replace(used, places=(), strategy="none", weights=(), groups=(), own=())
    said = replace(
        used, places=places, strategy=decision.name, weights=decision.weights, groups=decision.groups
    )
    return _with_only(said, chosen)


def without(used: Context, unwished: Sequence[PlaceUse]) -> Context:
    """The context without the places that a follow-up takes back."""
    ids = {place.id for place in unwished if place.id is not None}
    kept = [number for number, place in enumerate(used.places) if place.id not in ids]
    return _with_only(used, kept)


def fitted(used: Context, shape: Shape, steps_at_most: int) -> tuple[Context, tuple[Notice, ...]]:
    """The context with the places and searches that a plan can hold, and what was left out."""
    if shape.each is None or not used.places:
        return used, ()
    one_each = tuple((number,) for number in range(len(used.places)))
    groups = fitting(used.searches if shape.then else one_each, steps_at_most, shape.then)
    kept = sorted({number for group in groups for number in group})
    cut = [place.text for number, place in enumerate(used.places) if number not in kept]
    if not cut:
        return used, ()
    detail = f"{len(used.places)} places are named and a plan holds {len(kept)}: left out {', '.join(cut)}"
    fits = replace(used, groups=groups) if used.groups else used
    return _with_only(fits, kept), (Notice(kind="places_cut", detail=detail),)


def written(used: Context, assumed: Sequence[Assumed], shape: Shape, found: Mentions) -> tuple[Step, ...]:
    """The steps: a look at each place, or look-ups side by side and a search over each group of them."""
    places, each = used.places, shape.each
    if shape.then is None:
        return tuple(fetch_step(number, each, place) for number, place in enumerate(places, 1) if each)
    lookups = tuple(
        lookup_step(number, each, place, _near(place, places, found))
        for number, place in enumerate(places, 1)
        if each
    )
    searches = (
        search_step(
            number,
            shape.then,
            [lookups[place] for place in group],
            [places[place] for place in group],
            used.weights,
            search_params(used, assumed, shape.then, group),
        )
        for number, group in enumerate(used.searches or ((),), len(lookups) + 1)
    )
    return (*lookups, *searches)


def _with_only(used: Context, kept: Sequence[int]) -> Context:
    """The context with these of its places, and the strategy that is left of them."""
    groups = _renumbered(used.groups, kept)
    strategy: StrategyName = used.strategy
    if len(kept) < 2:
        strategy = "single" if kept else "none"
    elif len(groups) == 1:
        strategy = "midpoint"
    own = tuple(used.own[number] for number in kept) if used.own else ()
    return replace(
        used.with_own(own),
        places=tuple(used.places[number] for number in kept),
        strategy=strategy,
        weights=tuple(used.weights[number] for number in kept) if strategy == "weighted" else (),
        groups=groups if len(groups) > 1 else (),
    )


def _renumbered(groups: Sequence[Group], kept: Sequence[int]) -> tuple[Group, ...]:
    """The groups by the numbers that the kept places have now, without the others."""
    numbers = {number: at for at, number in enumerate(kept)}
    parts = (tuple(numbers[number] for number in group if number in numbers) for group in groups)
    return tuple(dict.fromkeys(part for part in parts if part))


def _near(place: PlaceUse, places: Sequence[PlaceUse], found: Mentions) -> str:
    """What helps to choose among places of one name: the line or region said with it, or another place."""
    if not place.alternatives and not place.full:
        return ""
    beside = next((hint.text for hint in found.hints if hint.kind == "line" and _is_beside(hint, place)), "")
    if beside:
        return beside
    regions = [hint for hint in found.hints if hint.kind == "region"]
    if regions:
        return next((hint for hint in reversed(regions) if hint.start < place.start), regions[-1]).text
    return next(
        (use.text for use in places if use is not place and not use.alternatives and not use.unknown), ""
    )


def _is_beside(hint: Hint, place: PlaceUse) -> bool:
    """Whether nothing but a space stands between the hint and the place."""
    return 0 <= place.start - hint.end <= 1 or 0 <= hint.start - place.end <= 1
