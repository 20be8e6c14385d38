"""An event loop whose time jumps to the next timer, so that a test of minutes takes none."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _Jumping(selectors.SelectSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("nothing will ever happen: every task waits and no timer is set")
        self.now += max(0.0, timeout)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """Sleeping costs nothing; a run in which nothing can happen any more raises RuntimeError."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """`asyncio.run` in virtual time; threads cannot be used in it."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
