"""What the documents promise is so: their YAML passes the checks, their commands exist."""

import re
import shlex
from pathlib import Path

import pytest

from engine.config.kinds import FOLDERS
from engine.config.load import load_documents

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_yaml_document_of_a_page_is_valid(page: Path) -> None:
    base = {
        f"scoring_profiles/{p.name}": p.read_bytes()
        for p in (ROOT / "scoring_profiles").glob("*.yaml")
        if "cases" not in p.name
    }
    for number, text in enumerate(
        re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    ):
        folder = FOLDERS.get(text.partition("\n")[0].removeprefix("kind: "), "rules")
        name = "example.cases.yaml" if text.startswith("kind: cases") else f"example{number}.yaml"
        if text.startswith("kind:"):  # the others are lines of a document, tried where the page is followed
            loaded = load_documents({**base, f"{folder}/{name}": text.encode()})
            assert not loaded.problems, text


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_file_that_a_page_links_to_exists(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_every_command_of_the_readme_exists() -> None:
    from typer.main import get_command

    from engine.cli.main import app

    known = set(getattr(get_command(app), "commands", {}))
    text = (ROOT / "README.md").read_text(encoding="utf-8") + (ROOT / "docs" / "packs.md").read_text(
        encoding="utf-8"
    )
    named = {shlex.split(line)[0] for line in re.findall(r"rulewright ([a-z]+)", text)}
    assert named - {"turns"} <= known


def test_nothing_names_a_machine_or_an_absolute_path() -> None:
    wrong: list[str] = []
    for path in ROOT.rglob("*"):
        relative = path.relative_to(ROOT)
        if (
            not path.is_file()
            or relative.parts[0] in (".git", ".venv")
            or path.suffix not in (".md", ".py", ".yaml", ".toml", ".j2")
        ):
            continue
        text = path.read_text(encoding="utf-8")
        wrong += [f"{relative}: {found}" for found in re.findall(r"/(?:home|root|work|Users)/\w+", text)]
    assert not wrong
