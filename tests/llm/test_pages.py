"""The pages "Connect a model" and "Write an LLM plugin": their YAML passes the check, their code runs."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from engine.cli.main import run
from engine.config.load import load_documents
from engine.llm.failure import CODES

BLOCK = re.compile(r"```(python|yaml|toml)\n(.*?)```", re.DOTALL)
PACK = "kind: pack\nname: p\ndocuments: d\n"


def blocks(page: Path, kind: str) -> list[str]:
    return [text for found, text in BLOCK.findall(page.read_text(encoding="utf-8")) if found == kind]


def test_every_setup_of_the_page_is_a_valid_pack(root: Path) -> None:
    found = blocks(root / "docs" / "connect_a_model.md", "yaml")
    assert len(found) == 7
    for text in found:
        whole = text if text.startswith("kind:") else PACK + text
        loaded = load_documents({"rules/x.yaml": whole.encode()})
        assert not loaded.problems, text


def test_every_setup_that_names_a_planner_turns_it_on(root: Path) -> None:
    found = [text for text in blocks(root / "docs" / "connect_a_model.md", "yaml") if "roles:" in text]
    assert len(found) == 5
    for text in found:
        assert "planner: llm\nanswerer: llm\n" in text


def test_the_page_lists_every_kind_of_failure_with_its_code(root: Path) -> None:
    page = (root / "docs" / "connect_a_model.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (LLM\d+) \|", page, re.MULTILINE)
    assert rows == [(kind, code) for kind, (code, _, _) in CODES.items()]


def test_the_plugin_of_the_page_is_found_checked_and_asked(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = root / "docs" / "write_an_llm_plugin.md"
    plugin, asking = blocks(page, "python")
    (entry,) = re.findall(r"^shouting = \"(.*)\"$", blocks(page, "toml")[0], re.MULTILINE)
    (models,) = blocks(page, "yaml")
    installed = tmp_path / "site"
    about = installed / "shouting-1.0.dist-info"
    about.mkdir(parents=True)
    (installed / "shouting.py").write_text(plugin, encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[rulewright.llms]\nshouting = {entry}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(installed))
    monkeypatch.chdir(tmp_path)
    for line in ("rulewright init my_pack", "rulewright check --pack my_pack"):
        monkeypatch.setattr(sys, "argv", shlex.split(line))
        with pytest.raises(SystemExit) as end:
            run()
        assert not end.value.code, line
        file = tmp_path / "my_pack" / "rules" / "pack.yaml"
        if models not in file.read_text(encoding="utf-8"):
            file.write_text(file.read_text(encoding="utf-8") + "\n" + models, encoding="utf-8")
    capsys.readouterr()
    exec(compile(asking, str(page), "exec"), {"__name__": "page"})  # noqa: S102  our own page
    assert capsys.readouterr().out.strip() == "HELLO? THERE?"
