"""The rule-based planner: text → the plan an LLM would write, from the pack's words alone.

Read in this order: what speaks to the machine is left out, amounts and places are read, each place gets its
part in the wish, the first intent that fits is taken, the strategy says how several places are read
together, and the steps are written. Time is linear in the length of the text.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from engine.config.plan_policy import Sign
from engine.config.revision import Revision
from engine.config.tool import Tool
from engine.convert import Conversion, convert
from engine.places.finder import find_mentions
from engine.places.index import PlaceIndex
from engine.places.jamo import plain
from engine.places.mention import Mention, Mentions
from engine.plan.model import Plan, Removal, Step
from engine.planner.compiled import PlannerRules, gazetteer_of, rules_of
from engine.planner.intent import CompiledIntent, Evidence, choose
from engine.planner.muting import Muted, mute
from engine.planner.named import Named, follows, read_named
from engine.planner.planned import Assumed, Context, Notice, PlaceUse, Planned
from engine.planner.sentence import Sentence
from engine.planner.steps import (
    fetch_step,
    lookup_step,
    places_at_most,
    search_params,
    search_step,
)
from engine.planner.strategy import Decision, StrategyName, decide, longest
from engine.planner.uses import REPAIRED, place_uses
from engine.planner.wants import assume, merged, signs_of

WITHOUT_PARAMS = frozenset({"GENERAL_QA", "OUT_OF_DOMAIN"})
"""Intents whose amounts are no wish."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """What a sentence says, before it is decided what it is about."""

    sentence: Sentence
    conversion: Conversion
    found: Mentions
    wished: tuple[Named, ...]
    unwished: tuple[Named, ...]
    amounts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """The tools of an intent; both None when it plans nothing."""

    each: Tool | None
    then: Tool | None


def plan(
    text: str, revision: Revision, *, today: date, index: PlaceIndex | None, context: Context | None = None
) -> Planned:
    """The plan for a text, whatever is in it; nothing is raised and nothing is looked up outside.

    Without an `index` no place is known. `context` is what the session asked before: a follow-up that is
    silent about places or a want takes them from there. Ages count from `today`.
    """
    rules = rules_of(revision)
    muted = mute(text, rules.instructions)
    reading = _read(muted.text, revision, rules, today, index)
    intent = choose(reading.sentence, rules.intents, rules.signs, _evidence(reading, rules, muted))
    name = intent.name if intent else ""
    shape = _shape(intent, revision)
    decision = _decide(reading, shape, rules)
    uses, notices = place_uses((*decision.places, *reading.unwished), index)
    places = uses[: len(decision.places)]
    said, wishes = _said(reading.conversion, name)
    used = merged(said, context if shape.then else None, rules.kinds)
    assumed = _assumed(reading.conversion, used, revision, rules) if shape.then else ()
    if places or not used.places:
        used = _with_places(used, places, decision, shape)
    steps, cut = _steps(used, assumed, shape, reading.found, revision)
    return Planned(
        plan=_plan(name, steps, wishes, assumed, revision),
        strategy=used.strategy if steps else "none",
        params=said.params,
        alternatives=said.alternatives,
        assumed=assumed,
        places=places,
        unwished=uses[len(places) :],
        weights=used.weights if steps else (),
        used=used,
        wishes=wishes,
        unread=muted.spans,
        removed=tuple(Removal(step="", reason="step_cap", detail=notice.detail) for notice in cut),
        repaired=tuple(notice for notice in notices if notice.kind == REPAIRED),
        degraded=(*(notice for notice in notices if notice.kind != REPAIRED), *cut),
        conversion=reading.conversion,
    )


def _said(conversion: Conversion, intent: str) -> tuple[Context, tuple[str, ...]]:
    """What the customer said about the wish, and the wishes that no parameter can hold."""
    if intent in WITHOUT_PARAMS:
        return Context(), ()
    wishes = tuple(dict.fromkeys(" ".join(wish.text.split()) for wish in conversion.wishes))
    return Context(params=dict(conversion.params), alternatives=conversion.alternatives), wishes


def _plan(
    intent: str,
    steps: tuple[Step, ...],
    wishes: Sequence[str],
    assumed: Sequence[Assumed],
    revision: Revision,
) -> Plan:
    """The plan with its free text, cut to the policy's lengths."""
    caps = revision.plan_policy.free_text
    return Plan(
        intent=intent,
        steps=steps,
        etc_condition=_joined(wishes, ", ", caps.etc_condition),
        system_context=_joined([each.because for each in assumed], " ", caps.system_context),
    )


