"""JSON that a person or a program wrote, read strictly: what readers would read differently is none."""

import json
import math
import re
from typing import Any, NoReturn

_DIGITS_AT_MOST = 40
_HALF = "holds half a character (a lone surrogate), which no file can keep"
_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


class NotStrict(ValueError):
    """Why a text is no such JSON, in a clause that goes on from its name; `line` counts from 1, 0 = all of
    it."""

    def __init__(self, why: str, line: int = 0) -> None:
        self.line = line
        super().__init__(why)


def read_json(text: str) -> object:
    """The value. Raises NotStrict for what is no JSON, a key that stands twice in one object, NaN and numbers
    that are infinite or have more than 40 digits, and half a character (a lone surrogate), which no UTF-8
    file can hold."""
    try:
        value: object = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_constant, parse_int=_whole, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        raise NotStrict("is no JSON here", error.lineno) from error
    except RecursionError as error:
        raise NotStrict("is nested too deep") from error
    if _HALF_ESCAPE.search(text) and unkept(value):
        raise NotStrict(_HALF)
    return value


def unkept(value: object) -> str:
    """Why a file of JSON cannot keep the value as it is, in a clause that goes on from its name; "" when it
    can."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        return _HALF
    except ValueError:
        return "holds a number that is not finite"
    return ""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NotStrict("has a key twice in one object")
    return found


def _constant(name: str) -> NoReturn:
    raise NotStrict(f"holds {name}, which is no JSON number")


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS_AT_MOST:
        raise NotStrict(f"holds a number of more than {_DIGITS_AT_MOST} digits")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise NotStrict("holds a number that is too large")
    return number
