"""Where what is said behind the homes that an amount describes takes back the amount: 7억 넘는 집은 빼줘."""

from collections.abc import Sequence
from typing import Protocol

from engine.convert.lexer import Token
from engine.convert.word import MeaningClass, Word

Tokens = Sequence[Token]
# what may be said of the homes named behind an amount
_OF_HOMES: tuple[MeaningClass, ...] = ("except", "too_much", "too_little", "relaxed")
_STRICT: frozenset[MeaningClass] = frozenset({"below", "above"})
_HOMES_AT_MOST = 10  # words from the homes to what is said of them


class Said(Protocol):
    """An amount at tokens first:last with the words behind it; `tables` are those it may be of."""

    token: int
    tables: frozenset[int]
    first: int
    last: int
    after: list[Word]


def taken_back(tokens: Tokens, at: int, stop: int, tables: frozenset[int]) -> int:
    """Where the word ends that takes back the homes named at a token behind an amount of these tables, or 0:
    none where something unknown takes the place of their kind (아파트 말고 빌라). Any other kind of home is
    meant with what describes it only behind a strict bound (20년 넘은 빌라는 빼줘)."""
    word = tokens[at].word
    if word is None or not (
        word.home or (_is_kind(word, tables) and _is_strict(tokens[at - 1].word, tables))
    ):
        return 0
    kind = None if word.home else word
    stop = min(stop, at + _HOMES_AT_MOST)
    while at < stop and word is not None and _goes_on(word, kind):
        at += 1
        word = tokens[at].word if at < stop else None
    if word is None or not any(word.after.get(table) in _OF_HOMES for table in tables):
        return 0
    if kind is not None and (word.joins or (kind.choices and _is_replaced(tokens, at + 1, kind))):
        return 0
    return 0 if word.joins and _names_something(tokens, at + 1) else at + 1


def shared_exclusion(tokens: Tokens, left: Said, right: Said) -> bool:
    """Whether what takes back the right amount takes back the left one that describes it too: it stands
    right behind a strict bound, and nothing else is said of it (15평 미만 원룸은 빼주세요)."""
    said = [word for word in right.after if not word.particle]
    return (
        right.first == right.token == left.last + 1
        and not tokens[left.last].is_mark
        and bool(left.after)
        and _is_strict(left.after[-1], left.tables)
        and len(said) == 1
        and not said[0].joins
        and all(
            "except" in (said[0].after.get(table) for table in tables)
            for tables in (left.tables, right.tables)
        )
    )


def _is_kind(word: Word, tables: frozenset[int]) -> bool:
    """Whether the word is a kind of home, or of deal, that says nothing to these tables."""
    return word.home_kind or (bool(word.choices) and word.back.isdisjoint(tables))


def _is_strict(word: Word | None, tables: frozenset[int]) -> bool:
    return word is not None and any(word.after.get(table) in _STRICT for table in tables)


def _goes_on(word: Word, kind: Word | None) -> bool:
    return (word.home or word is kind or word.particle) and not word.clause_end


def _is_replaced(tokens: Tokens, at: int, kind: Word) -> bool:
    """Whether another choice stands behind a token (전세는 빼고 매매로)."""
    later = (token.word for token in tokens[at : at + _HOMES_AT_MOST])
    return any(word is not None and bool(word.choices.keys() & kind.choices.keys()) for word in later)


def _names_something(tokens: Tokens, at: int) -> bool:
    """Whether a thing that no table is about stands at a token."""
    if at == len(tokens) or tokens[at].kind in ("mask", "amount"):
        return False
    word = tokens[at].word
    return word is None or not (word.particle or word.stands_alone or word.ahead or word.back)
