"""Places in whole plans: what is said about them, words for several, and complexes that nobody told apart."""

import pytest

from engine.planner.planned import Planned
from tests.planner.conftest import Planner


def lookups(found: Planned) -> list[object]:
    return [step.params["location"] for step in found.plan.steps if step.name == "poi_search"]


def test_a_landmark_is_read_as_the_place_near_it_and_said_so(planned: Planner) -> None:
    found = planned("코엑스 근처 30평대")
    assert [(place.text, place.name, place.landmark) for place in found.places] == [
        ("코엑스", "삼성역", True)
    ]
    assert [(notice.kind, notice.detail) for notice in found.repaired] == [
        ("place_landmark", "코엑스 → 삼성역")
    ]
    assert not found.degraded


def test_another_name_of_a_place_needs_no_word(planned: Planner) -> None:
    found = planned("고터 근처 30평대")
    assert [place.name for place in found.places] == ["고속터미널역"]
    assert not found.repaired


def test_a_typo_is_said(planned: Planner) -> None:
    found = planned("역삼둥 근처 30평대")
    assert [notice.detail for notice in found.repaired] == ["역삼둥 → 역삼동"]


def test_each_place_of_a_word_for_several_is_looked_up_and_searched_by_itself(planned: Planner) -> None:
    found = planned("마용성 20평대")
    assert found.strategy == "independent"
    assert lookups(found) == ["마포구", "용산구", "성동구"]
    assert len([step for step in found.plan.steps if step.name == "property_search"]) == 3


@pytest.mark.parametrize(
    ("text", "wished"),
    [
        ("마용성 말고 강동구 20평대", ["강동구"]),
        ("강남역에서 노도강으로 바꿔 20평대", ["노원구", "도봉구", "강북구"]),
        ("노도강에서 강남역으로 바꿔 20평대", ["강남역"]),
        ("마용성이나 강동구 20평대", ["마포구", "용산구", "성동구", "강동구"]),
    ],
)
def test_a_word_for_several_places_is_negated_and_replaced_as_one(
    planned: Planner, text: str, wished: list[str]
) -> None:
    assert [place.name for place in planned(text).places] == wished


def test_no_place_of_a_word_for_several_weighs_more(planned: Planner) -> None:
    found = planned("마용성 위주로 20평대")
    assert (found.strategy, found.weights) == ("independent", ())


@pytest.mark.parametrize("text", ["자이 시세", "힐스테이트 30평 얼마", "현대아파트 시세"])
def test_a_brand_alone_asks_back_which_complex(planned: Planner, text: str) -> None:
    found = planned(text)
    assert (found.plan.intent, found.strategy, found.plan.steps) == ("PROPERTY_INFO", "none", ())
    assert [notice.kind for notice in found.degraded] == ["unknown_place"]
    assert len(found.places[0].alternatives) > 1


def test_a_brand_behind_an_area_asks_which_complex_there(planned: Planner) -> None:
    found = planned("대치동 래미안 시세")
    assert found.plan.intent == "PROPERTY_INFO"
    assert [place.unknown for place in found.places] == [False, True]
    assert "대치" in found.places[1].alternatives[0].name


def test_an_unknown_place_before_a_near_word_is_not_searched_elsewhere(planned: Planner) -> None:
    found = planned("런던 쪽 아파트")
    assert [(place.text, place.unknown) for place in found.places] == [("런던", True)]
    assert [notice.kind for notice in found.degraded] == ["unknown_place"]


def test_of_two_places_the_unknown_one_is_said(planned: Planner) -> None:
    found = planned("강남역이랑 뉴욕 사이 아파트")
    assert [place.unknown for place in found.places] == [False, True]


def test_a_town_that_is_an_amount_too_is_a_place_before_a_word_that_says_where(planned: Planner) -> None:
    found = planned("이천에서 5억 이하")
    assert [place.name for place in found.places] == ["이천역"]
    assert {name: value for name, value in found.params.items() if value is not None} == {"priceMax": 50000}
    assert not planned("보증금 이천으로 월세 60").places


def test_a_town_that_the_places_lack_is_said_to_be_unknown(planned: Planner) -> None:
    found = planned("사천에서 3억")
    assert [(place.text, place.unknown) for place in found.places] == [("사천", True)]
    assert [notice.kind for notice in found.degraded] == ["unknown_place"]


def test_a_name_typed_on_the_latin_keyboard_is_said(planned: Planner) -> None:
    assert [notice.detail for notice in planned("rkdska 근처").repaired] == ["rkdska → 강남역"]


def test_initials_of_several_places_have_the_others_as_alternatives(planned: Planner) -> None:
    (place,) = planned("ㄱㄴㅇ 아파트").places
    assert place.name == "강남역"
    assert {"가능역", "구남역"} <= {other.name for other in place.alternatives}


def test_a_line_behind_a_station_decides_as_one_before_it_does(planned: Planner) -> None:
    behind, before = planned("신촌역 경의중앙선 전세"), planned("경의중앙선 신촌역 전세")
    assert behind.places[0].id == before.places[0].id == "station:수도권:신촌역:2"
    for found in (behind, before):
        assert found.plan.steps[0].params == {"location": "신촌역", "near": "경의중앙선"}
