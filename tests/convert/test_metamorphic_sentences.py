"""Metamorphic laws of sentences: what stands round the conditions, and in which order, changes none."""

from functools import cache
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.convert.places import words_of
from tests.convert.sentences import (
    EXAMPLES,
    Condition,
    glued,
    joined,
    pack,
    said,
    same,
    sentences,
    two_sided,
    wishes,
)

law = settings(max_examples=EXAMPLES, deadline=None)

ENDINGS = [
    *[
        "요",
        "이요",
        "이에요",
        "예요",
        "입니다",
        "이면 좋겠어요",
        "로 부탁드려요",
        "로 찾아주세요",
        "로요",
        "인 집",
    ],
    *[
        " 부탁드립니다",
        " 구해요",
        " 찾아요",
        " 있을까요?",
        " 추천해주세요",
        " 원해요",
        " 희망합니다",
        " 해주세요",
    ],
    *[" 보여줘", " 있나요", " 집 구합니다", "로 알아봐 주세요", "!", " ㅠㅠ", "~~"],
]
MASKS = [
    *[
        "3번 출구",
        "2호선",
        "101동 1203호",
        "010-1234-5678",
        "02-555-1234",
        "02-123-4567",
        "1577-1577",
        "7단지",
        "래미안 2차",
        "역삼1동",
    ],
    *["9호선 급행", "4번출구 앞", "1203호", "상계주공5단지", "종로3가", "2026.03.02"],
    *["1577-1577", "1588-9000"],
]
TALK = [
    *["안녕하세요 ", "제가 이번에 새로 이사를 가려고 하는데요 ", "저희는 북적이지 않는 동네를 좋아해서요 "],
    *["회사에 다니고 있습니다. ", "아이가 있어서 학교가 가까우면 좋겠고요 ", "강아지를 키우고 있어요. "],
    *["햇빛이 잘 드는 집이면 좋겠습니다. ", "주변에 공원이 있으면 더 좋고요. ", "예쁜 집으로 부탁드립니다. "],
]


def together(drawn: list[Condition]) -> dict[str, object]:
    """What the conditions say one by one."""
    found: dict[str, object] = {}
    for each in drawn:
        found.update(said(each.text()))
    return found


@law
@given(drawn=wishes(most=4, least=2), join=st.sampled_from([" ", ", ", "\n", " 그리고 ", " / ", " & "]))
def test_a_sentence_says_what_its_conditions_say(drawn: list[Condition], join: str) -> None:
    text, wanted = joined(drawn, join), together(drawn)
    assert said(text) == wanted, f"\n  {text!r}\n    {said(text)}\n  one by one\n    {wanted}"


@law
@given(drawn=wishes(most=4, least=2), data=st.data())
def test_the_order_of_conditions_says_nothing(drawn: list[Condition], data: st.DataObject) -> None:
    turned = data.draw(st.permutations(drawn))
    same(joined(drawn, " "), joined(turned, " "))


@law
@given(text=sentences(most=3))
def test_saying_it_twice_says_it_once(text: str) -> None:
    same(text, f"{text}, {text}")


@law
@given(text=sentences(most=3), ending=st.sampled_from(ENDINGS))
def test_a_polite_ending_says_nothing(text: str, ending: str) -> None:
    """A single ~ is left out: right behind an amount it is "or more"."""
    same(text, text + ending)


@law
@given(drawn=wishes(most=3), mask=st.sampled_from(MASKS), join=st.sampled_from([", ", " "]), data=st.data())
def test_numbers_that_count_nothing_say_nothing(
    drawn: list[Condition], mask: str, join: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(drawn)))
    whole = joined(drawn, join)
    parts = [joined(part, join) for part in (drawn[:at], drawn[at:]) if part]
    parts.insert(bool(at), mask)
    same(whole, join.join(parts))


@law
@given(drawn=wishes(most=3), talk=st.lists(st.sampled_from(TALK), min_size=1, max_size=10), data=st.data())
def test_talk_round_the_conditions_says_nothing(
    drawn: list[Condition], talk: list[str], data: st.DataObject
) -> None:
    """Up to 300 characters. A wish that no parameter holds (강아지) is one of the talk."""
    at = data.draw(st.integers(0, len(drawn)))
    texts = [each.text() for each in drawn]
    before = ", ".join(texts[:at]) + (". " if at else "")
    same(", ".join(texts), before + "".join(talk)[:300] + ", ".join(texts[at:]), but=("wishes",))


@cache
def names() -> list[str]:
    """The pack's places that are plainly places."""
    suffixes = pack().vocabulary.places.suffixes
    return sorted(name for name in words_of(pack()) if name.endswith(tuple(suffixes)) and len(name) > 2)


@st.composite
def places(draw: st.DrawFn) -> str:
    """The name of one of the pack's places, as it is put before a condition."""
    form = draw(st.sampled_from(["{} ", "{} 근처 ", "{} 쪽 ", "{} 주변에 ", "{}이랑 ", "{}, "]))
    return form.format(draw(st.sampled_from(names())))


@law
@given(place=places(), text=sentences(most=3))
def test_a_place_before_the_conditions_changes_none(place: str, text: str) -> None:
    same(text, place + text)


@law
@given(drawn=wishes(most=3, least=2))
def test_conditions_without_a_space_between_are_the_same(drawn: list[Condition]) -> None:
    """Left out is what runs into another word: 한 and 약 (대|한40평), a word of either side (최대), 5개|월세,
    300만|억대, 60년|대단지, and what ends or begins in one syllable that is a particle too."""
    if not any(runs_together(each, other) for each, other in pairwise(drawn)):
        same(joined(drawn, ", "), glued([glued(each.pieces, "") for each in drawn], ""))


def runs_together(one: Condition, other: Condition) -> bool:
    """Whether the end of one and the beginning of the other make another word."""
    end, begin = one.pieces[-1], other.pieces[0]
    short = (len(end) == 1 and not one.after) or len(begin) == 1 or begin[0] in "억대월년"
    return short or two_sided(one) or end[-1] in "대로면고지"
