"""Tools of installed packages: found by name, called with what their file allows, by flow and by planner."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, cast

import pytest

from engine.config.revision import Revision
from engine.config.tool import Tool
from engine.errors import ConfigError
from engine.plan import Execution, Plan, Step, execute
from engine.tools.python import GROUP
from engine.tools.registry import Resources, build_tools
from tests.runtime.asking import Scene

from .installed import install

CODE = """
import threading

CALLS = []

class NotThere(Exception):
    kind = "not_found"

def plain(params):
    CALLS.append(dict(params))
    params["word"] += "!"
    return {"said": params["word"], "thread": threading.current_thread().name}

async def waiting(params):
    CALLS.append(dict(params))
    return {"said": params["word"], "thread": threading.current_thread().name}

def missing(params):
    raise NotThere("a word of the customer")

not_callable = "x"
"""
NAMES = ("plain", "waiting", "missing", "not_callable")


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The package is installed; what its functions were called with."""
    points = {GROUP: {name: f"spoken_words:{name}" for name in NAMES}}
    install(tmp_path / "site", monkeypatch, "spoken_words", CODE, points)
    import spoken_words  # pyright: ignore[reportMissingImports]  # made by the line above

    return spoken_words.CALLS  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def tool(function: str, name: str = "say", **more: object) -> Tool:
    spec = {
        "kind": "tool",
        "name": name,
        "does": "python",
        "python": function,
        "description": "Says a word.",
        "parameters": {"word": {"type": "text", "required": True, "at_most": 20}, "often": {"type": "count"}},
        "results": {"said": "text", "thread": "text"},
        **more,
    }
    return Tool.model_validate(spec)


def with_tools(revision: Revision, *tools: Tool) -> Revision:
    return replace(revision, tools={**revision.tools, **{each.name: each for each in tools}})


def ran(revision: Revision, *steps: Step) -> Execution:
    python = {name: tool for name, tool in revision.tools.items() if tool.does == "python"}
    resources: Any = Resources(
        revision=replace(revision, tools=python),
        index=None,
        homes=cast("Any", None),
        today=date(2026, 6, 30),
    )
    return asyncio.run(execute(Plan(intent="X", steps=steps), build_tools(resources)))


def test_a_plain_function_runs_on_a_thread_and_a_coroutine_on_the_loop(
    revision: Revision, calls: list[dict[str, Any]]
) -> None:
    both = with_tools(revision, tool("plain"), tool("waiting", "wait"))
    found = ran(
        both,
        Step(id="1", name="say", params={"word": "가"}),
        Step(id="2", name="wait", params={"word": "나"}),
    )
    assert found.results == {
        "1": {"said": "가!", "thread": "tool"},
        "2": {"said": "나", "thread": threading.main_thread().name},
    }
    assert sorted(call["word"] for call in calls) == ["가", "나"]


@pytest.mark.parametrize("function", ["plain", "waiting"])
def test_what_references_gave_is_held_to_the_file_before_the_call(
    revision: Revision, calls: list[dict[str, Any]], function: str
) -> None:
    found = ran(
        with_tools(revision, tool(function), tool("plain", "first")),
        Step(id="1", name="first", params={"word": "가"}),
        Step(id="2", name="say", params={"word": "나", "often": "$1.said"}),
        Step(id="3", name="say", params={"word": "$1"}),
        Step(id="4", name="say", params={"often": 1}),
    )
    assert [(each.step, each.kind) for each in found.failures] == [
        ("2", "bad_param"), ("3", "bad_param"), ("4", "bad_param"),
    ]  # fmt: skip
    assert [call["word"] for call in calls] == ["가"]
    assert "TOOL014" in found.failures[0].message


def test_a_parameter_that_the_file_does_not_name_is_not_handed_over(
    revision: Revision, calls: list[dict[str, Any]]
) -> None:
    ran(with_tools(revision, tool("waiting")), Step(id="1", name="say", params={"word": "가", "to": "x"}))
    assert calls == [{"word": "가"}]


def test_its_own_kind_of_failure_is_kept_and_its_words_are_not(
    revision: Revision, calls: list[dict[str, Any]]
) -> None:
    found = ran(with_tools(revision, tool("missing")), Step(id="1", name="say", params={"word": "가"}))
    (failed,) = found.failures
    assert (failed.kind, "NotThere" in failed.message) == ("not_found", True)
    assert "customer" not in failed.message
    assert calls == []


