"""Checks of the catalog: every reference that leads nowhere is found at its place."""

from pathlib import Path

import pytest
import yaml

from engine.catalog.checking import check_catalog
from tests.search.packs import CATALOG, edited, pack

TABLE = yaml.safe_load((Path(__file__).parent / "mistakes.yaml").read_text(encoding="utf-8"))
MISTAKES = {row.pop("name"): row for row in TABLE["mistakes"]}


def test_the_catalog_of_the_pack_is_right() -> None:
    assert list(check_catalog(pack())) == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_mistake_is_found_at_its_place(mistake: str) -> None:
    row = MISTAKES[mistake]
    old, new, code, hint = row["old"], row["new"], row["code"], row["hint"]
    found = list(check_catalog(edited({CATALOG: [(old, new)]})))
    problem = next((p for p in found if p.code == code), None)
    assert problem is not None, [str(p) for p in found]
    if hint:
        assert problem.hint == hint
    assert (problem.file, problem.severity) == (CATALOG, "error")
    assert problem.line > 1
