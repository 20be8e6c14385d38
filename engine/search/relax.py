"""When too few homes remain: what gives way, one step on top of the other, and what is said about it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from engine.catalog.bounds import Bound
from engine.catalog.wants import Condition, want_parameters, widen
from engine.config.base import Quantity
from engine.config.catalog import Catalog
from engine.config.relax import Relax, RelaxStep
from engine.search.areas import INSIDE, terms_json
from engine.search.branches import Branch, Wishes
from engine.search.request import Relaxed

Params = Mapping[str, object]


def ladder(wishes: Wishes, policy: Relax, catalog: Catalog) -> Iterator[Wishes]:
    """The wishes after each step on top of the last; a step that changes no condition is skipped."""
    for step in policy.steps:
        branches = tuple(_step(branch, step, catalog) for branch in wishes.branches)
        if branches != wishes.branches:
            wishes = replace(wishes, hull=_step(wishes.hull, step, catalog), branches=branches)
            yield wishes


def relax(
    wishes: Wishes, remaining: int, steps: Iterable[tuple[Wishes, int]], policy: Relax, catalog: Catalog
) -> tuple[Wishes, tuple[Relaxed, ...]]:
    """The wishes after as many steps as it takes until enough homes remain.

    `remaining` is how many the wishes admit as they are, `steps` the ladder with how many each step admits,
    looked at one by one. Each want that gave way is recorded with its parameters before and after ({} when it
    was dropped), after the step that moved it, so a want widened twice is there twice.
    """
    said: list[Relaxed] = []
    if remaining >= policy.fewer_than:
        return wishes, ()
    for moved, remaining in steps:
        said += _record(wishes, moved, catalog, remaining)
        wishes = moved
        if remaining >= policy.fewer_than:
            break
    return wishes, tuple(said)


def _step(branch: Branch, step: RelaxStep, catalog: Catalog) -> Branch:
    if step.radius is not None:
        return replace(branch, radius_m=step.radius) if _is_narrower(branch, step.radius) else branch
    if step.drop is not None:
        return _dropped(branch, step.drop)
    hard = branch.hard
    for want, by in (step.widen or {}).items():
        hard = tuple(_widened(condition, want, by, catalog) for condition in hard)
    return replace(branch, hard=hard)


def _is_narrower(branch: Branch, radius_m: float) -> bool:
    """Whether a circle of that radius admits more: beside an area only where the catalog says it may."""
    if branch.radius_m is None:
        return branch.area is not None and branch.area.widens
    return branch.radius_m < radius_m


def _dropped(branch: Branch, name: str) -> Branch:
    if name == "assumed":
        return replace(branch, hard=tuple(c for c in branch.hard if not c.assumed))
    if name == branch.asked.deal_want:
        return replace(branch, deal_hard=False)
    if name == branch.asked.radius_want:
        return replace(branch, radius_m=None, area=None)
    return replace(branch, hard=tuple(c for c in branch.hard if c.want != name))


def _widened(condition: Condition, want: str, by: Quantity, catalog: Catalog) -> Condition:
    return widen(condition, by, catalog) if condition.want == want else condition


def _record(before: Wishes, after: Wishes, catalog: Catalog, remaining: int) -> list[Relaxed]:
    """What changed, in catalog order: each alternative's own ends, what several share once."""
    said: list[Relaxed] = []
    for want in catalog.wants:
        for old, new in zip(before.branches, after.branches, strict=True):
            was, now = state_of(old, want, catalog), state_of(new, want, catalog)
            step = Relaxed(want=want, before=was, after=now, remaining=remaining)
            if was != now and step not in said:
                said.append(step)
    return said


def state_of(branch: Branch, want: str, catalog: Catalog) -> Params:
    """What the want asks now, as parameters: the customer's own until it is widened, {} when it does not
    hold."""
    if want == branch.asked.radius_want:
        name = catalog.wants[want].max
        if branch.area is not None and branch.radius_m is None:
            return {INSIDE: terms_json(branch.area.terms)}
        return {name: branch.radius_m / 1000} if branch.radius_m is not None and name else {}
    if want == branch.asked.deal_want:
        return _said(branch.params, want, catalog) if branch.deal_hard else {}
    condition = next((c for c in branch.hard if c.want == want), None)
    if condition is None:
        return {}
    asked = branch.asked.condition(want)
    if asked is not None and condition.bound == asked.bound:
        return _said(branch.params, want, catalog)
    return _as_parameters(condition, catalog)


def _said(params: Params, want: str, catalog: Catalog) -> Params:
    return {n: params[n] for n in want_parameters(catalog.wants[want]) if params.get(n) is not None}


def _as_parameters(condition: Condition, catalog: Catalog) -> Params:
    """The ends that are compared, as the want's parameters: [30, 43) of a continuous field is 30 to 42."""
    want = catalog.wants[condition.want]
    scale = want.per_minute if want.per_minute is not None else 1.0
    bound: Bound = condition.bound
    found: dict[str, object] = {}
    if bound.low is not None and want.min is not None:
        found[want.min] = _tidy(bound.low / scale)
    if bound.high is not None and want.max is not None:
        found[want.max] = _tidy((bound.high - 1 if bound.open_high else bound.high) / scale)
    return found


def _tidy(value: float) -> float | int:
    return int(value) if float(value).is_integer() else value
