"""Disputed words with their one number, households and wishes: what the vocabulary's words say in a text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from engine.config.base import Params
from engine.config.vocabulary import Household
from engine.convert.context import Tokens, bound_behind, is_denied, is_excluded, is_ignored
from engine.convert.meaning import bounded, statement_params
from engine.convert.result import Why
from engine.convert.tables import CompiledTerm, Rulebook
from engine.convert.word import MeaningClass

_EXCEPT: frozenset[MeaningClass] = frozenset({"except"})
_RELAXED: frozenset[MeaningClass] = frozenset({"relaxed"})


@dataclass(frozen=True, slots=True)
class Named:
    """A term at a token with what it sets there, or why it sets nothing; `other` is what it sets there in
    another reading."""

    term: CompiledTerm
    token: int
    sets: Params
    why: Why | None = None
    other: tuple[Params, ...] = ()


def terms_in(
    tokens: Tokens, muted: Sequence[bool], book: Rulebook, complained_of: frozenset[int] = frozenset()
) -> list[Named]:
    """Every term of the text from left to right; an excluded one sets what lies outside it. It gives way to
    the next term about the same want, as one that is complained of does."""
    found = [
        _named(tokens, index, book.terms[number], muted)
        for index, token in enumerate(tokens)
        if token.word is not None
        for number in token.word.terms
    ]
    if not found:
        return found
    out: list[Named] = []
    behind: set[str] = set()  # wants that terms further on are about
    for named in reversed(found):
        gives_way = named.why in (None, "excluded", "bare") and behind & named.term.wants
        refused = named.token in complained_of or is_excluded(tokens, named.token, named.term.table)
        if gives_way and refused:
            named = Named(named.term, named.token, {}, "corrected")
        out.append(named)
        behind |= named.term.wants
    return out[::-1]


def chosen_by_terms(terms: Sequence[Named], book: Rulebook) -> frozenset[str]:
    """The values of choices that the terms set (무보증 is a rent)."""
    wished = [named.sets for named in terms if named.why is None]
    return frozenset([str(value) for sets in wished for name, value in sets.items() if name in book.choices])


def _named(tokens: Tokens, index: int, term: CompiledTerm, muted: Sequence[bool]) -> Named:
    """The term as it is meant there, by its convention and by its other reading."""
    named = _by(term, tokens, index, muted)
    if term.second is None or named.why is not None:
        return named
    other = _by(term.second, tokens, index, muted)
    listed = (other.sets,) if other.why is None and other.sets != named.sets else ()
    return replace(named, other=listed)


def _by(term: CompiledTerm, tokens: Tokens, index: int, muted: Sequence[bool]) -> Named:
    if muted[index]:
        return Named(term, index, {}, "cue")
    if is_ignored(tokens, index, term.table) or is_denied(tokens, index, term.table, _RELAXED):
        return Named(term, index, {}, "ignored")
    if is_excluded(tokens, index, term.table) or is_denied(tokens, index, term.table, _EXCEPT):
        return Named(term, index, term.without, None if term.without else "excluded")
    if term.term.only_with is not None:
        return Named(term, index, {}, "bare")
    return Named(term, index, _bounded(tokens, index, term))


def _bounded(tokens: Tokens, index: int, term: CompiledTerm) -> Params:
    """What the term sets; one amount (국평) under a bound that follows it is that bound (국평 이상)."""
    table, sets = term.table, term.sets
    if table is None or table.low is None or table.high is None or set(sets) != {table.low, table.high}:
        return sets
    value, bound = sets[table.low], bound_behind(tokens, index, table)
    if bound is None or value != sets[table.high] or not isinstance(value, int | float):
        return sets
    meant = bounded(table, Decimal(str(value)), Decimal(str(value)), bound)
    return statement_params(table, (meant.low, meant.high))


def households_in(tokens: Tokens, muted: Sequence[bool], book: Rulebook) -> Iterator[tuple[Household, int]]:
    """Every household that the text names and does not take back, with its token."""
    for index, token in enumerate(tokens):
        if token.word is None or muted[index] or not token.word.households:
            continue
        if not is_excluded(tokens, index, book.any_table):
            yield from ((book.households[number], index) for number in token.word.households)


def wishes_in(tokens: Tokens, muted: Sequence[bool]) -> Iterator[int]:
    """Tokens of wishes that no parameter can hold."""
    for index, token in enumerate(tokens):
        if token.word is not None and token.word.wish and not muted[index]:
            yield index
