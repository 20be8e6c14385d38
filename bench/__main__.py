"""`python -m bench [NAME …] [--json]`: run the benchmarks and print one line for each figure."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import cast

NAMES = (
    "columns", "compile", "convert", "executor", "filters", "llm", "places", "plan", "plan_core", "ranking",
    "servers", "stream",
)  # fmt: skip
Figure = dict[str, object]


def main() -> None:
    """Print each figure with its target; a figure without a target has none to meet."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"which to run, of {', '.join(NAMES)}; else all"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object for each figure")
    options = parser.parse_args()
    unknown = sorted(set(options.names) - set(NAMES))
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}; choose from {', '.join(NAMES)}")
    for name in options.names or NAMES:
        sys.stderr.write(f"{name} …\n")
        measure = cast("Callable[[], Iterator[Figure]]", import_module(f"bench.{name}").measure)
        for figure in measure():
            print(json.dumps(figure, ensure_ascii=False) if options.json else _line(figure), flush=True)


def _line(figure: Figure) -> str:
    value = figure["value"]
    number = f"{value:,.4g}" if isinstance(value, float) else str(value)
    target = figure.get("target")
    verdict = "" if target is None else f"  target {target}: {'met' if figure.get('ok') else 'MISSED'}"
    return f"{figure['bench']:<10} {figure['metric']:<52} {number:>12}{verdict}"


if __name__ == "__main__":
    main()
