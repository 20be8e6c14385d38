import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.plan.free_text import clean, repeats, unsafe


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("초품아, 조용한 곳", "초품아, 조용한 곳"),
        ("a\r\nb\u2028c\td", "a b c d"),
        ("a\x00b\u202ec\u2066d\ufeffe\u200bf\ud800g", "abcdefg"),
        ("<script>alert(1)</script> 조용", "alert(1) 조용"),
        ("<<b>b>x", "bx"),
        ("[여기](http://x.example) {{ 7*7 }} `rm`", "여기(http://x.example) 7*7 rm"),
        ("  a    b  ", "a b"),
        ("<>", None),
        ("", None),
    ],
)
def test_everything_that_could_be_more_than_words_is_taken_out(text: str, wanted: str | None) -> None:
    assert clean(text, 300)[0] == wanted


def test_what_was_taken_out_is_said() -> None:
    assert clean("조용", 300) == ("조용", "")
    assert clean("a\n<b>\u202e", 300) == ("a", "line breaks, hidden characters, markup")
    assert clean("가나다", 2) == ("가나", "cut to 2 characters")
    assert clean(5, 300) == (None, "is int, not text")
    assert clean(None, 300) == (None, "")
    assert clean("x" * 100_000, 300) == (None, "cut to 300 characters, repeats itself"[23:])


def test_text_that_only_repeats_itself_is_told_from_laughter() -> None:
    assert repeats("강남 " * 500)
    assert not repeats("ㅋ" * 30)
    assert not repeats(
        "조용하고 학교가 가까우며 햇볕이 잘 드는 남향집, 관리비가 적고 주차가 넉넉하며 시장이 가까운 곳"
    )


@pytest.mark.parametrize("text", ["a\x00", "\x1b[31m", "a\u202eb", "\ud83d"])
def test_control_characters_are_unsafe(text: str) -> None:
    assert unsafe(text)


@pytest.mark.parametrize("text", ["강남역", "a\nb\tc", "👨‍👩‍👧", "a\u200bb"])
def test_ordinary_text_is_safe(text: str) -> None:
    assert not unsafe(text)


@given(
    st.one_of(st.text(max_size=80), st.text(alphabet="<>{}[]`/ab \n\u202e", max_size=80)), st.integers(0, 40)
)
def test_cleaning_twice_changes_nothing_and_keeps_the_cap(text: str, at_most: int) -> None:
    once, _ = clean(text, at_most)
    assert clean(once, at_most) == (once, "")
    assert once is None or (0 < len(once) <= at_most and "<" not in once and "\n" not in once)
