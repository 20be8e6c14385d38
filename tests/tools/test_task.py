"""Tasks as tools: a flow and a planner call them by name, with the models of the pack."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.config.task import Task
from engine.config.templates import Template, Templates
from engine.config.tool import Tool
from engine.llm.port import Ask
from engine.llm.scripted import Answer
from engine.runtime.revision import inspect
from tests.flows.running import EXAMPLES, result_of
from tests.runtime.asking import Scene

JUDGE = """
kind: tool
name: judge
does: task
task: unsuitable
description: 부적절한 댓글을 고른다.
parameters:
  comments: {type: list, required: true}
results: {kept: list, removed: list, indices: list}
"""


def test_a_flow_calls_a_task_through_its_tool_as_it_calls_the_task(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    shutil.copytree(EXAMPLES / "comments", pack)
    (pack / "rules" / "tools" / "judge.yaml").write_text(JUDGE, encoding="utf-8")
    flow = pack / "rules" / "flows" / "daily.yaml"
    text = flow.read_text(encoding="utf-8")
    assert "id: judge, task: unsuitable" in text
    flow.write_text(text.replace("id: judge, task: unsuitable", "id: judge, tool: judge"), encoding="utf-8")
    assert inspect(pack).problems == ()
    for company in ("한빛전자", "다온해운"):
        by_tool, by_task = (
            result_of(each, "daily", {"company": company}, tmp_path / "out")
            for each in (pack, EXAMPLES / "comments")
        )
        assert by_tool["attempts"]
        assert {**by_tool, "attempts": 0} == {**by_task, "attempts": 0}


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        (
            "comments: {",
            "coments: {",
            "the task unsuitable needs comments",
            "comments: {type: list, required: true}",
        ),
        (
            "comments: {",
            "comments: {type: list}\n  count: {",
            "the task unsuitable takes no count",
            "comments",
        ),
        (
            "kept: list",
            "left: list",
            "a tool that does task gives no left",
            "kept, removed, indices, notes, asked",
        ),
    ],
)
def test_a_tool_of_a_task_has_its_inputs_and_gives_what_its_contract_gives(
    tmp_path: Path, old: str, new: str, message: str, hint: str
) -> None:
    pack = tmp_path / "pack"
    shutil.copytree(EXAMPLES / "comments", pack)
    assert old in JUDGE
    (pack / "rules" / "tools" / "judge.yaml").write_text(JUDGE.replace(old, new), encoding="utf-8")
    found = [problem for problem in inspect(pack).problems if problem.code == "TOOL009"]
    assert (message, hint) in [(problem.message, problem.hint) for problem in found]
    assert all(problem.line for problem in found)


TOOL = {
    "kind": "tool",
    "name": "sum_up",
    "does": "task",
    "task": "sum_up",
    "description": "Sums up.",
    "parameters": {"words": {"type": "text", "required": True, "at_most": 100}},
    "results": {"text": "text"},
}
TASK = {
    "kind": "task",
    "name": "sum_up",
    "template": "sum_up",
    "inputs": {"words": "text"},
    "contract": {"text": {"at_least": 3, "at_most": 50}},
    "model": "model",
}
TEMPLATE = {"file": "sum_up.md.j2", "role": "task", "language": "ko", "inputs": ["words", "error"]}
PAGE = "{% block system %}Sum up.{% endblock %}{% block user %}{{ words|data }} {{ error }}{% endblock %}"


@pytest.fixture
def summing(revision: Revision, tmp_path: Path) -> Any:
    """The property pack with a tool that asks a model, which may be called twice or not."""
    shutil.copytree(revision.root / "prompt_templates", tmp_path / "prompt_templates")
    (tmp_path / "examples").symlink_to(revision.root / "examples")
    (tmp_path / "prompt_templates" / "sum_up.md.j2").write_text(PAGE, encoding="utf-8")
    assert revision.templates is not None
    known = {
        **revision.templates.templates,
        "sum_up": Template.model_validate({**TEMPLATE, "inputs": ("words", "error")}),
    }
    templates: Templates = revision.templates.model_copy(update={"templates": known})

    def build(*, idempotent: bool) -> Revision:
        tool = Tool.model_validate({**TOOL, "idempotent": idempotent})
        return replace(
            revision,
            root=tmp_path,
            templates=templates,
            tasks={"sum_up": Task.model_validate(TASK)},
            tools={**revision.tools, "sum_up": tool},
        )

    return build


@pytest.mark.parametrize(("idempotent", "asked"), [(True, 1), (False, 2)])
def test_a_planner_calls_a_task_and_asks_once_for_what_may_be_asked_twice(
    summing: Any, *, idempotent: bool, asked: int
) -> None:
    step = {"name": "sum_up", "params": {"words": "긴 글"}}
    plan = {"intent": "GENERAL_QA", "steps": [{"id": "1", **step}, {"id": "2", **step}]}
    asks: list[Ask] = []

    def answer(ask: Ask) -> Answer:
        asks.append(ask)
        return Answer(pieces=(json.dumps(plan) if ask.name == "planner" else "짧은 글",))

    scene = Scene(summing(idempotent=idempotent), [answer]).ask("요약해줘")
    assert [event["state"] for event in scene.all("step_finished")] == ["ok", "ok"]
    assert [ask.name for ask in asks] == ["planner", *["sum_up"] * asked]
    assert '"긴 글"' in asks[-1].messages[-1].content


def test_what_the_contract_refuses_fails_the_step_by_its_kind(summing: Any) -> None:
    plan = {"intent": "GENERAL_QA", "steps": [{"id": "1", "name": "sum_up", "params": {"words": "긴 글"}}]}

    def answer(ask: Ask) -> Answer:
        return Answer(pieces=(json.dumps(plan) if ask.name == "planner" else "글",))

    (finished,) = Scene(summing(idempotent=True), [answer]).ask("요약해줘").all("step_finished")
    assert (finished["state"], finished["kind"]) == ("failed", "contract")
