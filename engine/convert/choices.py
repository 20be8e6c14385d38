"""Choices: words that name a value, such as a deal type."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.convert.context import Tokens, is_excluded, is_ignored
from engine.convert.result import Why
from engine.convert.tables import Rulebook, Table


@dataclass(frozen=True, slots=True)
class Chosen:
    """Values of a choice named at a token, or why they are not wished."""

    table: Table
    values: tuple[str, ...]
    token: int
    why: Why | None = None


def choices_in(tokens: Tokens, muted: Sequence[bool], book: Rulebook) -> Iterator[Chosen]:
    """Every choice that the text names, from left to right."""
    for index, token in enumerate(tokens):
        word = token.word
        if word is None or word.hides:
            continue
        for number, values in word.choices.items():
            table = book.tables[number]
            yield Chosen(table, values, index, _why_not(tokens, index, table, muted))


def _why_not(tokens: Tokens, index: int, table: Table, muted: Sequence[bool]) -> Why | None:
    if muted[index]:
        return "cue"
    if is_ignored(tokens, index, table):
        return "ignored"
    return "corrected" if is_excluded(tokens, index, table) else None
