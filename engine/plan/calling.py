"""Calling one tool: a coroutine on the loop, a plain function on a thread of its own."""

import asyncio
import contextvars
import inspect
import re
import threading
from collections.abc import Awaitable, Callable, Collection, Coroutine
from functools import partial
from typing import Any, cast

from engine.errors import EngineError, Problem

Tool = Callable[[dict[str, Any]], Awaitable[object] | object]
"""Takes its parameters as a dict of its own, returns a JSON value; may raise anything."""

Calling = Callable[[Tool, dict[str, Any]], Coroutine[Any, Any, object]]
"""`call` or `call_on_thread`."""

_KIND = re.compile(r"[a-z][a-z_]{0,39}")


def is_async(tool: Tool) -> bool:
    """Whether calling the tool gives a coroutine at once, so that it may be called on the loop."""
    return inspect.iscoroutinefunction(tool) or inspect.iscoroutinefunction(getattr(tool, "__call__", None))  # noqa: B004  # the kind of its code is asked, not whether it can be called


async def call(tool: Tool, params: dict[str, Any]) -> object:
    """The result of an async tool; what calling it raises comes out here too."""
    return await cast("Awaitable[object]", tool(params))


async def call_on_thread(tool: Tool, params: dict[str, Any]) -> object:
    """The result of a tool that is not async: run on a thread, and awaited when it returns an awaitable."""
    result = await _on_thread(tool, params)
    if inspect.isawaitable(result):
        return cast("object", await result)
    return result


_abandoned: "set[asyncio.Future[Any]]" = set()
"""Tools that ignored being cancelled: held so that the loop does not lose them, let go when they end."""


async def give_up(tasks: "Collection[asyncio.Task[object]]", grace_s: float) -> None:
    """Cancel tasks that are running, and wait until they have ended, at most so long: one that ignores it is
    left behind. What they raise is looked at, so that the loop does not report it."""
    for task in tasks:
        if not task.cancelling():  # one that is cleaning up goes on with that
            task.cancel()
    if not tasks:
        return
    ended, stuck = await asyncio.wait(tasks, timeout=grace_s)
    for task in ended:
        if not task.cancelled():
            task.exception()
    for task in stuck:
        _abandoned.add(task)
        task.add_done_callback(_abandoned.discard)
        task.cancel()


def _on_thread(tool: Tool, params: dict[str, Any]) -> "asyncio.Future[object]":
    """A daemon thread for each call: a thread pool would wait at exit for a function that never returns."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[object] = loop.create_future()

    def work() -> None:
        try:
            outcome = partial(_settle, future, context.run(tool, params), None)
        except BaseException as error:  # noqa: BLE001  # an error of a thread must reach the one who waits
            outcome = partial(_settle, future, None, error)
        try:
            loop.call_soon_threadsafe(outcome)
        except RuntimeError:
            return  # the loop has closed: nobody waits any more

    context = contextvars.copy_context()
    threading.Thread(target=work, name="tool", daemon=True).start()
    return future


def _settle(future: "asyncio.Future[object]", result: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    elif isinstance(error, Exception) and not isinstance(error, StopIteration):
        future.set_exception(error)
    else:
        future.set_exception(RuntimeError(type(error).__name__))


def failure_kind(error: BaseException) -> str:
    """The kind that an error names itself (`rate_limited`, `no_key` …), else `tool_error`."""
    kind = getattr(error, "kind", None)
    return kind if isinstance(kind, str) and _KIND.fullmatch(kind) else "tool_error"


def failure_reason(error: BaseException) -> str:
    """The `reason` of an error that says there was nothing to work on, which the pack wrote; else ""."""
    reason = getattr(error, "reason", None)
    return reason if isinstance(error, EngineError) and isinstance(reason, str) else ""


def described(error: BaseException) -> str:
    """The error's type and codes with the lines of files, and the `detail` and the hint of one that promises
    to quote nobody: enough to look it up, nothing a customer wrote."""
    problems = error.problems if isinstance(error, EngineError) else ()
    said = [type(error).__name__, *map(_placed, problems)]
    detail: object = getattr(error, "detail", None) if isinstance(error, EngineError) else None
    if detail is not None:
        told = [str(detail), *(f"hint: {problem.hint}" for problem in problems if problem.hint)]
        said += [f"({each})" for each in told if each]
    return " ".join(said)


def _placed(problem: Problem) -> str:
    line = f":{problem.line}" if problem.line else ""
    return f"{problem.code} at {problem.file}{line}" if problem.file else problem.code
