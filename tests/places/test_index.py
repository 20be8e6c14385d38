"""Looking up one name among the real places of the sample."""

import random
import subprocess
import sys
from collections.abc import Callable

import pytest

from engine.places.index import Boosts, PlaceIndex
from engine.places.jamo import is_syllable, plain
from engine.places.place import Place


def best(index: PlaceIndex, text: str) -> str | None:
    found = index.lookup(text)
    return found[0].place.name if found else None


@pytest.mark.parametrize(
    ("written", "name", "how"),
    [
        ("강남역", "강남역", "exact"),
        ("강남", "강남역", "exact"),
        ("강남 역", "강남역", "exact"),
        ("강남역 근처", "강남역", "exact"),
        ("깅남역", "강남역", "ngram"),
        ("신도립역", "신도림역", "ngram"),
        ("ㄱㄴ역", "강남역", "ngram"),
        ("ㄱㄴㅇ", "강남역", "ngram"),
        ("rkdska", "강남역", "exact"),
        ("Gangnam Station", "강남역", "exact"),
        ("gangnam station", "강남역", "exact"),
        ("Sillim", "신림역", "exact"),
        ("Gyodae", "교대역", "exact"),
        ("Magok Station", "마곡역", "exact"),
        ("관악구청", "서울대입구역", "exact"),
        ("서울대입구역(관악구청)", "서울대입구역", "exact"),
        ("고터", "고속터미널역", "exact"),
        ("동역사", "동대문역사문화공원역", "exact"),
        ("2호선 강남", "강남역", "exact"),
        ("서울 역", "서울역", "exact"),
        ("종로3가", "종로3가역", "exact"),
        ("은마", "은마", "exact"),
        ("은마아파트", "은마", "exact"),
        ("대치동 은마아파트", "은마", "exact"),
        ("헬리오시티", "헬리오시티아파트", "exact"),
        ("파크리오", "잠실파크리오", "exact"),
        ("상계주공 5단지", "상계주공5단지", "exact"),
        ("래미안 1차", "상도래미안1차", "partial"),
        ("역삼1동", "역삼동", "exact"),
        ("목동", "목동", "exact"),
        ("목동역", "목동역", "exact"),
    ],
)
def test_a_name_is_found_however_it_is_written(index: PlaceIndex, written: str, name: str, how: str) -> None:
    match = index.lookup(written)[0]
    assert (match.place.name, match.how) == (name, how)


def test_the_station_comes_before_every_longer_name_with_its_letters(index: PlaceIndex) -> None:
    for station in [place for place in index.places if place.kind == "station"]:
        found = [match.place for match in index.lookup(station.name, limit=500)]
        longer = [at for at, place in enumerate(found) if plain(station.name) in plain(place.name)[1:]]
        same = [at for at, place in enumerate(found) if place.name == station.name]
        assert same, station.name
        assert not longer or max(same) < min(longer), station.name


def test_gangnam_comes_first_and_gangnam_gucheong_later(index: PlaceIndex) -> None:
    names = [match.place.name for match in index.lookup("강남", limit=50)]
    assert names[0] == "강남역"
    assert "강남구청역" in names[1:]


def test_other_numbers_give_another_order(make_index: Callable[[Boosts], PlaceIndex]) -> None:
    exact_first = make_index(Boosts(exact=10, partial=5, address=3, ngram=1))
    part_first = make_index(Boosts(exact=1, partial=50, address=3, ngram=1))
    address_first = make_index(Boosts(exact=1, partial=1, address=90, ngram=1))
    assert exact_first.lookup("강남")[0].how == "exact"
    assert part_first.lookup("강남")[0].how == "partial"
    assert address_first.lookup("강남")[0].how == "address"
    assert [match.score for match in exact_first.lookup("강남역", limit=1)] == [10.0]


def test_places_of_one_name_are_listed_with_the_preferred_region_first(index: PlaceIndex) -> None:
    found = index.lookup("교대역")
    assert [match.place.region for match in found] == ["수도권", "부산권", "대구권"]
    assert {match.score for match in found} == {10.0}
    assert "서울" in index.lookup("양평역")[0].place.address


@pytest.mark.parametrize(
    ("written", "near", "address"),
    [
        ("부산 교대역", None, "부산"),
        ("교대역", "부산", "부산"),
        ("교대역", (35.87, 128.60), "대구"),
        ("양평역", "용문역", "경기"),
    ],
)
def test_a_region_or_a_point_nearby_chooses_among_places_of_one_name(
    index: PlaceIndex, written: str, near: str | tuple[float, float] | None, address: str
) -> None:
    place = index.lookup(written, near=near)[0].place
    assert place.region.startswith(address) or place.address.startswith(address)


