"""Finding the places that a sentence names."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.places.finder import find_mentions
from engine.places.index import PlaceIndex
from engine.places.lexicon import Lexicon
from engine.places.mention import Mentions
from tests.places.conftest import WORDS


def names(found: Mentions) -> list[str]:
    return [mention.candidates[0].place.name for mention in found.mentions]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("강남역근처30평대신축아파트찾아줘", ["강남역"]),
        ("강남역이랑 신림역 사이 아파트", ["강남역", "신림역"]),
        ("신림역하고 교대역인데 강남역도", ["신림역", "교대역", "강남역"]),
        ("강남 역 근처", ["강남역"]),
        ("강남 역삼동 아파트", ["역삼동"]),
        ("강남, 역삼", ["강남역", "역삼역"]),
        ("남편은 판교 저는 광화문 출근인데", ["판교역", "광화문역"]),
        ("애 학교가 목동이고 직장은 구로디지털단지, 집은 그 사이", ["목동", "구로디지털단지역"]),
        ("저는 삼성역 쪽으로 출근하고 예비신랑은 여의도로 출근합니다", ["삼성역", "여의도역"]),
        ("강남 30평대 전세", ["강남역"]),
        ("판교나 분당 쪽", ["판교역", "분당구"]),
        ("집은강남역회사는판교", ["강남역"]),
        ("강남역세권 신축", ["강남역"]),
        ("강남구청역 쪽으로", ["강남구청역"]),
        ("마포구하고 노원구", ["마포구", "노원구"]),
        ("역삼1동 월세", ["역삼동"]),
        ("고터 근처", ["고속터미널역"]),
        ("깅남역 근처 5억", ["강남역"]),
        ("신도립역이랑 신림역", ["신도림역", "신림역"]),
        ("신도림력 20평대 전세", ["신도림역"]),
        ("Gangnam역 근처", ["강남역"]),
        ("near Konkuk University Station", ["건대입구역"]),
        ("토지거래허가구역이 어디야", []),
        ("ㄱㄴ역 근처에 20평대", ["강남역"]),
        ("rkdskadur 근처 전세", ["강남역"]),
        ("서울대입구역(관악구청) 도보 5분", ["서울대입구역"]),
        ("은마아파트 몇년도에 지어졌고", ["은마"]),
        ("은마 30평대", ["은마"]),
        ("대치동 은마아파트", ["은마"]),
        ("헬리오시티랑 파크리오 비교해줘", ["헬리오시티아파트", "잠실파크리오"]),
        ("상계주공5단지 24평", ["상계주공5단지"]),
        ("상계주공 5단지 24평", ["상계주공5단지"]),
        ("개포주공 6단지 말고 7단지", ["개포주공6단지", "개포주공7단지"]),
        ("반포자이 30평대", ["반포자이"]),
        ("gangnam station 근처 2 bedroom", ["강남역"]),
        ("apartments between Gangnam Station and Sillim Station", ["강남역", "신림역"]),
        ("2 rooms, near Magok", ["마곡역"]),
        ("my office is near Gyodae Station", ["교대역"]),
        ("jeonse 3.5억 Gongdeok", ["공덕역"]),
        ("Konkuk", ["건대입구역"]),
        ("성수동 근처 8억 이하", ["성수동"]),
        ("문래동 전세 5억", ["문래동"]),
        ("을지로 전세 5억", ["을지로"]),
        ("위례 아파트", ["위례"]),
        ("타워팰리스 30평대", ["타워팰리스1차"]),
        ("대치동 현대아파트 시세", ["대치현대"]),
        # a typo of one jamo, also in the suffix, before a region and in a short name
        ("송파꾸 30평대", ["송파구"]),
        ("역삼둥 근처 아파트", ["역삼동"]),
        ("구로디지탈단지역 월세", ["구로디지털단지역"]),
        ("서울데입구역 근처", ["서울대입구역"]),
        ("강냠 근처", ["강남역"]),
        ("마포도 좋고", ["마포역"]),
        # initials and the other keyboard
        ("ㄱㄴㅇ 근처", ["강남역"]),
        ("ㄱㄴ 근처", ["강남역"]),
        ("ㅋㅋㅋ 전세 찾아줘", []),
        ("akvhrn 30평대", ["마포구"]),
        ("dmsak 시세", ["은마"]),
        # Latin letters
        ("a home in Gangnam-gu", ["강남구"]),
        ("3 bedroom apt in Jamsil-dong", ["잠실동"]),
        ("Songpa district apartments", ["송파구"]),
        ("apartments in Suwon city", ["수원시"]),
        ("SINDORIM STATION 30 pyeong", ["신도림역"]),
        ("yeoksamdong 30평대", ["역삼동"]),
        ("seoul-yeok 근처", ["서울역"]),
        ("near Shinchon station", ["신촌역"]),
        ("around Dongdaemun History & Culture Park station", ["동대문역사문화공원역"]),
        # aliases with the suffix they lack, a second name in brackets
        ("관악구청역 근처", ["서울대입구역"]),
        ("총신대입구(이수)역 근처", ["총신대입구역"]),
        # a place inside the one before it
        ("성남시 분당구 30평대", ["분당구"]),
        ("수원 신동 30평대", ["신동"]),
        ("성남 분당 아파트", ["분당구"]),
        # words for several places
        ("마용성 20평대", ["마포구", "용산구", "성동구"]),
        ("고양시 일산서구 30평대", ["일산서구"]),
        # words that only look like names
        ("이사는 2주 안에", []),
        ("월세 110만 원 미만", []),
        ("세종대로 110 근처", []),
        ("10억까지 가능", []),
        ("가능역 10억까지 가능", ["가능역"]),
    ],
)
def test_the_places_of_a_sentence_are_found(lexicon: Lexicon, sentence: str, expected: list[str]) -> None:
    assert names(find_mentions(sentence, lexicon)) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "예산은 9억 5000인데 최대 10억까지 가능, 20평대 후반",
        "10억까지 가능역세권이면 좋겠어요",
        "이대로 진행해 주세요",
        "조용한 데로 방이 3개",
        "대화하다가 가정이 생기면 이동이 편한 곳",
        "보증금 이천에 월 50",
        "지하철역 근처 대림 아파트",
        "도심 쪽으로 신축 대단지",
        "신혼부부 고려해서 시민 편의 시설",
        "안심하고 살 집",
        "this is a home in the 500 million won range",
        "ㅋㅋ ㅠㅠ",
        "",
    ],
)
def test_words_that_only_look_like_names_are_no_places(lexicon: Lexicon, sentence: str) -> None:
    found = find_mentions(sentence, lexicon)
    assert found.mentions == ()
    assert found.unknown == ()


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("호랑이동 근처 5억", "호랑이동"),
        ("뉴욕 근처 아파트", "뉴욕"),
        ("뉴욕근처 아파트", "뉴욕"),
        ("없는나라아파트 30평", "없는나라아파트"),
        ("apartments in New York", "New York"),
        ("near Horang Station, 3 rooms", "Horang Station"),
    ],
)
def test_a_word_written_like_a_place_is_unknown_and_not_lost(
    lexicon: Lexicon, sentence: str, said: str
) -> None:
    found = find_mentions(sentence, lexicon)
    assert found.mentions == ()
    assert [mention.text for mention in found.unknown] == [said]


@pytest.mark.parametrize("brand", ["현대아파트", "래미안", "자이 아파트"])
def test_a_name_of_many_complexes_is_said_to_be_shared(lexicon: Lexicon, brand: str) -> None:
    (mention,) = find_mentions(f"{brand} 30평대", lexicon).mentions
    assert mention.is_shared
    assert len(mention.candidates) > 1


@pytest.mark.parametrize(
    "sentence", ["직장 근처 전세", "조용한 쪽으로", "남자친구 집 근처", "near my office"]
)
def test_ordinary_words_before_a_near_word_are_no_unknown_places(sentence: str, index: PlaceIndex) -> None:
    words = replace(WORDS, common=("직장", "친구", "집"), leads=("near", "in"))
    assert find_mentions(sentence, Lexicon(index, words)) == Mentions()


def test_offsets_point_into_the_sentence_as_written(lexicon: Lexicon) -> None:
    sentence = "  집은 강남 역 근처, ＧＡＮＧＮＡＭ station"
    found = find_mentions(sentence, lexicon)
    assert [sentence[m.start : m.end] for m in found.mentions] == ["강남 역", "ＧＡＮＧＮＡＭ station"]


def test_a_left_out_complex_name_is_filled_in(lexicon: Lexicon) -> None:
    sentence = "래미안 2차 말고 1차, 33평"
    first, second = find_mentions(sentence, lexicon).mentions
    assert (first.text, second.text) == ("래미안 2차", "래미안 1차")
    assert sentence[second.start : second.end] == "1차"
    assert second.how == "partial"


def test_a_city_alone_and_a_line_are_hints_and_choose_the_place(lexicon: Lexicon) -> None:
    found = find_mentions("부산 교대역", lexicon)
    assert [(hint.kind, hint.text) for hint in found.hints] == [("region", "부산")]
    assert found.mentions[0].candidates[0].place.region == "부산권"
    line = find_mentions("2호선신촌역 근처", lexicon)
    assert [(hint.kind, hint.text) for hint in line.hints] == [("line", "2호선")]
    assert "2호선" in line.mentions[0].candidates[0].place.lines
    assert find_mentions("서울에서 전세", lexicon).mentions == ()


def test_an_area_before_what_lies_in_it_is_a_hint(lexicon: Lexicon) -> None:
    found = find_mentions("강남구 역삼동 아파트", lexicon)
    assert names(found) == ["역삼동"]
    assert [hint.text for hint in found.hints] == ["강남구"]


def test_a_place_named_beside_it_chooses_among_places_of_one_name(lexicon: Lexicon) -> None:
    found = find_mentions("교대역이랑 서면역 사이", lexicon)
    assert [mention.candidates[0].place.region for mention in found.mentions] == ["부산권", "부산권"]
    assert len(found.mentions[0].candidates) == 3


def test_a_misspelt_name_is_marked(lexicon: Lexicon) -> None:
    (mention,) = find_mentions("깅남역 근처", lexicon).mentions
    assert (mention.text, mention.how, mention.candidates[0].matched) == ("깅남역", "ngram", "강남역")


def test_a_name_that_nothing_has_is_handed_back_as_unknown(lexicon: Lexicon) -> None:
    found = find_mentions("호그와트역 근처", lexicon)
    assert found.mentions == ()
    assert [mention.text for mention in found.unknown] == ["호그와트역"]


def test_names_outside_the_preferred_regions_need_their_suffix_or_region(lexicon: Lexicon) -> None:
    assert names(find_mentions("서면 근처", lexicon)) == []
    assert names(find_mentions("서면역 근처", lexicon)) == ["서면역"]
    assert names(find_mentions("부산 서면 근처", lexicon)) == ["서면역"]


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="강남역교대 구로동,1차단지이랑 근처가능ㄱㄴrkd\u1100\u1161", max_size=40))
def test_any_text_gives_ordered_mentions_that_do_not_overlap(lexicon: Lexicon, sentence: str) -> None:
    found = find_mentions(sentence, lexicon).mentions
    assert all(0 <= m.start < m.end <= len(sentence) for m in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


def bare(name: str) -> str:
    name = "".join(name.split())
    for tail in ("아파트", "역"):
        name = name.removesuffix(tail) if len(name) > len(tail) + 1 else name
    return name


def test_every_place_of_the_case_file_is_found(lexicon: Lexicon, shared: Path) -> None:
    rows = [json.loads(line) for line in (shared / "cases" / "queries.jsonl").read_text("utf-8").splitlines()]
    missed: list[tuple[str, str]] = []
    for row in rows:
        found = find_mentions(row["text"], lexicon).mentions
        spoken = {bare(form) for m in found for form in (m.text, m.candidates[0].place.name)}
        missed += [(row["id"], place) for place in row["places"] if bare(place) not in spoken]
        assert row["places"] or not found, row["id"]
    assert missed == []


@pytest.mark.parametrize(
    ("sentence", "unknown"),
    [
        ("런던 쪽 아파트", ["런던"]),
        ("조용한 쪽 아파트", []),
        ("살던 쪽 아파트", []),
        ("강남역이랑 뉴욕 사이", ["뉴욕"]),
        ("뉴욕이랑 강남역 사이", ["뉴욕"]),
        ("강남역이랑 여의도역에서 저희 중간", []),
        ("apartment in Haeundae-gu", ["Haeundae-gu"]),
        ("near Hogwarts Station", ["Hogwarts Station"]),
        ("KAIST 근처 아파트", ["KAIST"]),
        ("apartments near KAIST", ["KAIST"]),
        ("APARTMENTS NEAR HOGWARTS", []),
        ("A 근처", []),
    ],
)
def test_a_name_that_nothing_has_is_said_to_be_unknown(
    lexicon: Lexicon, sentence: str, unknown: list[str]
) -> None:
    assert [mention.text for mention in find_mentions(sentence, lexicon).unknown] == unknown


def test_one_of_two_names_between_which_something_lies_may_be_a_common_word(lexicon: Lexicon) -> None:
    found = find_mentions("상동하고 중동 사이", lexicon)
    assert [mention.text for mention in found.mentions] == ["상동", "중동"]
    assert names(find_mentions("중동 음식 좋아해요", lexicon)) == []


def test_a_misspelt_name_that_may_be_two_is_left_unknown(lexicon: Lexicon) -> None:
    found = find_mentions("파리 근처", lexicon)
    assert (names(found), [mention.text for mention in found.unknown]) == ([], ["파리"])


def test_a_brand_alone_names_no_one_complex(lexicon: Lexicon) -> None:
    (mention,) = find_mentions("힐스테이트 시세", lexicon).mentions
    assert mention.is_shared
    assert len(mention.candidates) > 1


def test_a_brand_of_two_syllables_counts_where_the_vocabulary_lists_it(index: PlaceIndex) -> None:
    listed = Lexicon(index, replace(WORDS, brands=("자이",)))
    (mention,) = find_mentions("자이 시세", listed).mentions
    assert mention.is_shared
    assert find_mentions("자이 시세", Lexicon(index, WORDS)) == Mentions()


def test_an_area_before_a_brand_limits_the_complexes_to_it(lexicon: Lexicon) -> None:
    area, brand = find_mentions("대치동 래미안 시세", lexicon).mentions
    assert area.candidates[0].place.name == "대치동"
    assert brand.is_shared
    assert "대치" in brand.candidates[0].place.name
    assert {match.place.address.split()[1] for match in brand.candidates} == {"강남구"}


def test_a_word_for_several_places_is_a_mention_of_each(lexicon: Lexicon) -> None:
    found = find_mentions("마용성 말고", lexicon).mentions
    assert {(mention.text, mention.start, mention.is_group) for mention in found} == {("마용성", 0, True)}


@pytest.mark.parametrize(
    ("sentence", "unknown"),
    [
        ("쿠팡 본사 근처 20평대", ["쿠팡 본사"]),
        ("쿠팡본사 근처", ["쿠팡본사"]),
        ("KT 본사 근처", ["KT 본사"]),
        ("본사 근처 전세", []),
        ("회사 본사 근처", []),
        ("남편은 본사 근처", []),
        ("쿠팡. 본사 근처", []),
        ("쿠팡 본사 사람", []),
        ("강남역 본사 근처", []),
    ],
)
def test_a_common_word_may_make_a_name_with_the_word_before_it(
    index: PlaceIndex, sentence: str, unknown: list[str]
) -> None:
    lexicon = Lexicon(index, replace(WORDS, seats=("본사",), common=("본사", "회사")))
    assert [mention.text for mention in find_mentions(sentence, lexicon).unknown] == unknown
