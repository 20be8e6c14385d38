"""Checks of relaxing."""

from pathlib import Path

import pytest
import yaml

from engine.search.relax_checking import check_relax
from tests.search.packs import edited, pack

RELAX = "rules/relax.yaml"
TABLE = yaml.safe_load((Path(__file__).parent / "relax_mistakes.yaml").read_text(encoding="utf-8"))
MISTAKES = {row.pop("name"): row for row in TABLE["mistakes"]}


def test_relaxing_in_the_pack_is_right() -> None:
    assert list(check_relax(pack())) == []
    assert list(check_relax(edited({RELAX: [("widen: {price: 10%}", "widen: {price: 500만원}")]}))) == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_mistake_is_found(mistake: str) -> None:
    row = MISTAKES[mistake]
    problem = next(iter(check_relax(edited({RELAX: [(row["old"], row["new"])]}))), None)
    assert problem is not None
    assert (problem.code, problem.severity, problem.hint, problem.file) == (
        row["code"],
        row["severity"],
        row["hint"],
        RELAX,
    )
    assert problem.line > 4
