"""Tools that keep a record in a file of results."""

import fcntl
import json
import os
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine.config.tool import Store, Tool
from engine.errors import InputInvalid, Problem
from engine.tools.registry import Resources, ToolFunction, kind


@kind("store")
def make(resources: Resources, tool: Tool) -> ToolFunction:
    """A tool that keeps its parameters as a record in the folder for results."""
    store = tool.store
    assert store is not None  # noqa: S101  the check has looked
    return lambda params: store_record(store, resources.out, params)


def store_record(store: Store, folder: Path, record: Mapping[str, object]) -> dict[str, object]:
    """Put the record into the file, in the place of one with the same id, and say `{id, file, replaced}`.

    The file is written beside its place and renamed, one writer at a time, so that it is
    whole at every moment.
    Raises InputInvalid (TOOL012) when it cannot be written, or holds something else than such records.
    """
    path = folder / store.file
    key = record.get(store.id)
    if not isinstance(key, str | int) or isinstance(key, bool) or str(key) == "":
        raise InputInvalid(
            Problem(code="TOOL012", message=f"a record needs its {store.id}", path=f"/{store.id}")
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(path):
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            lines = [line for line in text.split("\n") if line.strip()]  # a text may hold other line ends
            others = [line for line in lines if _id(line, store) != str(key)]
            _write(path, [*others, json.dumps(dict(record), ensure_ascii=False)])
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it holds a line that is no such record"
        raise InputInvalid(
            Problem(
                code="TOOL012",
                message=f"{store.file} cannot be written: {why}",
                file=str(path),
                hint="--out FOLDER",
            )
        ) from error
    return {"id": key, "file": store.file, "replaced": len(others) < len(lines)}


def _id(line: str, store: Store) -> str:
    value: object = json.loads(line)
    if not isinstance(value, dict) or store.id not in value:
        raise ValueError(store.id)
    return str(value[store.id])  # pyright: ignore[reportUnknownArgumentType]  # a JSON value


@contextmanager
def _alone(path: Path) -> Generator[None]:
    """Nobody else writes the file meanwhile."""
    with path.with_name(f".{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _write(path: Path, lines: list[str]) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    beside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
