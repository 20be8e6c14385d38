"""What came of one attempt, piece by piece, and whether it is an answer."""

import re

from engine.llm.failure import LlmFailure
from engine.llm.guard import Guard
from engine.llm.port import Chunk, Usage

_HALVES = re.compile("[\ud800-\udfff]+")
"""Halves of characters, as a provider tells them that cuts its pieces by tokens."""
_FINISHES = {
    **dict.fromkeys(("end_turn", "eos", "complete"), "stop"),
    **dict.fromkeys(("max_tokens", "max_output_tokens", "model_length", "incomplete",
                     "model_context_window_exceeded"), "length"),
    **dict.fromkeys(("safety", "refusal", "recitation", "blocklist", "prohibited_content", "spii"),
                    "content_filter"),
    **dict.fromkeys(("abort", "cancelled", "insufficient_system_resource", "malformed_function_call"),
                    "error"),
}  # fmt: skip
"""Providers' words for why a model ended, by the word that stands for them here."""


class Gathered:
    """What came of one attempt, and whether it is an answer."""

    def __init__(self, model: str, *, at_most_bytes: int, is_json: bool) -> None:
        self._guard = Guard(model, at_most_bytes=at_most_bytes, is_json=is_json)
        self.finish: str | None = None
        self.usage: Usage | None = None
        self.schema_enforced: bool | None = None
        self.notes: tuple[str, ...] = ()
        self._model = model
        self._has_text = False
        self._half = ""

    @property
    def bytes(self) -> int:
        """How long the answer is so far."""
        return self._guard.bytes

    def take(self, chunk: Chunk) -> str:
        """The text of a piece that may be given: half a character at its end waits for its other half.

        Raises LlmFailure for a piece with which no answer can end well.
        """
        self.usage = chunk.usage or self.usage
        self.notes = chunk.notes or self.notes
        if chunk.schema_enforced is not None:
            self.schema_enforced = chunk.schema_enforced
        if chunk.finish:
            told = chunk.finish.lower()
            self.finish = _FINISHES.get(told, told)
        if chunk.text:
            self._guard.add(chunk.text)
            self._has_text = self._has_text or not chunk.text.isspace()
        return self._whole(chunk.text)

    def _whole(self, text: str) -> str:
        """The text with the half character that was held, and without the one at its end."""
        if text.isascii() and not (self._half and (text or self.finish)):
            return text
        text = self._half + text
        self._half = text[-1] if "\ud800" <= text[-1] <= "\udbff" and self.finish is None else ""
        return _HALVES.sub(_joined, text.removesuffix(self._half))

    def check(self) -> None:
        """Raises LlmFailure for an end that only looks like one."""
        if self.finish == "length":
            raise LlmFailure("truncated", self._model)
        if self.finish == "error":
            kind = "mid_stream_cut" if self.bytes else "server"
            raise LlmFailure(kind, self._model, detail="it says that it failed")
        if self.finish == "content_filter":
            raise LlmFailure("refusal_or_prose", self._model, detail="stopped by a content filter")
        if self.finish is None:
            if self.bytes:
                raise LlmFailure("mid_stream_cut", self._model, detail="no finish signal")
            raise LlmFailure("server", self._model, detail="it ended without an answer")
        if not self._has_text:
            raise LlmFailure("empty", self._model)


def _joined(halves: re.Match[str]) -> str:
    return halves[0].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
