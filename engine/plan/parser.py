"""Reading a planner's reply: a JSON value with the form of a plan, or one typed failure, never a guess."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NoReturn, cast

from engine.errors import Problem
from engine.plan.frozen import DEPTH_AT_MOST, as_items, as_mapping

SIZE_AT_MOST = 200_000
"""Characters of a reply that are read."""

FailureKind = Literal["empty", "truncated", "degenerate", "refusal_or_prose", "not_json", "contract"]
Fix = Literal["byte_order_mark", "outer_space", "code_fence", "trailing_comma"]

_CUT_SHORT = frozenset({"length", "max_tokens", "max_output_tokens", "incomplete", "model_length"})
_REFUSED = frozenset({"content_filter", "refusal", "safety", "recitation", "blocklist", "prohibited_content"})
_DIGITS_AT_MOST = 40
_BLANK_AT_LEAST = 500
_OUTER_SPACE = " \t\r\n\v\f\x85\xa0\u2028\u2029\u200b\u3000"
_FENCE = re.compile(r"```[A-Za-z0-9_-]*[ \t\r\n]*")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|"|[\[\]{}]|[ \t\r\n]{500,}', re.DOTALL)
_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=[ \t\r\n]{0,100}[\]}])', re.DOTALL)
_SPACE_AT_MOST = 100
_JSON_START = ("{", "[")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A JSON mapping with the form of a plan, and the textual fixes it took, in order."""

    value: Mapping[str, object]
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class ParseFailure:
    """Why a reply is no plan. `message` quotes nothing of the reply."""

    kind: FailureKind
    message: str

    def problem(self) -> Problem:
        """The failure as a problem (PLAN001)."""
        return Problem(code="PLAN001", message=f"{self.kind}: {self.message}")


class _Broken(Exception):
    """Strict reading failed: the kind when that is sure, and where or why."""

    def __init__(self, kind: FailureKind, message: str) -> None:
        self.failure = ParseFailure(kind, message)
        super().__init__(message)


def parse(
    text: str, *, finish_reason: str | None = None, size_cap: int = SIZE_AT_MOST
) -> Parsed | ParseFailure:
    """The plan in a reply of at most `size_cap` characters. `finish_reason` is the provider's own word for
    why it stopped: a reply that was cut short is `truncated` whatever it holds, and is never repaired.
    """
    if len(text) > size_cap:
        return ParseFailure(
            "contract", f"the reply has {len(text):,} characters, at most {size_cap:,} are read"
        )
    signal = (finish_reason or "").lower()
    if signal in _CUT_SHORT:
        return ParseFailure("truncated", "the model stopped at its token limit")
    if signal in _REFUSED:
        return ParseFailure("refusal_or_prose", "the provider withheld the reply")
    try:
        return Parsed(_strict(text))
    except _Broken as error:
        first = error.failure
    body, fixes = _unwrapped(text)
    if not body:
        return ParseFailure("empty", "the reply is empty")
    if not body.startswith(_JSON_START):
        if first.kind == "contract":
            return first
        return ParseFailure("refusal_or_prose", "the reply is no JSON")
    cut = _cut(body, blanks=len(text) - len(text.rstrip(_OUTER_SPACE)))
    if cut is not None:
        return cut
    return _repaired(body, fixes, first)


def _repaired(body: str, fixes: tuple[Fix, ...], first: ParseFailure) -> Parsed | ParseFailure:
    failure = first
    if fixes:
        try:
            return Parsed(_strict(body), fixes)
        except _Broken as error:
            failure = error.failure
    if failure.kind != "not_json":
        return failure
    without = _COMMA.sub(_without_comma, body)
    if without != body:
        try:
            return Parsed(_strict(without), (*fixes, "trailing_comma"))
        except _Broken as error:
            return error.failure
    return failure


def _without_comma(found: re.Match[str]) -> str:
    """The text as it is, or nothing for a comma behind a value; one behind nothing stays and is an error."""
    if found.group(1) is not None:
        return found.group(1)
    before = found.string[max(0, found.start() - _SPACE_AT_MOST) : found.start()].rstrip()
    return "" if before and before[-1] not in "[{,:" else ","


def _unwrapped(text: str) -> tuple[str, tuple[Fix, ...]]:
    """The reply without byte order mark, outer space and code fence, and which of them there were."""
    fixes: list[Fix] = []
    body = text
    if body.startswith("\ufeff"):
        body = body[1:]
        fixes.append("byte_order_mark")
    stripped = body.strip(_OUTER_SPACE)
    if stripped != body.strip(" \t\r\n"):
        fixes.append("outer_space")
    body = stripped
    fence = _FENCE.match(body)
    if fence:
        body = body[fence.end() :].removesuffix("```").strip(_OUTER_SPACE)
        fixes.append("code_fence")
    return body, tuple(fixes)


def _strict(text: str) -> Mapping[str, object]:
    try:
        value: object = json.loads(
            text,
            object_pairs_hook=_no_duplicates,
            parse_constant=_no_constant,
            parse_int=_whole,
            parse_float=_finite,
        )
    except json.JSONDecodeError as error:
        kind = "not_json"
        if error.msg == "Extra data" and text[error.pos : error.pos + 1].isalpha():
            kind = "refusal_or_prose"
        raise _Broken(kind, f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise _Broken("contract", f"the reply is nested deeper than {DEPTH_AT_MOST} levels") from error
    return _plan_form(value)


def _plan_form(value: object) -> Mapping[str, object]:
    mapping = as_mapping(value)
    if mapping is None:
        raise _Broken("contract", "a plan is a JSON object with intent and steps")
    if "intent" not in mapping and "steps" not in mapping:
        raise _Broken("contract", "the object has neither intent nor steps")
    if mapping.get("steps") is not None and as_items(mapping["steps"]) is None:
        raise _Broken("contract", "steps must be a list")
    if _is_deep(value):
        raise _Broken("contract", f"the reply is nested deeper than {DEPTH_AT_MOST} levels")
    return cast("Mapping[str, object]", mapping)


def _is_deep(value: object) -> bool:
    level: list[object] = [value]
    for _ in range(DEPTH_AT_MOST):
        inner: list[object] = []
        for item in level:
            mapping = as_mapping(item)
            inner += mapping.values() if mapping is not None else as_items(item) or ()
        if not inner:
            return False
        level = inner
    return True


def _cut(body: str, *, blanks: int) -> ParseFailure | None:
    """What is wrong when the text ends inside a string or a bracket, or holds endless blanks; None when it is
    whole. `blanks` is how many stood behind it."""
    depth, longest = 0, blanks
    for token in _TOKEN.finditer(body):
        word = token.group()
        if word.isspace():
            longest = max(longest, len(word))
        if word == '"':
            return ParseFailure("truncated", "the reply ends inside a text")
        if word in "[{":
            depth += 1
        elif word in "]}":
            depth -= 1
    if longest >= _BLANK_AT_LEAST:
        return ParseFailure("degenerate", f"the reply holds {longest:,} blanks in a row")
    if depth > 0:
        return ParseFailure("truncated", f"the reply ends with {depth} open brackets")
    return None


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        raise _Broken("contract", "a key is written twice in one object")
    return mapping


def _no_constant(name: str) -> NoReturn:
    raise _Broken("not_json", f"{name} is no JSON number")


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS_AT_MOST:
        raise _Broken("contract", f"a number has more than {_DIGITS_AT_MOST} digits")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _Broken("contract", "a number is beyond what can be held")
    return number
