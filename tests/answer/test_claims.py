import pytest

from engine.answer.claims import Claim, Said, claim_reader
from engine.answer.figures import figure_reader
from engine.config.revision import Revision


def said(text: str, revision: Revision, *names: str) -> Said:
    """What the sentence says with these names made blank, as the check does it."""
    spans = [(text.index(name), text.index(name) + len(name)) for name in names]
    for name in names:
        text = text.replace(name, " " * len(name))
    return claim_reader(revision).read(figure_reader(revision).scan(text), text, spans)


def claims(text: str, revision: Revision, *names: str) -> list[Claim]:
    found = said(text, revision, *names).amounts
    return [found[start] for start in sorted(found)]


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("매매 14억, 전세 10억입니다.", [("DEAL",), ("LEASE",)]),
        ("전세 8억 이하로 찾은 곳이며 7억원에 매매할 수 있습니다.", [("LEASE",), ("DEAL",)]),
        ("매매가 아니라 전세로 7억원입니다.", [("LEASE",)]),
        ("전세는 A단지가 7억원입니다.", [("LEASE",)]),
        ("7억원입니다. 전세는 없습니다.", [()]),
        ("a jeonse of 700 million won", [("LEASE",)]),
        ("it sells for 700 million won", [("DEAL",)]),
        ("7억원에 팔린 곳입니다.", [("DEAL",)]),
    ],
)
def test_an_amount_is_for_the_deal_that_stands_beside_it_else_for_the_last_one_before(
    text: str, deals: list[tuple[str, ...]], revision: Revision
) -> None:
    assert [claim.deals for claim in claims(text, revision)] == deals


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("보증금 1,000만원에 월 50만원", ["deposit", "monthly"]),
        ("월세 보증금 1억원, 월 210만원", ["deposit", "monthly"]),
        ("deposit of 10 million won and 550,000 won a month", ["deposit", "monthly"]),
        ("매매가는 15억원", ["price"]),
    ],
)
def test_the_nearest_label_says_what_kind_of_money_it_is(
    text: str, wants: list[str], revision: Revision
) -> None:
    assert [claim.wants for claim in claims(text, revision)] == [{want} for want in wants]


@pytest.mark.parametrize(
    ("text", "is_range"),
    [("15억 이하", True), ("30평대", True), ("15억 안팎", True), ("15억원", False), ("34.4평", False)],
)
def test_bounds_bands_and_middles_are_ranges(text: str, is_range: bool, revision: Revision) -> None:
    assert [claim.is_range for claim in claims(text, revision)] == [is_range]


def test_a_bound_beyond_a_name_is_not_of_the_amount(revision: Revision) -> None:
    assert [claim.is_range for claim in claims("예산은 15억원 있습니다.", revision)] == [True]
    assert [claim.is_range for claim in claims("15억원인 예림이 있습니다.", revision, "예림")] == [False]


def test_what_stands_near_an_amount_ends_at_the_next_name(revision: Revision) -> None:
    text = "말씀하신 조건의 예림은 15억입니다."
    found = said(text, revision, "예림")
    (start,) = found.amounts
    assert not claim_reader(revision).is_of_wish(found.near(start, start + 3))
    assert claim_reader(revision).is_of_wish(text)


def test_words_that_stand_for_a_condition_or_a_wish_are_claims(revision: Revision) -> None:
    found = said("역세권 신축이고 조용한 단지", revision)
    assert found.terms == ({"stationDistanceMaxM": 500}, {"builtYearMin": 2020})
    assert found.has_unconfirmed


def test_a_factor_is_what_no_data_can_confirm(revision: Revision) -> None:
    assert said("시세의 절반입니다.", revision).has_unconfirmed
    assert not said("배정 학교를 보세요.", revision).has_unconfirmed


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("34평형대 단지", {(34, 34)}),
        ("8억대", {(80000, 89999)}),
        ("12억 후반", {(127000, 129999)}),
        ("8억", set()),
    ],
)
def test_a_band_reaches_over_what_a_customer_would_mean_by_it(
    text: str, ends: set[tuple[int, int]], revision: Revision
) -> None:
    (claim,) = claims(text, revision)
    assert {(band.low, band.high) for band in claim.bands} == ends


@pytest.mark.parametrize(
    ("text", "toward"),
    [
        ("33평 10억에는 예림이 있습니다.", [True, True]),
        ("33평이고 10억에는 예림이 있습니다.", [False, True]),
        ("예림은 33평 10억에는 못 미칩니다.", [False, False]),
    ],
)
def test_what_stands_before_every_name_with_such_a_particle_is_measured_against(
    text: str, toward: list[bool], revision: Revision
) -> None:
    assert [claim.is_toward for claim in claims(text, revision, "예림")] == toward
