"""Any public CSV: bytes of unknown encoding -> rows that know their line number and their column names."""

import csv
import hashlib
import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Generic, TypeVar

from engine.errors import InputInvalid, Problem

HEADER_WITHIN = 60  # lines searched for the header; published preambles have 7 to 16
_LINE_END = re.compile(r"\r\n|\n|\r")
_SPACE = re.compile(r"\s+")
_ABSENT = frozenset({"", "-"})
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class RowInvalid(ValueError):
    """Why one row cannot be used."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: its 1-based number in the file, and its cells by squeezed header name."""

    number: int
    cells: Mapping[str, str]

    def text(self, name: str) -> str | None:
        """The cell without outer space; None when the column is missing or the cell is blank or "-"."""
        value = self.cells.get(name, "").strip()
        return None if value in _ABSENT else value

    def shown(self, name: str) -> str:
        """The cell as a message quotes it."""
        return f"{name} is {self.cells.get(name, '').strip()[:20]!r}"

    def matching(self, name: str, form: re.Pattern[str]) -> str | None:
        """As `text`; raises RowInvalid when a cell that is there has another form."""
        text = self.text(name)
        if text is not None and not form.fullmatch(text):
            raise RowInvalid(self.shown(name))
        return text

    def number_of(self, name: str) -> float | None:
        """The cell as a finite number, None when it is blank. Raises RowInvalid."""
        text = self.text(name)
        if text is None:
            return None
        try:
            value = float(text.replace(",", ""))
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise RowInvalid(self.shown(name))
        return value

    def required(self, name: str) -> str:
        """The cell's text. Raises RowInvalid when it is blank."""
        text = self.text(name)
        if text is None:
            raise RowInvalid(f"{name} is missing")
        return text

    def required_number(self, name: str) -> float:
        """The cell as a finite number. Raises RowInvalid when it is blank or no number."""
        value = self.number_of(name)
        if value is None:
            raise RowInvalid(f"{name} is missing")
        return value


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line that is not used, and why; `code` and `hint` are those of its problem."""

    file: str
    number: int
    reason: str
    code: str = "INGEST004"
    hint: str = ""

    def problem(self) -> Problem:
        """The same as a warning."""
        return Problem(
            code=self.code,
            message=f"row left out: {self.reason}",
            file=self.file,
            line=self.number,
            column=1,
            hint=self.hint,
            severity="warning",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A file read whole. `header` holds squeezed names (see `squeeze_header`), `sha256` that of the bytes."""

    name: str
    sha256: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    broken: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[T_co]):
    """What a table's rows became. rows of the file = len(items) + len(broken)."""

    name: str
    sha256: str
    items: tuple[T_co, ...]
    broken: tuple[LeftOut, ...]


@lru_cache(maxsize=1 << 15)
def squeeze(text: str) -> str:
    """The text in one spelling (NFKC) without any white space: how addresses and names are compared."""
    return _SPACE.sub("", unicodedata.normalize("NFKC", text))


def squeeze_header(text: str) -> str:
    """A header name in one spelling: `종전계약 보증금 (만원)` = `종전계약 보증금(만원)`, `㎡` = `m2`."""
    return squeeze(text.replace("\ufeff", ""))


def read_table(path: Path, anchors: tuple[str, ...], what: str) -> Table:
    """The rows below the header of `path`; the header is the first line that holds all `anchors`.

    `anchors` are squeezed header names, `what` names the kind of file in errors.
    A line that does not fit the header is in `broken`, not lost. Raises InputInvalid (INGEST001, 002, 003).
    """
    data = _read_bytes(path)
    lines = _LINE_END.split(_decode(data, path.name))
    start, header = _find_header(lines, anchors, what, path.name)
    rows: list[Row] = []
    broken: list[LeftOut] = []
    for number, line in enumerate(lines[start + 1 :], start=start + 2):
        if not line.strip():
            continue
        cells = _cells(line)
        if cells is None:
            broken.append(LeftOut(path.name, number, "a quotation mark is not closed"))
        elif _squeezed(cells) == header:
            continue  # files put one after the other repeat the header
        elif len(cells) != len(header):
            broken.append(LeftOut(path.name, number, f"{len(cells)} cells, the header has {len(header)}"))
        else:
            rows.append(Row(number, dict(zip(header, cells, strict=True))))
    return Table(
        name=path.name,
        sha256=hashlib.sha256(data).hexdigest(),
        header=header,
        rows=tuple(rows),
        broken=tuple(broken),
    )


