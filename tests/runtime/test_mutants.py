"""Cases against mutants: what is killed, by which case, and that several processes say the same."""

from pathlib import Path

import pytest

import engine.runtime.mutants
from engine.config.revision import Revision
from engine.errors import InputInvalid
from engine.mutation.revision import mutants
from engine.mutation.score import MutantOutcome
from engine.runtime.mutants import MutantRunner, run_mutants
from engine.runtime.revision import load
from tests.mutation.hikes import write_hikes


def outcomes(
    revision: Revision, jobs: int = 1, of: str | None = None
) -> dict[tuple[str, str], MutantOutcome]:
    found = run_mutants(revision, list(mutants(revision)), jobs)
    return {(each.mutant.kind, each.mutant.old): each for group in found for each in group}


def test_a_pack_whose_every_word_has_its_case_has_no_survivor(tmp_path: Path) -> None:
    found = outcomes(load(write_hikes(tmp_path), cases=True))
    assert [key for key, each in found.items() if each.verdict != "killed"] == [("choice", "true")]
    assert found["word", "quiet"].by == "rules/vocabulary.cases.yaml:4 remote_and_quiet"
    assert found["number", "1.6"].by.endswith("miles")


@pytest.mark.parametrize("pack", ["comments", "books"])
def test_every_word_and_number_that_a_task_judges_by_has_its_case(root: Path, pack: str) -> None:
    found = outcomes(load(root / "examples" / pack, cases=True))
    assert found
    assert {each.mutant.document[0] for each in found.values()} == {"task"}
    assert [key for key, each in found.items() if each.verdict != "killed"] == []


def test_a_word_or_number_that_no_case_needs_survives(tmp_path: Path) -> None:
    more_words = ("rules/conversions/words.yaml", "[at most]", "[at most, no longer than]")
    fewer_cases = ("rules/conversions/length.cases.yaml", "  - {id: too_long, text: 51 km, params: {}}\n", "")
    found = outcomes(load(write_hikes(tmp_path, more_words, fewer_cases), cases=True))
    left = {key for key, each in found.items() if each.verdict == "survived"}
    assert left == {("word", "no longer than"), ("range", "50"), ("choice", "true")}


def test_a_document_that_is_not_valid_with_the_change_is_killed_by_check(tmp_path: Path) -> None:
    narrow = ("rules/conversions/length.yaml", "2..50", "50..50")
    found = list(mutants(load(write_hikes(tmp_path, narrow), cases=True)))
    low = next(m for m in found if m.kind == "range")
    (outcome,) = MutantRunner(load(tmp_path, cases=True)).run([low])
    assert (outcome.verdict, outcome.by) == ("killed", "check")


def test_processes_say_what_one_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hikes = load(write_hikes(tmp_path), cases=True)
    alone = outcomes(hikes)
    monkeypatch.setattr(engine.runtime.mutants, "_FEWEST_FOR_A_PROCESS", 1)
    assert outcomes(hikes, 2) == alone


def test_rules_that_change_meanwhile_are_said_and_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hikes = load(write_hikes(tmp_path), cases=True)
    file = tmp_path / "rules" / "vocabulary.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "# one more line\n", encoding="utf-8")
    monkeypatch.setattr(engine.runtime.mutants, "_FEWEST_FOR_A_PROCESS", 1)
    with pytest.raises(InputInvalid, match="USE017"):
        outcomes(hikes, 2)


def test_places_named_by_an_alias_are_looked_up_anew(revision: Revision) -> None:
    found = {m.old: m for m in mutants(revision, "vocabulary") if m.path[:2] == ("places", "aliases")}
    runner = MutantRunner(revision)
    (key,) = runner.run([found["헬리오시티아파트"]])
    (word,) = runner.run([found["마래푸"]])
    assert {key.verdict, word.verdict} == {"killed"}
