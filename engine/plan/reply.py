"""Reading a model's reply as JSON: strictly, then with a short list of textual fixes, then strictly again;
never a guess, and what was cut short is never completed."""

import json
import math
import re
from dataclasses import dataclass
from typing import Literal, NoReturn

from engine.errors import Problem
from engine.plan.frozen import DEPTH_AT_MOST, as_items, as_mapping

SIZE_AT_MOST = 200_000
"""Characters of a reply that are read."""

ReplyKind = Literal["empty", "truncated", "degenerate", "refusal_or_prose", "not_json", "contract"]
Fix = Literal["byte_order_mark", "outer_space", "thinking", "code_fence", "trailing_comma"]

_CUT_SHORT = frozenset({"length", "max_tokens", "max_output_tokens", "incomplete", "model_length"})
_REFUSED = frozenset({"content_filter", "refusal", "safety", "recitation", "blocklist", "prohibited_content"})
_DIGITS_AT_MOST = 40
_BLANK_AT_LEAST = 500
_OUTER_SPACE = " \t\r\n\v\f\x85\xa0\u2028\u2029\u200b\u3000"
THINKING, _THOUGHT = "<think>", "</think>"
_FENCE = re.compile(r"```[A-Za-z0-9_-]*[ \t\r\n]*")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|"|[\[\]{}]|[ \t\r\n]{500,}', re.DOTALL)
_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=[ \t\r\n]{0,100}[\]}])', re.DOTALL)
_SPACE_AT_MOST = 100
_JSON_START = ("{", "[")


@dataclass(frozen=True, slots=True)
class Reply:
    """The JSON value of a reply, and the textual fixes it took, in order."""

    value: object
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplyFailure:
    """Why a reply cannot be used. `message` quotes nothing of the reply."""

    kind: ReplyKind
    message: str

    def problem(self) -> Problem:
        """The failure as a problem (PLAN001)."""
        return Problem(code="PLAN001", message=f"{self.kind}: {self.message}")


class _Broken(Exception):
    """Strict reading failed: the kind when that is sure, and where or why."""

    def __init__(self, kind: ReplyKind, message: str) -> None:
        self.failure = ReplyFailure(kind, message)
        super().__init__(message)


def stopped_early(finish_reason: str | None) -> ReplyFailure | None:
    """What the provider's own word for why it stopped says about the reply; None when it says it is whole."""
    signal = (finish_reason or "").lower()
    if signal in _CUT_SHORT:
        return ReplyFailure("truncated", "the model stopped at its token limit")
    if signal in _REFUSED:
        return ReplyFailure("refusal_or_prose", "the provider withheld the reply")
    return None


def read_reply(
    text: str, *, finish_reason: str | None = None, size_cap: int = SIZE_AT_MOST
) -> Reply | ReplyFailure:
    """The JSON object or array in a reply of at most `size_cap` characters. A reply that was cut short is
    `truncated` whatever it holds, and is never repaired.
    """
    if len(text) > size_cap:
        return ReplyFailure(
            "contract", f"the reply has {len(text):,} characters, at most {size_cap:,} are read"
        )
    early = stopped_early(finish_reason)
    if early is not None:
        return early
    try:
        return Reply(_strict(text))
    except _Broken as error:
        first = error.failure
    body, fixes = _unwrapped(text)
    if not body:
        return ReplyFailure("empty", "the reply is empty")
    if not body.startswith(_JSON_START):
        if first.kind == "contract":
            return first
        return ReplyFailure("refusal_or_prose", "the reply is no JSON")
    cut = _cut(body, blanks=len(text) - len(text.rstrip(_OUTER_SPACE)))
    if cut is not None:
        return cut
    return _repaired(body, fixes, first)


def json_value(text: str) -> object:
    """The JSON object or array that the text is, read strictly, or a ReplyFailure."""
    try:
        return _strict(text)
    except _Broken as error:
        return error.failure


def _repaired(body: str, fixes: tuple[Fix, ...], first: ReplyFailure) -> Reply | ReplyFailure:
    failure = first
    if fixes:
        try:
            return Reply(_strict(body), fixes)
        except _Broken as error:
            failure = error.failure
    if failure.kind != "not_json":
        return failure
    without = _COMMA.sub(_without_comma, body)
    if without != body:
        try:
            return Reply(_strict(without), (*fixes, "trailing_comma"))
        except _Broken as error:
            return error.failure
    return failure


def _without_comma(found: re.Match[str]) -> str:
    """The text as it is, or nothing for a comma behind a value; one behind nothing stays and is an error."""
    if found.group(1) is not None:
        return found.group(1)
    before = found.string[max(0, found.start() - _SPACE_AT_MOST) : found.start()].rstrip()
    return "" if before and before[-1] not in "[{,:" else ","


def without_thoughts(text: str) -> str:
    """The reply without the thoughts that a model wrote before it; text whose thoughts do not end, or end
    twice, as it is."""
    is_thought = text.startswith(THINKING) and text.count(_THOUGHT) == 1
    return text.partition(_THOUGHT)[2] if is_thought else text


def _unwrapped(text: str) -> tuple[str, tuple[Fix, ...]]:
    """The reply without byte order mark, outer space, the thoughts before it and code fence, and which of
    them there were."""
    fixes: list[Fix] = []
    body = text
    if body.startswith("\ufeff"):
        body = body[1:]
        fixes.append("byte_order_mark")
    stripped = body.strip(_OUTER_SPACE)
    if stripped != body.strip(" \t\r\n"):
        fixes.append("outer_space")
    body = stripped
    spoken = without_thoughts(body)
    if spoken != body:
        body = spoken.strip(_OUTER_SPACE)
        fixes.append("thinking")
    fence = _FENCE.match(body)
    if fence:
        body = body[fence.end() :].removesuffix("```").strip(_OUTER_SPACE)
        fixes.append("code_fence")
    return body, tuple(fixes)


def _strict(text: str) -> object:
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
    if as_mapping(value) is None and as_items(value) is None:
        raise _Broken("contract", "the reply is neither a JSON object nor an array")
    if _is_deep(value):
        raise _Broken("contract", f"the reply is nested deeper than {DEPTH_AT_MOST} levels")
    return value


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


def _cut(body: str, *, blanks: int) -> ReplyFailure | None:
    """What is wrong when the text ends inside a string or a bracket, or holds endless blanks; None when it is
    whole. `blanks` is how many stood behind it."""
    depth, longest = 0, blanks
    for token in _TOKEN.finditer(body):
        word = token.group()
        if word.isspace():
            longest = max(longest, len(word))
        if word == '"':
            return ReplyFailure("truncated", "the reply ends inside a text")
        if word in "[{":
            depth += 1
        elif word in "]}":
            depth -= 1
    if longest >= _BLANK_AT_LEAST:
        return ReplyFailure("degenerate", f"the reply holds {longest:,} blanks in a row")
    if depth > 0:
        return ReplyFailure("truncated", f"the reply ends with {depth} open brackets")
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
