"""Situations in which search servers have surprised others, on both servers: each by what should happen."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine.score.query import Json
from engine.score.registry import KINDS
from engine.search.branches import read_wishes
from engine.search.client import Connection
from engine.search.compile import compile_query, residual
from engine.search.elastic import rank_on_server
from engine.search.embedded import rank
from engine.search.failures import ServerFailed
from engine.search.held import documents_on
from engine.search.indexing import Built, build_index, indices_of
from engine.search.mapping import indexed, mapping_of
from engine.search.request import SearchPlace, SearchRequest
from tests.elastic.indices import on, put, scores, searched
from tests.search.packs import CATALOG, DEFAULT, edited, pack
from tests.servers.node import SearchNode
from tests.test_scoring_page import kind_of_the_page, with_the_factor_of_the_page

pytestmark = pytest.mark.elastic
GANGNAM = SearchPlace(name="강남역", lat=37.497958, lon=127.027539)
NEAR = {"lat": 37.4985, "lon": 127.027539}
ONE_FACTOR = [("{distance: 35, price: 35, area: 15, newness: 5, listings: 10}",
               "{distance: 100, price: 0, area: 0, newness: 0, listings: 0}")]  # fmt: skip


def found(
    node: SearchNode, index: str, homes: list[dict[str, Any]], request: SearchRequest, revision: Any = None
) -> Mapping[str, float]:
    """The server's scores by id, best first: as many as the embedded backend has, in its order."""
    revision = revision or pack()
    put(node, index, homes, revision)
    told = scores(searched(node, index, compile_query(request, revision)))
    mine = {hit.id: hit.score for hit in rank(request, homes, revision).hits}
    assert list(told) == list(mine)
    assert list(told.values()) == pytest.approx(list(mine.values()), abs=1e-6)
    return told


def home(identity: str, **more: object) -> dict[str, Any]:
    return {"complex_id": identity, "name": identity, "listing_count": 0, "floor_plans": [], **more}


def test_a_home_without_a_location_does_not_come_first(server: SearchNode) -> None:
    homes = [home("nowhere"), *(home(f"near{n}", location=NEAR) for n in range(3))]
    request = SearchRequest(places=(GANGNAM,), filters=())
    old = "must: true, unknown: drop,\n               inside"
    with_place = edited({CATALOG: [(old, old.replace("drop", "keep_and_say"))]})
    told = found(server, "nowhere", homes, request, with_place)
    assert list(told) == ["near0", "near1", "near2", "nowhere"]
    assert told["nowhere"] == 0.0


def test_an_index_in_which_no_home_has_a_field_is_searched_all_the_same(server: SearchNode) -> None:
    request = SearchRequest(
        places=(GANGNAM,), params={"priceMax": 100_000, "areaMin": 30, "builtYearMin": 2000}, filters=False
    )
    assert found(server, "bare", [home("a"), home("b")], SearchRequest()) == {"a": 0.0, "b": 0.0}
    # its location is all that a home needs to be in the circle
    assert list(found(server, "bare", [home("a", location=NEAR)], request)) == ["a"]


