"""Where nothing is a wish: present homes, own money, and what is refused."""

from collections.abc import Callable
from datetime import date

import pytest

from engine.config.revision import Revision
from engine.convert import Conversion, convert

Read = Callable[..., Conversion]
TODAY = date(2026, 6, 30)


@pytest.fixture
def read(revision: Revision) -> Read:
    def run(text: str, *names: str) -> Conversion:
        places = [(text.index(name), text.index(name) + len(name)) for name in names]
        return convert(text, revision, TODAY, place_words=frozenset(names), places_at=places)

    return run


def said(conversion: Conversion) -> dict[str, object]:
    return {name: value for name, value in conversion.params.items() if value is not None}


def spans(conversion: Conversion, text: str) -> list[str]:
    return [text[cue.start : cue.end] for cue in conversion.cues]


def test_a_cue_without_a_start_reaches_back_to_where_its_clause_begins(read: Read) -> None:
    text = "34평 찾는데 24평 아파트를 7억에 팔고 갈게요"
    conversion = read(text)
    assert spans(conversion, text) == ["24평 아파트를 7억에 팔고"]
    assert said(conversion) == {"areaMin": 34, "areaMax": 34}


def test_a_clause_that_names_nothing_is_about_the_one_before(read: Read) -> None:
    text = "시세가 15억쯤 하는데 이걸 처분하고 9억 이하로"
    conversion = read(text)
    assert spans(conversion, text) == ["시세가 15억쯤 하는데 이걸 처분하고"]
    assert said(conversion) == {"priceMax": 90000}


def test_a_clause_that_names_its_own_thing_is_about_no_other(read: Read) -> None:
    assert said(read("34평 10억 이하로 찾는데 가게 팔고 이사해요")) == {
        "areaMin": 34,
        "areaMax": 34,
        "priceMax": 100000,
    }


def test_a_cue_without_an_end_reaches_to_where_its_clause_ends(read: Read) -> None:
    text = "거주지: 18평 / 희망: 25평 이상"
    conversion = read(text)
    assert spans(conversion, text) == ["거주지: 18평"]
    assert said(conversion) == {"areaMin": 25}


def test_a_word_that_opens_a_clause_ends_the_one_before(read: Read) -> None:
    assert said(read("거주지 18평 희망 25평 이상")) == {"areaMin": 25}


def test_a_home_is_present_only_where_a_move_is_said(read: Read) -> None:
    assert said(read("집은 24평인데 공덕으로 이사 가려고요 34평")) == {"areaMin": 34, "areaMax": 34}
    assert said(read("집은 24평이 좋아요")) == {"areaMin": 24, "areaMax": 24}


def test_a_refusal_reaches_the_deal_before_it_over_the_reason(read: Read) -> None:
    for text in (
        "월세는 좀 부담되고 전세",
        "월세는 매달 돈이 나가서 싫고 전세",
        "월세 내기 아까워서 전세",
        "매매는 무리라 전세",
    ):
        assert said(read(text)) == {"dealType": "LEASE"}, text


def test_a_deal_is_left_for_a_reason_and_for_another(read: Read) -> None:
    assert said(read("전세는 매물이 없어서 월세로")) == {"dealType": "RENT"}
    assert said(read("전세는 매물이 없어서 걱정이에요")) == {"dealType": "LEASE"}


def test_what_is_refused_in_a_sentence_is_marked_so(read: Read) -> None:
    text = "홍대 시끄러워서 싫고 망원"
    conversion = read(text, "홍대", "망원")
    assert [cue.refused for cue in conversion.cues] == [True] * len(conversion.cues)
    assert max(cue.end for cue in conversion.cues) <= text.index(" 망원")
    assert min(cue.start for cue in conversion.cues) == 0


def test_a_thing_with_a_noun_of_its_own_before_the_refusal_is_not_refused(read: Read) -> None:
    for text in (
        "마포역 반지하는 싫어요",
        "마포역인데 시끄러운 길가는 싫어요",
        "회사가 마포역이라 멀어서 싫어요",
    ):
        assert not [cue for cue in read(text, "마포역").cues if cue.refused], text


def test_the_topic_of_a_clause_is_refused_not_what_is_said_of_it(read: Read) -> None:
    text = "강남역은 월세가 부담돼서 신림역으로"
    conversion = read(text, "강남역", "신림역")
    assert min(cue.start for cue in conversion.cues if cue.refused) == 0
    assert said(conversion) == {}


def test_words_that_sound_like_a_refusal_refuse_nothing(read: Read) -> None:
    assert said(read("월세도 부담이 없어요")) == {"dealType": "RENT"}
    assert said(read("전세는 포기 못 해요")) == {"dealType": "LEASE"}


@pytest.mark.parametrize(
    "unit", ["전세는 부담 ", "24평 내놨 ", "집은 24평 ", "싫", "강남역 너무 비싸서 못 가 "]
)
def test_any_pile_of_cues_is_read(read: Read, unit: str) -> None:
    conversion = read(unit * 150)
    assert all(cue.start < cue.end <= len(unit) * 150 for cue in conversion.cues)
