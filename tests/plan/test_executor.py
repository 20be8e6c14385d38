import asyncio
import copy
import json
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import PlanRejected, Problem, Unavailable
from engine.plan import (
    Execution,
    Outcome,
    Plan,
    Step,
    StepEvent,
    StepFinished,
    StepStarted,
    critical_path,
    execute,
    schedule,
)

from .virtual_clock import run

Params = Mapping[str, Any]


def plan(*steps: Step) -> Plan:
    return Plan(intent="X", steps=steps)


def step(name: str, deps: str = "", tool: str = "wait", **params: object) -> Step:
    return Step(id=name, name=tool, params=params, deps=tuple(deps.split()))


async def wait(params: Params) -> dict[str, object]:
    await asyncio.sleep(params.get("s", 0.0))
    return {"n": params.get("n", 1), "name": "강남역"}


async def fail(params: Params) -> object:
    await asyncio.sleep(params.get("s", 0.0))
    raise ValueError("010-1234-5678")


async def hang(params: Params) -> object:
    await asyncio.sleep(10_000)


async def stubborn(params: Params) -> object:
    """Swallows three cancellations."""
    for _ in range(4):
        try:
            await asyncio.sleep(10_000)
        except asyncio.CancelledError:
            continue
    return None


TOOLS: dict[str, Callable[[Any], Awaitable[object]]] = {
    "wait": wait,
    "fail": fail,
    "hang": hang,
    "stubborn": stubborn,
}


def ran(*steps: Step, tools: Mapping[str, Any] | None = None, **options: Any) -> Execution:
    return run(execute(plan(*steps), tools or TOOLS, **options))


def states(found: Execution) -> dict[str, tuple[str, str]]:
    return {outcome.step: (outcome.state, outcome.kind) for outcome in found.outcomes}


def test_a_step_starts_when_its_own_inputs_are_ready() -> None:
    found = ran(step("A", s=0.1), step("B", s=1.2), step("C", "A", s=0.1))
    assert found.outcome("C").started_s == pytest.approx(0.1)
    assert found.elapsed_s == pytest.approx(1.2)


def test_a_tool_that_raises_stops_only_what_waits_for_it() -> None:
    found = ran(step("1", tool="fail"), step("2", s=1.0), step("3", "1 2"), step("4", "3"), step("5", "2"))
    assert states(found) == {
        "1": ("failed", "tool_error"),
        "2": ("ok", ""),
        "3": ("skipped", "dep_failed"),
        "4": ("skipped", "dep_failed"),
        "5": ("ok", ""),
    }
    assert (found.outcome("3").cause, found.outcome("4").cause) == ("1", "1")
    assert [failure.step for failure in found.failures] == ["1", "3", "4"]
    assert not found.is_ok
    assert set(found.results) == {"2", "5"}


def test_a_failure_names_step_tool_and_kind_of_error_and_nothing_else() -> None:
    async def down(params: Params) -> object:
        raise Unavailable(Problem(code="USE900", message="김 010"))

    async def torn(params: Params) -> object:
        raise Unavailable(Problem(code="TMPL007", message="김 010", file="prompt_templates/a.j2", line=3))

    tools = {"fail": fail, "down": down, "torn": torn}
    found = ran(step("1", tool="fail"), step("2", tool="down"), step("3", tool="torn"), tools=tools)
    assert [outcome.message for outcome in found.outcomes] == [
        "step 1 (fail) raised ValueError",
        "step 2 (down) raised Unavailable USE900",
        "step 3 (torn) raised Unavailable TMPL007 at prompt_templates/a.j2:3",
    ]
    assert "010" not in json.dumps([outcome.to_dict() for outcome in found.outcomes])


def test_a_kind_that_an_error_names_stays_distinct() -> None:
    class RateLimited(Exception):
        kind = "rate_limited"

    async def limited(params: Params) -> object:
        raise RateLimited

    assert states(ran(step("1", tool="limited"), tools={"limited": limited})) == {
        "1": ("failed", "rate_limited")
    }


def test_a_hung_tool_is_stopped_at_its_own_limit() -> None:
    found = ran(step("1", tool="hang"), step("2", "1"), step("3", s=0.1), timeouts={"hang": 0.2})
    assert states(found) == {"1": ("timeout", "step"), "2": ("skipped", "dep_failed"), "3": ("ok", "")}
    assert found.elapsed_s == pytest.approx(0.2)
    assert ran(step("1", tool="hang"), timeout_s=3).elapsed_s == pytest.approx(3)


