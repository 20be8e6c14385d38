"""How several wished places are read together."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.config.plan_policy import Strategy
from engine.planner.grouping import Group, Spot, groups_of
from engine.planner.named import Named, PlaceCues, follows, precedes
from engine.planner.often import most_often
from engine.planner.sentence import Hit, Sentence, compile_phrases, compile_words

StrategyName = Literal["none", "single", "midpoint", "weighted", "independent"]


@dataclass(frozen=True, slots=True)
class Decision:
    """The strategy and the places in the order they are used, heavier first; weights only when weighted,
    groups (numbers of places) only when some of independent searches are between places."""

    name: StrategyName
    places: tuple[Named, ...]
    weights: tuple[float, ...] = ()
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class CompiledStrategy:
    """A strategy of the policy with its words as they are compared."""

    name: StrategyName
    areas: bool
    apart: bool
    after: tuple[str, ...]
    again: tuple[str, ...]
    before: tuple[str, ...]
    between: tuple[str, ...]
    after_each: tuple[tuple[str, str], ...]  # the first word of a cue, then the whole cue
    anywhere: tuple[str, ...]
    alone: tuple[str, ...]
    often: Mapping[str, float]
    weights: tuple[float, ...]
    otherwise: bool


def compile_strategy(strategy: Strategy) -> CompiledStrategy:
    """The words of one strategy, folded."""
    each = ((*compile_words(cue.split()[:1]), *compile_words([cue])) for cue in strategy.after_each)
    return CompiledStrategy(
        name=strategy.name,
        areas=strategy.areas,
        apart=strategy.apart,
        after=compile_words(strategy.after),
        again=compile_words((*strategy.after, *strategy.again)),
        before=compile_words(strategy.before),
        between=compile_phrases(strategy.between),
        after_each=tuple((words[0], words[-1]) for words in each if words),
        anywhere=compile_phrases(strategy.anywhere),
        alone=compile_phrases(strategy.alone),
        often={word: often for key, often in strategy.often.items() for word in compile_phrases([key])},
        weights=strategy.weights,
        otherwise=strategy.otherwise,
    )


def decide(
    sentence: Sentence,
    wished: tuple[Named, ...],
    strategies: Sequence[CompiledStrategy],
    cues: PlaceCues,
    amounts: Sequence[tuple[int, int]],
    *,
    are_areas: bool,
    are_apart: bool = False,
) -> Decision:
    """The first strategy that fits two or more places. `amounts` are spans of letters that set a parameter:
    a word between two amounts does not join places. `are_areas`: every place is one;
    `are_apart`: each has conditions of its own that no one home meets."""
    if len(wished) < 2:
        return Decision("single" if wished else "none", wished)
    has_anchor = bool(sentence.hits(cues.anchors))
    owned = _anywhere(sentence, strategies, has_anchor=has_anchor)
    between = {strategy.name for strategy in strategies if strategy.otherwise}
    middles = [hit for hit, name in owned if name in between]
    kept = between | {strategy.name for strategy in strategies if strategy.weights}
    said = {name for hit, name in owned if name in kept or not _is_of_middle(hit, middles, wished)}
    for strategy in strategies:
        if strategy.areas:
            if are_areas and not (has_anchor or middles):
                return Decision(strategy.name, wished)
        elif strategy.apart:
            if are_apart and not _is_tied(sentence, wished, cues):
                return Decision(strategy.name, wished)
        elif strategy.weights:
            heavier = 0 if strategy.name in said else _heavier(sentence, wished, strategy, cues)
            if heavier is not None:
                return _weighted(strategy, wished, heavier)
        elif strategy.otherwise:
            return Decision(strategy.name, wished)
        else:
            apart = _Apart(sentence, wished, strategy, cues, amounts)
            groups = groups_of(apart.spots, apart.is_cut, middles) if apart.is_said else ()
            if groups or strategy.name in said or apart.is_joined(is_between=bool(middles)):
                return Decision(strategy.name, wished, groups=groups)
    return Decision("midpoint", wished)


def _is_tied(sentence: Sentence, wished: Sequence[Named], cues: PlaceCues) -> bool:
    """Whether the places are ends of one wish: a word that puts it between them stands at one, or somebody
    goes to one of them (an anchor no later than the last)."""
    spots = [each for place in wished for each in place.occurrences]
    last = max(each.end for each in spots)
    return any(hit.start < last for hit in sentence.hits(cues.anchors)) or any(
        follows(sentence, cues.between, each.end, cues) or precedes(sentence, cues.between, each.start, cues)
        for each in spots
    )


def _anywhere(
    sentence: Sentence, strategies: Sequence[CompiledStrategy], *, has_anchor: bool
) -> list[tuple[Hit, StrategyName]]:
    """The words that may stand anywhere, each with its strategy; of overlapping ones the longest counts."""
    owner: dict[str, StrategyName] = {
        word: strategy.name
        for strategy in reversed(strategies)
        for word in (*strategy.anywhere, *(() if has_anchor else strategy.alone))
    }
    return [(hit, owner[hit.word]) for hit in longest(sentence.hits(tuple(owner)))]


def _is_of_middle(hit: Hit, middles: Sequence[Hit], wished: Sequence[Named]) -> bool:
    """Whether a word stands behind one that puts the wish between places, and behind no place after that: it
    says where between them (사이 어디든)."""
    ends = [each.end for place in wished for each in place.occurrences if each.end <= hit.start]
    return any(max(ends, default=0) <= middle.start and middle.end <= hit.start for middle in middles)


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
    """The number of the place that somebody goes to most, or that a cue of the strategy stands beside."""
    most = most_often(sentence, wished, strategy.often)
    if most is not None:
        return most
    for number, place in enumerate(wished):
        for time, occurrence in enumerate(place.occurrences if not place.mention.is_group else ()):
            after = strategy.again if time else strategy.after
            if follows(sentence, after, occurrence.end, cues) or precedes(
                sentence, strategy.before, occurrence.start, cues
            ):
                return number
    return None


def _weighted(strategy: CompiledStrategy, wished: tuple[Named, ...], heavier: int) -> Decision:
    others = tuple(place for number, place in enumerate(wished) if number != heavier)
    weights = (strategy.weights[0], *(strategy.weights[-1] for _ in others))
    return Decision("weighted", (wished[heavier], *others), weights)


class _Apart:
    """Where the words of a strategy set places apart: between two of them, or behind one.

    A short word must stand right behind a name, a longer one anywhere between two but beside an amount.
    """

    def __init__(
        self,
        sentence: Sentence,
        wished: Sequence[Named],
        strategy: CompiledStrategy,
        cues: PlaceCues,
        amounts: Sequence[tuple[int, int]],
    ) -> None:
        self._sentence, self._wished, self._strategy, self._cues = sentence, wished, strategy, cues
        self.spots = sorted(
            Spot(each.start, each.end, number)
            for number, place in enumerate(wished)
            for each in place.occurrences
        )
        self._between = self._words_between(amounts)
        whole = tuple(cue for _, cue in strategy.after_each)
        self._behind = {at for at, spot in enumerate(self.spots) if follows(sentence, whole, spot.end, cues)}

    @property
    def is_said(self) -> bool:
        """Whether any of the words stands where it counts."""
        return bool(self._between or self._behind)

    def is_cut(self, number: int) -> bool:
        """Whether one of the words stands behind this spot and before the next."""
        return number in self._between or number in self._behind

    def is_joined(self, *, is_between: bool) -> bool:
        """Whether a word stands between two places, or one behind each of them: behind one is enough unless
        they are said to have something between them."""
        each = self._strategy.after_each
        return bool(self._between) or any(
            self._is_after_each(first if is_between else "", whole) for first, whole in each
        )

    def _words_between(self, amounts: Sequence[tuple[int, int]]) -> set[int]:
        sentence, spots, words = self._sentence, self.spots, self._strategy.between
        short = tuple(word for word in words if len(word) == 1)
        apart = {at for at in range(len(spots) - 1) if spots[at].number != spots[at + 1].number}
        found = {
            at
            for at in apart
            if spots[at].start == spots[at + 1].start  # one word for several places (강남3구)
            or follows(sentence, short, spots[at].end, self._cues, glued=True)
        }
        ends = [spot.end for spot in spots]
        beside = {letter for start, end in amounts for letter in range(start, end + 1)}
        for hit in sentence.hits(tuple(word for word in words if len(word) > 1)):
            before = bisect_right(ends, hit.start) - 1
            if before in apart and hit.end <= spots[before + 1].start and hit.end not in beside:
                found.add(before)
        return found

    def _is_after_each(self, first: str, whole: str) -> bool:
        """The cue behind one place, and behind every other the cue or its first word, if that is asked for
        (A도 B도 괜찮)."""
        complete = 0
        for place in self._wished:
            ends = [occurrence.end for occurrence in place.occurrences]
            if any(follows(self._sentence, (whole,), end, self._cues) for end in ends):
                complete += 1
            elif first and not any(follows(self._sentence, (first,), end, self._cues) for end in ends):
                return False
        return complete > 0
