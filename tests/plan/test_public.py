import subprocess
import sys
from pathlib import Path

import pytest

import engine.plan

FOLDER = Path(engine.plan.__file__).parent


def test_every_public_name_is_there_and_no_other() -> None:
    for name in engine.plan.__all__:
        found = getattr(engine.plan, name)
        assert getattr(found, "__name__", name) == name
    with pytest.raises(AttributeError):
        _ = engine.plan.nothing  # pyright: ignore[reportAttributeAccessIssue]


def test_no_module_is_named_like_a_public_name() -> None:
    assert not {path.stem for path in FOLDER.glob("*.py")} & set(engine.plan.__all__)


def test_reading_and_judging_a_plan_loads_neither_pydantic_nor_asyncio() -> None:
    code = "import sys; from engine.plan import parse, sanitize, schedule; print(*sys.modules)"
    done = subprocess.run(  # noqa: S603  our own interpreter on our own code
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=FOLDER.parent.parent
    )
    assert not {"pydantic", "yaml", "asyncio", "numpy"} & set(done.stdout.split())
