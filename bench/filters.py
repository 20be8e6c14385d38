"""One condition over 800 floor plans: the mask, Google's C++ runtime and cel-python, in one run."""

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.clock import best_seconds
from bench.ranking import homes_of
from engine.filters.predicate import compile_predicate
from engine.runtime.revision import load
from engine.search.candidates import everywhere
from engine.search.columns import Columns

_HOMES, _PARTS = 200, 800
_CONDITION = (
    "plan.area != null && plan.area >= 30.0 && plan.area < 40.0 && "
    "doc.built_year != null && doc.built_year >= 2005.0 && "
    "(doc.households == null || doc.households >= 300.0)"
)
_MOST_US, _TIMES_CPP, _TIMES_PYTHON = 1.0, 10.0, 1000.0


def measure() -> Iterator[dict[str, object]]:
    """Microseconds a floor plan of each, and how many times quicker the mask is."""
    revision = load(Path(__file__).resolve().parent.parent)
    homes = list(homes_of(_HOMES))
    predicate = compile_predicate(_CONDITION, revision.catalog)
    rows = everywhere(Columns.build(homes, revision), None)
    parts = sum(len(home["floor_plans"]) for home in homes)
    predicate.mask(rows, {})
    own = 1e6 * best_seconds(lambda: predicate.mask(rows, {}), 200) / parts
    yield _figure(f"mask, a row of {parts} (µs)", own, _MOST_US, own <= _MOST_US)
    bound = [
        {"doc": dict(home), "plan": {"area": plan["area"]}} for home in homes for plan in home["floor_plans"]
    ]
    for name, evaluate, target in (
        ("Google's C++ runtime", _cpp, _TIMES_CPP),
        ("cel-python's interpreter", _python, _TIMES_PYTHON),
    ):
        try:
            theirs = evaluate(bound) / parts
        except ImportError as missing:
            sys.stderr.write(f"{name} is left out: {missing}\n")
            continue
        yield _figure(f"{name}, a row (µs)", theirs)
        yield _figure(f"the mask is quicker than {name} by", theirs / own, target, theirs / own >= target)


def _cpp(bound: list[dict[str, Any]]) -> float:
    cel = import_module("cel_expr_python.cel")
    env = cel.NewEnv(variables=dict.fromkeys(("doc", "plan"), cel.Type.DYN))
    program = env.compile(_CONDITION, disable_check=True)
    rows = [env.Activation({name: _plain(each) for name, each in row.items()}) for row in bound]
    return 1e6 * best_seconds(lambda: [program.eval(row) for row in rows], 10)


def _python(bound: list[dict[str, Any]]) -> float:
    celpy = import_module("celpy")
    environment = celpy.Environment()
    functions = import_module("tests.filters.test_mask").PATCHED
    program = environment.program(environment.compile(_CONDITION), functions=functions)
    rows = [{name: celpy.json_to_cel(_plain(each)) for name, each in row.items()} for row in bound]
    return 1e6 * best_seconds(lambda: [program.evaluate(row) for row in rows], 1)


def _plain(record: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of the record as doubles, the only kind that conditions know; no floor plans."""
    return {
        name: float(value) if isinstance(value, int | float) else value
        for name, value in record.items()
        if not isinstance(value, list | dict)
    }


def _figure(
    metric: str, value: float, target: float | None = None, ok: bool | None = None
) -> dict[str, object]:
    return {"bench": "filters", "metric": metric, "value": value, "target": target, "ok": ok}
