"""Reading stops at an answer of nothing but blanks, and goes on where blanks are content."""

import pytest

from engine.llm.failure import LlmFailure
from engine.llm.guard import Guard


def end_of(*pieces: str, is_json: bool = True, at_most: int = 1_000_000) -> str:
    guard = Guard("m", at_most_bytes=at_most, is_json=is_json)
    try:
        for piece in pieces:
            guard.add(piece)
    except LlmFailure as failure:
        return failure.kind
    return guard.text


def test_two_thousand_blanks_outside_strings_end_it_however_they_are_cut() -> None:
    assert end_of('{"steps":[' + " " * 2000) == "degenerate"
    assert end_of('{"steps":[', *[" "] * 2000) == "degenerate"
    assert end_of('{"steps":[', *["\n  "] * 700) == "degenerate"
    assert end_of('{"steps":[' + " " * 2000 + "]}") == "degenerate"


def test_fewer_blanks_or_blanks_in_between_do_not() -> None:
    assert end_of("{", *[" "] * 1999, "}").endswith("}")
    assert end_of("{", *[" " * 1000 + '"a":1,'] * 5).endswith(",")


@pytest.mark.parametrize("lead", ['{"a":"', '{"a\\"":"', '{"a":"\\\\","b":"', '{"a":"\\"'])
def test_blanks_inside_a_string_are_content(lead: str) -> None:
    assert end_of(lead + " " * 2500 + '"}').endswith('"}')
    assert end_of(lead, *[" " * 100] * 30).endswith(" ")


def test_in_free_text_no_long_run_of_blanks_is_content() -> None:
    assert end_of('she said "' + " " * 2000, is_json=False) == "degenerate"


def test_an_answer_may_not_have_more_bytes_than_allowed() -> None:
    assert end_of("강남", at_most=6) == "강남"
    assert end_of("강남", "역", at_most=6) == "budget"
