"""Recorded answers that the cases of a pack no longer ask for are named with their lines."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem
from engine.runtime.cases import run_cases
from engine.runtime.models import recording
from engine.runtime.replays import Replays
from engine.runtime.revision import load

BOOKS = Path(__file__).resolve().parents[2] / "examples" / "books"
TAPED = "  taped: {plugin: cassette, file: taped.jsonl, model: m, over: demo}\nroles: {tasks: taped}"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The example pack whose answers were recorded from its script by its cases."""
    made = tmp_path / "pack"
    shutil.copytree(BOOKS, made)
    edit(made, "rules/pack.yaml", "roles: {tasks: demo}", TAPED)
    assert all(passed(recording(load(made, cases=True)), Replays()))
    return made


def edit(pack: Path, file: str, old: str, new: str) -> None:
    text = (pack / file).read_text(encoding="utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def passed(revision: Revision, replays: Replays) -> list[bool]:
    return [outcome.passed for outcome in run_cases(revision, replays=replays)]


def taped(pack: Path) -> list[str]:
    return (pack / "taped.jsonl").read_text(encoding="utf-8").splitlines()


def stale(pack: Path) -> Sequence[Problem]:
    replays = Replays()
    passed(load(pack, cases=True), replays)
    return list(replays.stale(pack))


def test_what_the_cases_ask_for_is_not_stale(pack: Path) -> None:
    assert all(f'"name": "{name}"' in "".join(taped(pack)) for name in ("recommend", "blurb"))
    assert stale(pack) == []


def test_after_an_edit_of_a_prompt_its_answers_are_stale_and_no_others(pack: Path) -> None:
    edit(pack, "prompt_templates/blurb.md.j2", "한두 문장으로", "한 문장으로")
    (found,) = stale(pack)
    assert (found.code, found.file, found.severity) == ("LLM029", "taped.jsonl", "warning")
    assert '"name": "blurb"' in taped(pack)[found.line - 1]
    assert "blurb" in found.message


def test_an_answer_to_what_no_case_asked_is_not_judged(pack: Path) -> None:
    line = next(line for line in taped(pack) if '"name": "recommend"' in line)
    other = line.replace('"name": "recommend"', '"name": "planner"').replace('"key": "', '"key": "0')
    with (pack / "taped.jsonl").open("a", encoding="utf-8") as file:
        file.write(other + "\n")
    assert stale(pack) == []


def test_the_command_says_them_and_records_anew(pack: Path) -> None:
    edit(pack, "prompt_templates/recommend.md.j2", "맞는 책을", "꼭 맞는 책을")
    words, before = ["test", "--pack", str(pack)], taped(pack)
    ran = CliRunner().invoke(app, words)
    assert ran.exit_code == 4  # nothing was recorded for the prompt as it is now
    assert "LLM029 warning: no case asks for this recorded answer to recommend" in ran.stderr
    again = CliRunner().invoke(app, [*words, "--record"])
    assert again.exit_code == 0
    assert ", 0 failed" in again.stdout
    assert taped(pack)[: len(before)] == before
    assert '"name": "recommend"' in taped(pack)[-1]
    assert len(taped(pack)) > len(before)
    assert "LLM029" not in CliRunner().invoke(app, [*words, "task/recommend"]).stderr


def test_a_pack_without_recorded_models_has_nothing_to_record() -> None:
    revision = load(BOOKS)
    models = {name: spec.model_copy(update={"over": None}) for name, spec in revision.pack.models.items()}
    pack = revision.pack.model_copy(update={"models": models})
    with pytest.raises(InputInvalid, match="USE024"):
        recording(replace(revision, pack=pack))
