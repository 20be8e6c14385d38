"""Several searches of one sentence, some of them between places."""

import pytest

from engine.config.revision import Revision
from engine.planner.grouping import Spot, fitting, groups_of
from engine.planner.sentence import Hit
from tests.planner.conftest import Planner


def searches(planned: Planner, text: str) -> list[list[str | None]]:
    used = planned(text).used
    return [[used.places[number].name for number in group] for group in used.searches]


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("강남역이랑 판교역 사이나 잠실역 근처", [["강남역", "판교역"], ["잠실역"]]),
        ("잠실역 근처 또는 강남역과 판교역 중간", [["잠실역"], ["강남역", "판교역"]]),
        ("between Gangnam Station and Pangyo, or near Jamsil Station", [["강남역", "판교역"], ["잠실역"]]),
        ("near Jamsil or halfway between Gangnam and Pangyo", [["잠실역"], ["강남역", "판교역"]]),
        ("성수역과 왕십리역 사이 또는 마장역과 용답역 사이", [["성수역", "왕십리역"], ["마장역", "용답역"]]),
        ("강남역이랑 판교역 사이나 강남역 근처", [["강남역", "판교역"], ["강남역"]]),
        ("잠실역이랑 천호역 사이인데 석촌역도 괜찮아요", [["잠실역", "천호역"], ["석촌역"]]),
        ("강남역, 역삼역 또는 선릉역 근처 중간층", [["강남역"], ["역삼역"], ["선릉역"]]),
        ("강남역이랑 판교역 중에 더 싼 데", [["강남역"], ["판교역"]]),
        ("강남역이랑 판교역 사이", [["강남역", "판교역"]]),
    ],
)  # fmt: skip
def test_each_alternative_is_a_search_of_its_own(
    planned: Planner, text: str, around: list[list[str | None]]
) -> None:
    assert searches(planned, text) == around


def test_a_mixed_plan_looks_each_place_up_once_and_searches_each_group(planned: Planner) -> None:
    found = planned("강남역이랑 판교역 사이나 강남역 근처 30평대")
    assert found.strategy == "independent"
    assert [step.name for step in found.plan.steps] == ["poi_search"] * 2 + ["property_search"] * 2
    assert [step.deps for step in found.plan.steps[2:]] == [("1", "2"), ("1",)]
    assert [found.used.strategy_of(group) for group in found.used.searches] == ["midpoint", "single"]


def test_a_word_between_places_counts_for_the_alternative_it_stands_in() -> None:
    spots = [Spot(0, 3, 0), Spot(4, 7, 1), Spot(12, 15, 2)]
    assert groups_of(spots, lambda number: number == 1, [Hit(8, 10, "사이")]) == ((0, 1), (2,))
    assert groups_of(spots, lambda number: number == 0, [Hit(16, 18, "사이")]) == ((0,), (1, 2))
    assert groups_of(spots, lambda number: number == 1, []) == ()
    assert groups_of([], lambda number: False, [Hit(0, 2, "사이")]) == ()


def test_a_plan_holds_the_first_groups_that_fit(revision: Revision) -> None:
    search = revision.tools["property_search"]
    alone = [(number,) for number in range(7)]
    assert fitting(alone, 10, search) == tuple(alone[:5])
    assert fitting([tuple(range(7))], 10, search) == (tuple(range(5)),)
    assert fitting([(0, 1, 2), (3, 4), (5, 6)], 9, search) == ((0, 1, 2), (3, 4))
    assert fitting([(0, 1), (0,), (1,)], 5, search) == ((0, 1), (0,), (1,))
    assert fitting([(0, 1, 2)], 2, search) == ((0,),)
    assert fitting(alone, 3, None) == tuple(alone[:3])


def test_places_beyond_the_cap_are_told(planned: Planner) -> None:
    stations = ["노원역", "도봉역", "창동역", "상계역", "하계역", "중계역", "태릉입구역"]
    found = planned(f"{', '.join(stations)} 각각 전세")
    assert [place.name for place in found.used.places] == stations[:5]
    assert [notice.kind for notice in found.degraded] == ["places_cut"]
    assert [removal.reason for removal in found.removed] == ["step_cap"]
    assert "태릉입구역" in found.degraded[0].detail
