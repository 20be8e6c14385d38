"""Records kept in a file of results."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.config.tool import Store
from engine.errors import InputInvalid
from engine.tools.store import store_record

STORE = Store(file="books.jsonl", id="isbn")


def kept(folder: Path) -> list[object]:
    return [json.loads(line) for line in (folder / "books.jsonl").read_text(encoding="utf-8").splitlines()]


def test_a_record_is_kept_and_one_of_the_same_id_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "results"
    assert store_record(STORE, folder, {"isbn": "1", "title": "가"})["replaced"] is False
    store_record(STORE, folder, {"isbn": "2", "title": "나"})
    assert store_record(STORE, folder, {"isbn": "1", "title": "다\n라"})["replaced"] is True
    assert kept(folder) == [{"isbn": "2", "title": "나"}, {"isbn": "1", "title": "다\n라"}]


def test_writers_side_by_side_lose_nothing(tmp_path: Path) -> None:
    threads = [
        threading.Thread(target=store_record, args=(STORE, tmp_path, {"isbn": str(n), "n": n}))
        for n in range(40)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(kept(tmp_path)) == 40


@pytest.mark.parametrize("isbn", [None, "", "  ", True, 1.5, ["1"]])
def test_a_record_without_its_id_is_refused(tmp_path: Path, isbn: object) -> None:
    with pytest.raises(InputInvalid, match="TOOL012"):
        store_record(STORE, tmp_path, {"isbn": isbn})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("line", ["nonsense", "[1]", '{"title": "x"}', "[" * 99_999])
def test_a_file_that_holds_something_else_is_left_as_it_is(tmp_path: Path, line: str) -> None:
    whole = f'{{"isbn": "2"}}\n\n{line}\n'
    (tmp_path / "books.jsonl").write_text(whole, encoding="utf-8")
    with pytest.raises(InputInvalid, match="TOOL012") as raised:
        store_record(STORE, tmp_path, {"isbn": "1"})
    assert raised.value.problems[0].line == 3
    assert (tmp_path / "books.jsonl").read_text(encoding="utf-8") == whole


def test_a_file_in_another_encoding_is_left_as_it_is_and_that_is_the_cause(tmp_path: Path) -> None:
    (tmp_path / "books.jsonl").write_bytes('{"isbn": "가"}\n'.encode("cp949"))
    with pytest.raises(InputInvalid, match="is not UTF-8 text"):
        store_record(STORE, tmp_path, {"isbn": "1"})
    assert (tmp_path / "books.jsonl").read_bytes() == '{"isbn": "가"}\n'.encode("cp949")


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_file_that_another_program_saved_is_read(tmp_path: Path, ends: str) -> None:
    (tmp_path / "books.jsonl").write_bytes(f'\ufeff{{"isbn": "1"}}{ends}{{"isbn": "2"}}{ends}'.encode())
    assert store_record(STORE, tmp_path, {"isbn": "1", "title": "가"})["replaced"] is True
    assert kept(tmp_path) == [{"isbn": "2"}, {"isbn": "1", "title": "가"}]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("좋아요 \ud83d", "half a character"),
        ([{"text": ["\udc00"]}], "half a character"),
        ({"\ud83d": 1}, "half a character"),
        (float("nan"), "not finite"),
        ([float("inf")], "not finite"),
    ],
)
def test_what_no_file_can_keep_is_the_cause_and_nothing_is_touched(
    tmp_path: Path, value: object, why: str
) -> None:
    store_record(STORE, tmp_path, {"isbn": "1"})
    with pytest.raises(InputInvalid, match=f"TOOL012 books.jsonl cannot keep the record: title .*{why}"):
        store_record(STORE, tmp_path, {"isbn": "1", "title": value})
    assert kept(tmp_path) == [{"isbn": "1"}]


SCRIPT = """
import os, resource, signal, sys
from pathlib import Path
from engine.config.tool import Store
from engine.errors import InputInvalid
from engine.tools.store import store_record
def keep(isbn, size=0):
    record = {"isbn": isbn, "title": "x" * size}
    store_record(Store(file="books.jsonl", id="isbn"), Path(sys.argv[1]), record)
