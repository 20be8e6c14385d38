"""Problems in the one order that every report shows them in."""

from collections.abc import Iterable

from engine.errors import Problem


def ordered(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Each distinct problem once, by file, line, column and code, then by what it says."""
    return tuple(sorted(set(problems), key=_place))


def _place(problem: Problem) -> tuple[str, int, int, str, str, str, str, str]:
    return (
        problem.file,
        problem.line,
        problem.column,
        problem.code,
        problem.path,
        problem.message,
        problem.hint,
        problem.severity,
    )
