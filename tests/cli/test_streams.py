"""Standard input and output as shells really give them: closed, full, without a reader, not UTF-8."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import engine.cli.inputs as inputs
from engine.cli.inputs import read_file, read_texts
from engine.cli.output import prepare_output
from engine.errors import InputInvalid

ROOT = Path(__file__).resolve().parent.parent.parent
Shell = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture(scope="module")
def shell() -> Shell:
    """`shell("explain CODE > /dev/full")`: the command in a shell of its own."""

    def run(line: str, **variables: str) -> "subprocess.CompletedProcess[bytes]":
        command = f"{sys.executable} -m engine {line}"
        environment = {**os.environ, **variables}
        return subprocess.run(  # noqa: S602  lines of this file
            command,
            shell=True,
            executable="/bin/bash",
            capture_output=True,
            cwd=ROOT,
            env=environment,
            check=False,
            timeout=60,
        )

    return run


def test_a_reader_that_goes_away_is_no_failure(shell: Shell) -> None:
    for line in ("explain USE001", "convert 5억대 --json"):
        done = shell(f"{line} | true; exit ${{PIPESTATUS[0]}}")
        assert (done.returncode, done.stderr) == (0, b"")


def test_output_that_is_full_or_closed_is_said_in_a_line(shell: Shell) -> None:
    done = shell("explain USE001 > /dev/full")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == "USE004 the output cannot be written: No space left on device\n"
    assert shell("explain USE001 >&-").returncode == 0


def test_a_terminal_that_is_not_utf_8_gets_escapes_and_json_all_the_same(shell: Shell) -> None:
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = shell("convert '5억대 👪' --json", **ascii_only)
    assert done.returncode == 0
    assert json.loads(done.stdout)["params"] == {"priceMin": 50000, "priceMax": 59999}
    assert b"\\uc5b5" in shell("convert 5억대", **ascii_only).stdout


def test_a_line_that_is_not_utf_8_is_named_and_the_others_are_answered(shell: Shell) -> None:
    done = shell("convert - --json < <(printf '5억대\\n\\xb0\\xad\\xb3\\xb2\\n30평대\\n')")
    first, second, third = map(json.loads, done.stdout.decode().splitlines())
    assert done.returncode == 0
    assert [row["line"] for row in (first, second, third)] == [1, 2, 3]
    assert first["params"] == {"priceMin": 50000, "priceMax": 59999}
    assert second["error"]["code"] == "USE018"
    assert "CP949" in second["error"]["hint"]
    assert third["params"] == {"areaMin": 30, "areaMax": 39}


def test_a_text_that_begins_with_a_dash_is_told_how_to_be_written(shell: Shell) -> None:
    told = b"rulewright convert -- TEXT"
    done = shell("convert -5억대")
    assert (done.returncode, told in done.stderr) == (2, True)
    assert shell("convert -- -5억대").returncode == 0
    assert told not in shell("convert 5억대 --jsn").stderr


def test_standard_input_that_is_closed_is_a_usage_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputInvalid, match="USE002"):
        list(read_texts("-"))
    with pytest.raises(InputInvalid, match="USE002"):
        read_file(Path("-"), "the request")


def test_an_endless_line_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "LINE_AT_MOST", 100)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"short\n" + b"5" * 1000)))
    texts = read_texts("-")
    assert next(texts) == "short"
    with pytest.raises(InputInvalid, match="USE010"):
        next(texts)


def test_letters_that_no_encoding_has_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="utf-8"))
    prepare_output()
    sys.stdout.write("\ud800강남")
    sys.stdout.flush()
    assert written.getvalue() == b"\\ud800" + "강남".encode()