def parse_rows(table: Table, parse: Callable[[Row], T]) -> Reading[T]:
    """Every row through `parse`; a row for which it raises RowInvalid is kept as broken, with its reason.

    Raises InputInvalid (INGEST006) when there are broken rows and not one good one.
    """
    items: list[T] = []
    broken = list(table.broken)
    for row in table.rows:
        try:
            items.append(parse(row))
        except RowInvalid as error:
            broken.append(LeftOut(table.name, row.number, str(error)))
    broken.sort(key=lambda row: row.number)
    if broken and not items:
        raise InputInvalid(_nothing_usable(broken[0]))
    return Reading(name=table.name, sha256=table.sha256, items=tuple(items), broken=tuple(broken))


def _nothing_usable(first: LeftOut) -> Problem:
    return Problem(
        code="INGEST006",
        message=f"no row of {first.file} can be used; line {first.number}: {first.reason}",
        file=first.file,
        line=first.number,
        column=1,
        hint="compare the first rows with the header; amounts are in 만원, months as 202306",
    )


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputInvalid(
            Problem(
                code="INGEST001",
                message=f"{path.name} cannot be read: {reason}",
                hint="check the path and the permissions of the file",
            )
        ) from error


def _decode(data: bytes, name: str) -> str:
    """UTF-8 first, with or without its mark: Korean text in cp949 is practically never valid UTF-8."""
    for encoding in ("utf-8-sig", "cp949"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise InputInvalid(
        Problem(
            code="INGEST002",
            message=f"{name} is not text in UTF-8 or cp949",
            hint="export the file as CSV; a spreadsheet (xlsx) has to be saved as CSV first",
        )
    )


def _cells(line: str) -> tuple[str, ...] | None:
    """The cells of one line, None when its quoting is broken.

    Line by line, because no register cell spans lines: an unclosed quotation mark then costs one row
    and does not swallow the rest of the file.
    """
    try:
        return tuple(next(csv.reader([line], strict=True)))
    except csv.Error:
        return None


def _squeezed(cells: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(squeeze_header(cell) for cell in cells)


def _find_header(
    lines: list[str], anchors: tuple[str, ...], what: str, name: str
) -> tuple[int, tuple[str, ...]]:
    """Line index and names of the header, found by its names: preambles differ in length."""
    widest: tuple[str, ...] = ()
    for index, line in enumerate(lines[:HEADER_WITHIN]):
        header = _squeezed(_cells(line) or ())
        if set(anchors) <= set(header):
            twice = sorted({column for column in header if column and header.count(column) > 1})
            if twice:
                raise InputInvalid(header_problem(name, what, anchors, (f"{twice[0]} twice",)))
            return index, header
        if len(header) > len(widest):
            widest = header
    raise InputInvalid(header_problem(name, what, anchors, widest))


def header_problem(name: str, what: str, wanted: tuple[str, ...], found: tuple[str, ...]) -> Problem:
    """INGEST003: which header names were looked for, what was found instead, how to mend it."""
    seen = ", ".join(cell[:20] for cell in found[:12]) + (", …" if len(found) > 12 else "")
    return Problem(
        code="INGEST003",
        message=f"{name} is not {what}: looked for a header line with {' + '.join(wanted)}, "
        f"found {seen or 'an empty file'}",
        hint="give the file as it was downloaded, its header line included and unchanged",
    )
