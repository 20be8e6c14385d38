"""Tools: one sentence each, over something that exists, and parameters that make sense for what they do."""

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import entry_points

from engine.check.leads import given_by
from engine.check.values import OPEN, check_values
from engine.config.revision import Document, Revision
from engine.config.tool import Rows, Tool
from engine.errors import InputInvalid, Problem
from engine.source.suggest import closest
from engine.tools.python import GROUP
from engine.tools.source import columns

_OVER_DATA = ("lookup", "search", "fetch")
_SAID_UNDER_ITS_NAME = ("source", "store", "task", "python")
_SENTENCE_END = re.compile(r"[.!?。](?:\s|$)")


def check_tools(revision: Revision) -> Iterator[Problem]:
    """Every problem of the pack's tools."""
    for name, tool in revision.tools.items():
        document = revision.document("tool", name)
        yield from _description(tool, document)
        if tool.does in _OVER_DATA:
            yield from _over(tool, document, revision)
        yield from _named(tool, document, revision)
        yield from _results(tool, document, revision)
        yield from _parameters(tool, document)


def _description(tool: Tool, document: Document) -> Iterator[Problem]:
    ends = len(_SENTENCE_END.findall(tool.description))
    if ends != 1 or "\n" in tool.description.strip():
        message = f"a tool is described in one sentence with its full stop; this has {ends}"
        yield document.problem(["description"], "TOOL002", message, hint="one sentence, one full stop")


def _named(tool: Tool, document: Document, revision: Revision) -> Iterator[Problem]:
    """What a tool says under the name of what it does, and whether that is there."""
    for name in _SAID_UNDER_ITS_NAME:
        is_said = getattr(tool, name) is not None
        if is_said != (tool.does == name):
            message = f"does: {tool.does} goes with " + (f"no {name}:" if is_said else f"{name}: beside it")
            hint = "take it out" if is_said else f"{name}: …"
            yield document.problem([name if is_said else "does"], "TOOL001", message, hint=hint)
    if tool.does == "store" and tool.idempotent:
        message = "what stores is not idempotent: a plan that still arrives would store, and may yet change"
        yield document.problem(["idempotent"], "TOOL015", message, hint="take it out")
    if tool.task is not None:
        yield from _listed(document, ["task"], tool.task, list(revision.tasks), "task of the pack")
        yield from _inputs(tool, document, revision)
    if tool.store is not None:
        yield from _listed(document, ["store", "id"], tool.store.id, list(tool.parameters), "parameter")
    if tool.python is not None:
        known = sorted({point.name for point in entry_points(group=GROUP)})
        if tool.python not in known:
            message = f"no installed package gives the tool function {tool.python}"
            hint = closest(tool.python, known) or f"install the package that names it under {GROUP}"
            yield document.problem(["python"], "TOOL013", message, hint=hint)
    for path, rows in _rows(tool):
        has = yield from _columns(rows, [*path, "file"], document, revision)
        for key, named in (("where", rows.where), ("leave_out", rows.leave_out)):
            for field, parameter in named.items():
                at = [*path, key, field]
                yield from _listed(document, at, parameter, list(tool.parameters), "parameter")
                if has and field not in has:
                    message = f"no row of {rows.file} has {field}"
                    hint = closest(field, has) or ", ".join(has)
                    yield document.problem(at, "TOOL009", message, hint=hint, severity="warning", at_key=True)


def _inputs(tool: Tool, document: Document, revision: Revision) -> Iterator[Problem]:
    """The parameters of a tool that asks a model are the inputs of its task."""
    task = revision.tasks.get(tool.task or "")
    if task is None:
        return
    for name, kind in task.inputs.items():
        if name not in tool.parameters:
            message = f"the task {task.name} needs {name}"
            hint = f"{name}: {{type: {kind}, required: true}}"
            yield document.problem(["parameters"], "TOOL009", message, hint=hint)
    for name in tool.parameters:
        if name not in task.inputs:
            message = f"the task {task.name} takes no {name}"
            hint = closest(name, task.inputs) or ", ".join(task.inputs)
            yield document.problem(["parameters", name], "TOOL009", message, hint=hint, at_key=True)