@pytest.mark.parametrize("function", ["absent", "not_callable"])
def test_a_name_that_no_function_stands_behind_is_a_config_error(
    revision: Revision, calls: list[dict[str, Any]], function: str
) -> None:
    with pytest.raises(ConfigError, match=f"TOOL013 .* {function}"):
        ran(with_tools(revision, tool(function)))
    assert calls == []


def test_a_name_that_two_packages_give_is_a_config_error(
    revision: Revision, calls: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "other", monkeypatch, "other_words", CODE, {GROUP: {"plain": "other_words:plain"}})
    with pytest.raises(ConfigError, match=r"TOOL013 .*more than once: other_words:plain, spoken_words:plain"):
        ran(with_tools(revision, tool("plain")))
    assert calls == []


@pytest.mark.parametrize(("idempotent", "times"), [(True, 1), (False, 2)])
def test_a_planner_calls_it_and_what_may_be_called_twice_is_called_once_and_early(
    revision: Revision, calls: list[dict[str, Any]], *, idempotent: bool, times: int
) -> None:
    steps = [{"id": each, "name": "say", "params": {"word": "가"}} for each in ("1", "2")]
    steps.append({"id": "3", "name": "say", "params": {"word": "$1"}})
    planned = json.dumps({"intent": "GENERAL_QA", "steps": steps})
    pieces = (planned[:-2], planned[-2:])
    before: list[int] = []

    def answer(_: object) -> Any:
        from engine.llm.scripted import Answer

        return Answer(pieces=pieces, pause_s=0.3)

    scene = Scene(with_tools(revision, tool("waiting", idempotent=idempotent)), [answer])
    for event in scene.engine.ask_sync("한마디 해줘", today=date(2026, 6, 30)):
        scene.events.append(event)
        if event.event == "planned":
            before.append(len(calls))
    finished = {event["step"]: event for event in scene.all("step_finished")}
    assert [finished[step]["state"] for step in ("1", "2")] == ["ok", "ok"]
    assert finished["3"]["kind"] == "bad_param"  # a mapping where the file wants text
    assert calls == [{"word": "가"}] * times
    assert before == [1 if idempotent else 0]


PAGE = Path(__file__).resolve().parents[2] / "docs" / "write_a_tool.md"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def following(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], "subprocess.CompletedProcess[str]"]:
    """Runs commands of the page where its package is installed."""
    (code,), (named,) = blocks("python"), blocks("toml")
    package: dict[str, Any] = tomllib.loads(named)["project"]
    points: Mapping[str, str] = package["entry-points"][GROUP]
    install(tmp_path / "site", monkeypatch, package["name"], code, {GROUP: points})
    (tmp_path / "examples").symlink_to(root / "examples")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(tmp_path / "site")}

    def run(commands: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["/bin/sh", "-e"], input=commands, cwd=tmp_path, env=environment,
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip

    return run


def test_the_page_is_followed_to_the_letter(
    tmp_path: Path, following: Callable[[str], "subprocess.CompletedProcess[str]"]
) -> None:
    copying, installing, running = blocks("sh")
    assert installing == "pip install -e ./reading_tools\n"  # what `following` has done without a network
    assert following(copying).returncode == 0
    for text in blocks("yaml"):
        kind, name = (re.findall(rf"^{key}: (\w+)$", text, re.MULTILINE)[0] for key in ("kind", "name"))
        (tmp_path / "my_pack" / "rules" / f"{kind}s" / f"{name}.yaml").write_text(text, encoding="utf-8")
    ran = following(running)
    assert (ran.returncode, ran.stderr) == (0, "")
    results = [line for line in ran.stdout.splitlines() if '"event": "result"' in line]
    assert results == blocks("text")[0].splitlines()


def test_where_its_package_is_not_installed_the_check_says_so(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from engine.runtime.revision import inspect

    shutil.copytree(root / "examples" / "books", tmp_path / "my_pack")
    (tmp_path / "my_pack" / "rules" / "tools" / "x.yaml").write_text(blocks("yaml")[0], encoding="utf-8")
    (problem,) = inspect(tmp_path / "my_pack").problems
    assert (problem.code, problem.line) == ("TOOL013", 4)
    assert capsys.readouterr().out == ""
