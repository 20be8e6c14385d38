"""How several wished places are read together."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from engine.config.plan_policy import Strategy
from engine.planner.named import Named, Occurrence, PlaceCues, follows, precedes
from engine.planner.sentence import Hit, Sentence, compile_phrases, compile_words

StrategyName = Literal["none", "single", "midpoint", "weighted", "independent"]


@dataclass(frozen=True, slots=True)
class Decision:
    """The strategy and the places in the order they are used, heavier first; weights only when weighted."""

    name: StrategyName
    places: tuple[Named, ...]
    weights: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class CompiledStrategy:
    """A strategy of the policy with its words as they are compared."""

    name: StrategyName
    after: tuple[str, ...]
    before: tuple[str, ...]
    between: tuple[str, ...]
    after_each: tuple[tuple[str, str], ...]  # the first word of a cue, then the whole cue
    anywhere: tuple[str, ...]
    weights: tuple[float, ...]
    otherwise: bool


def compile_strategy(strategy: Strategy) -> CompiledStrategy:
    """The words of one strategy, folded."""
    each = ((*compile_words(cue.split()[:1]), *compile_words([cue])) for cue in strategy.after_each)
    return CompiledStrategy(
        name=strategy.name,
        after=compile_words(strategy.after),
        before=compile_words(strategy.before),
        between=compile_phrases(strategy.between),
        after_each=tuple((words[0], words[-1]) for words in each if words),
        anywhere=compile_phrases(strategy.anywhere),
        weights=strategy.weights,
        otherwise=strategy.otherwise,
    )


def decide(
    sentence: Sentence,
    wished: tuple[Named, ...],
    strategies: Sequence[CompiledStrategy],
    cues: PlaceCues,
    amounts: Sequence[tuple[int, int]],
) -> Decision:
    """The first strategy that fits two or more places. `amounts` are spans of letters that set a parameter:
    a word between two amounts does not join places."""
    if len(wished) < 2:
        return Decision("single" if wished else "none", wished)
    said = _anywhere(sentence, strategies)
    is_between = any(strategy.otherwise and strategy.name in said for strategy in strategies)
    for strategy in strategies:
        if strategy.weights:
            heavier = 0 if strategy.name in said else _heavier(sentence, wished, strategy, cues)
            if heavier is not None:
                return _weighted(strategy, wished, heavier)
        elif (
            strategy.otherwise
            or strategy.name in said
            or _joined(sentence, wished, strategy, cues, amounts, is_between=is_between)
        ):
            return Decision(strategy.name, wished)
    return Decision("midpoint", wished)


def _anywhere(sentence: Sentence, strategies: Sequence[CompiledStrategy]) -> set[str]:
    """The strategies with a word anywhere; of overlapping words the longest counts."""
    owner = {word: strategy.name for strategy in reversed(strategies) for word in strategy.anywhere}
    hits = sentence.hits(tuple(owner))
    kept = longest(hits)
    return {owner[hit.word] for hit in kept}


def longest(hits: Sequence[Hit]) -> list[Hit]:
    """Of hits that overlap only the longest, from left to right."""
    kept: list[Hit] = []
    for hit in sorted(hits):
        if kept and hit.start < kept[-1].end:
            if hit.end - hit.start > kept[-1].end - kept[-1].start:
                kept[-1] = hit
        else:
            kept.append(hit)
    return kept


def _heavier(
    sentence: Sentence, wished: tuple[Named, ...], strategy: CompiledStrategy, cues: PlaceCues
) -> int | None:
    """The number of the place that a cue of the strategy stands beside."""
    for number, place in enumerate(wished):
        for occurrence in place.occurrences:
            if follows(sentence, strategy.after, occurrence.end, cues) or precedes(
                sentence, strategy.before, occurrence.start, cues
            ):
                return number
    return None


def _weighted(strategy: CompiledStrategy, wished: tuple[Named, ...], heavier: int) -> Decision:
    others = tuple(place for number, place in enumerate(wished) if number != heavier)
    weights = (strategy.weights[0], *(strategy.weights[-1] for _ in others))
    return Decision("weighted", (wished[heavier], *others), weights)


def _joined(
    sentence: Sentence,
    wished: tuple[Named, ...],
    strategy: CompiledStrategy,
    cues: PlaceCues,
    amounts: Sequence[tuple[int, int]],
    *,
    is_between: bool,
) -> bool:
    """Whether a word of the strategy stands between two places, or one behind each of them: behind one is
    enough unless they are said to have something between them."""
    places = sorted((o for place in wished for o in place.occurrences), key=lambda o: o.start)
    return _between(sentence, places, strategy, cues, amounts) or any(
        _after_each(sentence, wished, first if is_between else "", whole, cues)
        for first, whole in strategy.after_each
    )


def _between(
    sentence: Sentence,
    places: Sequence[Occurrence],
    strategy: CompiledStrategy,
    cues: PlaceCues,
    amounts: Sequence[tuple[int, int]],
) -> bool:
    """A short word must stand right behind a name, a longer one anywhere between two but beside an amount."""
    short = tuple(word for word in strategy.between if len(word) == 1)
    if any(
        one.key != other.key and follows(sentence, short, one.end, cues) for one, other in pairwise(places)
    ):
        return True
    ends = [place.end for place in places]
    beside = {letter for start, end in amounts for letter in range(start, end + 1)}
    for hit in sentence.hits(tuple(word for word in strategy.between if len(word) > 1)):
        before = bisect_right(ends, hit.start) - 1
        is_inside = 0 <= before < len(places) - 1 and hit.end <= places[before + 1].start
        if is_inside and hit.end not in beside and places[before].key != places[before + 1].key:
            return True
    return False


def _after_each(
    sentence: Sentence, wished: tuple[Named, ...], first: str, whole: str, cues: PlaceCues
) -> bool:
    """The cue behind one place, and behind every other the cue or its first word, if that is asked for (A도
    B도 괜찮)."""
    complete = 0
    for place in wished:
        ends = [occurrence.end for occurrence in place.occurrences]
        if any(follows(sentence, (whole,), end, cues) for end in ends):
            complete += 1
        elif first and not any(follows(sentence, (first,), end, cues) for end in ends):
            return False
    return complete > 0