def _columns(
    rows: Rows, path: Sequence[str], document: Document, revision: Revision
) -> Generator[Problem, None, tuple[str, ...]]:
    """The fields that the file's rows have; what keeps it from being read is a problem."""
    if not (revision.root / rows.file).is_file():
        folder = (revision.root / rows.file).parent
        beside = [each.name for each in sorted(folder.glob("*"))] if folder.is_dir() else []
        near = closest(rows.file.rpartition("/")[2], beside)
        hint = str((folder / near).relative_to(revision.root)) if near else "add it"
        yield document.problem(path, "TOOL009", f"the pack has no file {rows.file}", hint=hint)
        return ()
    try:
        return columns(rows, revision.root)
    except InputInvalid as error:
        for problem in error.problems:  # a warning: only the steps that read the file fail
            yield replace(problem, severity="warning")
        return ()


def _results(tool: Tool, document: Document, revision: Revision) -> Iterator[Problem]:
    """What a tool is said to give and does not, where what it does says what it gives."""
    gives = given_by(tool, revision)
    for name in tool.results if gives else ():
        if name not in gives:
            message = f"a tool that does {tool.does} gives no {name}"
            hint = closest(name, gives) or ", ".join(gives)
            yield document.problem(["results", name], "TOOL009", message, hint=hint, at_key=True)


def _rows(tool: Tool) -> Iterator[tuple[tuple[str, ...], Rows]]:
    if tool.source is not None:
        yield ("source",), tool.source
        if tool.source.among is not None:
            yield ("source", "among"), tool.source.among


def _listed(
    document: Document, path: Sequence[str], name: str, known: Sequence[str], what: str
) -> Iterator[Problem]:
    if name not in known:
        hint = closest(name, known) or ", ".join(known)
        yield document.problem(path, "TOOL009", f"{name} is no {what}", hint=hint)


def _over(tool: Tool, document: Document, revision: Revision) -> Iterator[Problem]:
    known = ["places", revision.catalog.document]
    if tool.over not in known:
        message = f"over must be one of {', '.join(known)}"
        hint = closest(tool.over or "", known) or known[0]
        yield document.problem(["over"], "TOOL003", message, hint=hint)
    elif tool.does == "lookup" and tool.over == "places" and revision.pack.places is None:
        yield document.problem(
            ["over"],
            "TOOL003",
            "looks up places, but rules/pack.yaml names no places file",
            hint="places: FILE in rules/pack.yaml",
        )
    if (tool.match is None) == (tool.does == "lookup"):
        message = (
            "a lookup needs match: how much exact, partial, address and ngram count; other tools have none"
        )
        hint = (
            "take it out"
            if tool.match is not None
            else "match: {exact: 10, partial: 5, address: 3, ngram: 1}"
        )
        yield document.problem(["match"], "TOOL004", message, hint=hint)


def _parameters(tool: Tool, document: Document) -> Iterator[Problem]:
    yield from check_values(tool.parameters, ["parameters"], document)
    for name, spec in tool.parameters.items():
        path = ["parameters", name]
        if spec.type in OPEN and spec.of is None and tool.does in _OVER_DATA:
            message = f"{name} is a {spec.type}: of says what it holds"
            yield document.problem(path, "TOOL005", message, hint="of: text")
        if spec.refs == "deny" and spec.type != "text":
            message = f"{name}: refs: deny is for text"
            yield document.problem(path, "TOOL005", message, hint="take refs out")
    for name in tool.one_of:
        if name not in tool.parameters:
            hint = closest(name, list(tool.parameters)) or ""
            yield document.problem(
                ["one_of"], "TOOL006", f"one_of names {name}, which is no parameter", hint=hint
            )
