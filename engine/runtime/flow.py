"""Running a flow: its steps as a plan, told of as they happen, and a result that says what is missing."""

import asyncio
import os
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from engine.check.flows import INPUT
from engine.config.flow import Flow, FlowStep
from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem
from engine.llm.calling import Model
from engine.llm.registry import build_models, spending_of
from engine.plan.executor import execute
from engine.plan.frozen import as_mapping
from engine.plan.model import Plan, Step
from engine.plan.outcome import Execution, Outcome, StepEvent, StepStarted
from engine.plan.parameters import check_data
from engine.plan.policy import Parameter, ToolSpec, parameter_of
from engine.plan.references import ReferenceFailure, find, resolve
from engine.runtime.data import index_of
from engine.runtime.events import Event
from engine.runtime.resources import timeouts_of
from engine.runtime.server import homes_of
from engine.source.suggest import closest
from engine.task.no_input import NoInput
from engine.tools.registry import Resources, ToolFunction, build_tools
from engine.tools.task import task_function

if TYPE_CHECKING:
    from engine.search.homes import Homes

Status = Literal["done", "partial", "no_input", "failed"]
_OVER_HOMES = ("lookup", "search", "fetch")
_OVERTIME_S = 5.0
"""How long steps may take past a flow's deadline whose `without` stands in for what it stopped: a record is
kept although a model was too slow."""
_SIZE_AT_MOST = 20_000_000
"""Characters and values that a step may be given and a part of the result may have: rows of the pack's own
files, not what a stranger's plan asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowResult:
    """What a flow ended in. `done`: everything is there. `partial`: something is missing, named in `missing`
    with why. `no_input`: there was nothing to work on, for the `reason` that the pack gives. `failed`: none
    of the result is there."""

    status: Status
    reason: str
    result: Mapping[str, object]
    missing: Mapping[str, str]

    def to_json(self) -> dict[str, object]:
        """The last line of `rulewright run`."""
        return {
            "status": self.status,
            "reason": self.reason,
            "result": dict(self.result),
            "missing": dict(self.missing),
        }


async def run_flow(
    name: str,
    given: Mapping[str, object],
    revision: Revision,
    *,
    out: Path,
    today: date,
    models: Mapping[str, Model] | None = None,
) -> AsyncGenerator[Event, None]:
    """The events of one run, the last of them `result` with `{status, reason, result, missing, attempts}`.

    A step that fails stops only what needs it. Records are kept in `out`; `models` are those of the pack
    where none are given, and closed at the end. Raises InputInvalid for a flow that there is not and for
    inputs that it does not take, ConfigError for a model that cannot be built.
    """
    flow = _flow(name, revision)
    inputs = checked_inputs(flow, given)
    models = models if models is not None else build_models(revision, os.environ)
    needs_homes = any(tool.does in _OVER_HOMES for tool in revision.tools.values())
    index = index_of(revision) if needs_homes else None
    resources = Resources(
        revision=revision,
        index=index,
        homes=homes_of(revision, index) if needs_homes else cast("Homes", None),  # no tool asks for them
        today=today,
        models=models,
        spending=spending_of(revision),
        out=out,
    )
    async with AsyncExitStack() as open_models:
        for model in models.values():
            open_models.push_async_callback(model.llm.close)
        async with aclosing(_run(flow, inputs, resources)) as events:
            async for event in events:
                yield event


def _flow(name: str, revision: Revision) -> Flow:
    if name in revision.flows:
        return revision.flows[name]
    known = list(revision.flows)
    none = "it has none: --pack DIR names another pack, and a file in rules/flows/ with kind: flow adds one"
    hint = closest(name, known) or ", ".join(known) or none
    raise InputInvalid(Problem(code="FLOW010", message=f"the pack has no flow {name}", hint=hint))


def checked_inputs(flow: Flow, given: Mapping[str, object]) -> dict[str, object]:
    """What the flow is given, as its inputs say; an input that was not given is null.

    Raises InputInvalid (FLOW011).
    """
    parameters = {name: parameter_of(name, spec) for name, spec in flow.inputs.items()}
    checked = check_data({**given}, ToolSpec(name=flow.name, parameters=parameters))
    problem = checked.problem
    if checked.unknown:
        problem = f"the flow takes no {checked.unknown[0]}; it takes {', '.join(parameters) or 'nothing'}"
    if problem:
        takes = "; ".join(f"{name}: {_wanted(parameter)}" for name, parameter in parameters.items())
        hint = f"--input FILE, a JSON object with {takes}" if takes else "leave --input out"
        raise InputInvalid(Problem(code="FLOW011", message=problem, hint=hint))
    return dict.fromkeys(parameters) | checked.params


def _wanted(parameter: Parameter) -> str:
    """What an input may be, as a hint says it."""
    what = {"text": " characters", "list": " entries"}.get(parameter.type, "")
    at_most = f", at most {parameter.at_most}{what}" if parameter.at_most is not None else ""
    kind = " or ".join(parameter.values) or ("whole number" if parameter.type == "count" else parameter.type)
    return f"{kind}{at_most}" + ("" if parameter.required else " (may be left out)")


async def _run(flow: Flow, inputs: Mapping[str, object], resources: Resources) -> AsyncGenerator[Event, None]:
    queue: asyncio.Queue[StepEvent | None] = asyncio.Queue()
    running = asyncio.ensure_future(
        execute(
            Plan(intent="", steps=(Step(id=INPUT, name=INPUT), *map(_step, flow.steps))),
            _functions(inputs, resources),
            timeouts=timeouts_of(resources.revision),
            timeout_s=resources.revision.pack.deadlines.step,
            deadline_s=flow.timeout,
            overtime_s=_OVERTIME_S,
            size_at_most=_SIZE_AT_MOST,
            on_event=queue.put_nowait,
        )
    )
    running.add_done_callback(lambda _: queue.put_nowait(None))
    try:
        while (event := await queue.get()) is not None:
            for each in _events(event):
                yield each
        execution = await running
    finally:
        running.cancel()
        await asyncio.wait([running])
        if not running.cancelled():
            running.exception()  # looked at, so that the loop does not report what was told already
    result = outcome_of(flow, execution)
    attempts = [attempt.to_json() for attempt in resources.attempts]
    yield Event("result", {**result.to_json(), "attempts": attempts})


def _step(step: FlowStep) -> Step:
    name = step.tool if step.tool is not None else f"task/{step.task}"
    return Step(id=step.id, name=name, params=step.params, deps=step.deps, without=step.without)


def _functions(inputs: Mapping[str, object], resources: Resources) -> dict[str, ToolFunction]:
    tasks = {f"task/{name}": task_function(resources, name) for name in resources.revision.tasks}
    return {INPUT: lambda _: dict(inputs), **tasks, **build_tools(resources)}


def _events(event: StepEvent) -> Sequence[Event]:
    """What a listener hears of a step; the step that holds the inputs is none."""
    if isinstance(event, StepStarted):
        started = Event("step_started", {"step": event.step, "tool": event.tool})
        return () if event.step == INPUT else (started,)
    outcome = event.outcome
    if outcome.step == INPUT:
        return ()
    given = as_mapping(outcome.value) or {}
    finished = Event("step_finished", {**outcome.to_dict(), "notes": given.get("notes", [])})
    if not outcome.without:
        return (finished,)
    detail = f"step {outcome.step} ran without {', '.join(outcome.without)}"
    return (finished, Event("degraded", {"kind": "without", "step": outcome.step, "detail": detail}))


def outcome_of(flow: Flow, execution: Execution) -> FlowResult:
    """What is there of the flow's result, and why the rest is not."""
    ids = {INPUT, *(step.id for step in flow.steps)}
    found: dict[str, object] = {}
    missing: dict[str, str] = {}
    for name, value in flow.result.items():
        try:
            found[name] = resolve({name: value}, execution.results, ids, size_at_most=_SIZE_AT_MOST)[name]
        except ReferenceFailure as error:
            missing[name] = _why(
                {each.step for each in find({name: value}, ids).references}, execution, error
            )
    roots = [outcome for outcome in execution.failures if not outcome.cause]
    return FlowResult(
        status=_status(flow, found, roots, execution),
        reason="; ".join(dict.fromkeys(_kind(outcome) for outcome in roots)),
        result=found,
        missing=missing,
    )


def _status(
    flow: Flow, found: Mapping[str, object], roots: Sequence[Outcome], execution: Execution
) -> Status:
    if not roots and len(found) == len(flow.result):
        return "done"
    ids = {step.id for step in flow.steps}
    if any(find({name: flow.result[name]}, ids).references for name in found):
        return "partial"
    return "no_input" if roots and all(outcome.kind == NoInput.kind for outcome in roots) else "failed"


def _why(steps: Collection[str], execution: Execution, error: ReferenceFailure) -> str:
    """Why a part of the result is not there: the step that began it and its kind of failure."""
    for outcome in execution.failures:
        if outcome.step in steps:
            root = execution.outcome(outcome.cause) if outcome.cause else outcome
            return f"step {root.step}: {_kind(root)}"
    return error.detail


def _kind(outcome: Outcome) -> str:
    """How a step failed, in one word: `timeout` at its own limit, `deadline` at the flow's, `cancelled` where
    it ended itself; why there was nothing to work on in the words of the pack."""
    by_state = {("timeout", "step"): "timeout", ("cancelled", "tool"): "cancelled"}
    return outcome.reason or by_state.get((outcome.state, outcome.kind), outcome.kind)
