"""Areas over numbered dongs and complexes that lie together."""

from engine.places.index import PlaceIndex
from engine.places.parts import areas
from engine.places.place import Place


def dong(number: int, name: str, lat: float) -> Place:
    return Place(f"dong:{number}", name, "dong", lat, 127.0, "수도권", f"서울특별시 성동구 {name}")


def test_numbered_dongs_make_an_area_in_their_middle() -> None:
    (area,) = areas([dong(2, "성수동2가", 37.6), dong(1, "성수동1가", 37.4)], ("동",))
    assert (area.name, area.address, area.lat) == ("성수동", "서울특별시 성동구 성수동", 37.5)
    assert area.id == "dong:1+1"


def test_a_dong_of_that_name_is_left_as_it_is() -> None:
    assert not list(
        areas([dong(n, name, 37.5) for n, name in enumerate(("성수동", "성수동1가", "성수동2가"))], ())
    )


def test_a_name_of_many_complexes_is_shared_unless_they_lie_together(index: PlaceIndex) -> None:
    assert index.is_shared("현대아파트")
    assert index.is_shared("래미안")
    assert not index.is_shared("타워팰리스")
    assert not index.is_shared("강남역")
