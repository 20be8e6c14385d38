"""A revision's words and policy, made ready once for planning."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.config.plan_policy import PlanPolicy
from engine.config.revision import Revision, once_per_revision
from engine.config.vocabulary import PlaceWords
from engine.places.index import PlaceIndex
from engine.places.jamo import plain
from engine.places.lexicon import FinderWords, Lexicon
from engine.places.place import words
from engine.planner.areas import AreaKinds, read_areas
from engine.planner.beside import DistanceRule, read_distances
from engine.planner.intent import CompiledIntent, CompiledSigns, compile_intents
from engine.planner.named import PlaceCues
from engine.planner.sentence import compile_phrases, compile_words
from engine.planner.strategy import CompiledStrategy, compile_strategy
from engine.planner.unread import UnreadRules, compile_unread
from engine.planner.wants import WantKinds, read_kinds


@dataclass(frozen=True, eq=False, kw_only=True)
class PlannerRules:
    """Everything the planner reads of a revision. `phrases` are the words of all intents; `between` those
    that put a wish between places, `around` those behind a complex that ask for homes near it or like it;
    `goes_on` those that go on from an earlier turn; `landmarks` are names that stand for a place near
    them, `like` words behind a name that ask for homes like it, `towns` names that may be amounts."""

    intents: tuple[CompiledIntent, ...]
    signs: CompiledSigns
    strategies: tuple[CompiledStrategy, ...]
    cues: PlaceCues
    phrases: tuple[str, ...]
    instructions: tuple[str, ...]
    besides: tuple[str, ...]
    particles: tuple[str, ...]
    between: tuple[str, ...]
    around: tuple[str, ...]
    unread: UnreadRules
    goes_on: tuple[str, ...]
    goes_on_without_place: tuple[str, ...]
    kinds: WantKinds
    areas: AreaKinds
    distances: tuple[DistanceRule, ...]
    locality_m: float | None
    apart: tuple[str, ...]
    suffixes: tuple[str, ...]
    at_least: Mapping[str, float]
    landmarks: frozenset[str]
    like: tuple[str, ...]
    towns: frozenset[str]


@dataclass(frozen=True, eq=False)
class Gazetteer:
    """The names that a sentence may contain, and the same as plain words for the converter to keep off."""

    lexicon: Lexicon
    words: frozenset[str]


_INDEXES_KEPT = 2 * 2
_NAMING = ("suffixes", "aliases", "landmarks", "groups")  # the keys that the names as plain words are made of


class _Kept:
    """The gazetteer of an index, and the words around places that it was made with."""

    def __init__(self) -> None:
        self.made: tuple[PlaceWords, Gazetteer] | None = None


@lru_cache(maxsize=_INDEXES_KEPT)
def _kept_of(index: PlaceIndex) -> _Kept:  # pyright: ignore[reportUnusedParameter]  it is the cache's key
    return _Kept()


def gazetteer_of(index: PlaceIndex, revision: Revision) -> Gazetteer:
    """The names of an index, built once for it and the words around places it is used with."""
    spec, kept = revision.vocabulary.places, _kept_of(index)
    if kept.made is None or kept.made[0] != spec:
        kept.made = (spec, Gazetteer(Lexicon(index, finder_words(spec)), _names(index, spec, kept)))
    return kept.made[1]


def finder_words(spec: PlaceWords) -> FinderWords:
    """The words around places as the finder takes them."""
    return FinderWords(
        near=spec.near,
        name_ends=spec.name_ends,
        seats=spec.seats,
        context=spec.context,
        before=spec.before,
        ordinary=spec.ordinary,
        towns=spec.towns,
        where=spec.where,
        never=spec.never,
        phases=spec.phases,
        leads=spec.leads,
        common=spec.common,
        describing=spec.describing,
        acting=spec.acting,
        topics=spec.topics,
        between=spec.between,
        brands=spec.brands,
        roads=spec.roads,
        groups=spec.groups,
    )


def _names(index: PlaceIndex, spec: PlaceWords, kept: _Kept) -> frozenset[str]:
    """The names as plain words; those that were made for the same suffixes and names are taken again."""
    if kept.made is not None:
        before, gazetteer = kept.made
        if all(getattr(before, key) == getattr(spec, key) for key in _NAMING):
            return gazetteer.words
    return words(index.places, spec.suffixes, spec.names(), spec.groups)


def _apart(policy: PlanPolicy) -> Iterator[str]:
    """The words that say how several places are read together, wherever they stand."""
    for strategy in policy.strategies:
        yield from (*strategy.anywhere, *strategy.alone, *strategy.after_each)


@once_per_revision
def rules_of(revision: Revision) -> PlannerRules:
    """The planner's rules of a revision, built once for each."""
    policy, vocabulary = revision.plan_policy, revision.vocabulary
    intents, signs = compile_intents(policy, revision.language.particles)
    strategies = tuple(map(compile_strategy, policy.strategies))
    between = tuple(word for strategy in strategies if strategy.otherwise for word in strategy.anywhere)
    near = vocabulary.places.near
    return PlannerRules(
        intents=intents,
        signs=signs,
        strategies=strategies,
        cues=_cues(revision, between),
        phrases=compile_phrases(
            word for intent in policy.intents for word in (*intent.words, *intent.ignore)
        ),
        instructions=compile_phrases(policy.instructions),
        besides=compile_phrases(policy.besides),
        particles=compile_words(revision.language.particles),
        between=between,
        around=compile_words((*near, *policy.places.like, *between)),
        unread=_unread_rules(revision),
        goes_on=compile_phrases(policy.follow_up.always),
        goes_on_without_place=compile_phrases(policy.follow_up.without_place),
        kinds=read_kinds(revision.catalog),
        areas=read_areas(revision.catalog),
        distances=read_distances(revision.catalog),
        locality_m=policy.places.locality,
        apart=compile_phrases(_apart(policy)),
        suffixes=vocabulary.places.suffixes,
        at_least=policy.signs.at_least,
        like=compile_words(policy.places.like),
        towns=frozenset(map(plain, vocabulary.places.towns)),
        landmarks=frozenset(word for found in vocabulary.places.landmarks.values() for word in found),
    )


