"""Which other places of a name are told of."""

from engine.places.homonyms import of_same_name
from engine.places.index import PlaceIndex


def others(index: PlaceIndex, name: str) -> list[str]:
    return [match.place.name for match in of_same_name(index, index.lookup(name, limit=20))]


def test_a_homonym_in_another_city_is_told_of(index: PlaceIndex) -> None:
    assert others(index, "교대역") == ["교대역", "교대역"]


def test_a_place_found_by_a_second_name_is_no_homonym(index: PlaceIndex) -> None:
    assert "신림서초아파트" in [match.place.name for match in index.lookup("서초", limit=20)]
    assert others(index, "서초") == ["서초구", "서초동"]


def test_the_parts_of_a_quarter_are_told_of_each_other(index: PlaceIndex) -> None:
    assert "타워팰리스2차" in others(index, "타워팰리스")
