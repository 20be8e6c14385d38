"""What a value may be, wherever a file says it: parameters of tools, inputs of flows, fields to extract."""

from collections.abc import Iterator, Mapping, Sequence

from engine.config.revision import Document
from engine.config.tool import ValueSpec
from engine.errors import Problem

OPEN = ("list", "mapping")
"""Types of which `of` says what they hold."""


def check_values(
    specs: Mapping[str, ValueSpec], path: Sequence[str], document: Document
) -> Iterator[Problem]:
    """TOOL005 for keys that say nothing of a value of that type."""
    for name, spec in specs.items():
        if spec.of is not None and spec.type not in OPEN:
            message = f"{name} is a {spec.type}: of says what a list or mapping holds, and only there"
            yield document.problem([*path, name], "TOOL005", message, hint="type: list, or take of out")
        if bool(spec.values) != (spec.type == "choice"):
            message = f"{name}: values belong to a choice, and only there"
            hint = "values: […]" if spec.type == "choice" else "type: choice"
            yield document.problem([*path, name], "TOOL005", message, hint=hint)


def check_without_wants(
    specs: Mapping[str, ValueSpec], path: Sequence[str], document: Document
) -> Iterator[Problem]:
    """The same, and TOOL005 for parameters of the catalog where no tool is given them."""
    yield from check_values(specs, path, document)
    for name, spec in specs.items():
        kinds = spec.of.values() if isinstance(spec.of, dict) else (spec.of,)
        if "wants" in (spec.type, *kinds):
            message = f"{name}: wants stand for what a customer asks of a tool, and only there"
            yield document.problem([*path, name], "TOOL005", message, hint="type: mapping")
