"""One client for each event loop: a connection belongs to the loop that opened it."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Generic, TypeVar

_T = TypeVar("_T")


class PerLoop(Generic[_T]):
    """What `opened` yields, one for each running loop. It is closed by `close`, or when its loop shuts down:
    asyncio.run ends every asynchronous generator that is still open, and each client stands in one."""

    def __init__(self, opened: Callable[[], AsyncGenerator[_T, None]]) -> None:
        self._opened = opened
        self._open: dict[asyncio.AbstractEventLoop, tuple[AsyncGenerator[_T, None], _T]] = {}

    async def get(self) -> _T:
        """The running loop's own."""
        loop = asyncio.get_running_loop()
        for other in [each for each in list(self._open) if each.is_closed()]:
            self._open.pop(other, None)
        if loop not in self._open:
            generator = self._opened()
            self._open[loop] = generator, await anext(generator)
        return self._open[loop][1]

    async def close(self) -> None:
        """Close the running loop's, if there is one."""
        held = self._open.pop(asyncio.get_running_loop(), None)
        if held is not None:
            await held[0].aclose()
