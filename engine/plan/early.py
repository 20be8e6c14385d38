"""Calls that begin while the plan still arrives, and are used only where the finished plan makes the same."""

import asyncio
import json
from collections.abc import Collection, Mapping
from typing import Any

from engine.plan.calling import Tool, call, call_on_thread, give_up, is_async
from engine.plan.frozen import NotJson, thaw
from engine.plan.graph import schedule
from engine.plan.model import Plan, Step
from engine.plan.references import ReferenceFailure, resolve

_GRACE_S = 0.2
"""How long a call that is ended may take to clean up before it is left behind."""


class Shared:
    """Tools of which a call with the same parameters is made once, however many steps make it. Only for tools
    that may be called twice: what a call gives must not depend on when it is made.

    `calls` counts the calls that were made.
    """

    def __init__(self, tools: Mapping[str, Tool], idempotent: Collection[str]) -> None:
        self._tools = tools
        self._idempotent = frozenset(idempotent) & tools.keys()
        self._calls: dict[str, asyncio.Task[object]] = {}
        self._used: set[str] = set()

    @property
    def calls(self) -> int:
        """The calls that were made."""
        return len(self._calls)

    @property
    def wasted(self) -> int:
        """The calls that began early and that no step of the finished plan made."""
        return len(self._calls.keys() - self._used)

    def is_shared(self, name: str) -> bool:
        """Whether calls of that tool may begin early."""
        return name in self._idempotent

    def tools(self) -> dict[str, Tool]:
        """The tools for the finished plan: those that may begin early take what has begun."""
        return {
            name: self._joining(name) if self.is_shared(name) else tool for name, tool in self._tools.items()
        }

    def begin(self, name: str, params: dict[str, Any]) -> "asyncio.Task[object]":
        """The call with these parameters, which begins now unless it has begun."""
        key = json.dumps([name, params], ensure_ascii=False, sort_keys=True)
        if key not in self._calls:
            tool = self._tools[name]
            calling = call if is_async(tool) else call_on_thread
            self._calls[key] = asyncio.get_running_loop().create_task(calling(tool, params))
        return self._calls[key]

    def _joining(self, name: str) -> Tool:
        async def join(params: dict[str, Any]) -> object:
            self._used.add(json.dumps([name, params], ensure_ascii=False, sort_keys=True))
            return thaw(await asyncio.shield(self.begin(name, params)))

        return join

    async def close(self) -> None:
        """End what nobody waits for any more."""
        await give_up(self._calls.values(), _GRACE_S)


class Early:
    """Starts the steps of a plan that still grows, as soon as what they refer to is there."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._running: dict[str, tuple[Step, asyncio.Task[object]]] = {}

    def offer(self, plan: Plan) -> None:
        """The plan as far as it has arrived, judged as a whole plan is. A step begins once; one that later
        reads otherwise begins anew, and what the first gave is not used."""
        ids = {step.id for step in plan.steps}
        for index in schedule(plan.steps).order:
            step = plan.steps[index]
            known = self._running.get(step.id)
            needs = schedule((step,)).needs[0]
            if (known is not None and known[0] == step) or not self._shared.is_shared(step.name):
                continue
            if all(need in self._running for need in needs):
                task = asyncio.get_running_loop().create_task(self._run(step, tuple(needs), ids))
                self._running[step.id] = (step, task)

    async def close(self) -> None:
        """Start nothing more, and end what waits."""
        await give_up([task for _, task in self._running.values()], _GRACE_S)

    async def _run(self, step: Step, needs: tuple[str, ...], ids: Collection[str]) -> object:
        """What the step gives; None where it cannot be called: the finished plan will say why."""
        try:
            results = {need: await asyncio.shield(self._running[need][1]) for need in needs}
            if None in results.values():
                return None
            params = resolve(step.params, results, ids, literal=step.literal)
            return thaw(await asyncio.shield(self._shared.begin(step.name, params)))
        except (ReferenceFailure, NotJson):
            return None
        except Exception:  # noqa: BLE001  # a tool may raise anything; the finished plan meets it again
            return None
