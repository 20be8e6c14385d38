"""Checks of filters."""

from pathlib import Path

import pytest
import yaml

from engine.search.filter_checking import check_filters
from tests.search.packs import ROOT, edited, pack

JOINT = "rules/filters/joint_match.yaml"
TABLE = yaml.safe_load((Path(__file__).parent / "filter_mistakes.yaml").read_text(encoding="utf-8"))
MISTAKES = {row.pop("name"): row for row in TABLE["mistakes"]}


def test_the_filters_of_the_pack_are_right() -> None:
    assert list(check_filters(pack())) == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_mistake_is_found_and_mended(mistake: str) -> None:
    row = MISTAKES[mistake]
    problems = list(check_filters(edited({row["file"]: [(row["old"], row["new"])]})))
    found = [(p.code, p.hint, p.path, p.file, p.severity) for p in problems]
    assert found == [(row["code"], row["hint"], row["path"], JOINT, row.get("severity", "error"))]
    assert problems[0].line in (3, 4)


def test_a_problem_stands_at_its_letter_of_the_file() -> None:
    condition = (
        "also: [\"plan.area >= 30\", 'doc.sido == \"서울\" && doc.dong == ''역삼동'' && doc.househols > 3']"
    )
    (problem,) = check_filters(edited({JOINT: [("also: []", condition)]}))
    assert (problem.line, problem.column) == (4, condition.index("househols") + 1)
    also = next(line for line in (ROOT / JOINT).read_text(encoding="utf-8").splitlines() if "also:" in line)
    folded = "also:\n  - >-\n    plan.area >= 30\n    && doc.househols > 3"
    (problem,) = check_filters(edited({JOINT: [(also, folded)]}))
    assert (problem.line, problem.column) == (7, 12)
