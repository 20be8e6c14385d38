"""Phrases that are joined state one thing together: ranges, corrections, amounts give or take another."""

from dataclasses import replace
from decimal import Decimal

from engine.convert.meaning import Interval, Modifiers, interval
from engine.convert.pairs import pair_statements
from engine.convert.phrases import Phrase
from engine.convert.result import Why
from engine.convert.statements import Choice, Failure, Resolver, Statement

Stated = list[Statement | Failure]


def state(resolver: Resolver, phrases: list[Phrase]) -> Stated:
    """What the phrases state, in the order of the text, corrections carried out."""
    found: Stated = []
    at = 0
    only: frozenset[int] | None = None
    while at < len(phrases):
        left = phrases[at]
        right = phrases[at + 1] if at + 1 < len(phrases) else None
        ranged = _pair_with_range(resolver, phrases[at : at + 1 + 2]) if only is None else None
        taken, stated, only = (
            (len(ranged) + 1, ranged, None) if ranged else _next(resolver, left, right, only)
        )
        found.extend(stated)
        at += taken
    return _corrected(found)


def _next(
    resolver: Resolver, left: Phrase, right: Phrase | None, only: frozenset[int] | None
) -> tuple[int, Stated, frozenset[int] | None]:
    """How many phrases were used, what they state, and the tables that the next phrase is confined to."""
    if left.joined is None or right is None:
        return 1, [_single(resolver, left, only)], _counted_alike(resolver, left, right, only)
    pair = pair_statements(resolver, left, right) if only is None else None
    if pair is not None:
        return 2, list(pair), None
    classes = left.joined.classes
    if "instead" in classes or ("between" in classes and _replaces(right)):
        return 1, [_failure(left, "corrected")], _confined(resolver, left, right, only)
    if classes & {"between", "plus_minus"}:
        together = _together(resolver, left, right, only, around="plus_minus" in classes)
        if together is not None:
            return 2, [together], None
    if "either" not in classes:
        return 1, [_single(resolver, left, only)], None
    shared = not left.amount.readings
    stated = _shared(resolver, left, right, only) if shared else _single(resolver, left, only)
    return 1, [stated], _confined(resolver, left, right, only)


def _pair_with_range(resolver: Resolver, phrases: list[Phrase]) -> Stated | None:
    """A pair of which one is a range: 1000/50~60, 500~1000/50."""
    if len(phrases) < 1 + 2:
        return None
    left, middle, right = phrases
    if left.joined is None or middle.joined is None:
        return None
    clear = "between" not in left.joined.classes or not middle.joined.pairs  # of 3-50-60 nothing is clear
    if left.joined.pairs and "between" in middle.joined.classes and clear:
        pair = pair_statements(resolver, left, middle)
        ends, at = (middle, right), 1
    elif "between" in left.joined.classes and middle.joined.pairs:
        pair = pair_statements(resolver, middle, right)
        ends, at = (left, middle), 0
    else:
        return None
    if pair is None:
        return None
    ranged = _together(resolver, *ends, frozenset({pair[at].table.index}), around=False)
    if not isinstance(ranged, Statement):
        return None
    ranged.rule, ranged.sets = pair[at].rule, pair[at].sets
    return [pair[0], ranged] if at else [ranged, pair[1]]


def _replaces(phrase: Phrase) -> bool:
    return any("replaces" in word.after.values() for word in phrase.after)


def _counted_alike(
    resolver: Resolver, left: Phrase, right: Phrase | None, only: frozenset[int] | None
) -> frozenset[int] | None:
    """The left amount's table, when the right one is counted the same way and has no label: 방 2개 이상 3개
    이하."""
    if right is None or not left.linked or not right.amount.counters:
        return None
    if right.amount.counters != left.amount.counters or any(word.labels for word in right.before):
        return None
    return _confined(resolver, left, right, only)


def _confined(
    resolver: Resolver, left: Phrase, right: Phrase, only: frozenset[int] | None
) -> frozenset[int] | None:
    """The left amount's table, when the right one has no unit of its own."""
    choice = resolver.choose(left, only) if not right.amount.readings else None
    return frozenset({choice.table.index}) if isinstance(choice, Choice) else None


