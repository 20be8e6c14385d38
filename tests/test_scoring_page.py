"""The page "How a score is made": its commands run, its figures are theirs, its curves are drawn anew."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from engine.cli.main import run
from engine.runtime.revision import load
from engine.search.columns import Columns

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "scoring.md"


def outputs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """What each command of the page prints, by its first word."""
    found: dict[str, str] = {}
    for block in re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        for line in block.splitlines():
            monkeypatch.setattr(sys, "argv", shlex.split(line))
            with pytest.raises(SystemExit) as end:
                run()
            assert not end.value.code, line
            found[shlex.split(line)[1]] = capsys.readouterr().out
    return found


def test_the_table_is_what_the_command_prints_and_the_curves_are_those_of_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    monkeypatch.setenv("RULEWRIGHT_PACK", str(ROOT))
    said = outputs(monkeypatch, capsys)
    hit = json.loads(said["rank"])["hits"][0]
    page = PAGE.read_text(encoding="utf-8")
    for name, factor in hit["breakdown"].items():
        row = next(line for line in page.splitlines() if line.startswith(f"| {name} |"))
        weight = f"{factor['weight']:g} %"
        told = [f"{factor['value']:.6f}", weight, f"{factor['points']:.6f}"]
        assert [cell.strip() for cell in row.split("|")[3:6]] == told
    assert f"**{hit['score']:.6f}**" in page
    assert json.loads(said["compile"])["sort"] == [{"_score": "desc"}, {"id": "asc"}]
    drawn = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "my_curves").iterdir()}
    kept = {
        path.name: path.read_text(encoding="utf-8")
        for path in (ROOT / "docs" / "scoring").iterdir()
        if path.suffix in (".svg", ".md")
    }
    assert drawn == kept


def test_the_example_of_changes_puts_the_new_price_and_home_in_and_takes_the_other_out() -> None:
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    lines = (ROOT / "docs" / "scoring" / "homes.jsonl").read_text(encoding="utf-8").splitlines()
    said: dict[str, object] = {"documents": list(map(json.loads, lines)), "revision": load(ROOT)}
    exec(code.group(1), said)  # noqa: S102 - the page's own words
    columns = said["columns"]
    assert isinstance(columns, Columns)
    assert set(columns.by_id) == {"near", "far", "new"}
    plans = columns.by_id["near"]["floor_plans"]
    assert [plan["asking"] for plan in plans if plan["plan_id"] == "near-34"] == [{"DEAL": 149_000}]  # pyright: ignore
    assert {hit.id for hit in said["hits"]} == {"near", "far", "new"}  # pyright: ignore
