"""Options that commands share, and the texts and days that they read."""

import json
import os
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, BinaryIO, TextIO

import typer

from engine.errors import EngineError, InputInvalid, Problem

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
Today = Annotated[
    str | None,
    typer.Option("--today", metavar="DATE", help="The day ages count from, such as 2026-06-30; else today."),
]


LINE_AT_MOST = 16 * 1024 * 1024
"""Bytes of one line of standard input; an endless line must not fill the memory."""


def read_day(today: str | None) -> date:
    """The day that --today names, or today's. Raises InputInvalid."""
    if today is None:
        return date.today()
    try:
        return date.fromisoformat(today)
    except ValueError as error:
        problem = Problem(code="USE001", message=f"--today {today!r} is no day", hint="--today 2026-06-30")
        raise InputInvalid(problem) from error


def read_texts(text: str) -> Iterator[str]:
    """The text itself, or each line of standard input when it is `-`; an empty line is an empty text."""
    if text != "-":
        yield _as_utf8(text)
        return
    stdin = _input()
    while line := stdin.readline(LINE_AT_MOST + 1):
        if len(line) > LINE_AT_MOST:
            message = f"a line of standard input has more than {LINE_AT_MOST:,} bytes"
            raise InputInvalid(Problem(code="USE010", message=message, hint="one text on each line"))
        yield line.rstrip(b"\r\n").decode("utf-8", "replace")


def _as_utf8(word: str) -> str:
    """A word of the command line, whatever the system took its bytes for."""
    try:
        return os.fsencode(word).decode("utf-8", "replace")
    except UnicodeEncodeError:
        return word.encode("utf-8", "replace").decode("utf-8")


def _input() -> BinaryIO:
    """Standard input as bytes. Raises InputInvalid where the caller closed it."""
    stdin: TextIO | None = sys.stdin
    if stdin is None:
        raise InputInvalid(Problem(code="USE002", message="standard input cannot be read: it is closed"))
    return stdin.buffer


def read_file(path: Path, what: str) -> bytes:
    """The bytes of a file named on the command line (`-` is standard input). Raises InputInvalid."""
    try:
        return _input().read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        problem = Problem(code="USE002", message=f"{what} {path} cannot be read: {error.strerror}")
        raise InputInvalid(problem) from error


def write_json(value: object) -> None:
    """One JSON value on one line of standard output, at once: a reader at the other end may be waiting.

    Where the output is not UTF-8, letters beyond ASCII are escaped, so that it is JSON in any case.
    """
    is_utf8 = sys.stdout.encoding.lower().replace("-", "") == "utf8"
    sys.stdout.write(json.dumps(value, ensure_ascii=not is_utf8, allow_nan=False) + "\n")
    sys.stdout.flush()


def error_json(error: EngineError) -> dict[str, object]:
    """What stands in the place of a result that could not be made."""
    first = error.problems[0] if error.problems else Problem(code="USE900", message=type(error).__name__)
    return {
        "error": {
            "code": first.code,
            "message": first.message,
            "hint": first.hint,
            "file": first.file,
            "line": first.line,
        }
    }


def is_terminal() -> bool:
    """Whether a human is reading standard output."""
    return sys.stdout.isatty()
