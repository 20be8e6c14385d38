"""The places of a plan that a model wrote: where a place lies comes from a look-up, whole, and never from the
model."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.config.revision import Revision
from engine.plan.frozen import as_items, as_mapping
from engine.plan.model import Plan, Step
from engine.plan.references import Reference, is_reference, read_text
from engine.planner.planned import Notice, Planned

_PLACES, _NAME, _ENDS = "pois", "name", ("lat", "lon")


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchored:
    """The plan, each place of a search under the name that its look-up gives. `repaired` names each that had
    another; `rejected` says why the plan may not run, "" when it may."""

    plan: Plan
    repaired: tuple[Notice, ...] = ()
    rejected: str = ""


def anchored(plan: Plan, ruled: Planned, revision: Revision) -> Anchored:
    """`plan`, sanitized and whole, with the places of its searches held against its look-ups and against
    `ruled`, the rules' plan for the same sentence. Pure; twice changes nothing."""
    searches = [step for step in plan.steps if revision.does(step.name) == "search"]
    if searches and ruled.strategy != "none" and not any(step.params.get(_PLACES) for step in searches):
        return Anchored(plan=plan, rejected="the customer named a place, and no search is around one")
    return with_looked_up(plan, revision)


def with_looked_up(plan: Plan, revision: Revision) -> Anchored:
    """The same of a plan of which more may come."""
    ids = {step.id for step in plan.steps}
    repaired: list[Notice] = []
    steps: list[Step] = []
    for step in plan.steps:
        places = as_items(step.params.get(_PLACES)) if revision.does(step.name) == "search" else None
        if not places:
            steps.append(step)
            continue
        named: list[object] = []
        for place in places:
            found = (
                place if is_reference(place, ids) else _named(as_mapping(place) or {}, ids, plan, revision)
            )
            if found is None:
                rejected = f"step {step.id}: lat and lon of a place are those of one look-up, by reference"
                return Anchored(plan=plan, rejected=rejected)
            if found != place:
                repaired.append(Notice(kind="place_name", detail=f"step {step.id}: the name of its look-up"))
            named.append(found)
        steps.append(replace(step, params={**step.params, _PLACES: named}))
    return Anchored(plan=replace(plan, steps=tuple(steps)), repaired=tuple(repaired))


def _named(
    place: Mapping[object, object], ids: set[str], plan: Plan, revision: Revision
) -> Mapping[object, object] | None:
    """The place with the name of the look-up that its coordinates come from; None where they come from
    none, or from two."""
    ends = [_reference(place.get(end), ids) for end in _ENDS]
    sources = {(each.step, each.path[:-1]) for each in ends if each is not None and each.path}
    if None in ends or len(sources) != 1:
        return None
    ((source, path),) = sources
    step = plan.step(source)
    if step is None or revision.does(step.name) != "lookup":
        return place
    if [each.path[-1] for each in ends if each is not None] != [*_ENDS]:
        return None
    name = _reference(place.get(_NAME), ids)
    if name is not None and (name.step, name.path) == (source, (*path, _NAME)):
        return place
    return {**place, _NAME: f"${source}{''.join(_spelled(path))}.{_NAME}"}


def _reference(value: object, ids: set[str]) -> Reference | None:
    """The reference that the value is, and nothing else."""
    if not isinstance(value, str) or not is_reference(value, ids):
        return None
    (reference,) = read_text(value, ids).pieces
    return reference if isinstance(reference, Reference) else None


def _spelled(path: tuple[str | int | None, ...]) -> Iterator[str]:
    for segment in path:
        yield f'["{segment}"]' if isinstance(segment, str) else f"[{'*' if segment is None else segment}]"
