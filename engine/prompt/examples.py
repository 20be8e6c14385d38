"""Examples for a planner: sentences with the plans that the rules make of them, right by construction."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from engine.config.revision import Revision, once_per_revision
from engine.config.templates import PlanExamples
from engine.places.index import PlaceIndex
from engine.places.match import Boosts
from engine.places.place import Place
from engine.plan.model import Plan
from engine.plan.sanitizer import sanitize
from engine.planner.planned import Planned
from engine.planner.rules import plan

DAY = date(2026, 6, 30)
"""The day on which the sentences are read, so that a prompt is the same on every other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleView:
    """A sentence and its plan as compact JSON: empty free text is left out, and so are `deps`, which the
    references say."""

    text: str
    plan: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyView:
    """A sentence and how its places are read; `weights` are those of its search."""

    text: str
    name: str
    weights: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Faulty:
    """A sentence that cannot be shown: the key that holds it, its number there, and why."""

    key: str
    number: int
    why: str
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """The sentences that are shown, and those that are not."""

    plans: tuple[ExampleView, ...] = ()
    strategies: tuple[StrategyView, ...] = ()
    faulty: tuple[Faulty, ...] = ()


@once_per_revision
def examples_of(revision: Revision) -> Examples:
    """The pack's examples, planned at the first call. One whose plan needs a tool that the pack does not have
    is not shown."""
    said = revision.templates.examples if revision.templates else PlanExamples()
    if not revision.plan_policy.intents or not (said.sentences or said.strategies):
        return Examples()
    index = _index(said.places, revision)
    plans: list[ExampleView] = []
    strategies: list[StrategyView] = []
    faulty: list[Faulty] = []
    for number, text in enumerate(said.sentences):
        planned = plan(text, revision, today=DAY, index=index)
        why, hint = _fault(planned, revision)
        if why:
            faulty.append(Faulty(key="sentences", number=number, why=why, hint=hint))
        else:
            plans.append(ExampleView(text=text, plan=compact(planned.plan)))
    for number, text in enumerate(said.strategies):
        planned = plan(text, revision, today=DAY, index=index)
        why, hint = _fault(planned, revision)
        if not why and len(planned.used.places) < 2:
            why, hint = "names fewer than two places, so it shows no strategy", "name two of examples: places"
        if why:
            faulty.append(Faulty(key="strategies", number=number, why=why, hint=hint))
        else:
            shown = StrategyView(text=text, name=planned.strategy, weights=tuple(planned.weights))
            strategies.append(shown)
    return Examples(plans=tuple(plans), strategies=tuple(strategies), faulty=tuple(faulty))


def compact(plan: Plan) -> str:
    """The plan as a planner should write it: one line of JSON without what may be left out."""
    steps = [{key: part for key, part in step.to_dict().items() if key != "deps"} for step in plan.steps]
    shown = {key: part for key, part in plan.to_dict().items() if part is not None} | {"steps": steps}
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))


def _fault(planned: Planned, revision: Revision) -> tuple[str, str]:
    """Why the plan is no example, and what to do; ("", "") when it is one."""
    missing = sorted(set(_called(planned.plan.intent, revision)) - revision.tools.keys())
    if missing:
        return f"needs the tool {missing[0]}, which the pack does not have", "take the sentence out"
    if planned.degraded:
        return f"is not read whole: {planned.degraded[0].detail}", "name only examples: places"
    sanitized = sanitize(planned.plan, revision)
    if sanitized.removed or sanitized.replan:
        why = sanitized.removed[0].detail if sanitized.removed else "it has no step"
        return f"has a plan that would not run: {why}", "choose another sentence"
    return "", ""


def _called(intent: str, revision: Revision) -> Iterator[str]:
    """The tools that plans of an intent call."""
    for each in revision.plan_policy.intents:
        if each.name == intent and each.plan != "none":
            yield from (name for name in (each.plan.each_place, each.plan.then) if name)


def _index(names: Mapping[str, str], revision: Revision) -> PlaceIndex:
    """The places by name; where they lie does not come into a plan."""
    words = revision.vocabulary.places
    places = [
        Place(id=f"example-{number}", name=name, kind=kind, lat=37.5, lon=127.0)  # pyright: ignore[reportArgumentType]
        for number, (name, kind) in enumerate(names.items())
    ]
    return PlaceIndex(
        places,
        boosts=Boosts(exact=1, partial=1, address=1, ngram=1),
        suffixes=words.suffixes,
        near_words=words.near,
        latin=words.latin,
        regions=words.regions,
        region_words=words.region_words,
    )
