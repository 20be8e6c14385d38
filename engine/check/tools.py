"""Tools: one sentence each, over something that exists, and parameters that make sense for what they do."""

import re
from collections.abc import Iterator

from engine.config.revision import Document, Revision
from engine.config.tool import Tool
from engine.errors import Problem
from engine.source.suggest import closest

_READY = ("lookup", "search", "fetch")
_SENTENCE_END = re.compile(r"[.!?。](?:\s|$)")


def check_tools(revision: Revision) -> Iterator[Problem]:
    """Every problem of the pack's tools."""
    for name, tool in revision.tools.items():
        document = revision.document("tool", name)
        yield from _description(tool, document)
        yield from _over(tool, document, revision)
        yield from _parameters(tool, document)
        if tool.does not in _READY:
            message = f"this version runs tools that do {', '.join(_READY)}, not {tool.does}"
            yield document.problem(["does"], "TOOL001", message)


def _description(tool: Tool, document: Document) -> Iterator[Problem]:
    ends = len(_SENTENCE_END.findall(tool.description))
    if ends != 1 or "\n" in tool.description.strip():
        message = f"a tool is described in one sentence with its full stop; this has {ends}"
        yield document.problem(["description"], "TOOL002", message)


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
        if (spec.of is not None) != (spec.type in ("list", "mapping")):
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
