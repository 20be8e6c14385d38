"""What goes to a provider: messages with cache marks, the form in which the answer is asked for, and what a
server turned out not to take."""

import re
from dataclasses import dataclass
from typing import Any, Literal

from engine.llm.dialect import Name, in_dialect
from engine.llm.port import Ask, Message

Form = Literal["json_schema", "json_object", "none"]
_LOWER: dict[Form, Form] = {"json_schema": "json_object", "json_object": "none", "none": "none"}
_ORDER: tuple[Form, ...] = ("none", "json_object", "json_schema")
_MARKS_AT_MOST = 4
"""Anthropic's limit; more are refused."""
_ABOUT_FORM = re.compile(
    r"response_?format|json_schema|json_object|json mode|schema|grammar|structured", re.IGNORECASE
)
_ABOUT_USAGE = re.compile(r"stream_options|include_usage", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """How one request asks: the form of the answer, and whether tokens are to be counted."""

    form: Form
    counts: bool
    response_format: dict[str, Any] | None
    notes: tuple[str, ...]

    @property
    def schema_enforced(self) -> bool | None:
        """Whether the schema binds the model; None where none was asked for."""
        return None if not self.notes and self.form == "none" else self.form == "json_schema"


class Server:
    """What a server takes, learned from its refusals and kept for the asks to come."""

    def __init__(self, dialect: Name) -> None:
        self._dialect: Name = dialect
        self._form: Form = "none" if dialect == "none" else "json_schema"
        self._counts = True

    def ask(self, ask: Ask) -> Sent:
        """How to ask this server."""
        if ask.schema is None:
            return Sent(form="none", counts=self._counts, response_format=None, notes=())
        notes = (f"schema sent as {self._form}",)
        made: dict[str, Any] | None = None
        if self._form == "json_schema":
            told = in_dialect(ask.schema, self._dialect)
            schema: dict[str, Any] = {"name": _name(ask.name), "schema": told.schema}
            made = {"type": "json_schema", "json_schema": schema | ({"strict": True} if told.strict else {})}
            notes += told.notes
        elif self._form == "json_object":
            made = {"type": "json_object"}
        return Sent(form=self._form, counts=self._counts, response_format=made, notes=notes)

    def gives_up(self, sent: Sent, told: str) -> bool:
        """Whether a refused request is worth asking again in a lesser form, which is used from now on."""
        if sent.counts and _ABOUT_USAGE.search(told):
            self._counts = False
            return True
        if sent.response_format is not None and _ABOUT_FORM.search(told):
            lower = _LOWER[sent.form]  # asks that run side by side may have gone lower already
            self._form = lower if _ORDER.index(lower) < _ORDER.index(self._form) else self._form
            return True
        return False


def counted(value: object) -> int | None:
    """A count of tokens as a provider tells it; None for what is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def messages_json(messages: tuple[Message, ...], *, marks: bool) -> list[dict[str, Any]]:
    """The messages as providers of the OpenAI form read them, half a character, which cannot be sent, as a
    question mark; with `marks`, the last four ends of static prefixes are marked for the provider's cache."""
    ends = [i for i, message in enumerate(messages) if message.cache and marks][-_MARKS_AT_MOST:]
    told = [(each.role, each.content.encode("utf-8", "replace").decode()) for each in messages]
    return [
        {"role": role, "content": _marked(content) if i in ends else content}
        for i, (role, content) in enumerate(told)
    ]


def _marked(text: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}]


def _name(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)[:64] or "answer"
