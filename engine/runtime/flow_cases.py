"""Cases of tasks and flows: a reply against its contract, and a flow from its input to its result."""

import asyncio
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from engine.config.cases import Case
from engine.config.revision import Revision
from engine.llm.registry import build_models
from engine.runtime.events import Event
from engine.runtime.expected import day_of, plain, same
from engine.runtime.flow import run_flow
from engine.runtime.replays import Replays
from engine.task.contract import judge, missing, unfit
from engine.task.no_input import NoInput
from engine.task.verdict import Broken


def differences(
    case: Case, kind: str, name: str, revision: Revision, replays: Replays | None = None
) -> Iterator[str]:
    """What is not as a case of `task/NAME` or `flow/NAME` expects, each in one clause.

    Raises InputInvalid for inputs that the flow does not take.
    """
    return _task(case, name, revision) if kind == "task" else _flow(case, name, revision, replays)


def _task(case: Case, name: str, revision: Revision) -> Iterator[str]:
    """The reply as if a model had given it: no model is asked."""
    task = revision.tasks[name]
    inputs = cast("Mapping[str, object]", plain(case.inputs or {}))
    absent = missing(task, inputs)
    wrong = "" if absent else unfit(task, inputs)
    if wrong:
        yield f"inputs: {wrong}"
        return
    verdict = None if absent else judge(task, case.reply or "", inputs)
    if verdict is None or isinstance(verdict, Broken):
        kind, why = (verdict.kind, verdict.message) if verdict is not None else (NoInput.kind, absent)
        if case.kind is None or case.value is not None or case.notes is not None:
            yield f"the reply is not kept: {kind}, {why}"
        elif kind != case.kind:
            yield f"kind: {kind} ({why}), expected {case.kind}"
        return
    if case.kind is not None:
        yield f"the reply is kept, expected {case.kind}"
    if case.value is not None:
        yield from same("value", plain(verdict.value), plain(case.value))
    if case.notes is not None:
        yield from same("notes", list(verdict.notes), list(case.notes))


def _flow(case: Case, name: str, revision: Revision, replays: Replays | None) -> Iterator[str]:
    """The flow with the models of the pack; its records are kept in a folder of their own and let go."""
    given = cast("Mapping[str, object]", plain(case.input or {}))
    with TemporaryDirectory(prefix="rulewright-case-") as folder:
        events = asyncio.run(_events(name, given, revision, case, Path(folder), replays))
    found = list(_flow_differences(case, events))
    yield from found
    yield from _failures(events) if found else ()


def _failures(events: Sequence[Event]) -> Iterator[str]:
    """Why steps failed by themselves, which the result only names in a word."""
    for event in events:
        if event.event == "step_finished" and event.data["state"] != "ok" and not event.data["cause"]:
            yield str(event.data["message"])


def _flow_differences(case: Case, events: Sequence[Event]) -> Iterator[str]:
    ended = events[-1].data
    for key in ("status", "reason", "missing"):
        expected = getattr(case, key)
        if expected is not None:
            yield from same(key, ended[key], expected)
    if case.result is not None:
        result = cast("Mapping[str, object]", ended["result"])
        for part, expected in case.result.items():
            yield from same(f"result {part}", plain(result.get(part)), plain(expected))
    if case.degraded is not None:
        told = [event.data["detail"] for event in events if event.event == "degraded"]
        yield from same("degraded", told, list(case.degraded))


async def _events(
    name: str,
    given: Mapping[str, object],
    revision: Revision,
    case: Case,
    out: Path,
    replays: Replays | None,
) -> list[Event]:
    models = build_models(revision, os.environ)
    running = run_flow(name, given, revision, out=out, today=day_of(case), models=models)
    events = [event async for event in running]
    if replays is not None:
        replays.saw(models)
    return events
