"""Amounts with the words that belong to them, and the words that join two amounts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from engine.convert.amounts import Amount, OnScale
from engine.convert.context import is_loose_sign
from engine.convert.exclusions import shared_exclusion, taken_back
from engine.convert.labels import (
    each_labelled,
    is_new_label,
    is_refused_choice,
    label_apart,
    name_as_label,
    start_of_right,
)
from engine.convert.lexer import Token
from engine.convert.spelling import is_latin, is_letter
from engine.convert.tables import Rulebook, Table
from engine.convert.word import BOUNDED, JoinClass, Word
from engine.places.jamo import is_syllable

Tokens = Sequence[Token]
_CORRECTIONS: frozenset[JoinClass] = frozenset({"instead"})


@dataclass(slots=True, eq=False)
class Join:
    """What stands between two amounts: the classes of the joining word for the tables both may be of, and its
    token."""

    token: int
    classes: frozenset[JoinClass]
    pairs: frozenset[int]


def _no_words() -> list[Word]:
    return []


@dataclass(slots=True, eq=False)
class Phrase:
    """An amount with the words before and behind that speak of it, at tokens first:last.

    `token` is the amount's. `readings` are the amount's own, or those it takes from a neighbour; `tables`
    those it may be of, `joined` what joins it to the next phrase, `linked` whether only words stand between
    them, `multiplier` what it shares of the next number (8~9천), `stands_free` whether its number is a word
    of its own but for letters behind it, `ends_range` whether it is the second end of a range."""

    token: int
    amount: Amount
    readings: tuple[OnScale, ...]
    tables: frozenset[int]
    first: int
    last: int
    before: list[Word] = field(default_factory=_no_words)
    after: list[Word] = field(default_factory=_no_words)
    joined: Join | None = None
    linked: bool = False
    multiplier: Decimal = Decimal(1)
    stands_free: bool = False
    ends_range: bool = False

    @property
    def opens_pair(self) -> bool:
        """Whether it is joined to the next amount as a pair and as nothing else (1000/50)."""
        return self.joined is not None and bool(self.joined.pairs) and not self.joined.classes

    def reading_on(self, scale: int) -> OnScale | None:
        """Its reading on that scale."""
        for reading in self.readings:
            if reading.scale == scale:
                return reading
        return None


class Choice(NamedTuple):
    """The table that a phrase is of, with its value there."""

    table: Table
    low: Decimal
    high: Decimal
    labelled: bool


def phrases_of(
    tokens: Tokens, muted: Sequence[bool], book: Rulebook, complained_of: frozenset[int] = frozenset()
) -> list[Phrase]:
    """The phrases in the order of the text; amounts in muted places are left out, and one that is complained
    of gives way to the next that it may be of one table with."""
    found = [
        _phrase(tokens, index, token.amount, book)
        for index, token in enumerate(tokens)
        if token.amount is not None and token.kind == "amount" and not muted[index]
    ]
    left = None
    for right in found:
        _look_back(tokens, right, left)
        if left is not None and left.token in complained_of and _shared(left, right):
            left.joined = Join(left.token, _CORRECTIONS, frozenset())
        left = right
    if left is not None:
        _look_ahead(tokens, left, len(tokens))
    if len(found) > 1:
        found = _with_shared_exclusions(tokens, found)
    _look_apart(tokens, found, book)
    return found


def _with_shared_exclusions(tokens: Tokens, found: list[Phrase]) -> list[Phrase]:
    """The phrases, two that are taken back together as one, unless a word puts the next in their place."""
    kept: list[Phrase] = []
    for phrase in found:
        left = kept[-1] if kept else None
        is_apart = phrase.joined is None or phrase.joined.token == phrase.token
        if left is not None and is_apart and shared_exclusion(tokens, left, phrase):
            left.after, left.last, left.joined = [*left.after, *phrase.after], phrase.last, None
        else:
            kept.append(phrase)
    return kept


def _look_apart(tokens: Tokens, found: list[Phrase], book: Rulebook) -> None:
    """Labels beyond a name, or names that are labels, for amounts that mean nothing without one."""
    stop = len(tokens)
    for phrase in reversed(found):
        tables = phrase.tables & book.needy
        if tables and all(tables.isdisjoint(word.labels) for word in (*phrase.before, *phrase.after)):
            apart = label_apart(tokens, phrase.first, phrase.last, stop, tables)
            apart = apart or name_as_label(tokens, phrase.first, phrase.last, tables & book.placed)
            phrase.before[:0] = [apart] if apart else []
        stop = phrase.first


def _phrase(tokens: Tokens, index: int, amount: Amount, book: Rulebook) -> Phrase:
    """The phrase of an amount alone; a unit in Latin letters or signs may stand before it (KRW 900), and says
    nothing more where it has one of its own (KRW 1.5 billion)."""
    word = tokens[index - 1].word if index else None
    is_unit = word is not None and bool(word.units) and not is_syllable(word.text[0])
    own = [reading for reading in amount.readings if reading.scale in word.units] if word and is_unit else []
    if word and own:
        return Phrase(index, amount, tuple(own), book.tables_of(word.units), index - 1, index)
    if word and is_unit and not (amount.readings or amount.counters):
        number = amount.number
        readings = tuple(
            OnScale(
                scale=scale,
                low=number.low * factor,
                high=number.high * factor,
                end=amount.end,
                factor=factor,
                reach=amount.end,
            )
            for scale, factor in word.units.items()
        )
        return Phrase(index, amount, readings, book.tables_of(word.units), index - 1, index)
    free = bool(amount.number.digits) and _stands_free(tokens, index)
    return Phrase(index, amount, amount.readings, _tables(amount, book), index, index, stands_free=free)


def _stands_free(tokens: Tokens, index: int) -> bool:
    """Whether a word begins with the number at a token, and at most letters, a mark that ends a clause or a
    slash stand right behind it (84는, but not 9:59 and 59-)."""
    before = tokens[index - 1].word if index else None
    if index and not tokens[index].spaced and not (before and _only_pairs(before)):
        return False
    if index + 1 == len(tokens) or tokens[index + 1].spaced:
        return True
    word = tokens[index + 1].word
    return word is not None and (is_letter(word.text[0]) or word.clause_end or _only_pairs(word))


def _only_pairs(word: Word) -> bool:
    """Whether the word joins pairs and nothing else: the slash of 84/12억."""
    return bool(word.pairs) and not word.joins


def _tables(amount: Amount, book: Rulebook) -> frozenset[int]:
    if amount.readings:
        return book.tables_of([reading.scale for reading in amount.readings])
    if amount.number.native and not amount.counters:
        return book.counted
    return amount.counters & book.labelled if amount.counters else book.labelled


def _look_back(tokens: Tokens, right: Phrase, left: Phrase | None) -> None:
    """Share out the words between an amount and the one before it."""
    start = _prefix(tokens, right, left)
    if left is not None:
        left.linked = all(tokens[index].kind == "word" for index in range(left.token + 1, right.token))
        left.joined = _join(tokens, left, right, start) if left.linked else None
        right.ends_range = left.joined is not None and "between" in left.joined.classes
        if left.joined is not None:
            start = max(start, left.joined.token + 1)
        elif left.linked:
            start = start_of_right(
                tokens, range(start, right.token), right.token, _shared(left, right), left.before
            )
        _look_ahead(tokens, left, left.joined.token if left.joined else start)
    while start < right.token and _is_mere_particle(tokens[start].word, right.tables):
        start += 1
    right.before = [word for index in range(start, right.token) if (word := tokens[index].word)]
    right.first = start + (start < right.token and _belongs_to_name(tokens, start))


def _prefix(tokens: Tokens, phrase: Phrase, left: Phrase | None) -> int:
    """The first token of those right before an amount that speak of what follows them."""
    start, stop = phrase.first, left.token if left else -1
    bounded = left is not None and any(not BOUNDED.isdisjoint(word.before.values()) for word in left.before)
    while start - 1 > stop:
        word = tokens[start - 1].word
        if word is None or not (word.particle or not word.ahead.isdisjoint(phrase.tables)):
            break
        if word.clause_end and phrase.tables.isdisjoint(word.before):
            break
        if start < phrase.token and len(word.text) == 1 and not (word.particle or word.labels):
            break  # 한 and 약 stand right before their amount
        closes = not bounded and bool(word.after) and _closes(tokens, start - 1, stop)
        if start < phrase.token and closes:
            break
        start -= 1
    return start


def _closes(tokens: Tokens, at: int, stop: int) -> bool:
    """Whether the word at a token ends what is said of the amount at `stop`: 6억이 최대고, 20평."""
    behind, between = tokens[at + 1], tokens[stop + 1 : at]
    if stop < 0 or len(between) > 1 or behind.spaced or not (behind.word and behind.word.particle):
        return False
    return all(token.word is not None and token.word.particle for token in between)


def _look_ahead(tokens: Tokens, phrase: Phrase, stop: int) -> None:
    """The words behind an amount, up to the first that does not speak of what stands before it."""
    end = phrase.token + 1
    while end < stop:
        word = tokens[end].word
        if word is None:
            break
        if past := taken_back(tokens, end, stop, phrase.tables):
            end = past
            continue
        if _is_referred_to(tokens, end, stop):
            end += 1
            continue
        if not _speaks_back(word, phrase) or not _ends_well(tokens, end, phrase):
            break
        if is_loose_sign(tokens, end):
            break
        behind = range(phrase.token + 1, stop)
        if is_refused_choice(tokens, behind, end, phrase.before, bounded=phrase.ends_range):
            break
        if word.clause_end and phrase.tables.isdisjoint(word.after):
            break
        end += 1
    while end - 1 > phrase.token and _is_mere_particle(tokens[end - 1].word, phrase.tables):
        end -= 1
    phrase.last = end - 1
    phrase.after = [word for index in range(phrase.token + 1, end) if (word := tokens[index].word)]


def _is_referred_to(tokens: Tokens, at: int, stop: int) -> bool:
    """Whether a clause ends at a token, and the next one begins with a bound of what stands before it."""
    word, behind = tokens[at].word, tokens[at + 1].word if at + 1 < stop else None
    return word is not None and word.clause_end and behind is not None and behind.refers


def _is_mere_particle(word: Word | None, tables: frozenset[int]) -> bool:
    """Whether the word is here only because it may stand between words that count."""
    return (
        word is not None and word.particle and word.ahead.isdisjoint(tables) and word.back.isdisjoint(tables)
    )


def _belongs_to_name(tokens: Tokens, index: int) -> bool:
    """Whether a word that may stand behind an amount stands behind letters of another kind: 강남까지."""
    token = tokens[index]
    attached = index > 0 and not token.spaced and tokens[index - 1].kind in ("gap", "mask")
    return attached and token.word is not None and bool(token.word.after)


def _speaks_back(word: Word, phrase: Phrase) -> bool:
    if word.particle or not word.back.isdisjoint(phrase.tables):
        return True
    return bool(word.units) and not phrase.readings


def _ends_well(tokens: Tokens, index: int, phrase: Phrase) -> bool:
    """A word of one syllable after a space is a word of its own only before a space, a mark, a particle or
    another word about the amount (5억 안, 6억 선까지, but not 30평 안방)."""
    token = tokens[index]
    word = token.word
    if (
        word is None
        or not token.spaced
        or len(word.text) > 1
        or not is_letter(word.text)
        or is_latin(word.text)
    ):
        return True
    if index + 1 == len(tokens):
        return True
    behind = tokens[index + 1]
    if behind.spaced or behind.word is None:
        return behind.spaced or behind.is_mark
    says_more = {*behind.word.after, *behind.word.parts}
    ends = behind.word.particle or behind.word.clause_end or not is_letter(behind.word.text[0])
    return ends or not phrase.tables.isdisjoint(says_more)


def _join(tokens: Tokens, left: Phrase, right: Phrase, start: int) -> Join | None:
    """The word that joins two neighbours, when all words before it speak back and all behind it, from `start`
    on but for marks, speak ahead."""
    shared = _shared(left, right)
    while start - 1 > left.token and (word := tokens[start - 1].word) and (word.clause_end or word.particle):
        start -= 1
    for index in range(left.token + 1, right.token):
        word = tokens[index].word
        if word is None:
            return None
        if index + 1 >= start and (word.joins or word.pairs):
            classes: frozenset[JoinClass] = frozenset(
                name for table, names in word.joins.items() if table in shared for name in names
            )
            behind = range(index + 1, right.token)
            if classes and (
                is_new_label(tokens, behind, right.tables, left.before)
                or each_labelled(tokens, range(left.token + 1, index), right.token, shared)
            ):
                classes = classes & _CORRECTIONS
            if classes or word.pairs:
                return Join(index, classes, frozenset(word.pairs))
        if not (_speaks_back(word, left) or (word.clause_end and _corrects(tokens[index + 1].word, shared))):
            return None
    return None


def _corrects(word: Word | None, tables: frozenset[int]) -> bool:
    """Whether the word takes back the amount of these tables before it (80 이하, 아니다 100 이하)."""
    return word is not None and any("instead" in word.joins.get(table, ()) for table in tables)


def _shared(left: Phrase, right: Phrase) -> frozenset[int]:
    """The tables that both may be of; an amount without a unit may take its neighbour's."""
    bare = [phrase for phrase in (left, right) if not (phrase.readings or phrase.amount.counters)]
    if len(bare) == 1:
        return (right if bare[0] is left else left).tables
    labelled = frozenset(table for word in left.before for table in word.labels) & left.tables
    return (left.tables if bare or not labelled else labelled) & right.tables
