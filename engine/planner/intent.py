"""What a sentence is about: the first intent of the policy that fits its signs."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from engine.config.plan_policy import Intent, PlanPolicy, Shape, Sign
from engine.planner.sentence import Hit, Sentence, compile_phrases, compile_words
from engine.planner.strategy import longest


@dataclass(frozen=True, slots=True)
class CompiledIntent:
    """An intent with its words as they are compared; `shape` None plans no step."""

    name: str
    words: tuple[str, ...]
    ignore: frozenset[str]
    ahead: frozenset[str]
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
    plain: tuple[str, ...]  # particles too
    any_deal: frozenset[str]


def compile_intents(
    policy: PlanPolicy, particles: tuple[str, ...]
) -> tuple[tuple[CompiledIntent, ...], CompiledSigns]:
    """The policy's intents in their order, and the shared signs."""
    shared = policy.signs
    ignore = compile_phrases(shared.ignore)
    signs = CompiledSigns(
        home=compile_phrases(shared.home),
        request=compile_phrases((*shared.request, *ignore)),
        ignore=frozenset(ignore),
        plain=compile_words((*shared.plain, *particles)),
        any_deal=frozenset(compile_words(shared.any_deal)),
    )
    return tuple(map(_compile, policy.intents)), signs


def _compile(intent: Intent) -> CompiledIntent:
    return CompiledIntent(
        name=intent.name,
        words=compile_phrases((*intent.words, *intent.ignore)),
        ignore=frozenset(compile_phrases(intent.ignore)),
        ahead=frozenset(compile_phrases(intent.ahead)),
        also=compile_phrases(intent.also),
        when=frozenset(intent.when),
        unless=frozenset(intent.unless),
        needs=intent.needs,
        otherwise=intent.otherwise,
        shape=None if intent.plan == "none" else intent.plan,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What was read apart from the intent's own words: the signs that are there; where amounts and wished
    places stand, in letters, and which of them only a home has; where wishes stand, whose words name nothing
    else; and whether a part speaks to the machine: then a mere word for a home is no wish."""

    signs: frozenset[Sign]
    starts: tuple[int, ...]
    home_starts: tuple[int, ...]
    wishes: tuple[tuple[int, int], ...]
    is_addressed: bool


def choose(
    sentence: Sentence, intents: Sequence[CompiledIntent], signs: CompiledSigns, evidence: Evidence
) -> CompiledIntent | None:
    """The first intent that fits, top to bottom; None when the policy has none for this sentence."""
    home = [] if evidence.is_addressed else sentence.hits(signs.home)
    requests = [hit for hit in longest(sentence.hits(signs.request)) if hit.word not in signs.ignore]
    seen = evidence.signs | _home_sign(home) | _something_sign(sentence, requests, signs)
    homes = sorted([*evidence.home_starts, *(hit.start for hit in home)])
    asked = sorted([*evidence.starts, *homes])
    for intent in intents:
        if intent.otherwise:
            return intent
        own = _own_hits(sentence, intent, evidence.wishes)
        own = [hit for hit in own if not _is_afterthought(hit, intent, requests, asked)]
        here = seen | _own_signs(sentence, own, requests, asked, homes)
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


def _something_sign(sentence: Sentence, requests: Sequence[Hit], signs: CompiledSigns) -> frozenset[Sign]:
    """`something` when the word before a request says what is asked for: no place, and no word that fits
    everything."""
    is_said = any(sentence.has_object(hit.start, signs.plain) for hit in requests)
    return frozenset({"something"}) if is_said else frozenset()


def _own_hits(sentence: Sentence, intent: CompiledIntent, wishes: Sequence[tuple[int, int]]) -> list[Hit]:
    """The intent's own words, but those inside one to ignore or inside a wish about a home."""
    starts = [start for start, _ in wishes]

    def stands(hit: Hit) -> bool:
        if hit.word in intent.ignore:
            return False
        start, end = (
            wishes[bisect_right(starts, hit.start) - 1] if starts and starts[0] <= hit.start else (0, 0)
        )
        return hit.end > end or hit.end - hit.start == end - start

    return list(filter(stands, longest(sentence.hits(intent.words))))


def _is_afterthought(hit: Hit, intent: CompiledIntent, requests: Sequence[Hit], asked: Sequence[int]) -> bool:
    """Whether a word that speaks of what follows stands behind a request for a home, with no condition behind
    it."""
    if hit.word not in intent.ahead or not asked or asked[-1] > hit.end:
        return False
    return any(asked[0] < request.start < hit.start for request in requests)


def _own_signs(
    sentence: Sentence,
    own: Sequence[Hit],
    requests: Sequence[Hit],
    asked: Sequence[int],
    homes: Sequence[int],
) -> frozenset[Sign]:
    """`words`, and `request` when some request asks for a home and not for one of the intent's own words.
    What is named last before it is what is asked for. `asked` are the sorted letters where homes, amounts and
    wished places begin, `homes` those that say a home; a sentence without a request asks for what it names
    last."""
    starts = [hit.start for hit in own]
    signs: set[Sign] = {"words"} if own else set()
    if any(_last(sentence, asked, hit) > _last(sentence, starts, hit) for hit in requests):
        signs.add("request")
    if (
        any(_asks(sentence, homes, starts, hit) for hit in requests)
        if requests
        else _is_asked_for(sentence, homes, starts)
    ):
        signs.add("home_request")
    return frozenset(signs)


def _asks(sentence: Sentence, wanted: Sequence[int], others: Sequence[int], request: Hit) -> bool:
    """Whether a request asks for one of `wanted`, not of `others` (sorted letters): for what is named first
    behind a request in Latin letters, else for what is named last before it in its sentence."""
    if request.word.isascii():
        one, other = (_next(sentence, starts, request) for starts in (wanted, others))
        if min(one, other) < len(sentence.text):
            return one < other
    return _last(sentence, wanted, request) > _last(sentence, others, request)


def _last(sentence: Sentence, starts: Sequence[int], request: Hit) -> int:
    """The last of the letters before the request in its sentence, -1 for none."""
    before = bisect_left(starts, request.start) - 1
    if before < 0 or not sentence.same_sentence(starts[before], request.start):
        return -1
    return starts[before]


def _next(sentence: Sentence, starts: Sequence[int], request: Hit) -> int:
    """The first of the letters behind the request in its sentence, the end of the text for none."""
    after = bisect_left(starts, request.end)
    if after >= len(starts) or not sentence.same_sentence(request.start, starts[after]):
        return len(sentence.text)
    return starts[after]


def _is_asked_for(sentence: Sentence, homes: Sequence[int], others: Sequence[int]) -> bool:
    """Without a request: whether a home is named last, or in Latin letters first."""
    if not homes:
        return False
    if not others:
        return True
    return homes[0] < others[0] if sentence.text[others[0]].isascii() else homes[-1] > others[-1]
