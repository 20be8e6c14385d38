"""`rulewright test --mutants` and `--min-coverage` as a user runs them."""

import json
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

import engine.runtime.mutants
from engine.cli.main import run
from engine.config.revision import Revision
from engine.mutation.mutant import Mutant
from engine.mutation.score import MutantOutcome
from tests.mutation.hikes import write_hikes


def rulewright(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["rulewright", *words])
    with pytest.raises(SystemExit) as end:
        run()
    return int(end.value.code or 0)


def test_survivors_are_listed_and_the_share_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = str(write_hikes(tmp_path))
    assert rulewright(monkeypatch, "test", "--mutants", "--min-coverage", "90", "--pack", pack) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "7 cases, 0 failed"
    assert "rules/conversions/words.yaml: 2/2 (100.0 %)" in lines
    assert "rules/conversions/length.yaml:10:10 'true' -> no case fails with false" in lines
    assert rulewright(monkeypatch, "test", "--mutants", "--min-coverage", "99", "--pack", pack) == 4
    assert "--min-coverage asks for 99 %" in capsys.readouterr().err


def test_one_document_is_changed_alone_and_scripts_get_a_line_for_each_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = str(write_hikes(tmp_path))
    assert rulewright(monkeypatch, "test", "vocabulary", "--mutants", "--json", "--pack", pack) == 0
    *rows, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert {row["path"]: row["verdict"] for row in rows} == {
        "/terms/0/words/0": "killed",
        "/terms/0/sets/hutsMax": "killed",
        "/wishes/0": "killed",
    }
    assert summary == {"mutants": 3, "killed": 3, "percent": 100.0, "interrupted": False}


@pytest.mark.parametrize("more", [(), ("--mutants",)])
def test_a_name_alone_is_enough_where_one_kind_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], more: tuple[str, ...]
) -> None:
    pack = str(write_hikes(tmp_path))
    printed: list[str] = []
    for name in ("length", "conversion/length"):
        assert rulewright(monkeypatch, "test", name, *more, "--pack", pack) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    for name in ("lenght", "conversion/lenght"):
        assert rulewright(monkeypatch, "test", name, *more, "--pack", pack) == 2
        done = capsys.readouterr()
        assert (done.err.count("(hint: conversion/length)"), done.out) == (1, "")


def test_one_word_or_one_line_is_changed_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = str(write_hikes(tmp_path))
    changed: dict[str, list[str]] = {}
    for said in ("AT MOST", "length:9", "rules/conversions/length.yaml:9"):
        assert rulewright(monkeypatch, "test", "--only", said, "--json", "--pack", pack) == 0
        *rows, _ = map(json.loads, capsys.readouterr().out.splitlines())
        changed[said] = [row["old"] for row in rows]
    by_line = ["2", "50"]
    assert changed == {
        "AT MOST": ["at most"],
        "length:9": by_line,
        "rules/conversions/length.yaml:9": by_line,
    }


@pytest.mark.parametrize(
    ("said", "hint"), [("remots", "remote"), ("length:2", "length:6"), ("lenght:9", "length:9")]
)
def test_a_word_that_is_not_there_is_told_with_the_nearest(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    said: str,
    hint: str,
) -> None:
    pack = str(write_hikes(tmp_path))
    assert rulewright(monkeypatch, "test", "--only", said, "--pack", pack) == 2
    done = capsys.readouterr()
    assert done.err.startswith("USE009 ")
    assert f"(hint: {hint})" in done.err
    assert done.out == ""


def test_nothing_is_changed_while_a_case_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = write_hikes(tmp_path, ("rules/conversions/length.cases.yaml", "kmMax: 16", "kmMax: 17"))
    assert rulewright(monkeypatch, "test", "--mutants", "--pack", str(pack)) == 4
    out = capsys.readouterr().out
    assert "FAILED rules/conversions/length.cases.yaml:7" in out
    assert "--mutants changed nothing" in out


def test_an_interrupted_run_says_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(
        revision: Revision, mutants: Sequence[Mutant], jobs: int
    ) -> Generator[Sequence[MutantOutcome]]:
        yield [MutantOutcome(mutant=mutants[0], verdict="killed")]
        raise KeyboardInterrupt

    monkeypatch.setattr(engine.runtime.mutants, "run_mutants", interrupted)
    assert rulewright(monkeypatch, "test", "--mutants", "--pack", str(write_hikes(tmp_path))) == 130
    out = capsys.readouterr().out
    assert "1/1 (100.0 %)" in out
    assert "changes were not tried" in out


def test_without_mutants_the_words_that_stand_in_no_case_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = str(write_hikes(tmp_path, ("rules/conversions/words.yaml", "[up to]", "[up to, below]")))
    assert rulewright(monkeypatch, "test", "--min-coverage", "100", "--pack", pack) == 4
    done = capsys.readouterr()
    assert "rules/conversions/words.yaml:3:45 'below' -> stands in no case" in done.out
    assert "87.5 % of the words stand in a case" in done.err
    assert rulewright(monkeypatch, "test", "--min-coverage", "80", "--pack", pack) == 0
