"""Columns as a file: what comes back is what was written, and nothing else is taken for it."""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.search import records
from engine.search.column_file import FORMAT, dump_columns, load_columns
from engine.search.columns import Columns
from engine.search.embedded import rank
from engine.search.request import SearchRequest
from tests.search.changing import answers, asked, placed_homes, reloaded
from tests.search.packs import edited, pack

FEW = settings(max_examples=40, deadline=None)
HOMES = [
    {"complex_id": f"c{n}", "name": "집\ud800\u2028", "sido": "서울", "floor_plans": [{"area_m2": 30.0 + n}]}
    for n in range(20)
]


@FEW
@given(placed_homes(), asked)
def test_loaded_columns_answer_as_built_ones(documents: list[dict], request: SearchRequest) -> None:
    built = Columns.build(documents, pack())
    loaded = reloaded(built)
    assert answers(loaded, request) == answers(built, request)
    assert loaded.nbytes == built.nbytes
    assert loaded.held.keys() == built.held.keys()


def test_texts_of_any_kind_come_back() -> None:
    odd = [*HOMES, {"complex_id": 'a"\n\0\ud800', "name": "e" * 70_000, "built_year": float("inf")}]
    loaded = reloaded(Columns.build(odd, pack()))
    assert dict(loaded.by_id) == {each["complex_id"]: each for each in odd}
    assert loaded.ids == Columns.build(odd, pack()).ids


def test_only_the_documents_that_are_shown_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = reloaded(Columns.build(HOMES, pack()))
    read: list[object] = []
    monkeypatch.setattr(
        records.json, "loads", lambda text: read.append(text) or json.JSONDecoder().decode(text)
    )
    for _ in range(2):
        hits = rank(SearchRequest(limit=3), loaded, pack()).hits
        assert len(hits) == len(read) == 3  # the second time they are still in memory
        assert "\ud800" in hits[0].doc["name"]


@pytest.mark.parametrize(
    "condition",
    ["doc.road_address != null && doc.road_address.startsWith('길 1')", "doc.name.contains('집')"],
)
def test_a_condition_on_a_text_reads_no_document_either(
    monkeypatch: pytest.MonkeyPatch, condition: str
) -> None:
    files = {"rules/filters/odd.yaml": f'kind: filter\nname: odd\nalso: ["{condition}"]\n'}
    revision, documents = edited(files=files), [{**each, "road_address": "길 12"} for each in HOMES]
    loaded = reloaded(Columns.build(documents, revision))
    decoded: list[object] = []
    monkeypatch.setattr(
        records.json, "loads", lambda text: decoded.append(text) or json.JSONDecoder().decode(text)
    )
    hits = rank(SearchRequest(limit=1), loaded, revision)
    assert hits.total == 20
    assert len(decoded) == 1  # the home that is shown


def test_a_document_behind_columns_is_read_whatever_column_is_asked_for() -> None:
    loaded = reloaded(Columns.build([{"complex_id": "a", "road_address": "길 1"}], pack()))
    assert list(loaded.codes("road_address").number) == ["길 1"]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_file_with_another_byte_is_not_taken(written: Path, data: st.DataObject) -> None:
    whole = written.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    changed = bytearray(whole)
    changed[at] ^= data.draw(st.integers(1, 255))
    broken = written.with_suffix(".broken")
    broken.write_bytes(changed)
    assert load_columns(broken, pack().catalog, "key") is None


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("columns") / "columns.bin"
    file.write_bytes(dump_columns(Columns.build(HOMES, pack()), "key"))
    return file


@pytest.mark.parametrize("length", [0, 1, 19, 20, 21, 64, 1000, -64, -8, -1])
def test_a_file_that_was_cut_off_is_not_taken(written: Path, tmp_path: Path, length: int) -> None:
    cut = tmp_path / "cut.bin"
    cut.write_bytes(written.read_bytes()[:length])
    assert load_columns(cut, pack().catalog, "key") is None


@pytest.mark.parametrize(
    "data", [b"x" * 64, b"PK\x03\x04" + b"\0" * 100, b"rwcolumn", b"rwcolumn" + b"\xff" * 99]
)
def test_a_foreign_file_is_not_taken(tmp_path: Path, data: bytes) -> None:
    foreign = tmp_path / "foreign.bin"
    foreign.write_bytes(data)
    assert load_columns(foreign, pack().catalog, "key") is None


def test_a_longer_file_another_key_and_no_file_are_not_taken(written: Path, tmp_path: Path) -> None:
    longer = tmp_path / "longer.bin"
    longer.write_bytes(written.read_bytes() + bytes(64))
    catalog = pack().catalog
    assert load_columns(longer, catalog, "key") is None
    assert load_columns(written, catalog, "other") is None
    assert load_columns(tmp_path / "nothing", catalog, "key") is None
    assert load_columns(tmp_path, catalog, "key") is None
    assert load_columns(written, catalog, "key") is not None


CATALOG = """kind: catalog
document: home
id: id
name: name
fields:
  kind: {type: choice, values: [flat, house]}
  town: {type: text}
  new: {type: flag}
  at: {type: point, absent: allowed}
items:
  rooms:
    id: room
    fields:
      m2: {type: area, unit: ㎡}
      size: {type: area, unit: 평, from: m2, times: 1.35}
      asking: {type: money, per: deal_type, zero: absent}
      traded: {type: money, per: deal_type, zero: absent}
      price: {first_of: [asking, traded]}
wants:
  deal: {choice: deal, default: SALE, must: true, unknown: drop, has: {SALE: rooms.price, RENT: rooms.price}}
  place: {max: km, default: 3km, reads: at, from: places, must: true, unknown: drop,
          inside: {district: [town]}}
"""
HOUSES = [
    {"id": "b", "kind": "flat", "town": "가", "new": True, "at": {"lat": 37.5, "lon": 127.0}, "rooms": []},
    {"id": "a", "town": "나", "new": False, "rooms": [
        {"m2": 59.97, "asking": {"SALE": 0, "RENT": 16_777_217}, "traded": {"SALE": 7}}, {"size": 20},
    ]},
]  # fmt: skip


def test_what_columns_hold_changes_only_with_the_format() -> None:
    """A cache that an older version filled would be read otherwise: raise FORMAT, then this digest."""
    columns = Columns.build(HOUSES, edited(files={"rules/catalog.yaml": CATALOG}))
    held = {str(key): values for key, values in columns.held.items()}
    fixed = {name: getattr(columns, name) for name in ("id_order", "cells", "first_part")}
    coded = {path: codes.of_home for path, codes in columns.coded.items()}
    arrays = {**held, **fixed, **coded}
    told = {name: None if each is None else (each.dtype.str, each.tolist()) for name, each in arrays.items()}
    words = [dict(codes.number) for codes in columns.coded.values()]
    digest = hashlib.sha256(repr((columns.ids, columns.located, told, words)).encode()).hexdigest()[:12]
    assert (FORMAT, digest) == (3, "cc184f246d98")
