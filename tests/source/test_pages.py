import re
from pathlib import Path

import pytest

from engine.source.tree import read_source

PAGES = sorted((Path(__file__).parents[2] / "docs" / "errors").glob("YAML*.md"))
MODULES = sorted((Path(__file__).parents[2] / "engine" / "source").glob("*.py"))


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    used = {
        code for path in MODULES for code in re.findall(r'"(YAML\d{3})"', path.read_text(encoding="utf-8"))
    }
    assert {page.stem for page in PAGES} == used


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_its_title_and_its_examples_are_true(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.match(rf"# {page.stem}: \S", text)
    assert "**Mend it:** " in text
    examples = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    assert len(examples) in (0, 2)
    if examples:
        worse, better = (read_source(example.encode(), "rules/example.yaml") for example in examples)
        assert page.stem in {problem.code for problem in worse.problems}
        assert better.problems == ()
