"""What the library raises without a server: its words are not kept, and no key is not a server's failure."""

import asyncio
from importlib.metadata import version
from pathlib import Path

import pytest

from engine.config.model import ModelSpec
from engine.llm.calling import Model, Policy, complete
from engine.llm.failure import LlmFailure
from engine.llm.litellm_client import LiteLlm, failure_of, load
from engine.llm.port import Ask, Message
from engine.llm.providers import LITELLM, PROVIDERS
from engine.llm.registry import plugin_named
from engine.llm.setup import Setup

pytestmark = [
    pytest.mark.usefixtures("litellm"),
    pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning"),
]


def kind_without_key(model: str) -> str:
    spec = ModelSpec(plugin="litellm", model=model)
    llm = plugin_named("litellm")(Setup(name="a", spec=spec, root=Path()))
    call = complete(
        [Model(name="a", llm=llm, retries=0)], Ask((Message("user", "x"),)), Policy(deadline_s=9.0)
    )
    try:
        return asyncio.run(call).text
    except LlmFailure as failure:
        return failure.kind


@pytest.mark.parametrize("model", ["openai/m", "anthropic/m", "gemini/m"])
def test_a_provider_without_any_key_is_no_key(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI", "OPENAI_ADMIN", "ANTHROPIC", "GEMINI", "GOOGLE"):
        monkeypatch.delenv(f"{name}_API_KEY", raising=False)
    assert kind_without_key(model) == "no_key"


def test_the_list_that_check_has_holds_every_provider_of_the_library() -> None:
    known = {str(getattr(each, "value", each)) for each in load().provider_list}
    added = set[str]() if version("litellm").startswith(f"{LITELLM}.") else known - PROVIDERS
    assert known <= PROVIDERS | added
    assert len(added) < 20  # a later version: its new names are worth a look at the list
    assert kind_without_key("opanai/m") == "bad_request"  # what check warns of


def test_a_model_without_a_provider_is_a_bad_request() -> None:
    assert kind_without_key("some-unknown-model") == "bad_request"


def test_the_library_is_told_to_be_quiet_and_fetches_no_price_list() -> None:
    library = load()
    assert library.suppress_debug_info is True
    assert library.telemetry is False
    assert __import__("os").environ["LITELLM_LOCAL_MODEL_COST_MAP"] == "True"


def test_a_cause_tells_more_than_the_library_does() -> None:
    error = load().InternalServerError("the prompt was s3cret", "openai", "m")
    assert failure_of(error, "a").kind == "server"
    error.__cause__ = ConnectionResetError()
    assert failure_of(error, "a").kind == "network"
    assert "s3cret" not in str(failure_of(error, "a"))


def test_gemini_is_asked_in_its_own_dialect() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "default": "x"}}}
    ask = Ask((Message("user", "x"),), schema)

    def sent(model: str) -> dict[str, object]:
        llm = LiteLlm("a", ModelSpec(plugin="litellm", model=model), None)
        return llm._server.ask(ask).response_format or {}  # pyright: ignore[reportPrivateUsage]

    assert "strict" not in str(sent("gemini/m"))
    assert "strict" in str(sent("openai/m"))
