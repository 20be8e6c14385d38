"""What a sentence is about: the first intent of the policy that fits its signs."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from engine.config.plan_policy import Intent, PlanPolicy, Shape, Sign
from engine.planner.sentence import Hit, Sentence, compile_words
from engine.planner.strategy import longest


@dataclass(frozen=True, slots=True)
class CompiledIntent:
    """An intent with its words as they are compared; `shape` None plans no step."""

    name: str
    words: tuple[str, ...]
    ignore: frozenset[str]
    also: tuple[str, ...]
    when: frozenset[Sign]
    unless: frozenset[Sign]
    needs: str | None
    otherwise: bool
    shape: Shape | None


@dataclass(frozen=True, slots=True)
class CompiledSigns:
    """Words that several intents read."""

    home: tuple[str, ...]
    request: tuple[str, ...]
    ignore: frozenset[str]


def compile_intents(policy: PlanPolicy) -> tuple[tuple[CompiledIntent, ...], CompiledSigns]:
    """The policy's intents in their order, and the shared signs."""
    shared = policy.signs
    ignore = compile_words(shared.ignore)
    signs = CompiledSigns(
        home=compile_words(shared.home),
        request=compile_words((*shared.request, *ignore)),
        ignore=frozenset(ignore),
    )
    return tuple(map(_compile, policy.intents)), signs


def _compile(intent: Intent) -> CompiledIntent:
    return CompiledIntent(
        name=intent.name,
        words=compile_words((*intent.words, *intent.ignore)),
        ignore=frozenset(compile_words(intent.ignore)),
        also=compile_words(intent.also),
        when=frozenset(intent.when),
        unless=frozenset(intent.unless),
        needs=intent.needs,
        otherwise=intent.otherwise,
        shape=None if intent.plan == "none" else intent.plan,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What was read apart from the intent's own words: the signs that are there, where amounts and wished
    places stand, in letters, and whether a part speaks to the machine: then a mere word for a home is no
    wish."""

    signs: frozenset[Sign]
    starts: tuple[int, ...]
    is_addressed: bool


def choose(
    sentence: Sentence, intents: Sequence[CompiledIntent], signs: CompiledSigns, evidence: Evidence
) -> CompiledIntent | None:
    """The first intent that fits, top to bottom; None when the policy has none for this sentence."""
    home = [] if evidence.is_addressed else sentence.hits(signs.home)
    requests = [hit for hit in longest(sentence.hits(signs.request)) if hit.word not in signs.ignore]
    seen = evidence.signs | _home_sign(home)
    asked = sorted([*evidence.starts, *(hit.start for hit in home)])
    for intent in intents:
        if intent.otherwise:
            return intent
        own = [hit for hit in longest(sentence.hits(intent.words)) if hit.word not in intent.ignore]
        here = seen | _own_signs(sentence, own, requests, asked)
        if (
            here & intent.when
            and not here & intent.unless
            and (intent.needs is None or intent.needs in here)
            and (not intent.also or sentence.hits(intent.also))
        ):
            return intent
    return None


def _home_sign(home: Sequence[Hit]) -> frozenset[Sign]:
    return frozenset({"home"}) if home else frozenset()


def _own_signs(
    sentence: Sentence, own: Sequence[Hit], requests: Sequence[Hit], asked: Sequence[int]
) -> frozenset[Sign]:
    """`words`, and `request` when some request asks for a home: what is named last before it is what is asked
    for, and that is none of the intent's own words. `asked` are the sorted letters where homes, amounts and
    wished places begin."""
    if not own:
        return (
            frozenset({"request"})
            if any(_last(sentence, asked, hit) >= 0 for hit in requests)
            else frozenset()
        )
    starts = [hit.start for hit in own]
    is_home = any(_last(sentence, asked, hit) > _last(sentence, starts, hit) for hit in requests)
    return frozenset({"words", "request"}) if is_home else frozenset({"words"})


def _last(sentence: Sentence, starts: Sequence[int], request: Hit) -> int:
    """The last of the letters before the request in its sentence, -1 for none."""
    before = bisect_left(starts, request.start) - 1
    if before < 0 or not sentence.same_sentence(starts[before], request.start):
        return -1
    return starts[before]
