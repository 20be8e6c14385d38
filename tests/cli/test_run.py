"""`rulewright run`: its input is read strictly, and each line that it prints is JSON."""

import io
import json
import sys
from pathlib import Path

import pytest

from engine.cli.main import run
from engine.cli.options import write_json

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def ran(
    capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch, given: Path, out: Path
) -> tuple[int, list[str], str]:
    words = ["run", "daily", "--pack", str(EXAMPLES / "comments"), "--input", str(given), "--out", str(out)]
    patch.setattr(sys, "argv", ["rulewright", *words])
    with pytest.raises(SystemExit) as end:
        run()
    said = capsys.readouterr()
    return int(end.value.code or 0), said.out.splitlines(), said.err


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'{"company":\n}', "input.json:2:1: FLOW012 the input cannot be used: it is no JSON here"),
        (b'{"company": "a", "company": "b"}', "it has a key twice in one object"),
        (b'{"company": NaN}', "it holds NaN"),
        (b'{"company": "\\ud83d"}', "it holds half a character"),
        ('{"company": "한빛전자"}'.encode("cp949"), "it is not UTF-8 text"),
        (b'["company"]', "it must hold one JSON object"),
    ],
)
def test_an_input_that_is_not_strict_json_is_refused_with_its_cause(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    data: bytes,
    why: str,
) -> None:
    (tmp_path / "input.json").write_bytes(data)
    code, lines, told = ran(capsys, monkeypatch, tmp_path / "input.json", tmp_path / "out")
    assert (code, lines) == (2, [])
    assert "FLOW012" in told
    assert why in told


def test_an_input_that_another_program_saved_is_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "input.json").write_bytes('\ufeff{\r\n"company": "한빛전자"}\r\n'.encode())
    code, lines, _ = ran(capsys, monkeypatch, tmp_path / "input.json", tmp_path / "out")
    assert (code, json.loads(lines[-1])["status"]) == (0, "done")


@pytest.mark.parametrize(
    ("data", "code", "told"),
    [
        ('\ufeff{"company": "한빛전자"}'.encode(), 0, ""),
        (
            '{"company": "한빛전자"}'.encode("cp949"),
            2,
            "FLOW012 the input cannot be used: it is not UTF-8 text",
        ),
        (None, 2, "USE002 standard input cannot be read: it is closed"),
    ],
)
def test_standard_input_is_read_as_a_file_is(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    data: bytes | None,
    code: int,
    told: str,
) -> None:
    monkeypatch.setattr(sys, "stdin", None if data is None else io.TextIOWrapper(io.BytesIO(data)))
    ended, lines, said = ran(capsys, monkeypatch, Path("-"), tmp_path / "out")
    assert (ended, said.startswith(told), bool(lines)) == (code, True, code == 0)


def test_an_input_that_is_not_there_is_a_file_that_cannot_be_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code, _, told = ran(capsys, monkeypatch, tmp_path / "none.json", tmp_path / "out")
    assert (code, told.partition(" ")[0]) == (2, "USE002")


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp949"])
def test_half_a_character_is_printed_as_its_escape(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    write_json({"text": "가\ud83d"})
    assert json.loads(raw.getvalue().decode(encoding)) == {"text": "가\ud83d"}
