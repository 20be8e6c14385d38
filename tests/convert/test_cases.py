"""Every row of the pack's case files about words, and the shared files of phrases and sentences."""

import importlib.util
import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.convert import convert
from tests.convert.conftest import TODAY


def comparable(params: Mapping[str, object]) -> dict[str, object]:
    """Open ends are unset, lists of choices are sets."""
    said = {key: value for key, value in params.items() if value is not None}
    return {
        key: frozenset(value) if isinstance(value, list | tuple) else value for key, value in said.items()
    }


def test_every_case_beside_the_rules_comes_out(revision: Revision) -> None:
    wrong: list[str] = []
    rows = 0
    for cases in revision.cases.values():
        if cases.of.partition("/")[0] not in ("conversion", "vocabulary", "language"):
            continue
        for case in cases.cases:
            rows += 1
            day = date.fromisoformat(case.today) if case.today else TODAY
            got = convert(case.text or "", revision, day)
            params = comparable(got.params)
            if params not in [comparable(each) for each in (case.params or {}, *case.accept)]:
                wrong.append(f"{cases.of} {case.id} {case.text!r}: {params}")
            if case.alternatives is not None:
                said = [comparable(each) for each in got.alternatives]
                if said != [comparable(each) for each in case.alternatives]:
                    wrong.append(f"{cases.of} {case.id} {case.text!r}: alternatives {said}")
    assert not wrong
    assert rows > 800


def test_every_table_has_cases(revision: Revision) -> None:
    tested = {cases.of for cases in revision.cases.values()}
    assert {f"conversion/{name}" for name in revision.conversions} <= tested
    assert {"vocabulary", "language"} <= tested


def test_no_phrase_stands_in_two_rows(revision: Revision) -> None:
    texts = [
        case.text
        for cases in revision.cases.values()
        if cases.of.startswith(("conversion", "vocabulary", "language"))
        for case in cases.cases
    ]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("name", ["quantities", "queries"])
def test_the_shared_phrases_are_all_right(revision: Revision, shared: Path, name: str) -> None:
    spec = importlib.util.spec_from_file_location("score", shared / "cases" / "score.py")
    assert spec is not None
    assert spec.loader is not None
    score: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    lines = (shared / "cases" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    wrong: list[str] = []
    for line in lines:
        case = json.loads(line)
        day = date.fromisoformat(case.get("today", score.TODAY))
        if not score.same_params(dict(convert(case["text"], revision, day).params), case):
            wrong.append(f"{case['id']} {case['text']}")
    assert not wrong
