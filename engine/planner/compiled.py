"""A revision's words and policy, made ready once for planning."""

from collections.abc import Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from engine.config.revision import Revision
from engine.places.index import PlaceIndex
from engine.places.lexicon import FinderWords, Lexicon
from engine.places.place import words
from engine.planner.intent import CompiledIntent, CompiledSigns, compile_intents
from engine.planner.named import PlaceCues
from engine.planner.sentence import compile_phrases, compile_words
from engine.planner.strategy import CompiledStrategy, compile_strategy
from engine.planner.wants import WantKinds, read_kinds


@dataclass(frozen=True, eq=False, kw_only=True)
class PlannerRules:
    """Everything the planner reads of a revision. `phrases` are the words of all intents; `between` those
    that put a wish between places, `around` those behind a complex that ask for homes near it or like it."""

    intents: tuple[CompiledIntent, ...]
    signs: CompiledSigns
    strategies: tuple[CompiledStrategy, ...]
    cues: PlaceCues
    phrases: tuple[str, ...]
    instructions: tuple[str, ...]
    particles: tuple[str, ...]
    between: tuple[str, ...]
    around: tuple[str, ...]
    kinds: WantKinds
    at_least: Mapping[str, float]


@dataclass(frozen=True, eq=False)
class Gazetteer:
    """The names that a sentence may contain, and the same as plain words for the converter to keep off."""

    lexicon: Lexicon
    words: frozenset[str]


_RULES: "WeakKeyDictionary[Revision, PlannerRules]" = WeakKeyDictionary()
_GAZETTEERS: "WeakKeyDictionary[PlaceIndex, tuple[Revision, Gazetteer]]" = WeakKeyDictionary()


def rules_of(revision: Revision) -> PlannerRules:
    """The planner's rules of a revision, built once for each."""
    rules = _RULES.get(revision)
    if rules is None:
        rules = _RULES[revision] = _compile(revision)
    return rules


def gazetteer_of(index: PlaceIndex, revision: Revision) -> Gazetteer:
    """The names of an index, built once for it and the revision it is used with."""
    kept = _GAZETTEERS.get(index)
    if kept is None or kept[0] is not revision:
        spec = revision.vocabulary.places
        around = FinderWords(
            near=spec.near,
            context=spec.context,
            before=spec.before,
            ordinary=spec.ordinary,
            never=spec.never,
            phases=spec.phases,
            leads=spec.leads,
            common=spec.common,
        )
        gazetteer = Gazetteer(Lexicon(index, around), words(index.places, spec.suffixes, spec.aliases))
        kept = _GAZETTEERS[index] = (revision, gazetteer)
    return kept[1]


def _compile(revision: Revision) -> PlannerRules:
    policy, vocabulary = revision.plan_policy, revision.vocabulary
    intents, signs = compile_intents(policy, revision.language.particles)
    strategies = tuple(map(compile_strategy, policy.strategies))
    between = tuple(word for strategy in strategies if strategy.otherwise for word in strategy.anywhere)
    near = vocabulary.places.near
    return PlannerRules(
        intents=intents,
        signs=signs,
        strategies=strategies,
        cues=PlaceCues(
            near=compile_words(near),
            skipped=compile_words((*near, *revision.language.particles, *policy.places.join)),
            not_after=compile_words(policy.places.negated.after),
            not_before=compile_words(policy.places.negated.before),
            instead=compile_words(policy.places.instead),
            join=compile_words(policy.places.join),
        ),
        phrases=compile_phrases(
            word for intent in policy.intents for word in (*intent.words, *intent.ignore)
        ),
        instructions=compile_phrases(policy.instructions),
        particles=compile_words(revision.language.particles),
        between=between,
        around=compile_words((*near, *policy.places.like, *between)),
        kinds=read_kinds(revision.catalog),
        at_least=policy.signs.at_least,
    )
