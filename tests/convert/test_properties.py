"""Laws that hold for any text: results, spans, spellings, the order of files, and how the work grows."""

import random
import sys
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.config.conversion import Conversion as Table
from engine.config.revision import Revision
from engine.convert import Conversion, convert
from engine.convert.result import conversion_json
from tests.convert.conftest import TODAY, said

Read = Callable[[str], Conversion]

PIECES = [
    *[
        "5",
        "30",
        "1,000",
        "3,40",
        "9.5",
        "0",
        "억",
        "만",
        "만원",
        "천",
        "평",
        "평대",
        "㎡",
        "세대",
        "년",
        "층",
        "분",
        "개",
        "월",
        "대",
        "초반",
        "이하",
        "이상",
        "미만",
        "초과",
        "정도",
        "약",
        "한",
    ],
    *[
        "말고",
        "빼고",
        "~",
        "-",
        "/",
        ",",
        "에",
        "에서",
        "이나",
        "±",
        "전세",
        "월세",
        "보증금",
        "예산",
        "방",
        "전용",
        "신축",
        "구축",
        "역세권",
        "지금은",
        "살고",
        "대출",
        "상관없",
    ],
    *[
        "삼",
        "십",
        "서너",
        "스물",
        "이천",
        "원룸",
        "투룸",
        "강남역",
        "이천역",
        "가나",
        "or",
        "to",
        "M",
        "m",
        "A",
        "B",
        "jeonse",
        "range",
        "♥",
        "ㅋㅋ",
        "３",
        "３０",
        "“",
        "(",
        ")",
        "$1.lat",
    ],
    *["평데", "쎄", "이햐", "새대", "바꿔", "최대", "<", "국평", "KRW", "not"],
    *["\u200b", "\n", "up to", "million won"],
]
phrases = st.lists(st.sampled_from([*PIECES, " "]), max_size=14).map("".join)
texts = st.one_of(phrases, st.text(max_size=40))
AMOUNTS = st.sampled_from(
    [
        "5억",
        "9억 5천",
        "12.35억",
        "구억오천",
        "3억 5000만원",
        "육억 8000",
        "30평",
        "서른네 평",
        "84㎡",
        "500세대",
    ]
)
ENDINGS = st.sampled_from(["", " 이하", " 이상", "대", " 정도", " 미만", "~", " 초과 제외"])


@settings(max_examples=150, deadline=None)
@given(text=texts)
def test_any_text_gives_a_result_whose_spans_cut_the_text(read: Read, text: str) -> None:
    conversion = read(text)
    for span in (*conversion.evidence, *conversion.unread, *conversion.households, *conversion.wishes):
        assert 0 <= span.start < span.end <= len(text)
        assert text[span.start : span.end] == span.text
    for cue in conversion.cues:
        assert 0 <= cue.start < cue.end <= len(text)
    for name, value in conversion.params.items():
        assert isinstance(name, str)
        assert value is None or isinstance(value, int | float | str | list)


@settings(max_examples=100, deadline=None)
@given(text=phrases)
def test_no_range_runs_from_high_to_low(read: Read, text: str) -> None:
    params = read(text).params
    for name, low in params.items():
        high = params.get(name.removesuffix("Min") + "Max")
        if name.endswith("Min") and isinstance(low, int | float) and isinstance(high, int | float):
            assert low <= high


@settings(max_examples=100, deadline=None)
@given(amount=AMOUNTS, ending=ENDINGS)
def test_width_composition_and_invisible_characters_change_nothing(
    read: Read, amount: str, ending: str
) -> None:
    text = amount + ending
    wide = "".join(chr(ord(char) + 0xFEE0) if char.isdigit() else char for char in text)
    wanted = said(read(text))
    assert said(read(wide)) == wanted
    assert said(read(unicodedata.normalize("NFD", text))) == wanted
    assert said(read("\ufeff" + "\u200b".join(text))) == wanted
    assert said(read(f"  {text}\n")) == wanted


