"""The whole way over real HTTP: a request makes exactly two calls, and what a server does ends in its one
outcome within the deadline."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.runtime.engine import Engine
from tests.llm.asking import model
from tests.llm.fake_llm_server import Behaviour, Received, Reply, delta, error, serving, streamed

from .asking import DAY, Scene, plan_text, with_models

TEXT = "강남역 근처 30평대 15억 이하 아파트"
PLAN = plan_text(areaMin=30, areaMax=39, priceMax=150000)
PIECES = tuple(PLAN[at : at + 12] for at in range(0, len(PLAN), 12))


@pytest.fixture(scope="module")
def name(revision: Revision) -> str:
    return Scene(revision, [], planner="rules").ask(TEXT).one("candidates")["hits"][0]["name"]


def asked(revision: Revision, replies: Sequence[Reply]) -> tuple[dict[str, Any], int]:
    """The trace of one request, and how many calls the server saw."""
    with serving(replies) as server:
        deadlines = revision.pack.deadlines.model_copy(update={"request": 3.0, "step": 1.0})
        pack = with_models(revision, planner="llm", answerer="llm", deadlines=deadlines)
        hosted = model("openai_compatible", server.url, timeout_s=1.0, silence_s=0.5)
        engine = Engine(pack, models={"model": hosted})
        engine.prepare()
        began = time.monotonic()
        events = list(engine.ask_sync(TEXT, today=DAY))
        assert time.monotonic() - began < 8.0
        return dict(events[-1].data), len(server.asked)


async def cancelled(revision: Revision, behave: Behaviour, until: str) -> tuple[list[str], Engine, bool]:
    """The events of a request that was left when the server had done what it does, or when that event came;
    whether the server saw the client go."""
    with serving(behave) as server:
        pack = with_models(revision, planner="llm", answerer="llm")
        hosted = model("openai_compatible", server.url)
        engine = Engine(pack, models={"model": hosted})
        await asyncio.to_thread(engine.prepare)
        tasks, seen, there = asyncio.all_tasks(), list[str](), asyncio.Event()
        loop = asyncio.get_running_loop()
        if not until:
            server.reached = lambda: loop.call_soon_threadsafe(there.set)

        async def ask() -> None:
            async for event in engine.ask(TEXT, today=DAY):
                seen.append(event.event)
                if event.event == until:
                    there.set()

        asking = asyncio.ensure_future(ask())
        await asyncio.wait_for(there.wait(), 30)
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
        assert asyncio.all_tasks() == tasks
        has_left = await asyncio.to_thread(server.hung_up.wait, 10)
        await engine.models.close()
        return seen, engine, has_left


STALLS = {
    "before the first word of the plan": (Reply(parts=("stall",)), "", 0),
    "in the middle of the plan": (Reply(parts=(delta(PLAN[:30]), "stall")), "", 0),
    "while a step runs early": (Reply(parts=(delta(PLAN[:-20]), "stall")), "plan_delta", 0),
    "before the first word of the answer": (None, "candidates", 1),
    "in the middle of the answer": (Reply(parts=(delta("보세요. 네"), "stall")), "answer_delta", 1),
}


@pytest.mark.parametrize("phase", STALLS)
def test_a_request_that_is_left_leaves_no_task_no_socket_and_no_half_plan(
    revision: Revision, phase: str
) -> None:
    reply, until, kept = STALLS[phase]

    def behave(asked: Received) -> Reply:
        if kept and "response_format" in asked.body:
            return streamed(*PIECES)
        return reply or Reply(parts=("stall",))

    _, engine, has_left = asyncio.run(cancelled(revision, behave, until))
    assert has_left or until == "candidates"  # then the answer may not have been asked for yet
    assert len(engine.models.plans) == kept


def test_requests_side_by_side_get_their_own_plans_and_answers(revision: Revision, name: str) -> None:
    async def all_at_once(engine: Engine) -> list[dict[str, Any]]:
        async def last(number: int) -> dict[str, Any]:
            text = TEXT.replace("15억", f"{number}억")
            return [dict(event.data) async for event in engine.ask(text, today=DAY)][-1]

        traces = await asyncio.gather(*map(last, range(11, 23)))
        await engine.models.close()
        return traces

    def behave(asked: Received) -> Reply:
        if "response_format" not in asked.body:
            return streamed("천천히 ", "보세요.", pause=0.001)
        number = next(n for n in range(11, 23) if f"{n}억 이하" in asked.body["messages"][-1]["content"])
        whole = plan_text(areaMin=30, areaMax=39, priceMax=number * 10_000)
        return streamed(*(whole[at : at + 9] for at in range(0, len(whole), 9)), pause=0.001)

    with serving(behave) as server:
        pack = with_models(revision, planner="llm", answerer="llm")
        engine = Engine(pack, models={"model": model("openai_compatible", server.url)})
        engine.prepare()
        traces = asyncio.run(all_at_once(engine))
    told = [(each["planner"], each["answerer"], each["repaired"], each["llm"]["calls"]) for each in traces]
    assert told == [("llm", "llm", [], 2)] * 12
    wanted = [each["sanitized"]["steps"][1]["params"]["priceMax"] for each in traces]
    assert wanted == [number * 10_000 for number in range(11, 23)]


def test_where_a_server_takes_no_schema_the_trace_says_so_and_the_plan_is_judged_all_the_same(
    revision: Revision, name: str
) -> None:
    refuses = error(400, "response_format is not supported")
    wrong = plan_text(areaMin=30, areaMax=30, colour="red")
    trace, calls = asked(revision, [refuses, refuses, streamed(wrong), streamed(f"**{name}**", "을 보세요.")])
    assert (trace["planner"], calls) == ("llm", 4)
    assert trace["llm"]["schemaEnforced"] is False
    assert [each["schemaEnforced"] for each in trace["llm"]["attempts"]] == [False, None]
    assert [each["reason"] for each in trace["removed"]] == ["unknown_param"]
    assert [each["kind"] for each in trace["repaired"]] == ["conversion"]
    assert trace["sanitized"]["steps"][1]["params"]["areaMax"] == 39


def test_where_a_server_takes_the_schema_the_trace_says_so(revision: Revision, name: str) -> None:
    trace, _ = asked(revision, [streamed(*PIECES), streamed(f"**{name}**", "을 보세요.")])
    assert trace["llm"]["schemaEnforced"] is True


def test_a_request_makes_exactly_two_calls(revision: Revision, name: str) -> None:
    trace, calls = asked(revision, [streamed(*PIECES), streamed(f"**{name}**", "을 보세요.")])
    assert (trace["planner"], trace["answerer"], calls) == ("llm", "llm", 2)
    assert trace["llm"]["calls"] == 2


ROWS = [
    ("the plan is prose, then a plan", [streamed("Sure!"), streamed(*PIECES)], "llm", 3),
    ("the plan is prose twice", [streamed("Sure!"), streamed("Sure!")], "rules", 3),
    ("the plan is fenced", [streamed("```json\n", *PIECES, "\n```")], "llm", 2),
    ("the plan is cut by its limit", [streamed(*PIECES, finish="length")], "rules", 2),
    ("the plan breaks off", [Reply(parts=(delta(PLAN[:40]), "reset"))], "rules", 2),
    ("the plan stalls", [Reply(parts=(delta(PLAN[:40]), "stall"))], "rules", 2),
    ("the plan ends without a signal", [streamed(*PIECES, finish=None)], "rules", 2),
    ("access is refused", [error(401)], "rules", 2),
    ("two plans", [streamed(PLAN, PLAN), streamed(*PIECES)], "llm", 3),
    ("blanks without end", [streamed('{"steps":[', *[" " * 100] * 30)], "rules", 2),
]


@pytest.mark.parametrize(("replies", "planner", "calls"), [r[1:] for r in ROWS], ids=[r[0] for r in ROWS])
def test_what_the_server_does_ends_in_one_outcome(
    revision: Revision, name: str, replies: list[Reply], planner: str, calls: int
) -> None:
    trace, seen = asked(revision, [*replies, streamed(f"**{name}**", "을 보세요.")])
    assert (trace["planner"], seen) == (planner, calls), trace["degraded"]
    assert trace["answerer"] == "llm", trace["degraded"]
    assert trace["failed"] == []