def _read(
    text: str, revision: Revision, rules: PlannerRules, today: date, index: PlaceIndex | None
) -> _Reading:
    gazetteer = gazetteer_of(index, revision) if index is not None else None
    conversion = convert(text, revision, today, place_words=gazetteer.words if gazetteer else None)
    found = find_mentions(text, gazetteer.lexicon) if gazetteer else Mentions()
    sentence = Sentence(text, rules.particles)
    found = _without_wishes(_without_phrases(sentence, found, rules), conversion)
    for mention in (*found.mentions, *found.unknown):
        sentence.block(*sentence.letters(mention.start, mention.end))
    is_between = bool(sentence.hits(rules.between))
    elsewhere = [(cue.start, cue.end) for cue in conversion.cues]
    wished, unwished = read_named(sentence, found, rules.cues, elsewhere, is_between=is_between)
    amounts = tuple(sentence.letters(each.start, each.end) for each in conversion.evidence)
    return _Reading(
        sentence=sentence,
        conversion=conversion,
        found=found,
        wished=wished,
        unwished=unwished,
        amounts=amounts,
    )


def _without_phrases(sentence: Sentence, found: Mentions, rules: PlannerRules) -> Mentions:
    """The names but those inside a longer phrase of an intent: the longest words win ("from now on" is no
    place)."""
    phrases = longest(sentence.hits(rules.phrases))
    starts = [hit.start for hit in phrases]

    def stands(mention: Mention) -> bool:
        start, end = sentence.letters(mention.start, mention.end)
        before = bisect_right(starts, start) - 1
        phrase = phrases[before] if before >= 0 else None
        return phrase is None or phrase.end < end or phrase.end - phrase.start <= end - start

    mentions, unknown = (tuple(filter(stands, each)) for each in (found.mentions, found.unknown))
    return Mentions(mentions, found.hints, unknown)


def _without_wishes(found: Mentions, conversion: Conversion) -> Mentions:
    """The names but those guessed from the words around them that are a wish, an amount or a household."""
    said = [
        (each.start, each.end) for each in (*conversion.evidence, *conversion.wishes, *conversion.households)
    ]
    unknown = (
        mention
        for mention in found.unknown
        if not mention.is_guess or not any(start < mention.end and mention.start < end for start, end in said)
    )
    return Mentions(found.mentions, found.hints, tuple(unknown))


def _evidence(reading: _Reading, rules: PlannerRules, muted: Muted) -> Evidence:
    """The signs of the sentence: amounts, households, places, and whether a complex itself is meant."""
    said = reading.conversion
    signs: set[Sign] = set(signs_of(said.params, said.alternatives, rules.kinds, rules.at_least))
    if said.households:
        signs.add("household")
    if said.wishes:
        signs.add("wish")
    if reading.wished:
        signs.add("place")
        if all(_is_meant_itself(place, reading.sentence, rules) for place in reading.wished):
            signs.add("complex")
    signs |= _deal_signs(reading, rules)
    starts = [o.start for place in reading.wished for o in place.occurrences]
    starts += [start for start, _ in reading.amounts]
    return Evidence(
        signs=frozenset(signs),
        starts=tuple(starts),
        home_starts=tuple(
            start
            for each, (start, _) in zip(said.evidence, reading.amounts, strict=True)
            if any(rules.kinds.want_of.get(name) in rules.kinds.measures for name in each.params)
        ),
        wishes=tuple(sorted(reading.sentence.letters(wish.start, wish.end) for wish in said.wishes)),
        is_addressed=bool(muted.spans),
    )


def _deal_signs(reading: _Reading, rules: PlannerRules) -> set[Sign]:
    """`home_deal` when a deal is named with a word that is said of homes only."""
    words = (
        plain(each.text) for each in reading.conversion.evidence if set(each.params) == {rules.kinds.deal}
    )
    return {"home_deal"} if any(word not in rules.signs.any_deal for word in words) else set()


def _is_meant_itself(place: Named, sentence: Sentence, rules: PlannerRules) -> bool:
    """Whether a complex is named, and not as the middle of an area."""
    return place.is_complex and not any(
        follows(sentence, rules.around, occurrence.end, rules.cues) for occurrence in place.occurrences
    )


