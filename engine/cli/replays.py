"""Recorded answers that nothing asks for any more, said when all cases have run."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.config.revision import Revision
    from engine.runtime.replays import Replays


def say_stale(replays: "Replays", revision: "Revision") -> None:
    """Each of them on standard error, as `rulewright check` says a warning."""
    from engine.report.text import write_text

    problems = tuple(replays.stale(revision.root))
    if problems:
        sys.stdout.flush()
        sys.stderr.write(write_text(problems, {}, colour=False))
