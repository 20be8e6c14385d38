"""Phrases that are joined state one thing together: ranges, corrections, amounts give or take another."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from engine.convert.disputes import distinct, other_ends, without
from engine.convert.meaning import Interval, Modifiers, interval
from engine.convert.pairs import is_telephone, pair_statements
from engine.convert.phrases import Choice, Phrase
from engine.convert.result import Why
from engine.convert.statements import Failure, Resolver, Statement
from engine.convert.word import BOUNDED, MeaningClass

Stated = list[Statement | Failure]
_UPPER: frozenset[MeaningClass] = frozenset({"at_most", "below"})
_LOWER: frozenset[MeaningClass] = BOUNDED - _UPPER


def state(resolver: Resolver, phrases: list[Phrase]) -> Stated:
    """What the phrases state, in the order of the text, corrections carried out."""
    found: Stated = []
    at = 0
    only: frozenset[int] | None = None
    while at < len(phrases):
        left = phrases[at]
        right = phrases[at + 1] if at + 1 < len(phrases) else None
        is_third = only is None and at + 2 < len(phrases)  # whether another amount stands behind the two
        if is_third and _is_replaced_pair(resolver, phrases[at : at + 2 + 2]):
            found.extend(_failure(phrase, "corrected") for phrase in phrases[at : at + 2])
            at += 2
            continue
        ranged = _pair_with_range(resolver, phrases[at : at + 1 + 2]) if is_third else None
        taken, stated, only = (
            (len(ranged) + 1, ranged, None) if ranged else _next(resolver, left, right, only)
        )
        found.extend(stated)
        at += taken
    return _widened(_corrected(found)) if len(found) > 1 else found


def _next(
    resolver: Resolver, left: Phrase, right: Phrase | None, only: frozenset[int] | None
) -> tuple[int, Stated, frozenset[int] | None]:
    """How many phrases were used, what they state, and the tables that the next phrase is confined to."""
    if left.joined is None or right is None:
        alike = right and (
            _counted_alike(resolver, left, right, only) or _bounded_alike(resolver, left, right, only)
        )
        return 1, [_single(resolver, left, only)], alike or None
    is_number = is_telephone(resolver, left, right)
    pair = pair_statements(resolver, left, right) if only is None and not is_number else None
    if pair is not None:
        return 2, list(pair), None
    if is_number or _is_fraction(left, right) or _is_lot_number(resolver, left, right, only):
        return 2, [_failure(left, "refused"), _failure(right, "refused")], None
    classes = left.joined.classes
    if "instead" in classes or ("between" in classes and _replaces(right)):
        return 1, [_failure(left, "corrected")], _corrected_of(resolver, left, right, only)
    if only is None and _are_pair(resolver, left, right):
        return 1, [_single(resolver, left, only)], None
    if classes & {"between", "plus_minus"}:
        together = _together(resolver, left, right, only, around="plus_minus" in classes)
        if together is not None:
            return 2, [together], None
    if "either" not in classes:
        return 1, [_single(resolver, left, only)], None
    shared = not left.amount.readings
    stated = _shared(resolver, left, right, only) if shared else _single(resolver, left, only)
    return 1, [stated], _listed_with(resolver, left, right, only)


def _is_fraction(left: Phrase, right: Phrase) -> bool:
    """Whether a slash parts two digits of which the second alone has a unit: 1/2억."""
    numbers = (left.amount.number, right.amount.number)
    bare = not (left.readings or left.before)
    return left.opens_pair and bare and bool(right.readings) and all(each.digits == 1 for each in numbers)


def _is_lot_number(resolver: Resolver, left: Phrase, right: Phrase, only: frozenset[int] | None) -> bool:
    """Whether a dash parts two mere numbers of which one is not round enough for the table of their label:
    전세 12-3."""
    if left.joined is None or not left.joined.pairs or "between" not in left.joined.classes:
        return False
    if not all(phrase.amount.number.digits and not phrase.readings for phrase in (left, right)):
        return False
    choice = resolver.choose(left, only)
    if not isinstance(choice, Choice) or choice.table.round_before_label is None:
        return False
    unit = choice.table.round_before_label
    return any(phrase.amount.number.low % unit for phrase in (left, right))


def _is_replaced_pair(resolver: Resolver, phrases: list[Phrase]) -> bool:
    """Whether the first two are a pair in whose place the next amount or pair stands: 1000/50 말고 500/60,
    1000/50에서 500/60으로 바꿔줘."""
    if phrases[1].joined is None:
        return False
    classes = phrases[1].joined.classes
    changed = "between" in classes and _replaces(phrases[-1])
    if not (changed or "instead" in classes):
        return False
    return pair_statements(resolver, phrases[0], phrases[1]) is not None or _are_pair(resolver, *phrases[:2])


def _are_pair(resolver: Resolver, left: Phrase, right: Phrase) -> bool:
    """Whether two neighbours say by their labels what a pair says (보증금 1000 월세 50)."""
    if not left.linked:
        return False
    choices = (resolver.choose(left), resolver.choose(right))
    named = {choice.table for choice in choices if isinstance(choice, Choice) and choice.labelled}
    return any(named == {pair.first, pair.second} for pair in resolver.book.pairs)


def _pair_with_range(resolver: Resolver, phrases: list[Phrase]) -> Stated | None:
    """A pair of which one is a range: 1000/50~60, 500~1000/50."""
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
    resolver: Resolver, left: Phrase, right: Phrase, only: frozenset[int] | None
) -> frozenset[int] | None:
    """The left amount's table, when the right one is counted the same way and has no label: 방 2개 이상 3개
    이하."""
    if not left.linked or not right.amount.counters:
        return None
    if right.amount.counters != left.amount.counters or any(word.labels for word in right.before):
        return None
    return _confined(resolver, left, right, only)


def _bounded_alike(
    resolver: Resolver, left: Phrase, right: Phrase, only: frozenset[int] | None
) -> frozenset[int] | None:
    """The table that the left amount's label names, when the right one without a label before it ends what
    the left one begins: 월세 40 이상 60 이하, 보증금 최소 1천 최대 3천."""
    if not left.linked or any(not word.labels.isdisjoint(right.tables) for word in right.before):
        return None
    choice = resolver.choose(left, only)
    if not isinstance(choice, Choice) or not (choice.labelled or only):
        return None
    table = choice.table
    other = resolver.choose(right, frozenset({table.index}))
    if not isinstance(other, Choice):
        return None
    one, two = (resolver.modifiers(phrase, table).bound for phrase in (left, right))
    rises = one in _LOWER and two in _UPPER and choice.high <= other.low
    falls = one in _UPPER and two in _LOWER and other.high <= choice.low
    return frozenset({table.index}) if rises or falls else None


def _confined(
    resolver: Resolver, left: Phrase, right: Phrase, only: frozenset[int] | None
) -> frozenset[int] | None:
    """The left amount's table, when the right one has no unit of its own."""
    if right.amount.readings or right.opens_pair:
        return None
    choice = resolver.choose(left, only)
    if not isinstance(choice, Choice) or choice.table.index not in right.tables:
        return None
    return frozenset({choice.table.index})