def _cues(revision: Revision, between: tuple[str, ...]) -> PlaceCues:
    """The words by which a place is wished, taken back or put between others."""
    policy, near = revision.plan_policy, revision.vocabulary.places.near
    return PlaceCues(
        near=compile_words(near),
        skipped=compile_words((*near, *revision.language.particles, *policy.places.join)),
        not_after=compile_words(policy.places.negated.after),
        not_before=compile_words(policy.places.negated.before),
        instead=compile_words(policy.places.instead),
        instead_before=compile_words(policy.places.instead_before),
        moved_from=compile_words(policy.places.moved.starts),
        moved_to=compile_words(policy.places.moved.ends),
        between=compile_words(between),
        join=compile_words(policy.places.join),
        anchors=compile_phrases(policy.places.anchors),
    )


def _unread_rules(revision: Revision) -> UnreadRules:
    """The words of the policy's `unread`, with those that its other parts and the language know."""
    policy, places = revision.plan_policy, revision.vocabulary.places
    strategies = policy.strategies
    around = (
        *(word for each in strategies for word in (*each.after, *each.again, *each.before)),
        *policy.places.instead,
    )
    negated = (*policy.places.negated.after, *policy.places.negated.before)
    anywhere = (word for each in strategies for word in (*each.anywhere, *each.between, *each.after_each))
    return compile_unread(
        policy.unread,
        passing=(*revision.language.particles, *places.near, *policy.places.join),
        plain=policy.signs.home,
        understood=(word for word in (*around, *negated, *anywhere) if len(word) > 1),
    )
