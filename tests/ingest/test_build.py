"""The whole run over the public files, and the sample that it left in examples/seoul."""

import csv
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.ingest.build import Built, Sources, attach_asking, build
from engine.ingest.geography import Point, distance_m, read_stations
from engine.ingest.storage import document_line, encode_documents, encode_places, write_files

LIMIT = 2_000_000


def silent(_: str) -> None:
    """Progress is not what is tested."""


@pytest.fixture(scope="module")
def sources(shared: Path) -> Sources:
    data = shared / "data"
    return Sources(
        trades=tuple(sorted((data / "molit").glob("*trade*.csv"))),
        rents=tuple(sorted((data / "molit").glob("*rent*.csv"))),
        complexes=data / "complexes_seoul.csv",
        stations=data / "stations.csv",
        dongs=data / "legal_dong_centroids.csv",
    )


@pytest.fixture(scope="module")
def built(sources: Sources) -> Built:
    return build(sources, silent)


@pytest.fixture(scope="module")
def sample(root: Path) -> Path:
    return root / "examples" / "seoul"


@pytest.fixture(scope="module")
def documents(sample: Path) -> list[dict[str, Any]]:
    lines = gzip.decompress((sample / "complexes.jsonl.gz").read_bytes()).decode().splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def places(sample: Path) -> list[dict[str, str]]:
    text = gzip.decompress((sample / "places.csv.gz").read_bytes()).decode()
    return list(csv.DictReader(text.splitlines()))


def test_the_committed_sample_is_what_a_rebuild_gives(sample: Path, built: Built) -> None:
    # The content is compared, not the gzip bytes: they differ between builds of zlib.
    for name, data in (
        ("complexes.jsonl.gz", encode_documents(built.documents)),
        ("places.csv.gz", encode_places(built.places or ())),
    ):
        assert gzip.decompress((sample / name).read_bytes()) == gzip.decompress(data)
    committed = json.loads((sample / "report.json").read_text(encoding="utf-8"))
    rebuilt = json.loads(built.report.as_json())
    assert set(committed.pop("bytes")) == {"complexes.jsonl.gz", "places.csv.gz"}
    del rebuilt["bytes"]
    by_name = {entry["name"]: entry for entry in rebuilt.pop("files")}
    assert {entry["name"]: entry for entry in committed.pop("files")} == by_name
    assert committed == rebuilt


def test_the_order_of_the_files_changes_no_byte(sources: Sources, built: Built, tmp_path: Path) -> None:
    turned = Sources(
        trades=sources.rents[::-1],
        rents=sources.trades[::-1],
        complexes=sources.complexes,
        stations=sources.stations,
        dongs=sources.dongs,
    )
    again = build(turned, silent)
    assert again.documents == built.documents
    assert again.places == built.places
    for folder in ("one", "two"):
        write_files(tmp_path / folder, again.documents, again.places, again.report)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_every_row_is_accounted_for(built: Built) -> None:
    for file in built.report.files:
        assert file.rows == file.kept + file.cancelled + file.broken + file.left_out
    deals = built.report.deals
    assert deals["rows_kept"] - deals["seen_in_another_file"] == deals["counted"]
    joined = (
        deals["joined_by_address"] + deals["joined_by_name"] + deals["placed_by_dong"] + deals["unjoined"]
    )
    assert joined == deals["counted"] == deals["sales"] + deals["jeonse"] + deals["monthly_rents"]
    assert sum(document.listing_count for document in built.documents) == deals["counted"]
    assert [str(problem) for problem in built.problems] == list(built.report.problems)


def test_the_report_names_no_folder(built: Built, sources: Sources) -> None:
    text = built.report.as_json() + built.report.as_text()
    assert str(sources.complexes.parent) not in text
    assert "cancelled" in built.report.as_text()


def test_the_sample_is_small_and_holds_what_it_should(sample: Path, documents: list[dict[str, Any]]) -> None:
    assert sum(path.stat().st_size for path in sample.iterdir()) <= LIMIT
    priced = [
        sum("DEAL" in plan.get("traded", {}) for plan in document["floor_plans"]) for document in documents
    ]
    assert sum(count >= 1 for count in priced) >= 1_400
    assert sum(count >= 2 for count in priced) >= 650
    assert [document["complex_id"] for document in documents] == sorted(
        {document["complex_id"] for document in documents}
    )


