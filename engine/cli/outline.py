"""Tasks and flows in a few lines: what goes in, what is called with what, what a reply is held to."""

import json
from collections.abc import Iterator, Mapping, Sequence

from engine.config.flow import Flow, FlowStep
from engine.config.revision import Document, Revision
from engine.config.task import Contract, Keep, Task
from engine.config.tool import ValueSpec
from engine.plan.references import find


def outline(document: Document, revision: Revision) -> Iterator[str]:
    """The lines of a task or a flow; none for another document."""
    model = document.model
    if isinstance(model, Task):
        yield f"task {model.name}  {document.file}"
        yield from _rows(_task(model, revision))
    elif isinstance(model, Flow):
        yield f"flow {model.name}  {document.file}"
        yield from _rows(_flow(model))


def _rows(rows: Iterator[tuple[str, str]]) -> Iterator[str]:
    return (f"  {label:<9} {text}" for label, text in rows)


def _task(task: Task, revision: Revision) -> Iterator[tuple[str, str]]:
    for name, kind in task.inputs.items():
        yield "input", f"{name}: {kind}"
    models = (task.model,) if task.model else revision.pack.roles.names("tasks")
    yield "asked", f"{', then '.join(models)} with the template {task.template}"
    yield "contract", _contract(task.contract)
    seconds = f", {task.timeout:g} s" if task.timeout else ""
    yield "attempts", f"at most {task.attempts}{seconds}"


def _contract(contract: Contract) -> str:
    if contract.select is not None:
        return f"positions in {contract.select.from_} → kept, removed, indices"
    if contract.rewrite is not None:
        each = contract.rewrite
        keeps = ", ".join(_keeps(each.keep))
        held = f", with the same {keeps}" if keeps else ""
        return f"one text for each of {each.from_}, at most {each.at_most} characters{held} → items"
    if contract.pick is not None:
        pick = contract.pick
        fields = ", ".join(pick.fields)
        return f"{pick.count} of {pick.from_} by their {pick.id}, with a reason → picked: {fields}, reason"
    if contract.extract is not None:
        fields = "; ".join(f"{name}: {_kind(spec)}" for name, spec in contract.extract.fields.items())
        return f"an object{_of(contract)} → {fields}"
    assert contract.text is not None  # noqa: S101  a contract is exactly one kind
    without = f", without {', '.join(contract.text.must_not)}" if contract.text.must_not else ""
    return f"{contract.text.at_least} to {contract.text.at_most} characters{_of(contract)}{without} → text"


def _of(contract: Contract) -> str:
    return f" on {contract.worked_on}" if contract.worked_on is not None else ""


def _keeps(keep: Keep) -> Iterator[str]:
    if keep.numbers:
        yield "numbers"
    if keep.directions is not None:
        yield f"directions ({'/'.join(keep.directions.words)})"
    if keep.names is not None:
        yield f"names of {keep.names}"


def _kind(spec: ValueSpec) -> str:
    rules = (
        f" of {'/'.join(spec.values)}" if spec.values else "",
        ", required" if spec.required else "",
        f", at most {spec.at_most}" if spec.at_most is not None else "",
    )
    return spec.type + "".join(rules)


def _flow(flow: Flow) -> Iterator[tuple[str, str]]:
    for name, spec in flow.inputs.items():
        yield "input", f"{name}: {_kind(spec)}"
    ids = [step.id for step in flow.steps]
    for step in flow.steps:
        called = f"tool {step.tool}" if step.tool is not None else f"task {step.task}"
        waits = _waits(step, ids)
        after = f" after {', '.join(waits)}" if waits else ""
        yield "step", f"{step.id}: {called}{after}"
        for name, value in step.params.items():
            spare = f", {_value(step.without[name])} where that is missing" if name in step.without else ""
            yield "", f"  {name} = {_value(value)}{spare}"
    for name, value in flow.result.items():
        yield "result", f"{name} = {_value(value)}"
    yield "timeout", f"{flow.timeout:g} s"


def _waits(step: FlowStep, ids: Sequence[str]) -> tuple[str, ...]:
    params: Mapping[str, object] = step.params
    named = (*step.deps, *(each.step for each in find(params, ids).references))
    return tuple(dict.fromkeys(named))


def _value(value: object) -> str:
    return (
        value if isinstance(value, str) and value.startswith("$") else json.dumps(value, ensure_ascii=False)
    )
