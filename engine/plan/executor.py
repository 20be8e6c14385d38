"""Running a plan: a step starts when its own inputs are ready, and nothing it does can hold up the rest."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.plan.calling import (
    Calling,
    Tool,
    call,
    call_on_thread,
    described,
    failure_kind,
    failure_reason,
    give_up,
    is_async,
)
from engine.plan.frozen import NotJson, thaw
from engine.plan.graph import schedule
from engine.plan.model import Plan, Step
from engine.plan.outcome import Execution, Outcome, State, StepEvent, StepFinished, StepStarted
from engine.plan.references import SIZE_AT_MOST, ReferenceFailure, absent, resolve, spared

_TIMER_SLACK_S = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Seconds, counts and characters. `timeouts`: tool → seconds of one call, `timeout_s` for every other;
    None = no limit. `grace_s` is how long a cancelled tool may take to clean up before it is left behind,
    `overtime_s` how long steps may take past the deadline that can do without what it stopped."""

    timeouts: Mapping[str, float]
    timeout_s: float | None
    deadline_s: float | None
    concurrency: int
    grace_s: float
    overtime_s: float
    size_at_most: int


async def execute(
    plan: Plan | Mapping[str, object],
    tools: Mapping[str, Tool],
    *,
    timeouts: Mapping[str, float] | None = None,
    timeout_s: float | None = 20.0,
    deadline_s: float | None = 30.0,
    concurrency: int = 8,
    grace_s: float = 0.2,
    overtime_s: float = 0.0,
    size_at_most: int = SIZE_AT_MOST,
    on_event: Callable[[StepEvent], None] | None = None,
    clock: Callable[[], float] | None = None,
) -> Execution:
    """Run the plan's steps with `tools` (name → callable); each step ends in exactly one state.

    Never raises for what a tool does. Cancelling the caller cancels every running tool and goes on up; an
    error of `on_event` does the same. Past the deadline steps whose `without` stands in for what it stopped
    have `overtime_s`. `clock` gives seconds and must go with the loop's own, the default.
    Raises ValueError for a concurrency below 1, PlanRejected for a mapping that has not the form of a plan.
    """
    if concurrency < 1:
        raise ValueError(f"execute: concurrency={concurrency}")
    limits = Limits(
        timeouts=timeouts or {},
        timeout_s=timeout_s,
        deadline_s=deadline_s,
        concurrency=concurrency,
        grace_s=grace_s,
        overtime_s=overtime_s,
        size_at_most=size_at_most,
    )
    steps = (plan if isinstance(plan, Plan) else Plan.from_dict(plan)).steps
    run = _Run(steps, tools, limits, on_event, clock or asyncio.get_running_loop().time)
    try:
        await run.to_end()
    finally:
        await run.close()
    return run.execution()


@dataclass(slots=True, eq=False)
class _Call:
    index: int
    started: float
    due: float


