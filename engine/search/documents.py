"""Documents from NDJSON, checked against the catalog, with every problem at its file and line."""

import gzip
import io
import json
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeGuard, cast

from engine.catalog.fields import Field, fields, item_of, read_point
from engine.catalog.wants import deal_types
from engine.config.catalog import Catalog
from engine.errors import InputInvalid, Problem
from engine.source.suggest import closest

Record = Mapping[str, object]
_PROBLEMS_AT_MOST = 100
_BIGGEST = sys.float_info.max
_LONGEST_ID = 512
"""Bytes of UTF-8 that servers take as an id at most."""
_LONGEST_TEXT = 32_766
"""Bytes of UTF-8 that servers take as one word at most, which is how they hold names and texts to compare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Documents:
    """What a file of documents holds: the rows that can be used, and everything wrong with it.

    A row with an error is not among the rows. Warnings say what the catalog does not know or does not
    allow to be absent, each once, at the first line where it stands.
    """

    rows: tuple[Record, ...]
    problems: tuple[Problem, ...]


def read_documents_file(path: Path, catalog: Catalog) -> tuple[Record, ...]:
    """The documents of an NDJSON file, gzip-compressed when its name ends in .gz.

    Raises InputInvalid with every broken row, or when the file cannot be read.
    """
    return documents_in(bytes_of(path), path, catalog)


def bytes_of(path: Path) -> bytes:
    """What the file holds; raises InputInvalid (DOC010) when it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputInvalid(_unreadable(path, error.strerror or type(error).__name__)) from error


def documents_in(data: bytes, path: Path, catalog: Catalog) -> tuple[Record, ...]:
    """`read_documents_file` for a file whose bytes were read."""
    opened = io.BytesIO(data)
    try:
        with (
            gzip.open(opened, "rt", encoding="utf-8")
            if path.suffix == ".gz"
            else io.TextIOWrapper(opened, encoding="utf-8") as lines
        ):
            read = read_documents(lines, catalog, path.name)
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise InputInvalid(_unreadable(path, "it is not UTF-8 text or gzip of it")) from error
    errors = [problem for problem in read.problems if problem.severity == "error"]
    if errors:
        raise InputInvalid(*errors)
    return read.rows


def _unreadable(path: Path, reason: str) -> Problem:
    return Problem(code="DOC010", message=f"cannot be read: {reason}", file=path.name)


def read_documents(lines: Iterable[str], catalog: Catalog, file: str = "") -> Documents:
    """The documents of NDJSON lines (blank lines do not count); never raises on what they hold."""
    reader = _Reader(catalog, file)
    rows = [
        row for number, line in enumerate(lines, start=1) if (row := reader.row(line, number)) is not None
    ]
    return Documents(rows=tuple(rows), problems=tuple(reader.problems))


def no_constant(name: str) -> float:
    """NaN and Infinity are no JSON; raises ValueError."""
    raise ValueError(f"{name} is not a number")


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of the pairs; raises ValueError when a key stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


