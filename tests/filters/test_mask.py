"""Masks against two other CEL runtimes: cel-python's interpreter and, where it is installed, Google's C++."""

import os
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import celpy
import numpy as np
import pytest

from engine.filters.mask import answers
from engine.search.candidates import Candidates, everywhere
from engine.search.columns import Columns
from tests.filters.expressions import (
    BINDINGS,
    DEAL,
    Generator,
    Written,
    homes,
    request_seen_by_others,
    revision,
    seen_by_others,
)

Answer = bool | None
"""None: no answer, an error in CEL's words."""


@lru_cache(maxsize=4)
def rows(count: int) -> Candidates:
    return everywhere(Columns.build(homes(11, count), revision()), None)


def ours(condition: Written, candidates: Candidates) -> list[Answer]:
    found = answers(condition.tree(), candidates, BINDINGS, DEAL, of_parts=condition.reads_part)
    lost = found.unanswered if found.unanswered is not None else np.zeros(len(found.holds), dtype=np.bool_)
    return [None if gone else bool(holds) for holds, gone in zip(found.holds, lost, strict=True)]


def variables(candidates: Candidates) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What stands for `doc`, `plan`, `want` and `request` in each home, and in each part."""
    asked = request_seen_by_others()
    docs = [seen_by_others(document) for document in candidates.columns.documents]
    of_homes = [{"doc": doc, **asked} for doc in docs]
    return of_homes, [{**home, "plan": plan} for home in of_homes for plan in home["doc"]["floor_plans"]]


def disagreements(
    generator: Generator, count: int, candidates: Candidates, theirs: Callable[[Written], Iterator[Answer]]
) -> tuple[list[str], dict[Answer, int]]:
    """The conditions on which the other runtime says something else, and how often it said what."""
    wrong, seen = list[str](), dict.fromkeys((True, False, None), 0)
    for _ in range(count):
        condition = generator.condition()
        right = list(theirs(condition))
        for answer in right:
            seen[answer] += 1
        got = ours(condition, candidates)[: len(right)]
        if got != right:
            place = next(n for n, pair in enumerate(zip(got, right, strict=True)) if pair[0] != pair[1])
            wrong.append(f"{condition.theirs}\n  row {place}: {got[place]}, they say {right[place]}")
    return wrong, seen


def test_google_s_runtime_agrees_on_every_cell_errors_included(
    fuzz_rounds: Callable[[int, int], int],
) -> None:
    cel = pytest.importorskip("cel_expr_python.cel", exc_type=ImportError)
    candidates = rows(200)
    env = cel.NewEnv(variables=dict.fromkeys(("doc", "plan", "want", "request"), cel.Type.DYN))
    activations = [[env.Activation(each) for each in some[:200]] for some in variables(candidates)]

    def theirs(condition: Written) -> Iterator[Answer]:
        program = env.compile(condition.theirs, disable_check=True)
        for activation in activations[condition.reads_part]:
            value = program.eval(activation)
            yield value.value() if value.type() == cel.Type.BOOL else None

    wrong, seen = disagreements(Generator(1), fuzz_rounds(2000, 20_000), candidates, theirs)
    assert not wrong, "\n".join(wrong[:5])
    assert min(seen.values()) > sum(seen.values()) / 20


def test_cel_python_s_interpreter_agrees_on_every_cell(fuzz_rounds: Callable[[int, int], int]) -> None:
    # 40,000 evaluations take it half a minute: CI pays for them, a laptop with --fuzz only
    rounds = 2000 if os.environ.get("CI") else fuzz_rounds(200, 2000)
    candidates = rows(20)
    bound = [[celpy.json_to_cel(each) for each in some[:20]] for some in variables(candidates)]
    before = sys.getrecursionlimit()
    environment = celpy.Environment()
    sys.setrecursionlimit(before)

    def theirs(condition: Written) -> Iterator[Answer]:
        program = environment.program(environment.compile(condition.theirs), functions=PATCHED)
        for row in bound[condition.reads_part]:
            try:
                value = program.evaluate(row)
            except celpy.CELEvalError:
                yield None
            else:
                yield bool(value) if isinstance(value, celpy.celtypes.BoolType) else None

    shallow, deep = (Generator(2, plain=True, depth=depth) for depth in (1, 2))
    wrong, seen = disagreements(shallow, rounds // 2, candidates, theirs)
    more, _ = disagreements(deep, rounds // 2, candidates, theirs)
    assert not wrong + more, "\n".join([*wrong, *more][:5])
    assert min(seen.values()) > sum(seen.values()) / 20


def equal(one: Any, other: Any) -> Any:
    """CEL's `==`, which cel-python refuses where a number meets null; an error stays one."""
    for side in (one, other):
        if isinstance(side, celpy.CELEvalError):
            return side
    return celpy.celtypes.BoolType(one is other if one is None or other is None else one == other)


def unequal(one: Any, other: Any) -> Any:
    found = equal(one, other)
    return found if isinstance(found, celpy.CELEvalError) else celpy.celtypes.BoolType(not found)


def among(item: Any, listed: Any) -> Any:
    if isinstance(item, celpy.CELEvalError):
        return item
    return celpy.celtypes.BoolType(any(equal(item, each) for each in listed))


PATCHED = {"_==_": equal, "_!=_": unequal, "_in_": among}
