"""A pack whose homes and places a server holds, and a server that lacks some of them."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.errors import ConfigError
from engine.runtime.data import columns_of, index_of
from engine.runtime.engine import Engine
from engine.runtime.revision import load
from engine.score.query import ALL
from engine.search.reserved import DOCUMENT
from tests.search.fake_server import Received, Reply, error, reply, serving

TODAY = date(2026, 6, 30)
WITHOUT = [
    ("documents: examples/seoul/complexes.jsonl.gz\n", ""),
    ("backend: embedded", "backend: elasticsearch"),
]
NOTHING: Mapping[str, Any] = {"hits": {"total": {"value": 0}, "hits": []}}
ANY_HOME = {"_index": "homes", "_id": "far", "_score": None, "_source": {DOCUMENT: {"complex_id": "far"}}}


def answering(request: Received) -> Reply:
    """No index of places, and an index of homes in which nothing is found that is asked for."""
    if "-places" in request.path:
        return error(404, "index_not_found_exception")
    body = json.loads(request.body)
    if body.get("query") == ALL:
        return reply({"hits": {"total": {"value": 1}, "hits": [ANY_HOME]}})
    names = body.get("aggs", {}).get("cases", {}).get("filters", {}).get("filters", {})
    told = {"buckets": []}
    cases = {"buckets": {name: {"doc_count": 0} for name in names}}
    return reply({**NOTHING, "aggregations": {"cases": cases, "told": told}})


def failing_behind(searches: int) -> Callable[[Received], Reply]:
    """The same, until it was asked for homes so many times."""
    asked = 0

    def behave(request: Received) -> Reply:
        nonlocal asked
        asked += "-places" not in request.path
        return error(500, "broken") if asked > searches else answering(request)

    return behave


def events(pack: Path, behave: Callable[[Received], Reply], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    with serving(behave) as fake:
        monkeypatch.setenv("RULEWRIGHT_SEARCH_URL", fake.url)
        return list(Engine(load(pack)).ask_sync("강남역 근처 아파트 15억 이하", today=TODAY))


def test_a_server_without_places_is_said_and_memory_looks_them_up(
    edited_pack: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = events(edited_pack({"rules/pack.yaml": WITHOUT}), answering, monkeypatch)
    (steps,) = [e.data["plan"]["steps"] for e in told if e.event == "sanitized"]
    assert [step["name"] for step in steps][:1] == ["poi_search"]
    finished = [e.data for e in told if e.event == "step_finished"]
    assert {each["state"] for each in finished} == {"ok"}
    (degraded,) = [e.data for e in told if e.event == "degraded"]
    assert degraded["kind"] == "place_index"
    assert "property-places" in degraded["detail"]
    assert "rulewright index build" in degraded["detail"]
    (answer,) = [e.data["text"] for e in told if e.event == "answered"]
    assert "장소는 검색 서버가 아니라" in answer


def test_a_nearest_home_that_cannot_be_asked_for_is_said_beside_the_answer(
    edited_pack: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = edited_pack({"rules/pack.yaml": WITHOUT})
    with serving(answering) as fake:
        monkeypatch.setenv("RULEWRIGHT_SEARCH_URL", fake.url)
        list(Engine(load(pack)).ask_sync("강남역 근처 아파트 15억 이하", today=TODAY))
        homes = sum("-places" not in each.path for each in fake.asked)
    told = events(pack, failing_behind(homes - 1), monkeypatch)
    kinds = [e.data["kind"] for e in told if e.event == "degraded"]
    assert kinds == ["nearest", "place_index"]
    assert [e.event for e in told][-2:] == ["answered", "trace"]


def test_without_documents_memory_has_nothing_to_rank(edited_pack: Callable[..., Path]) -> None:
    revision = load(edited_pack({"rules/pack.yaml": WITHOUT}))
    assert index_of(revision) is not None
    with pytest.raises(ConfigError, match="CONF021"):
        columns_of(revision)
