"""Whatever a planner writes: no traceback, no unknown tool runs, a step ends in one state, no run stalls."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.plan import Execution, Parsed, Plan, execute, parse, sanitize

from .mutations import mutate, written
from .tool_rules import RULES
from .virtual_clock import VirtualLoop

STEP_LIMIT_S = 3.0
REASONS = {
    "unknown_tool", "dep_removed", "duplicate_id", "bad_id", "unknown_ref", "bad_param", "unknown_param",
    "cycle", "step_cap", "bad_intent", "free_text",
}  # fmt: skip


class Scripted:
    """Tools that answer, raise or hang as the dice say, and remember who was called."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.called = rng, Counter[str]()

    def tool(self, name: str) -> Callable[[Mapping[str, object]], Any]:
        async def play(params: Mapping[str, object]) -> object:
            self.called[name] += 1
            json.dumps(params)
            dice = self.rng.random()
            if dice < 0.1:
                raise ValueError("secret")
            await asyncio.sleep(1_000.0 if dice < 0.2 else self.rng.choice([0.0, 0.5, 1.0]))
            hits = [{"id": f"c{i}"} for i in range(self.rng.randint(0, 2))]
            return {"name": "강남역 $1.lat", "lat": 37.5, "lon": 127.0, "hits": hits, "doc": None}

        return play


def check_sanitized(raw: object) -> Plan:
    found = sanitize(raw, RULES)
    ids = [each.id for each in found.plan.steps]
    assert len(set(ids)) == len(ids) <= 10
    assert all(each.name in RULES.tools for each in found.plan.steps)
    assert all(set(each.deps) <= set(ids) - {each.id} for each in found.plan.steps)
    assert found.plan.intent in RULES.plan_policy.intents
    assert {removal.reason for removal in found.removed} <= REASONS
    assert all(removal.detail for removal in found.removed)
    assert len(found.plan.etc_condition or "") <= 300
    again = sanitize(found.plan, RULES)
    assert (again.plan, again.removed) == (found.plan, ())
    assert Plan.from_dict(json.loads(found.plan.to_json())) == found.plan
    return found.plan


def check_run(plan: Plan, found: Execution, scripted: Scripted) -> None:
    assert [outcome.step for outcome in found.outcomes] == [each.id for each in plan.steps]
    began = Counter(outcome.tool for outcome in found.outcomes if outcome.started_s is not None)
    assert began == scripted.called
    for outcome, each in zip(found.outcomes, plan.steps, strict=True):
        assert outcome.state in ("ok", "failed", "skipped", "timeout")
        assert (outcome.state == "ok") == (outcome.kind == "")
        assert outcome.kind not in ("cycle", "duplicate_id", "unknown_ref", "unknown_tool")
        if outcome.started_s is not None:
            assert all(found.outcome(need).is_ok for need in each.deps)
        assert "secret" not in outcome.message
    assert found.elapsed_s <= STEP_LIMIT_S * len(plan.steps) + 0.01


def test_mutated_plans_are_read_sanitized_and_run(fuzz_rounds: Callable[[int, int], int]) -> None:
    rounds = fuzz_rounds(1_500, 100_000)
    rng = random.Random(20240607)
    reached = Counter[str]()
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        for _ in range(rounds):
            parsed = parse(written(mutate(rng), rng))
            if not isinstance(parsed, Parsed):
                reached[parsed.kind] += 1
                continue
            reached["sanitizer"] += 1
            plan = check_sanitized(parsed.value)
            scripted = Scripted(rng)
            tools = {name: scripted.tool(name) for name in [*RULES.tools, "geocodr", "__import__"]}
            work = execute(
                plan, tools, timeout_s=STEP_LIMIT_S, deadline_s=None, concurrency=rng.randint(1, 8)
            )
            found = runner.run(work)
            check_run(plan, found, scripted)
            reached["steps"] += len(plan.steps)
    assert reached["sanitizer"] > rounds / 2
    assert reached["steps"] > rounds
    assert {"truncated", "not_json", "contract"} <= set(reached)


def test_raw_mutants_are_executed_without_ever_stalling(fuzz_rounds: Callable[[int, int], int]) -> None:
    """The executor alone, on plans nobody sanitized: it still ends, with one outcome for each step."""
    rng = random.Random(7)
    ran = 0
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        for _ in range(fuzz_rounds(300, 20_000)):
            try:
                plan = Plan.from_dict(mutate(rng))
            except Exception as error:  # noqa: BLE001  only the one type is allowed
                assert type(error).__name__ == "PlanRejected", error  # noqa: PT017  the type is the point
                continue
            scripted = Scripted(rng)
            found = runner.run(
                execute(plan, {name: scripted.tool(name) for name in RULES.tools}, timeout_s=1.0)
            )
            assert [outcome.step for outcome in found.outcomes] == [each.id for each in plan.steps]
            assert set(scripted.called) <= set(RULES.tools)
            ran += 1
    assert ran > 100
