from hypothesis import given
from hypothesis import strategies as st

from engine.answer.pieces import Pieces


def cut(text: str) -> list[str]:
    pieces = Pieces()
    found = pieces.feed(text)
    rest = pieces.rest()
    return [*found, rest] if rest else found


def test_a_full_stop_before_a_space_ends_a_sentence() -> None:
    assert cut("좋아요. 그리고요! 네? 끝") == ["좋아요. ", "그리고요! ", "네? ", "끝"]


def test_closing_marks_belong_to_their_sentence() -> None:
    assert cut("**좋아요.** (참고하세요.) “네.” 끝") == ["**좋아요.** ", "(참고하세요.) ", "“네.” ", "끝"]


def test_the_point_of_a_figure_ends_nothing() -> None:
    assert cut("84.5㎡, 1.2 km, 3.5억 그리고 v1.2") == ["84.5㎡, 1.2 km, 3.5억 그리고 v1.2"]


def test_the_number_of_a_list_item_ends_nothing() -> None:
    assert cut("1. 하나\n  2. **둘** 셋\n**3.** 넷") == ["1. 하나\n  ", "2. **둘** 셋\n", "**3.** 넷"]


def test_a_new_line_ends_a_sentence() -> None:
    assert cut("하나\n\n둘\n") == ["하나\n\n", "둘\n"]


@given(st.lists(st.text(alphabet="가a1 .!?\n*)-"), max_size=12))
def test_sentences_join_to_the_stream_and_no_chunking_changes_them(parts: list[str]) -> None:
    pieces = Pieces()
    fed = [sentence for part in parts for sentence in pieces.feed(part)]
    held = pieces.held
    rest = pieces.rest()
    assert "".join(fed) + rest == "".join(parts)
    assert held == len(rest)
    assert [*fed, *([rest] if rest else [])] == cut("".join(parts))
