"""Problems as a person reads them on a terminal: place, message, the line with a caret, the hint."""

import re
from collections.abc import Callable, Iterable, Mapping

from engine.errors import Problem
from engine.report.order import ordered
from engine.source.excerpt import cells, excerpt, visible
from engine.source.lines import Lines

_WIDTH = 100
_MESSAGE_AT_MOST = 3 * _WIDTH  # three lines of a usual terminal
_SECRET = re.compile(r"CONF005 /models/[^/]+/(?:key|url)|LLM026 .*")
"""Problems of which the line may hold a key or a password: reports go into logs."""
_RESET, _BOLD, _DIM, _RED, _YELLOW, _CYAN = (
    "\x1b[0m",
    "\x1b[1m",
    "\x1b[2m",
    "\x1b[31m",
    "\x1b[33m",
    "\x1b[36m",
)


def write_text(
    problems: Iterable[Problem],
    sources: Mapping[str, str],
    *,
    colour: bool,
    files: int | None = None,
) -> str:
    """Every problem once, in order, each followed by its line of the file; "" without anything to say.

    `sources` gives the text of each file by the name that problems carry; a problem without one is
    shown without its line. `files` is how many files were read and adds the summary line. Whatever
    the files hold, nothing in the result acts on a terminal but the colours.
    """
    lines: dict[str, Lines] = {}
    rows: list[str] = []
    listed = ordered(problems)
    for problem in listed:
        if problem.file not in lines and problem.file in sources:
            lines[problem.file] = Lines(sources[problem.file])
        rows.extend(_rows(problem, lines.get(problem.file), _paint if colour else _leave))
    if files is not None:
        rows.append(summary(listed, files))
    return "".join(f"{row.rstrip()}\n" for row in rows)


def summary(problems: Iterable[Problem], files: int) -> str:
    """`2 errors, 1 warning in 14 files`, or `no problems in 14 files`."""
    severities = [problem.severity for problem in problems]
    counts = [(severities.count("error"), "error"), (severities.count("warning"), "warning")]
    said = ", ".join(_counted(count, noun) for count, noun in counts if count)
    return f"{said or 'no problems'} in {_counted(files, 'file')}"


def _rows(problem: Problem, lines: Lines | None, paint: Callable[[str, str], str]) -> list[str]:
    tone = _RED if problem.severity == "error" else _YELLOW
    at = f":{problem.line}:{problem.column}" if problem.line else ""
    place = f"{visible(problem.file)}{at}: " if problem.file else ""
    severity = "" if problem.severity == "error" else "warning: "
    head = paint(place, _BOLD) + paint(f"{problem.code} {severity}".rstrip(), tone) + " " + _message(problem)
    hint = paint(f"hint: {_one_line(problem.hint)}", _CYAN) if problem.hint else ""
    lines = lines if not _SECRET.fullmatch(f"{problem.code} {problem.path}") else None
    shown = excerpt(lines, problem.line, problem.column, width=_WIDTH) if lines is not None else None
    if shown is None:
        return [head, *([f"  {hint}"] if hint else [])]
    gutter = f"{problem.line:>5} | "
    blank = " " * (len(gutter) - 2) + "| "
    source, caret = shown
    rows = [head, paint(gutter, _DIM) + source, paint(blank, _DIM) + paint(caret, tone)]
    if hint and cells(f"{blank}{caret} hint: {problem.hint}") <= _WIDTH:
        rows[-1] += f" {hint}"
    elif hint:
        rows.append(f"{blank}{hint}")
    return rows


def _message(problem: Problem) -> str:
    message = _one_line(problem.message)
    return message if len(message) <= _MESSAGE_AT_MOST else message[:_MESSAGE_AT_MOST] + "..."


def _one_line(text: str) -> str:
    return visible(" ".join(text.split()))


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _paint(text: str, tone: str) -> str:
    return f"{tone}{text}{_RESET}" if text else ""


def _leave(text: str, _tone: str) -> str:
    return text
