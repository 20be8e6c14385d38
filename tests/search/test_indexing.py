"""Building an index against a server that fails at a chosen call: the alias never points at half an index."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import ConfigError, EngineError
from engine.search.client import ServerSettings, connect
from engine.search.indexing import Built, Layout, build_index
from tests.search.fake_server import Received, Reply, error, reply, serving

MAPPING = {"properties": {"id": {"type": "keyword"}}, "_meta": {"mapping": "m"}}
DOCUMENTS = [{"id": str(number), "name": f"home {number}"} for number in range(3)]
OLD = [f"homes-2020010100000000000{n}-0000000{n}" for n in range(3)]


class Indices:
    """A server's indices, as little of them as a build needs: name → its documents' ids and aliases."""

    def __init__(self, *names: str, searched: str = "") -> None:
        self.held: dict[str, set[str]] = {name: set() for name in names}
        self.searched = searched
        self.meta: dict[str, Any] = {}
        self.breaks: dict[str, Reply] = {}
        self.lost = 0
        self.largest = 1_000_000
        self.filling: set[str] = set()

    def __call__(self, request: Received) -> Reply:
        path = request.path.partition("?")[0]
        name, _, action = path.lstrip("/").partition("/")
        broken = next(
            (r for key, r in self.breaks.items() if re.fullmatch(key, f"{request.method} {path}")), None
        )
        return broken or getattr(self, f"on_{request.method.lower()}")(name, action, request.body)

    def on_get(self, name: str, action: str, _: bytes) -> Reply:
        if action == "_count":
            return reply({"count": len(self.held[name]) - self.lost})
        pattern = re.escape(name).replace(r"\*", ".*")
        found = [
            each
            for each in self.held
            if re.fullmatch(pattern, each) or (name == "homes" and each == self.searched)
        ]
        if not found and "*" not in name:
            return error(404, "index_not_found_exception")
        return reply(
            {
                n: {
                    "aliases": {"homes": {}} if n == self.searched else {},
                    "mappings": self.meta.get(n, {}),
                    "settings": {"index": {"refresh_interval": "-1"} if n in self.filling else {}},
                }
                for n in found
            }
        )

    def on_put(self, name: str, action: str, body: bytes) -> Reply:
        if not action:
            self.held[name] = set()
            self.filling.add(name)
            self.meta[name] = json.loads(body)["mappings"]
        else:
            self.filling.discard(name)
        return reply({"acknowledged": True})

    def on_post(self, name: str, action: str, body: bytes) -> Reply:
        if action == "_bulk" and len(body) > self.largest:
            return Reply(status=413, body=b"<html>", headers={"content-type": "text/html"})
        if action == "_bulk":
            ids = [json.loads(line)["index"]["_id"] for line in body.splitlines()[::2]]
            self.held[name] |= set(ids)
            return reply({"items": [{"index": {"_id": each, "status": 201}} for each in ids]})
        if name == "_aliases":
            actions = json.loads(body)["actions"]
            self.searched = next((a["add"]["index"] for a in actions if "add" in a), self.searched)
        return reply({})

    def on_delete(self, name: str, action: str, _: bytes) -> Reply:
        return reply({}) if self.held.pop(name, None) is not None else error(404, "index_not_found_exception")


def build(server: Indices, keep: int = 1, documents: Any = DOCUMENTS) -> Built:
    async def run(url: str) -> Built:
        async with connect(ServerSettings(url=url, index="homes"), deadline_s=5) as connection:
            return await build_index(connection, "homes", MAPPING, documents, keep=keep)

    with serving(server) as fake:
        return asyncio.run(run(fake.url))


def test_copies_are_made_of_the_whole_index_alone() -> None:
    server = Indices()

    async def run(url: str) -> None:
        async with connect(ServerSettings(url=url, index="homes"), deadline_s=5) as connection:
            await build_index(connection, "homes", MAPPING, DOCUMENTS, layout=Layout(shards=3, replicas=2))

    with serving(server) as fake:
        asyncio.run(run(fake.url))
    calls = [(each.method, each.path.rpartition("/")[2].partition("?")[0], each.body) for each in fake.asked]
    (created,) = [json.loads(body) for method, end, body in calls if method == "PUT" and end != "_settings"]
    assert created["settings"]["index"] == {
        "refresh_interval": "-1",
        "number_of_shards": 3,
        "number_of_replicas": 0,
    }
    ends = [end for _, end, _ in calls]
    (settled,) = [json.loads(body) for _, end, body in calls if end == "_settings"]
    assert settled["index"] == {"refresh_interval": None, "number_of_replicas": 2}
    assert ends.index("_bulk") < ends.index("_count") < ends.index("_aliases") < ends.index("_settings")


def failing(server: Indices, kind: type[EngineError] = EngineError) -> list[str]:
    with pytest.raises(kind) as failed:
        build(server)
    return [problem.code for problem in failed.value.problems]


@pytest.mark.parametrize(("keep", "removed"), [(0, OLD), (1, OLD[:2]), (3, [])])
def test_the_alias_moves_to_the_new_index_and_the_last_older_ones_stay(keep: int, removed: list[str]) -> None:
    server = Indices(*OLD, "homes-other", searched=OLD[2])
    built = build(server, keep)
    assert (server.searched, built.documents, list(built.removed)) == (built.index, 3, removed)
    assert set(server.held) == {built.index, "homes-other", *OLD} - set(removed)


@pytest.mark.parametrize(("before", "is_said"), [(7, True), (6, False), (2, False)])
def test_less_than_half_of_what_the_index_before_held_is_said(before: int, is_said: bool) -> None:
    server = Indices(*OLD, searched=OLD[2])
    server.held[OLD[2]] = {f"old{n}" for n in range(before)}
    built = build(server)
    assert (server.searched, [each.code for each in built.notices]) == (built.index, ["SEARCH023"] * is_said)
    for notice in built.notices:
        assert f"{built.index} holds 3 documents, and {OLD[2]} before it {before}" in notice.message


def test_an_index_before_that_is_gone_when_it_is_counted_fails_no_build() -> None:
    server = Indices(*OLD, searched=OLD[2])
    server.breaks[f"GET /{OLD[2]}/_count"] = error(404, "index_not_found_exception")
    assert (build(server).notices, server.searched > OLD[2]) == ((), True)


@pytest.mark.parametrize(
    ("call", "answer", "codes"),
    [
        ("PUT /homes-[^/]*", error(400, "mapper_parsing_exception"), ["SEARCH005"]),
        ("POST .*_bulk", error(413, "too_large"), ["SEARCH011"] * 3),
        ("POST .*_bulk", error(403, "cluster_block_exception"), ["SEARCH015"]),
        ("POST .*_bulk", reply({"items": []}), ["SEARCH008"]),
        ("POST .*_refresh", error(500, "x"), ["SEARCH004"]),
        ("POST .*_refresh", error(404, "index_not_found_exception"), ["SEARCH012"]),
        ("POST /_aliases", error(500, "x"), ["SEARCH004"]),
    ],
)
def test_a_failure_takes_the_new_index_away_and_leaves_the_alias(
    call: str, answer: Reply, codes: list[str]
) -> None:
    server = Indices(OLD[0], searched=OLD[0])
    server.breaks[call] = answer
    assert failing(server) == codes
    assert (set(server.held), server.searched) == ({OLD[0]}, OLD[0])


def test_a_refused_document_is_named_with_its_reason_and_without_its_values() -> None:
    server = Indices(OLD[0], searched=OLD[0])
    bad = {"status": 400, "error": {"type": "m", "reason": "cannot read home 1 as [price]"}}
    items = [{"index": {"status": 201}}, {"index": bad}, {"index": {"status": 201}}]
    server.breaks["POST .*_bulk"] = reply({"items": items, "errors": True})
    with pytest.raises(
        EngineError, match=r"SEARCH011 document 2, 1, was refused: m: cannot read … as \[price\]"
    ):
        build(server)
    assert set(server.held) == {OLD[0]}


def test_what_is_too_large_for_a_proxy_goes_in_smaller_parts() -> None:
    server = Indices(OLD[0], searched=OLD[0])
    server.largest = 120
    built = build(server, documents=[{"id": str(n), "name": "x" * 40} for n in range(9)])
    assert (built.documents, server.held[built.index]) == (9, {str(n) for n in range(9)})


def test_a_document_that_is_too_large_alone_is_named_and_leaves_no_half_index() -> None:
    server = Indices(OLD[0], searched=OLD[0])
    server.largest = 120
    with pytest.raises(EngineError, match=r"SEARCH011 document 2, b, has [0-9]+ bytes: too large") as failed:
        build(server, documents=[{"id": "a"}, {"id": "b", "name": "x" * 206}, {"id": "c"}])
    assert len(failed.value.problems) == 1
    assert (set(server.held), server.searched) == ({OLD[0]}, OLD[0])


def test_an_index_whose_build_was_killed_is_not_the_one_to_go_back_to() -> None:
    server = Indices(*OLD, searched=OLD[1])
    server.filling = {OLD[2]}
    built = build(server, keep=1)
    assert set(server.held) == {built.index, OLD[1], OLD[2]}
    (notice,) = built.notices
    assert notice.code == "SEARCH014"
    assert OLD[2] in notice.message
    assert "half-built" in notice.message


def test_documents_that_are_not_there_afterwards_end_the_build() -> None:
    server = Indices()
    server.lost = 1
    assert failing(server) == ["SEARCH012"]
    assert not server.held


def test_an_index_of_the_alias_s_name_is_refused_before_anything_is_made() -> None:
    server = Indices("homes")
    assert failing(server, ConfigError) == ["SEARCH013"]
    assert set(server.held) == {"homes"}


class Overtaken(Indices):
    """A server on which other builds point the alias elsewhere, so many times, just before this one does."""

    def __init__(self, *names: str, times: int) -> None:
        super().__init__(*names, searched=names[0])
        self.times = times

    def on_post(self, name: str, action: str, body: bytes) -> Reply:
        if name == "_aliases" and self.times:
            self.times -= 1
            self.searched = next(each for each in OLD if each != self.searched)
            return error(500, "illegal_state_exception", "alias [homes] has more than one write index")
        return super().on_post(name, action, body)


def test_a_build_that_another_overtakes_points_the_alias_at_its_index_alone() -> None:
    server = Overtaken(*OLD, times=3)
    assert build(server).index == server.searched
    server = Overtaken(*OLD, times=1_000)
    assert failing(server) == ["SEARCH012"]
    assert set(server.held) == set(OLD)


def test_a_swap_whose_answer_was_lost_is_seen_and_the_build_is_whole() -> None:
    class Lost(Indices):
        def on_post(self, name: str, action: str, body: bytes) -> Reply:
            done = super().on_post(name, action, body)
            return Reply(how="reset") if name == "_aliases" else done

    server = Lost(OLD[0], searched=OLD[0])
    built = build(server)
    assert (server.searched, built.documents, built.notices) == (built.index, 3, ())


def test_copies_that_a_server_refuses_are_said_and_the_new_index_is_searched() -> None:
    server = Indices(OLD[0], searched=OLD[0])
    server.breaks["PUT .*_settings"] = error(403, "y")
    built = build(server)
    assert server.searched == built.index
    assert [notice.code for notice in built.notices] == ["SEARCH014"]
    assert "neither refreshed nor copied" in built.notices[0].message


def test_a_clean_up_that_fails_is_said_beside_the_first_error() -> None:
    server = Indices()
    server.breaks = {"POST .*_refresh": error(500, "x"), "DELETE .*": error(403, "y")}
    assert failing(server) == ["SEARCH004", "SEARCH014"]


def test_an_older_index_that_stays_does_not_fail_the_build() -> None:
    server = Indices(*OLD, searched=OLD[2])
    server.breaks = {"DELETE .*": error(403, "y")}
    built = build(server)
    assert [notice.code for notice in built.notices] == ["SEARCH014", "SEARCH014"]
    assert built.removed == ()


def test_a_cancelled_build_leaves_no_half_index() -> None:
    server = Indices(OLD[0], searched=OLD[0])
    server.breaks["POST .*_bulk"] = Reply(how="stall")

    async def run(url: str, asked: Callable[[], int]) -> None:
        async with connect(ServerSettings(url=url, index="homes"), deadline_s=30) as connection:
            building = asyncio.ensure_future(build_index(connection, "homes", MAPPING, DOCUMENTS))
            while asked() < 3:
                await asyncio.sleep(0.01)
            building.cancel()
            with pytest.raises(asyncio.CancelledError):
                await building

    with serving(server) as fake:
        asyncio.run(asyncio.wait_for(run(fake.url, lambda: len(fake.asked)), 10))
    assert (set(server.held), server.searched) == ({OLD[0]}, OLD[0])
