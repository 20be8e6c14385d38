"""`rulewright index` and `ask` where no server answers: exit codes, a code with a hint, an honest answer."""

import json
import socket
import sys
from pathlib import Path
from types import ModuleType

import pytest

from engine.runtime.engine import Engine
from engine.search.client import load_client
from tests.cli.test_commands import Command, rulewright
from tests.conftest import ROOT, EditedPack
from tests.search.fake_server import reply, serving

__all__ = ["rulewright"]
REQUEST = str(ROOT / "docs" / "scoring" / "request.json")


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


def test_a_broken_document_is_refused_alike_for_a_server_and_in_memory(
    rulewright: Command, nobody: str, tmp_path: Path
) -> None:
    docs = tmp_path / "homes.jsonl"
    rows = [{"complex_id": "x" * 513}, {"complex_id": "a", "name": 5}, {"complex_id": "b", "name": "\ud83d"}]
    rows.append({"complex_id": "c", "floor_plans": [{"asking": {"FOO": 1}}]})
    docs.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    told = [
        rulewright(*words, "--docs", str(docs))
        for words in (("index", "build", "--url", nobody), ("rank", "--request", REQUEST))
    ]
    assert [line.split()[:2] for line in told[0].err.splitlines()] == [
        ["homes.jsonl:1:1:", "DOC018"], ["homes.jsonl:2:1:", "DOC014"],
        ["homes.jsonl:3:1:", "DOC018"], ["homes.jsonl:4:1:", "DOC014"],
    ]  # fmt: skip
    assert (told[1].exit, told[1].err) == (told[0].exit, told[0].err) == (2, told[0].err)


@pytest.mark.parametrize(
    ("lacking", "there"),
    [("elasticsearch", None), ("elasticsearch", ModuleType("elasticsearch")), ("aiohttp", None)],
    ids=["not installed", "an empty folder of its name", "without what it needs"],
)
def test_without_the_client_package_ranking_names_what_to_install(
    rulewright: Command,
    edited_pack: EditedPack,
    monkeypatch: pytest.MonkeyPatch,
    lacking: str,
    there: ModuleType | None,
) -> None:
    load_client()  # whole: what is loaded without a part of it would go on without
    monkeypatch.setitem(sys.modules, lacking, there)
    monkeypatch.delitem(sys.modules, "engine.search.node", raising=False)
    pack = edited_pack({"rules/pack.yaml": [("backend: embedded ", "backend: elasticsearch ")]})
    done = rulewright("rank", "--request", REQUEST, "--pack", str(pack))
    assert done.exit == 3
    assert f"SEARCH010 backend: elasticsearch needs the package elasticsearch ({lacking} " in done.err
    assert "pip install 'rulewright[elasticsearch]'" in done.err


def test_an_address_that_is_none_is_the_pack_s_error(rulewright: Command) -> None:
    done = rulewright("index", "status", "--url", "nowhere")
    assert (done.exit, "CONF024" in done.err) == (3, True)


def test_asking_without_a_server_says_that_the_search_did_not_finish(
    rulewright: Command, edited_pack: EditedPack, nobody: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.runtime.revision import load

    monkeypatch.setenv("RULEWRIGHT_SEARCH_URL", nobody)
    pack = edited_pack({"rules/pack.yaml": [("backend: embedded ", "backend: elasticsearch ")]})
    events = list(Engine(load(pack)).ask_sync("강남역 근처 아파트"))
    failed = [e.data for e in events if e.event == "step_finished" and e.data["state"] == "failed"]
    assert [each["kind"] for each in failed] == ["network"]
    answer = next(e.data["text"] for e in events if e.event == "answered")
    assert "찾는 일을 마치지 못했습니다" in str(answer)
    told = rulewright("ask", "강남역 근처 아파트", "--pack", str(pack))
    assert told.exit == 0
    assert "raised ServerFailed SEARCH003 (hint: rulewright explain SEARCH003)" in told.err


def test_a_password_in_the_address_is_not_shown_by_the_status(
    rulewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = reply({"version": {"number": "9.5.3"}})
    with serving(lambda request: about if request.path == "/" else reply({})) as fake:
        monkeypatch.setenv("RULEWRIGHT_SEARCH_URL", fake.url.replace("//", "//elastic:s3cr3t@"))
        for more in ((), ("--json",)):
            done = rulewright("index", "status", *more)
            assert (done.exit, "s3cr3t" in done.out, fake.url in done.out) == (0, False, True)
