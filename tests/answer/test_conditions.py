from collections.abc import Mapping

import pytest

from engine.answer.conditions import Conditions
from engine.answer.facts import said_by_want
from engine.answer.labels import labels_of
from engine.answer.numbers import Wording
from engine.config.pack import Locale
from engine.config.revision import Revision


def conditions(revision: Revision, language: Locale = "ko") -> Conditions:
    return Conditions(Wording(revision, labels_of(revision, language)))


@pytest.mark.parametrize(
    ("want", "params", "korean", "english"),
    [
        ("price", {"priceMax": 150000}, "가격 15억원 이하", "price at most 1.5 billion won"),
        (
            "price",
            {"priceMin": 50000, "priceMax": 60000},
            "가격 5억원∼6억원",
            "price 500 million won–600 million won",
        ),
        ("area", {"areaMin": 30, "areaMax": 39}, "넓이 30∼39평", "size 30–39 pyeong"),
        (
            "area",
            {"areaMin": 30, "areaMax": 30, "areaBasis": "exclusive"},
            "전용 넓이 30평 안팎",
            "exclusive size about 30 pyeong",
        ),
        ("area_m2", {"areaM2Min": 84, "areaM2Max": 84}, "전용 84㎡", "exclusive area 84 ㎡"),
        ("built", {"builtYearMin": 2020}, "준공 2020년 이후", "built 2020 or later"),
        ("built", {"ageMax": 10}, "준공 10년 이내", "built at most 10 years"),
        (
            "households",
            {"householdsMin": 1000},
            "단지 규모 1,000세대 이상",
            "complex of at least 1,000 homes",
        ),
        ("rooms", {"roomCountMin": 2, "roomCountMax": 3}, "방 2∼3개", "rooms 2–3"),
        ("walk", {"walkMinutesMax": 10}, "걸어서 10분 이하", "walk at most 10 min"),
        ("station", {"stationDistanceMaxM": 500}, "역까지 500 m 이하", "distance to a station at most 500 m"),
        ("place", {"radiusKm": 5}, "반경 5 km", "radius 5 km"),
        ("deal", {"dealType": ["LEASE", "RENT"]}, "전세 또는 월세", "jeonse or monthly rent"),
        ("deal", {"dealType": "DEAL"}, "매매", "purchase"),
        ("deposit", {"depositMax": 0}, "보증금 0원 이하", "deposit at most 0 won"),
    ],
)
def test_a_condition_reads_as_people_say_it(
    want: str, params: Mapping[str, object], korean: str, english: str, revision: Revision
) -> None:
    assert conditions(revision).words(want, params) == korean
    assert conditions(revision, "en").words(want, params) == english


def test_what_was_not_asked_has_no_words(revision: Revision) -> None:
    assert conditions(revision).words("price", {"priceMax": None, "areaMin": 30}) is None
    assert conditions(revision).words("no_such_want", {}) is None


def test_the_customers_own_words_come_first_and_are_explained_where_they_hide_a_number(
    revision: Revision,
) -> None:
    said = {"built": "신축", "price": "15억 이하"}
    params = {"builtYearMin": 2020, "priceMax": 150000}
    assert conditions(revision).asked(params, (), said) == ("15억 이하", "신축(준공 2020년 이후)")


def test_a_bare_figure_and_a_choice_are_told_in_full(revision: Revision) -> None:
    said = {"deal": "70", "deposit": "월세 1000", "monthly": "70"}
    params = {"dealType": "RENT", "depositMax": 1000, "monthlyMax": 70}
    assert conditions(revision).asked(params, (), said) == (
        "월세",
        "보증금 1,000만원 이하",
        "월 70만원 이하",
    )


def test_words_that_another_condition_contains_are_not_repeated(revision: Revision) -> None:
    said = {"price": "전세 3억 이하", "deal": "전세"}
    asked = conditions(revision).asked({"dealType": "LEASE", "priceMax": 30000}, (), said)
    assert asked == ("전세 3억 이하",)


def test_alternatives_are_one_condition_and_their_hull_is_not_told(revision: Revision) -> None:
    sets = ({"areaMin": 33, "areaMax": 33}, {"areaMin": 25, "areaMax": 25})
    asked = conditions(revision).asked({"areaMin": 25, "areaMax": 33, "builtYearMin": 2020}, sets, {})
    assert asked == ("준공 2020년 이후", "넓이 33평 안팎 또는 넓이 25평 안팎")


