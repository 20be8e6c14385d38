"""Which of two neighbouring amounts a label speaks of, and labels that stand apart from their amount."""

from collections.abc import Sequence

from engine.convert.lexer import Token
from engine.convert.word import BOUNDED, MeaningClass, Word

Tokens = Sequence[Token]
_NONE: frozenset[int] = frozenset()
_STRICT: frozenset[MeaningClass] = frozenset({"below", "above"})
_APART_AT_MOST = 10  # words from an amount to its label (to Seoul National University Station)


def is_new_label(tokens: Tokens, between: range, tables: frozenset[int], said: Sequence[Word]) -> bool:
    """Whether a label before the right amount is another than the nearest of the words `said` before the left
    one."""
    labels = [word.labels & tables for word in said]
    nearest = next((found for found in reversed(labels) if found), _NONE)
    own = _among(tokens, between, tables)
    return bool(own) and own.isdisjoint(nearest)


def each_labelled(tokens: Tokens, between: range, right: int, tables: frozenset[int]) -> bool:
    """Whether the left amount has a label right behind it, and the right one another (50 million deposit and
    1 million a month)."""
    return _differ(_among(tokens, between, tables), _behind(tokens, right, tables))


def start_of_right(
    tokens: Tokens, between: range, right: int, tables: frozenset[int], said: Sequence[Word]
) -> int:
    """The first of the tokens between two amounts that speaks of the right one. A label between them is the
    left one's where the right one has another behind it (1.5 million a month with 30 million deposit), or
    where another stands before the right one too (3000 보증금 월세 40)."""
    if any(not word.labels.isdisjoint(tables) for word in said):
        return between.start
    labels = [(at, found) for at in between if (word := tokens[at].word) and (found := word.labels & tables)]
    if labels and labels[0][1].isdisjoint(labels[-1][1]):
        return 1 + labels[0][0]
    if not _differ(_among(tokens, between, tables), _behind(tokens, right, tables)):
        return between.start
    return 1 + max(at for at in between if (word := tokens[at].word) and word.labels & tables)


def label_apart(tokens: Tokens, first: int, last: int, stop: int, tables: frozenset[int]) -> Word | None:
    """The label of one of these tables beyond a name before or behind the tokens first:last of an amount:
    commute to Gangnam Station under 30 minutes; within 40 minutes of Gangnam Station by subway. `stop` is
    where the next amount's words begin."""
    before = tokens[max(first - _APART_AT_MOST, 0) : first]
    behind = tokens[last + 1 : min(last + 1 + _APART_AT_MOST, stop)]
    return _beyond_name(before[::-1], tables) or _beyond_name(behind, tables)


def _beyond_name(leading: Tokens, tables: frozenset[int]) -> Word | None:
    """The first label that tokens lead to. Letters that no table knows are a name only beside a joining
    word."""
    is_named = is_joined = False
    for token in leading:
        word = token.word
        if word is None:
            if token.kind not in ("mask", "gap") or token.is_mark:
                return None
            is_named, is_joined = True, is_joined or token.kind == "mask"
        elif not word.labels.isdisjoint(tables):
            return word if is_named and is_joined else None
        elif word.particle or word.joins_amounts:
            is_joined = True
        elif word.ahead or word.back or word.stands_alone:
            return None
        if word is not None and word.clause_end:
            return None
    return None


def name_as_label(tokens: Tokens, first: int, last: int, tables: frozenset[int]) -> Word | None:
    """The name of a place beside the tokens first:last of an amount, as a label of these tables: right before
    it, particles between aside (강남 30분, 판교에서 40분), or behind a word that reaches to it (30 minutes to
    Gangnam). None where no name stands there."""
    at = first - 1
    while at >= 0 and (word := tokens[at].word) and (word.particle or word.joins_amounts):
        at -= 1
    is_before = at >= 0 and tokens[at].is_name
    word = tokens[last + 1].word if last + 2 < len(tokens) and tokens[last + 2].is_name else None
    reaches = word is not None and any("between" in names for names in word.joins.values())
    return Word("", labels=set(tables)) if tables and (is_before or reaches) else None


def is_refused_choice(
    tokens: Tokens, span: range, at: int, said: Sequence[Word], *, bounded: bool = False
) -> bool:
    """Whether the word at a token of `span`, the tokens behind an amount, is a choice that is taken back.
    Behind a range (`bounded`) or a bound, among the words `said` before the amount or those up to the choice,
    that speaks of the choice alone (5억 이하 전세 말고 매매), unless a strict one stands right before it and
    nothing takes its place (1억 미만 전세는 빼고)."""
    word = tokens[at].word
    if word is None or not word.choices:
        return False
    passed = [token.word for token in tokens[max(span.start, at - _APART_AT_MOST) : at] if token.word]
    names = (name for each in (*said, *passed) for name in (*each.before.values(), *each.after.values()))
    if not bounded and BOUNDED.isdisjoint(names):
        return False
    behind = (token.word for token in tokens[at + 1 : min(at + 1 + _APART_AT_MOST, span.stop)])
    follows = next((each for each in behind if each is None or not each.particle), None)
    if follows is None or not follows.refuses:
        return False
    if not passed or _STRICT.isdisjoint(passed[-1].after.values()):
        return True
    later = (token.word for token in tokens[at + 1 : at + 1 + _APART_AT_MOST])
    is_replaced = any(each is not None and each.choices.keys() & word.choices.keys() for each in later)
    return is_replaced or any("instead" in names for names in follows.joins.values())


def _among(tokens: Tokens, between: range, tables: frozenset[int]) -> frozenset[int]:
    return frozenset(t for at in between if (word := tokens[at].word) for t in word.labels & tables)


def _behind(tokens: Tokens, amount: int, tables: frozenset[int]) -> frozenset[int]:
    """The tables whose label stands behind an amount, but for the label of a further amount."""
    found = _NONE
    for token in tokens[amount + 1 : amount + 1 + _APART_AT_MOST]:
        if token.word is None or token.word.clause_end:
            return _NONE if token.amount is not None else found
        found = found or frozenset(token.word.labels & tables)
        if not (token.word.particle or token.word.labels & tables):
            return found
    return found


def _differ(one: frozenset[int], other: frozenset[int]) -> bool:
    return bool(one) and bool(other) and one.isdisjoint(other)
