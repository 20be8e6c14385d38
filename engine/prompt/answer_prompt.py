"""The messages that ask a model for the answer: the rules first, then the worded facts as data."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.config.pack import Locale
from engine.config.revision import Revision
from engine.llm.port import Message
from engine.prompt.messages import role_messages


class Worded(Protocol):
    """The facts of an answer in words, as the template answer has them: an `AnswerView`."""

    def inputs(self) -> Mapping[str, object]:
        """question, intent, searches, infos, comparison and notes, by name."""
        ...


def answer_messages(
    view: Worded, revision: Revision, *, language: Locale, memory: Sequence[str] = ()
) -> tuple[Message, ...]:
    """The prompt of the pack's template of role `answerer`: one message that is byte-identical for every
    customer, marked as the end of what a provider may cache, and one with the facts, which say everything
    that the answer may say.

    `memory` are lines about the customer that nobody has confirmed. Raises ConfigError: TMPL010 without such
    a template, else what `Prompts.messages` raises.
    """
    values = {**view.inputs(), "language": language, "memory": tuple(memory)}
    return role_messages(revision, "answerer", language, values)
