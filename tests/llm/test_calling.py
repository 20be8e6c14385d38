"""A call of several models: who is asked when, what is never asked twice, and what ends it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import pytest

from engine.config.model import Failure, Prices
from engine.llm.calling import Attempt, Model, Policy, check_keys, complete, stream
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Chunk, Message, Usage
from engine.llm.scripted import Answer, Rule, Scripted
from engine.llm.spending import Allowance
from tests.llm.asking import ASK, Waits, ended

TEXT = Ask((Message("user", "hello"),), None, "answerer")


def scripted(name: str, *rules: Rule, **limits: Any) -> Model:
    return Model(name=name, llm=Scripted(rules, name=name), **limits)


def failing(kind: Failure, times: int | None = None, **more: Any) -> Answer:
    return Answer(fail=kind, times=times, **more)


def kinds(attempts: list[Attempt]) -> list[tuple[str, str | None]]:
    return [(attempt.model, attempt.kind) for attempt in attempts]


GOOD = Answer(pieces=("yes",))


@pytest.mark.parametrize("kind", ["rate_limited", "network", "server"])
def test_what_may_pass_is_asked_again_of_the_same_model_first(kind: Failure) -> None:
    result = ended([scripted("a", failing(kind, 1), GOOD), scripted("b", GOOD)])
    assert kinds(result.attempts) == [("a", kind), ("a", None)]
    assert result.pauses == [0.25]


@pytest.mark.parametrize("kind", ["auth", "bad_request", "context_too_long", "timeout", "refusal_or_prose"])
def test_what_will_not_pass_goes_to_the_next_model_at_once(kind: Failure) -> None:
    result = ended([scripted("a", failing(kind)), scripted("b", GOOD)])
    assert kinds(result.attempts) == [("a", kind), ("b", None)]
    assert result.pauses == []


def test_each_model_gets_its_retries_and_the_last_failure_ends_the_call() -> None:
    models = [scripted("a", failing("server"), retries=2), scripted("b", failing("rate_limited"), retries=1)]
    result = ended(models)
    assert [name for name, _ in kinds(result.attempts)] == ["a", "a", "a", "b", "b"]
    assert result.outcome == "rate_limited"
    assert result.failure is not None
    assert result.failure.attempts == tuple(result.attempts)
    assert result.pauses == [0.25, 0.5, 0.25]


def test_a_long_retry_after_is_not_waited_for_while_another_model_is_there() -> None:
    busy = failing("rate_limited", retry_after=8.0)
    assert kinds(ended([scripted("a", busy), scripted("b", GOOD)]).attempts)[-1] == ("b", None)
    alone = ended([scripted("a", failing("rate_limited", 1, retry_after=8.0), GOOD)])
    assert alone.pauses == [8.0]
    assert alone.outcome == "yes"


def test_a_whole_answer_that_broke_off_is_asked_anew() -> None:
    result = ended([scripted("a", failing("network", 1, pieces=("ye",)), GOOD)])
    assert result.outcome == "yes"
    assert kinds(result.attempts) == [("a", "mid_stream_cut"), ("a", None)]


def streamed_until_failure(*models: Model) -> tuple[list[str], str, list[Attempt]]:
    attempts: list[Attempt] = []
    texts: list[str] = []

    async def read() -> str:
        try:
            chunks = stream(models, TEXT, Policy(deadline_s=5.0), attempts=attempts, sleep=Waits())
            async for chunk in chunks:
                texts.append(chunk.text)
        except LlmFailure as failure:
            return failure.kind
        return ""

    return texts, asyncio.run(read()), attempts


def test_a_stream_is_never_started_again_once_a_piece_was_given() -> None:
    broken = scripted("a", failing("network", pieces=("so ", "far")))
    texts, kind, attempts = streamed_until_failure(broken, scripted("b", GOOD))
    assert (texts, kind) == (["so ", "far"], "mid_stream_cut")
    assert kinds(attempts) == [("a", "mid_stream_cut")]


def test_a_stream_goes_to_the_next_model_as_long_as_nothing_was_given() -> None:
    texts, kind, attempts = streamed_until_failure(scripted("a", failing("auth")), scripted("b", GOOD))
    assert (texts, kind) == (["yes", ""], "")
    assert kinds(attempts) == [("a", "auth"), ("b", None)]


def test_the_last_piece_of_a_stream_alone_has_the_end_and_the_counts() -> None:
    usage = Usage(10, 2, 0, 0.5)

    async def read() -> list[Chunk]:
        counted = scripted("a", Answer(pieces=("y", "es"), usage=usage))
        return [chunk async for chunk in stream([counted], TEXT, Policy(deadline_s=5.0))]

    first, second, last = asyncio.run(read())
    assert (first, second) == (Chunk(text="y"), Chunk(text="es"))
    assert (last.finish, last.usage, last.text) == ("stop", usage, "")


@pytest.mark.parametrize("finish", ["length", "max_tokens", "MAX_TOKENS"])
def test_every_providers_word_for_the_length_limit_is_a_truncated_answer(finish: str) -> None:
    assert ended([scripted("a", Answer(pieces=('{"a": 1}',), finish=finish))]).outcome == "truncated"


def test_the_deadline_is_over_all_attempts_and_pauses() -> None:
    stalled = [scripted(name, Answer(pieces=("x",), first_s=60.0), timeout_s=0.2) for name in "abc"]
    result = ended(stalled, deadline_s=0.3)
    assert result.outcome == "timeout"
    assert len(result.attempts) == 2


def test_a_plugin_that_raises_something_of_its_own_is_a_failure_without_its_words() -> None:
    class Broken:
        async def stream(self, ask: Ask, *, deadline: float) -> AsyncGenerator[Chunk, None]:
            yield Chunk()
            raise RuntimeError(ask.messages[-1].content)

        async def close(self) -> None: ...

    result = ended([Model(name="a", llm=Broken(), retries=0)])
    assert result.outcome == "server"
    assert "RuntimeError" in str(result.failure)


def test_a_call_that_is_left_early_is_booked_as_cancelled() -> None:
    attempts: list[Attempt] = []

    async def leave() -> None:
        model = scripted("a", Answer(pieces=("a", "b")))
        async with aclosing(stream([model], TEXT, Policy(deadline_s=5.0), attempts=attempts)) as chunks:
            await anext(chunks)

    asyncio.run(leave())
    assert kinds(attempts) == [("a", "cancelled")]


def test_a_model_without_its_key_is_not_asked_and_the_next_one_is() -> None:
    without = scripted("a", GOOD, missing_key="SOME_KEY")
    result = ended([without, scripted("b", GOOD)])
    assert kinds(result.attempts) == [("a", "no_key"), ("b", None)]
    assert isinstance(without.llm, Scripted)
    assert without.llm.asks == []
    (problem,) = check_keys([without])
    assert "SOME_KEY is not set" in str(problem)
    assert "export SOME_KEY=" in problem.problems[0].hint


def test_a_role_without_a_model_is_a_failure() -> None:
    assert ended([]).outcome == "no_key"


PRICES = Prices(prompt=10.0, completion=1000.0)
LONG = Answer(pieces=tuple("word " for _ in range(400)))


@pytest.mark.parametrize(
    "allowed",
    [Allowance(tokens=100), Allowance(cost=0.05), Allowance(bytes=500)],
    ids=["tokens", "cost", "bytes"],
)
def test_an_answer_beyond_the_budget_is_not_read_to_its_end(allowed: Allowance) -> None:
    result = ended([scripted("a", LONG, prices=PRICES), scripted("b", GOOD)], TEXT, allowed=allowed)
    assert result.outcome == "budget"
    assert kinds(result.attempts) == [("a", "budget")]


def test_a_prompt_beyond_the_budget_is_not_sent() -> None:
    model = scripted("a", GOOD)
    result = ended([model], Ask((Message("user", "word " * 400),)), allowed=Allowance(tokens=100))
    assert result.outcome == "budget"
    assert isinstance(model.llm, Scripted)
    assert model.llm.asks == []


def test_the_budget_counts_every_attempt() -> None:
    spent = Usage(prompt=40, completion=20)
    models = [scripted("a", Answer(pieces=("x",), finish="length", usage=spent)), scripted("b", GOOD)]
    assert ended(models, TEXT, allowed=Allowance(tokens=61)).outcome == "budget"
    assert ended(models, TEXT, allowed=Allowance(tokens=100)).outcome == "yes"


def test_an_attempt_that_no_provider_counts_is_not_in_the_budget() -> None:
    refused = [scripted("a", failing("rate_limited"), retries=2), scripted("b", GOOD)]
    assert ended(refused, Ask((Message("user", "x" * 150),)), allowed=Allowance(tokens=60)).outcome == "yes"


def test_a_completion_says_whether_the_schema_bound_the_model() -> None:
    async def call(ask: Ask) -> bool | None:
        return (await complete([scripted("a", GOOD)], ask, Policy(deadline_s=5.0))).schema_enforced

    assert asyncio.run(call(ASK)) is False
    assert asyncio.run(call(TEXT)) is None
