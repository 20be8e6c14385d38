"""From what a request did to the facts that its answer may say."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from engine.answer.facts import (
    AnswerFacts,
    Assumption,
    Failure,
    InfoAnswer,
    OtherPlace,
    PlaceFact,
    Reading,
    SearchAnswer,
    UnknownPlace,
    said_by_want,
)
from engine.answer.language import language_of
from engine.config.pack import Locale
from engine.config.plan_policy import IntentName
from engine.config.revision import Revision
from engine.convert.result import Evidence
from engine.errors import InputInvalid
from engine.places.index import PlaceIndex
from engine.plan.outcome import Outcome
from engine.planner.planned import Assumed, PlaceChoice, PlaceUse, Planned
from engine.runtime.request import Request
from engine.search.areas import area_of
from engine.search.request import SearchRequest, SearchResult
from engine.tools.registry import NotFound

_UNDERSTANDABLE = ("no_table", "refused", "unknown_word", "no_day", "excluded")
"""Why the conversions did not use a phrase, where the customer should hear of it."""
_SAID_ELSEWHERE = frozenset({"unknown_place", "no_homes"})
"""Notices of the planner that are facts of their own."""


def facts_of(request: Request, revision: Revision, index: PlaceIndex | None) -> AnswerFacts:
    """The facts of a request whose plan has run."""
    planned, execution, resources = request.planned, request.execution, request.resources
    if planned is None or execution is None or resources is None:
        raise ValueError("facts_of: the request has not run")
    language = language_of(request.text, revision.pack.locale)
    searches = tuple(_searches(request, planned, revision, index))
    infos = tuple(_infos(request, revision, index))
    told = {
        outcome.step for outcome in execution.outcomes if revision.does(outcome.tool) in ("search", "fetch")
    }
    return AnswerFacts(
        question=request.text,
        language=language,
        intent=cast("IntentName", planned.plan.intent),
        today=request.today,
        searches=searches,
        infos=infos,
        places=tuple(_place(use, index, revision) for use in planned.places if not use.unknown),
        unknown_places=tuple(
            UnknownPlace(said=use.text, near=use.near_spellings) for use in planned.places if use.unknown
        ),
        assumptions=tuple(
            Assumption(because=_because(each, revision, language), params=each.params)
            for each in planned.assumed
        ),
        readings=tuple(_readings(planned)),
        not_understood=tuple(_not_understood(planned)),
        wishes=planned.wishes,
        failures=tuple(
            Failure(tool=outcome.tool, kind=outcome.kind)
            for outcome in execution.failures
            if outcome.step not in told
        ),
        without_homes=tuple(
            region for notice in planned.degraded if notice.kind == "no_homes" for region in notice.about
        ),
        degraded=degraded_of(request),
    )


def degraded_of(request: Request) -> tuple[str, ...]:
    """The kinds of what was done another way than asked, as far as the answer says it so."""
    return tuple(dict.fromkeys(kind for kind, _ in request.degraded if kind not in _SAID_ELSEWHERE))


def _because(assumed: Assumed, revision: Revision, language: Locale) -> str:
    """The reason in the customer's language where the vocabulary has it in both."""
    household = next((h for h in revision.vocabulary.households if h.name == assumed.household), None)
    return household.reason(language) if household is not None else assumed.because


def _searches(
    request: Request, planned: Planned, revision: Revision, index: PlaceIndex | None
) -> Iterator[SearchAnswer]:
    assert request.execution is not None  # noqa: S101  facts_of has looked
    assert request.resources is not None  # noqa: S101
    evidence = planned.conversion.evidence if planned.conversion is not None else ()
    ran = [run for outcome in request.execution.outcomes if (run := _run_of(outcome, request)) is not None]
    names = _names(planned, language_of(request.text, revision.pack.locale), index)
    for outcome in request.execution.outcomes:
        if revision.does(outcome.tool) != "search":
            continue
        run = _run_of(outcome, request)
        if run is None:
            wished = _wished(outcome, request, planned)
            places = tuple(names.get(place, place) for place in wished)
            strategy = planned.used.strategy_of(tuple(range(len(places))))
            yield SearchAnswer(
                places=places,
                strategy=strategy,
                profile=request.profile,
                said=_said(evidence, {}, [], revision),
                refused=outcome.kind == InputInvalid.kind,
            )
            continue
        asked, result = run
        area = area_of(asked, asked.params, revision.catalog)
        heaviest_first = sorted(asked.places, key=lambda place: -place.weight)
        yield SearchAnswer(
            places=tuple(names.get(place.name, place.name) for place in heaviest_first),
            strategy=planned.used.strategy_of(tuple(range(len(asked.places)))),
            result=result,
            params=asked.params,
            alternatives=asked.alternatives,
            assumed=asked.assumed,
            profile=asked.profile,
            said=_said(evidence, asked.params, [each.params for each, _ in ran], revision),
            nearest=request.nearest.get(_number_of(outcome)),
            inside=area is not None,
        )