def test_an_index_of_an_older_catalog_is_said_and_what_it_lacks_is_no_perfect_value(
    server: SearchNode,
) -> None:
    """The catalog has a field that the index was built without: a want, a factor and a curve read it."""
    added = {
        CATALOG: [
            ("  station_m:     {", "  lifts:         {type: count, absent: allowed}\n  station_m:     {"),
            ("  rooms:      {min", "  lifts:      {min: liftsMin, max: liftsMax, reads: lifts, must: true, "
             "unknown: drop}\n  rooms:      {min"),
        ],
        DEFAULT: [("{log_up_to: 50, unknown: 0}", "{log_up_to: 50, of: lifts, unknown: 0}")],
    }  # fmt: skip
    newer, homes = edited(added), [home("a", lifts=40), home("b", listing_count=3)]
    put(server, "older", homes, pack())

    def ranked(request: SearchRequest, revision: Any) -> Any:
        return on(server, "older", lambda connection: rank_on_server(request, revision, connection))

    asked = ranked(SearchRequest(params={"liftsMin": 3}), newer)
    assert (asked.hits, [each.code for each in asked.notices]) == ((), ["SEARCH020"])
    assert "built from another catalog" in asked.notices[0].message
    scored = ranked(SearchRequest(), newer)
    assert [(hit.id, hit.score) for hit in scored.hits] == [("a", 0.0), ("b", 0.0)]
    assert "SEARCH020" in [each.code for each in scored.notices]
    aim = "aim: {between: middle, at_least: 100%, at_most: 100%}"
    near = f"lifts: {{near: [lifts], {aim}, linear: {{zero_at: 50%}}, unknown: 0}}"
    text = f"kind: profile\nname: lifted\nweights: {{lifts: 100}}\n{near}\n"
    curved = edited(added, {"scoring_profiles/lifted.yaml": text})
    with pytest.raises(ServerFailed) as failed:
        ranked(SearchRequest(params={"liftsMin": 3}, profile="lifted", filters=False), curved)
    assert (failed.value.problems[0].code, "index build" in failed.value.problems[0].hint) == (
        "SEARCH005",
        True,
    )
    assert not ranked(SearchRequest(), pack()).notices


def test_a_profile_of_one_factor_gives_that_factor_alone(server: SearchNode) -> None:
    homes = [
        home("near", location=NEAR, listing_count=50),
        home("at", location={"lat": 37.497958, "lon": 127.027539}),
    ]
    told = found(server, "one", homes, SearchRequest(places=(GANGNAM,)), edited({DEFAULT: ONE_FACTOR}))
    assert list(told) == ["at", "near"]
    assert told["at"] == pytest.approx(1.0, abs=1e-6)


def test_the_factor_of_a_package_scores_on_a_server_as_in_memory(
    server: SearchNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "large", kind_of_the_page())
    homes = [home("large", households=1000), home("small", households=999), home("unsaid")]
    told = found(server, "plugin", homes, SearchRequest(), with_the_factor_of_the_page())
    assert told == pytest.approx({"large": 0.05, "unsaid": 0.01, "small": 0.0}, abs=1e-6)


def test_no_listings_and_a_negative_number_of_them_are_worth_nothing_and_no_error(server: SearchNode) -> None:
    homes = [home(f"n{n}", listing_count=n) for n in (0, -5, 1, 50, 51, 1_700_000_000, 1_700_000_001)]
    told = found(server, "counts", [*homes, {"complex_id": "none", "floor_plans": []}], SearchRequest())
    assert told["n0"] == told["n-5"] == told["none"] == 0.0
    assert told["n50"] == told["n51"] == told["n1700000000"] == told["n1700000001"] == pytest.approx(0.1)
    assert 0 < told["n1"] < told["n50"]


def test_a_home_far_beyond_the_curve_keeps_the_points_of_its_other_factors(server: SearchNode) -> None:
    busan = {"lat": 35.1796, "lon": 129.0756}
    homes = [home("near", location=NEAR), home("busan", location=busan, built_year=2024, listing_count=50)]
    told = found(server, "far", homes, SearchRequest(places=(GANGNAM,), radius_km=400))
    assert told["busan"] == pytest.approx(0.15)


def test_homes_a_step_apart_under_a_wide_curve_go_by_id(server: SearchNode) -> None:
    homes = [home(f"c{n}", location={**NEAR, "lat": NEAR["lat"] + (5 - n) * 5e-6}) for n in range(5)]
    wide = edited({DEFAULT: [("sigma: 1.2km", "sigma: 50km")]})
    told = found(server, "flat", homes, SearchRequest(places=(GANGNAM,)), wide)
    assert list(told) == [f"c{n}" for n in range(5)]
    assert len(set(told.values())) == 1


