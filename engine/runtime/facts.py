"""From what a request did to the facts that its answer may say."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

from engine.answer.facts import (
    AnswerFacts,
    Assumption,
    Failure,
    InfoAnswer,
    NearestHome,
    OtherPlace,
    PlaceFact,
    SearchAnswer,
    UnknownPlace,
    said_by_want,
)
from engine.answer.language import language_of
from engine.config.pack import Locale
from engine.config.plan_policy import IntentName
from engine.config.revision import Revision
from engine.places.index import PlaceIndex
from engine.plan.outcome import Outcome
from engine.planner.planned import Assumed, PlaceChoice, PlaceUse, Planned
from engine.search.nearest import nearest_home
from engine.search.request import SearchRequest, SearchResult

if TYPE_CHECKING:
    from engine.runtime.engine import Request

_UNDERSTANDABLE = ("no_table", "refused", "unknown_word", "no_day", "excluded")
"""Why the conversions did not use a phrase, where the customer should hear of it."""
_SAID_ELSEWHERE = frozenset({"unknown_place"})
"""Notices of the planner that are facts of their own."""


def facts_of(request: "Request", revision: Revision, index: PlaceIndex | None) -> AnswerFacts:
    """The facts of a request whose plan has run."""
    planned, execution, resources = request.planned, request.execution, request.resources
    if planned is None or execution is None or resources is None:
        raise ValueError("facts_of: the request has not run")
    language = language_of(request.text)
    searches = tuple(_searches(request, planned, revision))
    infos = tuple(_infos(request, revision, index))
    told = {outcome.step for outcome in execution.outcomes if _does(outcome, revision) in ("search", "fetch")}
    return AnswerFacts(
        question=request.text,
        language=language,
        intent=cast("IntentName", planned.plan.intent),
        today=request.today,
        searches=searches,
        infos=infos,
        places=tuple(_place(use, index) for use in planned.places if not use.unknown),
        unknown_places=tuple(
            UnknownPlace(said=use.text, near=use.near_spellings) for use in planned.places if use.unknown
        ),
        assumptions=tuple(
            Assumption(because=_because(each, revision, language), params=each.params)
            for each in planned.assumed
        ),
        not_understood=tuple(_not_understood(planned)),
        wishes=planned.wishes,
        failures=tuple(
            Failure(tool=outcome.tool, kind=outcome.kind)
            for outcome in execution.failures
            if outcome.step not in told
        ),
        degraded=tuple(dict.fromkeys(kind for kind, _ in request.degraded if kind not in _SAID_ELSEWHERE)),
    )


def _does(outcome: Outcome, revision: Revision) -> str:
    tool = revision.tools.get(outcome.tool)
    return tool.does if tool is not None else ""


def _because(assumed: Assumed, revision: Revision, language: Locale) -> str:
    """The reason in the customer's language where the vocabulary has it in both."""
    reasons = (h.because for h in revision.vocabulary.households if h.name == assumed.household)
    reason = next(reasons, assumed.because)
    if isinstance(reason, str):
        return reason
    return reason.get(language) or assumed.because


def _searches(request: "Request", planned: Planned, revision: Revision) -> Iterator[SearchAnswer]:
    assert request.execution is not None  # noqa: S101  facts_of has looked
    assert request.resources is not None  # noqa: S101
    evidence = planned.conversion.evidence if planned.conversion is not None else ()
    said = said_by_want(((e.text, tuple(e.params)) for e in evidence), revision.catalog)
    for outcome in request.execution.outcomes:
        if _does(outcome, revision) != "search":
            continue
        run = _run_of(outcome, request)
        if run is None:
            yield SearchAnswer(strategy=planned.strategy, profile=request.profile, said=said)
            continue
        asked, result = run
        yield SearchAnswer(
            places=tuple(place.name for place in sorted(asked.places, key=lambda place: -place.weight)),
            strategy=planned.strategy,
            result=result,
            params=asked.params,
            alternatives=asked.alternatives,
            assumed=asked.assumed,
            profile=asked.profile,
            said=said,
            nearest=_nearest(asked, result, request),
        )


def _run_of(outcome: Outcome, request: "Request") -> tuple[SearchRequest, SearchResult] | None:
    assert request.resources is not None  # noqa: S101  facts_of has looked
    value = outcome.value
    number = cast("Mapping[str, object]", value).get("search") if isinstance(value, Mapping) else None
    return request.resources.searched.get(number) if isinstance(number, int) else None


def _nearest(asked: SearchRequest, result: SearchResult, request: "Request") -> NearestHome | None:
    """The nearest home of the data, looked up only where a search around places found none."""
    assert request.resources is not None  # noqa: S101  facts_of has looked
    if result.hits or not asked.places:
        return None
    found = nearest_home(request.resources.columns, asked.places)
    return NearestHome(name=found[0], distance_m=found[1]) if found is not None else None


def _infos(request: "Request", revision: Revision, index: PlaceIndex | None) -> Iterator[InfoAnswer]:
    assert request.execution is not None  # noqa: S101  facts_of has looked
    assert request.sanitized is not None  # noqa: S101
    for outcome in request.execution.outcomes:
        if _does(outcome, revision) != "fetch":
            continue
        step = request.sanitized.plan.step(outcome.step)
        name = str(step.params.get("name") or step.params.get("id") or "") if step is not None else ""
        if not isinstance(outcome.value, Mapping):
            near = index.near_spellings(name) if index is not None else ()
            yield InfoAnswer(name=name, alternatives=near)
            continue
        value = cast("Mapping[str, object]", outcome.value)  # pyright: ignore[reportUnknownMemberType]
        doc = cast("Mapping[str, object]", value["doc"])
        others = cast("list[Mapping[str, str]]", value.get("alternatives") or [])
        yield InfoAnswer(
            name=name, doc=doc, alternatives=tuple(f"{each['name']} ({each['address']})" for each in others)
        )


def _place(use: PlaceUse, index: PlaceIndex | None) -> PlaceFact:
    where, lines = _where(use.id or "", index)
    return PlaceFact(
        said=use.text,
        name=use.name or use.text,
        where=where,
        lines=lines,
        guessed=use.misspelt,
        others=tuple(_other(choice, index) for choice in use.alternatives),
    )


def _other(choice: PlaceChoice, index: PlaceIndex | None) -> OtherPlace:
    where, lines = _where(choice.id, index)
    return OtherPlace(name=choice.name, where=where or choice.region, lines=lines)


def _where(place_id: str, index: PlaceIndex | None) -> tuple[str, tuple[str, ...]]:
    """The part of the country a place is in, and its lines: the first two words of its address."""
    place = index.place(place_id) if index is not None else None
    if place is None:
        return "", ()
    return " ".join(place.address.split()[:2]) or place.region, place.lines


def _not_understood(planned: Planned) -> Iterator[str]:
    unread = planned.conversion.unread if planned.conversion is not None else ()
    yield from dict.fromkeys(each.text.strip() for each in unread if each.why in _UNDERSTANDABLE)
