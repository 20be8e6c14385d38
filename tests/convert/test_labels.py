"""Labels that stand behind an amount, between two, or beyond the name of a place."""

from collections.abc import Callable
from datetime import date

import pytest

from engine.config.revision import Revision
from engine.convert import convert

Said = Callable[[str], dict[str, object]]


@pytest.fixture
def said(revision: Revision) -> Said:
    def run(text: str) -> dict[str, object]:
        found = convert(text, revision, today=date(2026, 6, 30)).params
        return {name: value for name, value in found.items() if value is not None}

    return run


PAIR = {"depositMin": 5000, "depositMax": 5000, "monthlyMin": 100, "monthlyMax": 100, "dealType": "RENT"}


@pytest.mark.parametrize(
    "text",
    [
        "50 million deposit and 1 million a month",
        "1 million a month with 50 million deposit",
        "rent with a deposit of 50 million and monthly 1 million",
    ],
)
def test_each_of_two_amounts_keeps_the_label_that_is_its_own(said: Said, text: str) -> None:
    assert said(text) == PAIR


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("commute to Gangnam Station within 30 minutes", 30),
        ("commute to Nowhereville within 30 minutes", 30),
        ("within 30 minutes of Seoul National University Station by subway", 30),
        ("출퇴근 강남역 30분", 30),
    ],
)
def test_a_label_reaches_over_the_name_of_a_place(said: Said, text: str, minutes: int) -> None:
    assert said(text) == {"transitMinutesMax": minutes}


@pytest.mark.parametrize(
    "text",
    ["commute, lunch within 30 minutes", "commute and so on. within 30 minutes", "lunch in 30 minutes"],
)
def test_a_label_reaches_over_no_mark_and_no_other_words(said: Said, text: str) -> None:
    assert said(text) == {}


def test_a_label_that_belongs_to_the_next_amount_is_not_lent_to_the_one_before(said: Said) -> None:
    assert said("lunch 30 minutes of Gangnam Station by subway 20 minutes") == {"transitMinutesMax": 20}


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("5억 이하 전세 말고 매매", {"priceMax": 50000, "dealType": "DEAL"}),
        ("최대 5억 전세는 말고 매매", {"priceMax": 50000, "dealType": "DEAL"}),
        ("5억 이하 전세 말고 6억 이하", {"priceMax": 60000}),
        ("30평 이상은 말고", {"areaMax": 29}),
    ],
)
def test_what_takes_back_a_deal_behind_a_bound_leaves_the_bound(
    said: Said, text: str, params: dict[str, object]
) -> None:
    assert said(text) == params
