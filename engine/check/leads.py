"""Where the references of a flow lead: the fields that its steps give, as far as the pack's files tell."""

from collections.abc import Iterator, Mapping, Sequence

from engine.config.flow import Flow, FlowStep
from engine.config.revision import Document, Revision
from engine.config.task import Contract, Task
from engine.config.tool import Tool
from engine.errors import InputInvalid, Problem
from engine.plan.references import Reference, find
from engine.source.suggest import closest
from engine.tools.source import columns

Fields = Mapping[str, tuple[str, ...]]
"""What a step gives: its fields, each with the fields that its entries have, () where nobody can tell."""

_GIVES: Mapping[str, tuple[str, ...]] = {"source": ("rows", "count"), "store": ("id", "file", "replaced")}
_OF_EVERY_TASK: Fields = {"notes": (), "asked": ()}


def check_leads(flow: Flow, document: Document, revision: Revision) -> Iterator[Problem]:
    """FLOW004 for references to fields that no step gives, FLOW006 (warning) for a task that picks from rows
    by fields that they do not have."""
    steps = {step.id: step for step in flow.steps}
    given = {name: fields_of(step, revision) for name, step in steps.items()}
    parts = [(["steps", number, "params"], step.params) for number, step in enumerate(flow.steps)]
    for path, params in [*parts, (["result"], flow.result)]:
        for name, value in params.items():
            for reference in find({name: value}, steps).references:
                yield from _lost(reference, given[reference.step], [*path, name], document)
    for number, step in enumerate(flow.steps):
        yield from _picked(step, ["steps", number, "params"], given, document, revision)


def given_by(tool: Tool, revision: Revision) -> tuple[str, ...]:
    """The fields that a tool gives by what it does, whatever its file says; () where its file alone tells."""
    task = revision.tasks.get(tool.task or "")
    return tuple(_of_task(task)) if task is not None else _GIVES.get(tool.does, ())


def fields_of(step: FlowStep, revision: Revision) -> Fields | None:
    """What a step gives; None where its files do not tell."""
    tool = revision.tools.get(step.tool or "")
    name = tool.task if tool is not None else step.task
    task = revision.tasks.get(name or "")
    if task is not None:
        return _of_task(task)
    return _of_tool(tool, revision) if tool is not None else None


def _of_task(task: Task) -> Fields:
    return {**_contracted(task.contract), **_OF_EVERY_TASK}


def _of_tool(tool: Tool, revision: Revision) -> Fields | None:
    if tool.source is not None:
        try:
            rows = columns(tool.source, revision.root)
        except InputInvalid:
            rows = ()  # said where the tool is checked
        return {**dict.fromkeys(_GIVES["source"], ()), "rows": rows}
    return dict.fromkeys(_GIVES.get(tool.does, tool.results), ()) or None


def _contracted(contract: Contract) -> Fields:
    if contract.select is not None:
        return {"kept": (), "removed": (), "indices": ()}
    if contract.rewrite is not None:
        return {"items": ()}
    if contract.pick is not None:
        return {"picked": (*contract.pick.fields, "reason")}
    return dict.fromkeys(contract.extract.fields, ()) if contract.extract is not None else {"text": ()}


def _lost(
    reference: Reference, given: Fields | None, path: Sequence[str | int], document: Document
) -> Iterator[Problem]:
    field = reference.path[0] if reference.path else None
    if given is None or not isinstance(field, str):
        return
    if field not in given:
        message = f"{reference.text}: {reference.step} gives no {field}"
        yield document.problem(path, "FLOW004", message, hint=_nearest(field, given))
        return
    known, (position, entry) = given[field], (*reference.path[1:3], None, None)[:2]
    if known and isinstance(entry, str) and not isinstance(position, str) and entry not in known:
        message = f"{reference.text}: no entry of {field} has {entry}"
        yield document.problem(path, "FLOW004", message, hint=_nearest(entry, known), severity="warning")


def _picked(
    step: FlowStep,
    path: Sequence[str | int],
    given: Mapping[str, Fields | None],
    document: Document,
    revision: Revision,
) -> Iterator[Problem]:
    task = revision.tasks.get(step.task or "")
    pick = task.contract.pick if task is not None else None
    if task is None or pick is None or pick.from_ not in step.params:
        return
    for reference in find({"": step.params[pick.from_]}, given).references:
        known = (given[reference.step] or {}).get(str(reference.path[0]), ()) if reference.path else ()
        for field in (pick.id, *pick.fields) if known and len(reference.path) == 1 else ():
            if field not in known:
                message = f"{task.name} picks by {field}, which no entry of {reference.text} has"
                hint = _nearest(field, known)
                yield document.problem([*path, pick.from_], "FLOW006", message, hint=hint, severity="warning")


def _nearest(name: str, known: Mapping[str, object] | Sequence[str]) -> str:
    return closest(name, known) or ", ".join(known)