def _single(resolver: Resolver, phrase: Phrase, only: frozenset[int] | None) -> Statement | Failure:
    choice = resolver.choose(phrase, only)
    stated = choice if isinstance(choice, str) else resolver.single(phrase, choice)
    return _failure(phrase, stated) if isinstance(stated, str) else stated


def _failure(phrase: Phrase, why: Why) -> Failure:
    return Failure(phrase.first, phrase.last, why)


def _choose_both(
    resolver: Resolver, left: Phrase, right: Phrase, only: frozenset[int] | None
) -> tuple[Choice, Choice] | None:
    """One table for both: the one that a label of either names."""
    first = resolver.choose(left, only)
    if isinstance(first, Choice) and first.labelled:
        second = resolver.choose(right, frozenset({first.table.index}))
    else:
        second = resolver.choose(right, only)
        if isinstance(second, Choice):
            first = resolver.choose(left, frozenset({second.table.index}))
    return (first, second) if isinstance(first, Choice) and isinstance(second, Choice) else None


def _together(
    resolver: Resolver, left: Phrase, right: Phrase, only: frozenset[int] | None, *, around: bool
) -> Statement | Failure | None:
    both = _choose_both(resolver, left, right, only)
    if both is None:
        return None
    first, second = both
    said, behind = resolver.modifiers(left, first.table), resolver.modifiers(right, second.table)
    if said.has("ignore") or behind.has("ignore"):
        return Failure(left.first, right.last, "ignored")
    if around:
        meant = Interval(max(first.low - second.high, Decimal(0)), first.high + second.high, "closed")
    else:
        meant = _range(first, second, said, behind)
    if behind.has("except"):
        return Failure(left.first, right.last, "excluded")
    labelled = first if first.labelled else second
    return resolver.statement(first.table, meant, (left, right), labelled, behind)


def _range(first: Choice, second: Choice, said: Modifiers, behind: Modifiers) -> Interval:
    """From the lower end of the first to the upper end of the second, turned when written high to low."""
    if said.plain and behind.has("about") and behind.bound is None:
        said = Modifiers(("about",))
    low = _end(first, said)
    high = _end(second, behind)
    if behind.bound in ("at_least", "above") and said.bound not in ("at_most", "below"):
        return Interval(high.low, None, "bound") if said.plain else Interval(low.low, None, "bound")
    start = low.low if low.low is not None else low.high
    end = high.high if high.high is not None else high.low
    if start is not None and end is not None and start > end:
        start = high.low if high.low is not None else end
        end = low.high if low.high is not None else low.low
    return Interval(start, end, "closed")


def _end(choice: Choice, said: Modifiers) -> Interval:
    plain = Interval(choice.low, choice.high, "closed")
    meant = plain if said.plain else interval(choice.table, choice.low, choice.high, said, labelled=True)
    return meant if isinstance(meant, Interval) else plain


def _shared(
    resolver: Resolver, left: Phrase, right: Phrase, only: frozenset[int] | None
) -> Statement | Failure:
    """An amount without a unit in a list is meant like the next one: 5,6억 정도."""
    choice = resolver.choose(left, only)
    if isinstance(choice, str) or not resolver.modifiers(left, choice.table).plain:
        return _single(resolver, left, only)
    alike = replace(left, before=[*left.before, *right.before], after=right.after)
    stated = resolver.single(alike, choice)
    return _failure(left, stated) if isinstance(stated, str) else stated


def _corrected(found: Stated) -> Stated:
    """Corrections: exclusions with another amount of the same table right behind, and what such an amount
    takes the place of; unless both limit the table from different sides (6억 초과 빼고 4억 이상)."""
    out: Stated = []
    for stated, following in zip(found, [*found[1:], None], strict=False):
        if (
            isinstance(stated, Statement)
            and isinstance(following, Statement)
            and following.table is stated.table
            and (stated.excluded or following.replaces)
            and not _opposite(stated.meant, following.meant)
        ):
            out.append(Failure(stated.first, stated.last, "corrected"))
        else:
            out.append(stated)
    return out


def _opposite(one: Interval, other: Interval) -> bool:
    return one.kind == other.kind == "bound" and (one.low is None) != (other.low is None)
