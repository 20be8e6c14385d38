"""In which regions homes lie is told by the complexes among the places."""

from collections.abc import Callable

import pytest

from engine.places.index import Boosts, PlaceIndex
from engine.places.place import Place
from engine.places.regions import has_homes

BOOSTS = Boosts(exact=10, partial=5, address=3, ngram=1)
HOME = Place("1", "하늘아파트", "complex", 35.1, 129.0, region="부산권", address="부산광역시 사하구")
STATION = Place("2", "교대역", "station", 37.5, 127.0, region="수도권", address="서울특별시 서초구")


def index_of(*places: Place) -> PlaceIndex:
    return PlaceIndex(
        places,
        boosts=BOOSTS,
        regions=("서울", "부산", "제주"),
        region_words={"부산": ("부산시", "Busan"), "서울": ("Seoul",)},
    )


Asked = Callable[[str], bool]


@pytest.fixture(scope="module")
def asked() -> Asked:
    index = index_of(HOME, STATION)
    return lambda region: has_homes(region, index)


@pytest.mark.parametrize("region", ["부산", "부산시", "Busan", "BUSAN"])
def test_a_region_with_a_complex_has_homes_by_each_of_its_words(asked: Asked, region: str) -> None:
    assert asked(region)


@pytest.mark.parametrize("region", ["서울", "seoul", "제주"])
def test_a_region_without_a_complex_has_none(asked: Asked, region: str) -> None:
    assert not asked(region)


def test_what_is_no_region_is_not_said_to_lack_homes(asked: Asked) -> None:
    assert asked("대치동")


def test_without_any_complex_nothing_is_known() -> None:
    assert has_homes("제주", index_of(STATION))


def test_a_place_is_looked_up_in_the_region_that_the_word_stands_for() -> None:
    other = Place("3", "교대역", "station", 35.19, 129.08, region="부산권", address="부산광역시 연제구")
    index = index_of(STATION, other)
    for word in ("부산", "부산시", "Busan"):
        assert index.lookup(f"{word} 교대역")[0].place == other
        assert index.lookup("교대역", near=word)[0].place == other
