"""The page on conditions: every one of its examples is understood, and its filter passes its own cases."""

import re
from pathlib import Path

import pytest

from engine.filters.predicate import Predicate, judge
from engine.runtime.cases import run_cases
from engine.runtime.revision import load
from tests.conftest import EditedPack
from tests.search.packs import pack

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "packs.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## Conditions of your own\n")[2]
CONDITIONS = [each.replace("\\|", "|") for each in re.findall(r"^\| `(.+?)` \|", SECTION, re.MULTILINE)]


def test_the_page_has_examples() -> None:
    assert len(CONDITIONS) > 10


@pytest.mark.parametrize("condition", CONDITIONS)
def test_the_example_is_understood_without_a_warning(condition: str) -> None:
    found = judge(condition, pack().catalog)
    assert isinstance(found, Predicate), found
    assert found.warnings == ()


def test_the_filter_of_the_page_passes_its_cases(edited_pack: EditedPack) -> None:
    root = edited_pack({})
    rule, cases = re.findall(r"```yaml\n(kind: (?:filter|cases)\n.*?)```", SECTION, re.DOTALL)
    (root / "rules/filters/roomy.yaml").write_text(rule, encoding="utf-8")
    (root / "rules/filters/roomy.cases.yaml").write_text(cases, encoding="utf-8")
    outcomes = list(run_cases(load(root, cases=True), "filter/roomy"))
    assert [outcome.detail for outcome in outcomes] == [""]
