"""Tools that read rows of a file of the pack."""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from engine.config.tool import Rows, Source, Tool
from engine.errors import InputInvalid, Problem
from engine.plan.frozen import as_items
from engine.task.no_input import NoInput
from engine.tools.registry import Resources, ToolFunction, kind

Row = dict[str, Any]


@kind("source")
def make(resources: Resources, tool: Tool) -> ToolFunction:
    """A tool that reads the rows that its file names."""
    source = tool.source
    assert source is not None  # noqa: S101  the check has looked
    return lambda params: read_source(source, resources.revision.root, params)


def read_source(source: Source, root: Path, params: Mapping[str, object]) -> dict[str, object]:
    """`{rows, count}` of the file under `root`. Raises NoInput with the reason of the file that has no row,
    and InputInvalid (TOOL011) with file and line for one that cannot be read."""
    if source.among is not None:
        _matching(source.among, root, params)
    rows = _matching(source, root, params)[: source.at_most]
    return {"rows": rows, "count": len(rows)}


def _matching(rows: Rows, root: Path, params: Mapping[str, object]) -> list[Row]:
    path = root / rows.file
    found = [
        dict(row)
        for row in _read(path, rows.file, _stamp(path, rows.file))
        if all(_same(row.get(field), params.get(name)) for field, name in rows.where.items())
        and not any(
            _same(row.get(field), each)
            for field, name in rows.leave_out.items()
            for each in as_items(params.get(name)) or ()
        )
    ]
    if not found:
        raise NoInput(rows.none)
    return found


def _same(value: object, wanted: object) -> bool:
    """Equal as written, so that 7 of a JSON file and "7" of a CSV file are one."""
    return value is not None and wanted is not None and str(value).strip() == str(wanted).strip()


def _stamp(path: Path, file: str) -> tuple[int, int]:
    """What tells that a file has changed since it was read."""
    try:
        stat = path.stat()
    except OSError as error:
        raise InputInvalid(_unreadable(file, f"cannot be read: {error.strerror}")) from error
    return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=32)
def _read(path: Path, file: str, stamp: tuple[int, int]) -> tuple[Row, ...]:  # the stamp is part of the key
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputInvalid(_unreadable(file, f"cannot be read: {error.strerror}")) from error
    except UnicodeDecodeError as error:
        raise InputInvalid(_unreadable(file, "is not UTF-8 text")) from error
    if path.suffix == ".csv":
        return tuple(csv.DictReader(io.StringIO(text, newline="")))
    if path.suffix == ".jsonl":
        # a text in it may hold the line ends that only Unicode knows
        lines = ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
        return tuple(_record(line, file, number) for number, line in lines)
    whole = _json(text, file, 1)
    if not isinstance(whole, list):
        raise InputInvalid(_unreadable(file, "must hold a JSON array of objects"))
    return tuple(_mapping(each, file, 0) for each in cast("Iterable[object]", whole))


def _record(line: str, file: str, number: int) -> Row:
    return _mapping(_json(line, file, number), file, number)


def _json(text: str, file: str, line: int) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        at = line + error.lineno - 1 if isinstance(error, json.JSONDecodeError) else line
        raise InputInvalid(_unreadable(file, "is no JSON here", at)) from error


def _mapping(value: object, file: str, line: int) -> Row:
    if not isinstance(value, dict):
        raise InputInvalid(_unreadable(file, "must hold one JSON object a row", line))
    return cast("Row", value)


def _unreadable(file: str, why: str, line: int = 0) -> Problem:
    return Problem(
        code="TOOL011",
        message=f"{file} {why}",
        file=file,
        line=line,
        column=min(line, 1),
        hint="mend the file",
    )
