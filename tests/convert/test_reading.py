"""What a whole text gives: parameters, evidence in the customer's own words, and what was not used."""

import json
from collections.abc import Callable
from datetime import date

import pytest

from engine.config.revision import Revision
from engine.convert import Conversion, conversion_json, convert
from tests.convert.conftest import said

Read = Callable[[str], Conversion]


def whys(conversion: Conversion) -> dict[str, str]:
    return {unread.text: unread.why for unread in conversion.unread}


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("5억대", {"priceMin": 50000, "priceMax": 59999}),
        ("30억대", {"priceMin": 300000, "priceMax": 399999}),
        ("2억~3억", {"priceMin": 20000, "priceMax": 30000}),
        ("15억 정도", {"priceMin": 135000, "priceMax": 165000}),
        ("30억 이하", {"priceMin": None, "priceMax": 300000}),
        ("30평대", {"areaMin": 30, "areaMax": 39}),
        ("30평 정도", {"areaMin": 27, "areaMax": 33}),
        ("30평", {"areaMin": 30, "areaMax": 30}),
    ],
)
def test_the_eight_lines_of_the_design_come_out_exactly(
    read: Read, text: str, params: dict[str, object]
) -> None:
    assert dict(read(text).params) == params


def test_an_open_end_is_none_and_what_was_not_said_is_absent(read: Read) -> None:
    assert dict(read("5억 이상").params) == {"priceMin": 50000, "priceMax": None}


@pytest.mark.parametrize(
    "text", ["", "   ", "안녕하세요", "고마워요!", "강남역 맛집 추천해줘", "\u200b", "ㅋㅋㅋㅋ"]
)
def test_a_text_without_a_condition_gives_nothing(read: Read, text: str) -> None:
    assert read(text) == Conversion(params={})


def test_evidence_quotes_the_text_as_it_was_written(read: Read) -> None:
    text = "예산은 9억 ５천 이하요, 그리고 전새 말고 ㎡ 전용 84 !"
    for evidence in read(text).evidence:
        assert text[evidence.start : evidence.end] == evidence.text
    assert {e.rule: e.text for e in read(text).evidence}["conversion/price"] == "예산은 9억 ５천 이하"


def test_each_number_says_which_rule_read_it(read: Read) -> None:
    rules = [evidence.rule for evidence in read("신축 30평대 전세 5억 이하 1000/50").evidence]
    assert set(rules) == {
        "vocabulary/신축",
        "conversion/area",
        "conversion/deal_type",
        "conversion/price",
        "conversion/rent_pair",
    }


def test_what_is_not_used_is_named_with_the_reason(read: Read) -> None:
    assert whys(read("3번 출구 앞 5분")) == {"3번 출구": "masked", "5분": "no_table"}
    assert whys(read("대출 2억 끼고")) == {"대출 2억": "ignored"}
    assert whys(read("0억")) == {"0억": "refused"}
    assert whys(read("이억만리")) == {"이억만": "unknown_word"}
    assert whys(read("2026년")) == {"2026년": "bare"}
    assert whys(read("10억 이하 아니고 12억 이하")) == {"10억 이하": "corrected"}
    assert whys(read("30평 빼고")) == {"30평 빼고": "excluded"}
    assert whys(read("9억인데 최대 10억")) == {"9억": "overruled"}


def test_bounds_with_nothing_between_them_are_said_and_count_neither(read: Read) -> None:
    found = read("10억 이상 5억 이하")
    assert found.params == {}
    assert whys(found) == {"10억 이상": "contradicts", "5억 이하": "contradicts"}


def test_digits_that_make_no_number_are_refused_whole(read: Read) -> None:
    assert whys(read("1,00,000만원")) == {"1,00,000만원": "refused"}
    assert whys(read("1e5억")) == {"1e5억": "refused"}
    assert whys(read("-5억 이하")) == {"5억 이하": "refused"}


