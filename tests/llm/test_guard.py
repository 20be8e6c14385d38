"""Reading stops at an answer of nothing but blanks, and goes on where blanks are content."""

import re
from collections.abc import Iterator

import pytest

from engine.llm import guard
from engine.llm.failure import LlmFailure
from engine.llm.guard import Guard


def end_of(*pieces: str, is_json: bool = True, at_most: int = 1_000_000) -> str:
    watching = Guard("m", at_most_bytes=at_most, is_json=is_json)
    try:
        for piece in pieces:
            watching.add(piece)
    except LlmFailure as failure:
        return failure.kind
    return "".join(pieces)


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


@pytest.mark.parametrize("ends", ["x", '"', '\\"', '\\\\"', '","b":"', "\\"])
def test_the_next_long_run_is_judged_by_where_the_last_one_left_off(ends: str) -> None:
    whole = '{"a":"' + (" " * 2500 + ends) * 3
    in_strings = end_of(whole)
    assert end_of(*whole) == in_strings
    assert end_of(*(whole[at : at + 999] for at in range(0, len(whole), 999))) == in_strings


def test_an_answer_of_many_long_runs_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    class Strings:
        def sub(self, instead: str, text: str) -> str:
            read.append(len(text))
            return strings.sub(instead, text)

        def finditer(self, text: str) -> Iterator[re.Match[str]]:
            return strings.finditer(text)

    strings = guard._STRING  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(guard, "_STRING", Strings())
    pieces = ['{"a":"', *[" " * 1000, " " * 1000, "x"] * 100]
    assert end_of(*pieces) == "".join(pieces)
    assert len(read) == 100
    assert sum(read) < 2 * sum(map(len, pieces))
