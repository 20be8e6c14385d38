"""Models over the fake server, and how a call of them ends."""

import asyncio
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.config.model import ModelSpec
from engine.llm.calling import Attempt, Completion, Model, Policy, complete
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Message
from engine.llm.registry import plugin_named
from engine.llm.setup import Setup
from engine.llm.spending import Allowance, Spending

KEY = "sk-k3y-marker"
SAID = "s3cr3t-words-of-the-customer"
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
ASK = Ask((Message("system", "Answer in JSON.", cache=True), Message("user", SAID)), SCHEMA, "planner")
IN_TIME_S = 60.0
"""The tests' own bound, far beyond every deadline in them."""


class Waits:
    """The pauses between attempts, written down and not waited for."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


@dataclass(kw_only=True)
class Ended:
    """How a call ended: an answer or a failure, the attempts, and the pauses."""

    answer: Completion | None = None
    failure: LlmFailure | None = None
    attempts: list[Attempt] = field(default_factory=list[Attempt])
    pauses: list[float] = field(default_factory=list[float])

    @property
    def outcome(self) -> str:
        """The failure's kind, or the answer's text."""
        return self.failure.kind if self.failure is not None else self.answer.text if self.answer else ""


def model(plugin: str, url: str, *, timeout_s: float = 15.0, silence_s: float = 15.0, **keys: Any) -> Model:
    """A model of that plugin at that address, which the fake calls `m`."""
    named = "openai/m" if plugin == "litellm" else "m"
    spec = ModelSpec(plugin=plugin, model=named, url=url, key="SOME_KEY", **keys)
    setup = Setup(name=plugin, spec=spec, root=Path(), key=KEY)
    return Model(
        name=plugin,
        llm=plugin_named(plugin)(setup),
        timeout_s=timeout_s,
        silence_s=silence_s,
        retries=spec.retries,
        prices=spec.prices,
    )


async def end_of(
    models: Sequence[Model], ask: Ask = ASK, *, deadline_s: float = 15.0, allowed: Allowance | None = None
) -> Ended:
    """How a call of these models ends; nothing secret may be in a failure's words."""
    waits = Waits()
    result = Ended(pauses=waits.seconds)
    policy = Policy(deadline_s=deadline_s, spending=Spending(allowed))
    try:
        call = complete(models, ask, policy, attempts=result.attempts, sleep=waits)
        result.answer = await asyncio.wait_for(call, IN_TIME_S)
    except LlmFailure as failure:
        told = "".join(traceback.format_exception(failure)) + repr(failure)
        assert KEY not in told
        assert SAID not in told
        result.failure = failure
    return result


def ended(
    models: Sequence[Model], ask: Ask = ASK, *, deadline_s: float = 15.0, allowed: Allowance | None = None
) -> Ended:
    """The same on a loop of its own."""
    return asyncio.run(end_of(models, ask, deadline_s=deadline_s, allowed=allowed))
