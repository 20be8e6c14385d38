"""What an unquoted YAML scalar means here: booleans, decimal numbers, null, and otherwise text.

Booleans are `true` and `false`; null is `null`, `~` or nothing. Numbers are `12`, `-3`, `0.35`, `.35`
and `-.5`. What other YAML readers would take for something else than it looks (`no`, `012`, `1_000`,
`1e3`, `12:30`, a date) is a finding that says what to type; quantities and ranges (`15%`, `1.2km`,
`5억`, `50000..59999`, `..100`) are text.
"""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from engine.errors import Severity
from engine.source.excerpt import shown
from engine.source.node import Scalar

_DIGITS_AT_MOST = 18  # what an int64 holds; a longer one is an id and wants quotes

_WORDS: dict[str, Scalar] = {"true": True, "false": False, "null": None, "~": None, "": None}
_SWITCHES = frozenset({"yes", "no", "on", "off"})
_SPELLINGS = {"true": "true", "false": "false", "null": "null"}
_NUMBER_STARTS = frozenset("0123456789.-+−")

_INT = re.compile(r"-?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)?\.[0-9]+")
_UNDERSCORED = re.compile(r"[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)")
_LOOSE = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")  # with a plus, leading zeros or a trailing point
_EXPONENT = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+")
_BASED = re.compile(r"[-+]?0(?:[xX][0-9a-fA-F_]+|[oO][0-7_]+|[bB][01_]+)")
_COMMAS = re.compile(r"[-+]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_CLOCK = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-9]{1,2})+(?:\.[0-9_]*)?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?", re.DOTALL)
_MINUSES = str.maketrans({"−": "-"})


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong in a scalar, `offset` code points behind its start."""

    code: str
    message: str
    hint: str = ""
    offset: int = 0
    severity: Severity = "error"


def resolve(text: str) -> tuple[Scalar, Finding | None]:
    """The value of an unquoted scalar, and what is wrong with how it is written.

    Beside a finding the value is the best guess at what was meant, so that later checks do not complain
    about the same place again. Never raises, linear in the length of the text.
    """
    if text in _WORDS:
        return _WORDS[text], None
    first = text[0]
    if first in _NUMBER_STARTS or first > "\uff00":
        return _resolve_number(text)
    lowered = text.lower() if len(text) <= 5 else text
    if lowered in _SWITCHES:
        return text, Finding(
            "YAML021",
            f"`{text}` without quotes is a yes/no switch to some readers and text to others",
            f"{quote(text)} for text, {'true' if lowered in {'yes', 'on'} else 'false'} for a switch",
        )
    if lowered in _SPELLINGS:
        message = f"`{text}` is not a word here, only `true`, `false` and `null` in small letters are"
        return _WORDS[lowered], Finding("YAML021", message, f"{lowered}, or {quote(text)} for text")
    return text, None


def quote(text: str) -> str:
    """The text in quotes, ready to be typed into a file."""
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


def _resolve_number(text: str) -> tuple[Scalar, Finding | None]:
    if _INT.fullmatch(text) or _FLOAT.fullmatch(text):
        if sum(map(text.count, "0123456789")) > _DIGITS_AT_MOST:
            return text, _too_long(text)
        return (float(text) if "." in text else int(text)), None
    if _NOT_FINITE.fullmatch(text):
        return text, Finding(
            "YAML023", f"`{text}` is not a finite number", f"a number, or {quote(text)} for text"
        )
    if _CLOCK.fullmatch(text):
        message = f"`{shown(text)}` without quotes is a time to some readers and a number to others"
        return text, Finding("YAML025", message, quote(shown(text)))
    if _DATE.fullmatch(text):
        message = f"`{shown(text)}` without quotes is a date to some readers and text to others"
        return text, Finding("YAML025", message, quote(shown(text)))
    return _resolve_odd_number(text)


def _resolve_odd_number(text: str) -> tuple[Scalar, Finding | None]:
    """Spellings that other readers take for a number and that a person would read differently."""
    bare = text
    if _COMMAS.fullmatch(text):
        why, bare = "commas", text.replace(",", "")
    elif _BASED.fullmatch(text):
        why, bare = "a number base", text
    elif "_" in text and _UNDERSCORED.fullmatch(text):
        why, bare = "underscores", text.replace("_", "")
    elif _EXPONENT.fullmatch(text):
        why = "an exponent"
    elif _LOOSE.fullmatch(text):
        why = "a plus sign" if text[0] == "+" else "a trailing point" if text[-1] == "." else "leading zeros"
    elif not text.isascii() and _is_number(folded := _fold(text)):
        why, bare = "full-width or typographic characters", folded
    else:
        return text, None
    if len(bare) > 2 * _DIGITS_AT_MOST:
        return text, _too_long(text)
    number = _decimal_text(bare)
    hint = f"{number}, or {quote(text)} for text" if number else f"{quote(text)} for text"
    value = _value(number) if number else text
    return value, Finding(
        "YAML022", f"`{shown(text)}` is written with {why}, numbers here are plain decimal digits", hint
    )


def _is_number(text: str) -> bool:
    return bool(_INT.fullmatch(text) or _FLOAT.fullmatch(text) or _LOOSE.fullmatch(text))


def _fold(text: str) -> str:
    if len(text) > 2 * _DIGITS_AT_MOST:
        return ""
    return unicodedata.normalize("NFKC", text).translate(_MINUSES)


def _decimal_text(text: str) -> str:
    """The number as plain decimal digits, or "" when it has too many of them."""
    if _BASED.fullmatch(text):
        try:
            return str(int(text, 0))
        except ValueError:
            return ""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return ""
    if number and not -_DIGITS_AT_MOST <= number.adjusted() <= _DIGITS_AT_MOST:
        return ""
    spelled = f"{number:f}"
    if "." in spelled:
        spelled = spelled.rstrip("0").rstrip(".")
    return spelled if sum(map(spelled.count, "0123456789")) <= _DIGITS_AT_MOST else ""


def _value(spelled: str) -> int | float:
    return float(spelled) if "." in spelled else int(spelled)


def _too_long(text: str) -> Finding:
    return Finding(
        "YAML024",
        f"`{shown(text, 24)}` has more than {_DIGITS_AT_MOST} digits, too many for an exact number",
        "fewer digits, or quotes when it is an id",
    )
