"""The house: imports point one way, words and numbers of the domain live in YAML, heavy modules load when
used."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parent.parent / "engine"
MODULES = sorted(ENGINE.rglob("*.py"))

FLOORS = {"errors": 0, "source": 1, "config": 2, "catalog": 3, "runtime": 5, "cli": 6}
FEATURES = 4
"""Every other package is a feature: above config, below runtime."""


def package_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "engine":
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "engine")


def edges() -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for path in MODULES:
        here = path.relative_to(ENGINE).parts[0].removesuffix(".py")
        if here in ("__init__", "__main__"):
            continue
        found |= {(here, package_of(name)) for name in imports(path) if package_of(name) not in (here, "")}
    return found


def test_imports_point_down_the_house() -> None:
    wrong = [(a, b) for a, b in edges() if FLOORS.get(a, FEATURES) < FLOORS.get(b, FEATURES)]
    assert not wrong, f"a lower floor imports a higher one: {sorted(wrong)}"


def test_packages_do_not_import_in_a_circle() -> None:
    below: dict[str, set[str]] = {}
    for a, b in edges():
        below.setdefault(a, set()).add(b)

    def reaches(start: str, goal: str, seen: set[str]) -> bool:
        return any(
            each == goal or (each not in seen and reaches(each, goal, seen | {each}))
            for each in below.get(start, ())
        )

    assert not [name for name in below if reaches(name, name, {name})]


GENERAL_NUMBERS = {
    0, 1, 2,        # nothing, one, a pair
    -1, 0.5,        # the last one; the half of a curve's formula
    10, 100, 1000,  # base of the digits, per cent, per mille and metres in a kilometre
}  # fmt: skip
ALLOWED_NUMBERS: dict[str, set[float]] = {
    # technical limits, not facts of the domain: sizes of caches, bits of the servers' arithmetic
    "score/findings.py": {24},  # bits of a float32's fraction
    "score/sketch.py": {241, 4.0, 1.2, 0.005},  # how many points are drawn, and how far past the curve's ends
    "filters/parse.py": {2000, 40, 512, 16},  # caps of a condition; what is kept of those read; hexadecimal
    "filters/query.py": {200},  # characters that servers look for inside a text
    "filters/text_literal.py": {3, 5, 8, 16, 0xD800, 0xE000, 0x10FFFF},  # quotes, bases, Unicode
}
HANGUL = re.compile("[ᄀ-ᇿ㄰-㆏가-힣]")


def literals(path: Path) -> Iterator[tuple[int, object]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            yield node.lineno, node.value


@pytest.mark.parametrize("package", ["convert", "filters", "planner", "score"])
def test_words_and_numbers_of_the_domain_are_yaml(package: str) -> None:
    wrong: list[str] = []
    for path in sorted((ENGINE / package).rglob("*.py")):
        name = path.relative_to(ENGINE).as_posix()
        allowed = GENERAL_NUMBERS | ALLOWED_NUMBERS.get(name, set())
        for line, value in literals(path):
            is_word = isinstance(value, str) and HANGUL.search(value)
            is_number = (
                isinstance(value, int | float) and not isinstance(value, bool) and value not in allowed
            )
            if is_word or is_number:
                wrong.append(f"{name}:{line}: {value!r}")
    assert not wrong


def modules_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nsys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run(  # noqa: S603  our own interpreter on our own code
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ENGINE.parent
    )
    return set(done.stderr.split())


RUN = """
from engine.cli.main import run
sys.argv = {argv}
try:
    run()
except SystemExit as end:
    assert not end.code, end.code
"""


def test_converting_loads_no_heavy_module() -> None:
    loaded = modules_after(RUN.format(argv=["rulewright", "convert", "30평대 15억 이하", "--json"]))
    assert not {"celpy", "numpy", "jinja2", "rich.table", "litellm", "httpx", "elasticsearch"} & loaded


def test_checking_loads_neither_numpy_nor_clients() -> None:
    # celpy neither: no filter of this pack has a condition in CEL
    loaded = modules_after(RUN.format(argv=["rulewright", "check", "--json"]))
    assert not {"celpy", "numpy", "litellm", "httpx", "elasticsearch"} & loaded


def test_the_package_itself_loads_next_to_nothing() -> None:
    loaded = modules_after("import engine")
    assert not {"yaml", "pydantic", "typer", "numpy", "jinja2", "celpy", "litellm", "httpx"} & loaded


def test_the_built_in_planner_loads_no_client() -> None:
    loaded = modules_after(RUN.format(argv=["rulewright", "plan", "강남역 근처 30평대", "--json"]))
    assert not {"litellm", "openai", "httpx", "elasticsearch"} & loaded


def test_models_are_checked_and_built_without_loading_their_clients() -> None:
    models = "models: {a: {plugin: litellm, model: m}, b: {plugin: openai_compatible, model: m, url: 'http://h/v1'}}"
    code = f"""
from dataclasses import replace
from engine.config.load import load_documents
from engine.llm.checking import check_models
from engine.llm.registry import build_models
from engine.runtime.revision import load
text = "kind: pack\\nname: p\\ndocuments: d\\n{models}\\n"
documents = load_documents({{"rules/pack.yaml": text.encode()}}).documents
revision = replace(load(), pack=documents["pack", "pack"].model, documents=documents)
assert not [p for p in check_models(revision) if p.severity == "error"]
assert list(build_models(revision, {{}})) == ["a", "b"]
"""
    assert not {"litellm", "openai", "httpx"} & modules_after(code)


def test_every_module_is_about_one_noun_and_short() -> None:
    long = {
        p.relative_to(ENGINE).as_posix(): n for p in MODULES if (n := len(p.read_text().splitlines())) > 400
    }
    commands = {
        p.name: n for p in (ENGINE / "cli").glob("*.py") if (n := len(p.read_text().splitlines())) > 120
    }
    assert not long
    assert set(commands) <= {"table.py"}


def test_every_function_is_short() -> None:
    """At most 40 lines from its `def` to its end, docstring and all."""
    long = [
        f"{path.relative_to(ENGINE).as_posix()}:{node.lineno}: {node.name} has {lines} lines"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > 40
    ]
    assert not long


def test_every_error_code_has_a_page_and_every_page_a_code() -> None:
    prefixes = "YAML|CONF|CEL|CONV|PLACE|PLAN|TOOL|TASK|FLOW|SCORE|DOC|CASE|TMPL|INGEST|SEARCH|USE|LLM"
    pattern = re.compile(rf'"((?:{prefixes})[0-9]{{3}})"')
    used = {code for path in MODULES for code in pattern.findall(path.read_text(encoding="utf-8"))}
    pages = {path.stem for path in (ENGINE.parent / "docs" / "errors").glob("*.md")}
    assert used == pages, (sorted(used - pages), sorted(pages - used))
