"""With the packages of the core alone every module can be imported and commands run; what needs an extra says
which."""

import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
ALONE = """
import json, sys

class Without:
    def __init__(self, finder):
        self.finder = finder

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in absent else self.finder.find_spec(name, path, target)

absent = set(json.loads(sys.argv.pop(1)))
sys.meta_path[:] = map(Without, sys.meta_path)
"""
EVERY_MODULE = """
import pkgutil, engine
from importlib import import_module
for module in pkgutil.walk_packages(engine.__path__, "engine."):
    try:
        import_module(module.name) if not module.name.endswith("__main__") else None
    except ModuleNotFoundError as error:
        print(module.name, error.name)
"""
COMMANDS = """
from engine.cli.main import run
for line in sys.stdin.read().splitlines():
    sys.argv = ["rulewright", *line.split()]
    try:
        run()
    except SystemExit as end:
        print("\\nEND", end.code or 0, line)
"""
MEMBER = '{"member": "M1", "count": 2}'


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


def of_the_core() -> set[str]:
    """The distributions that `pip install rulewright` brings."""
    found: set[str] = set()
    left = ["rulewright"]
    while left:
        name = _plain(left.pop())
        if name not in found:
            found.add(name)
            needed = map(Requirement, distribution(name).requires or ())
            left += [
                each.name for each in needed if each.marker is None or each.marker.evaluate({"extra": ""})
            ]
    return found


def absent() -> list[str]:
    """The top modules of every other distribution here."""
    core = of_the_core()
    brought = packages_distributions().items()
    return sorted(module for module, names in brought if not set(map(_plain, names)) & core)


ABSENT = absent()


def alone(code: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603  our own interpreter on our own code
        [sys.executable, "-c", ALONE + code, json.dumps(ABSENT)],
        input=given, capture_output=True, text=True, check=False, cwd=ROOT, timeout=240,
    )  # fmt: skip


def test_the_extras_are_what_is_kept_away() -> None:
    assert {"httpx", "litellm", "elasticsearch", "aiohttp", "pytest", "hypothesis"} <= set(ABSENT)
    assert not {"yaml", "pydantic", "jinja2", "numpy", "celpy", "typer", "rich", "engine"} & set(ABSENT)
    assert "No module named 'httpx'" in alone("import httpx").stderr


def test_every_module_but_that_of_the_servers_client_can_be_imported() -> None:
    done = alone(EVERY_MODULE)
    assert (done.returncode, done.stdout) == (0, "engine.search.node aiohttp\n"), done.stderr


def test_commands_run(tmp_path: Path) -> None:
    member = tmp_path / "member.json"
    member.write_text(MEMBER, encoding="utf-8")
    lines = (
        "check --json",
        "convert 5억대 --json",
        "plan 강남역 --json",
        "ask 강남역 --json",
        "show",
        "prompt show planner",
        "explain CONF002",
        "test --pack examples/comments",
        f"run recommend --pack examples/books --input {member}",
    )
    done = alone(COMMANDS, "\n".join(lines))
    ends = [line for line in done.stdout.splitlines() if line.startswith("END")]
    assert ends == [f"END 0 {line}" for line in lines], done.stderr
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("plugin", "model"),
    [
        ("litellm", "{plugin: litellm, model: a/b}"),
        ("openai_compatible", "{plugin: openai_compatible, model: b, url: 'http://127.0.0.1:9/v1'}"),
    ],
)
def test_a_model_or_a_server_that_needs_an_extra_says_which(tmp_path: Path, plugin: str, model: str) -> None:
    pack = tmp_path / "books"
    shutil.copytree(ROOT / "examples" / "books", pack)
    text = f"kind: pack\nname: books\nlocale: ko\nmodels:\n  m: {model}\nroles: {{tasks: m}}\n"
    (pack / "rules" / "pack.yaml").write_text(text, encoding="utf-8")
    member = tmp_path / "member.json"
    member.write_text(MEMBER, encoding="utf-8")
    done = alone(COMMANDS, f"check --pack {pack}\nrun recommend --pack {pack} --input {member}\nindex status")
    assert f"LLM023 warning: plugin {plugin} needs" in done.stdout
    assert "raised LlmFailure LLM023" in done.stdout
    assert "pip install 'rulewright[llm]'" in done.stdout
    assert re.search(r"SEARCH010 .*rulewright\[elasticsearch\]", done.stderr)
