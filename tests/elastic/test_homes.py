"""Homes and places behind one protocol: a server tells what memory tells."""

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engine.search.client import ServerSettings
from engine.search.columns import Columns
from engine.search.homes import Embedded
from engine.search.indexing import build_index
from engine.search.mapping import indexed, mapping_of
from engine.search.request import SearchPlace
from engine.search.reserved import NAME
from engine.search.served import Served
from tests.cli.test_commands import Command, rulewright
from tests.conftest import EditedPack
from tests.elastic.indices import on, put
from tests.search.packs import pack
from tests.servers.node import SearchNode

__all__ = ["rulewright"]

pytestmark = pytest.mark.elastic
T = TypeVar("T")
NOWHERE = SearchPlace(name="도쿄역", lat=35.6812, lon=139.7671)
SHOWN = ("answered", "degraded", "failed")
DAY = ("--today", "2026-06-30", "--json")


def home(identity: str, name: str, **more: object) -> dict[str, Any]:
    return {"complex_id": identity, "name": name, "listing_count": 0, "floor_plans": [], **more}


HOMES = [
    home("a", "은마", sigungu="강남구", dong="대치동", location={"lat": 37.4985, "lon": 127.0635}),
    home("b", "현대", sigungu="강남구", dong="압구정동", location={"lat": 37.5291, "lon": 127.0291}),
    home("c", "현대", sigungu="강남구", dong="압구정동", location={"lat": 37.5301, "lon": 127.0301}),
    home("d", "현대", sigungu="노원구", location={"lat": 37.65, "lon": 127.07}),
    home("e", "이름만"),
]


def both(server: SearchNode) -> tuple[Embedded, Served]:
    revision = pack()
    put(server, "held", HOMES, revision)
    settings = ServerSettings(url=server.url, index="held")
    served = Served(settings=settings, revision=revision, deadline_s=60.0)
    return Embedded(Columns.build(HOMES, revision), revision), served


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def test_documents_are_the_same_by_id_and_by_name(server: SearchNode) -> None:
    mine, theirs = both(server)
    for ids in (["c", "nobody", "a"], []):
        assert run(theirs.documents(ids)) == run(mine.documents(ids))
    for name in ("은마", "현대", "아무개"):
        assert sorted(run(theirs.named(name))) == sorted(run(mine.named(name)))


def test_a_name_that_an_index_of_an_older_mapping_does_not_hold_is_said(server: SearchNode) -> None:
    """The index was built before names were held."""
    revision = pack()
    mapping = mapping_of(revision.catalog)
    older = {**mapping, "properties": {k: v for k, v in mapping["properties"].items() if k != NAME}}
    made = [{k: v for k, v in indexed(each, revision.catalog).items() if k != NAME} for each in HOMES]
    on(server, "nameless", lambda connection: build_index(connection, "nameless", older, made))
    settings = ServerSettings(url=server.url, index="nameless")
    served = Served(settings=settings, revision=revision, deadline_s=60.0)
    for _ in range(2):
        assert run(served.named("은마")) == []
    assert [(each.code, each.hint) for each in served.notices] == [("SEARCH020", "rulewright index build")]
    _, whole = both(server)
    assert (run(whole.named("아무개")), whole.notices) == ([], [])


def test_the_values_that_documents_hold_together_are_the_same(server: SearchNode) -> None:
    mine, theirs = both(server)
    for names in (["sigungu", "dong"], ["dong"], []):
        assert set(run(theirs.told(names))) == set(run(mine.told(names)))
    assert ("노원구", None) in run(theirs.told(["sigungu", "dong"]))


def test_the_values_are_fetched_page_by_page(server: SearchNode, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, theirs = both(server)
    monkeypatch.setattr("engine.search.held._PAGE", 2)
    assert sorted(run(theirs.told(["sigungu", "dong"])), key=str) == sorted(
        run(mine.told(["sigungu", "dong"])), key=str
    )


def test_the_nearest_home_is_the_same_and_as_far(server: SearchNode) -> None:
    mine, theirs = both(server)
    for place in (NOWHERE, SearchPlace(name="압구정", lat=37.53, lon=127.03)):
        name, distance_m = run(theirs.nearest([place])) or ("", 0.0)
        assert (name, pytest.approx(distance_m, abs=0.01)) == run(mine.nearest([place]))
    assert run(theirs.nearest([])) is None


def test_whether_an_area_has_a_home_is_the_same(server: SearchNode) -> None:
    mine, theirs = both(server)
    for area, is_bare in (({"sigungu": ("노원구",)}, False), ({"sigungu": ("중구",)}, True)):
        assert run(theirs.is_bare(area)) is run(mine.is_bare(area)) is is_bare


TEXTS = (
    "강남역 근처 30평대 15억 이하",
    "대치동 아파트 20억 이하",
    "은마아파트 몇 세대야?",
    "제주시 아파트",
    "해운대역 근처 아파트",
)


def test_a_pack_without_documents_answers_from_the_server_alone(
    server: SearchNode, edited_pack: EditedPack, rulewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Searches, one home's facts, areas and the nearest home: all without the file that filled the index."""
    monkeypatch.setenv("RULEWRIGHT_SEARCH_URL", server.url)
    documents = "documents: examples/seoul/complexes.jsonl.gz\n"
    backend = ("backend: embedded", "backend: elasticsearch\nsearch: {index: alone, shards: 2, replicas: 1}")
    with_file = edited_pack({"rules/pack.yaml": [backend]})
    without = edited_pack({"rules/pack.yaml": [backend, (documents, "")]})
    embedded = edited_pack({})

    def told(pack: Path, *words: str, stdin: str = "") -> list[dict[str, Any]]:
        done = rulewright(*words, "--pack", str(pack), stdin=stdin)
        return [json.loads(line) for line in done.out.splitlines()]

    (built,) = told(with_file, "index", "build", "--json")
    assert built["places"]["documents"] > 6000
    (status,) = told(with_file, "index", "status", "--json")
    for held in (status, status["places"]):
        assert [(each["searched"], each["fits"]) for each in held["indices"]] == [(True, True)]
    assert _settings(server, built["index"]) == _settings(server, built["places"]["index"]) == ("2", "1")

    theirs, mine = (
        [event for event in told(pack, "ask", "-", *DAY, stdin="\n".join(TEXTS)) if event["event"] in SHOWN]
        for pack in (without, embedded)
    )
    assert theirs == mine
    assert [event["line"] for event in mine if event["event"] == "answered"] == [1, 2, 3, 4, 5]
    words = ("whynot", TEXTS[0], "은마아파트", *DAY)
    assert told(without, *words) == told(embedded, *words)


def _settings(server: SearchNode, index: str) -> tuple[str, str]:
    from engine.search.client import Connection
    from tests.elastic.indices import on

    async def work(connection: Connection) -> Any:
        return await connection.call("GET", f"/{index}/_settings")

    held = on(server, index, work)[index]["settings"]["index"]
    return held["number_of_shards"], held["number_of_replicas"]
