"""The command line on a real server: what it fills, asks, ranks and explains is what it does in memory."""

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import Command, rulewright
from tests.conftest import ROOT, EditedPack
from tests.elastic.indices import put
from tests.search.packs import pack as in_memory
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
    in_memory = edited_pack({})

    def told(pack: Path, *words: str) -> list[dict]:
        return [json.loads(line) for line in rulewright(*words, "--pack", str(pack)).out.splitlines()]

    (built,) = told(on_server, "index", "build", "--json")
    (status,) = told(on_server, "index", "status", "--json")
    assert [(each["documents"], each["searched"], each["fits"]) for each in status["indices"]] == [
        (built["documents"], True, True)
    ]

    def found(events: list[dict]) -> list[dict]:
        (candidates,) = [event for event in events if event["event"] == "candidates"]
        keys = ("total", "relaxed", "conditions", "scoreOf", "notChecked")
        hits = [{key: hit[key] for key in hit if key != "score"} for hit in candidates["hits"]]
        return [{key: candidates[key] for key in keys}, *hits]

    for words in (("ask", TEXT), ("whynot", TEXT, "A10027800")):
        theirs, mine = (told(pack, *words, *DAY) for pack in (on_server, in_memory))
        assert theirs == mine if words[0] == "whynot" else found(theirs) == found(mine)
    theirs, mine = (told(pack, "rank", "--request", REQUEST, *DAY) for pack in (on_server, in_memory))
    assert [hit["id"] for hit in theirs[0]["hits"]] == [hit["id"] for hit in mine[0]["hits"]]


def test_an_index_of_an_older_catalog_is_said_by_every_command_that_searches_it(
    server: SearchNode, edited_pack: EditedPack, rulewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_SEARCH_URL", server.url)
    home = {"complex_id": "a", "name": "이름만", "listing_count": 3, "floor_plans": []}
    put(server, "of-older", [home], in_memory())
    searched = "backend: elasticsearch\nsearch: {index: of-older}\n#"
    field = ("  station_m:     {", "  lifts:         {type: count, absent: allowed}\n  station_m:     {")
    newer = edited_pack({"rules/pack.yaml": [("backend: embedded", searched)], "rules/catalog.yaml": [field]})
    for words in (
        ("rank", "--request", REQUEST),
        ("rank", "--request", REQUEST, "--json"),
        ("whynot", TEXT, "a"),
        ("whynot", TEXT, "아무개"),
    ):
        told = rulewright(*words, "--pack", str(newer)).err
        assert told.count("SEARCH020") == 1, words
        assert "built from another catalog" in told


def test_ranking_before_an_index_was_built_names_the_command_that_builds_it(
    server: SearchNode, edited_pack: EditedPack, rulewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_SEARCH_URL", server.url)
    searched = "backend: elasticsearch\nsearch: {index: never-built}\n#"
    pack = edited_pack({"rules/pack.yaml": [("backend: embedded", searched)]})
    done = rulewright("rank", "--request", REQUEST, "--pack", str(pack))
    assert (done.exit, done.out) == (1, "")
    assert done.err == (
        "SEARCH007 the search server has no index never-built (hint: rulewright index build)\n"
    )