def test_calls_are_stopped_in_the_order_of_their_limits_whenever_they_began() -> None:
    stopped: list[tuple[str, float | None]] = []

    def note(event: StepEvent) -> None:
        if isinstance(event, StepFinished) and event.outcome.state == "timeout":
            stopped.append((event.outcome.step, event.outcome.finished_s))

    tools = {"wait": wait, "short": hang, "middle": hang, "long": hang}
    found = ran(
        step("1", "2", tool="short"),
        step("2", s=1),
        step("3", tool="long"),
        step("4", tool="middle"),
        step("5", s=10),
        tools=tools,
        timeouts={"short": 1, "middle": 2, "long": 4},
        on_event=note,
    )
    assert stopped == [("1", 2.0), ("4", 2.0), ("3", 4.0)]
    assert (found.outcome("5").state, found.elapsed_s) == ("ok", 10.0)


def test_the_deadline_ends_a_run_whatever_its_tools_do() -> None:
    found = ran(
        step("1", s=0.5),
        step("2", tool="hang"),
        step("3", "2"),
        step("4", "1", s=9),
        deadline_s=1,
        timeout_s=None,
    )
    assert states(found) == {
        "1": ("ok", ""),
        "2": ("timeout", "deadline"),
        "3": ("cancelled", "deadline"),
        "4": ("timeout", "deadline"),
    }
    assert found.elapsed_s == pytest.approx(1)
    assert "1" in found.results


def test_past_the_deadline_only_steps_run_that_can_do_without_what_it_stopped() -> None:
    found = ran(
        step("slow", tool="hang"),
        step("next", "slow"),
        Step(id="keep", name="wait", params={"of": "$slow.x", "s": 0.5}, without={"of": ""}),
        Step(id="late", name="hang", params={"of": "$next.x"}, without={"of": ""}),
        Step(id="after", name="wait", params={"of": "$keep.x"}),
        deadline_s=1,
        overtime_s=2,
        timeout_s=None,
    )
    assert states(found) == {
        "slow": ("timeout", "deadline"),
        "next": ("cancelled", "deadline"),
        "keep": ("ok", ""),
        "late": ("timeout", "deadline"),
        "after": ("cancelled", "deadline"),
    }
    assert found.outcome("keep").without == ("of",)
    assert found.elapsed_s == pytest.approx(3)


def test_a_tool_that_swallows_its_cancellation_does_not_stall_the_run() -> None:
    async def main() -> tuple[Execution, float]:
        found = await execute(
            plan(step("1", tool="stubborn"), step("2", s=1)), TOOLS, timeouts={"stubborn": 0.5}, concurrency=1
        )
        return found, asyncio.get_running_loop().time()

    found, ended = run(main())
    assert states(found) == {"1": ("timeout", "step"), "2": ("ok", "")}
    assert ended == pytest.approx(1.5 + 0.2)


def test_a_tool_left_behind_is_told_once_more_to_end() -> None:
    log: list[str] = []

    async def deaf_once(params: Params) -> object:
        for _ in range(2):
            try:
                await asyncio.sleep(10_000)
            except asyncio.CancelledError:
                log.append("told")
        return None

    async def main() -> set[asyncio.Task[Any]]:
        await execute(plan(step("1", tool="deaf")), {"deaf": deaf_once}, timeout_s=1)
        await asyncio.sleep(0.01)
        return asyncio.all_tasks() - {asyncio.current_task()}  # pyright: ignore[reportReturnType]

    assert run(main()) == set()
    assert log == ["told", "told"]


def test_a_cancelled_tool_may_clean_up_and_is_awaited() -> None:
    log: list[str] = []

    async def tidy(params: Params) -> object:
        try:
            await asyncio.sleep(10_000)
        finally:
            await asyncio.sleep(0.1)
            log.append("tidied")

    ran(step("1", tool="tidy"), tools={"tidy": tidy}, timeout_s=1)
    assert log == ["tidied"]


