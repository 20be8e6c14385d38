"""Where nothing is a wish, and what words beside a choice or a term do to it."""

from collections.abc import Sequence

from engine.convert.lexer import Token
from engine.convert.meaning import BOUNDS
from engine.convert.spelling import is_letter
from engine.convert.tables import Table
from engine.convert.word import JoinClass, MeaningClass, Word

Tokens = Sequence[Token]
_CORRECTIONS: frozenset[JoinClass] = frozenset({"instead"})


def cue_spans(tokens: Tokens) -> list[tuple[int, int, int]]:
    """Cues as (cue, first token, last token): from a word that starts one to the next that ends it, in one
    sentence."""
    found: list[tuple[int, int, int]] = []
    open_at: dict[int, int] = {}
    for index, token in enumerate(tokens):
        word = token.word
        if word is None:
            continue
        if _ends_sentence(word):
            open_at.clear()
        for cue in sorted(word.cue_ends & set(open_at)):
            found.append((cue, open_at.pop(cue), index))
        for cue in word.cue_starts:
            open_at.setdefault(cue, index)
    return found


def _ends_sentence(word: Word) -> bool:
    """A mark that ends a clause and joins nothing; a comma may stand inside a cue."""
    return word.clause_end and not is_letter(word.text[0]) and not word.joins


def muted_tokens(tokens: Tokens, cues: Sequence[tuple[int, int, int]]) -> list[bool]:
    """For each token whether a cue covers it."""
    muted = [False] * len(tokens)
    for _, first, last in cues:
        muted[first : last + 1] = [True] * (last + 1 - first)
    return muted


def is_excluded(tokens: Tokens, index: int, table: Table | None) -> bool:
    """Whether the word at a token is taken back by what follows it (전세 말고, 구축은 빼고)."""
    return _follows(tokens, index, table, "except", "instead")


def is_ignored(tokens: Tokens, index: int, table: Table | None) -> bool:
    """Whether what follows the word at a token says that it is no condition (역세권 아니어도 돼)."""
    return _follows(tokens, index, table, "ignore")


def replaces(tokens: Tokens, index: int, table: Table | None) -> bool:
    """Whether what follows the word at a token puts it in the place of what was said (매매로 바꿔줘)."""
    return _follows(tokens, index, table, "replaces")


def is_denied(tokens: Tokens, index: int, table: Table) -> bool:
    """Whether what stands before the word at a token says that it is no condition (not jeonse)."""
    for at in range(index - 1, -1, -1):
        word = tokens[at].word
        if word is None:
            return False
        if table.index in word.before:
            return word.before[table.index] == "ignore"
        if not word.particle:
            return False
    return False


def bound_behind(tokens: Tokens, index: int, table: Table) -> MeaningClass | None:
    """The class of a bound that follows the word at a token (국평 이상)."""
    return next((name for name in BOUNDS if _follows(tokens, index, table, name)), None)


def _follows(tokens: Tokens, index: int, table: Table | None, *classes: str) -> bool:
    """Whether a word of these classes of the table follows, with only particles between."""
    if table is None:
        return False
    for at in range(index + 1, len(tokens)):
        word = tokens[at].word
        if word is None:
            return False
        said = {word.after.get(table.index), *(word.joins.get(table.index, set()) & _CORRECTIONS)} - {None}
        if said:
            return not said.isdisjoint(classes)
        if not word.particle:
            return False
    return False
