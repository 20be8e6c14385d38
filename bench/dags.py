"""The plans that executors are measured on: seeded shapes, a plan with latencies, and the time of the
processor."""

import asyncio
import gc
import random
import time
from collections.abc import Callable, Mapping, Sequence

from engine.plan import Step, critical_path, schedule

SEEDS = (1, 2, 3)
LATENCIES_S = (0.02, 0.05, 0.1, 0.4)
_STEPS, _NEEDS_AT_MOST = 30, 3


def shapes(size: int) -> dict[str, Sequence[Step]]:
    """Plans of so many steps: all at once, one after another, and each with up to three before it."""
    rng = random.Random(size)  # noqa: S311  a seeded plan, no secret
    chosen = [rng.sample(range(i), min(i, rng.randint(0, _NEEDS_AT_MOST))) for i in range(size)]
    return {
        "wide": [Step(id=str(i), name="tool") for i in range(size)],
        "chain": [Step(id=str(i), name="tool", deps=(str(i - 1),) if i else ()) for i in range(size)],
        "random": [
            Step(id=str(i), name="tool", deps=tuple(map(str, needs))) for i, needs in enumerate(chosen)
        ],
    }


def timed(seed: int) -> tuple[Sequence[Step], float]:
    """Thirty steps of the tool `sleep` with the seconds of each in its parameter `s`, and the shortest time
    in which anything can run them."""
    rng = random.Random(seed)  # noqa: S311  a seeded plan, no secret
    latencies = [rng.choice(LATENCIES_S) for _ in range(_STEPS)]
    needs = [rng.sample(range(i), min(i, rng.randint(0, _NEEDS_AT_MOST))) for i in range(_STEPS)]
    steps = [
        Step(id=str(i), name="sleep", params={"s": latencies[i]}, deps=tuple(map(str, needs[i])))
        for i in range(_STEPS)
    ]
    return steps, critical_path(schedule(steps), latencies)


async def nothing(params: Mapping[str, object]) -> object:
    """The tool that does nothing."""
    return {}


async def sleep(params: Mapping[str, object]) -> object:
    """The tool that takes its parameter's seconds."""
    await asyncio.sleep(float(str(params["s"])))
    return {}


def median_s(work: Callable[[], object], rounds: int, warm_up: int = 1) -> float:
    """The median of `rounds` calls in processor time, after some that are not counted: nothing here waits,
    and the clock on the wall would count whatever else the machine does."""
    for _ in range(warm_up):
        work()
    taken: list[float] = []
    for _ in range(rounds):
        gc.collect()
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return sorted(taken)[len(taken) // 2]
