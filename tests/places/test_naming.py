"""Spellings of a place and how well each names it."""

from engine.places.naming import Suffixes, read_suffixes, readings, spellings, without_number, without_suffix
from engine.places.place import Place

SUFFIXES = Suffixes(
    {"station": ("역",), "dong": ("동",), "district": ("구",), "complex": ("아파트", "단지")}, ("station",)
)


def keys(place: Place, *given: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for spelling in spellings(place, SUFFIXES, given):
        found.setdefault(spelling.key, spelling.source)
    return found


def test_each_suffix_belongs_to_the_kind_whose_names_end_so(places: tuple[Place, ...]) -> None:
    assert read_suffixes(places, ("역", "동", "구", "아파트", "단지", "Station")) == SUFFIXES


def test_a_station_is_found_by_its_short_second_and_english_name() -> None:
    place = Place(
        "s", "서울대입구역", "station", 37.48, 126.95,
        aliases=("서울대입구(관악구청)", "서울대입구", "관악구청"),
        name_en="Seoul Nat'l Univ. (Gwanak-gu Office)",
    )  # fmt: skip
    assert keys(place, "설입") == {
        "설입": "given", "서울대입구역": "full", "서울대입구": "bare", "관악구청": "alias",
        "seoulnatluniv": "roman",
        "seoulnationaluniversity": "roman",
        "seoulnational": "roman",
    }  # fmt: skip


def test_remarks_in_brackets_and_numbers_are_no_names_of_a_complex() -> None:
    place = Place("c", "한신(101-104동)", "complex", 37.5, 127.0, aliases=("85-2", "반포한신(임대)"))
    assert keys(place) == {"한신": "full", "반포한신": "alias"}


def test_a_suffix_is_never_taken_from_a_name_that_would_leave_one_syllable() -> None:
    assert without_suffix("목동", ("동",)) == ""
    assert without_suffix("강남역", ("역",)) == "강남"


def test_a_written_suffix_reads_as_a_name_of_its_kind_only() -> None:
    assert ("강남", "station", 0.1) in [
        (key, kind, round(more, 3)) for key, kind, more in readings("강남역", SUFFIXES)
    ]
    assert [key for key, _, _ in readings("gangnamstation", SUFFIXES)] == ["gangnamstation", "gangnam"]


def test_the_number_of_an_administrative_dong_is_left_out() -> None:
    assert without_number("역삼1동", SUFFIXES) == "역삼동"
    assert without_number("역삼동", SUFFIXES) == ""
    assert without_number("101동", SUFFIXES) == "동"
