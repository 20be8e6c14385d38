"""Characters that do not show, or that look like another one, found before and judged after parsing.

What a character does depends on where it stands: in quotes the author meant it, in a comment most are
harmless, elsewhere it changes a key or a value without showing. So the text is first made safe for the
parser, one character for one so that offsets stay, and judged once the scalars' places are known.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal

from engine.errors import Problem
from engine.source.lines import Lines

Style = Literal["plain", "quoted", "block"]
Span = tuple[int, int, Style]

PROBLEMS_AT_MOST = 20

_CONTROL = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff"
_BREAKS = r"\x85\u2028\u2029"
_BIDI = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_INVISIBLE = (
    r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200d\u2060-\u2065\u206a-\u206f"
    r"\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
UNSEEN = _BIDI + _INVISIBLE
"""What does not show, or turns the direction of text, as a pattern's [...] holds it."""
_SPACES = r"\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_SUSPECT = re.compile(
    f"(?P<control>[{_CONTROL}])|(?P<line>[{_BREAKS}])|(?P<bidi>[{_BIDI}])"
    f"|(?P<invisible>[{_INVISIBLE}])|(?P<space>[{_SPACES}])"
)
_CONTROL_IN_TEXT = re.compile(f"[{_CONTROL}]")
# libyaml ends a line at these, or refuses them; non-characters stand in, which `_CONTROL` keeps out otherwise
_STAND_INS = {"\x85": "\ufdd0", "\u2028": "\ufdd1", "\u2029": "\ufdd2", "\ufeff": "\ufdd3"}
_STAND = str.maketrans(_STAND_INS)
_RESTORE = str.maketrans({stand_in: char for char, stand_in in _STAND_INS.items()})
_NAMELESS = {"\x00": "NULL", "\x07": "BELL", "\x08": "BACKSPACE", "\x0c": "FORM FEED", "\x1b": "ESCAPE"}


def is_suspect(text: str) -> bool:
    """Whether the text has a character that `findings` would have to judge."""
    return _SUSPECT.search(text) is not None


def parseable(text: str) -> str:
    """The text with every character that the parser would refuse or break a line at replaced, one for one."""
    return _CONTROL_IN_TEXT.sub("\ufffd", text).translate(_STAND)


def restored(value: str) -> str:
    """A scalar's value with the stand-ins of `parseable` turned back."""
    return value.translate(_RESTORE)


def name_of(char: str) -> str:
    """A code point as a person can look it up: "U+200B ZERO WIDTH SPACE"."""
    name = unicodedata.name(char, _NAMELESS.get(char, ""))
    return f"U+{ord(char):04X} {name}".rstrip()


def findings(text: str, file: str, spans: Sequence[Span], failed_at: int | None) -> Iterator[Problem]:
    """Problems of characters that may not stand where they are, at most `PROBLEMS_AT_MOST`.

    `spans` are the scalars in order; `failed_at` is the offset at which parsing gave up, None when it
    came to the end.
    """
    lines, starts, found = Lines(text), [span[0] for span in spans], 0
    failed_line = 0 if failed_at is None else lines.place(failed_at)[0]
    for match in _SUSPECT.finditer(text):
        at, kind = match.start(), match.lastgroup or ""
        index = bisect_right(starts, at) - 1
        style = spans[index][2] if index >= 0 and at < spans[index][1] else None
        line, column = lines.place(at)
        near = failed_line - 1 if kind == "space" else 0
        verdict = _verdict(kind, style, near <= line <= failed_line)
        if verdict is None:
            continue
        code, message, hint = verdict
        said = f"{name_of(match.group())} {message}"
        yield Problem(code=code, message=said, file=file, line=line, column=column, hint=hint)
        found += 1
        if found == PROBLEMS_AT_MOST:
            return


def _verdict(kind: str, style: Style | None, unread: bool) -> tuple[str, str, str] | None:
    """Code, message and hint for one character, or None where it may stand.

    `style` is that of the scalar around it, None in comments and in text the parser did not reach;
    `unread` says that the parser gave up near here, so the character may be the cause.
    """
    if kind == "control":
        return "YAML010", "is a control character, which no file may hold", "delete it"
    if style == "quoted":
        return None
    drop = "delete it, or put the text in quotes"
    if kind == "line":
        return "YAML012", "ends a line for some readers and not for others", drop
    if kind == "bidi":
        return "YAML011", "changes the order in which text is shown", drop
    if kind == "invisible" and (style is not None or unread):
        return "YAML011", "does not show", drop
    if kind == "space" and (style == "plain" or (style is None and unread)):
        return "YAML013", "looks like a space and is none", "type a plain space, or put the text in quotes"
    return None
