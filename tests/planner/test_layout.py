"""Follow-ups: what they take from the turn before, and what is said without one."""

import pytest

from engine.planner.planned import Context
from tests.planner.conftest import Planner


def names(context: Context) -> list[str | None]:
    return [place.name for place in context.places]


@pytest.mark.parametrize(
    "text", ["그중에 전세만", "더 싼 걸로", "30평대로 바꿔줘", "거기서 방 3개만", "같은 조건으로 잠실역은?"]
)
def test_a_follow_up_without_its_turn_says_what_it_lacks(planned: Planner, text: str) -> None:
    assert "no_context" in [notice.kind for notice in planned(text).degraded]


@pytest.mark.parametrize(
    "text", ["강남역 근처 30평대 15억 이하", "강남역이랑 판교역 중에 더 싼 데", "앞으로는 전세만 보여줘"]
)
def test_a_whole_question_lacks_nothing(planned: Planner, text: str) -> None:
    assert planned(text).degraded == ()


def test_a_follow_up_keeps_the_places_and_the_wants_it_is_silent_about(planned: Planner) -> None:
    before = planned("강남역이나 판교역 근처 30평대 매매 15억 이하").used
    after = planned("그중에 20평대만", before)
    assert names(after.used) == ["강남역", "판교역"]
    assert (after.used.params["areaMax"], after.used.params["priceMax"]) == (29, 150000)
    assert after.strategy == "independent"
    assert after.degraded == ()


def test_a_place_said_anew_replaces_the_places(planned: Planner) -> None:
    before = planned("강남역이랑 판교역 사이나 잠실역 근처 전세 5억 이하").used
    after = planned("같은 조건으로 마포역", before).used
    assert (names(after), after.strategy, after.groups) == (["마포역"], "single", ())
    assert after.params["priceMax"] == 50000


def test_a_mixed_search_goes_on_as_it_was(planned: Planner) -> None:
    before = planned("강남역이랑 판교역 사이나 잠실역 근처").used
    after = planned("전세로 바꿔줘", before)
    assert after.used.groups == before.groups == ((0, 1), (2,))
    assert [step.deps for step in after.plan.steps[3:]] == [("1", "2"), ("3",)]


@pytest.mark.parametrize(
    ("text", "left", "strategy"),
    [
        ("잠실역은 빼고 다시 찾아줘", ["강남역", "판교역"], "midpoint"),
        ("판교역은 빼고 다시 찾아줘", ["강남역", "잠실역"], "independent"),
    ],
)
def test_a_place_taken_back_leaves_the_others(
    planned: Planner, text: str, left: list[str], strategy: str
) -> None:
    before = planned("강남역이랑 판교역 사이나 잠실역 근처").used
    after = planned(text, before)
    assert (names(after.used), after.strategy) == (left, strategy)
