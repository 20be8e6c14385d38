"""Documents and places as files: compressed, the same bytes for the same content, all or nothing."""

import csv
import gzip
import io
import json
import os
import tempfile
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import cast

from pydantic import TypeAdapter, ValidationError

from engine.errors import InputInvalid, Problem
from engine.ingest.documents import Document
from engine.ingest.places import COLUMNS, Place
from engine.ingest.report import IngestReport

DOCUMENTS_FILE = "complexes.jsonl.gz"
PLACES_FILE = "places.csv.gz"
REPORT_FILE = "report.json"
_DOCUMENT = TypeAdapter(Document)


def document_line(document: Document) -> str:
    """One line of JSON; what is unknown is left out."""
    return json.dumps(_present(asdict(document)), ensure_ascii=False, separators=(",", ":"))


def encode_documents(documents: Iterable[Document]) -> bytes:
    """NDJSON, one document a line, gzip."""
    return _zip("".join(document_line(document) + "\n" for document in documents))


def encode_places(places: Iterable[Place]) -> bytes:
    """CSV with a header, gzip."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(place.cells() for place in places)
    return _zip(text.getvalue())


def write_files(
    out: Path, documents: tuple[Document, ...], places: tuple[Place, ...] | None, report: IngestReport
) -> IngestReport:
    """Writes the documents, the places unless None, and the report into `out`; returns the report as written.

    All files are written beside their place first and renamed at the end, so a failure leaves what
    was there before. Raises InputInvalid (INGEST007) when they cannot be written.
    """
    files = {DOCUMENTS_FILE: encode_documents(documents)}
    if places is not None:
        files[PLACES_FILE] = encode_places(places)
    report = report.with_bytes({name: len(data) for name, data in files.items()})
    files[REPORT_FILE] = report.as_json().encode()
    try:
        out.mkdir(parents=True, exist_ok=True)
        _replace_all(out, files)
    except OSError as error:
        raise InputInvalid(
            Problem(
                code="INGEST007",
                message=f"the output folder {out.name!r} cannot be written: {error.strerror or error}",
                hint="check that --out is a folder with room and write permission; nothing was changed",
            )
        ) from error
    return report


def next_step(out: Path, pack: Path | None, *, with_places: bool) -> str:
    """Which lines of the pack make what was written to `out` the data that is searched, as they are to be
    typed; without a pack their paths are whole."""
    folder = out.resolve().as_posix()
    if pack is not None:
        with suppress(ValueError):  # a pack on another drive
            folder = Path(os.path.relpath(out.resolve(), pack.resolve())).as_posix()
    files = {"documents": DOCUMENTS_FILE} | ({"places": PLACES_FILE} if with_places else {})
    lines = "".join(f"  {key}: {folder}/{file}\n" for key, file in files.items())
    return f"next: to search these, let rules/pack.yaml say (paths are relative to the pack)\n{lines}"


def read_documents(path: Path) -> tuple[Document, ...]:
    """The documents of an earlier run, from NDJSON with or without gzip.

    Raises InputInvalid (INGEST001, 008).
    """
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()
    except (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InputInvalid(_no_documents(path, 0, "it is not whole")) from error
    except OSError as error:
        message = f"{path.name} cannot be read: {error.strerror or error}"
        raise InputInvalid(
            Problem(code="INGEST001", message=message, hint="check the path and the permissions of the file")
        ) from error
    documents: list[Document] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                documents.append(_DOCUMENT.validate_json(line))
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(map(str, first["loc"])) or "the line"
                raise InputInvalid(_no_documents(path, number, f"{where}: {first['msg']}")) from error
    return tuple(documents)


def _no_documents(path: Path, line: int, reason: str) -> Problem:
    return Problem(
        code="INGEST008",
        message=f"{path.name} does not hold documents of an earlier ingest: {reason}",
        file=path.name,
        line=line,
        column=1 if line else 0,
        hint=f"give the {DOCUMENTS_FILE} that ingest wrote",
    )


def _present(value: object) -> object:
    """The value without the keys that are None."""
    if isinstance(value, dict):
        members = cast("dict[str, object]", value)
        return {key: _present(item) for key, item in members.items() if item is not None}
    if isinstance(value, tuple):
        return [_present(item) for item in cast("tuple[object, ...]", value)]
    return value


def _zip(text: str) -> bytes:
    """Without name and time in the header, so that equal content gives equal bytes."""
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def _replace_all(out: Path, files: Mapping[str, bytes]) -> None:
    with tempfile.TemporaryDirectory(dir=out, prefix=".ingest-") as folder:
        for name, data in files.items():
            with (Path(folder) / name).open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        for name in files:
            (Path(folder) / name).replace(out / name)