def _said(
    evidence: Sequence[Evidence],
    asked: Mapping[str, object],
    searches: Sequence[Mapping[str, object]],
    revision: Revision,
) -> dict[str, str]:
    """The customer's words by want, for one search those that it asks where the searches ask otherwise."""
    differing = {name for each in searches for name in each if each.get(name) != asked.get(name)}

    def given(said: Evidence) -> list[str]:
        told = ((name, value) for name, value in said.params.items() if value is not None)
        return [name for name, value in told if name not in differing or value == asked.get(name)]

    return said_by_want(((each.text, given(each)) for each in evidence), revision.catalog)


def _names(planned: Planned, language: Locale, index: PlaceIndex | None) -> dict[str, str]:
    """What the planned places are called in an English answer: first by their name in Latin letters."""
    if language != "en" or index is None:
        return {}
    places = (index.place(use.id) for use in planned.used.places if use.id is not None)
    return {p.name: f"{p.name_en} ({p.name})" for p in places if p is not None and p.name_en}


def _wished(outcome: Outcome, request: Request, planned: Planned) -> Iterator[str]:
    """The places around which a search that has no result was to look, by the steps it waited for."""
    assert request.sanitized is not None  # noqa: S101  facts_of has looked
    step = request.sanitized.plan.step(outcome.step)
    lookups = [each.id for each in request.sanitized.plan.steps if step is not None and each.id in step.deps]
    numbers = {each.id: number for number, each in enumerate(request.sanitized.plan.steps)}
    places = planned.used.places
    yield from (
        places[numbers[each]].name or places[numbers[each]].text
        for each in lookups
        if numbers[each] < len(places)
    )


def _run_of(outcome: Outcome, request: Request) -> tuple[SearchRequest, SearchResult] | None:
    assert request.resources is not None  # noqa: S101  facts_of has looked
    return request.resources.searched.get(_number_of(outcome))


def _number_of(outcome: Outcome) -> int:
    """The number of the search that the step ran; -1 where it ran none."""
    value = outcome.value
    number = cast("Mapping[str, object]", value).get("search") if isinstance(value, Mapping) else None
    return number if isinstance(number, int) else -1


def _infos(request: Request, revision: Revision, index: PlaceIndex | None) -> Iterator[InfoAnswer]:
    assert request.execution is not None  # noqa: S101  facts_of has looked
    assert request.sanitized is not None  # noqa: S101
    for outcome in request.execution.outcomes:
        if revision.does(outcome.tool) != "fetch":
            continue
        step = request.sanitized.plan.step(outcome.step)
        name = str(step.params.get("name") or step.params.get("id") or "") if step is not None else ""
        found = outcome.value if isinstance(outcome.value, Mapping) else {}  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        value = cast("Mapping[str, object]", found)
        doc = cast("Mapping[str, object] | None", value.get("doc"))
        if doc is None:
            is_unknown = outcome.kind == NotFound.kind
            near = index.near_spellings(name) if index is not None and is_unknown else ()
            yield InfoAnswer(name=name, alternatives=near, failed=not is_unknown)
            continue
        others = cast("list[Mapping[str, str]]", value.get("alternatives") or [])
        yield InfoAnswer(
            name=name, doc=doc, alternatives=tuple(f"{each['name']} ({each['address']})" for each in others)
        )


def _place(use: PlaceUse, index: PlaceIndex | None, revision: Revision) -> PlaceFact:
    regions = revision.vocabulary.places.regions
    where, lines = _where(use.id or "", index, regions)
    return PlaceFact(
        said=use.text,
        name=use.name or use.text,
        kind=use.kind or "",
        where=where,
        lines=lines,
        guessed=use.misspelt or use.landmark,
        others=tuple(_other(choice, index, regions) for choice in use.alternatives),
    )


def _other(choice: PlaceChoice, index: PlaceIndex | None, regions: Sequence[str]) -> OtherPlace:
    where, lines = _where(choice.id, index, regions)
    return OtherPlace(name=choice.name, where=where or choice.region, lines=lines)


def _where(place_id: str, index: PlaceIndex | None, regions: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The part of the country a place is in, and its lines: the first two words of its address, or its region
    and the first where the address leaves the region out."""
    place = index.place(place_id) if index is not None else None
    if place is None:
        return "", ()
    words = place.address.split()[:2]
    if words and not words[0].startswith(tuple(regions)):
        words = [place.region, words[0]]
    return " ".join(words) or place.region, place.lines


def _readings(planned: Planned) -> Iterator[Reading]:
    """Amounts with several readings; the number that a term of the vocabulary stands for is told among the
    conditions."""
    evidence = planned.conversion.evidence if planned.conversion is not None else ()
    for each in evidence:
        if each.other and each.rule.startswith("conversion/"):
            yield Reading(said=each.text.strip(), params=each.params, other=each.other)


def _not_understood(planned: Planned) -> Iterator[str]:
    unread = planned.conversion.unread if planned.conversion is not None else ()
    amounts = (
        each.text.strip()
        for each in unread
        if each.why in _UNDERSTANDABLE
        and not any(word.start <= each.start and each.end <= word.end for word in planned.unread)
    )
    yield from dict.fromkeys((*amounts, *(word.text for word in planned.unread)))
