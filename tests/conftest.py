"""Fixtures that every folder of tests shares."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


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
