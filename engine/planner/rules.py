"""The rule-based planner: text → the plan an LLM would write, from the pack's words alone.

Read in this order: what speaks to the machine is left out, amounts and places are read, each place gets its
part in the wish, the first intent that fits is taken, the strategy says how several places are read
together, and the steps are written. Time is linear in the length of the text.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain

from engine.config.plan_policy import Sign
from engine.config.revision import Revision
from engine.convert import Conversion, convert
from engine.places.finder import find_mentions
from engine.places.index import PlaceIndex
from engine.places.jamo import plain
from engine.places.mention import Mention, Mentions
from engine.plan.model import Plan, Removal, Step
from engine.planner.apart import Apart, apart_of, for_places, sets_apart, told_apart
from engine.planner.areas import are_areas, in_their_region, regions_without_homes, with_areas
from engine.planner.beside import with_radius
from engine.planner.compiled import PlannerRules, gazetteer_of, rules_of
from engine.planner.intent import CompiledIntent, Evidence, choose
from engine.planner.layout import Shape, fitted, with_places, without, written
from engine.planner.locality import without_localities
from engine.planner.muting import Muted, mute
from engine.planner.named import Named, follows, is_denied, read_named
from engine.planner.planned import Assumed, Context, Notice, PlaceUse, Planned, UnreadWord
from engine.planner.sentence import Sentence
from engine.planner.strategy import Decision, decide, longest
from engine.planner.unread import unread_words
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
    apart: Apart


def plan(
    text: str, revision: Revision, *, today: date, index: PlaceIndex | None, context: Context | None = None
) -> Planned:
    """The plan for a text, whatever is in it; nothing is raised and nothing is looked up outside.

    Without an `index` no place is known. `context` is what the session asked before: a follow-up that is
    silent about places or a want takes them from there. Ages count from `today`."""
    rules = rules_of(revision)
    muted = mute(text, rules.instructions, rules.besides)
    reading = _read(muted.text, revision, rules, today, index)
    intent = choose(reading.sentence, rules.intents, rules.signs, _evidence(reading, rules, muted))
    shape = _shape(intent, revision)
    decision = _decide(reading, shape, rules)
    uses, notices = _uses(reading, decision, rules, index)
    places = uses[: len(decision.places)]
    said, wishes = _said(reading, intent, decision if shape.then else None, rules)
    used = merged(said, _before(context, places, decision) if shape.then else None, rules.kinds)
    assumed = _assumed(reading.conversion, used, revision, rules) if shape.then else ()
    used = _placed(used, uses, decision, shape, reading, rules)
    used, cut = fitted(used, shape, revision.plan_policy.steps_at_most)
    steps = written(used, assumed, shape, reading.found)
    lacking = _lacking(reading, rules, index, context) if shape.then else ()
    return Planned(
        plan=_plan(intent, steps, wishes, assumed, revision),
        strategy=used.strategy if steps else "none",
        params=said.params,
        alternatives=said.alternatives or said.own,
        assumed=assumed,
        places=places,
        unwished=uses[len(places) :],
        weights=used.weights if steps else (),
        used=used,
        wishes=wishes,
        muted=muted.spans,
        unread=_unread(reading, rules) if shape.then else (),
        removed=tuple(Removal(step="", reason="step_cap", detail=notice.detail) for notice in cut),
        repaired=tuple(notice for notice in notices if notice.kind in REPAIRED),
        degraded=(*(notice for notice in notices if notice.kind not in REPAIRED), *cut, *lacking),
        conversion=reading.conversion,
    )


def _before(context: Context | None, places: Sequence[PlaceUse], decision: Decision) -> Context | None:
    """The context, what it says of single places put to those that are named anew."""
    if context is None or not places:
        return context
    return for_places(context, places, each_alone=decision.name == "independent" or len(places) == 1)


def _uses(
    reading: _Reading, decision: Decision, rules: PlannerRules, index: PlaceIndex | None
) -> tuple[tuple[PlaceUse, ...], tuple[Notice, ...]]:
    """The wished places as the decision orders them, behind them the unwished, and what to say about them."""
    named = (*decision.places, *reading.unwished)
    uses, notices = place_uses(named, index, rules.landmarks)
    return with_areas(uses, named, reading.sentence, rules.cues, rules.areas), notices


def _placed(
    used: Context,
    uses: tuple[PlaceUse, ...],
    decision: Decision,
    shape: Shape,
    reading: _Reading,
    rules: PlannerRules,
) -> Context:
    """The context with the wished places and the radius that is said of them, else, where none is said anew,
    without those taken back."""
    places = uses[: len(decision.places)]
    if not places and used.places:
        return without(used, uses)
    used, said = with_places(used, places, decision, shape), reading.conversion.evidence
    return with_radius(used, decision.places, reading.sentence, said, rules.distances, rules.suffixes)


def _said(
    reading: _Reading, intent: CompiledIntent | None, decision: Decision | None, rules: PlannerRules
) -> tuple[Context, tuple[str, ...]]:
    """What the customer said about the wish, of each place alone where each has its search, and the wishes
    that no parameter can hold."""
    conversion = reading.conversion
    if intent is not None and intent.name in WITHOUT_PARAMS:
        return Context(), ()
    wishes = tuple(dict.fromkeys(" ".join(wish.text.split()) for wish in conversion.wishes))
    said = Context(params=dict(conversion.params), alternatives=conversion.alternatives)
    if decision is not None and decision.name == "independent":
        said = told_apart(said, reading.apart, rules.kinds)
    return said, wishes


def _plan(
    intent: CompiledIntent | None,
    steps: tuple[Step, ...],
    wishes: Sequence[str],
    assumed: Sequence[Assumed],
    revision: Revision,
) -> Plan:
    """The plan with its free text, cut to the policy's lengths."""
    caps = revision.plan_policy.free_text
    return Plan(
        intent=intent.name if intent else "",
        steps=steps,
        etc_condition=_joined(wishes, ", ", caps.etc_condition),
        system_context=_joined([each.because for each in assumed], " ", caps.system_context),
    )


