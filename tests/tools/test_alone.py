"""One writer at a time, on systems that lock files another way too."""

import runpy
import sys
from pathlib import Path
from types import ModuleType

import pytest

import engine.tools.alone
from engine.tools.alone import alone


def test_another_one_waits_until_the_first_is_done(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    with (tmp_path / ".a.jsonl.lock").open("wb") as other:
        with alone(tmp_path / "a.jsonl"), pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_windows_locks_a_byte_of_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[int, int]] = []

    def locking(_file: int, how: int, length: int) -> None:
        taken.append((how, length))

    msvcrt = ModuleType("msvcrt")
    vars(msvcrt).update(LK_LOCK=1, locking=locking)
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr(sys, "platform", "win32")
    module = runpy.run_path(engine.tools.alone.__file__)
    with module["alone"](tmp_path / "a.jsonl"):
        assert taken == [(1, 1)]
    assert [file.name for file in tmp_path.iterdir()] == [".a.jsonl.lock"]
