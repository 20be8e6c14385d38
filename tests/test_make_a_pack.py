"""The page "Make a pack of your own domain", followed to the letter: each file written where it says, each
command run, each output as it stands there."""

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "make_a_pack.md"
BLOCK = re.compile(
    r"(?:^`(kitchen/[\w./]+)`\n\n)?```(sh|yaml|json|jinja|text)\n(.*?)```", re.DOTALL | re.MULTILINE
)


def timeless(text: str) -> str:
    return re.sub(r'"seconds": [0-9.]+', '"seconds": 0', text)


def test_the_page_makes_a_pack_that_runs_and_passes_its_cases(tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    said = ""
    shown = 0
    for file, kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if kind == "sh":
            ran = subprocess.run(
                ["/bin/sh", "-e"], input=text, cwd=tmp_path, env={**os.environ, "PATH": path},
                capture_output=True, text=True, check=False, timeout=120,
            )  # fmt: skip
            assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
            said = timeless(ran.stdout)
        elif kind == "text":
            assert said.splitlines()[-1] == timeless(text).strip()
            shown += 1
        else:
            assert file, text
            (tmp_path / file).write_text(text, encoding="utf-8")
    assert shown == 2
    pack = tmp_path / "kitchen"
    assert {each.suffix for each in pack.rglob("*") if each.is_file()} == {".yaml", ".j2", ".jsonl"}
