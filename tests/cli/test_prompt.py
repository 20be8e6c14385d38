"""`rulewright prompt show`, as a user runs it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.cli.main import run

DAY = ("--today", "2026-06-30")
Show = Callable[..., tuple[int, str, str]]


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], root: Any) -> Show:
    def ran(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["rulewright", "prompt", "show", *words, *DAY])
        code = 0
        try:
            run()
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capfd.readouterr()
        return code, out, err

    monkeypatch.chdir(root)
    return ran


def test_the_planners_prompt_is_printed_with_how_much_of_it_is_the_same_for_all(show: Show) -> None:
    code, out, _ = show("planner", "--text", "판교역 20평대")
    assert code == 0
    assert out.startswith("--- system: ")
    assert '\n"판교역 20평대"\n</customer>\n--- the same for every customer: ' in out
    assert "오늘: 2026-06-30" in out


def test_for_scripts_it_says_characters_and_tokens(show: Show) -> None:
    _, out, _ = show("planner", "--json")
    shown = json.loads(out)
    system, user = shown["messages"]
    assert (shown["name"], shown["role"]) == ("planner", "planner")
    assert shown["prefixCharacters"] == len(system["text"]) > 5_000
    assert shown["prefixTokens"] == system["tokens"] > 1_024
    assert shown["tokens"] == system["tokens"] + user["tokens"]
    assert "강남역" in user["text"]


def test_an_answerers_prompt_shows_what_the_search_finds(show: Show) -> None:
    code, out, _ = show("answerer", "--text", "강남역 근처 30평대 15억 이하", "--json")
    assert code == 0
    (found,) = json.loads(
        next(
            line.removeprefix("searches: ")
            for line in json.loads(out)["messages"][1]["text"].split("\n")
            if line.startswith("searches: ")
        )
    )
    assert found["homes"]
    assert all(home["link"].startswith("https://homes.example/") for home in found["homes"])


def test_the_templates_own_answer_is_shown_whole(show: Show) -> None:
    code, out, _ = show("answer_ko", "--text", "강남역 근처 30평대 15억 이하")
    assert code == 0
    assert out.startswith("--- text: ")
    assert "강남역 반경 3 km" in out
    assert "the same for every customer" not in out


def test_a_tasks_prompt_is_shown_with_empty_inputs(show: Show) -> None:
    code, out, _ = show("summary", "--pack", "examples/comments", "--text", "삼성전자")
    assert code == 0
    assert '회사: "삼성전자"\n댓글: []' in out


def test_a_template_that_is_not_there_is_named_with_the_one_meant(show: Show) -> None:
    code, out, err = show("planer")
    assert (code, out) == (2, "")
    assert err == "USE023 there is no template 'planer' (hint: planner)\n"
