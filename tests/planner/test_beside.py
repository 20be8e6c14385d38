"""A distance right behind a station's name is the radius around that station."""

import pytest

from tests.planner.conftest import Planner


@pytest.mark.parametrize(
    ("text", "radius"),
    [
        ("강남역 역세권 30평", 0.5),
        ("강남역 초역세권 아파트", 0.25),
        ("강남역의 역세권", 0.5),
        ("공덕역20평대매매10억이하", None),
        ("강남역 또는 역삼역 역세권", 0.5),
        ("강남역 반경 1km 역세권", 1),
        ("강남역 근처 역세권", None),
        ("역세권 30평 강남역", None),
        ("강남구 역세권", None),
        ("강남 역세권", None),
        ("강남역이랑 역삼역 사이 역세권", None),
        ("역세권 30평", None),
    ],
)
def test_a_distance_behind_a_station_is_the_radius_around_it(
    planned: Planner, text: str, radius: float | None
) -> None:
    found = planned(text)
    assert found.used.params.get("radiusKm") == radius
    assert "radiusKm" not in found.params or radius == 1
    searches = [step.params.get("radiusKm") for step in found.plan.steps if step.name == "property_search"]
    assert searches
    assert set(searches) == {radius}


def test_a_radius_said_of_a_station_stays_with_a_follow_up(planned: Planner) -> None:
    first = planned("강남역 역세권 30평")
    second = planned("10억 이하로", first.used)
    assert second.used.params["radiusKm"] == 0.5
    assert [place.name for place in second.used.places] == ["강남역"]