def test_cancelling_the_caller_goes_on_up_and_leaves_no_task_behind() -> None:
    log: list[str] = []

    async def slow(params: Params) -> object:
        try:
            await asyncio.sleep(10_000)
        except asyncio.CancelledError:
            log.append("cancelled")
            raise

    async def main() -> set[asyncio.Task[Any]]:
        running = asyncio.create_task(
            execute(plan(step("1", tool="slow"), step("2", tool="slow")), {"slow": slow})
        )
        await asyncio.sleep(1)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return asyncio.all_tasks() - {asyncio.current_task()}  # pyright: ignore[reportReturnType]

    assert run(main()) == set()
    assert log == ["cancelled", "cancelled"]


def test_a_tool_that_cancels_itself_is_one_step_that_ended() -> None:
    async def quits(params: Params) -> object:
        raise asyncio.CancelledError

    found = ran(step("1", tool="quits"), step("2"), tools={**TOOLS, "quits": quits})
    assert states(found) == {"1": ("cancelled", "tool"), "2": ("ok", "")}


def test_results_keep_the_order_of_the_plan_and_their_types() -> None:
    found = ran(
        step("b", s=1, n=3), step("a", s=0.1, n=[]), step("c", "b", n="$b.n", ids="$a.n", text="$b.name이랑")
    )
    assert [outcome.step for outcome in found.outcomes] == ["b", "a", "c"]
    assert list(found.results) == ["b", "a", "c"]
    assert found.results["c"] == {"n": 3, "name": "강남역"}


def test_each_tool_gets_a_copy_of_its_own_and_the_plan_stays() -> None:
    seen: list[Any] = []

    async def spoil(params: Any) -> object:
        seen.append(copy.deepcopy(params))
        params["x"].append("spoiled")
        params["own"]["y"].clear()
        return params

    given = plan(
        step("1", tool="make"), *(step(str(i), tool="spoil", x="$1.ids", own={"y": [1]}) for i in (2, 3, 4))
    )
    kept = given.to_json()
    shared: dict[str, object] = {"ids": [1, 2]}

    async def make(params: Params) -> object:
        return shared

    run(execute(given, {"make": make, "spoil": spoil}))
    assert seen == [{"x": [1, 2], "own": {"y": [1]}}] * 3
    assert given.to_json() == kept
    assert shared == {"ids": [1, 2]}


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("$1.nope", "ref_path_missing"),
        ("a $1.n.x b", "ref_path_missing"),
        ("$1.big", "ref_too_large"),
        ("$9.x", "unknown_ref"),
    ],
)
def test_a_reference_that_leads_nowhere_skips_its_step_with_the_path(value: str, kind: str) -> None:
    async def make(params: Params) -> object:
        return {"n": 1, "big": "x" * 300_000}

    found = ran(
        step("1", tool="make"),
        step("2", tool="make", p=value),
        step("3", "2", tool="make"),
        tools={"make": make},
    )
    assert states(found) == {"1": ("ok", ""), "2": ("skipped", kind), "3": ("skipped", "dep_failed")}
    if kind == "ref_path_missing":
        assert value.strip("ab ") in found.outcome("2").message


def test_literal_parameters_are_handed_over_as_they_are() -> None:
    got: list[object] = []

    async def take(params: Params) -> object:
        got.append(params)
        return {}

    literal = Step(id="2", name="take", params={"q": "$1.name $$", "r": "$1.name"}, literal=frozenset({"q"}))
    ran(step("1"), literal, tools={"wait": wait, "take": take})
    assert got == [{"q": "$1.name $$", "r": "강남역"}]


def test_a_plan_that_was_never_sanitized_ends_all_the_same() -> None:
    found = ran(
        step("a", "b"), step("b", "a"), step("tail", "a"), step("self", "self"), step("lost", "nowhere"),
        step("twin"), step("twin"), step("after", "twin"), step("tool", tool="rm"), step("fine"),
    )  # fmt: skip
    assert [(o.step, o.state, o.kind) for o in found.outcomes] == [
        ("a", "skipped", "cycle"),
        ("b", "skipped", "cycle"),
        ("tail", "skipped", "dep_failed"),
        ("self", "skipped", "cycle"),
        ("lost", "skipped", "unknown_ref"),
        ("twin", "skipped", "duplicate_id"),
        ("twin", "skipped", "duplicate_id"),
        ("after", "skipped", "dep_failed"),
        ("tool", "failed", "unknown_tool"),
        ("fine", "ok", ""),
    ]


