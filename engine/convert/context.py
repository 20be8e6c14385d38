"""What words beside a choice or a term do to it."""

from collections.abc import Sequence

from engine.convert.lexer import Token
from engine.convert.spelling import is_letter
from engine.convert.tables import Table
from engine.convert.word import BOUNDED, JoinClass, MeaningClass

Tokens = Sequence[Token]
_CORRECTIONS: frozenset[JoinClass] = frozenset({"instead"})
_DENIALS: frozenset[MeaningClass] = frozenset({"ignore", "except"})
_OF_HOMES = (None, "except", "relaxed")  # what may be said of the homes named behind a condition
_NO_JOINS: frozenset[JoinClass] = frozenset()


def is_excluded(tokens: Tokens, index: int, table: Table | None) -> bool:
    """Whether the word at a token is taken back by what follows it (전세 말고, 구축은 빼고)."""
    return _follows(tokens, index, table, "except", "instead")


def is_ignored(tokens: Tokens, index: int, table: Table | None) -> bool:
    """Whether what follows the word at a token says that it is no condition (역세권 아니어도 돼)."""
    return _follows(tokens, index, table, "ignore", "relaxed")


def replaces(tokens: Tokens, index: int, table: Table | None) -> bool:
    """Whether what follows the word at a token puts it in the place of what was said (매매로 바꿔줘)."""
    return _follows(tokens, index, table, "replaces")


def is_denied(
    tokens: Tokens, index: int, table: Table | None, classes: frozenset[MeaningClass] = _DENIALS
) -> bool:
    """Whether what stands before the word at a token, of one of these classes, says that it is no condition
    (not jeonse)."""
    if table is None:
        return False
    for at in range(index - 1, -1, -1):
        word = tokens[at].word
        if word is None:
            return False
        if table.index in word.before:
            return word.before[table.index] in classes
        if not word.particle:
            return False
    return False


def is_loose_sign(tokens: Tokens, index: int) -> bool:
    """Whether a sign that may only stand behind an amount (+) stands between two spaces with more behind it:
    it lists things and bounds none (국평 + 역세권)."""
    word, last = tokens[index].word, index + 1 == len(tokens)
    if word is None or last or is_letter(word.text[0]) or word.before or word.joins:
        return False
    return tokens[index].spaced and tokens[index + 1].spaced


def bound_behind(tokens: Tokens, index: int, table: Table) -> MeaningClass | None:
    """The class of a bound that follows the word at a token (국평 이상), unless it is one that stands before
    the amount behind it (국평 최소 10층)."""
    at, said = _said_behind(tokens, index, table)
    word = tokens[at].word
    ahead = word is not None and word.before and at + 1 < len(tokens) and tokens[at + 1].amount is not None
    return None if ahead else next((name for name in BOUNDED if name in said), None)


def _follows(tokens: Tokens, index: int, table: Table | None, *classes: str) -> bool:
    """Whether a word of these classes of the table follows, with only particles between."""
    return table is not None and not _said_behind(tokens, index, table)[1].isdisjoint(classes)


def _takes_back(tokens: Tokens, mark: int, table: Table) -> bool:
    """Whether a mark stands before a word that corrects the table: 매매, 아니 전세."""
    word = tokens[mark].word
    behind = tokens[mark + 1].word if mark + 1 < len(tokens) else None
    if word is None or not word.clause_end or is_letter(word.text[0]) or behind is None:
        return False
    return "instead" in behind.joins.get(table.index, _NO_JOINS)


def _said_behind(tokens: Tokens, index: int, table: Table) -> tuple[int, frozenset[str]]:
    """What the first word behind a token that speaks back says to the table, with its token; only particles
    may stand between, and homes that are taken back (구축 아파트는 빼줘)."""
    passed = False
    for at in range(index + 1, len(tokens)):
        word = tokens[at].word
        if word is None:
            break
        name = word.after.get(table.index)
        if name == "ignore" and word.choices:
            name = None  # 준신축 전세: the deal is one wish more
        corrects = word.joins.get(table.index, _NO_JOINS) & _CORRECTIONS
        if passed and (corrects or name not in _OF_HOMES):
            break
        if is_loose_sign(tokens, at):
            break
        if name or corrects:
            return at, frozenset({*([name] if name else ()), *corrects})
        passed = passed or word.home
        if not (word.particle or word.home or _takes_back(tokens, at, table)):
            break
    return index, frozenset()
