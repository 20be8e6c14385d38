"""A task or a flow in a few lines: what goes in, what is called with what, what a reply is held to."""

import json
import sys
from pathlib import Path

import pytest
import yaml

from engine.cli.main import run


def shown(
    capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch, *words: str
) -> tuple[int, list[str], str]:
    patch.setattr(sys, "argv", ["rulewright", "show", *words])
    with pytest.raises(SystemExit) as end:
        run()
    said = capsys.readouterr()
    return int(end.value.code or 0), said.out.splitlines(), said.err


@pytest.fixture
def books(root: Path) -> str:
    return str(root / "examples" / "books")


def test_a_flow_is_shown_by_its_name_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, books: str
) -> None:
    code, lines, _ = shown(capsys, monkeypatch, "register", "--pack", books)
    assert (code, lines[0]) == (0, "flow register  rules/flows/register.yaml")
    assert "  input     id: text, required, at most 20" in lines
    assert "  step      keep: tool keep_book after blurb" in lines
    assert '              blurb = $blurb.text, "" where that is missing' in lines
    assert lines[-1] == "  timeout   600 s"
    assert "  result    replaced = $keep.replaced" in lines


CONTRACTS = [
    ({"select": {"from": "rows"}}, "positions in rows → kept, removed, indices"),
    (
        {"rewrite": {"from": "rows", "keep": {"numbers": True, "names": "rows"}}},
        "one text for each of rows, at most 1000 characters, with the same numbers, names of rows → items",
    ),
    ({"rewrite": {"from": "rows"}}, "one text for each of rows, at most 1000 characters → items"),
    (
        {"pick": {"from": "rows", "id": "id", "count": 2, "fields": ["title"]}},
        "2 of rows by their id, with a reason → picked: title, reason",
    ),
    (
        {
            "extract": {
                "fields": {
                    "a": {"type": "count", "required": True},
                    "b": {"type": "choice", "values": ["x", "y"]},
                }
            }
        },
        "an object → a: count, required; b: choice of x/y",
    ),
    ({"text": {"at_most": 9, "must_not": ["w"]}}, "1 to 9 characters, without w → text"),
    ({"text": {"from": "rows", "at_most": 9}}, "1 to 9 characters on rows → text"),
    ({"extract": {"from": "rows", "fields": {"a": {"type": "flag"}}}}, "an object on rows → a: flag"),
]


@pytest.mark.parametrize(
    ("contract", "said"), CONTRACTS, ids=[next(iter(each)) + said[:2] for each, said in CONTRACTS]
)
def test_each_contract_is_said_in_a_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    contract: dict[str, object],
    said: str,
) -> None:
    files = {
        "rules/pack.yaml": {"kind": "pack", "name": "p", "locale": "ko",
                            "models": {"m": {"plugin": "scripted", "script": "s"}}, "roles": {"tasks": "m"}},
        "rules/catalog.yaml": {"kind": "catalog", "document": "row", "id": "id", "name": "id",
                               "fields": {"x": {"type": "text"}}, "wants": {}},
        "rules/s.yaml": {"kind": "script", "name": "s", "answers": [{"say": "x"}]},
        "rules/t.yaml": {"kind": "task", "name": "t", "template": "t", "inputs": {"rows": "list"},
                         "contract": contract, "attempts": 1, "timeout": "5s"},
        "prompt_templates/prompts.yaml": {"kind": "templates", "templates": {
            "t": {"file": "t.md.j2", "role": "task", "language": "ko", "inputs": ["rows"]}}},
    }  # fmt: skip
    for name, value in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(yaml.safe_dump(value, allow_unicode=True), encoding="utf-8")
    page = "{% block system %}x{% endblock %}{% block user %}{{ rows|data }}{% endblock %}"
    (tmp_path / "prompt_templates" / "t.md.j2").write_text(page, encoding="utf-8")
    code, lines, error = shown(capsys, monkeypatch, "task/t", "--pack", str(tmp_path))
    assert (code, error) == (0, "")
    assert lines == [
        "task t  rules/t.yaml", "  input     rows: list", "  asked     m with the template t",
        f"  contract  {said}", "  attempts  at most 1, 5 s",
    ]  # fmt: skip


def test_a_name_of_a_flow_and_a_task_asks_which(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, books: str
) -> None:
    code, _, said = shown(capsys, monkeypatch, "recommend", "--pack", books)
    assert (code, "flow/recommend or task/recommend" in said) == (2, True)


def test_scripts_get_every_value_with_its_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, books: str
) -> None:
    _, lines, _ = shown(capsys, monkeypatch, "flow/register", "--json", "--pack", books)
    values = json.loads(lines[0])["values"]
    assert {
        "path": "steps[0].task",
        "value": "blurb",
        "file": "rules/flows/register.yaml",
        "line": 10,
    } in values
