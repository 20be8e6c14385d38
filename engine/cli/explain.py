"""`rulewright explain`: a request taken apart, or the page of an error code."""

import json
import re
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from engine.cli.inputs import read_file
from engine.cli.lift import lift_json, lift_lines
from engine.cli.options import Json, PackDir, write_json
from engine.cli.trace import trace_lines
from engine.errors import InputInvalid, Problem

_CODE = re.compile(r"[A-Z]{2,8}[0-9]{3}")
_ODD = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError)
"""What reading a trace raises where a part is missing or something else stands there."""


def explain(
    what: Annotated[
        str,
        typer.Argument(
            metavar="TRACE|CODE", help="What `ask --json` printed (a file, or -), or an error code."
        ),
    ],
    lift: Annotated[
        str | None, typer.Option(metavar="ID", help="A home of the trace: which weights would lift it?")
    ] = None,
    over: Annotated[
        str | None, typer.Option(metavar="ID", help="The home that --lift is to come before; else the first.")
    ] = None,
    as_json: Json = False,
    pack: PackDir = None,
) -> None:
    """Explain how a request was answered, from its trace, or what an error code means and how to mend it."""
    if _CODE.fullmatch(what.upper()) and not Path(what).exists():
        page = _page(what.upper())
        if as_json:
            write_json({"code": what.upper(), "page": page})
        else:
            print(page)
        return
    trace = _trace(read_file(Path(what), "the trace"))
    if pack is not None:
        from engine.runtime.revision import load

        trace["packRevision"] = load(pack).id
    told: dict[str, Any] | None = None
    try:
        if lift is not None or over is not None:
            told = lift_json(trace, lift, over)
        lines = [] if as_json else [*(trace_lines(trace) if told is None else lift_lines(told))]
    except _ODD as error:  # written by another version, or by hand
        raise InputInvalid(_no_trace("the trace is not whole, or of another version")) from error
    if as_json:
        write_json(trace if told is None else told)
    else:
        print("\n".join(lines))


def _page(code: str) -> str:
    import engine

    package = Path(engine.__file__).parent
    for folder in (package / "_pack" / "docs" / "errors", package.parent / "docs" / "errors"):
        if (folder / f"{code}.md").is_file():
            return (folder / f"{code}.md").read_text(encoding="utf-8").rstrip()
    raise InputInvalid(
        Problem(code="USE013", message=f"there is no error code {code}", hint="a code such as CONF002")
    )


def _trace(data: bytes) -> dict[str, Any]:
    """The last trace among the events of a file. Raises InputInvalid when there is none."""
    found: dict[str, Any] | None = None
    for line in data.decode("utf-8", "replace").split("\n"):  # a text may hold other line ends
        try:
            value = json.loads(line) if line.strip() else None
        except (ValueError, RecursionError):
            continue
        event = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
        if event.get("event", "trace") == "trace" and "revision" in event:
            found = event
    if found is None:
        raise InputInvalid(_no_trace("the file holds no trace"))
    return found


def _no_trace(message: str) -> Problem:
    return Problem(code="USE014", message=message, hint="rulewright ask TEXT --json > trace.jsonl")
