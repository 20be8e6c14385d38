"""Tools: one sentence each, over something that exists, and parameters that make sense for what they do."""

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import entry_points

from engine.check.leads import GIVES
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
        yield from _results(tool, document)
        yield from _parameters(tool, document)


def _description(tool: Tool, document: Document) -> Iterator[Problem]:
    ends = len(_SENTENCE_END.findall(tool.description))
    if ends != 1 or "\n" in tool.description.strip():
        message = f"a tool is described in one sentence with its full stop; this has {ends}"
        yield document.problem(["description"], "TOOL002", message)


def _named(tool: Tool, document: Document, revision: Revision) -> Iterator[Problem]:
    """What a tool says under the name of what it does, and whether that is there."""
    for name in _SAID_UNDER_ITS_NAME:
        is_said = getattr(tool, name) is not None
        if is_said != (tool.does == name):
            message = f"does: {tool.does} goes with " + (f"no {name}:" if is_said else f"{name}: beside it")
            yield document.problem([name if is_said else "does"], "TOOL001", message)
    if tool.does == "store" and tool.idempotent:
        message = "what stores is not idempotent: a plan that still arrives would store, and may yet change"
        yield document.problem(["idempotent"], "TOOL015", message, hint="take it out")
    if tool.task is not None:
        yield from _listed(document, ["task"], tool.task, list(revision.tasks), "task of the pack")
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


def _results(tool: Tool, document: Document) -> Iterator[Problem]:
    """What a tool of the engine is said to give and does not."""
    gives = GIVES.get(tool.does, ())
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
            ["over"], "TOOL003", "looks up places, but rules/pack.yaml names no places file"
        )
    if (tool.match is None) == (tool.does == "lookup"):
        message = (
            "a lookup needs match: how much exact, partial, address and ngram count; other tools have none"
        )
        yield document.problem(["match"], "TOOL004", message)


def _parameters(tool: Tool, document: Document) -> Iterator[Problem]:
    for name, spec in tool.parameters.items():
        path = ["parameters", name]
        is_open = spec.type in ("list", "mapping")
        if (spec.of is not None) != is_open and not (is_open and tool.does in _SAID_UNDER_ITS_NAME):
            message = (
                f"parameter {name} is a {spec.type}: of says what a list or mapping holds, and only there"
            )
            yield document.problem(path, "TOOL005", message)
        if bool(spec.values) != (spec.type == "choice"):
            yield document.problem(
                path, "TOOL005", f"parameter {name}: values belong to a choice, and only there"
            )
        if spec.refs == "deny" and spec.type != "text":
            yield document.problem(path, "TOOL005", f"parameter {name}: refs: deny is for text")
    for name in tool.one_of:
        if name not in tool.parameters:
            hint = closest(name, list(tool.parameters)) or ""
            yield document.problem(
                ["one_of"], "TOOL006", f"one_of names {name}, which is no parameter", hint=hint
            )
