"""Choices: words that name a value, such as a deal type."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.convert.context import Tokens, is_denied, is_excluded, is_ignored, replaces
from engine.convert.result import Why
from engine.convert.spelling import is_letter
from engine.convert.statements import Statement
from engine.convert.tables import Rulebook, Table


@dataclass(frozen=True, slots=True)
class Chosen:
    """Values of a choice named at a token, or why they are not wished."""

    table: Table
    values: tuple[str, ...]
    token: int
    why: Why | None = None


def choices_in(tokens: Tokens, muted: Sequence[bool], book: Rulebook) -> list[Chosen]:
    """Every choice that the text names, from left to right."""
    found = [
        Chosen(book.tables[number], values, index, _why_not(tokens, index, book.tables[number], muted))
        for index, token in enumerate(tokens)
        if token.word is not None and token.word.choices and not token.word.hides
        for number, values in token.word.choices.items()
    ]
    if not found:
        return found
    out: list[Chosen] = []
    wished: set[Table] = set()  # tables of which something is wished further on
    refused: set[tuple[Table, tuple[str, ...]]] = set()  # what gives way there
    for choice in reversed(found):
        after = out[-1] if out else None
        if after is not None and choice.why is None:
            if _shares_fate(tokens, choice, after):
                choice = replace(choice, why=after.why)
            elif _gives_way(tokens, choice, after) or (choice.table, choice.values) in refused:
                choice = replace(choice, why="corrected")
        if choice.why is None:
            wished.add(choice.table)
        elif choice.table in wished and is_excluded(tokens, choice.token, choice.table):
            refused.add((choice.table, choice.values))
        out.append(choice)
    return out[::-1]


def chosen_beside(
    tokens: Tokens, chosen: Sequence[Chosen], statements: Sequence[Statement], book: Rulebook
) -> Iterator[Chosen]:
    """The value that a pair sets, where a word joins the pair to another choice as an alternative (1000/50
    또는 전세 2억)."""
    if not chosen:
        return
    paired = {pair.name for pair in book.pairs}
    found: set[tuple[Table, str]] = set()
    for statement in statements:
        if statement.rule.rpartition("/")[2] not in paired:
            continue
        for choice in chosen:
            value = statement.sets.get(choice.table.choice or "")
            if not isinstance(value, str) or value in choice.values or (choice.table, value) in found:
                continue
            if _is_alternative(tokens, choice, statement):
                found.add((choice.table, value))
                yield Chosen(choice.table, (value,), statement.first)


def _is_alternative(tokens: Tokens, choice: Chosen, statement: Statement) -> bool:
    """Whether a word that joins alternatives stands right before the choice or the statement, whichever is
    behind the other."""
    later = max(choice.token, statement.first)
    if later == 0 or statement.first <= choice.token <= statement.last:
        return False
    word = tokens[later - 1].word
    joins = word is not None and is_letter(word.text[0]) and not word.clause_end
    return joins and word is not None and "either" in word.joins.get(choice.table.index, ())


def _why_not(tokens: Tokens, index: int, table: Table, muted: Sequence[bool]) -> Why | None:
    if muted[index]:
        return "cue"
    if is_ignored(tokens, index, table) or is_denied(tokens, index, table):
        return "ignored"
    return "corrected" if is_excluded(tokens, index, table) else None


def _gives_way(tokens: Tokens, choice: Chosen, after: Chosen) -> bool:
    """Whether the next choice takes this one's place: 전세에서 매매로 바꿔줘."""
    same = after.table is choice.table and after.token > choice.token
    return same and after.why is None and replaces(tokens, after.token, after.table)


def _shares_fate(tokens: Tokens, choice: Chosen, after: Chosen) -> bool:
    """Whether what is said of the second of two choices is said of both: 매매 전세 상관없어요, 전세나 월세
    말고."""
    if after.table is not choice.table or after.why not in ("ignored", "corrected", "cue"):
        return False
    listed = False
    for index in range(choice.token + 1, after.token):
        word = tokens[index].word
        joins = word is not None and "either" in word.joins.get(choice.table.index, ())
        if word is None or word.clause_end or not (word.particle or joins):
            return False
        listed = listed or joins
    return listed or after.why == "ignored"
