"""Reading a rule file: bytes to a tree in which every value knows its place.

One reader for CI, the running engine, the editor and the tests, so that all of them agree.
"""

from engine.errors import Problem
from engine.source.build import build
from engine.source.characters import findings, is_suspect, parseable
from engine.source.decode import decode
from engine.source.node import Node, Scalar, Source, find, merge, nearest, plain, pointer, problem_at

__all__ = [
    "PROBLEMS_AT_MOST",
    "Node",
    "Scalar",
    "Source",
    "find",
    "merge",
    "nearest",
    "plain",
    "pointer",
    "problem_at",
    "read_source",
]

PROBLEMS_AT_MOST = 200


def read_source(data: bytes, file: str) -> Source:
    """The tree of a file and everything wrong with it as YAML; never raises, whatever the bytes are.

    `file` is the name that problems show, relative to the configuration root. At most 1 MiB, 50,000
    values, 32 levels and `PROBLEMS_AT_MOST` problems; problems come in the order of their places.
    """
    text, undecodable = decode(data, file)
    if undecodable is not None:
        return Source(file, text, None, (undecodable,))
    suspect = is_suspect(text)
    built = build(parseable(text) if suspect else text, text, file)
    problems = built.problems
    if suspect:
        hidden = list(findings(text, file, built.spans, built.failed_at))
        near = {line for problem in hidden for line in (problem.line, problem.line + 1)}
        # a hidden character explains the syntax error on its line, or on the next one
        problems = [*hidden, *(p for p in problems if p.code != "YAML009" or p.line not in near)]
    at_place = {(problem.line, problem.column, problem.code): problem for problem in problems}
    ordered = [at_place[place] for place in sorted(at_place)]
    node = None if any(problem.code in _UNREADABLE for problem in ordered) else built.node
    return Source(file, text, node, _capped(ordered, file))


_UNREADABLE = frozenset({"YAML010", "YAML012"})


def _capped(problems: list[Problem], file: str) -> tuple[Problem, ...]:
    if len(problems) <= PROBLEMS_AT_MOST:
        return tuple(problems)
    last = problems[PROBLEMS_AT_MOST - 1]
    more = len(problems) - PROBLEMS_AT_MOST + 1
    message = f"{more:,} more problems in this file are not shown"
    severity = "error" if any(problem.severity == "error" for problem in problems) else "warning"
    closing = Problem(
        code="YAML032",
        message=message,
        file=file,
        line=last.line,
        column=last.column,
        hint="mend the ones above first",
        severity=severity,
    )
    return (*problems[: PROBLEMS_AT_MOST - 1], closing)
