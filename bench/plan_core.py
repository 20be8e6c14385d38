"""The plan core: reading, judging and scheduling a plan, and what running it costs beside its tools."""

import asyncio
import json
import selectors
from collections.abc import Callable, Iterator, Mapping, Sequence

from bench.dags import SEEDS, median_s, nothing, shapes, sleep, timed
from engine.plan import (
    Parameter,
    Parsed,
    Plan,
    PlanPolicy,
    PlanRules,
    Step,
    ToolSpec,
    execute,
    parse,
    sanitize,
    schedule,
)

READ_MS, STEP_US, MAKESPAN = 2.0, 30.0, 1.02
ROUNDS = 9

Figure = dict[str, object]


def measure() -> Iterator[Figure]:
    """Each figure with its target: medians of processor time, a makespan the worst of three seeds."""
    yield _figure("parse + sanitize + schedule, 10 steps, ms", _read_ms(), READ_MS)
    for name, steps in shapes(1_000).items():
        yield _figure(f"one step of 1,000, no-op tools, {name}, µs", _per_step_us(steps), STEP_US)
    yield _figure("bare asyncio tasks, one of 1,000, µs", _bare_us(1_000), None)
    yield _figure("10,000 steps, no-op tools, s", _per_step_us(shapes(10_000)["random"]) / 100, 0.5)
    yield _figure("makespan / critical path, 30 steps, virtual clock", _worst_makespan(_virtual), MAKESPAN)
    yield _figure("makespan / critical path, 30 steps, real clock", _worst_makespan(_real), MAKESPAN)


def _figure(metric: str, value: float, target: float | None) -> Figure:
    return {
        "bench": "plan_core",
        "metric": metric,
        "value": round(value, 4),
        "target": None if target is None else f"<= {target:g}",
        "ok": None if target is None else value <= target,
    }


def _rules() -> PlanRules:
    places = {name: Parameter(name=name, type="number", required=True) for name in ("lat", "lon")}
    lookup = Parameter(name="location", type="text", required=True, at_most=40, refs_allowed=False)
    search = [
        Parameter(name="pois", type="list", of=places, at_most=5),
        Parameter(name="areaMin", type="number"),
    ]
    tools = {
        "poi_search": ToolSpec(
            name="poi_search",
            parameters={"location": lookup},
            results=frozenset({"name", "lat", "lon"}),
        ),
        "property_search": ToolSpec(
            name="property_search",
            parameters={each.name: each for each in search},
            results=frozenset({"hits"}),
        ),
    }
    policy = PlanPolicy(
        intents={"PROPERTY_SEARCH": True}, free_text={"etcCondition": 300, "systemContext": 200}
    )
    return PlanRules(tools=tools, plan_policy=policy)


def _ten_steps() -> str:
    lookups: list[dict[str, object]] = [
        {"id": str(i), "name": "poi_search", "params": {"location": "강남역"}, "deps": []}
        for i in range(1, 6)
    ]
    searches: list[dict[str, object]] = [
        {
            "id": str(i),
            "name": "property_search",
            "params": {"pois": [{"lat": f"${i - 5}.lat", "lon": f"${i - 5}.lon"}], "areaMin": 30},
        }
        for i in range(6, 11)
    ]
    plan = {
        "intent": "PROPERTY_SEARCH",
        "steps": lookups + searches,
        "etcCondition": "조용한 곳",
        "systemContext": None,
    }
    return json.dumps(plan, ensure_ascii=False, separators=(",", ":"))


def _read_ms() -> float:
    rules, text = _rules(), _ten_steps()

    def read() -> None:
        parsed = parse(text)
        assert isinstance(parsed, Parsed)  # noqa: S101  the text is written above
        plan = sanitize(parsed.value, rules).plan
        assert len(schedule(plan.steps).order) == 10  # noqa: S101  as above

    return median_s(read, rounds=51) * 1000


def _per_step_us(steps: Sequence[Step]) -> float:
    plan = Plan(intent="X", steps=tuple(steps))

    async def run() -> None:  # returns nothing: a Runner spells out what its task returned, in its own time
        found = await execute(plan, {"tool": nothing})
        assert found.is_ok  # noqa: S101  a step that failed would cost less

    with asyncio.Runner() as runner:
        return median_s(lambda: runner.run(run()), ROUNDS) / len(steps) * 1e6


def _bare_us(size: int) -> float:
    async def gather() -> None:
        await asyncio.gather(*(nothing({}) for _ in range(size)))

    with asyncio.Runner() as runner:
        return median_s(lambda: runner.run(gather()), ROUNDS) / size * 1e6


class _Jumping(selectors.SelectSelector):
    """Time that jumps to the next timer instead of passing."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += max(0.0, timeout or 0.0)
        return super().select(0)


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


def _virtual(plan: Plan, tools: Mapping[str, Callable[[Mapping[str, object]], object]]) -> float:
    with asyncio.Runner(loop_factory=_VirtualLoop) as runner:
        return runner.run(execute(plan, tools, concurrency=30)).elapsed_s


def _real(plan: Plan, tools: Mapping[str, Callable[[Mapping[str, object]], object]]) -> float:
    return asyncio.run(execute(plan, tools, concurrency=30)).elapsed_s


Clocked = Callable[[Plan, Mapping[str, Callable[[Mapping[str, object]], object]]], float]


def _worst_makespan(clocked: Clocked) -> float:
    """The executor's time over the shortest time any executor can need, for the worst seed."""
    worst = 0.0
    for seed in SEEDS:
        steps, least = timed(seed)
        worst = max(worst, clocked(Plan(intent="X", steps=tuple(steps)), {"sleep": sleep}) / least)
    return worst