def _shape(intent: CompiledIntent | None, revision: Revision) -> _Shape:
    shape = intent.shape if intent else None
    if shape is None:
        return _Shape(each=None, then=None)
    tools = revision.tools
    return _Shape(each=tools.get(shape.each_place or ""), then=tools.get(shape.then or ""))


def _decide(reading: _Reading, shape: _Shape, rules: PlannerRules) -> Decision:
    """How the wished places are used. What is fetched one by one is independent."""
    if shape.then is None:
        return Decision("independent" if len(reading.wished) > 1 else "single", reading.wished)
    return decide(reading.sentence, reading.wished, rules.strategies, rules.cues, reading.amounts)


def _with_places(used: Context, places: tuple[PlaceUse, ...], decision: Decision, shape: _Shape) -> Context:
    """The places that steps use: those that are known, of the kind the tool is over. Unknown ones only where
    the step then says so: a fetch of a name that nothing has, a search that would otherwise look
    everywhere."""
    weighted = list(zip(places, decision.weights or (0.0,) * len(places), strict=True))
    known = [pair for pair in weighted if not pair[0].unknown]
    if shape.then is None:
        over = shape.each.over if shape.each else None
        chosen = [pair for pair in weighted if pair[0].kind == over or pair[0].is_unheard]
    else:
        chosen = known or weighted
    strategy: StrategyName = decision.name if len(chosen) > 1 else ("single" if chosen else "none")
    weights = tuple(weight for _, weight in chosen) if strategy == "weighted" else ()
    return Context(
        params=used.params,
        alternatives=used.alternatives,
        places=tuple(place for place, _ in chosen) if shape.each else (),
        strategy=strategy if shape.each else "none",
        weights=weights,
    )


def _assumed(said: Conversion, used: Context, revision: Revision, rules: PlannerRules) -> tuple[Assumed, ...]:
    every = revision.vocabulary.households
    names = [hint.name for hint in said.households]
    hinted = sorted((each for each in every if each.name in names), key=lambda each: names.index(each.name))
    return assume(hinted, used.params, used.alternatives, every, rules.kinds, revision.pack.locale)


def _steps(
    used: Context,
    assumed: Sequence[Assumed],
    shape: _Shape,
    found: Mentions,
    revision: Revision,
) -> tuple[tuple[Step, ...], tuple[Notice, ...]]:
    """The steps, and what the cap left out."""
    if shape.each is None and shape.then is None:
        return (), ()
    cap = places_at_most(used.strategy, shape.then, revision.plan_policy.steps_at_most)
    places = used.places[:cap]
    cut = _cut(used.places, cap)
    if shape.then is None:
        each = shape.each
        return tuple(fetch_step(number, each, place) for number, place in enumerate(places, 1) if each), cut
    lookups: tuple[Step, ...] = ()
    if shape.each:
        tool = shape.each
        lookups = tuple(
            lookup_step(number, tool, place, _near(place, places, found))
            for number, place in enumerate(places, 1)
        )
    asked = search_params(used, assumed, shape.then)
    groups = [(step,) for step in lookups] if used.strategy == "independent" else [lookups]
    first = len(lookups) + 1
    searches = (
        search_step(number, shape.then, group, used.weights[:cap], asked)
        for number, group in enumerate(groups, first)
    )
    return (*lookups, *searches), cut


def _cut(places: Sequence[PlaceUse], cap: int) -> tuple[Notice, ...]:
    if len(places) <= cap:
        return ()
    left_out = ", ".join(place.text for place in places[cap:])
    detail = f"{len(places)} places are named and a plan holds {cap}: left out {left_out}"
    return (Notice(kind="places_cut", detail=detail),)


def _near(place: PlaceUse, places: Sequence[PlaceUse], found: Mentions) -> str:
    """What helps to choose among places of one name: the area or region said with it, or another place."""
    if not place.alternatives and not place.full:
        return ""
    regions = [hint for hint in found.hints if hint.kind == "region"]
    if regions:
        return next((hint for hint in reversed(regions) if hint.start < place.start), regions[-1]).text
    return next(
        (use.text for use in places if use is not place and not use.alternatives and not use.unknown), ""
    )


def _joined(parts: Sequence[str], between: str, at_most: int) -> str | None:
    return between.join(parts)[:at_most].strip() or None