def _read(
    text: str, revision: Revision, rules: PlannerRules, today: date, index: PlaceIndex | None
) -> _Reading:
    gazetteer = gazetteer_of(index, revision) if index is not None else None
    found = find_mentions(text, gazetteer.lexicon) if gazetteer else Mentions()
    names = [each for each in (*found.mentions, *found.unknown) if not each.is_guess]
    regions = [hint for hint in found.hints if hint.kind == "region"]
    conversion = convert(
        text,
        revision,
        today,
        place_words=gazetteer.words if gazetteer else None,
        places_at=[(name.start, name.end) for name in (*names, *regions)],
    )
    sentence = Sentence(text, rules.particles)
    found = _without_words(sentence, _without_phrases(sentence, found, rules), conversion, rules)
    found = in_their_region(found, text, index, rules.areas) if index is not None else found
    found = without_localities(found, text, sentence, rules)
    for mention in (*found.mentions, *found.unknown):
        sentence.block(*sentence.letters(mention.start, mention.end))
    is_between = any(
        not is_denied(sentence, hit.end, rules.cues)  # A랑 B 사이 말고 C
        for hit in sentence.hits(rules.between)
    )
    wished, unwished = read_named(sentence, found, rules.cues, conversion.cues, is_between=is_between)
    amounts = tuple(sentence.letters(each.start, each.end) for each in conversion.evidence)
    return _Reading(
        sentence=sentence,
        conversion=conversion,
        found=found,
        wished=wished,
        unwished=unwished,
        amounts=amounts,
        apart=apart_of(conversion, [place.starts for place in wished], rules.kinds.family),
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


def _without_words(
    sentence: Sentence, found: Mentions, conversion: Conversion, rules: PlannerRules
) -> Mentions:
    """The names but those guessed from the words around them that are a wish, an amount, a household or a
    request, and towns that are an amount (보증금 이천으로)."""
    folded = sentence.folded
    said = [
        *((e.start, e.end) for e in (*conversion.evidence, *conversion.wishes, *conversion.households)),
        *((folded.at[hit.start], folded.ends[hit.end - 1]) for hit in sentence.hits(rules.signs.request)),
    ]

    numbers = [(each.start, each.end) for each in (*conversion.evidence, *conversion.unread)]

    def stands(mention: Mention) -> bool:
        name = plain(mention.text)
        if mention.is_guess and any(word in name for word in rules.like):
            return False  # 래미안급으로
        is_town = name in rules.towns
        spans = (*(said if mention.is_guess else ()), *(numbers if is_town else ()))
        return not any(s < mention.end and mention.start < e for s, e in spans)

    mentions, unknown = (tuple(filter(stands, each)) for each in (found.mentions, found.unknown))
    return Mentions(mentions, found.hints, unknown)


def _evidence(reading: _Reading, rules: PlannerRules, muted: Muted) -> Evidence:
    """The signs of the sentence: amounts, households, places, and whether a complex itself is meant."""
    said = reading.conversion
    signs: set[Sign] = set(signs_of(said.params, said.alternatives, rules.kinds, rules.at_least))
    if any(each.why in ("ignored", "bare") for each in said.unread):
        signs.add("named")
    if said.households:
        signs.add("household")
    if said.wishes:
        signs.add("wish")
    if reading.wished:
        signs.add("place")
        if _is_complex_meant(reading, rules):
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


def _is_complex_meant(reading: _Reading, rules: PlannerRules) -> bool:
    """Whether complexes themselves are meant, the areas named right before one aside (대치동 래미안)."""
    homes = [place for place in reading.wished if _is_meant_itself(place, reading.sentence, rules)]
    shared = {o.start for place in homes if place.mention.is_shared for o in place.occurrences}
    return bool(homes) and all(
        place in homes or any(o.end in shared for o in place.occurrences) for place in reading.wished
    )


def _is_meant_itself(place: Named, sentence: Sentence, rules: PlannerRules) -> bool:
    """Whether a complex is named, and not as the middle of an area."""
    return place.is_complex and not any(
        follows(sentence, rules.around, occurrence.end, rules.cues) for occurrence in place.occurrences
    )


def _shape(intent: CompiledIntent | None, revision: Revision) -> Shape:
    shape = intent.shape if intent else None
    if shape is None:
        return Shape(each=None, then=None)
    tools = revision.tools
    return Shape(each=tools.get(shape.each_place or ""), then=tools.get(shape.then or ""))


def _decide(reading: _Reading, shape: Shape, rules: PlannerRules) -> Decision:
    """How the wished places are used. What is fetched one by one is independent."""
    if shape.then is None:
        return Decision("independent" if len(reading.wished) > 1 else "single", reading.wished)
    return decide(
        reading.sentence,
        reading.wished,
        rules.strategies,
        rules.cues,
        reading.amounts,
        are_areas=are_areas(reading.wished, rules.areas, rules.landmarks),
        are_apart=sets_apart(reading.apart, reading.conversion.alternatives, rules.kinds),
    )


def _unread(reading: _Reading, rules: PlannerRules) -> tuple[UnreadWord, ...]:
    """What the sentence says about the wish and nothing has read."""
    said, found, letters = reading.conversion, reading.found, reading.sentence.letters
    numbers = [each for each in said.unread if each.why != "unknown_word"]  # 천장: a thousand in a word
    spoken = (said.evidence, numbers, said.wishes, said.households, said.cues)
    named = (*found.mentions, *found.unknown, *found.hints)
    return unread_words(
        reading.sentence,
        [letters(each.start, each.end) for each in (*chain.from_iterable(spoken), *named)],
        [start for start, _ in reading.amounts],
        reading.sentence.hits(rules.signs.request),
        rules.unread,
    )


def _lacking(
    reading: _Reading, rules: PlannerRules, index: PlaceIndex | None, context: Context | None
) -> Iterator[Notice]:
    """What to say where a sentence goes on from an earlier turn that is not known, and where nothing but
    regions is named and one of them has no home."""
    words = (*rules.goes_on, *(() if reading.wished else rules.goes_on_without_place))
    if context is None and reading.sentence.hits(words):
        yield Notice(kind="no_context", detail="it goes on from an earlier question, which is not known here")
    if index is None or reading.wished:
        return
    cues = reading.conversion.cues
    regions = regions_without_homes(reading.found.hints, reading.sentence, rules.cues, cues, index)
    if regions:
        yield Notice(
            kind="no_homes", detail=f"the data holds no homes in {', '.join(regions)}", about=regions
        )


def _assumed(said: Conversion, used: Context, revision: Revision, rules: PlannerRules) -> tuple[Assumed, ...]:
    every = revision.vocabulary.households
    names = [hint.name for hint in said.households]
    hinted = sorted((each for each in every if each.name in names), key=lambda each: names.index(each.name))
    return assume(hinted, used.params, used.alternatives, every, rules.kinds, revision.pack.locale)


def _joined(parts: Sequence[str], between: str, at_most: int) -> str | None:
    return between.join(parts)[:at_most].strip() or None
