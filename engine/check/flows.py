"""Flows: steps over tools and tasks that exist, with parameters that they take and references that lead
somewhere."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.check.leads import check_leads
from engine.check.values import check_without_wants
from engine.config.flow import Flow, FlowStep
from engine.config.revision import Document, Revision
from engine.errors import Problem
from engine.plan.graph import cycles
from engine.plan.parameters import check_data
from engine.plan.policy import Parameter, ToolSpec, parameter_of
from engine.plan.references import Found, find
from engine.source.suggest import closest

INPUT = "input"
"""The step that holds what the flow was given: `$input.NAME`."""
_MEANT = re.compile(r"([A-Za-z0-9_-]{1,32})(?:\[(?:\d+|\*)\])?\.\S+")
"""What was probably meant as a reference, written without its dollar."""


def check_flows(revision: Revision) -> Iterator[Problem]:
    """Every problem of the pack's flows."""
    for name, flow in revision.flows.items():
        document = revision.document("flow", name)
        yield from _ids(flow, document)
        yield from check_without_wants(flow.inputs, ["inputs"], document)
        for number, step in enumerate(flow.steps):
            yield from _called(step, number, document, revision)
            yield from _literals(step, number, flow, document, revision)
            yield from _references(step.params, ["steps", number, "params"], flow, document)
            yield from _deps(step, number, flow, document)
        yield from _references(flow.result, ["result"], flow, document)
        if len({step.id for step in flow.steps}) == len(flow.steps):  # else nobody can tell which is meant
            yield from check_leads(flow, document, revision)
            yield from _circles(flow, document)


def _ids(flow: Flow, document: Document) -> Iterator[Problem]:
    seen = {INPUT}
    for number, step in enumerate(flow.steps):
        if step.id in seen:
            message = f"{step.id} is taken" + (": it is what the flow is given" if step.id == INPUT else "")
            yield document.problem(["steps", number, "id"], "FLOW001", message, hint="an id of its own")
        seen.add(step.id)


def _called(step: FlowStep, number: int, document: Document, revision: Revision) -> Iterator[Problem]:
    key, name = ("tool", step.tool) if step.tool is not None else ("task", step.task)
    known: Mapping[str, object] = revision.tools if step.tool is not None else revision.tasks
    at = ["steps", number]
    if name not in known:
        hint = closest(name or "", known) or ", ".join(known)
        yield document.problem([*at, key], "FLOW002", f"there is no {key} {name}", hint=hint)
        return
    takes, required = _parameters(step, revision)
    for given in step.params:
        if takes is not None and given not in takes:
            message = f"{name} takes no {given}"
            hint = closest(given, takes) or ", ".join(takes)
            yield document.problem([*at, "params", given], "FLOW003", message, hint=hint)
    for wanted in required:
        if wanted not in step.params:
            message = f"{name} needs {wanted}"
            yield document.problem([*at, "params"], "FLOW003", message, hint=f"{wanted}: …")
    for spare in step.without:
        if spare not in step.params:
            message = f"{spare} is no parameter of the step"
            hint = closest(spare, step.params) or ", ".join(step.params)
            yield document.problem([*at, "without", spare], "FLOW003", message, hint=hint)


def _parameters(step: FlowStep, revision: Revision) -> tuple[Collection[str] | None, Sequence[str]]:
    """The parameters that a step's tool or task takes, None for any, and those that it needs."""
    if step.task is not None:
        inputs = list(revision.tasks[step.task].inputs)
        return inputs, inputs
    tool = revision.tools[step.tool or ""]
    if any(spec.type == "wants" for spec in tool.parameters.values()):
        return None, ()
    return tool.parameters, [name for name, spec in tool.parameters.items() if spec.required]


def _literals(
    step: FlowStep, number: int, flow: Flow, document: Document, revision: Revision
) -> Iterator[Problem]:
    """What a step says itself, against what the tool or task takes; a reference is looked at when it runs."""
    ids = [INPUT, *(each.id for each in flow.steps)]
    takes = _types(step, revision)
    for key in ("params", "without"):
        for name, value in getattr(step, key).items():
            found = find({name: value}, ids)
            if name not in takes or found.references or found.problem or found.stray:
                continue
            path = ["steps", number, key, name]
            meant = _MEANT.fullmatch(value) if isinstance(value, str) else None
            if meant is not None and meant[1] in ids:
                message = f"{name}: {meant[0]} is a text; what {meant[1]} gave begins with a dollar"
                severity = "warning" if takes[name].type == "text" else "error"
                yield document.problem(path, "FLOW004", message, hint=f"${meant[0]}", severity=severity)
                continue
            spec = ToolSpec(name="", parameters={name: takes[name]})
            problem = check_data({name: value}, spec, ids).problem
            if problem:
                yield document.problem(path, "FLOW003", problem)


def _types(step: FlowStep, revision: Revision) -> dict[str, Parameter]:
    if step.task is not None:
        inputs = revision.tasks[step.task].inputs if step.task in revision.tasks else {}
        return {name: Parameter(name=name, type=kind) for name, kind in inputs.items()}
    tool = revision.tools.get(step.tool or "")
    if tool is None:
        return {}
    return {name: parameter_of(name, spec) for name, spec in tool.parameters.items() if spec.type != "wants"}


def _deps(step: FlowStep, number: int, flow: Flow, document: Document) -> Iterator[Problem]:
    known = [each.id for each in flow.steps]
    for at, dep in enumerate(step.deps):
        if dep not in known:
            hint = closest(dep, known) or ", ".join(known)
            yield document.problem(
                ["steps", number, "deps", at], "FLOW004", f"there is no step {dep}", hint=hint
            )


def _references(
    params: Mapping[str, object], path: Sequence[str | int], flow: Flow, document: Document
) -> Iterator[Problem]:
    ids = [INPUT, *(step.id for step in flow.steps)]
    for name, value in params.items():
        found = find({name: value}, ids)
        at = [*path, name]
        if found.problem or found.stray:
            message = found.problem or f"{name}: a dollar that refers to no step"
            hint = f"$STEP.FIELD with one of {', '.join(ids)}, or $$ for a dollar"
            yield document.problem(at, "FLOW004", message, hint=hint)
        yield from _inputs(found, at, flow, document)


def _inputs(found: Found, path: Sequence[str | int], flow: Flow, document: Document) -> Iterator[Problem]:
    for reference in found.references:
        named = reference.path[0] if reference.path else None
        if reference.step == INPUT and named is not None and named not in flow.inputs:
            hint = closest(str(named), flow.inputs) or ", ".join(flow.inputs)
            yield document.problem(path, "FLOW004", f"the flow has no input {named}", hint=hint)


def _circles(flow: Flow, document: Document) -> Iterator[Problem]:
    ids = [step.id for step in flow.steps]
    needs = {
        step.id: [*step.deps, *(each.step for each in find(step.params, ids).references)]
        for step in flow.steps
    }
    circles = cycles({one: [need for need in needed if need in ids] for one, needed in needs.items()})
    for number, step in enumerate(flow.steps):
        if step.id in circles:
            circle = circles[step.id]
            message = f"the step waits for itself: {' → '.join((*circle, circle[0]))}"
            yield document.problem(
                ["steps", number, "id"], "FLOW005", message, hint="take one of these references out"
            )
