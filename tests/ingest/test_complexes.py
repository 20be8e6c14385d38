"""Which listed coordinates are believed, and what is done about the others."""

import csv
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.ingest.complexes import Complex, Placed, is_test_entry, place_complexes, read_complexes
from engine.ingest.geography import Dong, DongIndex, Point, read_dongs

CENTRE = Point(37.5, 127.0)
HERE = Dong(
    code="1", sido="서울특별시", sigungu="강남구", name="가동", centre=CENTRE, area_km2=3.14, radius_km=1.0
)
KM = 1 / 111.195  # degrees of latitude


def entry(
    number: int, lat: float | None, lon: float | None = 127.0, code: str = "1", dong: str = "가동"
) -> Complex:
    return Complex(
        id=f"A{number}",
        name=f"단지{number}",
        sido="서울특별시",
        sigungu="강남구",
        dong=dong,
        dong_code=code,
        road_address="",
        households=None,
        built_year=None,
        bands=None,
        lat=lat,
        lon=lon,
    )


def placed(entries: Sequence[Complex], *others: Dong) -> dict[str, Placed]:
    return {item.complex.id: item for item in place_complexes(entries, DongIndex([HERE, *others]))}


def test_a_coordinate_in_the_dong_is_kept() -> None:
    item = placed([entry(1, 37.5 + 1.4 * KM)])["A1"]
    assert (item.verdict, item.located_by, item.point) == ("good", "address", Point(37.5 + 1.4 * KM, 127.0))


def test_a_coordinate_far_outside_gives_way_to_the_centre() -> None:
    item = placed([entry(1, 37.5 + 5 * KM)])["A1"]
    assert (item.verdict, item.located_by, item.point) == ("off_dong", "dong", CENTRE)


def test_a_missing_coordinate_gives_the_centre() -> None:
    item = placed([entry(1, None)])["A1"]
    assert (item.verdict, item.located_by, item.point) == ("missing", "dong", CENTRE)


def test_latitude_and_longitude_swapped_are_put_back_only_when_that_lands_in_the_dong() -> None:
    items = placed([entry(1, 127.0, 37.5), entry(2, 127.2, 37.5)])
    assert (items["A1"].verdict, items["A1"].point) == ("swapped", Point(37.5, 127.0))
    assert (items["A2"].verdict, items["A2"].point) == ("off_dong", CENTRE)


def test_neighbours_of_the_dong_clear_a_long_dong() -> None:
    chain = [entry(n, 37.5 + far * KM) for n, far in enumerate((1.4, 1.9, 2.4, 2.9))]
    assert {item.verdict for item in placed(chain).values()} == {"good"}
    assert placed([chain[0], chain[3]])["A3"].verdict == "off_dong"


def test_a_long_dong_explains_twice_its_radius_but_not_the_middle_of_another() -> None:
    lonely = entry(1, 37.5 + 1.9 * KM)
    other = Dong(
        code="2",
        sido="서울특별시",
        sigungu="강남구",
        name="나동",
        centre=Point(37.5 + 2 * KM, 127.0),
        area_km2=3.14,
        radius_km=1.0,
    )
    assert placed([lonely])["A1"].verdict == "good"
    assert placed([lonely], other)["A1"].verdict == "off_dong"


def test_without_a_dong_nothing_is_believed() -> None:
    item = placed([entry(1, 37.5, code="", dong="다동")])["A1"]
    assert (item.verdict, item.point) == ("unknown_dong", None)


def test_a_typed_id_is_a_test_entry_and_a_running_number_is_not() -> None:
    assert [is_test_entry(key) for key in ("A77777777", "A77777778", "A10000123", "A13580601")] == [
        True,
        True,
        False,
        False,
    ]


def test_the_blank_largest_band_holds_the_rest_of_the_households(tmp_path: Path) -> None:
    names = "complex_id,name,sido,sigungu,dong,dong_code,road_address,households,built_year"
    header = f"{names},hh_le60,hh_60_85,hh_85_135,hh_gt135,lat,lon\n"
    row = "A{},가,서울특별시,강남구,가동,1,,{},2000,{},37.5,127.0\n"
    rows = [
        row.format(1, 100, "10,20,30,"),
        row.format(2, 60, "10,20,30,"),
        row.format(3, 60, ",,,"),
        row.format(4, 60, "0,0,0,0"),
        row.format(5, "x", "1,1,1,1"),
    ]
    path = tmp_path / "c.csv"
    path.write_text(header + "".join(rows), encoding="utf-8")
    reading = read_complexes(path)
    assert [item.bands for item in reading.items] == [(10, 20, 30, 40), (10, 20, 30, 0), None, None]
    assert [(row.number, row.reason) for row in reading.broken] == [(6, "households is 'x'")]


@pytest.fixture(scope="module")
def real(shared: Path) -> tuple[Placed, ...]:
    complexes = read_complexes(shared / "data" / "complexes_seoul.csv").items
    dongs = read_dongs(shared / "data" / "legal_dong_centroids.csv").items
    return place_complexes([item for item in complexes if not is_test_entry(item.id)], DongIndex(dongs))


def test_our_own_finding_agrees_with_the_flags_of_the_list(shared: Path, real: tuple[Placed, ...]) -> None:
    path = shared / "data" / "complexes_seoul.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        flags = {row["complex_id"]: row["flag"] for row in csv.DictReader(file)}
    of = {"good": {"", "dong_unknown"}, "off_dong": {"coord_off_dong"}, "missing": {"no_coord"}}
    of["swapped"] = {"coord_out_of_seoul"}
    differing = {item.complex.id for item in real if flags[item.complex.id] not in of[item.verdict]}
    # Believed although flagged: 마곡엠밸리 13 to 15 stand beside their sisters of the same dong;
    # 송파호반베르디움 lies 0.58 km beyond the circle of a long dong, as unflagged complexes elsewhere do.
    assert differing == {"A10026879", "A15721010", "A15728011", "A10026362"}


def test_every_complex_of_the_list_ends_in_seoul(real: tuple[Placed, ...]) -> None:
    assert sum(item.verdict == "off_dong" for item in real) == 14
    assert [item.complex.id for item in real if item.verdict == "swapped"] == ["B13073401"]
    assert all(
        item.point and 37.4 < item.point.lat < 37.75 and 126.7 < item.point.lon < 127.25 for item in real
    )
