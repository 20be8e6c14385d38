"""Reading a planner's reply: a JSON value with the form of a plan, or one typed failure, never a guess."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from engine.plan.frozen import as_items, as_mapping
from engine.plan.reply import SIZE_AT_MOST, Fix, ReplyFailure, read_reply


@dataclass(frozen=True, slots=True)
class Parsed:
    """A JSON mapping with the form of a plan, and the textual fixes it took, in order."""

    value: Mapping[str, object]
    fixes: tuple[Fix, ...] = ()


def parse(
    text: str, *, finish_reason: str | None = None, size_cap: int = SIZE_AT_MOST
) -> Parsed | ReplyFailure:
    """The plan in a reply of at most `size_cap` characters. `finish_reason` is the provider's own word for
    why it stopped: a reply that was cut short is `truncated` whatever it holds, and is never repaired.
    """
    reply = read_reply(text, finish_reason=finish_reason, size_cap=size_cap)
    if isinstance(reply, ReplyFailure):
        return reply
    mapping = as_mapping(reply.value)
    wrong = _wrong_form(mapping)
    if wrong or mapping is None:
        return ReplyFailure("contract", wrong)
    return Parsed(cast("Mapping[str, object]", mapping), reply.fixes)


def _wrong_form(mapping: Mapping[object, object] | None) -> str:
    """What keeps a JSON value from having the form of a plan; "" when it has it."""
    if mapping is None:
        return "a plan is a JSON object with intent and steps"
    if "intent" not in mapping and "steps" not in mapping:
        return "the object has neither intent nor steps"
    if mapping.get("steps") is not None and as_items(mapping["steps"]) is None:
        return "steps must be a list"
    return ""
