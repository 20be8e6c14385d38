"""The page "How a score is made": its commands run, its figures are theirs, its curves are drawn anew."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from engine.cli.main import run
from engine.config.revision import Revision
from engine.errors import ConfigError
from engine.runtime.revision import load
from engine.score.factors import Kind
from engine.score.registry import KINDS
from engine.search.columns import Columns
from engine.search.compile import compile_query
from engine.search.embedded import rank
from engine.search.request import SearchRequest
from tests.search.packs import DEFAULT, edited

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


def python_of(word: str) -> str:
    """The example of the page in which the word stands."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (found,) = (block for block in blocks if word in block)
    return found


def kind_of_the_page() -> Kind:
    said: dict[str, object] = {}
    exec(python_of("Kind("), said)  # noqa: S102 - the page's own words
    kind = said["LARGE"]
    assert isinstance(kind, Kind)
    return kind


def with_the_factor_of_the_page() -> Revision:
    """The pack with a profile that weighs it in the place of another factor, as the page writes it."""
    written = re.search(r"`size: (\{uses: large, .*?\})`", PAGE.read_text(encoding="utf-8"))
    assert written is not None
    return edited({DEFAULT: [("{bonus: 신축, unknown: 0}", written.group(1))]})


def test_the_factor_of_the_page_scores_the_large_the_small_and_the_unsaid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(KINDS, "large", kind_of_the_page())
    homes = [{"complex_id": each, "households": n} for each, n in (("a", 1000), ("b", 999), ("c", None))]
    hits = rank(SearchRequest(), homes, with_the_factor_of_the_page()).hits
    assert [(hit.id, hit.breakdown["newness"].value) for hit in hits] == [("a", 1.0), ("c", 0.2), ("b", 0.0)]


def test_an_option_that_the_factor_of_the_page_does_not_know_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "large", kind_of_the_page())
    misspelt = edited(
        {DEFAULT: [("{bonus: 신축, unknown: 0}", "{uses: large, with: {form: 1}, unknown: 0}")]}
    )
    for failing in (
        lambda: rank(SearchRequest(), [{"complex_id": "a", "households": 1000}], misspelt),
        lambda: compile_query(SearchRequest(), misspelt),
    ):
        with pytest.raises(ConfigError) as told:
            failing()
        (problem,) = told.value.problems
        assert (problem.code, "large raised KeyError" in problem.message) == ("SCORE014", True)
        assert problem.hint == "see whether it knows its options (form)"


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
    lines = (ROOT / "docs" / "scoring" / "homes.jsonl").read_text(encoding="utf-8").splitlines()
    said: dict[str, object] = {"documents": list(map(json.loads, lines)), "revision": load(ROOT)}
    exec(python_of("with_amounts"), said)  # noqa: S102 - the page's own words
    columns = said["columns"]
    assert isinstance(columns, Columns)
    assert set(columns.by_id) == {"near", "far", "new"}
    plans = columns.by_id["near"]["floor_plans"]
    assert [plan["asking"] for plan in plans if plan["plan_id"] == "near-34"] == [{"DEAL": 149_000}]  # pyright: ignore
    assert {hit.id for hit in said["hits"]} == {"near", "far", "new"}  # pyright: ignore
