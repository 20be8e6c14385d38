"""Two amounts in one breath: 1000/50, 5천-80, 오백에 사십, 80에 보증금 3천."""

from engine.convert.disputes import distinct, other_readings
from engine.convert.meaning import Modifiers, interval
from engine.convert.phrases import Choice, Phrase
from engine.convert.statements import Resolver, Statement
from engine.convert.tables import Pair, Table

Ordered = tuple[Choice, Choice]
_ROUND = 10  # what amounts of money are multiples of, and the numbers of houses and telephones seldom


def pair_statements(resolver: Resolver, left: Phrase, right: Phrase) -> tuple[Statement, Statement] | None:
    """What a pair of neighbours states, in the order of the text; None when they are no pair."""
    if left.joined is None:
        return None
    for index in sorted(left.joined.pairs):
        pair = resolver.book.pairs[index]
        ordered = _ordered(resolver, pair, left, right)
        if ordered is not None:
            return _stated(resolver, pair, (left, right), ordered)
    return None


def _ordered(resolver: Resolver, pair: Pair, left: Phrase, right: Phrase) -> Ordered | None:
    """The tables of the two: the label of the second decides, else the first amount is the pair's first when
    it is the larger one. What is too much for the pair's second may still follow one that is labelled so (월
    80에 3천)."""
    left_labels, right_labels = _labels(resolver, left), _labels(resolver, right)
    for labels in (left_labels, right_labels):
        if labels and not any(_is_of(resolver, pair, table) for table in labels):
            return None
    if pair.second.index not in right_labels and _is_of_other_deal(pair, left):
        return None
    natural = _choices(resolver, left, pair.first, right, pair.second)
    swapped = _choices(resolver, left, pair.second, right, pair.first) if pair.labelled_wins else None
    if natural and not (_fits(pair, natural[1]) and _is_first(pair, natural[0], left_labels)):
        natural = None
    if swapped and not _fits(pair, swapped[0]):
        swapped = None
    if pair.first.index in right_labels:
        return swapped
    larger = natural is not None and natural[0].low > natural[1].high and not _is_address(left, right)
    if natural and (pair.second.index in right_labels or larger):
        return natural
    return swapped if natural is None and pair.second.index in left_labels else None


def _is_address(left: Phrase, right: Phrase) -> bool:
    """Whether a dash joins two mere numbers of which the first is not round: 역삼동 123-45."""
    return not left.before and _are_mere(left, right) and bool(left.amount.number.low % _ROUND)


def is_telephone(resolver: Resolver, left: Phrase, right: Phrase) -> bool:
    """Whether a dash joins two mere numbers behind a label of a pair, of which the last is too much for the
    pair's second and not round: 월세 555-1234."""
    if left.joined is None or not _are_mere(left, right):
        return False
    labels, last = _labels(resolver, left), right.amount.number.low
    pairs = (resolver.book.pairs[index] for index in left.joined.pairs)
    limits = (
        pair.second_at_most for pair in pairs if not labels.isdisjoint({pair.first.index, pair.second.index})
    )
    return bool(last % _ROUND) and any(limit is not None and last > limit for limit in limits)


def _are_mere(left: Phrase, right: Phrase) -> bool:
    """Whether a dash joins two numbers in digits without a unit."""
    if left.joined is None or "between" not in left.joined.classes:
        return False
    return all(phrase.amount.number.digits and not phrase.readings for phrase in (left, right))


def _labels(resolver: Resolver, phrase: Phrase) -> set[int]:
    """The tables that labels before the amount name, but for those that do not accept it (입주 1000/50)."""
    named = {table for word in phrase.before for table in word.labels}
    return {table for table in named if isinstance(resolver.choose(phrase, frozenset({table})), Choice)}


def _is_of_other_deal(pair: Pair, phrase: Phrase) -> bool:
    """Whether the deal named before an amount is none that the pair is about: 전세 4억 / 59."""
    named = {deal for word in phrase.before for values in word.choices.values() for deal in values}
    return bool(named) and named.isdisjoint(pair.first.deals)


def _is_of(resolver: Resolver, pair: Pair, table: int) -> bool:
    return resolver.book.tables[table].scale in (pair.first.scale, pair.second.scale)


def _choices(resolver: Resolver, left: Phrase, one: Table, right: Phrase, other: Table) -> Ordered | None:
    first, second = (
        resolver.choose(left, frozenset({one.index})),
        resolver.choose(right, frozenset({other.index})),
    )
    return (first, second) if isinstance(first, Choice) and isinstance(second, Choice) else None


def _fits(pair: Pair, choice: Choice) -> bool:
    return pair.second_at_most is None or choice.high <= pair.second_at_most


def _is_first(pair: Pair, choice: Choice, labels: set[int]) -> bool:
    """Whether the amount is enough for the pair's first, or labelled so: 12/5 is a day of the year."""
    enough = pair.first_at_least is None or choice.low >= pair.first_at_least
    return enough or pair.first.index in labels


def _opposite(one: Modifiers, other: Modifiers) -> bool:
    """Whether one amount is bounded from above and the other from below."""
    bounds = (one.bound, other.bound)
    return None not in bounds and len({bound in ("at_most", "below") for bound in bounds}) > 1


def _stated(
    resolver: Resolver, pair: Pair, phrases: tuple[Phrase, Phrase], ordered: Ordered
) -> tuple[Statement, Statement] | None:
    """Both statements; words around the pair speak of both amounts, unless the first has its own or they make
    a band of the last (3천에 50만원대). Where that is disputed, the first may be meant without them."""
    said = [resolver.modifiers(phrase, choice.table) for phrase, choice in zip(phrases, ordered, strict=True)]
    if _opposite(said[0], said[1]):
        return None  # 9억 이하 / 84 이상
    alone = pair.last_alone and said[0].plain and not said[1].plain
    if said[0].plain and not said[1].has("band"):
        said[0] = said[1]
    elif said[1].plain and not phrases[0].after:
        said[1] = said[0]
    found: list[Statement] = []
    for choice, modifiers, phrase in zip(ordered, said, phrases, strict=True):
        meant = interval(choice.table, choice.low, choice.high, modifiers, labelled=True)
        if isinstance(meant, str):
            return None
        statement = resolver.statement(choice.table, meant, (phrase,), choice, modifiers)
        statement.rule, statement.sets = pair.rule, pair.sets
        statement.other = other_readings(phrase, choice, modifiers, meant)
        found.append(statement)
    if alone:
        table, low, high, _ = ordered[0]
        plain = interval(table, low, high, Modifiers(), labelled=True)
        found[0].other = distinct((*found[0].other, plain), found[0].meant)
    return found[0], found[1]
