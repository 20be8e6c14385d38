"""Watching an answer grow: when it is nothing but blanks, or longer than allowed, reading stops."""

import re

from engine.llm.failure import LlmFailure

_BLANKS = 2000
_LONG_RUN = re.compile(rf"\s{{{_BLANKS},}}")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*("|\\?\Z)', re.DOTALL)


class Guard:
    """What an answer may not be. In JSON blanks inside a string are content; in free text none are."""

    def __init__(self, model: str, *, at_most_bytes: int, is_json: bool) -> None:
        self._model = model
        self._at_most = at_most_bytes
        self._is_json = is_json
        self._unread: list[str] = []
        self._blanks = 0
        self.bytes = 0

    def add(self, text: str) -> None:
        """Take the next piece. Raises LlmFailure: `degenerate` or `budget`."""
        self.bytes += len(text.encode("utf-8", "surrogatepass"))
        if self.bytes > self._at_most:
            detail = f"an answer of more than {self._at_most:,} bytes"
            raise LlmFailure("budget", self._model, detail=detail)
        if self._is_json:
            self._unread.append(text)
        kept = len(text.rstrip())
        before, self._blanks = self._blanks, (self._blanks if not kept else 0) + len(text) - kept
        has_run = self._blanks >= _BLANKS > before or (len(text) > _BLANKS and _LONG_RUN.search(text))
        if has_run and self._is_outside():
            raise LlmFailure("degenerate", self._model, detail=f"{_BLANKS:,} blanks on end")

    def _is_outside(self) -> bool:
        """Whether a long run of blanks stands outside every string of the answer. What was read is let go but
        for what is still open, so that an answer with many such runs is not read again at each of them."""
        if not self._is_json:
            return True
        left = _STRING.sub('""', whole := "".join(self._unread))
        if _LONG_RUN.search(left):
            return True
        opened = next((found for found in _STRING.finditer(whole) if found[1] != '"'), None)
        if opened is None:
            self._unread = [left[len(left.rstrip()) :]]
        else:
            self._unread = ['"', opened[1]]
        return False
