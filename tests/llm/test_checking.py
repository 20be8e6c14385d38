"""Mistakes in `models:`, `roles:` and `budget:` are said at their place in rules/pack.yaml."""

import re
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from engine.config.load import load_documents
from engine.config.pack import Pack
from engine.config.revision import Revision
from engine.llm.checking import check_models

PACK = b"kind: pack\nname: p\ndocuments: d\n"
SCRIPT = b"kind: script\nname: demo\nanswers:\n  - {say: hello}\n"


def said(lines: str, revision: Revision) -> list[str]:
    """What is wrong with these lines of rules/pack.yaml: `LINE:COLUMN CODE message (hint)`, lines counted
    from the first of them."""
    files = {"rules/pack.yaml": PACK + lines.encode(), "rules/scripts/demo.yaml": SCRIPT}
    loaded = load_documents(files)
    problems = list(loaded.problems)
    if ("pack", "pack") in loaded.documents:
        pack = cast("Pack", loaded.documents["pack", "pack"].model)
        problems += check_models(replace(revision, pack=pack, documents=loaded.documents))
    before = PACK.count(b"\n")
    return [f"{p.line - before}:{p.column} {p.code} {p.message} ({p.hint})" for p in problems]


GOOD = """models:
  fast:
    plugin: litellm
    model: openai/some-model
    key: OPENAI_API_KEY
    timeout: 15s
    silence: 5s
    retries: 2
    max_tokens: 900
    temperature: 0
    dialect: strict
    cache_marks: true
    options: {seed: 7, max_completion_tokens: 5}
    prices: {prompt: 0.2, completion: 0.8, cached: 0.1}
  local:
    plugin: openai_compatible
    model: m
    url: http://127.0.0.1:8080/v1
    prices: {prompt: 0, completion: 0}
  demo: {plugin: scripted, script: demo}
  taped: {plugin: cassette, file: examples/taped.jsonl, model: some-model, over: fast, record: true}
roles: {planner: [fast, local], answerer: fast, tasks: demo}
budget: {tokens: 20000, cost: 0.05, bytes: 100000}
"""


def test_models_that_are_whole_are_fine(revision: Revision) -> None:
    assert said(GOOD, revision) == []


def of_litellm(more: str) -> str:
    return f"models: {{a: {{plugin: litellm, model: m, {more}}}}}"


DEMO = "models: {demo: {plugin: scripted, script: demo}}"
MISTAKES = [
    ("roles: {planner: fast}\nmodels: {fst: {plugin: scripted, script: demo}}", "1:18 LLM021 .* fast; .*fst"),
    ("roles: {tasks: [demo, dem]}\n" + DEMO, r"1:23 LLM021 .* dem;.*\(demo\)"),
    ("roles: {tasks: demo}", "1:16 LLM021 .*models: has none"),
    ("models: {a: {plugin: litelm, model: m}}", r"1:22 LLM020 there is no LLM plugin litelm.*\(litellm\)"),
    ("models: {a: {plugin: scripted, script: dmo}}", r"1:40 LLM021 there is no script dmo.*\(demo\)"),
    ("models: {a: {plugin: scripted}}", r"1:10 LLM022 .*needs script \(script: …\)"),
    ("models: {a: {plugin: litellm}}", "1:10 LLM022 .*needs model"),
    ("models: {a: {plugin: openai_compatible, model: m}}", "1:10 LLM022 .*needs url"),
    ("models: {a: {plugin: scripted, script: demo, max_tokens: 5}}", "1:46 LLM022 max_tokens does nothing"),
    ("models: {a: {plugin: cassette, file: ../x}}", "1:38 LLM021 file must be a path inside"),
    ("models: {a: {plugin: cassette, file: x, record: true}}", "1:49 LLM022 record: true needs over"),
    ("models: {a: {plugin: cassette, file: x, over: b}}", "1:47 LLM021 over names b"),
    ("models: {b: {plugin: scripted, script: demo}, a: {plugin: cassette, file: x, over: a}}",
     r"1:84 LLM021 over names a.*\(b\)"),
    ("models: {a: {plugin: cassette, file: x}}", r"1:38 LLM021 the pack has no file x, .*\(over: NAME"),
    (of_litellm("options: {api_key: sk-k3y-marker}"), "1:51 LLM026 .*environment"),
    (of_litellm("options: {stream: false}"), "1:51 LLM022 stream is set by"),
    (of_litellm("key: sk-k3y-marker"), "1:46 CONF005 key must be the name of an environment variable"),
    (of_litellm("key: SKK3YMARKER"), "1:46 CONF005 key must be the name of an environment variable"),
    (of_litellm("url: 'http://me:sk-k3y-marker@host'"), "1:46 CONF005 url must be an address"),
    (of_litellm("url: 'http://h/v1?key=sk-k3y-marker'"), "1:46 CONF005 url must be an address"),
    (of_litellm("timeout: 5"), r"1:50 CONF005 timeout must be a time.*\(5s\)"),
    (of_litellm("url: localhost:8080/v1"), r"1:46 CONF005 url must be .*\(http://localhost:8080/v1\)"),
    (of_litellm("retries: 50"), "1:50 CONF005 retries must be less than or equal to 5"),
    (of_litellm("prices: {prompt: 1}") + "\nbudget: {cost: 1}", "1:.* CONF003 prices needs"),
    ("models: {a: {plugin: litellm, model: m}}\nbudget: {cost: 1}", "1:13 LLM027 .*hold for a"),
    ("roles: {planner: []}", "1:18 CONF005"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "told"), MISTAKES)