def test_phrases_belong_to_the_want_whose_parameter_they_set(revision: Revision) -> None:
    evidence = [
        ("15억", ["priceMin", "priceMax"]),
        ("전용", ["areaBasis"]),
        ("10년 이내", ["ageMax"]),
        ("12억에서", ["priceMin"]),
        ("13억까지", ["priceMax"]),
    ]
    assert said_by_want(evidence, revision.catalog) == {"price": "12억에서 13억까지", "built": "10년 이내"}
    assert (
        said_by_want([*evidence, ("9억대", ["priceMin", "priceMax"])], revision.catalog)["price"] == "9억대"
    )


@pytest.mark.parametrize(
    ("said", "params", "told", "ends"),
    [
        ("15억 미만", {"priceMax": 149999}, "15억 미만", (None, 150000)),
        ("15억 초과", {"priceMin": 150001}, "15억 초과", (150000, None)),
        ("15억 이하", {"priceMax": 150000}, "15억 이하", (None, 150000)),
        ("예산 15쯤", {"priceMax": 99999}, "예산 15쯤(가격 10억원 미만)", (None, 100000)),
    ],
)
def test_an_end_that_was_left_out_is_told_as_the_customer_named_it(
    said: str,
    params: Mapping[str, object],
    told: str,
    ends: tuple[float | None, float | None],
    revision: Revision,
) -> None:
    assert conditions(revision).say("price", params, {"price": said}) == told
    assert conditions(revision).named_ends("price", params, {"price": said}) == ends


@pytest.mark.parametrize(
    ("params", "korean", "english"),
    [
        (
            {"priceMin": 54000, "priceMax": 76999},
            "가격 5억 4,000만원∼7억 7,000만원 미만",
            "price 540 million won to under 770 million won",
        ),
        ({"priceMax": 60499}, "가격 6억 500만원 미만", "price under 605 million won"),
        ({"priceMin": 150001}, "가격 15억원 초과", "price over 1.5 billion won"),
        ({"priceMin": 1}, "가격 1만원 이상", "price at least 10,000 won"),
        ({"priceMax": 60498}, "가격 6억 498만원 이하", "price at most 604.98 million won"),
    ],
)
def test_an_end_beside_a_round_amount_is_told_as_that_amount_left_out(
    params: Mapping[str, object], korean: str, english: str, revision: Revision
) -> None:
    assert conditions(revision).words("price", params) == korean
    assert conditions(revision, "en").words("price", params) == english


def test_an_end_left_out_of_a_range_counts_from_what_the_customer_named(revision: Revision) -> None:
    params = {"priceMin": 54000, "priceMax": 69999}
    said = {"price": "5억 4천에서 7억 미만"}
    assert conditions(revision).named_ends("price", params, said) == (54000, 70000)


def test_money_said_without_its_unit_is_told_with_it(revision: Revision) -> None:
    params = {"monthlyMax": 80}
    for said in ("월 80 이하", "월세 80 이하"):
        assert conditions(revision).say("monthly", params, {"monthly": said}) == "월 80만원 이하"
    assert conditions(revision).say("monthly", params, {"monthly": "월세 80만 이하"}) == "월세 80만 이하"


def test_a_condition_in_short_is_the_customers_own_words(revision: Revision) -> None:
    said = {"built": "신축"}
    assert conditions(revision).name("built", {"builtYearMin": 2020}, said) == "신축"
    assert conditions(revision).name("built", {"builtYearMin": 2020}, {}) == "준공 2020년 이후"
    assert conditions(revision).name("built", {}, said) is None


def test_a_bare_figure_is_told_as_it_was_searched(revision: Revision) -> None:
    bare = {"priceMin": 100000, "priceMax": 100000}
    assert conditions(revision).say("price", bare, {"price": "10억짜리"}) == "가격 10억원 안팎"
    deposit = {"depositMin": 10000, "depositMax": 10000}
    assert conditions(revision).words("deposit", deposit) == "보증금 1억원 이하"
    assert conditions(revision, "en").words("rooms", {"roomCountMin": 2, "roomCountMax": 2}) == "rooms 2"


def test_what_no_home_was_compared_with_is_not_among_the_conditions_looked_for(revision: Revision) -> None:
    params = {"floorMin": 10, "transitMinutesMax": 30, "priceMax": 150000}
    assert conditions(revision).asked(params, (), {}) == ("가격 15억원 이하",)


def test_a_radius_below_a_kilometre_is_told_in_metres(revision: Revision) -> None:
    assert conditions(revision).words("place", {"radiusKm": 0.5}) == "반경 500 m"
    assert conditions(revision).say("place", {"radiusKm": 0.5}, {"place": "500m 이내"}) == "500m 이내"


def test_a_trillion_is_told_in_its_own_word(revision: Revision) -> None:
    assert conditions(revision).words("price", {"priceMax": 100000000}) == "가격 1조원 이하"
    assert (
        conditions(revision, "en").words("price", {"priceMax": 100000000}) == "price at most 1 trillion won"
    )
