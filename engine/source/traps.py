"""Scalars that YAML reads without complaint and the author meant otherwise."""

import re

from engine.source.characters import name_of
from engine.source.scalars import Finding, quote

# Keys whose value is an expression or a template: a piece cut off there changes what the rule does.
EXPRESSION_KEYS = frozenset({"also", "condition", "expr", "expression", "predicate"})
TEMPLATE_KEYS = frozenset({"prompt", "template"})

_COMMENT = re.compile(r"([ \t]+)#([^\r\n]?)")
_EXPRESSION = re.compile(r"&&|\|\||[=!<>]=|\s[<>?]\s|\{\{|\$\{|\$[0-9]+\.")
_COLON_LOOKALIKES = "：﹕︓꞉∶"
_KEY = rf"[ \t]*(?:- +)?([^\W\d]\w*)(?:([{_COLON_LOOKALIKES}])|:(?=[^\s/:]))"
_SWALLOWED = re.compile(_KEY)
_CONTINUED = re.compile(rf"(?:\r\n?|\n){_KEY}")
_ITEM = re.compile(rf"[A-Za-z_]\w*([{_COLON_LOOKALIKES}])")
_LOOKALIKE = re.compile(f"[{_COLON_LOOKALIKES}]")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_LETTER_ESCAPES = {
    "0": "\x00", "a": "\x07", "b": "\x08", "e": "\x1b", "f": "\x0c", "v": "\x0b",
    "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_BAD_CODE_POINT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")


def cut_by_comment(text: str, start: int, end: int, key: str) -> Finding | None:
    """An unquoted text at `start` to `end` of a file's `text`, under `key`, that a ` #` cuts.

    An error where the value is an expression or a template. Elsewhere a warning, and only when the
    value reads like an expression or the `#` is written like a part of the text (`단지 #3`).
    """
    comment = _COMMENT.match(text, end)
    if comment is None:
        return None
    value = text[start:end]
    severe = key in EXPRESSION_KEYS or (key in TEMPLATE_KEYS and " " in value)
    gap, follower = comment.groups()
    glued = gap == " " and follower.isalnum()
    if not (severe or glued or _EXPRESSION.search(value)):
        return None
    return Finding(
        "YAML026",
        "the value ends before ` #`, the rest of the line is a comment",
        "put the value in quotes",
        end + len(gap) - start,
        "error" if severe else "warning",
    )


def swallowed_key(written: str, *, whole_document: bool) -> Finding | None:
    """A key that became a part of an unquoted text because its colon is none, or has no space behind it.

    `written` is the scalar as it stands in the file; its first line counts only for a whole document.
    """
    match = (_SWALLOWED.match(written) if whole_document else None) or _CONTINUED.search(written)
    return _colon_finding(match.group(2) or "", match.group(1), match.end(1)) if match else None


def lookalike_colon(written: str, *, in_key: bool) -> Finding | None:
    """A full-width colon that was meant as a key's: anywhere in a key, behind an English word in an item."""
    match = _LOOKALIKE.search(written) if in_key else _ITEM.match(written)
    if match is None:
        return None
    at = match.start() if in_key else match.start(1)
    return _colon_finding(written[at], written[:at], at)


def glued_colon(key: str) -> Finding | None:
    """`{a:1}`: a key without a value, with a colon and no space; `offset` counts from the key's end."""
    at = key.find(":")
    return _colon_finding("", key[:at], at - len(key)) if 0 < at < len(key) - 1 else None


def bad_escape(written: str) -> Finding | None:
    """An escape in a double-quoted text that stands for a control character or half a character."""
    for match in _ESCAPE.finditer(written):
        two, four, eight, letter = match.groups()
        digits = two or four or eight
        escape = match.group()
        if digits:
            code = int(digits, 16)
            if 0xD800 <= code <= 0xDFFF:
                return surrogate(written, match.start())
            if code <= 0x10FFFF and not _BAD_CODE_POINT.match(chr(code)):
                continue
            meaning = name_of(chr(code)) if code <= 0x10FFFF else "no character"
        elif letter in _LETTER_ESCAPES:
            meaning = name_of(_LETTER_ESCAPES[letter])
        else:
            continue
        message = f"`{escape}` in double quotes stands for {meaning}"
        return Finding(
            "YAML028", message, "\\\\ for a backslash, or single quotes around the text", match.start()
        )
    return None


def surrogate(written: str, at: int) -> Finding:
    """Half of a character, with the whole one as hint when both halves stand there (as JSON writes them)."""
    pair = re.compile(r"\\u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})").match(written, at)
    hint = "the character itself, or its \\U escape with eight digits"
    if pair:
        high, low = (int(half, 16) for half in pair.groups())
        code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
        hint = f"{chr(code)} or \\U{code:08X}"
    message = f"`{written[at : at + 6]}` is half a character and cannot be written as UTF-8"
    return Finding("YAML029", message, hint, at)


def template_text(text: str, start: int) -> str | None:
    """The unquoted `{{ … }}` at `start` as it should be written, or None when there is none."""
    if not text.startswith("{{", start):
        return None
    line_end = min(
        (end for end in (text.find("\n", start), text.find("\r", start)) if end >= 0), default=len(text)
    )
    close = text.rfind("}}", start, line_end)
    return quote(text[start : close + 2]) if close > 0 else quote("{{ … }}")


def _colon_finding(lookalike: str, key: str, offset: int) -> Finding:
    if lookalike:
        message = f"{name_of(lookalike)} looks like `:` and is none"
        return Finding(
            "YAML013", message, f"`{key[-30:]}: ` with a plain colon, or quotes around the text", offset
        )
    message = f"`{key[-30:]}:` has no space behind its colon, so it is a part of the text"
    return Finding("YAML031", message, f"`{key[-30:]}: `, or quotes around the text", offset)