def test_the_sample_invents_nothing(documents: list[dict[str, Any]]) -> None:
    for document in documents:
        assert "asking_source" not in document
        assert document["located_by"] == "address" or document["complex_id"][0] in "ABD"
        areas = [plan["area_m2"] for plan in document["floor_plans"]]
        assert areas == sorted(areas)
        assert sum(plan.get("share", 0) for plan in document["floor_plans"]) <= 1.001
        for plan in document["floor_plans"]:
            assert not {"asking", "rooms", "area"} & plan.keys()
            assert ("deposit" in plan) == ("monthly" in plan)
            assert all(price > 0 for price in plan.get("traded", {}).values())
        if document["complex_id"].startswith("D"):
            assert document["located_by"] == "dong"
            assert "households" not in document
    assert not [document for document in documents if document["complex_id"].startswith("A777777")]


def test_known_complexes_have_their_real_figures(documents: list[dict[str, Any]]) -> None:
    by_id = {document["complex_id"]: document for document in documents}
    palace = by_id["A10027800"]
    assert (palace["name"], palace["households"], palace["built_year"]) == ("래미안 대치 팰리스", 1608, 2015)
    assert palace["listing_count"] == 26
    small = next(plan for plan in palace["floor_plans"] if int(plan["area_m2"]) == 84)
    assert small["traded"] == {"DEAL": 310_000}


def test_the_distance_to_the_station_is_that_of_the_nearest(
    documents: list[dict[str, Any]], sources: Sources
) -> None:
    points = [row.point for row in read_stations(sources.stations).items]
    for document in documents[::200]:
        if document["located_by"] == "dong":
            continue
        here = Point(document["location"]["lat"], document["location"]["lon"])
        assert abs(document["station_m"] - min(distance_m(here, point) for point in points)) <= 1


def test_a_home_known_by_its_dong_alone_has_no_distance_to_a_station(documents: list[dict[str, Any]]) -> None:
    ways = {(document["located_by"], "station_m" in document) for document in documents}
    assert ways == {("address", True), ("dong", False)}


def test_the_sample_knows_every_station_and_the_homonyms(
    places: list[dict[str, str]], sources: Sources
) -> None:
    names = {(place["region"], place["name"]) for place in places if place["kind"] == "station"}
    assert names == {(row.region, row.name) for row in read_stations(sources.stations).items}
    assert len([place for place in places if place["name"] == "교대역"]) == 3
    assert len([place for place in places if place["name"] == "신촌역"]) == 2
    assert len([place for place in places if place["name"] == "양평역"]) == 2
    assert len({place["id"] for place in places}) == len(places)
    aliases = {
        alias for place in places if place["kind"] == "station" for alias in place["aliases"].split("|")
    }
    assert not {"지하", "분당", "서울"} & aliases
    kinds = {place["kind"] for place in places}
    assert kinds == {"station", "dong", "district", "complex"}


def test_the_readme_and_the_notice_say_the_sample_s_figures_and_credits(root: Path, sample: Path) -> None:
    text = (sample / "README.md").read_text(encoding="utf-8")
    figures = json.loads((sample / "report.json").read_text(encoding="utf-8"))
    for key in (
        "documents",
        "with_deals",
        "sale_priced",
        "two_or_more_sale_priced_floor_plans",
        "jeonse_priced",
    ):
        assert f"{figures['documents'][key]:,}" in text
    for file in (
        text,
        (root / "NOTICE").read_text(encoding="utf-8"),
        (root / "docs" / "data.md").read_text("utf-8"),
    ):
        assert "Source: Ministry of Land, Infrastructure and Transport; Seoul Metropolitan" in re.sub(
            r"\s+", " ", file
        )


def test_the_demo_of_asking_prices_says_that_it_is_synthetic(sample: Path) -> None:
    path = sample / "asking_demo.csv"
    assert "SYNTHETIC" in path.read_text(encoding="utf-8").splitlines()[0]
    built = attach_asking(sample / "complexes.jsonl.gz", path, silent)
    figures = built.report.asking
    assert (figures["joined"], figures["unjoined"], figures["broken"]) == (40, 0, 0)
    assert figures["documents"] == figures["synthetic_documents"] > 20
    marked = [document for document in built.documents if document.asking_source]
    assert all('"asking_source":"synthetic"' in document_line(document) for document in marked)
    assert built.places is None
