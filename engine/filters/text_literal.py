"""CEL's spelling of a text: quotes of four kinds, raw texts, and escapes."""

import re

_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.))", re.DOTALL
)
_LETTERS = {
    "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
    '"': '"', "'": "'", "\\": "\\", "`": "`", "?": "?",
}  # fmt: skip
_OCTAL = 8
_HEX = 16
_SURROGATES = range(0xD800, 0xE000)
_LAST_CHARACTER = 0x10FFFF


def text_of(written: str) -> str | int:
    """The text that a literal with its quotes spells, or the offset in it of the first escape that is
    none."""
    raw = written[0] in "rR"
    body = written[1:] if raw else written
    quotes = 3 if len(body) > 5 and body[:3] in ('"""', "'''") else 1
    start = quotes + int(raw)
    inner = body[quotes:-quotes]
    if raw or "\\" not in inner:
        return inner
    found: list[str] = []
    end = 0
    while (at := inner.find("\\", end)) >= 0:
        match = _ESCAPE.match(inner, at)
        letter = _letter(match) if match else None
        if match is None or letter is None:
            return start + at
        found += [inner[end:at], letter]
        end = match.end()
    return "".join([*found, inner[end:]])


def _letter(match: re.Match[str]) -> str | None:
    two, four, eight, octal, letter = match.groups()
    digits = two or four or eight
    if digits is None and octal is None:
        return _LETTERS.get(letter)
    code = int(digits, _HEX) if digits else int(octal, _OCTAL)
    return None if code > _LAST_CHARACTER or code in _SURROGATES else chr(code)
