"""Columns are kept between commands: found by content, built again in doubt, never a reason to fail."""

import gzip
import json
import logging
import os
from pathlib import Path

import pytest

from engine.config.revision import Revision
from engine.errors import InputInvalid
from engine.runtime import cache
from engine.runtime.cache import VARIABLE, cache_folder, columns_of_file
from engine.runtime.revision import load
from engine.search.columns import Columns
from tests.conftest import EditedPack

HOMES = [{"complex_id": f"c{n}", "name": f"home {n}", "listing_count": n} for n in range(5)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many documents were built into columns, each time."""
    times: list[int] = []
    build = Columns.build.__func__

    def counted(cls: type[Columns], documents: list[dict], revision: Revision) -> Columns:
        times.append(len(documents))
        return build(cls, documents, revision)

    monkeypatch.setattr(Columns, "build", classmethod(counted))
    return times


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path / "homes.jsonl", HOMES)


def write(file: Path, homes: list[dict]) -> Path:
    data = "".join(json.dumps(home) + "\n" for home in homes).encode()
    file.write_bytes(gzip.compress(data) if file.suffix == ".gz" else data)
    return file


def names(columns: Columns) -> list[object]:
    return [document["name"] for document in columns.documents]


def test_columns_are_built_once(folder: Path, file: Path, built: list[int], revision: Revision) -> None:
    first, again = columns_of_file(file, revision), columns_of_file(file, revision)
    assert built == [5]
    assert names(first) == names(again)
    assert len(list(folder.iterdir())) == 1


def test_a_byte_of_the_documents_makes_other_columns(
    folder: Path, file: Path, built: list[int], revision: Revision
) -> None:
    columns_of_file(file, revision)
    stat = file.stat()
    file.write_bytes(file.read_bytes().replace(b"home 3", b"Home 3"))
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # neither its size nor its time says so
    assert "Home 3" in names(columns_of_file(file, revision))
    assert built == [5, 5]


def test_an_edit_of_the_catalog_makes_other_columns_and_one_of_a_profile_does_not(
    folder: Path, file: Path, built: list[int], revision: Revision, edited_pack: EditedPack
) -> None:
    columns_of_file(file, revision)
    profile = edited_pack({"scoring_profiles/default.yaml": [("unknown: 0", "unknown: 0.0")]})
    columns_of_file(file, load(profile))
    assert built == [5]
    catalog = edited_pack({"rules/catalog.yaml": [("times: 1.35", "times: 1.34")]})
    columns_of_file(file, load(catalog))
    assert built == [5, 5]


def test_compressed_documents_are_found_again_too(
    folder: Path, tmp_path: Path, built: list[int], revision: Revision
) -> None:
    file = write(tmp_path / "homes.jsonl.gz", HOMES)
    assert names(columns_of_file(file, revision)) == names(columns_of_file(file, revision))
    assert built == [5]


@pytest.mark.parametrize("broken", [b"", b"something else", None])
def test_a_broken_cache_is_built_again(
    folder: Path, file: Path, built: list[int], revision: Revision, broken: bytes | None
) -> None:
    right = names(columns_of_file(file, revision))
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2] if broken is None else broken)
    assert names(columns_of_file(file, revision)) == right
    assert kept.read_bytes() == whole
    assert names(columns_of_file(file, revision)) == right
    assert built == [5, 5]


def test_only_the_files_used_last_are_kept(folder: Path, tmp_path: Path, revision: Revision) -> None:
    files = [write(tmp_path / f"{n}.jsonl", HOMES[: n + 1]) for n in range(6)]
    for n, file in enumerate(files[:4]):
        columns_of_file(file, revision)
        newest = max(folder.iterdir(), key=lambda entry: entry.stat().st_mtime)
        os.utime(newest, (1000 + n, 1000 + n))
    columns_of_file(files[0], revision)  # used again: the oldest is now the second
    left_behind = folder / "abandoned.tmp"
    left_behind.write_bytes(b"half")
    os.utime(left_behind, (0, 0))
    columns_of_file(files[4], revision)
    sizes = {len(load_kept(entry)) for entry in folder.iterdir()}
    assert sizes == {1, 3, 4, 5}


def load_kept(file: Path) -> Columns:
    key = file.stem.removeprefix("columns-")
    columns = cache.load_columns(file, load().catalog, key)
    assert columns is not None
    return columns


def test_a_folder_that_cannot_be_written_is_said_once_and_no_error(
    tmp_path: Path, file: Path, revision: Revision, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    (tmp_path / "taken").write_text("a file, no folder")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "taken" / "deeper"))
    with caplog.at_level(logging.WARNING, logger="rulewright"):
        assert len(columns_of_file(file, revision)) == len(columns_of_file(file, revision)) == 5
    assert len(caplog.records) == 1
    assert f"{VARIABLE}=off" in caplog.text


def test_a_document_too_deep_to_write_is_built_each_time(
    folder: Path, file: Path, built: list[int], revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_deep(columns: Columns, key: str) -> bytes:
        raise RecursionError

    monkeypatch.setattr(cache, "dump_columns", too_deep)
    columns_of_file(file, revision)
    columns_of_file(file, revision)
    assert built == [5, 5]
    assert not folder.exists()


def test_off_keeps_nothing(
    file: Path, built: list[int], revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    columns_of_file(file, revision)
    columns_of_file(file, revision)
    assert (built, cache_folder()) == ([5, 5], None)


def test_broken_documents_are_told_and_not_kept(folder: Path, tmp_path: Path, revision: Revision) -> None:
    file = tmp_path / "homes.jsonl"
    file.write_text('{"complex_id": 1}\n{"complex_id": 1}\n')
    for _ in range(2):
        with pytest.raises(InputInvalid, match="DOC013"):
            columns_of_file(file, revision)
    with pytest.raises(InputInvalid, match="DOC010"):
        columns_of_file(tmp_path / "nothing.jsonl", revision)
    (tmp_path / "broken.jsonl.gz").write_bytes(gzip.compress(b"{}" * 99)[:10] + b"\xff" * 20)
    with pytest.raises(InputInvalid, match="DOC010"):
        columns_of_file(tmp_path / "broken.jsonl.gz", revision)
    assert not folder.exists()


def test_the_cache_is_where_the_user_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "rulewright"
    for unset in ("", "relative/folder"):
        monkeypatch.setenv("XDG_CACHE_HOME", unset)
        assert cache_folder() == tmp_path / ".cache" / "rulewright"
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"