def test_no_more_tools_run_side_by_side_than_allowed() -> None:
    running, most = 0, 0

    async def count(params: Params) -> object:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(1)
        running -= 1
        return {}

    found = ran(*(step(str(i), tool="count") for i in range(10)), tools={"count": count}, concurrency=3)
    assert most == 3
    assert found.elapsed_s == pytest.approx(4)
    with pytest.raises(ValueError, match="concurrency"):
        ran(concurrency=0)


def test_fan_in_runs_once_after_all_its_deps() -> None:
    calls: list[str] = []

    async def note(params: Params) -> object:
        await asyncio.sleep(params["s"])
        calls.append(params["me"])
        return {}

    steps = [
        ("top", "", 0.1),
        ("left", "top", 0.1),
        ("deep", "left", 0.4),
        ("right", "top", 0.2),
        ("join", "deep right", 0.1),
    ]
    ran(*(step(name, deps, "note", me=name, s=s) for name, deps, s in steps), tools={"note": note})
    assert calls == ["top", "left", "right", "deep", "join"]


def test_events_tell_of_each_start_and_each_end_once() -> None:
    events: list[StepEvent] = []
    ran(step("1"), step("2", "1", tool="fail"), step("3", "2"), on_event=events.append)
    told = [("start", e.step) if isinstance(e, StepStarted) else ("end", e.outcome.step) for e in events]
    assert told == [("start", "1"), ("end", "1"), ("start", "2"), ("end", "2"), ("end", "3")]


def test_an_error_of_the_listener_reaches_the_caller_and_stops_the_tools() -> None:
    def listen(event: StepEvent) -> None:
        if isinstance(event, StepFinished):
            raise RuntimeError("listener")

    async def main() -> int:
        with pytest.raises(RuntimeError, match="listener"):
            await execute(
                plan(step("1", s=0.1), step("2", tool="hang"), step("3", "1")), TOOLS, on_event=listen
            )
        return len(asyncio.all_tasks())

    assert run(main()) == 1


@pytest.mark.parametrize("bad", [object(), {1: 2}, {"a": {1}}, b"bytes", float("nan"), [float("inf")]])
def test_a_result_that_json_cannot_hold_is_a_failure(bad: object) -> None:
    async def odd(params: Params) -> object:
        return bad

    assert states(ran(step("1", tool="odd"), step("2"), tools={**TOOLS, "odd": odd})) == {
        "1": ("failed", "bad_result"),
        "2": ("ok", ""),
    }


def test_a_plain_function_runs_on_a_thread() -> None:
    def sync(params: Params) -> object:
        return {"thread": threading.current_thread() is not threading.main_thread(), "n": params["n"]}

    found = asyncio.run(
        execute(plan(step("1", tool="sync", n=1), step("2", tool="sync", n="$1.n")), {"sync": sync})
    )
    assert found.results == {"1": {"thread": True, "n": 1}, "2": {"thread": True, "n": 1}}


def test_a_plain_function_that_raises_or_never_returns_is_told_with_its_step() -> None:
    stop = threading.Event()

    def broken(params: Params) -> object:
        raise KeyError("010")

    def stuck(params: Params) -> object:
        stop.wait(5)
        return {}

    def leaves(params: Params) -> object:
        raise SystemExit(3)

    tools = {"broken": broken, "stuck": stuck, "leaves": leaves}
    began = time.monotonic()
    found = asyncio.run(
        execute(plan(*(step(name, tool=name) for name in tools)), tools, timeouts={"stuck": 0.05})
    )
    took = time.monotonic() - began
    stop.set()
    assert states(found) == {
        "broken": ("failed", "tool_error"),
        "stuck": ("timeout", "step"),
        "leaves": ("failed", "tool_error"),
    }
    assert found.outcome("broken").message == "step broken (broken) raised KeyError"
    assert took < 4, "the thread that never returns was waited for"


def test_a_function_that_hands_back_an_awaitable_is_awaited() -> None:
    tools = {"lazy": lambda params: wait(params)}  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    assert asyncio.run(execute(plan(step("1", tool="lazy")), tools)).results["1"] == {
        "n": 1,
        "name": "강남역",
    }


def test_an_async_tool_with_the_wrong_signature_is_a_failure_of_its_step() -> None:
    async def nothing() -> object:
        return {}

    class Callable_:  # noqa: N801  # the word itself is taken
        async def __call__(self, params: Params) -> object:
            return {"ok": True}

    found = ran(
        step("1", tool="nothing"), step("2", tool="object"), tools={"nothing": nothing, "object": Callable_()}
    )
    assert states(found) == {"1": ("failed", "tool_error"), "2": ("ok", "")}