def test_each_mistake_is_said_at_its_place(lines: str, told: str, revision: Revision) -> None:
    (problem,) = said(lines, revision)
    assert re.match(told, problem), problem
    assert "k3y-marker" not in problem
    assert "K3YMARKER" not in problem


@pytest.mark.parametrize(
    ("model", "hint"),
    [
        ("opanai/gpt-4o", "openai/gpt-4o"),
        ("OpenAI/gpt-4o", "openai/gpt-4o"),
        ("mistralai/Mistral-7B/a", "mistral/Mistral-7B/a"),
        ("wholly-unlike-any/m", "PROVIDER/MODEL"),
    ],
)
def test_a_provider_that_the_library_does_not_know_is_a_warning(
    model: str, hint: str, revision: Revision
) -> None:
    (told,) = said(f"models:\n  a: {{plugin: litellm, model: {model}}}\n", revision)
    assert told.startswith("2:31 LLM031 LiteLLM 1.110 knows no provider ")
    assert told.endswith(f"(model: {hint})")


@pytest.mark.parametrize(
    "spec", ["model: gpt-4o", "model: ollama/x/y", "model: a/b, options: {custom_llm_provider: openai}"]
)
def test_a_provider_that_is_known_or_not_named_is_fine(spec: str, revision: Revision) -> None:
    assert said(f"models:\n  a: {{plugin: litellm, {spec}}}\n", revision) == []


def test_a_file_of_recorded_answers_is_read_and_its_line_named(revision: Revision, tmp_path: Path) -> None:
    (tmp_path / "taped.jsonl").write_text('\n{"key": 1}\n', encoding="utf-8")
    lines = "models: {a: {plugin: cassette, file: taped.jsonl}}"
    (problem,) = said(lines, replace(revision, root=tmp_path))
    assert re.match("-1:1 LLM028 ", problem), problem


def test_an_answer_to_somebody_who_never_asks_is_a_warning(revision: Revision) -> None:
    script = SCRIPT + b"  - {asked_by: planer, say: a}\n  - {asked_by: planner, say: b}\n"
    loaded = load_documents({"rules/pack.yaml": PACK + DEMO.encode(), "rules/scripts/demo.yaml": script})
    pack = cast("Pack", loaded.documents["pack", "pack"].model)
    (found,) = check_models(replace(revision, pack=pack, documents=loaded.documents))
    assert (found.code, found.line, found.hint, found.severity) == ("LLM030", 5, "planner", "warning")


def test_a_plugin_whose_package_is_missing_is_a_warning(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.llm.checking.find_spec", lambda name: None)
    (problem,) = said(of_litellm("temperature: 0"), revision)
    assert "LLM023 plugin litellm needs the package litellm" in problem
    assert "pip install 'rulewright[llm]'" in problem
