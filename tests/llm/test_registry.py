"""The models of a pack are built by their plugins' names, with keys from the environment alone."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from engine.config.load import load_documents
from engine.config.pack import Pack
from engine.config.revision import Revision
from engine.errors import ConfigError
from engine.llm.calling import Policy, check_keys, complete
from engine.llm.cassette import Cassette
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Message
from engine.llm.registry import (
    BUILT_IN,
    GROUP,
    build_models,
    models_of,
    plugin_named,
    plugin_names,
    policy_of,
    spending_of,
)
from engine.llm.scripted import Scripted
from tests.llm.fake_llm_server import serving, streamed
from tests.tools.installed import install

PACK = """
kind: pack
name: p
documents: d
models:
  taped: {plugin: cassette, file: no_such_file.jsonl, over: demo, record: true}
  demo: {plugin: scripted, script: demo, retries: 0, timeout: 3s, silence: 2s}
  hosted: {plugin: openai_compatible, model: m, url: "URL", key: SOME_KEY}
roles: {planner: [hosted, demo], tasks: demo}
budget: {tokens: 500, bytes: 9000}
"""
SCRIPT = b"kind: script\nname: demo\nanswers:\n  - {asked_by: greeting, say: hello, chunk: 2}\n"
ASK = Ask((Message("user", "x"),), name="greeting")


def revision_of(base: Revision, url: str = "http://127.0.0.1:9/v1", pack: str = PACK) -> Revision:
    files = {"rules/pack.yaml": pack.replace("URL", url).encode(), "rules/demo.yaml": SCRIPT}
    documents = load_documents(files).documents
    return replace(base, pack=cast("Pack", documents["pack", "pack"].model), documents=documents)


def answer(revision: Revision, environment: Mapping[str, str]) -> str:
    models = models_of("planner", revision, build_models(revision, environment))
    return asyncio.run(complete(models, ASK, policy_of(revision, deadline_s=10.0))).text


def test_every_model_is_built_with_its_limits(revision: Revision) -> None:
    built = build_models(revision_of(revision), {})
    assert list(built) == ["taped", "demo", "hosted"]
    demo = built["demo"]
    assert isinstance(demo.llm, Scripted)
    assert (demo.timeout_s, demo.silence_s, demo.retries, demo.missing_key) == (3.0, 2.0, 0, "")
    assert isinstance(built["taped"].llm, Cassette)


def test_roles_list_their_models_in_order(revision: Revision) -> None:
    pack = revision_of(revision)
    built = build_models(pack, {})
    names = {
        role: [m.name for m in models_of(role, pack, built)] for role in ("planner", "answerer", "tasks")
    }
    assert names == {"planner": ["hosted", "demo"], "answerer": [], "tasks": ["demo"]}


def test_the_key_comes_from_the_environment_and_is_shown_nowhere(revision: Revision) -> None:
    with serving([streamed("hi")]) as fake:
        pack = revision_of(revision, fake.url)
        assert answer(pack, {"SOME_KEY": "sk-1"}) == "hi"
        assert fake.asked[0].headers["authorization"] == "Bearer sk-1"
        assert "sk-1" not in repr(build_models(pack, {"SOME_KEY": "sk-1"}))


@pytest.mark.parametrize("environment", [{}, {"SOME_KEY": ""}])
def test_without_its_key_a_model_is_not_asked_and_the_next_is(
    environment: Mapping[str, str], revision: Revision
) -> None:
    with serving([streamed("hi")]) as fake:
        assert answer(revision_of(revision, fake.url), environment) == "hello"
        assert fake.asked == []
    assert build_models(revision_of(revision), environment)["hosted"].missing_key == "SOME_KEY"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("SOME_API_KEY", "SOME_API_KEY is set: key: SOME_API_KEY"),
        ("SOEM_KEY", "SOEM_KEY is set: key: SOEM_KEY"),
        ("OTHER_KEY", "export SOME_KEY=… in the environment that runs rulewright"),
        ("SOME_KEY_FILE", "export SOME_KEY=… in the environment that runs rulewright"),
    ],
)
def test_a_key_that_is_set_under_a_name_like_it_is_the_hint(name: str, hint: str, revision: Revision) -> None:
    models = build_models(revision_of(revision), {name: "sk-1", "SOME_KEY": ""})
    (failure,) = check_keys([models["hosted"]])
    assert failure.problems[0].hint == hint
    assert "sk-1" not in str(failure)


def test_the_budget_of_the_pack_is_what_a_request_may_spend(revision: Revision) -> None:
    allowed = spending_of(revision_of(revision)).allowed
    assert (allowed.tokens, allowed.bytes, allowed.cost) == (500, 9000, None)


def test_a_plugin_that_is_not_there_is_a_config_error() -> None:
    with pytest.raises(ConfigError, match="LLM020 there is no LLM plugin nothing"):
        plugin_named("nothing")


def test_a_plugin_that_cannot_be_imported_is_a_config_error_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "hollow", "", {GROUP: {"hollow": "hollow:build", "gone": "gone:build"}})
    with pytest.raises(
        ConfigError, match=r"LLM020 hollow = 'hollow:build' cannot be .*AttributeError: .*build"
    ):
        plugin_named("hollow")
    with pytest.raises(ConfigError, match=r"LLM020 gone = 'gone:build' cannot be imported: ModuleNotFound"):
        plugin_named("gone")


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_every_plugin_of_ours_has_its_entry_and_says_what_it_does(name: str) -> None:
    assert callable(plugin_named(name))
    assert name in plugin_names()


@pytest.mark.parametrize(("plugin", "package"), [("openai_compatible", "httpx"), ("litellm", "litellm")])
def test_without_its_package_a_model_fails_with_the_mend(
    plugin: str, package: str, revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent() -> None:
        raise ImportError(package)

    monkeypatch.setitem(__import__("sys").modules, "httpx", None)
    monkeypatch.setattr("engine.llm.litellm_client.load", absent)
    text = PACK.replace("openai_compatible", plugin)
    models = build_models(revision_of(revision, pack=text), {"SOME_KEY": "sk-1"})
    with pytest.raises(LlmFailure, match=f"LLM023 the model hosted: the package {package} is not") as caught:
        asyncio.run(complete([models["hosted"]], ASK, Policy(deadline_s=5.0)))
    assert caught.value.problems[0].hint == "pip install 'rulewright[llm]'"
