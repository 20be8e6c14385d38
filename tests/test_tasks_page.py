"""The commands of the page on tasks and of the example packs run, and say what the pages say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ["docs/tasks.md", "examples/comments/README.md", "examples/books/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_the_page_runs(tmp_path: Path, page: str) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    commands = "".join(re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL))
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    ran = subprocess.run(
        ["/bin/sh", "-e"], input=commands, cwd=tmp_path, env={**os.environ, "PATH": path},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count('"event": "result"') == commands.count("rulewright run")
    if "register" in commands:
        assert "step keep ran without blurb" in ran.stdout