def test_homes_some_steps_from_the_place_have_the_server_s_score_to_the_bit(server: SearchNode) -> None:
    """Servers see no distance of a few centimetres, and a steep curve shows it."""
    metres = (0.0, 0.005, 0.05, 0.09, 0.2, 0.5, 1.0, 3.0, 10.0, 40.0, 150.0, 600.0)
    homes = [
        home(f"m{m}", location={"lat": GANGNAM.lat + m / 111_195.08, "lon": GANGNAM.lon - m / 88_000})
        for m in metres
    ]
    steep = edited({DEFAULT: [*ONE_FACTOR, ("gaussian: {sigma: 1.2km}", "exponential: {half_at: 50m}")]})
    request = SearchRequest(places=(GANGNAM,), limit=20)
    told = found(server, "steep", homes, request, steep)
    assert told == {hit.id: pytest.approx(hit.score, abs=3e-8) for hit in rank(request, homes, steep).hits}
    assert told["m0.0"] == told["m0.005"] == 1.0
    assert told["m1.0"] < told["m0.5"]


def test_within_the_offset_of_a_curve_every_home_is_worth_the_same(server: SearchNode) -> None:
    degrees = 1 / 111_195.08
    homes = [
        home(f"m{m}", location={"lat": GANGNAM.lat + m * degrees, "lon": GANGNAM.lon}) for m in (10, 290, 900)
    ]
    offset = edited({DEFAULT: [("gaussian: {sigma: 1.2km}", "gaussian: {sigma: 600m, offset: 300m}")]})
    told = found(server, "offset", homes, SearchRequest(places=(GANGNAM,)), offset)
    assert told["m10"] == told["m290"] == pytest.approx(0.35)
    assert told["m900"] == pytest.approx(0.35 * 0.6065307, abs=1e-5)  # one sigma begins where the offset ends


def test_a_home_without_floor_plans_is_not_a_home_whose_floor_plan_has_no_rooms(server: SearchNode) -> None:
    homes = [
        home("no_plans"),
        home("unsaid", floor_plans=[{"plan_id": "p", "area": 30}]),
        home("three", floor_plans=[{"plan_id": "p", "area": 30, "rooms": 3}]),
        home("mixed", floor_plans=[{"plan_id": "p", "rooms": 1}, {"plan_id": "q"}]),
        home("two", floor_plans=[{"plan_id": "p", "area": 30, "rooms": 2}]),
    ]
    told = found(server, "plans", homes, SearchRequest(params={"roomCountMin": 3}))
    assert list(told) == ["mixed", "three", "unsaid"]


def test_size_and_price_of_different_floor_plans_do_not_add_up(server: SearchNode) -> None:
    small, large = {"area": 20.0, "asking": {"DEAL": 90_000}}, {"area": 34.0, "asking": {"DEAL": 250_000}}
    homes = [
        home("apart", floor_plans=[small, large]),
        home("one", floor_plans=[{**large, "asking": {"DEAL": 99_000}}]),
    ]
    assert list(
        found(server, "joint", homes, SearchRequest(params={"areaMin": 30, "priceMax": 100_000}))
    ) == ["one"]


def test_a_floor_plan_without_prices_is_worth_the_unknown_and_not_a_perfect_one(server: SearchNode) -> None:
    homes = [
        home("priced", floor_plans=[{"area": 30, "asking": {"DEAL": 90_000}}]),
        home("zero", floor_plans=[{"area": 30, "asking": {"DEAL": 0}}]),
        home("bare", floor_plans=[{"area": 30}]),
        home("no_plans"),
    ]
    told = found(server, "prices", homes, SearchRequest(params={"priceMax": 100_000}, filters=False))
    assert told == pytest.approx({"priced": 0.35, "bare": 0.105, "no_plans": 0.105, "zero": 0.105})


@pytest.mark.parametrize(
    ("radius_km", "params", "ids"),
    [
        (0, {}, ["here"]),
        (1e306, {}, ["here", "there"]),
        (None, {"walkMinutesMax": 2.0**53}, ["here", "there"]),
        (None, {"walkMinutesMax": -1}, []),
    ],
)
def test_a_circle_of_any_size_is_one_that_the_server_takes(
    server: SearchNode, radius_km: float | None, params: dict[str, Any], ids: list[str]
) -> None:
    here = SearchPlace(name="here", lat=45.0, lon=90.0)  # a point of the servers' grid
    homes = [
        home("here", location={"lat": 45.0, "lon": 90.0}),
        home("there", location={"lat": 45.001, "lon": 90.0}),
    ]
    request = SearchRequest(places=(here,), radius_km=radius_km, params=params, filters=())
    assert list(found(server, "circles", homes, request)) == ids


