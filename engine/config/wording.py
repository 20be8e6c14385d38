"""What is wrong with a value and what to write instead, in words of a file's author."""

import re
from collections.abc import Mapping

from pydantic_core import ErrorDetails

_INSTEAD = {
    "int_type": "such as 3",
    "float_type": "such as 0.5",
    "bool_type": "true or false, without quotes",
    "dict_type": "{KEY: VALUE}",
    "mapping_type": "{KEY: VALUE}",
    "model_type": "{KEY: VALUE}",
    "model_attributes_type": "{KEY: VALUE}",
}
_BOUNDS = {"greater_than_equal": "ge", "less_than_equal": "le", "greater_than": "gt", "less_than": "lt"}


def instead(kind: str, value: object) -> str:
    """What to write in place of a value of the wrong type, of which the error is `kind`."""
    if kind == "string_type" and isinstance(value, int | float):
        return f'"{value}"'
    if kind == "tuple_type":
        return f"[{value}]" if isinstance(value, str | int | float) else "[…]"
    if kind == "int_from_float" and isinstance(value, float):
        return str(round(value))
    return _INSTEAD.get(kind, "")


def wrong(error: ErrorDetails) -> tuple[str, str]:
    """What a value of the right type is not, to be read behind its key, and what to write instead."""
    kind, limits = error["type"], error.get("ctx", {})
    if kind == "string_too_short":
        return "is empty", "write a word, or take it out"
    if kind == "string_too_long":
        return f"has more than {limits['max_length']} characters", "a shorter text"
    if kind in ("too_short", "too_long"):
        return _length(limits, "at least" if kind == "too_short" else "at most")
    if kind == "string_pattern_mismatch":
        return _SPELLED.get(str(limits["pattern"]), (f"must be spelled {limits['pattern']}", ""))
    if kind == "way":
        return error["msg"], str(limits["instead"])
    if kind in _MEANT:
        return error["msg"], _MEANT[kind](error["input"], error["msg"])
    message = error["msg"].replace("Input should be", "must be").replace("Value error, ", "")
    bound = limits.get(_BOUNDS.get(kind, ""))
    return f"{message[0].lower()}{message[1:]}", "" if bound is None else _within(kind, bound)


def _length(limits: Mapping[str, object], side: str) -> tuple[str, str]:
    count = limits["min_length" if side == "at least" else "max_length"]
    hint = (
        f"[{', '.join(['…'] * count)}]"
        if isinstance(count, int) and limits.get("field_type") != "Dictionary"
        else ""
    )
    return f"must have {side} {count} entries, not {limits['actual_length']}", hint


def _within(kind: str, bound: object) -> str:
    return (
        str(bound)
        if kind.endswith("equal")
        else f"{'more' if kind == 'greater_than' else 'less'} than {bound}"
    )


_SPELLED = {
    r"^[A-Za-z0-9_\-]{1,64}$": (
        "must be 1 to 64 of A-Z, a-z, 0-9, _ and -, without spaces",
        "such as my_name",
    ),
    r"^[a-z0-9][a-z0-9_-]{0,99}$": ("must be at most 100 of a-z, 0-9, _ and -", "such as homes_2026"),
    r"^[A-Za-z0-9_\-.]+\.j2$": ("must be the name of a .j2 file without folders", "such as answer.md.j2"),
    r"^[A-Za-z0-9_-]{1,32}$": ("must be 1 to 32 of A-Z, a-z, 0-9, _ and -, without spaces", "such as step_1"),
    r"^[A-Za-z0-9_\-]+\.jsonl$": ("must be the name of a .jsonl file without folders", "such as books.jsonl"),
    r"^[A-Za-z0-9_\-./]+\.(jsonl|csv|json)$": (
        "must be a .jsonl, .csv or .json file of the pack",
        "such as data/books.jsonl",
    ),
}
"""The patterns of the forms in words."""
_UNIT = re.compile(r"such as [0-9.]+([^0-9\s,]+)")


def _with_unit(value: object, message: str) -> str:
    """A number that was written without its unit, with the first that the message names."""
    unit = _UNIT.search(message)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return f"{value}{unit[1]}" if unit is not None and is_number else ""


def _with_scheme(value: object, _message: str) -> str:
    """An address without its scheme; of one that may hold a password nothing is said back."""
    is_bare = isinstance(value, str) and _BARE.fullmatch(value)
    return f"http://{value}" if is_bare else ""


_BARE = re.compile(r"[\w.\-]+(?::\d+)?(?:/[\w.\-/]*)?")
_MEANT = {"quantity": _with_unit, "address": _with_scheme}
"""By the kind of a message of ours: what was probably meant, "" where nobody can tell."""
