"""Reading the file of places, and its names as plain words."""

import gzip
from pathlib import Path

import pytest

from engine.errors import InputInvalid
from engine.places.place import Place, parse_places, read_places, words

HEADER = "id,name,kind,lat,lon,region,address,lines,aliases,name_en\n"
GANGNAM = "s1,강남역,station,37.4979,127.0276,수도권,서울특별시 강남구,2호선|신분당선,강남,Gangnam\n"


def problems_of(text: str) -> list[str]:
    with pytest.raises(InputInvalid) as caught:
        parse_places(text, "places.csv")
    return [f"{problem.code} {problem.line}" for problem in caught.value.problems]


def test_a_row_becomes_a_place_with_its_lines_and_aliases_apart() -> None:
    (place,) = parse_places(HEADER + GANGNAM)
    assert place == Place(
        "s1", "강남역", "station", 37.4979, 127.0276, "수도권", "서울특별시 강남구", ("2호선", "신분당선"),
        ("강남",), "Gangnam",
    )  # fmt: skip


def test_a_compressed_file_reads_like_a_plain_one(tmp_path: Path) -> None:
    plain, packed = tmp_path / "places.csv", tmp_path / "places.csv.gz"
    plain.write_text(HEADER + GANGNAM, encoding="utf-8")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert read_places(plain) == read_places(packed)


BROKEN_GZIP = gzip.compress("강남역".encode("cp949"), mtime=0)


@pytest.mark.parametrize("content", [b"no gzip at all", BROKEN_GZIP, b""])
def test_a_file_that_cannot_be_read_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "places.csv.gz"
    path.write_bytes(content)
    with pytest.raises(InputInvalid, match=r"PLACE00[12]"):
        read_places(path)


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputInvalid, match="PLACE001"):
        read_places(tmp_path / "nothing.csv")


def test_a_header_without_a_column_names_the_column() -> None:
    with pytest.raises(InputInvalid, match="PLACE002 the header lacks lat"):
        parse_places(HEADER.replace("lat,", ""))


def test_every_broken_row_is_reported_with_its_line() -> None:
    rows = [
        GANGNAM,
        "s2,신림역,tram,37.4,126.9,,,,,\n",
        "s3,,station,37.4,126.9,,,,,\n",
        "s1,신림역,station,37.4,126.9,,,,,\n",
        "s4,신림역,station,here,126.9,,,,,\n",
        "s5,신림역,station,126.9,37.4,,,,,\n",
        "s6,신림역,station,37.4\n",
        "s7,신림역,station,0,0,,,,,\n",
    ]
    assert problems_of(HEADER + "".join(rows)) == [f"PLACE003 {line}" for line in range(3, 10)]


def test_names_that_hide_numerals_are_among_the_words(places: tuple[Place, ...]) -> None:
    found = words(places, ("역", "동", "구", "아파트", "단지"), {"고속터미널역": ("고터",)})
    assert {"천호역", "삼평동", "만수역", "종로3가역", "상계주공5단지", "고터", "구로디지털단지"} <= found


def test_short_names_of_complexes_and_names_that_end_in_a_digit_are_no_words(
    places: tuple[Place, ...],
) -> None:
    found = words(places, ("역", "동", "구", "아파트", "단지"), {})
    assert "천안" in found
    short = {place.name for place in places if place.kind == "complex" and len(place.name) == 2}
    others = {place.name[:2] for place in places if place.kind != "complex"}
    assert short - others
    assert not (short - others) & found
    assert not [word for word in found if word[-1].isdigit() or len(word) < 2]
