"""Which reading of a disputed phrase was searched is said once, and only where the other asks for something
else."""

from dataclasses import replace

import pytest

from engine.answer.facts import Reading, SearchAnswer
from engine.answer.readings import readings_of
from engine.answer.template import render_answer
from engine.answer.view import ReadingView
from engine.config.revision import Revision

from .conftest import TEN_EOK, facts, home, search
from .test_notes import teller


def told(revision: Revision, reading: Reading, *searches: SearchAnswer) -> tuple[ReadingView, ...]:
    found = searches or (search(home("A"), params=reading.params),)
    return readings_of(facts(*found, readings=(reading,)), teller(revision))


def test_a_band_with_two_widths_is_told_with_both(revision: Revision) -> None:
    (view,) = told(revision, TEN_EOK)
    assert view == ReadingView(said="10억대", taken="10억원∼20억원 미만", others=("10억원∼11억원 미만",))


def test_the_answer_says_which_reading_it_took_in_both_languages(revision: Revision) -> None:
    found = facts(search(home("A"), params=TEN_EOK.params), readings=(TEN_EOK,))
    korean = render_answer(found, revision)
    assert korean.count("‘10억대’는 10억원∼20억원 미만으로 찾았습니다.") == 1
    assert "10억원∼11억원 미만을 뜻하셨다면 말씀해 주세요." in korean
    english = render_answer(replace(found, language="en"), revision)
    assert english.count("I took “10억대” as") == 1
    assert "Tell me if you meant" in english


def test_two_searches_say_it_once(revision: Revision) -> None:
    one = search(home("A"), params=TEN_EOK.params)
    assert len(told(revision, TEN_EOK, one, replace(one, places=("신림역",)))) == 1


def test_a_bare_price_may_have_been_the_most(revision: Revision) -> None:
    bare = Reading(
        said="15억",
        params={"priceMin": 150000, "priceMax": 150000},
        other=({"priceMin": None, "priceMax": 150000},),
    )
    (view,) = told(revision, bare)
    assert (view.taken, view.others) == ("15억원 안팎", ("15억원 이하",))


def test_a_bare_deposit_is_searched_as_the_most_anyway(revision: Revision) -> None:
    bare = Reading(
        said="보증금 3천",
        params={"depositMin": 3000, "depositMax": 3000, "dealType": "RENT"},
        other=({"depositMin": None, "depositMax": 3000, "dealType": "RENT"},),
    )
    assert told(revision, bare) == ()


@pytest.mark.parametrize(
    ("params", "other"),
    [
        ({"priceMax": 59999}, {"priceMax": 60000}),
        ({"builtYearMax": 2010}, {"builtYearMax": 2009}),
        ({"monthlyMin": 12.5, "monthlyMax": 12.5}, {"monthlyMin": 12, "monthlyMax": 12}),
        ({"floorMin": 10, "floorMax": 19}, {"floorMin": 10, "floorMax": 10}),
    ],
)
def test_what_makes_no_difference_to_the_homes_is_not_told(
    revision: Revision, params: dict[str, object], other: dict[str, object]
) -> None:
    assert told(revision, Reading(said="…", params=params, other=(other,))) == ()


def test_a_room_more_is_told(revision: Revision) -> None:
    half = Reading(
        said="1.5룸",
        params={"roomCountMin": 1, "roomCountMax": 1},
        other=({"roomCountMin": 1, "roomCountMax": 2},),
    )
    assert [view.others for view in told(revision, half)] == [("1∼2개",)]


def test_a_phrase_that_another_overruled_is_not_told(revision: Revision) -> None:
    assert told(revision, TEN_EOK, search(home("A"), params={"priceMax": 90000})) == ()


def test_alternatives_and_failed_searches_tell_nothing(revision: Revision) -> None:
    params = dict(TEN_EOK.params)
    assert told(revision, TEN_EOK, search(home("A"), params=params, alternatives=(params, params))) == ()
    assert told(revision, TEN_EOK, SearchAnswer(places=("강남역",), params=params)) == ()
