"""Tools that keep a record in a file of results."""

import json
import os
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path
from shutil import copymode

from engine.config.tool import Store, Tool
from engine.errors import InputInvalid, Problem
from engine.plan.given import held
from engine.plan.policy import policy_of
from engine.source.json_text import unkept
from engine.tools.alone import alone
from engine.tools.registry import Resources, ToolFunction, kind


class NotKept(InputInvalid):
    """A record that was not kept; the file is as it was."""

    kind = "not_kept"

    def __init__(
        self, why: str, path: Path | None = None, line: int = 0, *, field: str = "", hint: str = ""
    ) -> None:
        """`why` quotes nothing of the record or the file."""
        self.detail = why
        super().__init__(
            Problem(
                code="TOOL012",
                message=why,
                file=str(path) if path is not None else "",
                line=line,
                column=min(line, 1),
                path=f"/{field}" if field else "",
                hint=hint or ("--out FOLDER" if path is not None else ""),
            )
        )


@kind("store")
def make(resources: Resources, tool: Tool) -> ToolFunction:
    """A tool that keeps its parameters as a record in the folder for results."""
    store = tool.store
    assert store is not None  # noqa: S101  the check has looked
    spec = policy_of(resources.revision).tools[tool.name]
    return lambda params: store_record(store, resources.out, held(params, spec))


def store_record(store: Store, folder: Path, record: Mapping[str, object]) -> dict[str, object]:
    """Keep the record in the file, in place of one with the same id, and say `{id, file, replaced}`.

    One writer at a time. A new record is written behind the others; to replace one the file is written beside
    its place and renamed. Raises NotKept (TOOL012) for a record that has no id or that no file can keep, and
    for a file that cannot be written or holds something else than such records.
    """
    path = folder / store.file
    key = record.get(store.id)
    if not isinstance(key, str | int) or isinstance(key, bool) or not str(key).strip():
        raise NotKept(f"a record needs its {store.id}", field=store.id)
    for name, value in record.items():
        why = unkept(value)
        if why:
            raise NotKept(f"{store.file} cannot keep the record: {name} {why}", field=name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with alone(path):
            lines = _lines(path)
            others = [line for number, line in lines if _id(line, store, path, number) != str(key)]
            new = json.dumps(dict(record), ensure_ascii=False)
            if len(others) < len(lines):
                _write(path, [*others, new])
            else:
                _append(path, new)
    except OSError as error:
        raise NotKept(f"{store.file} cannot be written: {error.strerror}", path) from error
    return {"id": key, "file": store.file, "replaced": len(others) < len(lines)}


def _lines(path: Path) -> list[tuple[int, str]]:
    """The lines that are not blank, each with its number."""
    written = path.read_bytes().removeprefix(BOM_UTF8) if path.exists() else b""
    # by this end alone: a text may hold those that only Unicode knows
    lines = written.split(b"\n")
    if _is_cut(lines[-1]):
        why = f"{path.name} ends in the middle of a record, so it is left as it is"
        raise NotKept(why, path, len(lines), hint="take the line out: that record was never kept")
    try:
        return [(number, line.decode().strip()) for number, line in enumerate(lines, 1) if line.strip()]
    except UnicodeDecodeError as error:
        raise NotKept(f"{path.name} is not UTF-8 text, so it is left as it is", path) from error


def _is_cut(last: bytes) -> bool:
    """Whether what stands behind the last line end is the beginning of a record, from a writer that was
    stopped in the middle of it."""
    try:
        json.loads(last)
    except ValueError:
        return last.startswith(b"{")
    except RecursionError:
        return False
    return False


def _id(line: str, store: Store, path: Path, number: int) -> str:
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or store.id not in value:
        why = f"{store.file} holds a line that is no record with its {store.id}, so it is left as it is"
        raise NotKept(why, path, number)
    return str(value[store.id])  # pyright: ignore[reportUnknownArgumentType]  # a JSON value


def _append(path: Path, line: str) -> None:
    """Only while nobody else writes; what could not be written whole is taken back."""
    with path.open("a+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        end = b"" if file.read(1) in (b"", b"\n") else b"\n"
        left = memoryview(end + line.encode() + b"\n")
        try:
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except BaseException:
            file.truncate(size)
            raise


def _write(path: Path, lines: list[str]) -> None:
    """Only while nobody else writes; what a writer that was killed left beside the file is written over."""
    path = path.resolve()  # a link is written through, as where a record is appended
    beside = path.with_name(f".{path.name}.new")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            copymode(path, beside)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
