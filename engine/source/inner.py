"""Where a character of a text value stands in its file, whatever quotes, escapes and folds are around it."""

import re

from engine.source.node import Node

_ESCAPE = re.compile(r"\\(?:x..|u.{4}|U.{8}|\r\n|.)", re.DOTALL)
_BLOCK_HEADER = re.compile(r"[|>][^\r\n]*(?:\r\n|\r|\n)[ \t]*")
_BREAK = re.compile(r"\r\n|\r|\n")
_BLANKS = " \t\r\n"


def place_in(node: Node, offset: int) -> tuple[int, int]:
    """The 1-based line and column (in code points) of the character `offset` of a text node's value; behind
    the end it is the place right after the last one."""
    value, raw = str(node.value), node.written
    if not raw:
        return node.line, node.column + offset
    before = raw[: _raw_offset(value, raw, min(offset, len(value)))]
    breaks = list(_BREAK.finditer(before))
    if not breaks:
        return node.line, node.column + len(before)
    return node.line + len(breaks), len(before) - breaks[-1].end() + 1


def _raw_offset(value: str, raw: str, offset: int) -> int:
    """Reads the value and the text that spells it side by side, up to the character asked for.

    Runs of blanks that hold a line break are one step on both sides, since YAML folds them.
    """
    quote = raw[0] if raw[0] in "'\"" else ""
    header = _BLOCK_HEADER.match(raw)
    there = 1 if quote else header.end() if header else 0
    here = 0
    while here < offset:
        run = _blanks(raw, there)
        if _BREAK.search(raw, there, run):
            here, there = max(_blanks(value, here), here), run
        else:
            here, there = here + 1, there + _width(raw, there, quote)
    return there


def _blanks(text: str, start: int) -> int:
    """Where the run of blanks that begins at `start` ends."""
    end = start
    while end < len(text) and text[end] in _BLANKS:
        end += 1
    return end


def _width(raw: str, at: int, quote: str) -> int:
    """How many letters of the file spell the next letter of the value."""
    if quote == "'" and raw.startswith("''", at):
        return 2
    escape = _ESCAPE.match(raw, at) if quote == '"' else None
    return len(escape.group()) if escape else 1
