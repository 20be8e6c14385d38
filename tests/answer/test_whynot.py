"""Why a home is not there, in the customer's language and by the pack's own labels."""

from engine.answer.whynot import standing_line, whynot_lines
from engine.config.revision import Revision
from engine.search.refused import Refused
from engine.search.whynot import WhyNot


def refused(**values: object) -> Refused:
    return Refused(
        filter="joint_match", condition="doc.households >= 1000", file="rules/filters/joint_match.yaml",
        line=5, reason="", values=values or {"doc.households": 500}, asks=frozenset(),
    )  # fmt: skip


def test_a_price_is_told_in_the_customers_words(revision: Revision) -> None:
    told = WhyNot(
        gate="price", value=310_000, wanted={"priceMax": 150_000},
        change={"priceMax": 310_000, "radiusKm": 4.4, "ageMax": 22},
    )  # fmt: skip
    assert whynot_lines(told, "은마", revision, "ko") == (
        "은마는 가격 조건에 맞지 않습니다.",
        "  찾은 조건: 가격 15억원 이하",
        "  이 단지: 31억원",
        "  나오게 하려면: 반경 4.4 km, 가격 31억원 이하, 준공 22년 이내",
    )
    assert whynot_lines(told, "Eunma", revision, "en") == (
        "Eunma does not meet: price.",
        "  asked: price at most 1.5 billion won",
        "  it has: 3.1 billion won",
        "  to find it: radius 4.4 km, price at most 3.1 billion won, built at most 22 years",
    )


def test_a_value_that_is_absent_and_a_want_that_has_to_go_are_said(revision: Revision) -> None:
    names = ("builtYearMin", "builtYearMax", "ageMin", "ageMax")
    told = WhyNot(gate="built", value=None, wanted={"builtYearMin": 2020}, change=dict.fromkeys(names))
    _, asked, has, change = whynot_lines(told, "은마", revision, "ko")
    assert asked == "  찾은 조건: 준공 2020년 이후"
    assert (has, change) == ("  이 단지: 자료에 없음", "  나오게 하려면: 준공 조건 빼기")


def test_a_deal_type_a_distance_and_a_place_are_told_as_such(revision: Revision) -> None:
    deal = WhyNot(gate="deal", value=["DEAL"], wanted={"dealType": "LEASE"}, change={"dealType": "DEAL"})
    assert whynot_lines(deal, "은마", revision, "ko")[1:] == (
        "  찾은 조건: 전세", "  이 단지: 매매", "  나오게 하려면: 매매",
    )  # fmt: skip
    near = WhyNot(gate="place", value=4.321, wanted={"radiusKm": 3}, change={"radiusKm": 4.4})
    assert whynot_lines(near, "은마", revision, "ko")[1:3] == ("  찾은 조건: 반경 3 km", "  이 단지: 4.3 km")
    inside = {"inside": {"sigungu": ["강남구", "서초구"], "dong": "역삼동"}}
    area = WhyNot(gate="place", value=None, wanted=inside, change=None)
    assert whynot_lines(area, "은마", revision, "ko")[1] == "  찾은 조건: 강남구 또는 서초구 역삼동 안"


def test_a_condition_of_a_filter_is_told_with_its_place_and_what_the_home_has(revision: Revision) -> None:
    told = WhyNot(gate="joint_match", value=None, wanted={}, change=None, refused=(refused(),))
    assert whynot_lines(told, "은마", revision, "ko") == (
        "은마는 한 평형이 모두 맞아야 하는 조건에 맞지 않습니다.",
        "  필터 joint_match (rules/filters/joint_match.yaml:5): doc.households >= 1000",
        "    이 단지: doc.households 500",
        "  말씀하신 조건을 바꾸어도 나오지 않습니다.",
    )
    values = refused(**{"doc.households": None, "plan.area": [34.2, None, 34.2], "doc.mine": True})
    told = WhyNot(gate="joint_match", value=None, wanted={}, change=None, refused=(values,))
    assert whynot_lines(told, "은마", revision, "en")[2] == (
        "    it has: doc.households not in the data, plan.area 34.2, not in the data, doc.mine true"
    )


def test_where_a_home_stands_is_told(revision: Revision) -> None:
    assert standing_line("은마", 3, 1_204, revision, "ko") == "은마는 찾은 1,204곳 가운데 3번째입니다."
    assert standing_line("Eunma", 3, 4, revision, "en") == "Eunma is number 3 of the 4 found."
    assert standing_line("은마", None, 4, revision, "ko").endswith("찾은 4곳 가운데 없습니다.")