def test_a_plan_may_be_given_as_json_and_must_have_its_form() -> None:
    found = run(execute({"steps": [{"id": 1, "name": "wait"}]}, TOOLS))
    assert states(found) == {"1": ("ok", "")}
    with pytest.raises(PlanRejected):
        run(execute({"steps": 5}, TOOLS))


def test_an_empty_plan_ends_at_once() -> None:
    assert ran().outcomes == ()
    with pytest.raises(KeyError):
        ran().outcome("1")


def test_one_loop_after_another_may_run_plans() -> None:
    for _ in range(2):
        assert asyncio.run(execute(plan(step("1")), TOOLS)).is_ok


def test_many_runs_side_by_side_do_not_see_each_other() -> None:
    async def main() -> list[Execution]:
        plans = [plan(step("1", n=i, s=i % 3), step("2", n="$1.n")) for i in range(50)]
        return list(await asyncio.gather(*(execute(each, TOOLS) for each in plans)))

    for i, found in enumerate(run(main())):
        assert found.outcome("2").value == {"n": i, "name": "강남역"}


def test_a_clock_of_ones_own_stamps_the_outcomes() -> None:
    async def main() -> Outcome:
        loop = asyncio.get_running_loop()
        found = await execute(plan(step("1", s=2)), TOOLS, clock=lambda: loop.time() + 100)
        return found.outcome("1")

    assert (run(main()).started_s, run(main()).finished_s) == (0, pytest.approx(2))


SHAPES = st.lists(
    st.tuples(
        st.lists(st.integers(0, 9), max_size=3),
        st.sampled_from(["wait", "fail", "hang", "none"]),
        st.integers(0, 4),
    ),
    max_size=10,
)


@settings(max_examples=120, deadline=None)
@given(SHAPES, st.integers(1, 4))
def test_every_step_ends_in_one_state_and_no_run_stalls(
    shape: list[tuple[list[int], str, int]], concurrency: int
) -> None:
    steps = [step(str(i), " ".join(map(str, needs)), tool, s=s) for i, (needs, tool, s) in enumerate(shape)]
    events: list[StepEvent] = []
    found = ran(*steps, timeout_s=7, deadline_s=1000, concurrency=concurrency, on_event=events.append)
    assert [outcome.step for outcome in found.outcomes] == [each.id for each in steps]
    assert sorted(e.outcome.step for e in events if isinstance(e, StepFinished)) == sorted(
        each.id for each in steps
    )
    started = [e.step for e in events if isinstance(e, StepStarted)]
    assert len(started) == len(set(started))
    for outcome in found.outcomes:
        needs = [str(n) for n in shape[int(outcome.step)][0]]
        whole = all(int(n) < len(steps) and found.outcome(n).is_ok for n in needs)
        assert whole or outcome.state == "skipped"
        assert outcome.state != "cancelled"
    assert found.elapsed_s <= 7 * len(steps)


@settings(max_examples=60, deadline=None)
@given(SHAPES, st.randoms(use_true_random=False))
def test_the_result_does_not_depend_on_the_order_of_siblings(
    shape: list[tuple[list[int], str, int]], rng: Any
) -> None:
    steps = [step(str(i), " ".join(map(str, needs)), tool, s=s) for i, (needs, tool, s) in enumerate(shape)]
    other = rng.sample(steps, len(steps))
    one, two = ran(*steps, timeout_s=7, deadline_s=None), ran(*other, timeout_s=7, deadline_s=None)
    assert {o.step: (o.state, o.kind, o.cause, o.value) for o in one.outcomes} == {
        o.step: (o.state, o.kind, o.cause, o.value) for o in two.outcomes
    }


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.lists(st.integers(0, 29), max_size=3), st.integers(1, 9)), min_size=1, max_size=30)
)
def test_with_room_enough_a_run_takes_its_critical_path(shape: list[tuple[list[int], int]]) -> None:
    steps = [
        step(str(i), " ".join({str(n % i) for n in needs} if i else ()), s=s)
        for i, (needs, s) in enumerate(shape)
    ]
    found = ran(*steps, concurrency=30, deadline_s=None, timeout_s=None)
    assert found.elapsed_s == pytest.approx(critical_path(schedule(steps), [s for _, s in shape]))
