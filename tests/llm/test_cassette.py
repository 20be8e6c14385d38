"""Recorded answers: found by all that was asked, recorded only whole, and stale once the prompt is edited."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import ConfigError
from engine.llm.calling import Completion, Model, Policy, complete
from engine.llm.cassette import Cassette, key_of, read_entries
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Message, Usage
from engine.llm.scripted import Answer, Scripted

ASK = Ask((Message("system", "the prompt"), Message("user", "5억대")), {"type": "object"}, "planner")


def answer(cassette: Cassette, ask: Ask = ASK) -> Completion:
    return asyncio.run(complete([Model(name="taped", llm=cassette, retries=0)], ask, Policy(deadline_s=5.0)))


def other(**changes: object) -> Ask:
    return replace(ASK, **changes)  # pyright: ignore[reportArgumentType]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file into which one answer was recorded."""
    model = Scripted([Answer(pieces=('{"a"', ":1}"), usage=Usage(10, 3, 4, 0.5))])
    path = tmp_path / "tapes" / "answers.jsonl"
    answer(Cassette(path, model="m", over=model))
    assert len(model.asks) == 1
    return path


def test_a_recorded_answer_is_replayed_piece_by_piece_without_a_model(file: Path) -> None:
    told = answer(Cassette(file, model="m"))
    assert (told.text, told.usage, told.schema_enforced) == ('{"a":1}', Usage(10, 3, 4, 0.5), False)


def test_what_is_there_is_not_asked_again_when_recording(file: Path) -> None:
    model = Scripted([Answer(pieces=("new",))])
    assert answer(Cassette(file, model="m", over=model)).text == '{"a":1}'
    assert model.asks == []


@pytest.mark.parametrize(
    "ask",
    [
        other(messages=(Message("system", "the prompt"), Message("user", "6억대"))),
        other(messages=(Message("system", "the new prompt"), Message("user", "5억대"))),
        other(schema=None),
    ],
    ids=["other numbers", "an edited prompt", "another schema"],
)
def test_another_prompt_another_number_or_another_schema_has_no_answer(file: Path, ask: Ask) -> None:
    with pytest.raises(LlmFailure, match="1 of that name were recorded for other prompts") as caught:
        answer(Cassette(file, model="m"), ask)
    assert caught.value.problems[0].code == "LLM025"
    assert key_of(ask, "m") != key_of(ASK, "m")


def test_another_model_has_no_answer(file: Path) -> None:
    with pytest.raises(LlmFailure):
        answer(Cassette(file, model="m2"))


def test_marks_for_a_providers_cache_do_not_change_the_key() -> None:
    marked = other(messages=(replace(ASK.messages[0], cache=True), ASK.messages[1]))
    assert key_of(marked, "m") == key_of(ASK, "m")


def test_entries_that_nothing_asks_for_any_more_are_stale(file: Path) -> None:
    cassette = Cassette(file, model="m")
    assert [entry.name for entry in cassette.stale()] == ["planner"]
    answer(cassette)
    assert cassette.stale() == ()


@pytest.mark.parametrize(
    "broken",
    [Answer(pieces=("x",), finish="length"), Answer(pieces=("x",), fail="network"), Answer(pieces=(" ",))],
    ids=["truncated", "cut", "blank"],
)
def test_an_answer_that_is_none_is_not_recorded(tmp_path: Path, broken: Answer) -> None:
    file = tmp_path / "answers.jsonl"
    with pytest.raises(LlmFailure):
        answer(Cassette(file, over=Scripted([broken])))
    assert read_entries(file) == ()


def test_the_file_holds_no_prompt(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "5억대" not in text
    assert "the prompt" not in text


def test_the_last_entry_of_a_key_counts(file: Path) -> None:
    line = file.read_text(encoding="utf-8")
    file.write_text(line + line.replace(":1}", ":2}"), encoding="utf-8")
    assert answer(Cassette(file, model="m")).text == '{"a":2}'


def test_a_line_that_is_no_entry_is_named(file: Path) -> None:
    file.write_text(file.read_text(encoding="utf-8") + '\n{"key": 1}\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"answers\.jsonl:3:1: LLM028"):
        Cassette(file)


@pytest.mark.parametrize("ends", ["", "\n"])
def test_a_file_that_an_editor_saved_is_read_and_recorded_behind(file: Path, ends: str) -> None:
    file.write_text("\ufeff" + file.read_text(encoding="utf-8").rstrip("\n") + ends, encoding="utf-8")
    ask = other(name="answerer", schema=None)
    answer(Cassette(file, model="m", over=Scripted([Answer(pieces=("new",))])), ask)
    assert [entry.name for entry in read_entries(file)] == ["planner", "answerer"]
    assert [answer(Cassette(file, model="m"), each).text for each in (ASK, ask)] == ['{"a":1}', "new"]


def test_a_character_in_two_pieces_is_recorded(file: Path) -> None:
    ask, halves = other(schema=None), ("가 \ud83d", "\ude00 나")
    for over in (Scripted([Answer(pieces=halves)]), None):
        assert answer(Cassette(file, model="m", over=over), ask).text == "가 😀 나"
