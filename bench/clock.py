"""How long something takes: the best of several runs, so that a busy machine counts less."""

import time
from collections.abc import Callable


def best_seconds(work: Callable[[], object], rounds: int) -> float:
    """Seconds of the quickest of so many runs."""
    times: list[float] = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)
