"""A pack as a revision: which files are read, and which of them name it."""

from pathlib import Path

import pytest

from engine.errors import ConfigError
from engine.runtime.cases import case_rows
from engine.runtime.revision import inspect, load
from tests.mutation.hikes import write_hikes

LENGTHS = "rules/conversions/length.cases.yaml"


@pytest.fixture
def hikes(tmp_path: Path) -> Path:
    return write_hikes(tmp_path)


def test_the_revision_is_the_same_with_its_cases_and_without(hikes: Path) -> None:
    without, whole = load(hikes), load(hikes, cases=True)
    assert without.id == whole.id
    assert without.cases is None
    assert whole.cases is not None
    assert LENGTHS in whole.cases


def test_a_changed_case_changes_no_revision(hikes: Path) -> None:
    before = load(hikes, cases=True).id
    (hikes / LENGTHS).unlink()
    assert load(hikes, cases=True).id == before


@pytest.mark.parametrize(
    "broken",
    ["kind: cases\nof: conversion/length\ncases: [\n", "kind: cases\r\nof: nothing\r\ncases: []\r\n"],
    ids=["yaml", "subject"],
)
def test_a_mistake_in_a_case_stops_only_what_reads_cases(hikes: Path, broken: str) -> None:
    before = load(hikes).id
    (hikes / LENGTHS).write_bytes(broken.encode())
    assert load(hikes).id == before
    assert inspect(hikes).revision is None
    with pytest.raises(ConfigError, match=LENGTHS):
        load(hikes, cases=True)


def test_a_rule_under_the_name_of_cases_is_read_all_the_same(hikes: Path) -> None:
    before = load(hikes)
    (hikes / "rules/vocabulary.yaml").rename(hikes / "rules/words.cases.yaml")
    after = load(hikes)
    assert after.vocabulary == before.vocabulary
    assert after.vocabulary.wishes == ("quiet",)
    assert after.id != before.id  # of rules the name of the file counts too


def test_cases_of_a_revision_without_them_are_an_error_and_not_none_at_all(hikes: Path) -> None:
    with pytest.raises(ValueError, match="cases=True"):
        case_rows(load(hikes))
