"""Our executor beside LangGraph and Haystack: what a step costs, and what a plan takes beside the shortest
time it can take."""

import asyncio
import gc
import sys
import time
from collections.abc import Iterator, Sequence

from bench.dags import SEEDS, median_s, nothing, shapes, sleep, timed
from bench.executors import OTHERS, Build, ours
from engine.plan import Step

_ROUNDS = {100: 7, 1_000: 3}
"""Of the others' slow runs at 1,000 steps one is enough: they are warm from those of 100."""
_STEP_US, _MAKESPAN = 30.0, 1.02

Figure = dict[str, object]


def measure() -> Iterator[Figure]:
    """Processor time for a step of tools that do nothing, building apart, and the worst makespan of three
    seeds. A package that is not there is left out."""
    others = dict(_present())
    gc.freeze()  # what the packages hold is not looked through in anybody's time
    for size in _ROUNDS:
        for shape, steps in shapes(size).items():
            yield from _steps(f"{size:,} steps, {shape}", steps, others)
    yield _figure("ours: makespan / critical path", own := _worst_makespan(ours), _MAKESPAN)
    for name, build in others.items():
        worst = _worst_makespan(build)
        yield _figure(f"{name}: makespan / critical path", worst)
        yield _figure(f"{name} / ours: makespan", worst / own)


def _present() -> Iterator[tuple[str, Build]]:
    for name, build in OTHERS.items():
        try:
            build(shapes(2)["chain"], nothing)
        except ImportError as missing:
            sys.stderr.write(f"{name} is left out: {missing}; pip install 'rulewright[bench]'\n")
            continue
        yield name, build


def _steps(what: str, steps: Sequence[Step], others: dict[str, Build]) -> Iterator[Figure]:
    rounds = _ROUNDS[len(steps)]
    _, own = _built_and_run_us(ours, steps, max(rounds, 5), warm_up=1)
    yield _figure(f"{what}: ours, a step (µs)", own, _STEP_US if len(steps) == 1_000 else None)
    for name, build in others.items():
        is_small = len(steps) == min(_ROUNDS)
        built, run = _built_and_run_us(build, steps, rounds if is_small else 1, warm_up=int(is_small))
        yield _figure(f"{what}: {name}, a step (µs)", run)
        yield _figure(f"{what}: {name}, building, a step (µs)", built)
        yield _figure(f"{what}: {name} / ours, running alone", run / own)


def _built_and_run_us(
    build: Build, steps: Sequence[Step], rounds: int, *, warm_up: int
) -> tuple[float, float]:
    began = time.process_time()
    run = build(steps, nothing)
    built = time.process_time() - began
    with asyncio.Runner() as runner:

        async def once() -> None:
            await run()

        took = median_s(lambda: runner.run(once()), rounds, warm_up)
    return built / len(steps) * 1e6, took / len(steps) * 1e6


def _worst_makespan(build: Build) -> float:
    worst = 0.0
    for seed in SEEDS:
        steps, least = timed(seed)
        run = build(steps, sleep)

        async def seconds() -> float:
            clock = asyncio.get_running_loop().time
            began = clock()
            await run()  # noqa: B023  awaited in this very turn
            return clock() - began

        worst = max(worst, asyncio.run(seconds()) / least)
    return worst


def _figure(metric: str, value: float, target: float | None = None) -> Figure:
    return {
        "bench": "executor",
        "metric": metric,
        "value": round(value, 4),
        "target": None if target is None else f"<= {target:g}",
        "ok": None if target is None else value <= target,
    }