def test_a_line_chooses_among_places_of_one_name(index: PlaceIndex) -> None:
    assert index.lookup("신촌역", line="경의중앙선")[0].place.lines == ("경의중앙선",)
    assert "2호선" in index.lookup("2호선 신촌역")[0].place.lines


def test_a_line_alone_lists_its_stations(index: PlaceIndex) -> None:
    assert {match.how for match in index.lookup("신림선")} <= {"address", "partial"}
    assert all("신림선" in match.place.lines for match in index.lookup("신림선") if match.how == "address")


@pytest.mark.parametrize("written", ["호그와트역", "", " ", "역", "🏠", "가", "qqqqqq", "ㅋㅋ역"])
def test_an_unknown_name_finds_nothing(index: PlaceIndex, written: str) -> None:
    assert index.lookup(written) == ()


def test_a_spelling_that_exists_is_never_corrected(index: PlaceIndex) -> None:
    assert {match.how for match in index.lookup("신천역", limit=50)} <= {"exact", "partial", "address"}


def test_near_spellings_are_offered_without_choosing_one(index: PlaceIndex) -> None:
    assert "신도림역" in index.near_spellings("신도릴녁")
    assert index.near_spellings("zzzz") == ()


def test_every_station_is_found_by_its_name(index: PlaceIndex) -> None:
    names = {place.name for place in index.places if place.kind == "station"}
    missed = [name for name in names if best(index, name) != name]
    assert len(missed) <= len(names) * 0.02, missed


@pytest.mark.parametrize(
    ("worth", "choices"), [(21 * 28, 19), (28, 21), (1, 28)], ids=["initial", "vowel", "final"]
)
def test_most_stations_are_found_with_one_wrong_jamo(index: PlaceIndex, worth: int, choices: int) -> None:
    names = sorted({place.name for place in index.places if place.kind == "station"})
    chance = random.Random(7)
    some = chance.sample(names, 200)
    right = sum(best(index, one_wrong(name, worth, choices, chance)) == name for name in some)
    assert right >= 180


def one_wrong(name: str, worth: int, choices: int, chance: random.Random) -> str:
    """The name with one jamo of one syllable changed: that of which each step is worth so many syllables."""
    at = chance.choice([i for i, letter in enumerate(name[:-1]) if is_syllable(letter)])
    code = ord(name[at]) - 0xAC00
    jamo = code // worth % choices
    other = (jamo + chance.randrange(1, choices)) % choices
    return name[:at] + chr(0xAC00 + code + (other - jamo) * worth) + name[at + 1 :]


def test_names_written_as_they_are_need_no_numpy() -> None:
    code = (
        "import sys\n"
        "from engine.places.index import Boosts, PlaceIndex\n"
        "from engine.places.place import Place\n"
        "place = Place('1', '강남역', 'station', 37.5, 127.0)\n"
        "boosts = Boosts(exact=10, partial=5, address=3, ngram=1)\n"
        "index = PlaceIndex([place], boosts=boosts, suffixes=['역'])\n"
        "assert index.lookup('강남')[0].place is place\n"
        "assert 'numpy' not in sys.modules\n"
        "assert index.lookup('깅남역')[0].how == 'ngram'\n"
        "assert 'numpy' in sys.modules\n"
    )
    done = subprocess.run(  # noqa: S603 - the code above, run by this interpreter
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_an_index_without_places_finds_nothing() -> None:
    empty = PlaceIndex([], boosts=Boosts(exact=10, partial=5, address=3, ngram=1), suffixes=("역",))
    assert empty.lookup("강남역") == ()
    assert empty.near_spellings("강남역") == ()


def test_order_does_not_depend_on_the_order_of_the_file(places: tuple[Place, ...]) -> None:
    boosts = Boosts(exact=10, partial=5, address=3, ngram=1)
    some = [place for place in places if place.kind != "complex"]
    forward, backward = (
        PlaceIndex(rows, boosts=boosts, suffixes=("역", "동")) for rows in (some, some[::-1])
    )
    for name in ("교대역", "신촌", "중앙", "시청역"):
        one, other = forward.lookup(name, limit=3), backward.lookup(name, limit=3)
        assert [match.place.id for match in one] == [match.place.id for match in other]
