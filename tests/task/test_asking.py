"""Asking a model to do a task: what it is told the next time, how often it is asked, and what it costs."""

import asyncio
from pathlib import Path

import pytest

from engine.config.revision import Revision
from engine.llm.calling import Attempt, Model
from engine.llm.failure import LlmFailure
from engine.llm.scripted import Answer, Scripted
from engine.llm.spending import Allowance, Spending
from engine.plan.given import BadParams
from engine.runtime.revision import load
from engine.task.asking import Done, run_task
from engine.task.no_input import NoInput

COMMENTS = ["3% 상승", "2% 하락"]
GOOD = '["3% 올랐다", "2% 내렸다"]'


@pytest.fixture(scope="module")
def revision(root: Path) -> Revision:
    return load(root / "examples" / "comments")


def asked(
    revision: Revision,
    script: Scripted,
    *,
    attempts: int = 5,
    comments: object = COMMENTS,
    tokens: int | None = None,
) -> tuple[Done | Exception, int]:
    """How the rewriting of the comments ends, and how often the model was asked."""
    task = revision.tasks["rewrite"].model_copy(update={"attempts": attempts})
    models = {"demo": Model(name="demo", llm=script, retries=0)}
    booked: list[Attempt] = []
    inputs = {"comments": comments, "companies": ["한빛전자"]}
    try:
        spending = Spending(Allowance(tokens=tokens))
        done = asyncio.run(run_task(task, inputs, revision, models, attempts=booked, spending=spending))
    except (LlmFailure, NoInput, BadParams) as error:
        return error, len(booked)
    return done, len(booked)


def test_the_next_ask_holds_the_last_error_alone_and_does_not_grow(revision: Revision) -> None:
    replies = ['["하나"]', '["3% 올랐다", "4% 내렸다"]', '["3% 올랐다", "3% 내렸다"]', '["하나"]', '["하나"]']
    script = Scripted([Answer(pieces=(each,), times=1) for each in replies])
    error, times = asked(revision, script)
    assert isinstance(error, LlmFailure)
    assert (error.kind, times) == ("contract", 5)
    told = [ask.messages[-1].content for ask in script.asks]
    assert "앞의 답" not in told[0]
    assert ["text 1: it must say the same numbers" in each for each in told] == [
        False, False, True, True, False,
    ]  # fmt: skip
    assert all("앞의 답" in each and each.count("앞의 답") == 1 for each in told[1:])
    assert all(len(ask.messages) == 2 for ask in script.asks)
    assert len(told[4]) == len(told[1])
    assert not any("하나" in each for each in told)  # nothing of a reply comes back into a prompt


def test_asking_again_is_within_one_budget(revision: Revision) -> None:
    script = Scripted([Answer(pieces=('["하나"]',))])
    _, once = asked(revision, script, attempts=1)
    prompt = len("".join(message.content for message in script.asks[0].messages).encode()) // 3
    error, times = asked(revision, script, tokens=3 * prompt)
    assert isinstance(error, LlmFailure)
    assert (error.kind, once, times) == ("budget", 1, 3)  # the third is not sent


def test_a_reply_that_broke_its_contract_is_followed_by_a_right_one(revision: Revision) -> None:
    script = Scripted([Answer(pieces=('["하나"]',), times=1), Answer(pieces=(GOOD,))])
    done, times = asked(revision, script)
    assert isinstance(done, Done)
    assert (done.value, done.asked, times) == ({"items": ["3% 올랐다", "2% 내렸다"]}, 2, 2)
    assert "the reply has 1 texts; it must have 2" in script.asks[1].messages[-1].content


@pytest.mark.parametrize("attempts", [1, 2, 4])
def test_it_is_asked_exactly_as_often_as_its_file_says(revision: Revision, attempts: int) -> None:
    error, times = asked(revision, Scripted([Answer(pieces=("null",))]), attempts=attempts)
    assert isinstance(error, LlmFailure)
    assert (error.kind, times) == ("contract", attempts)


def test_a_model_that_fails_is_not_asked_again_by_the_task(revision: Revision) -> None:
    error, times = asked(revision, Scripted([Answer(fail="server")]))
    assert isinstance(error, LlmFailure)
    assert (error.kind, times) == ("server", 1)


def test_a_prompt_beyond_the_cap_of_its_template_is_too_long_and_no_model_is_asked(
    revision: Revision,
) -> None:
    script = Scripted([Answer(pieces=(GOOD,))])
    error, times = asked(revision, script, comments=["3% 상승 " * 40] * 600)
    assert isinstance(error, LlmFailure)
    assert (error.kind, times) == ("context_too_long", 0)
    (problem,) = error.problems
    assert (problem.code, "rewrite renders more than it may" in problem.message) == ("TMPL008", True)


@pytest.mark.parametrize("comments", [["a", " "], ["a", 3], "a"])
def test_inputs_that_do_not_fit_are_a_failure_and_no_lack_of_input(
    revision: Revision, comments: object
) -> None:
    error, times = asked(revision, Scripted([Answer(pieces=(GOOD,))]), comments=comments)
    assert isinstance(error, BadParams)
    assert (error.kind, times) == ("bad_param", 0)


@pytest.mark.parametrize("comments", [[], None])
def test_nothing_to_work_on_is_no_failure_and_no_model_is_asked(revision: Revision, comments: object) -> None:
    error, times = asked(revision, Scripted([Answer(pieces=(GOOD,))]), comments=comments)
    assert isinstance(error, NoInput)
    assert times == 0


@pytest.mark.parametrize("second", ['[{"id": 2}]', "[]", "prose"])
def test_the_reply_that_came_closest_is_the_one_that_counts(root: Path, second: str) -> None:
    books = load(root / "examples" / "books")
    first = '[{"id": 1}, {"id": 2}]'
    script = Scripted([Answer(pieces=(first,), times=1), Answer(pieces=(second,))])
    models = {"demo": Model(name="demo", llm=script, retries=0)}
    rows = [{"id": number, "title": "가", "subject": "나", "pages": 1, "price": 1} for number in (1, 2, 3)]
    inputs = {"member": {"id": "M1"}, "books": rows, "count": 3}
    done = asyncio.run(
        run_task(books.tasks["recommend"], inputs, books, models, attempts=[], spending=Spending())
    )
    assert [book["id"] for book in done.value["picked"]] == [1, 2]  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
    assert (done.asked, done.notes) == (2, ("2 of 3 were named",))


def test_a_selection_of_nothing_that_counts_is_asked_for_again(revision: Revision) -> None:
    script = Scripted([Answer(pieces=('["1"]',), times=1), Answer(pieces=("[1]",))])
    task = revision.tasks["unsuitable"]
    models = {"demo": Model(name="demo", llm=script, retries=0)}
    done = asyncio.run(
        run_task(task, {"comments": COMMENTS}, revision, models, attempts=[], spending=Spending())
    )
    assert (done.value["removed"], done.asked) == ([COMMENTS[1]], 2)
    assert "no entry of the reply is a position" in script.asks[1].messages[-1].content


def test_the_block_for_everybody_is_the_same_in_every_ask_and_marked(revision: Revision) -> None:
    script = Scripted([Answer(pieces=("null",))])
    asked(revision, script, attempts=3)
    assert len({ask.messages[0].content for ask in script.asks}) == 1
    assert [[message.cache for message in ask.messages] for ask in script.asks] == [[True, False]] * 3
