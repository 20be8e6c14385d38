"""A scripted model says what its script says, when it says, and nothing else."""

import asyncio

import pytest

from engine.config.model import Script, ScriptedAnswer
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Chunk, Message
from engine.llm.scripted import Answer, Scripted, answer_of, in_pieces
from tests.llm.asking import Waits


def said(model: Scripted, text: str, name: str = "") -> str:
    async def read() -> str:
        ask = Ask((Message("system", "static"), Message("user", text)), None, name)
        return "".join([chunk.text async for chunk in model.stream(ask, deadline=0.0)])

    return asyncio.run(read())


def test_the_first_answer_that_fits_by_name_and_texts_is_given() -> None:
    model = Scripted(
        [
            Answer(pieces=("plan",), asked_by="planner", says=("강남", "static")),
            Answer(pieces=("other plan",), asked_by="planner"),
            lambda ask: Answer(pieces=(ask.messages[-1].content.upper(),)) if ask.name == "echo" else None,
            Answer(pieces=("anything",)),
        ]
    )
    asked = [("강남역", "planner"), ("사당역", "planner"), ("hi", "echo"), ("hi", "")]
    assert [said(model, *each) for each in asked] == ["plan", "other plan", "HI", "anything"]
    assert [ask.name for ask in model.asks] == ["planner", "planner", "echo", ""]


def test_an_answer_is_given_as_often_as_it_says() -> None:
    model = Scripted([Answer(pieces=("first",), times=2), Answer(pieces=("then",))])
    assert [said(model, "x") for _ in range(3)] == ["first", "first", "then"]


def test_an_ask_without_an_answer_fails_and_does_not_repeat_the_prompt() -> None:
    with pytest.raises(LlmFailure, match="no answer for an ask named planner") as caught:
        said(Scripted([Answer(asked_by="answerer")]), "s3cret", "planner")
    assert caught.value.problems[0].code == "LLM024"
    assert "s3cret" not in str(caught.value)


def test_pieces_come_when_the_script_says() -> None:
    waits = Waits()
    assert (
        said(Scripted([Answer(pieces=("a", "b", "c"), first_s=0.5, pause_s=0.1)], sleep=waits), "x") == "abc"
    )
    assert waits.seconds == [0.5, 0.1, 0.1]


def test_a_script_can_fail_cut_off_and_stop_for_another_reason() -> None:
    async def read(answer: Answer) -> list[Chunk]:
        ask = Ask((Message("user", "x"),))
        return [chunk async for chunk in Scripted([answer]).stream(ask, deadline=0.0)]

    assert asyncio.run(read(Answer(pieces=("a",), finish=None)))[-1] == Chunk(text="a")
    assert asyncio.run(read(Answer(pieces=("a",), finish="length")))[-1] == Chunk(finish="length")
    with pytest.raises(LlmFailure) as caught:
        asyncio.run(read(Answer(fail="rate_limited", retry_after=3.0)))
    assert (caught.value.kind, caught.value.retry_after) == ("rate_limited", 3.0)


def test_a_file_describes_the_same_answers() -> None:
    script = Script.model_validate(
        {
            "kind": "script",
            "name": "demo",
            "answers": (
                {
                    "asked_by": "planner",
                    "says": "강남",
                    "say": "abcde",
                    "chunk": 2,
                    "first": "0.5s",
                    "pause": "0.1s",
                },
                {"say": ("a", "b"), "finish": "none", "fail": "server", "retry_after": "2s", "times": 1},
            ),
        }
    )
    first, second = map(answer_of, script.answers)
    assert first == Answer(
        pieces=("ab", "cd", "e"), asked_by="planner", says=("강남",), first_s=0.5, pause_s=0.1
    )
    assert second == Answer(pieces=("a", "b"), finish=None, fail="server", retry_after=2.0, times=1)
    assert answer_of(ScriptedAnswer()) == Answer()


def test_a_text_without_a_size_is_one_piece_and_an_empty_one_none() -> None:
    assert in_pieces("abc", None) == ("abc",)
    assert in_pieces("", None) == ()
