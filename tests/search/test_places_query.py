"""Places in a server's form, and a written name as a query: pure, without scripts and without analyzers."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pprint import pformat
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.places.index import PlaceIndex
from engine.places.match import Boosts
from engine.places.place import Place
from engine.search.places_mapping import indexed_places, mapping_of_places
from engine.search.places_query import compile_alike_query, compile_places_query

BOOSTS = Boosts(exact=10.0, partial=5.0, address=3.0, ngram=1.0)
PLACES = (
    Place(
        "s1", "강남역", "station", 37.498, 127.028, "수도권", "서울특별시 강남구", ("2호선",), (), "Gangnam"
    ),
    Place("s2", "강남구청역", "station", 37.517, 127.041, "수도권", "서울특별시 강남구", ("7호선",)),
    Place("d1", "역삼동", "dong", 37.5, 127.036, "수도권", "서울특별시 강남구 역삼동"),
    Place("c1", "래미안(임대)", "complex", 37.5, 127.03, "수도권", "서울특별시 강남구", (), ("래미안역삼",)),
)
WORDS = {"suffixes": ("역", "동"), "aliases": {"강남역": ("강남사거리",)}}


def index(*places: Place) -> PlaceIndex:
    return PlaceIndex(places or PLACES, boosts=BOOSTS, **WORDS)  # pyright: ignore[reportArgumentType]


def compiled(text: str, boosts: Boosts = BOOSTS, *, apart: bool = False) -> dict[str, Any]:
    wanted = index().read(text)
    assert wanted is not None
    return compile_places_query(wanted, boosts, size=100, apart=apart)


def parts(node: object) -> Iterator[tuple[str, object]]:
    """Every key of the body with what it holds."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield str(key), value
            yield from parts(value)
    elif isinstance(node, list):
        for each in node:
            yield from parts(each)


def test_the_mark_of_the_places_is_the_same_in_every_process() -> None:
    made = index()
    turned = index()
    turned.entries = {key: found[::-1] for key, found in reversed(turned.entries.items())}
    assert mapping_of_places([*indexed_places(made)]) == mapping_of_places([*indexed_places(turned)])


@pytest.mark.parametrize("text", ["강남역", "강남", "2호선 강남 역", "역삼1동", "rkdska"])
def test_the_query_of_a_name(text: str, snapshot: SnapshotAssertion) -> None:
    assert pformat(compiled(text), width=150, compact=True, sort_dicts=False) == snapshot


def test_the_query_of_words_that_stand_apart(snapshot: SnapshotAssertion) -> None:
    body = compiled("역삼 래미안", apart=True)
    assert pformat(body, width=150, compact=True, sort_dicts=False) == snapshot


@pytest.mark.parametrize("key", ["깅남역", "ㄱㄴㅇ"])
def test_the_query_of_a_name_that_nothing_has(key: str, snapshot: SnapshotAssertion) -> None:
    body = compile_alike_query(key, 1.0, edits=1, size=100)
    assert pformat(body, width=150, compact=True, sort_dicts=False) == snapshot


def test_no_query_has_a_script_or_a_text_that_is_analysed() -> None:
    bodies = [compiled("2호선 강남"), compile_alike_query("강남", 1.0, edits=None, size=5)]
    for key, value in (each for body in bodies for each in parts(body)):
        assert key not in ("script", "script_score", "match", "query_string", "fuzzy", "wildcard", "regexp")
        if key == "field_value_factor":
            assert isinstance(value, dict)
            assert "missing" in value
    fields = mapping_of_places([])["properties"]
    kinds = {value for key, value in parts(fields) if key == "type"}
    assert kinds == {"keyword", "double", "integer", "object", "nested"}


def test_each_boost_of_the_tool_decides_its_own_way() -> None:
    plain = json.dumps(compiled("강남"))
    for name in ("exact", "partial", "address"):
        other = replace(BOOSTS, **{name: 8.25})
        told = json.dumps(compiled("강남", other))
        assert told != plain
        assert "8.25" in told
    assert '"boost": 0.5' in json.dumps(compile_alike_query("ㄱㄴ", 0.5, edits=1, size=5))


def test_a_place_is_found_by_every_part_of_a_name_and_by_its_letters() -> None:
    held = {document["id"]: document for document in indexed_places(index())}
    station = held["s1"]
    names = {name["key"]: name for name in station["names"]}
    assert set(names) == {"강남역", "강남", "강남사거리", "gangnam"}
    assert names["강남역"]["tails"] == ["강남역", "남역"]
    assert "tails" not in names["강남"]  # 강남역 has its letters
    assert (names["강남역"]["initials"], names["강남역"]["length"]) == ("ㄱㄴㅇ", 3)
    assert "initials" not in names["gangnam"]
    assert station["lines"] == ["2호선"]
    assert station["place"]["name"] == "강남역"
    assert all("initials" not in name for name in held["c1"]["names"])
    assert sorted(document["order"] for document in held.values()) == [0, 1, 2, 3]


def test_other_places_or_words_have_another_mark() -> None:
    def mark(found: PlaceIndex) -> object:
        return mapping_of_places([*indexed_places(found)])["_meta"]

    assert mark(index()) == mark(index())
    assert mark(index()) != mark(index(*PLACES[1:]))
    assert mark(index()) != mark(PlaceIndex(PLACES, boosts=BOOSTS, suffixes=("역", "동")))
