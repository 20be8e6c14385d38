"""The command line on a real server: what it fills, asks, ranks and explains is what it does in memory."""

import json

import pytest

from tests.cli.test_commands import Command, rulewright
from tests.conftest import ROOT, EditedPack
from tests.servers.node import SearchNode

__all__ = ["rulewright"]

pytestmark = pytest.mark.elastic
TEXT = "강남역 근처 30평대 15억 이하"
REQUEST = str(ROOT / "docs" / "scoring" / "request.json")
DAY = ("--today", "2026-06-30", "--json")


def test_a_pack_on_a_server_answers_as_in_memory(
    server: SearchNode, edited_pack: EditedPack, rulewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_SEARCH_URL", server.url)
    on_server = edited_pack({"rules/pack.yaml": [("backend: embedded", "backend: elasticsearch")]})
    monkeypatch.setenv("RULEWRIGHT_PACK", str(on_server))
    built = json.loads(rulewright("index", "build", "--json").out)
    status = json.loads(rulewright("index", "status", "--json").out)
    assert [(each["documents"], each["searched"], each["fits"]) for each in status["indices"]] == [
        (built["documents"], True, True)
    ]

    def told(*words: str) -> list[dict]:
        return [json.loads(line) for line in rulewright(*words).out.splitlines()]

    def found(events: list[dict]) -> list[dict]:
        (candidates,) = [event for event in events if event["event"] == "candidates"]
        keys = ("total", "relaxed", "conditions", "scoreOf", "notChecked")
        hits = [{key: hit[key] for key in hit if key != "score"} for hit in candidates["hits"]]
        return [{key: candidates[key] for key in keys}, *hits]

    theirs, why_theirs = found(told("ask", TEXT, *DAY)), told("whynot", TEXT, "A10027800", *DAY)
    ranked = told("rank", "--request", REQUEST, *DAY)
    monkeypatch.setenv("RULEWRIGHT_PACK", str(edited_pack({})))
    assert theirs == found(told("ask", TEXT, *DAY))
    assert why_theirs == told("whynot", TEXT, "A10027800", *DAY)
    mine = told("rank", "--request", REQUEST, *DAY)
    assert [hit["id"] for hit in ranked[0]["hits"]] == [hit["id"] for hit in mine[0]["hits"]]
