"""Of several places the one that somebody goes to most weighs most."""

import pytest

from tests.planner.conftest import Planner


@pytest.mark.parametrize(
    ("text", "strategy", "places"),
    [
        ("강남역은 주 2회, 판교역은 주 3회 출근", "weighted", ["판교역", "강남역"]),
        ("화목은 강남역, 월수금은 공덕역", "weighted", ["공덕역", "강남역"]),
        ("구로역은 가끔 가고 삼성역은 매일 출근해요", "weighted", ["삼성역", "구로역"]),
        ("여의도역 주 2일, 마포역 주 2일", "midpoint", ["여의도역", "마포역"]),
        ("강남역이나 역삼역 한 번 봐주세요", "independent", ["강남역", "역삼역"]),
    ],
)
def test_how_often_a_place_is_gone_to_weighs_it(
    planned: Planner, text: str, strategy: str, places: list[str]
) -> None:
    found = planned(text)
    assert (found.strategy, [place.name for place in found.places]) == (strategy, places)