def test_pages_of_equal_scores_are_complete_and_have_no_home_twice(server: SearchNode) -> None:
    homes = [home(f"c{n}") for n in range(50)]
    put(server, "ties", homes, pack())
    seen: list[str] = []
    after: list[object] | None = None
    while True:
        page = searched(server, "ties", compile_query(SearchRequest(), pack(), after=after, size=7))["hits"][
            "hits"
        ]
        seen += [hit["_id"] for hit in page]
        if len(page) < 7:
            break
        after = page[-1]["sort"]
    assert seen == sorted(each["complex_id"] for each in homes)
    assert [hit.id for hit in rank(SearchRequest(limit=50), homes, pack()).hits] == seen


def test_pages_of_a_filter_that_no_query_can_say_are_complete_as_well(server: SearchNode) -> None:
    also = "also: ['doc.households != null && doc.households * doc.households >= 10000.0']"
    revision = edited(files={"rules/filters/large.yaml": f"kind: filter\nname: large\n{also}\n"})
    (why,) = residual(read_wishes(SearchRequest(), revision), revision).values()
    assert why.endswith("doc.households * doc.households >= 10000.0: it calculates with a field")
    homes = [home(f"c{n:03}", households=n) for n in range(160)]
    put(server, "left", homes, revision)
    request = SearchRequest(limit=20)

    async def work(connection: Connection) -> Any:
        return await rank_on_server(request, revision, connection)

    result = on(server, "left", work)
    assert result.hits[0].id == "c100"
    assert [hit.id for hit in result.hits] == [hit.id for hit in rank(request, homes, revision).hits]


def test_a_text_to_look_for_that_is_longer_than_servers_take_is_looked_for_after_fetching(
    server: SearchNode,
) -> None:
    homes = [home("a", sigungu="가" * 300), home("b", sigungu="강남구"), home("c")]
    request = SearchRequest()
    for number, asked in enumerate((200, 201, 300)):
        also = f"doc.sigungu != null && doc.sigungu.contains('{'가' * asked}')"
        revision = edited(files={"rules/filters/odd.yaml": f'kind: filter\nname: odd\nalso: ["{also}"]\n'})
        put(server, f"long{number}", homes, revision)
        result = on(
            server, f"long{number}", lambda connection, of=revision: rank_on_server(request, of, connection)
        )
        assert (
            [hit.id for hit in result.hits]
            == [hit.id for hit in rank(request, homes, revision).hits]
            == ["a"]
        )


def test_an_index_of_something_else_behind_the_alias_is_no_answer(server: SearchNode) -> None:
    mappings: Json = {"mappings": {"properties": {"id": {"type": "keyword"}, "title": {"type": "keyword"}}}}
    on(server, "alien", lambda connection: connection.call("PUT", "/alien-1", mappings))
    alias: Json = {"actions": [{"add": {"index": "alien-1", "alias": "alien"}}]}
    on(server, "alien", lambda connection: connection.call("POST", "/_aliases", alias))
    empty = on(server, "alien", lambda connection: rank_on_server(SearchRequest(), pack(), connection))
    assert [(each.code, each.hint) for each in empty.notices] == [("SEARCH020", "rulewright index build")]
    lines: list[Json] = [{"index": {"_id": "1"}}, {"id": "1", "title": "x"}]
    on(
        server,
        "alien",
        lambda connection: connection.call("POST", "/alien-1/_bulk", lines, {"refresh": "true"}),
    )
    for params, code in (({}, "SEARCH008"), ({"areaMin": 30}, "SEARCH005")):
        asked = SearchRequest(params=params)
        with pytest.raises(ServerFailed, match=code) as failed:
            on(server, "alien", lambda connection, of=asked: rank_on_server(of, pack(), connection))
        assert "rulewright index build" in failed.value.problems[0].hint


