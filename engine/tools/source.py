"""Tools that read rows of a file of the pack."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, cast

from engine.config.tool import Rows, Source, Tool
from engine.errors import InputInvalid, Problem
from engine.plan.frozen import as_items
from engine.plan.given import held
from engine.plan.policy import policy_of
from engine.source.json_text import NotStrict, read_json
from engine.task.no_input import NoInput
from engine.tools.registry import Resources, ToolFunction, kind

Row = dict[str, Any]


class Unreadable(InputInvalid):
    """A file that holds no rows as it should: its author mends the line."""

    kind = "unreadable"

    def __init__(self, file: str, why: str, line: int = 0) -> None:
        """`why` goes on from the file's name, and quotes nothing of the file."""
        self.detail = why
        super().__init__(
            Problem(
                code="TOOL011",
                message=f"{file} {why}",
                file=file,
                line=line,
                column=min(line, 1),
                hint="mend the file",
            )
        )


_BYTES_AT_MOST = 256 * 1024 * 1024
LOOKED_AT_MOST = 4 * 1024 * 1024
"""Bytes of a file that is read to see which fields its rows have."""


@kind("source")
def make(resources: Resources, tool: Tool) -> ToolFunction:
    """A tool that reads the rows that its file names."""
    source = tool.source
    assert source is not None  # noqa: S101  the check has looked
    root, spec = resources.revision.root, policy_of(resources.revision).tools[tool.name]
    return lambda params: read_source(source, root, held(params, spec))


def read_source(source: Source, root: Path, params: Mapping[str, object]) -> dict[str, object]:
    """`{rows, count}` of the file under `root`, and `notes` that say so where there are more than `at_most`.
    Raises NoInput with the reason of the file that has no row, and Unreadable (TOOL011) with file and line
    for one that cannot be read."""
    if source.among is not None:
        _matching(source.among, root, params)
    found = _matching(source, root, params)
    rows = found[: source.at_most]
    read: dict[str, object] = {"rows": rows, "count": len(rows)}
    if len(rows) < len(found):
        return {
            **read,
            "notes": [f"{source.file} has {len(found):,} such rows, the first {len(rows):,} are read"],
        }
    return read


def columns(rows: Rows, root: Path) -> tuple[str, ...]:
    """Every field that a row of the file has; () for a file without rows and for one of more than
    LOOKED_AT_MOST bytes. Raises as `read_source`."""
    path = root / rows.file
    stamp = _stamp(path, rows.file)
    if stamp[1] > LOOKED_AT_MOST:
        return ()
    return tuple(dict.fromkeys(field for row in _read(path, rows.file, stamp) for field in row))


def _matching(rows: Rows, root: Path, params: Mapping[str, object]) -> list[Row]:
    path = root / rows.file
    every = _read(path, rows.file, _stamp(path, rows.file))
    for field in (*rows.where, *rows.leave_out):
        if every and not any(field in row for row in every):
            raise Unreadable(rows.file, f"has no {field} in any row")
    wanted = {field: _written(params.get(name)) for field, name in rows.where.items()}
    barred = {
        field: {_written(each) for each in as_items(params.get(name)) or ()} - {None}
        for field, name in rows.leave_out.items()
    }
    found = [
        dict(row)
        for row in every
        if all(said is not None and _written(row.get(field)) == said for field, said in wanted.items())
        and not any(_written(row.get(field)) in said for field, said in barred.items())
    ]
    if not found:
        raise NoInput(rows.none)
    return found


def _written(value: object) -> str | None:
    """A value as it compares: 7 of a JSON file and "7" of a CSV file are one, and nothing equals null."""
    return None if value is None else str(value).strip()


def _stamp(path: Path, file: str) -> tuple[int, int]:
    """What tells that a file has changed since it was read."""
    try:
        stat = path.stat()
    except OSError as error:
        raise Unreadable(file, f"cannot be read: {error.strerror}") from error
    return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=32)
def _read(path: Path, file: str, stamp: tuple[int, int]) -> tuple[Row, ...]:  # the stamp is part of the key
    if stamp[1] > _BYTES_AT_MOST:
        raise Unreadable(file, f"is larger than {_BYTES_AT_MOST // 1024**2} MiB, more than is read")
    text = _text(path, file)
    if path.suffix == ".csv":
        return tuple(_cells(text, file))
    if path.suffix == ".jsonl":
        # a text in it may hold the line ends that only Unicode knows
        lines = ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
        return tuple(_mapping(_json(line, file, number), file, number) for number, line in lines)
    whole = _json(text, file, 0)
    if not isinstance(whole, list):
        raise Unreadable(file, "must hold a JSON array of objects")
    return tuple(_mapping(each, file, 0) for each in cast("Iterable[object]", whole))


def _text(path: Path, file: str) -> str:
    """The file as it is: its line ends too may stand inside a cell."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(file, f"cannot be read: {error.strerror}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(file, "is not UTF-8 text here", line) from error


def _cells(text: str, file: str) -> Iterator[Row]:
    """The rows of a CSV file by the names of its first line; a cell that a short row leaves out is null."""
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    names: list[str] = []
    began = 1
    try:
        for cells in lines:
            if not names and cells:
                names = cells
                if len(set(names)) < len(names):
                    raise Unreadable(file, "names a column twice", began)
            elif len(cells) > len(names):
                why = f"has {len(cells)} cells in a row of {len(names)} columns"
                raise Unreadable(file, why, began)
            elif cells:
                yield dict(zip_longest(names, cells))
            began = lines.line_num + 1
    except csv.Error as error:
        raise Unreadable(file, f"is no CSV in the row that begins here: {error}", began) from error


def _json(text: str, file: str, line: int) -> object:
    """`line` is where the text stands in the file, 0 where it is all of it."""
    try:
        return read_json(text)
    except NotStrict as error:
        at = line or error.line
        raise Unreadable(file, str(error), at) from error


def _mapping(value: object, file: str, line: int) -> Row:
    if not isinstance(value, dict):
        raise Unreadable(file, "must hold one JSON object a row", line)
    return cast("Row", value)
