"""What is refused or complained of: a place, a deal, an amount."""

from tests.convert.conftest import ReadNamed, said


def test_a_refusal_reaches_the_deal_before_it_over_the_reason(read_named: ReadNamed) -> None:
    for text in (
        "월세는 좀 부담되고 전세",
        "월세는 매달 돈이 나가서 싫고 전세",
        "월세 내기 아까워서 전세",
        "매매는 무리라 전세",
    ):
        assert said(read_named(text)) == {"dealType": "LEASE"}, text


def test_a_deal_is_left_for_a_reason_and_for_another(read_named: ReadNamed) -> None:
    assert said(read_named("전세는 매물이 없어서 월세로")) == {"dealType": "RENT"}
    assert said(read_named("전세는 매물이 없어서 걱정이에요")) == {"dealType": "LEASE"}


def test_a_deal_in_a_reason_gives_way_to_the_next_unless_that_comes_besides(read_named: ReadNamed) -> None:
    assert said(read_named("월세 너무 올라서 전세 구해요")) == {"dealType": "LEASE"}
    assert said(read_named("전세는 매물이 없어서 매매 구해요")) == {"dealType": "DEAL"}
    assert said(read_named("전세가 없어서 월세도 봐요")) == {"dealType": ["LEASE", "RENT"]}
    assert said(read_named("전세로 살고 싶어서 왔어요 월세")) == {"dealType": ["LEASE", "RENT"]}


def test_what_lies_between_names_is_refused_and_none_of_them(read_named: ReadNamed) -> None:
    conversion = read_named("상수역과 강남역 중간인데 애매하네요", "상수역", "강남역")
    assert not [cue for cue in conversion.cues if cue.refused]


def test_what_is_refused_in_a_sentence_is_marked_so(read_named: ReadNamed) -> None:
    text = "홍대 시끄러워서 싫고 망원"
    conversion = read_named(text, "홍대", "망원")
    assert [cue.refused for cue in conversion.cues] == [True] * len(conversion.cues)
    assert max(cue.end for cue in conversion.cues) <= text.index(" 망원")
    assert min(cue.start for cue in conversion.cues) == 0


def test_a_thing_with_a_noun_of_its_own_before_the_refusal_is_not_refused(read_named: ReadNamed) -> None:
    for text in (
        "마포역 반지하는 싫어요",
        "마포역인데 시끄러운 길가는 싫어요",
        "회사가 마포역이라 멀어서 싫어요",
    ):
        assert not [cue for cue in read_named(text, "마포역").cues if cue.refused], text


def test_the_topic_of_a_clause_is_refused_not_what_is_said_of_it(read_named: ReadNamed) -> None:
    text = "강남역은 월세가 부담돼서 신림역으로"
    conversion = read_named(text, "강남역", "신림역")
    assert min(cue.start for cue in conversion.cues if cue.refused) == 0
    assert said(conversion) == {}


def test_words_that_sound_like_a_refusal_refuse_nothing(read_named: ReadNamed) -> None:
    assert said(read_named("월세도 부담이 없어요")) == {"dealType": "RENT"}
    assert said(read_named("전세는 포기 못 해요")) == {"dealType": "LEASE"}
