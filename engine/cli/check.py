"""`rulewright check`: every problem of a pack, where it stands and how to mend it."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from engine.cli.options import Json, PackDir, is_terminal
from engine.errors import InputInvalid, Problem

FORMATS = ("text", "json")


def check(
    pack: PackDir = None,
    as_json: Json = False,
    format: Annotated[
        str, typer.Option("--format", metavar="text|json", help="How problems are printed.")
    ] = "text",
    output: Annotated[
        list[str] | None,
        typer.Option("--output", metavar="FORMAT=FILE", help="Write a report to a file as well."),
    ] = None,
) -> None:
    """Check every file of the pack. Exit 0 when there are no errors (warnings included), 3 when there are."""
    from engine.runtime.revision import Inspection, find_pack, inspect

    shape = "json" if as_json else format
    _known(shape)
    wanted = [(shape, None), *(_target(each) for each in output or [])]
    inspection: Inspection = inspect(find_pack(pack))
    for kind, path in wanted:
        report = _report(kind, inspection, colour=path is None and is_terminal())
        if path is None:
            sys.stdout.write(report)
        else:
            _save(path, report)
    if any(problem.severity == "error" for problem in inspection.problems):
        raise typer.Exit(3)


def _report(kind: str, inspection: "object", *, colour: bool) -> str:
    from engine.report.json import write_json
    from engine.report.text import write_text
    from engine.runtime.revision import Inspection

    assert isinstance(inspection, Inspection)  # noqa: S101  the type is imported only when the command runs
    revision = inspection.revision
    if kind == "json":
        return write_json(revision.id if revision else None, inspection.problems)
    text = write_text(inspection.problems, inspection.texts, colour=colour)
    if not inspection.problems:
        text = f"No problems in {len(inspection.texts)} files.\n"
    return text + (f"revision {revision.id}\n" if revision else "")


def _target(option: str) -> tuple[str, Path]:
    kind, _, file = option.partition("=")
    _known(kind)
    if not file:
        raise InputInvalid(
            Problem(code="USE005", message=f"--output {option} names no file", hint=f"--output {kind}=FILE")
        )
    return kind, Path(file)


def _known(kind: str) -> None:
    if kind not in FORMATS:
        raise InputInvalid(
            Problem(code="USE005", message=f"there is no format {kind!r}", hint=" or ".join(FORMATS))
        )


def _save(path: Path, report: str) -> None:
    try:
        path.write_text(report, encoding="utf-8")
    except OSError as error:
        problem = Problem(code="USE004", message=f"{path} cannot be written: {error.strerror}")
        raise InputInvalid(problem) from error
