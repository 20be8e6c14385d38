"""The property pack with its places, and one way to plan with them."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from engine.config.revision import Revision
from engine.places.index import PlaceIndex
from engine.planner.planned import Context, Planned
from engine.planner.rules import plan
from engine.runtime.data import index_of
from engine.runtime.revision import load

TODAY = date(2026, 6, 30)
Planner = Callable[..., Planned]


@pytest.fixture(scope="session")
def revision(root: Path) -> Revision:
    return load(root)


@pytest.fixture(scope="session")
def index(revision: Revision) -> PlaceIndex:
    found = index_of(revision)
    assert found is not None
    return found


@pytest.fixture(scope="session")
def planned(revision: Revision, index: PlaceIndex) -> Planner:
    def run(text: str, context: Context | None = None) -> Planned:
        return plan(text, revision, today=TODAY, index=index, context=context)

    return run