def test_nothing_between_the_words_of_a_cue_is_a_wish(read: Read) -> None:
    text = "지금은 화곡역 근처 15평에 보증금 2억에 살고 있고 30평대 매매 9억 이하"
    conversion = read(text)
    assert said(conversion) == {"areaMin": 30, "areaMax": 39, "priceMax": 90000, "dealType": "DEAL"}
    (cue,) = conversion.cues
    assert (cue.name, text[cue.start : cue.end]) == (
        "current_home",
        "지금은 화곡역 근처 15평에 보증금 2억에 살고 있고",
    )
    assert whys(conversion) == {"15평": "cue", "2억": "cue"}


def test_a_cue_ends_with_its_sentence(read: Read) -> None:
    assert said(read("지금 급해요. 30평대 찾아요. 혼자 살고 있어요")) == {"areaMin": 30, "areaMax": 39}


def test_wanting_to_live_somewhere_is_no_present_home(read: Read) -> None:
    assert said(read("지금은 강남에 살고 싶어요 10억 이하")) == {"priceMax": 100000}


def test_households_are_handed_on_and_not_applied(read: Read) -> None:
    conversion = read("신혼부부가 살 집, 5억 이하")
    assert said(conversion) == {"priceMax": 50000}
    (hint,) = conversion.households
    assert (hint.name, hint.text, hint.assumes["areaMin"]) == ("신혼부부", "신혼부부", 15)


def test_wishes_that_no_parameter_holds_are_found(read: Read) -> None:
    assert [wish.text for wish in read("초품아 30평대 한강뷰").wishes] == ["초품아", "한강뷰"]


def test_two_sets_of_wants_are_alternatives_within_their_hull(read: Read) -> None:
    conversion = read("33평 10억이나 25평 8억")
    assert said(conversion) == {"areaMin": 25, "areaMax": 33, "priceMin": 80000, "priceMax": 100000}
    assert conversion.alternatives == (
        {"areaMin": 33, "areaMax": 33, "priceMin": 100000, "priceMax": 100000},
        {"areaMin": 25, "areaMax": 25, "priceMin": 80000, "priceMax": 80000},
    )


def test_bounds_from_two_sides_are_no_alternatives(read: Read) -> None:
    conversion = read("5억 이상 30평 이상 6억 이하 40평 이하")
    assert said(conversion) == {"priceMin": 50000, "priceMax": 60000, "areaMin": 30, "areaMax": 40}
    assert conversion.alternatives == ()


def test_two_deal_types_are_a_list_and_their_amounts_alternatives(read: Read) -> None:
    assert said(read("전세나 월세")) == {"dealType": ["LEASE", "RENT"]}
    assert [dict(each) for each in read("전세 3억 이하 또는 매매 6억 이하").alternatives] == [
        {"dealType": "LEASE", "priceMin": None, "priceMax": 30000},
        {"dealType": "DEAL", "priceMin": None, "priceMax": 60000},
    ]


def test_two_disputed_words_about_one_want_are_alternatives(read: Read) -> None:
    conversion = read("신축이나 준신축 30평대")
    assert said(conversion) == {"areaMin": 30, "areaMax": 39}
    assert conversion.alternatives == ({"builtYearMin": 2020}, {"ageMin": 4, "ageMax": 9})


def test_only_money_that_no_label_claims_follows_the_only_deal_named(read: Read) -> None:
    assert said(read("월세로 투룸 50만원 이하"))["monthlyMax"] == 50
    assert said(read("전세로 투룸 2억 이하"))["priceMax"] == 20000
    assert "priceMax" not in said(read("월세로 투룸 50만원 이하"))


def test_a_year_told_from_today_needs_a_day(revision: Revision) -> None:
    def told(text: str, day: date | None) -> Conversion:
        return convert(text, revision, day, place_words=frozenset())

    assert said(told("작년 이후 준공", date(2026, 6, 30))) == {"builtYearMin": 2025}
    assert said(told("작년 이후 준공", date(2031, 1, 1))) == {"builtYearMin": 2030}
    assert whys(told("작년 이후 준공", None)) == {"작년 이후 준공": "no_day"}


