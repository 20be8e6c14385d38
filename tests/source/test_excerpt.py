import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.source.excerpt import cells, excerpt, shown, visible
from engine.source.lines import Lines


def test_the_caret_stands_under_the_column_behind_wide_letters() -> None:
    source, caret = excerpt(Lines("a: 1\n가격: 😀x\n"), 2, 6) or ("", "")
    assert source == "가격: 😀x"
    assert caret == " " * 8 + "^"


def test_a_combining_mark_takes_no_cell() -> None:
    assert cells("e\u0301") == 1


@pytest.mark.parametrize("letter", ["x", "글", "\u200b", "\t"])
def test_a_long_line_is_cut_around_the_caret(letter: str) -> None:
    source, caret = excerpt(Lines(letter * 300 + "!" + letter * 300), 1, 301, width=60) or ("", "")
    assert source.startswith("...")
    assert source.endswith("...")
    assert cells(source) <= 66
    cut = 0
    while cells(source[:cut]) < len(caret) - 1:
        cut += 1
    assert source[cut] == "!"


def test_there_is_no_excerpt_of_a_line_that_is_not_there() -> None:
    assert excerpt(Lines("a\n"), 3, 1) is None
    assert excerpt(Lines("a\n"), 0, 0) is None


def test_a_column_behind_the_end_points_behind_the_end() -> None:
    assert excerpt(Lines("ab\r\nc"), 1, 99) == ("ab", "  ^")


def test_what_does_not_show_or_acts_on_a_terminal_is_spelled_out() -> None:
    assert visible("a\x1b[31m\u202e\u200bㅤ") == "a<U+001B>[31m<U+202E><U+200B><U+3164>"
    assert shown("a\n  b" + "c" * 100, 8) == "a bccc..."


@given(st.text(max_size=200), st.integers(-2, 6), st.integers(-2, 210))
def test_any_place_in_any_text_can_be_shown(text: str, line: int, column: int) -> None:
    pair = excerpt(Lines(text), line, column, width=40)
    if pair is not None:
        source, caret = pair
        assert caret.strip() == "^"
        assert source.isprintable()
        assert cells(source) <= 46
        assert len(caret) <= cells(source) + 1
