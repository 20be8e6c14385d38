"""The plugin that asks nobody: answers by a script, for tests and for examples that run without a key.

It says when each piece comes and how it fails, and an ask that no answer fits is a failure, never a guess.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.config.model import Failure, ScriptedAnswer
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Chunk, Usage
from engine.llm.setup import Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer of a script: given to asks named `asked_by` ("" for any) whose messages hold every text of
    `says`. `first_s` and `pause_s` are the seconds before the first piece and between pieces; after the
    pieces comes `fail`, or the finish signal (None leaves it out). `times` is how often it may be given."""

    pieces: tuple[str, ...] = ()
    asked_by: str = ""
    says: tuple[str, ...] = ()
    first_s: float = 0.0
    pause_s: float = 0.0
    finish: str | None = "stop"
    fail: Failure | None = None
    retry_after: float | None = None
    times: int | None = None
    usage: Usage | None = None


Rule = Answer | Callable[[Ask], Answer | None]
"""An answer for the asks that fit it, or a function that answers, or passes with None."""


def build(setup: Setup) -> "Scripted":
    """The plugin's entry."""
    answers = setup.script.answers if setup.script is not None else ()
    return Scripted([answer_of(each) for each in answers], name=setup.name)


def answer_of(spec: ScriptedAnswer) -> Answer:
    """The answer that a file describes."""
    finish: Literal["stop", "length", "content_filter"] | None = (
        None if spec.finish == "none" else spec.finish
    )
    return Answer(
        pieces=in_pieces(spec.say, spec.chunk) if isinstance(spec.say, str) else spec.say,
        asked_by=spec.asked_by or "",
        says=(spec.says,) if isinstance(spec.says, str) else spec.says,
        first_s=spec.first or 0.0,
        pause_s=spec.pause or 0.0,
        finish=finish,
        fail=spec.fail,
        retry_after=spec.retry_after,
        times=spec.times,
    )


def in_pieces(text: str, size: int | None) -> tuple[str, ...]:
    """A text in pieces of so many characters; whole without a size."""
    if size is None:
        return (text,) if text else ()
    return tuple(text[start : start + size] for start in range(0, len(text), size))


class Scripted:
    """A model that says what its script says; the first rule that fits answers. `asks` is what was asked."""

    def __init__(
        self,
        rules: Sequence[Rule],
        *,
        name: str = "scripted",
        sleep: Callable[[float], Awaitable[Any]] = asyncio.sleep,
    ) -> None:
        self._rules = tuple(rules)
        self._given = [0] * len(self._rules)
        self._name = name
        self._sleep = sleep
        self.asks: list[Ask] = []

    async def stream(self, ask: Ask, *, deadline: float) -> AsyncGenerator[Chunk, None]:
        """See the port. Raises LlmFailure (LLM024) for an ask that no rule answers."""
        self.asks.append(ask)
        answer = self._answer(ask)
        enforced = None if ask.schema is None else False
        yield Chunk(schema_enforced=enforced)
        for number, piece in enumerate(answer.pieces):
            await self._wait(answer.pause_s if number else answer.first_s)
            yield Chunk(text=piece)
        if not answer.pieces:
            await self._wait(answer.first_s)
        if answer.fail is not None:
            raise LlmFailure(answer.fail, self._name, detail="by its script", retry_after=answer.retry_after)
        if answer.finish is not None:
            yield Chunk(finish=answer.finish, usage=answer.usage)

    async def close(self) -> None:
        """Nothing is held."""

    async def _wait(self, seconds: float) -> None:
        if seconds > 0:
            await self._sleep(seconds)

    def _answer(self, ask: Ask) -> Answer:
        for number, rule in enumerate(self._rules):
            answer = rule if isinstance(rule, Answer) else rule(ask)
            if answer is None or not _fits(answer, ask):
                continue
            if answer.times is None or self._given[number] < answer.times:
                self._given[number] += 1
                return answer
        asked = f"an ask named {ask.name}" if ask.name else "an ask without a name"
        raise LlmFailure(
            "bad_request",
            self._name,
            code="LLM024",
            detail=f"its script has no answer for {asked}",
            hint="add an answer that fits to the script",
        )


def _fits(answer: Answer, ask: Ask) -> bool:
    is_asked = answer.asked_by in ("", ask.name)
    return is_asked and all(any(text in each.content for each in ask.messages) for text in answer.says)
