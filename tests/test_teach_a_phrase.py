"""The page "Teach it a phrase", followed to the letter: commands run, the edit is made, the case passes."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from engine.cli.main import run

PAGE = Path(__file__).resolve().parent.parent / "docs" / "teach_a_phrase.md"
BLOCK = re.compile(r"```(sh|yaml)\n(.*?)```", re.DOTALL)


def test_the_page_teaches_its_phrase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    yaml = [text for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")) if kind == "yaml"]
    before, after, cases = yaml
    said: list[str] = []
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if kind == "yaml" and text == after:
            rules = tmp_path / "my_pack" / "rules" / "vocabulary.yaml"
            old = rules.read_text(encoding="utf-8")
            assert old.count(before.strip()) == 1
            rules.write_text(old.replace(before.strip(), after.strip()), encoding="utf-8")
        elif kind == "yaml" and text == cases:
            (tmp_path / "my_pack" / "rules" / "taught.cases.yaml").write_text(text, encoding="utf-8")
        elif kind == "sh":
            for line in text.splitlines():
                monkeypatch.setattr(sys, "argv", shlex.split(line))
                with pytest.raises(SystemExit) as end:
                    run()
                assert not end.value.code, line
                said.append(capsys.readouterr().out)
    converted = [out for out in said if out.startswith("역 코앞 20평대 전세")]
    assert ["stationDistanceMaxM" in out for out in converted] == [False, True]
    assert any("0 failed" in out for out in said)
    assert "1/1 (100.0 %) of the changes are noticed by a case" in said[-1]
