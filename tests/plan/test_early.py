"""Steps that begin while the plan arrives give what the whole plan gives, and are never called twice."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.plan import Execution, Plan, Step, execute
from engine.plan.early import Early, Shared

from .virtual_clock import run

LOOKUP = Step(id="1", name="poi", params={"location": "강남역"})
SEARCH = Step(id="2", name="search", params={"lat": "$1.lat"}, deps=("1",))
PLAN = Plan(intent="X", steps=(LOOKUP, SEARCH))


class Tools:
    """Tools that take a while and count their calls."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, object]] = []

    async def poi(self, params: Mapping[str, Any]) -> object:
        self.calls.append(("poi", params["location"]))
        await asyncio.sleep(1.0)
        if params["location"] == "nowhere":
            raise LookupError
        return {"lat": len(params["location"])}

    async def search(self, params: Mapping[str, Any]) -> object:
        self.calls.append(("search", params["lat"]))
        await asyncio.sleep(2.0)
        return {"hits": [params["lat"]]}

    async def store(self, params: Mapping[str, Any]) -> object:
        self.calls.append(("store", dict(params)))
        return {}

    def shared(self) -> Shared:
        tools = {"poi": self.poi, "search": self.search, "store": self.store}
        return Shared(tools, ("poi", "search", "gone"))


async def streamed(prefixes: list[Plan], final: Plan, tools: Tools) -> tuple[Execution, Shared]:
    """Each prefix comes a second after the last, the plan one after the last of them."""
    shared = tools.shared()
    early = Early(shared)
    try:
        for prefix in prefixes:
            early.offer(prefix)
            await asyncio.sleep(1.0)
        return await execute(final, shared.tools()), shared
    finally:
        await early.close()
        await shared.close()


def prefixes_of(plan: Plan) -> list[Plan]:
    return [Plan(intent="X", steps=plan.steps[:count]) for count in range(1, len(plan.steps) + 1)]


def test_a_step_runs_while_the_plan_arrives_and_its_result_is_taken_over() -> None:
    tools = Tools()
    found, shared = run(streamed(prefixes_of(PLAN), PLAN, tools))
    assert found.results == {"1": {"lat": 3}, "2": {"hits": [3]}}
    assert tools.calls == [("poi", "강남역"), ("search", 3)]
    assert found.elapsed_s == pytest.approx(1.0)  # of three: two had gone by when the plan was whole
    assert shared.wasted == 0


def test_what_the_finished_plan_does_not_call_is_ended_and_counted() -> None:
    tools = Tools()
    other = Plan(intent="X", steps=(Step(id="1", name="poi", params={"location": "판교역"}),))
    found, shared = run(streamed([PLAN], other, tools))
    assert found.results == {"1": {"lat": 3}}
    assert (shared.calls, shared.wasted) == (3, 2)


def test_a_tool_that_must_not_be_called_twice_never_begins_early() -> None:
    tools = Tools()
    plan = Plan(intent="X", steps=(Step(id="1", name="store", params={"a": 1}), LOOKUP))
    prefix = Plan(intent="X", steps=plan.steps[:1])
    found, _ = run(streamed([prefix], Plan(intent="X", steps=()), tools))
    assert found.results == {}
    assert tools.calls == []


def test_a_step_that_fails_early_fails_in_the_same_way() -> None:
    tools = Tools()
    plan = Plan(intent="X", steps=(Step(id="1", name="poi", params={"location": "nowhere"}), SEARCH))
    found, _ = run(streamed(prefixes_of(plan), plan, tools))
    whole = run(execute(plan, Tools().shared().tools()))
    assert [(o.state, o.kind, o.message) for o in found.outcomes] == [
        (o.state, o.kind, o.message) for o in whole.outcomes
    ]
    assert tools.calls == [("poi", "nowhere")]


def test_a_step_that_reads_otherwise_later_begins_anew() -> None:
    tools = Tools()
    changed = Plan(intent="X", steps=(Step(id="1", name="poi", params={"location": "판교"}), SEARCH))
    found, shared = run(streamed([PLAN, changed], changed, tools))
    assert found.results == {"1": {"lat": 2}, "2": {"hits": [2]}}
    assert shared.wasted >= 1


def test_two_steps_that_make_one_call_share_it() -> None:
    tools = Tools()
    plan = Plan(intent="X", steps=(LOOKUP, Step(id="3", name="poi", params={"location": "강남역"})))
    found, _ = run(streamed([], plan, tools))
    assert found.results == {"1": {"lat": 3}, "3": {"lat": 3}}
    assert tools.calls == [("poi", "강남역")]


def test_a_call_that_ignores_its_end_holds_up_nobody() -> None:
    ended: list[str] = []

    async def stubborn(params: Mapping[str, Any]) -> object:
        while True:
            try:
                await asyncio.sleep(60.0)
            except asyncio.CancelledError:
                ended.append(str(params["location"]))
                if len(ended) > 2:
                    raise

    async def closing() -> float:
        shared = Shared({"poi": stubborn}, ("poi",))
        early = Early(shared)
        early.offer(Plan(intent="X", steps=(LOOKUP,)))
        await asyncio.sleep(1.0)
        began = asyncio.get_running_loop().time()
        await early.close()
        await shared.close()
        return asyncio.get_running_loop().time() - began

    assert run(closing()) < 1.0
    assert ended


@given(data=st.data())
def test_the_result_does_not_depend_on_how_the_plan_arrived(data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from(["가", "나나", "nowhere"]), min_size=1, max_size=4))
    steps: list[Step] = []
    for number, name in enumerate(names):
        steps.append(Step(id=f"p{number}", name="poi", params={"location": name}))
        if data.draw(st.booleans()):
            target = data.draw(st.integers(0, number))
            steps.append(
                Step(id=f"s{number}", name="search", params={"lat": f"$p{target}.lat"}, deps=(f"p{target}",))
            )
    plan = Plan(intent="X", steps=tuple(steps))
    cuts = sorted(data.draw(st.sets(st.integers(1, len(steps)), max_size=4)))
    prefixes = [Plan(intent="X", steps=plan.steps[:cut]) for cut in cuts]
    found, _ = run(streamed(prefixes, plan, Tools()))
    whole = run(execute(plan, Tools().shared().tools()))
    assert found.results == whole.results
    assert [(o.step, o.state, o.kind) for o in found.outcomes] == [
        (o.step, o.state, o.kind) for o in whole.outcomes
    ]
