"""Fixtures that every folder of tests shares."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from engine.config.revision import Revision

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure(config: pytest.Config) -> None:
    """The same examples in every run, so that a change is judged by itself; --fuzz searches new ones."""
    settings.load_profile("search" if config.getoption("--fuzz") else "steady")
    folder = tempfile.TemporaryDirectory(prefix="rulewright-cache-")
    config.add_cleanup(folder.cleanup)
    os.environ["RULEWRIGHT_CACHE"] = folder.name  # commands share one cache, which is not the user's


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fuzz", action="store_true", help="run the fuzz tests at their full length")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Side by side, the tests on real servers stay with one worker, which starts them once."""
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            if item.get_closest_marker("elastic") is not None:
                item.add_marker(pytest.mark.xdist_group("servers"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout, which is itself the property pack."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of public files and case files beside the checkout; tests that read it skip without it."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the folder of public data is not beside this checkout")
    return folder


@pytest.fixture(scope="session")
def revision() -> Revision:
    """The property pack with its cases."""
    from engine.runtime.revision import load

    return load(ROOT, cases=True)


@pytest.fixture
def fuzz_rounds(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """How many rounds a fuzz test runs: the first number, or the second with --fuzz."""
    full = bool(request.config.getoption("--fuzz"))
    return lambda short, whole: whole if full else short


EditedPack = Callable[..., Path]


@pytest.fixture
def edited_pack(tmp_path: Path) -> EditedPack:
    """A copy of the pack's rules with edits: `edited_pack({file: [(old, new), …]})` → its directory.

    Data files are linked, not copied; an edit whose old text is not there fails.
    """

    def build(edits: dict[str, list[tuple[str, str]]]) -> Path:
        number = len(list(tmp_path.iterdir()))
        pack = tmp_path / f"pack{number}"
        for folder in ("rules", "scoring_profiles", "prompt_templates"):
            for path in (ROOT / folder).rglob("*"):
                if path.is_file():
                    target = pack / path.relative_to(ROOT)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(path.read_bytes())
        (pack / "examples").symlink_to(ROOT / "examples")
        for file, changes in edits.items():
            text = (pack / file).read_text(encoding="utf-8")
            for old, new in changes:
                assert old in text, f"{file} has no {old!r}"
                text = text.replace(old, new, 1)
            (pack / file).write_text(text, encoding="utf-8")
        return pack

    return build
