"""Where nothing is a wish: present homes, own money, and what is refused."""

import pytest

from engine.convert import Conversion
from tests.convert.conftest import ReadNamed, said


def spans(conversion: Conversion, text: str) -> list[str]:
    return [text[cue.start : cue.end] for cue in conversion.cues]


def test_a_cue_without_a_start_reaches_back_to_where_its_clause_begins(read_named: ReadNamed) -> None:
    text = "34평 찾는데 24평 아파트를 7억에 팔고 갈게요"
    conversion = read_named(text)
    assert spans(conversion, text) == ["24평 아파트를 7억에 팔고"]
    assert said(conversion) == {"areaMin": 34, "areaMax": 34}


def test_a_clause_that_names_nothing_is_about_the_one_before(read_named: ReadNamed) -> None:
    text = "시세가 15억쯤 하는데 이걸 처분하고 9억 이하로"
    conversion = read_named(text)
    assert spans(conversion, text) == ["시세가 15억쯤 하는데 이걸 처분하고"]
    assert said(conversion) == {"priceMax": 90000}


def test_a_clause_that_names_its_own_thing_is_about_no_other(read_named: ReadNamed) -> None:
    assert said(read_named("34평 10억 이하로 찾는데 가게 팔고 이사해요")) == {
        "areaMin": 34,
        "areaMax": 34,
        "priceMax": 100000,
    }


def test_a_cue_without_an_end_reaches_to_where_its_clause_ends(read_named: ReadNamed) -> None:
    text = "거주지: 18평 / 희망: 25평 이상"
    conversion = read_named(text)
    assert spans(conversion, text) == ["거주지: 18평"]
    assert said(conversion) == {"areaMin": 25}


def test_a_word_that_opens_a_clause_ends_the_one_before(read_named: ReadNamed) -> None:
    assert said(read_named("거주지 18평 희망 25평 이상")) == {"areaMin": 25}


def test_a_home_is_present_only_where_a_move_is_said(read_named: ReadNamed) -> None:
    assert said(read_named("집은 24평인데 공덕으로 이사 가려고요 34평")) == {"areaMin": 34, "areaMax": 34}
    assert said(read_named("집은 24평이 좋아요")) == {"areaMin": 24, "areaMax": 24}


@pytest.mark.parametrize(
    "unit", ["전세는 부담 ", "24평 내놨 ", "집은 24평 ", "싫", "강남역 너무 비싸서 못 가 "]
)
def test_any_pile_of_cues_is_read(read_named: ReadNamed, unit: str) -> None:
    conversion = read_named(unit * 150)
    assert all(cue.start < cue.end <= len(unit) * 150 for cue in conversion.cues)