def test_ages_stay_ages_whatever_day_it_is(revision: Revision) -> None:
    days = [None, date(2020, 1, 1), date(2026, 6, 30)]
    assert {str(dict(convert("10년 이내", revision, day).params)) for day in days} == {
        str({"ageMin": None, "ageMax": 10})
    }


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("3억 이천역 근처", {"priceMin": 30000, "priceMax": 30000}),
        ("1억 천호역", {"priceMin": 10000, "priceMax": 10000}),
        ("이천에 있는 3억 이하", {"priceMax": 30000}),
        ("3억 이천", {"priceMin": 32000, "priceMax": 32000}),
    ],
)
def test_the_name_of_a_place_hides_the_numerals_in_it(
    read: Read, text: str, params: dict[str, object]
) -> None:
    assert said(read(text)) == params


def test_the_packs_own_places_hide_numerals_when_none_are_given(revision: Revision) -> None:
    assert said(convert("3억 천호역 근처", revision)) == {"priceMin": 30000, "priceMax": 30000}


def test_a_number_with_too_many_digits_is_refused_and_not_read(read: Read) -> None:
    digits = "9" * 200
    assert whys(read(f"{digits}억")) == {f"{digits}억": "refused"}


def test_the_output_is_plain_json(read: Read) -> None:
    written = conversion_json(read("전세 3억 이하 또는 매매 6억 이하, 신혼부부 12만 5천원 월세"))
    assert json.loads(json.dumps(written, ensure_ascii=False)) == written
    assert list(written)[:3] == ["params", "alternatives", "evidence"]


def test_the_same_text_gives_the_same_result_twice(read: Read) -> None:
    text = "강남역 30평대 15억 이하 신축"
    assert read(text) == read(text)


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("8억이고 그 이상은 힘들어요", {"priceMax": 80000}),
        ("8억, 그 이상은 안 돼요", {"priceMax": 80000}),
        ("8억이요. 그 이상은 안 됩니다", {"priceMax": 80000}),
        ("8억이고 이상 없는 집", {"priceMin": 80000, "priceMax": 80000}),
    ],
)
def test_a_bound_that_refers_back_reaches_over_the_end_of_a_clause(
    read: Read, text: str, params: dict[str, object]
) -> None:
    assert said(read(text)) == params


def test_what_takes_the_place_of_another_leaves_alternatives(read: Read) -> None:
    assert said(read("20평에서 30평으로 이사하려고요")) == {"areaMin": 30, "areaMax": 30}
    assert said(read("20평대나 30평대로 이사하려고요")) == {"areaMin": 20, "areaMax": 39}


def test_a_choice_is_corrected_behind_a_mark(read: Read) -> None:
    assert said(read("매매, 아니 전세")) == {"dealType": "LEASE"}
    assert said(read("매매. 아니다 전세")) == {"dealType": "LEASE"}
    assert said(read("매매, 전세")) == {"dealType": ["DEAL", "LEASE"]}


def test_another_spelling_may_be_of_several_words(read_hikes: Callable[..., dict[str, object]]) -> None:
    language = {"same": {"10 km": ["half a score km"]}}
    assert read_hikes("up to half a score km", language=language, length={"examples": None}) == {"kmMax": 10}


def test_letters_of_two_words_are_no_word_across_their_space(read: Read) -> None:
    assert said(read("30평대 신반포")) == {"areaMin": 30, "areaMax": 39}
    assert said(read("30평 대신 40평")) == {"areaMin": 40, "areaMax": 40}
    assert said(read("신 축으로 10억 이 하")) == {"builtYearMin": 2020, "priceMax": 100000}


def test_the_number_of_a_service_desk_is_no_amount(read: Read) -> None:
    assert said(read("전세 1577-1577 5억 이하")) == {"dealType": "LEASE", "priceMax": 50000}
    assert said(read("보증금 1000-2000")) == {"dealType": "RENT", "depositMin": 1000, "depositMax": 2000}


def test_a_town_is_no_end_of_a_range_in_another_script(read: Read) -> None:
    assert said(read("이천에서 5억 이하")) == {"priceMax": 50000}
    assert said(read("이천에서 삼천만원 사이")) == {"priceMin": 2000, "priceMax": 3000}
