"""Options that commands share, the day they read, and the JSON they write."""

import json
import sys
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

import typer

from engine.errors import InputInvalid, Problem

Text = Annotated[
    str,
    typer.Argument(metavar="TEXT", help="The customer's sentence; - reads one per line from standard input."),
]
PackDir = Annotated[
    Path | None,
    typer.Option(
        "--pack",
        metavar="DIR",
        help="The pack; else RULEWRIGHT_PACK, the nearest parent with one, or the one installed.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Machine output.")]
RequestFile = Annotated[
    Path, typer.Option("--request", metavar="FILE", help="The request as JSON; - is standard input.")
]
Today = Annotated[
    str | None,
    typer.Option("--today", metavar="DATE", help="The day ages count from, such as 2026-06-30; else today."),
]
Record = Annotated[
    bool,
    typer.Option(
        "--record", help="Where an answer is not recorded yet (plugin: cassette), ask for it and record it."
    ),
]
User = Annotated[
    str | None,
    typer.Option("--user", metavar="ID", help="Who asks. This version keeps no memory and says so."),
]
Session = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="Which conversation. As --user.")
]
Planner = Annotated[
    str | None,
    typer.Option("--planner", metavar="rules|llm", help="Who plans; else what rules/pack.yaml says."),
]


def read_planner(planner: str | None) -> Literal["rules", "llm"] | None:
    """Who --planner names; None where it is left out. Raises InputInvalid (USE006)."""
    if planner is None or planner == "rules" or planner == "llm":
        return planner
    raise InputInvalid(
        Problem(code="USE006", message=f"there is no planner {planner!r}", hint="rules or llm")
    )


def read_day(today: str | None) -> date:
    """The day that --today names, or today's. Raises InputInvalid."""
    if today is None:
        return date.today()
    try:
        return date.fromisoformat(today)
    except ValueError as error:
        problem = Problem(code="USE001", message=f"--today {today!r} is no day", hint="--today 2026-06-30")
        raise InputInvalid(problem) from error


def write_json(value: object) -> None:
    """One JSON value on one line of standard output, at once: a reader at the other end may be waiting.

    Where the output is not UTF-8, letters beyond ASCII are escaped, and everywhere half a character (a lone
    surrogate), so that it is JSON in any case.
    """
    is_utf8 = sys.stdout.encoding.lower().replace("-", "") == "utf8"
    text = json.dumps(value, ensure_ascii=not is_utf8, allow_nan=False)
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")
    sys.stdout.flush()


def write_notices(notices: Iterable[Problem]) -> None:
    """What the user should know beside the result, on standard error, a line each."""
    sys.stderr.writelines(f"{notice}\n" for notice in notices)


def is_terminal() -> bool:
    """Whether a human is reading standard output."""
    return sys.stdout.isatty()