def _corrected_of(
    resolver: Resolver, left: Phrase, right: Phrase, only: frozenset[int] | None
) -> frozenset[int] | None:
    """The table of the amount that is taken back: what takes its place is of it too, unless it has a label
    (도보 10분 말고 5분)."""
    if not right.amount.readings:
        return _confined(resolver, left, right, only)
    around = (*right.before, *right.after)
    if right.opens_pair or any(not word.labels.isdisjoint(right.tables) for word in around):
        return None
    choice = resolver.choose(left, only)
    if (
        not isinstance(choice, Choice)
        or not (choice.labelled or only)
        or choice.table.index not in right.tables
    ):
        return None
    return frozenset({choice.table.index})


def _listed_with(
    resolver: Resolver, left: Phrase, right: Phrase, only: frozenset[int] | None
) -> frozenset[int] | None:
    """The table of the amount with which the right one is listed, when that has no unit, or no label and
    would mean nothing else (도보 5분이나 10분)."""
    if not right.amount.readings:
        return _confined(resolver, left, right, only)
    choice = resolver.choose(left, only)
    if not isinstance(choice, Choice) or not choice.table.needs_label:
        return None
    if any(not word.labels.isdisjoint(right.tables) for word in right.after):
        return None
    return _corrected_of(resolver, left, right, only)


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
    if said.is_no_wish or behind.is_no_wish:
        return Failure(left.first, right.last, "ignored")
    other: tuple[Interval, ...] = ()
    if around:
        meant = Interval(max(first.low - second.high, Decimal(0)), first.high + second.high, "closed")
    else:
        if said.plain and behind.has("about") and behind.bound is None:
            said = Modifiers(("about",))
        meant = _range(_end(first, said), _end(second, behind), said, behind)
        other = distinct(_other_ranges((left, right), both, said, behind), meant)
    if behind.has("except"):
        return Failure(left.first, right.last, "excluded")
    labelled = first if first.labelled else second
    stated = resolver.statement(first.table, meant, (left, right), labelled, behind)
    stated.other = other
    return stated


