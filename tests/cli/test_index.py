"""`rulewright index` and `ask` where no server answers: exit codes, a code with a hint, an honest answer."""

import socket

import pytest

from engine.runtime.engine import Engine
from tests.cli.test_commands import Command, rulewright
from tests.conftest import EditedPack

__all__ = ["rulewright"]


@pytest.fixture
def nobody() -> str:
    """An address where nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


def test_without_a_server_the_command_says_so_and_ends_with_one(rulewright: Command, nobody: str) -> None:
    done = rulewright("index", "status", "--url", nobody)
    assert done.exit == 1
    assert "SEARCH003" in done.err
    assert "RULEWRIGHT_SEARCH_URL" in done.err


def test_an_address_that_is_none_is_the_pack_s_error(rulewright: Command) -> None:
    done = rulewright("index", "status", "--url", "nowhere")
    assert (done.exit, "CONF024" in done.err) == (3, True)


def test_asking_without_a_server_says_that_the_search_did_not_finish(
    edited_pack: EditedPack, nobody: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.runtime.revision import load

    monkeypatch.setenv("RULEWRIGHT_SEARCH_URL", nobody)
    pack = edited_pack({"rules/pack.yaml": [("backend: embedded ", "backend: elasticsearch ")]})
    events = list(Engine(load(pack)).ask_sync("강남역 근처 아파트"))
    failed = [e.data for e in events if e.event == "step_finished" and e.data["state"] == "failed"]
    assert [each["kind"] for each in failed] == ["network"]
    answer = next(e.data["text"] for e in events if e.event == "answered")
    assert "찾는 일을 마치지 못했습니다" in str(answer)
