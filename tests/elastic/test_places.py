"""Places on real servers: the same places for the same names as the index in memory."""

import asyncio
from collections.abc import Sequence

import pytest

from engine.config.revision import Revision
from engine.places.index import PlaceIndex
from engine.places.match import Match
from engine.runtime.data import index_of
from engine.search.client import Connection, ServerSettings
from engine.search.indexing import build_index
from engine.search.places_found import places_on_server
from engine.search.places_mapping import indexed_places, mapping_of_places
from engine.search.served import Served
from tests.elastic.indices import on
from tests.servers.node import SearchNode

pytestmark = pytest.mark.elastic
_AT_ONCE = 16
INDEX = "homes-places"
SAID = (
    "강남", "강남 역", "2호선 강남", "부산 교대역", "대치동 은마아파트", "은마", "현대아파트", "반포자이",
    "자이 반포",
    "역삼1동", "분당구", "중구", "9호선", "테헤란", "서울대", "타워팰리스", "rkdska", "gangnam station",
    "Konkuk University", "깅남역", "신도립역", "ㄱㄴㅇ", "호그와트역", "가",
)  # fmt: skip


@pytest.fixture(scope="module")
def index(revision: Revision) -> PlaceIndex:
    found = index_of(revision)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def placed(server: SearchNode, index: PlaceIndex) -> SearchNode:
    """The server with every place of the pack."""
    made = [*indexed_places(index)]

    async def work(connection: Connection) -> int:
        return (await build_index(connection, INDEX, mapping_of_places(made), made)).documents

    assert on(server, INDEX, work) == len(index.places)
    return server


def looked_up(
    node: SearchNode, index: PlaceIndex, names: Sequence[str], *, near: str | None = None, limit: int = 5
) -> list[tuple[Match, ...]]:
    async def work(connection: Connection) -> list[tuple[Match, ...]]:
        found: list[tuple[Match, ...]] = []
        for start in range(0, len(names), _AT_ONCE):
            some = names[start : start + _AT_ONCE]
            found += await asyncio.gather(
                *(places_on_server(name, index, connection, near=near, limit=limit, edits=1) for name in some)
            )
        return found

    return on(node, INDEX, work)


def test_every_station_is_the_one_that_memory_finds_with_the_same_others(
    placed: SearchNode, index: PlaceIndex
) -> None:
    names = list(dict.fromkeys(place.name for place in index.places if place.kind == "station"))
    assert len(names) > 900
    told = looked_up(placed, index, names)
    assert told == [index.lookup(name, edits=1) for name in names]


@pytest.mark.parametrize("said", SAID)
def test_names_as_people_write_them_mean_the_same_place(
    placed: SearchNode, index: PlaceIndex, said: str
) -> None:
    (told,) = looked_up(placed, index, [said])
    mine = index.lookup(said, edits=1)
    assert [(match.place.id, match.how, match.score) for match in told] == [
        (match.place.id, match.how, match.score) for match in mine
    ]


def test_what_is_said_besides_decides_between_places_of_one_name(
    placed: SearchNode, index: PlaceIndex
) -> None:
    for near in ("부산", "서면역", "2호선"):
        (told,) = looked_up(placed, index, ["교대역"], near=near)
        assert told == index.lookup("교대역", near=near, edits=1)
    (told,) = looked_up(placed, index, ["교대역"])
    assert len({match.place.region for match in told if match.how == "exact"}) > 1


def test_an_exact_name_comes_before_a_part_that_before_an_address_and_like_letters_only_alone(
    placed: SearchNode, index: PlaceIndex
) -> None:
    (told,) = looked_up(placed, index, ["강남구"], limit=100)
    ways = [match.how for match in told]
    assert (ways[0], set(ways)) == ("exact", {"exact", "partial", "address"})
    assert told[0].score > max(match.score for match in told if match.how == "partial")
    assert max(m.score for m in told if m.how == "partial") > max(m.score for m in told if m.how == "address")
    (misspelt,) = looked_up(placed, index, ["깅남역"])
    assert {match.how for match in misspelt} == {"ngram"}
    assert misspelt[0].score < index.boosts.ngram


def test_without_an_index_of_places_memory_answers_and_the_mend_is_said(
    server: SearchNode, index: PlaceIndex, revision: Revision
) -> None:
    settings = ServerSettings(url=server.url, index="nothing")
    served = Served(settings=settings, revision=revision, deadline_s=30.0, index=index)
    assert asyncio.run(served.lookup("강남역", limit=3)) == index.lookup("강남역", limit=3)
    asyncio.run(served.within(20.0).lookup("강남역"))
    (notice,) = served.notices
    assert (notice.code, notice.hint) == ("SEARCH007", "rulewright index build")
    assert "nothing-places" in notice.message