def _other_ranges(
    phrases: tuple[Phrase, Phrase], choices: tuple[Choice, Choice], said: Modifiers, behind: Modifiers
) -> Iterator[Interval]:
    """The range with one of its ends read otherwise: 5~6억대 up to 6억, 5억~9억5 up to 9억 5만."""
    low, high = _end(choices[0], said), _end(choices[1], behind)
    for one in other_ends(phrases[0], choices[0], said):
        if isinstance(one, Interval):
            yield _range(one, high, said, behind)
    for one in other_ends(phrases[1], choices[1], behind):
        if isinstance(one, Interval):
            yield _range(low, one, said, behind)
    if choices[1].table.second.between is not None and said.plain and behind.has("band"):
        yield _range(low, _end(choices[1], without(behind, "band")), said, behind)


def _range(low: Interval, high: Interval, said: Modifiers, behind: Modifiers) -> Interval:
    """From the lower end of the first to the upper end of the second, turned when written high to low."""
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
    """An amount without a unit in a list is meant like the next one (5,6억 정도), if that may be of its table
    (not 방 3개, 10억 이하)."""
    choice = resolver.choose(left, only)
    if isinstance(choice, str) or choice.table.index not in right.tables:
        return _single(resolver, left, only)
    if not resolver.modifiers(left, choice.table).plain:
        return _single(resolver, left, only)
    alike = replace(left, before=[*left.before, *right.before], after=right.after)
    stated = resolver.single(alike, choice)
    return _failure(left, stated) if isinstance(stated, str) else stated


def _corrected(found: Stated) -> Stated:
    """Corrections: exclusions with another amount of the same table right behind, and what such an amount
    takes the place of; unless both limit the table from different sides (6억 초과 빼고 4억 이상)."""
    out = list(found)
    for at, (stated, following) in enumerate(pairwise(found)):
        if (
            isinstance(stated, Statement)
            and isinstance(following, Statement)
            and following.table is stated.table
            and (stated.excluded or (following.replaces and not _is_listed(stated)))
            and not _opposite(stated.meant, following.meant)
        ):
            out[at] = Failure(stated.first, stated.last, "corrected")
    return out


def _widened(found: Stated) -> Stated:
    """Of two alternatives that share a label and bound the same end the wider counts (도보 10분이나 5분)."""
    for one, other in pairwise(found):
        if not (isinstance(one, Statement) and isinstance(other, Statement) and other.table is one.table):
            continue
        if one.table.needs_label and _is_listed(one):
            other.meant = _wider(one.meant, other.meant)
    return found


def _wider(one: Interval, other: Interval) -> Interval:
    """The wider of two bounds of one end, else the second."""
    if one.kind != "bound" or other.kind != "bound":
        return other
    if one.high is not None and other.high is not None and one.high > other.high:
        return one
    return one if one.low is not None and other.low is not None and one.low < other.low else other


def _is_listed(stated: Statement) -> bool:
    """Whether another amount is an alternative to this one: 20평대나 30평대로 이사."""
    joined = stated.phrases[-1].joined
    return joined is not None and "either" in joined.classes


def _opposite(one: Interval, other: Interval) -> bool:
    return one.kind == other.kind == "bound" and (one.low is None) != (other.low is None)