@dataclass(slots=True)
class _Reader:
    """One pass over a file: remembers ids, and which warnings were given."""

    catalog: Catalog
    file: str
    problems: list[Problem] = field(default_factory=list[Problem])
    _ids: dict[str, int] = field(default_factory=dict[str, int])
    _errors: int = 0
    _warned: set[str] = field(default_factory=set[str])

    def row(self, line: str, number: int) -> Record | None:
        line = line.removeprefix("\ufeff") if number == 1 else line
        if not line.strip():
            return None
        before = self._errors
        try:
            value: object = json.loads(line, parse_constant=no_constant, object_pairs_hook=unique_keys)
        except (ValueError, RecursionError) as error:
            self._add("DOC011", f"is not one JSON object: {error}", number)
            return None
        if not isinstance(value, dict):
            self._add("DOC011", "is not one JSON object", number)
            return None
        row = cast("Record", value)
        self._identity(row, number)
        self._name(row, number)
        self._fields(row, self.catalog.fields.keys() | {self.catalog.id, self.catalog.name}, None, "", number)
        self._parts(row, number)
        return row if self._errors == before else None

    def _identity(self, row: Record, number: int) -> None:
        name, value = self.catalog.id, row.get(self.catalog.id)
        if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
            self._add("DOC012", f"has no {name}", number, path=f"/{name}")
            return
        unkept = _unkept(str(value), _LONGEST_ID)
        if unkept:
            self._add("DOC018", f"the {name} {unkept}", number, path=f"/{name}")
            return
        earlier = self._ids.setdefault(str(value), number)
        if earlier != number:
            self._add("DOC013", f"the {name} {value} stands in line {earlier} too", number, path=f"/{name}")

    def _name(self, row: Record, number: int) -> None:
        name, value = self.catalog.name, row.get(self.catalog.name)
        if isinstance(value, str):
            self._kept(name, value, number, f"/{name}")
        elif value is not None and name not in self.catalog.fields:
            self._add("DOC014", f"{name} must be a text", number, path=f"/{name}")

    def _kept(self, name: str, text: str, number: int, path: str) -> None:
        unkept = _unkept(text, _LONGEST_TEXT)
        if unkept:
            self._add("DOC018", f"the {name} {unkept}", number, path=path)

    def _parts(self, row: Record, number: int) -> None:
        item = item_of(self.catalog)
        if item is None or row.get(item) is None:
            return
        listed = row[item]
        if not isinstance(listed, list):
            self._add("DOC014", f"{item} must be a list", number, path=f"/{item}")
            return
        spec = self.catalog.items[item]
        for place, part in enumerate(cast("list[object]", listed)):
            path = f"/{item}/{place}"
            if not isinstance(part, dict):
                self._add("DOC014", f"{item} holds something that is no object", number, path=path)
                continue
            self._fields(cast("Record", part), spec.fields.keys() | {spec.id}, item, path, number)

    def _fields(self, record: Record, names: Iterable[str], item: str | None, path: str, number: int) -> None:
        known = set(names)
        parts = set(self.catalog.items) if item is None else set[str]()
        for name in record.keys() - known - parts:
            if (
                f"{item} {name}" not in self._warned
            ):  # each name once: a hint for every row would take seconds
                hint = closest(name, known) or ""
                self._warn(
                    f"{item} {name}", f"the catalog knows no field {name}", number, f"{path}/{name}", hint
                )
        for spec in fields(self.catalog).values():
            if spec.item != item or spec.spec.first_of:
                continue
            value = record.get(spec.name)
            if value is not None:
                wanted = _wrong_type(value, spec, self.catalog)
                if wanted:
                    self._add("DOC014", f"{spec.name} must be {wanted}", number, path=f"{path}/{spec.name}")
                elif spec.spec.type == "text" and spec.name != self.catalog.name:
                    self._kept(spec.name, str(value), number, f"{path}/{spec.name}")
            elif spec.spec.absent is None and spec.spec.zero is None and spec.source is None:
                message = f"{spec.name} is missing, and the catalog does not say absent: allowed"
                self._warn(f"{item} {spec.name} missing", message, number, f"{path}/{spec.name}", "")

    def _add(self, code: str, message: str, number: int, *, path: str = "") -> None:
        self._errors += 1
        if self._errors == _PROBLEMS_AT_MOST:
            code, message, path = "DOC015", "more problems follow in this file", ""
        if self._errors <= _PROBLEMS_AT_MOST:
            problem = Problem(code=code, message=message, file=self.file, line=number, column=1, path=path)
            self.problems.append(problem)

    def _warn(self, key: str, message: str, number: int, path: str, hint: str) -> None:
        if key in self._warned:
            return
        self._warned.add(key)
        problem = Problem(code="DOC016", message=message, file=self.file, line=number, column=1, path=path,
                          hint=hint, severity="warning")  # fmt: skip
        self.problems.append(problem)


def _unkept(text: str, longest: int) -> str:
    """Why the text cannot be kept as it is, "" when it can; `longest` is in bytes."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        return "holds half a character (a lone surrogate)"
    return "" if size <= longest else f"has {size:,} bytes in UTF-8, and may have {longest:,} at most"


def _wrong_type(value: object, spec: Field, catalog: Catalog) -> str:
    """What the value must be, "" when it is."""
    kind = spec.spec.type
    if kind == "point":
        return "" if read_point({spec.name: value}, spec.name) is not None else "{lat, lon} in degrees"
    if kind in ("text", "choice"):
        fits = isinstance(value, str) and (kind == "text" or value in spec.spec.values)
        return "" if fits else ("a text" if kind == "text" else f"one of {', '.join(spec.spec.values)}")
    if kind == "flag":
        return "" if isinstance(value, bool) else "true or false"
    if spec.per_deal:
        return _wrong_amounts(value, deal_types(catalog))
    return "" if is_number(value) else "a number"


def _wrong_amounts(value: object, deals: Sequence[str]) -> str:
    """As `_wrong_type`; a catalog whose wants name no deal type takes any."""
    if not isinstance(value, Mapping):
        return "an object from deal type to a number"
    amounts = cast("Mapping[str, object]", value)
    if not all(amount is None or is_number(amount) for amount in amounts.values()):
        return "an object from deal type to a number"
    unknown = next((deal for deal in amounts if deals and deal not in deals), None)
    return "" if unknown is None else f"by deal type ({', '.join(deals)}), which {unknown} is not"


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether it is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _BIGGEST


def lines_of(rows: Iterable[Record]) -> Iterator[str]:
    """The rows as NDJSON lines with their line ends, keys in their order."""
    return (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
