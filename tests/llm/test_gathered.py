"""The pieces of one attempt: halves of characters meet again, and every provider's word for an end counts."""

import pytest

from engine.llm.failure import LlmFailure
from engine.llm.gathered import Gathered
from engine.llm.port import Chunk


def gathered(*pieces: str, finish: str | None = "stop") -> str:
    """The text that was given, or the kind of failure."""
    answer = Gathered("m", at_most_bytes=10_000, is_json=False)
    try:
        given = [answer.take(Chunk(text=piece)) for piece in pieces]
        given.append(answer.take(Chunk(finish=finish)))
        answer.check()
    except LlmFailure as failure:
        return failure.kind
    return "".join(given)


@pytest.mark.parametrize(
    ("pieces", "whole"),
    [
        (("\ud83d", "\ude00"), "😀"),
        (("a\ud83d", "", "\ude00b"), "a😀b"),
        (("\ud83d\ude00",), "😀"),
        (("\ud83d", "가"), "\ufffd가"),
        (("가\ud83d",), "가\ufffd"),
        (("\ude00", "\ud83d"), "\ufffd\ufffd"),
        (("\ud83d", "\ud83d", "\ude00"), "\ufffd😀"),
    ],
    ids=ascii,
)
def test_halves_of_a_character_meet_and_a_lone_one_is_said_to_be_missing(
    pieces: tuple[str, ...], whole: str
) -> None:
    assert gathered(*pieces) == whole


@pytest.mark.parametrize(
    ("finish", "outcome"),
    [
        ("stop", "a"),
        ("end_turn", "a"),
        ("tool_calls", "a"),
        ("a word of tomorrow", "a"),
        ("LENGTH", "truncated"),
        ("max_output_tokens", "truncated"),
        ("recitation", "refusal_or_prose"),
        ("error", "mid_stream_cut"),
        ("insufficient_system_resource", "mid_stream_cut"),
        ("", "mid_stream_cut"),
        (None, "mid_stream_cut"),
    ],
)
def test_every_word_for_an_end_counts_as_what_it_says(finish: str | None, outcome: str) -> None:
    assert gathered("a", finish=finish) == outcome


@pytest.mark.parametrize(("finish", "outcome"), [("error", "server"), ("stop", "empty"), ("", "server")])
def test_an_end_without_a_word_before_it_is_no_answer(finish: str, outcome: str) -> None:
    assert gathered(finish=finish) == outcome


def test_an_empty_word_in_every_piece_is_no_end() -> None:
    answer = Gathered("m", at_most_bytes=100, is_json=False)
    assert answer.take(Chunk(text="a", finish="")) == "a"
    assert answer.finish is None
