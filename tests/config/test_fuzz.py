"""Mutated rule files give a revision or problems, never a traceback."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import Problem
from engine.runtime.revision import check_files, read_files
from tests.source.mutations import mutate


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return read_files(Path(__file__).parents[2])


def test_mutated_rule_files_give_a_revision_or_problems(
    files: dict[str, bytes], root: Path, fuzz_rounds: Callable[[int, int], int]
) -> None:
    rng = random.Random(20261129)
    names = sorted(name for name in files if name.endswith(".yaml"))
    reached = broken = 0
    rounds = fuzz_rounds(120, 20_000)
    for _ in range(rounds):
        name = rng.choice(names)
        data = mutate(files[name].decode("utf-8"), rng)
        templates = name.startswith("prompt_templates/")
        inspection = check_files(root, {**files, name: data}, templates=templates)
        assert (inspection.revision is None) == any(p.severity == "error" for p in inspection.problems)
        assert all(_is_placed(problem) for problem in inspection.problems)
        reached += not any(p.code.startswith("YAML") and p.severity == "error" for p in inspection.problems)
        broken += inspection.revision is None
    assert reached >= rounds // 2, "too few mutants pass the YAML reader to test what lies behind it"
    assert broken >= rounds // 10


def _is_placed(problem: Problem) -> bool:
    return bool(problem.message) and (not problem.file or (problem.line > 0 and problem.column > 0))