@settings(max_examples=40, deadline=None)
@given(eok=st.integers(1, 99), cheon=st.integers(1, 9), ending=ENDINGS)
def test_digits_words_and_spaces_of_one_amount_agree(read: Read, eok: int, cheon: int, ending: str) -> None:
    names = "영일이삼사오육칠팔구"
    ten, one = divmod(eok, 10)
    tens = "" if not ten else f"{'' if ten == 1 else names[ten]}십"
    words = f"{tens}{names[one] if one else ''}억{names[cheon]}천"
    forms = [
        words,
        f"{words}만원",
        f"{eok}억{cheon}천",
        f"{eok} 억 {cheon} 천",
        f"{eok}억 {cheon},000만원",
        f"{eok}.{cheon}억",
        f"{eok}억 {cheon}000",
    ]
    wanted = said(read(f"{eok}억 {cheon}천만원{ending}"))
    assert wanted
    assert [said(read(form + ending)) for form in forms] == [wanted] * len(forms)


@settings(max_examples=40, deadline=None)
@given(amount=st.sampled_from(["5억", "12억", "30억", "9억5천", "30평", "34평", "100평"]))
def test_a_band_lies_within_its_bounds(read: Read, amount: str) -> None:
    (low, high) = said(read(f"{amount}대")).values()
    (at_least,) = said(read(f"{amount} 이상")).values()
    (at_most,) = said(read(f"{amount}대 이하")).values()
    assert at_least == low
    assert at_most == high


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_order_of_tables_decides_nothing(revision: Revision, seed: int) -> None:
    """Tables turned round (0) or shuffled: the whole result is the same. Cases come from every file of
    them."""
    turned = replace(revision, conversions=shuffled(revision.conversions, seed))
    names = frozenset({"이천역", "구로역", "천호역", "이천"})
    texts = [
        case.text
        for cases in revision.cases.values()
        if cases.of.startswith(("conversion", "vocabulary", "language"))
        for case in cases.cases[seed::9]
        if case.text
    ]
    assert len(texts) > 100
    for text in texts:
        one, other = (
            conversion_json(convert(text, rules, TODAY, place_words=names)) for rules in (revision, turned)
        )
        assert one == other, text


def shuffled(tables: Mapping[str, Table], seed: int) -> dict[str, Table]:
    """The tables in another order."""
    names = list(tables)[::-1]
    if seed:
        random.Random(seed).shuffle(names)
    assert names != list(tables)
    return {name: tables[name] for name in names}


def calls(text: str, revision: Revision) -> int:
    """How many functions are called to convert a text: work without a clock."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        convert(text, revision, TODAY)
    finally:
        sys.setprofile(None)
    return count


HARD = [
    *["9", "억", "천", "이", "5~", "3,", "~", "원", "원룸", "m", "5±", "{n}", "5억은", "서너"],
    *[
        "5억 말고 ",
        "전세 ",
        "지금은 ",
        "신축 말고 ",
        "33평 10억이나 ",
        "나 ",
        "대신 ",
        "1000/50 ",
        "a\u0301",
        "만 ",
        "은 ",
    ],
    *[
        "쎄",
        "전쎄 ",
        "5억데",
        "이햐",
        "ㅋ",
        "1000/50~",
        "국평 이상 ",
        "전세에서 ",
        "바꿔 ",
        "5억 최대 ",
        "not jeonse ",
        "< ",
    ],
    *["오백에 사십 ", "3번 출구 ", "강남역 ", "보증금 5천에 월 80 ", "한 ", "살고 ", "5억 ~~~ ", "이하 "],
]


@pytest.mark.parametrize("piece", HARD)
def test_the_work_grows_with_the_text_and_no_faster(revision: Revision, piece: str) -> None:
    convert(piece, revision, TODAY)
    short, long = (calls(piece * (size // len(piece)), revision) for size in (200, 800))
    assert long <= 4.6 * short + 500


def test_the_work_of_one_long_text_is_linear_whatever_the_rules_hold(
    revision: Revision,
) -> None:
    nested = tuple("가" * size for size in range(1, 41))
    words = revision.conversions["price"].model_copy(
        update={
            "labels": nested,
            "units": {**revision.conversions["price"].units, **dict.fromkeys(nested, 1)},
        }
    )
    rules = replace(revision, conversions={**revision.conversions, "price": words})
    convert("가", rules, TODAY)
    short, long = (calls("가" * size, rules) for size in (200, 800))
    assert long <= 4.6 * short + 500
