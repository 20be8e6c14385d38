"""Records kept in a file of results."""

import json
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


@pytest.mark.parametrize("isbn", [None, "", True, 1.5, ["1"]])
def test_a_record_without_its_id_is_refused(tmp_path: Path, isbn: object) -> None:
    with pytest.raises(InputInvalid, match="TOOL012"):
        store_record(STORE, tmp_path, {"isbn": isbn})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("line", ["nonsense", "[1]", '{"title": "x"}'])
def test_a_file_that_holds_something_else_is_left_as_it_is(tmp_path: Path, line: str) -> None:
    (tmp_path / "books.jsonl").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(InputInvalid, match="TOOL012"):
        store_record(STORE, tmp_path, {"isbn": "1"})
    assert (tmp_path / "books.jsonl").read_text(encoding="utf-8") == f"{line}\n"


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