class _Run:
    """One run. Not asyncio.TaskGroup, which waits for ever for a tool that swallows its cancellation: this
    owns its tasks, cancels and awaits them in `close`, and leaves behind only one that will not end."""

    def __init__(
        self,
        steps: Sequence[Step],
        tools: Mapping[str, Tool],
        limits: Limits,
        on_event: Callable[[StepEvent], None] | None,
        clock: Callable[[], float],
    ) -> None:
        self._steps, self._tools, self._limits = steps, tools, limits
        self._on_event, self._clock = on_event, clock
        self._graph = schedule(steps)
        self._loop = asyncio.get_running_loop()
        self._began = clock()
        self._deadline = self._began + (float("inf") if limits.deadline_s is None else limits.deadline_s)
        self._ids = {step.id for step in steps}
        self._outcomes: list[Outcome | None] = [None] * len(steps)
        self._by_id: dict[str, Outcome] = {}
        self._results: dict[str, object] = {}
        self._waits = list(self._graph.waits)
        self._ready: deque[int] = deque()
        self._running: dict[asyncio.Task[object], _Call] = {}
        self._leaving: set[asyncio.Task[object]] = set()
        self._nearest = float("inf")  # no running call is due before
        self._timer: asyncio.TimerHandle | None = None
        self._timer_due = float("inf")
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._is_overtime = False
        self._callings: dict[str, Calling] = {}
        self._spared: dict[int, tuple[str, ...]] = {}

    async def to_end(self) -> None:
        """Start what is ready, and return when every step has its state."""
        self._ready += (index for index, count in enumerate(self._waits) if count == 0)
        self._rule_out()
        self._go_on()
        await self._over

    async def close(self) -> None:
        """Cancel what still runs and give it its grace."""
        if self._timer is not None:
            self._timer.cancel()
        left = {*self._running, *self._leaving}
        self._running.clear()
        await give_up(left, self._limits.grace_s)

    def execution(self) -> Execution:
        """What the run left behind; only after `to_end`."""
        outcomes = tuple(outcome for outcome in self._outcomes if outcome is not None)
        return Execution(outcomes=outcomes, elapsed_s=self._clock() - self._began)

    def _rule_out(self) -> None:
        """Steps that can never start, were the plan never sanitized."""
        for index in self._graph.doubled:
            self._skip(index, "duplicate_id", "its id is written twice")
        for index, cycle in self._graph.cyclic.items():
            self._skip(index, "cycle", f"it waits for itself: {' → '.join((*cycle[:8], cycle[0]))}")
        for index, missing in self._graph.dangling.items():
            self._skip(index, "unknown_ref", f"there is no step {missing}")
        for index, detail in self._graph.unreadable.items():
            self._skip(index, "unknown_ref", detail)

    def _launch(self) -> None:
        while self._ready and len(self._running) < self._limits.concurrency and not self._over.done():
            index = self._ready.popleft()
            if self._outcomes[index] is None:
                self._start(index)

    def _start(self, index: int) -> None:
        step = self._steps[index]
        failed = [need for need in self._graph.needs[index] if need not in self._results]
        names = spared(step.params, failed, step.without, self._ids, literal=step.literal) if failed else ()
        if self._is_overtime and not names:
            self._cancel(index)
            return
        if names is None:
            cause = self._by_id[failed[0]].cause or failed[0]
            self._skip(index, "dep_failed", f"step {cause} has no result", cause)
            return
        if step.without:
            others = (step.without.keys() & step.params.keys()) - {*names, *step.literal}
            names = (*names, *absent(step.params, self._results, sorted(others), self._ids))
        tool = self._tools.get(step.name)
        if tool is None:
            self._finish(index, "failed", "unknown_tool", f"step {step.id}: there is no tool {step.name}")
            return
        try:
            params = resolve(
                {**step.params, **{name: step.without[name] for name in names}} if names else step.params,
                self._results,
                self._ids,
                literal=step.literal.union(names) if names else step.literal,
                size_at_most=self._limits.size_at_most,
            )
        except ReferenceFailure as error:
            self._skip(index, error.kind, error.detail)
            return
        if names:
            self._spared[index] = names
        self._call(index, step, tool, params)

    def _call(self, index: int, step: Step, tool: Tool, params: dict[str, object]) -> None:
        now = self._clock()
        if self._on_event is not None:
            self._on_event(StepStarted(step=step.id, tool=step.name, at_s=now - self._began))
        calling = self._callings.get(step.name)
        if calling is None:
            calling = self._callings[step.name] = call if is_async(tool) else call_on_thread
        task = self._loop.create_task(calling(tool, params))
        limit = self._limits.timeouts.get(step.name, self._limits.timeout_s)
        due = float("inf") if limit is None else now + limit
        self._running[task] = _Call(index, now, due)
        if due < self._nearest:
            self._nearest = due
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[object]") -> None:
        """A tool has ended. This runs on the loop, in no task, so what goes wrong is handed to `to_end`."""
        running = self._running.pop(task, None)
        if running is None:
            self._leaving.discard(task)
            if not task.cancelled():
                task.exception()  # looked at, so that the loop does not report a tool that was given up
            return
        try:
            self._settle(task, running)
            self._go_on()
        except BaseException as error:  # noqa: BLE001  # an error of on_event must reach the caller
            self._end(error)

    def _ring(self) -> None:
        """A limit may have been reached."""
        self._timer, self._timer_due = None, float("inf")
        try:
            if self._clock() >= self._deadline - _TIMER_SLACK_S:
                self._stop_at_deadline()
            else:
                self._expire()
            self._nearest = min((each.due for each in self._running.values()), default=float("inf"))
            self._go_on()
        except BaseException as error:  # noqa: BLE001  # an error of on_event must reach the caller
            self._end(error)

    def _go_on(self) -> None:
        """Start what is ready, see to the next limit, and end when nothing runs."""
        self._launch()
        if self._running:
            self._set_timer()
        else:
            self._end(None)

    def _end(self, error: BaseException | None) -> None:
        if self._over.done():
            return
        if error is None:
            self._over.set_result(None)
        else:
            self._over.set_exception(error)

    def _set_timer(self) -> None:
        """One timer for the nearest limit; it may ring early, for a step that has ended, and is set again."""
        due = min(self._deadline, self._nearest)
        if due >= self._timer_due:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(max(0.0, due - self._clock()), self._ring)
        self._timer_due = due

    def _settle(self, task: "asyncio.Task[object]", running: _Call) -> None:
        index, started = running.index, running.started
        if task.cancelled():
            self._finish(index, "cancelled", "tool", f"{self._named(index)} ended itself", started=started)
            return
        error = task.exception()
        if error is not None:
            message = f"{self._named(index)} raised {described(error)}"
            kind, reason = failure_kind(error), failure_reason(error)
            self._finish(index, "failed", kind, message, reason=reason, started=started)
            return
        try:
            value = thaw(task.result())
        except NotJson as no_json:
            message = f"{self._named(index)} returned what JSON cannot hold: {no_json}"
            self._finish(index, "failed", "bad_result", message, started=started)
            return
        self._results[self._steps[index].id] = value
        self._finish(index, "ok", value=value, started=started)

    def _expire(self) -> None:
        """Give up every call whose time is over. Its slot is free at once: a tool that ignores being
        cancelled must not keep others from starting."""
        now = self._clock() + _TIMER_SLACK_S
        late = [(each.due, each.index, task) for task, each in self._running.items() if each.due <= now]
        for _, _, task in sorted(late):  # no two have one index, so tasks are never compared
            if not task.done():
                self._give_up(task, self._running[task], "step", "its time limit")

    def _give_up(self, task: "asyncio.Task[object]", running: _Call, kind: str, limit: str) -> None:
        del self._running[task]
        self._leaving.add(task)
        task.cancel()
        message = f"{self._named(running.index)} was stopped at {limit}"
        self._finish(running.index, "timeout", kind, message, started=running.started)

    def _stop_at_deadline(self) -> None:
        """Give up what runs and cancel what waits; with overtime, what can do without it goes on first."""
        is_end = self._is_overtime or not self._limits.overtime_s
        if is_end:
            self._ready.clear()
        for task, running in list(self._running.items()):
            if task.done():
                del self._running[task]
                self._settle(task, running)
            else:
                self._give_up(task, running, "deadline", "the deadline of the run")
        if not is_end:
            self._is_overtime, self._deadline = True, self._deadline + self._limits.overtime_s
            return
        for index, outcome in enumerate(self._outcomes):
            if outcome is None:
                self._cancel(index)
        self._ready.clear()

    def _cancel(self, index: int) -> None:
        message = f"{self._named(index)} was not called before the deadline"
        self._finish(index, "cancelled", "deadline", message)

    def _skip(self, index: int, kind: str, detail: str, cause: str = "") -> None:
        if self._outcomes[index] is None:
            self._finish(index, "skipped", kind, f"{self._named(index)}: {detail}", cause=cause)

    def _named(self, index: int) -> str:
        step = self._steps[index]
        return f"step {step.id} ({step.name})"

    def _finish(
        self,
        index: int,
        state: State,
        kind: str = "",
        message: str = "",
        *,
        cause: str = "",
        reason: str = "",
        value: object = None,
        started: float | None = None,
    ) -> None:
        step = self._steps[index]
        outcome = Outcome(
            step=step.id,
            tool=step.name,
            state=state,
            kind=kind,
            message=message,
            cause=cause,
            reason=reason,
            value=value,
            started_s=None if started is None else started - self._began,
            finished_s=None if started is None else self._clock() - self._began,
            without=self._spared.get(index, ()),
        )
        self._outcomes[index] = outcome
        self._by_id[step.id] = outcome
        if self._on_event is not None:
            self._on_event(StepFinished(outcome=outcome))
        for dependant in self._graph.dependants[index]:
            self._waits[dependant] -= 1
            if self._waits[dependant] == 0:
                self._ready.append(dependant)
