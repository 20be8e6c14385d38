"""Misspelt words: unknown letters that sound like a word of the tables, or are one stroke away from one."""

from collections.abc import Iterator, Sequence

from engine.convert.lexer import Token
from engine.convert.normal import NormalText
from engine.convert.scanner import Scanner
from engine.convert.sounds import Sounds
from engine.places.jamo import is_syllable


def mended(tokens: Sequence[Token], scanner: Scanner, sounds: Sounds) -> NormalText | None:
    """The text with its misspelt words written right, letter for letter; None when there are none.

    Only letters that no word covers are changed, and only where nothing unknown is left beside them."""
    found: dict[int, str] = {}
    done = 0
    for index, token in enumerate(tokens):
        if token.kind != "gap" or token.start < done or scanner.asks_from(token.start, token.start):
            continue
        if is_syllable(scanner.text.chars[token.start]):
            for first in _firsts(tokens, index):
                window = _window(tokens, first, index, scanner, sounds)
                if window is not None:
                    start, done, word = window
                    found.update(zip(range(start, done), word, strict=True))
                    break
    return scanner.text.with_letters(found) if found else None


def _firsts(tokens: Sequence[Token], index: int) -> Iterator[int]:
    """Where a misspelt word may begin: with the gap, or with letters before it that looked like a word."""
    token = tokens[index]
    before = tokens[index - 1] if index else None
    if before is not None and before.kind == "word" and not token.spaced:
        yield index - 1
    yield index


def _window(
    tokens: Sequence[Token], first: int, gap: int, scanner: Scanner, sounds: Sounds
) -> tuple[int, int, str] | None:
    """The longest misspelt word that begins at a token: where it starts and ends, and what is meant."""
    start, chars = tokens[first].start, scanner.text.chars
    behind = first > 0 and tokens[first - 1].amount is not None
    ends = list(_ends(tokens, first, gap, start + sounds.longest, scanner, behind=behind))
    for end, index in reversed(ends):
        before = index + 1 < len(tokens) and tokens[index + 1].amount is not None
        if end - start == 1 and tokens[first].spaced:
            continue
        word = sounds.meant(chars[start:end], behind=behind, before=before)
        if word is not None and _changes_gaps_only(tokens, first, index, start, chars[start:end], word):
            return start, end, word
    return None


def _ends(
    tokens: Sequence[Token], first: int, gap: int, longest: int, scanner: Scanner, *, behind: bool
) -> Iterator[tuple[int, int]]:
    """Where a word that begins at a token may end, with the token it ends in; nothing unknown may follow.
    Right behind an amount (`behind`) it may end before another word (30펑대)."""
    for index in range(first, len(tokens)):
        token = tokens[index]
        if token.kind not in ("gap", "word") or (index > first and token.spaced) or token.end > longest:
            return
        if not all(map(is_syllable, scanner.text.chars[token.start : token.end])):
            return
        if index < gap:
            continue
        inside = range(token.start + 1, token.end) if behind and index == gap else ()
        for end in (*inside, token.end):
            if not scanner.runs_into_unknown(end):
                yield end, index


def _changes_gaps_only(
    tokens: Sequence[Token], first: int, last: int, start: int, written: str, word: str
) -> bool:
    for index in range(first, last + 1):
        token = tokens[index]
        cut = slice(token.start - start, token.end - start)
        if token.kind != "gap" and written[cut] != word[cut]:
            return False
    return True
