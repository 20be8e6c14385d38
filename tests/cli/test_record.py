"""`--record` writes down what a model says; without it the same words are replayed, and no model is asked."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.cli.main import app

MODELS = """models:
  script: {plugin: scripted, script: once}
  taped: {plugin: cassette, file: answers.jsonl, over: script}
roles: {planner: taped}
"""
SCRIPT = """kind: script
name: once
answers:
  - asked_by: planner
    times: 1
    say: >-
      {"intent": "PROPERTY_SEARCH",
      "steps": [{"id": "1", "name": "property_search", "params": {"areaMin": 30}}]}
"""
TEXT = "30평 이상 아파트"


@pytest.fixture
def pack(edited_pack: Callable[..., Path]) -> Path:
    made = edited_pack({"rules/pack.yaml": [("trace_text: false", f"{MODELS}trace_text: false")]})
    (made / "rules" / "scripts").mkdir()
    (made / "rules" / "scripts" / "once.yaml").write_text(SCRIPT, encoding="utf-8")
    return made


def planned(pack: Path, *options: str) -> dict[str, Any]:
    words = ["plan", TEXT, "--planner", "llm", "--pack", str(pack), "--today", "2026-06-30", "--json"]
    ran = CliRunner().invoke(app, [*words, *options])
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


def test_what_was_recorded_is_replayed(pack: Path) -> None:
    (pack / "answers.jsonl").write_text("", encoding="utf-8")
    missing = planned(pack)
    assert missing["planner"] == "rules"
    assert "llm_planner" in [each["kind"] for each in missing["degraded"]]
    recorded = planned(pack, "--record")
    assert recorded["planner"] == "llm"
    replayed = planned(pack)
    assert {**replayed, "llm": None} == {**recorded, "llm": None}
    text = (pack / "answers.jsonl").read_text(encoding="utf-8")
    assert len(text.splitlines()) == 1
    assert TEXT not in text


def test_after_an_edit_of_the_prompt_what_was_recorded_is_said_to_be_stale(pack: Path) -> None:
    (pack / "answers.jsonl").write_text("", encoding="utf-8")
    planned(pack, "--record")
    prompt = pack / "prompt_templates" / "planner.md.j2"
    text = prompt.read_text(encoding="utf-8")
    edited = text.replace("{% block system %}", "{% block system %}\n또렷하게 답한다.", 1)
    prompt.write_text(edited, encoding="utf-8")
    stale = planned(pack)
    assert stale["planner"] == "rules"
    (told,) = (each["detail"] for each in stale["degraded"] if each["kind"] == "llm_planner")
    assert "record" in told
