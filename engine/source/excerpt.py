"""A source line with a caret under one column, safe to print on a terminal."""

import unicodedata

from engine.source.lines import Lines

_TAB = "    "
_CUT = "..."  # three ASCII dots: the one-character ellipsis is two cells wide on Korean terminals
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_FILLERS = frozenset({0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0})


def excerpt(lines: Lines, line: int, column: int, *, width: int = 100) -> tuple[str, str] | None:
    """The line and the caret line below it, both at most `width` cells and one caret wide.

    Korean letters and emoji count two cells. A longer line is cut around the caret, characters that do
    not show are spelled out as <U+200B>. None when the text has no such line.
    """
    text = lines.line(line)
    if text is None:
        return None
    at = min(max(column, 1) - 1, len(text))
    before = [visible(char) for char in text[max(0, at - width) : at]]
    after = [visible(char) for char in text[at : at + width]]
    head, head_cut = _last(before, width // 2, at > width)
    tail, tail_cut = _first(after, width - cells(head), len(text) > at + width)
    head = _CUT + head if head_cut else head
    return head + tail + (_CUT if tail_cut else ""), " " * cells(head) + "^"


def visible(text: str) -> str:
    """The text with every character that would not show, or would act on a terminal, spelled out."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(char) for char in text)


def shown(text: str, limit: int = 40) -> str:
    """A piece of a file as it may stand inside a message: on one line, visible, cut at `limit`."""
    cut = text[:limit] + (_CUT if len(text) > limit else "")
    return visible(" ".join(cut.split()) if cut.strip() else cut)


def cells(text: str) -> int:
    """How many terminal cells a text takes: 2 for wide letters, 0 for marks that join the letter before."""
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _shown(char: str) -> str:
    if char == "\t":
        return _TAB
    is_odd_space = unicodedata.category(char) == "Zs" and char not in " \u3000"  # a wide space shows as wide
    if is_odd_space or unicodedata.category(char) in _HIDDEN or ord(char) in _FILLERS:
        return f"<U+{ord(char):04X}>"
    return char


def _last(parts: list[str], room: int, cut: bool) -> tuple[str, bool]:
    """As many of the last parts as fit into `room` cells, and whether some were left out."""
    used = 0
    for index in range(len(parts) - 1, -1, -1):
        used += cells(parts[index])
        if used > room:
            return "".join(parts[index + 1 :]), True
    return "".join(parts), cut


def _first(parts: list[str], room: int, cut: bool) -> tuple[str, bool]:
    used = 0
    for index, part in enumerate(parts):
        used += cells(part)
        if used > room:
            return "".join(parts[:index]), True
    return "".join(parts), cut
