"""A plan while it still arrives: each step as soon as its closing brace is there, the verdict at the end."""

import re

from engine.plan.parser import Parsed, parse
from engine.plan.reply import SIZE_AT_MOST, ReplyFailure, json_value

_LEAD = re.compile(r"[ \t\r\n\v\f\x85\xa0\u2028\u2029\u200b\u3000\ufeff]*(?:`{1,2}$|```[A-Za-z0-9_-]*\s*)?")
_OPENS, _CLOSES = "{[", "}]"


class Arriving:
    """Reads a reply piece by piece. However it is cut, the same steps come out in the same order, and
    `finish` judges the whole text as `parse` does: what came out before counts only when that is a plan.

    A reply that does not begin with an object (thoughts, prose) gives no step before its end.
    """

    def __init__(self, *, size_cap: int = SIZE_AT_MOST) -> None:
        self._size_cap = size_cap
        self._pieces: list[str] = []
        self._size = 0
        self._lead = ""
        self._is_over = False
        self._depth = 0
        self._in_text = False
        self._escaped = False
        self._kept = ""  # what was read of a key of the plan, or of a step, that is not at its end
        self._key = ""
        self._in_steps = False
        self._in_step = False

    def feed(self, piece: str) -> list[object]:
        """The JSON values of the steps that this piece closed."""
        self._pieces.append(piece)
        self._size += len(piece)
        if self.is_too_long:
            self._is_over = True
        if self._is_over:
            return []
        return self._closed(piece if self._depth else self._begun(piece))

    @property
    def is_too_long(self) -> bool:
        """Whether more has arrived than is read of a reply, so that it is no plan whatever comes."""
        return self._size > self._size_cap

    def finish(self, finish_reason: str | None = None) -> Parsed | ReplyFailure:
        """The plan, or why there is none; `finish_reason` is the provider's word for why it stopped."""
        return parse("".join(self._pieces), finish_reason=finish_reason, size_cap=self._size_cap)

    def _begun(self, piece: str) -> str:
        """What is there of the outer object, space and a code fence before it passed over; "" for nothing."""
        self._lead += piece
        found = _LEAD.match(self._lead)
        body = self._lead[found.end() if found else 0 :]
        if body and not body.startswith("{"):
            self._is_over = True
        return "" if self._is_over else body

    def _closed(self, piece: str) -> list[object]:
        """The steps that end in the piece."""
        found: list[object] = []
        start = 0  # of the key or the step that is being kept
        for at, mark in enumerate(piece):
            if self._in_text:
                if self._escaped:
                    self._escaped = False
                elif mark == "\\":
                    self._escaped = True
                elif mark == '"':
                    self._in_text = False
                    if self._depth == 1:
                        self._key, self._kept = self._kept + piece[start:at], ""
            elif mark == '"':
                self._in_text = True
                start = at + 1 if self._depth == 1 else start
            elif mark in _OPENS:
                start = at if self._opened(mark) else start
            elif mark in _CLOSES and self._left():
                found.append(json_value(self._kept + piece[start : at + 1]))
                self._kept = ""
                if isinstance(found[-1], ReplyFailure):
                    self._is_over = True
                    return found[:-1]
            if self._is_over:
                return found
        if self._in_step or (self._in_text and self._depth == 1):
            self._kept += piece[start:]
        return found

    def _opened(self, mark: str) -> bool:
        """Go one deeper; whether a step begins here."""
        self._depth += 1
        if self._depth == 2:
            self._in_steps = mark == "[" and self._key == "steps"
        self._in_step = self._in_step or (self._depth == 3 and mark == "{" and self._in_steps)
        return self._depth == 3 and self._in_step

    def _left(self) -> bool:
        """Come one up; whether a step ends here."""
        self._depth -= 1
        self._is_over = self._depth == 0
        ended = self._in_step and self._depth == 2
        self._in_step = self._in_step and not ended
        return ended
