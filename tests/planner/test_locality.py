"""A name before another that only says where it is."""

from tests.planner.conftest import Planner


def places(planned: Planner, text: str) -> list[str]:
    return [place.name or place.text for place in planned(text).places]


def test_a_bare_name_before_a_station_nearby_is_no_second_place(planned: Planner) -> None:
    for text, wished in (
        ("잠실 송파나루역 30평대", "송파나루역"),
        ("수원 영통역 24평", "영통역"),
        ("분당 미금역 근처", "미금역"),
        ("강남 역삼역 원룸", "역삼역"),
        ("목동 신정역 근처", "신정역"),
    ):
        assert places(planned, text) == [wished], text


def test_two_names_in_full_or_far_from_each_other_are_two_places(planned: Planner) -> None:
    assert places(planned, "강남역 역삼역 30평대") == ["강남역", "역삼역"]
    assert places(planned, "강남 판교역 30평대") == ["강남역", "판교역"]


def test_a_word_that_says_how_they_are_read_together_keeps_both(planned: Planner) -> None:
    for text in (
        "사당 이수역 사이",
        "공덕 마포역 둘 다 보여줘",
        "공덕, 마포역 전세",
        "공덕 애오개역 마포역 전세",
    ):
        assert len(places(planned, text)) > 1, text
