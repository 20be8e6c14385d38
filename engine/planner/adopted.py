"""A model's plan, sanitized and verified, with what the answer has to know of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from engine.config.revision import Revision
from engine.places.homonyms import of_same_name
from engine.places.index import PlaceIndex
from engine.plan.frozen import as_items, as_mapping
from engine.plan.model import Plan, Step
from engine.planner.apart import about_differing, hull_of, number_of
from engine.planner.compiled import rules_of
from engine.planner.grouping import Group
from engine.planner.planned import Context, Notice, Params, PlaceUse, Planned
from engine.planner.strategy import StrategyName
from engine.planner.uses import choice_of

_OF_PLACES = frozenset({"unknown_place", "place_spelling", "place_landmark", "places_cut"})
"""Notices about how the rules read the places, which the model may have read otherwise."""


def adopt(plan: Plan, ruled: Planned, revision: Revision, index: PlaceIndex | None) -> Planned:
    """`plan` in the place of the rules' own, with what they read of the sentence besides. Places are those
    that its look-ups name: as the rules know them where they read the same name, else by the index."""
    lookups = [step for step in plan.steps if revision.does(step.name) == "lookup"]
    searches = [step for step in plan.steps if revision.does(step.name) == "search"]
    fetches = [step for step in plan.steps if revision.does(step.name) == "fetch"]
    places = tuple(_place(step, ruled, index) for step in (*lookups, *(() if lookups else fetches)))
    groups = tuple(_group(step, lookups) for step in searches)
    strategy = _strategy(searches, groups)
    used = replace(
        _asked(searches, groups, len(places), revision),
        places=places,
        strategy=strategy,
        weights=_weights(searches) if strategy == "weighted" else (),
        groups=groups if len(groups) > 1 and any(len(group) > 1 for group in groups) else (),
    )
    guessed = searches[0].params.get("assumed") if searches else None
    names = set(guessed) if isinstance(guessed, list | tuple) else set()  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    kept = [notice for notice in (*ruled.degraded, *ruled.repaired) if notice.kind not in _OF_PLACES]
    unknown = [notice for place in places if (notice := _unknown(place))]
    return replace(
        ruled,
        plan=plan,
        strategy=strategy,
        params={name: value for name, value in used.params.items() if name not in names},
        alternatives=used.alternatives or used.own,
        assumed=tuple(each for each in ruled.assumed if names & each.params.keys()),
        places=places,
        weights=used.weights,
        used=used,
        wishes=(plan.etc_condition,) if plan.etc_condition else ruled.wishes,
        unread=ruled.unread if plan.intent == ruled.plan.intent else (),
        removed=(),
        repaired=(),
        degraded=(*kept, *unknown),
    )


def _place(step: Step, ruled: Planned, index: PlaceIndex | None) -> PlaceUse:
    text = str(step.params.get("location") or step.params.get("name") or "")
    known = number_of(text, ruled.places)
    if known is not None:
        return ruled.places[known]
    matches = index.lookup(text) if index is not None else ()
    if not matches:
        near = index.near_spellings(text) if index is not None else ()
        return PlaceUse(text=text, start=0, end=0, near_spellings=near)
    best = matches[0].place
    return PlaceUse(
        text=text,
        start=0,
        end=0,
        name=best.name,
        kind=best.kind,
        id=best.id,
        lat=best.lat,
        lon=best.lon,
        alternatives=tuple(map(choice_of, of_same_name(index, matches))) if index is not None else (),
        misspelt=matches[0].how == "ngram",
    )


def _unknown(place: PlaceUse) -> Notice | None:
    if not place.unknown:
        return None
    like = f"; names like it: {', '.join(place.near_spellings)}" if place.near_spellings else ""
    return Notice(kind="unknown_place", detail=f"no one place is called {place.text}{like}")


def _group(search: Step, lookups: Sequence[Step]) -> Group:
    """The numbers of the places that one search is around: the look-ups that it waits for."""
    return tuple(number for number, step in enumerate(lookups) if step.id in search.deps)


def _strategy(searches: Sequence[Step], groups: Sequence[Group]) -> StrategyName:
    if not any(groups):
        return "none"
    if len(searches) > 1:
        return "independent"
    if len(groups[0]) == 1:
        return "single"
    return "weighted" if len(set(_weights(searches))) > 1 else "midpoint"


def _weights(searches: Sequence[Step]) -> tuple[float, ...]:
    weights = as_items(searches[0].params.get("weights")) or ()
    told = [float(weight) for weight in weights if isinstance(weight, int | float)]
    return tuple(told) if len(told) == len(weights) else ()  # one that refers to a result is not known yet


def _asked(searches: Sequence[Step], groups: Sequence[Group], places: int, revision: Revision) -> Context:
    """What all searches ask together. Conditions that differ between them are those of each place, where each
    of so many `places` has its search, else alternatives; beside them the parameters hold their hull."""
    kinds = rules_of(revision).kinds
    each = [_wants(search, revision) for search in searches]
    about = about_differing(each, kinds.family)
    if not about:
        sets = as_items(searches[0].params.get("alternatives")) if searches else None
        found = [cast("Params", one) for one in sets or () if as_mapping(one) is not None]
        return Context(params=each[0] if each else {}, alternatives=tuple(found))
    apart = [{name: value for name, value in one.items() if kinds.family(name) in about} for one in each]
    shared = {name: value for name, value in each[0].items() if kinds.family(name) not in about}
    params = {**hull_of(apart, kinds.lows), **shared}
    if sorted(groups) != [(number,) for number in range(places)]:
        return Context(params=params, alternatives=tuple(apart))
    return Context(params=params, own=tuple(apart[groups.index((number,))] for number in range(places)))


def _wants(search: Step, revision: Revision) -> dict[str, object]:
    known = rules_of(revision).kinds.want_of
    return {name: value for name, value in search.params.items() if name in known}
