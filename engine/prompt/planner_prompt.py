"""The messages that ask a model for a plan: what is the same for everybody first, the customer's words
last."""

from collections.abc import Mapping, Sequence
from datetime import date

from engine.config.revision import Revision
from engine.llm.port import Message
from engine.prompt.messages import role_messages
from engine.prompt.plan_schema import planner_schema
from engine.prompt.plan_view import static_inputs

__all__ = ["planner_inputs", "planner_messages", "planner_schema"]


def planner_messages(
    text: str, revision: Revision, *, today: date, memory: Sequence[str] = (), error: str = ""
) -> tuple[Message, ...]:
    """The prompt of the pack's template of role `planner`: one message that is byte-identical for every
    customer and day, marked as the end of what a provider may cache, and one of this request.

    `memory` are lines about what the customer asked before, `error` names what was wrong with the last reply
    ("" at the first ask). Raises ConfigError: TMPL010 without such a template, else what `Prompts.messages`
    raises.
    """
    values = planner_inputs(text, revision, today=today, memory=memory, error=error)
    return role_messages(revision, "planner", revision.pack.locale, values)


def planner_inputs(
    text: str, revision: Revision, *, today: date, memory: Sequence[str] = (), error: str = ""
) -> Mapping[str, object]:
    """Everything that a template of role `planner` may declare as an input, by name."""
    live = {"today": today.isoformat(), "memory": tuple(memory), "error": error, "text": text}
    return {**static_inputs(revision), **live}
