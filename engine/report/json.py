"""Problems as one JSON object, for programs."""

import json
from collections.abc import Iterable

from engine.errors import Problem
from engine.report.order import ordered


def write_json(revision: str | None, problems: Iterable[Problem]) -> str:
    """`{revision, problems: [{code, message, file, line, column, path, hint, severity}]}` and a line end.

    `revision` is null when none could be built. Always writable as UTF-8.
    """
    rows = [
        {
            "code": problem.code,
            "message": problem.message,
            "file": problem.file,
            "line": problem.line,
            "column": problem.column,
            "path": problem.path,
            "hint": problem.hint,
            "severity": problem.severity,
        }
        for problem in ordered(problems)
    ]
    text = json.dumps({"revision": revision, "problems": rows}, ensure_ascii=False, indent=2)
    # half a character (a lone surrogate) becomes its JSON escape
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"