"""


def beside(folder: Path, *lines: str) -> "subprocess.Popen[str]":
    """Another process that runs the lines; `keep(isbn, size)` keeps a record."""
    command = [sys.executable, "-c", SCRIPT + "\n".join(lines), str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603  # lines of this file


FULL_DISK = (
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)",
    "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))",
)


@pytest.mark.parametrize("isbn", ["2", "1"])
def test_a_full_disk_loses_no_record_that_was_kept(tmp_path: Path, isbn: str) -> None:
    store_record(STORE, tmp_path, {"isbn": "1"})
    before = (tmp_path / "books.jsonl").read_bytes()
    refused = (f"try: keep('{isbn}', 9999)", "except InputInvalid as error: print(error)")
    said, _ = beside(tmp_path, *FULL_DISK, *refused).communicate(timeout=60)
    assert "TOOL012 books.jsonl cannot be written: File too large" in said
    assert (tmp_path / "books.jsonl").read_bytes() == before
    assert store_record(STORE, tmp_path, {"isbn": "2"})["replaced"] is False


def test_a_writer_that_was_killed_halfway_leaves_the_file_whole(tmp_path: Path) -> None:
    store_record(STORE, tmp_path, {"isbn": "1"})
    killed = beside(tmp_path, "os.fsync = lambda _: os.kill(os.getpid(), 9)", "keep('1', 9999)")
    killed.communicate(timeout=60)
    assert killed.returncode == -9
    assert kept(tmp_path) == [{"isbn": "1"}]
    store_record(STORE, tmp_path, {"isbn": "1", "title": "가"})
    assert kept(tmp_path) == [{"isbn": "1", "title": "가"}]
    assert not list(tmp_path.glob(".*.new"))


def test_a_new_record_is_written_behind_the_others_which_stay_as_they_are(tmp_path: Path) -> None:
    by_hand = '{ "isbn":"1" }\r\n\n{"isbn": "2"}'
    (tmp_path / "books.jsonl").write_bytes(by_hand.encode())
    inode = (tmp_path / "books.jsonl").stat().st_ino
    store_record(STORE, tmp_path, {"isbn": "3"})
    assert (tmp_path / "books.jsonl").read_bytes() == f'{by_hand}\n{{"isbn": "3"}}\n'.encode()
    assert (tmp_path / "books.jsonl").stat().st_ino == inode


def test_a_record_that_was_cut_short_is_told_with_its_line_and_nothing_is_touched(tmp_path: Path) -> None:
    line = '{"isbn": "2", "title": "가나"}'.encode()
    for end in range(1, len(line)):  # in the middle of a letter too
        whole = b'{"isbn": "1"}\n\n' + line[:end]
        (tmp_path / "books.jsonl").write_bytes(whole)
        with pytest.raises(InputInvalid, match="ends in the middle of a record") as raised:
            store_record(STORE, tmp_path, {"isbn": "1"})
        assert raised.value.problems[0].line == 3
        assert (tmp_path / "books.jsonl").read_bytes() == whole


def test_processes_side_by_side_lose_nothing(tmp_path: Path) -> None:
    running = [beside(tmp_path, f"for n in range(20): keep(f'{number}-{{n}}')") for number in range(3)]
    for each in running:
        each.communicate(timeout=60)
    assert [each.returncode for each in running] == [0, 0, 0]
    assert len(kept(tmp_path)) == 60


def test_who_may_read_the_file_stays_as_it_was(tmp_path: Path) -> None:
    store_record(STORE, tmp_path, {"isbn": "1"})
    (tmp_path / "books.jsonl").chmod(0o640)
    store_record(STORE, tmp_path, {"isbn": "2"})
    assert (tmp_path / "books.jsonl").stat().st_mode & 0o777 == 0o640


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("", encoding="utf-8")
    with pytest.raises(InputInvalid, match="TOOL012"):
        store_record(STORE, tmp_path / "results", {"isbn": "1"})


def test_line_ends_that_only_unicode_knows_stay_inside_a_record(tmp_path: Path) -> None:
    for isbn in ("1", "2"):
        assert not store_record(STORE, tmp_path, {"isbn": isbn, "title": "가\u2028나\x85다"})["replaced"]
    lines = (tmp_path / "books.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    assert [json.loads(line)["title"] for line in lines] == ["가\u2028나\x85다"] * 2


def test_a_blank_line_is_no_record_that_was_replaced(tmp_path: Path) -> None:
    (tmp_path / "books.jsonl").write_text('{"isbn": "1"}\n\n', encoding="utf-8")
    assert store_record(STORE, tmp_path, {"isbn": "2"})["replaced"] is False


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_stays_one_when_a_record_is_replaced(tmp_path: Path) -> None:
    kept = tmp_path / "kept" / "all.jsonl"
    kept.parent.mkdir()
    kept.write_text('{"day": "1"}\n', encoding="utf-8")
    (tmp_path / "days.jsonl").symlink_to(kept)
    assert store_record(Store(file="days.jsonl", id="day"), tmp_path, {"day": "1", "n": 2})["replaced"]
    assert kept.read_text(encoding="utf-8") == '{"day": "1", "n": 2}\n'