def test_an_alias_over_two_indices_is_said_and_a_build_mends_it(server: SearchNode) -> None:
    homes = [home("a"), home("b")]
    put(server, "twice", homes, pack())
    put(server, "thrice", homes, pack())

    async def join(connection: Connection) -> Any:
        (other,) = await connection.call("GET", "/thrice")  # type: ignore[misc]
        return await connection.call(
            "POST", "/_aliases", {"actions": [{"add": {"index": other, "alias": "twice"}}]}
        )

    on(server, "twice", join)
    with pytest.raises(ServerFailed, match="SEARCH017"):
        on(server, "twice", lambda connection: rank_on_server(SearchRequest(), pack(), connection))
    put(server, "twice", homes, pack())
    found = on(server, "twice", lambda connection: rank_on_server(SearchRequest(), pack(), connection))
    assert ([hit.id for hit in found.hits], found.total) == (["a", "b"], 2)


def test_builds_at_once_leave_the_alias_on_one_whole_index(server: SearchNode) -> None:
    revision = pack()
    mapping = mapping_of(revision.catalog)
    made = [
        [indexed(home(f"{name}{n}"), revision.catalog) for n in range(count)]
        for name, count in (("a", 70), ("b", 60), ("c", 1), ("d", 2), ("e", 30))
    ]

    async def build_all(connection: Connection) -> Any:
        builds = (build_index(connection, "rush", mapping, each) for each in made)
        return await asyncio.gather(*builds, return_exceptions=True)

    for _ in range(2):
        ended = on(server, "rush", build_all)
        failed = [each for each in ended if not isinstance(each, Built)]
        assert all(isinstance(each, ServerFailed) and each.problems[0].code == "SEARCH012" for each in failed)
        searched = [each for each in on(server, "rush", lambda c: indices_of(c, "rush")) if each.is_searched]
        assert [each.is_whole for each in searched] == [True]
        found = on(server, "rush", lambda connection: rank_on_server(SearchRequest(), revision, connection))
        assert found.total == searched[0].documents
        assert searched[0].index in {each.index for each in ended if isinstance(each, Built)}


def test_a_read_only_server_takes_no_build_and_says_why(server: SearchNode) -> None:
    put(server, "frozen", [home("a")], pack())

    def blocked(value: bool | None) -> None:
        body: Json = {"persistent": {"cluster.blocks.read_only": value}}
        on(server, "frozen", lambda connection: connection.call("PUT", "/_cluster/settings", body))

    blocked(True)
    try:
        with pytest.raises(ServerFailed) as failed:
            put(server, "frozen", [home("b")], pack())
        assert [each.code for each in failed.value.problems] == ["SEARCH015"]
        found = on(server, "frozen", lambda connection: rank_on_server(SearchRequest(), pack(), connection))
        assert [hit.id for hit in found.hits] == ["a"]
    finally:
        blocked(None)


def test_a_server_killed_midway_fails_the_build_and_the_search_as_unreachable(server: SearchNode) -> None:
    revision, killed = pack(), SearchNode(kind=server.kind, heap="256m").start()
    try:
        put(killed, "killed", [home("a")], revision)

        def documents() -> Iterator[Json]:
            for n in range(1_200):
                if n == 1_100:  # the first chunk is in
                    killed.kill()
                yield indexed(home(f"h{n}"), revision.catalog)

        def build(connection: Connection) -> Any:
            return build_index(connection, "killed", mapping_of(revision.catalog), documents())

        with pytest.raises(ServerFailed) as failed:
            on(killed, "killed", build)
        assert [each.code for each in failed.value.problems] == ["SEARCH003", "SEARCH014"]
        with pytest.raises(ServerFailed, match="SEARCH003"):
            on(killed, "killed", lambda connection: rank_on_server(SearchRequest(), revision, connection))
    finally:
        killed.stop()


def test_a_document_comes_back_word_for_word(server: SearchNode) -> None:
    whole = home("한", location=NEAR, floor_plans=[{"plan_id": "p", "asking": {"DEAL": 0}, "rooms": None}])
    put(server, "words", [whole], pack())

    async def work(connection: Connection) -> Any:
        return await documents_on(["없", "한"], connection)

    assert on(server, "words", work) == {"한": whole}
