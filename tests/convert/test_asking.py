"""What is asked for, written to an amount without a space."""

import pytest

from tests.convert.conftest import ReadNamed, said


@pytest.mark.parametrize("amount", ["34평", "방 3개", "1000에 50", "전용 59", "3억대"])
@pytest.mark.parametrize("asked", ["찾습니다", "추천해주세요", "원해요", "가능한가요", "안내해주세요"])
def test_a_request_written_to_an_amount_leaves_it_as_it_is(
    read_named: ReadNamed, amount: str, asked: str
) -> None:
    plain = said(read_named(amount))
    assert plain
    assert said(read_named(f"{amount}{asked}")) == plain


def test_letters_that_are_no_request_unmake_an_amount(read_named: ReadNamed) -> None:
    assert said(read_named("34평쿵쿵")) == {}


def test_a_label_behind_a_particle_of_an_amount_is_read(read_named: ReadNamed) -> None:
    assert said(read_named("보증금3000에월80")) == said(read_named("보증금 3000에 월 80"))
