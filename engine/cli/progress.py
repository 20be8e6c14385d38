"""Progress of long work for a person: a bar on standard error when that is a terminal, else nothing."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def counting(what: str, total: int) -> Generator[Callable[[int], None]]:
    """A function that is told how much was done since it was last called."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)

        def done(number: int) -> None:
            progress.advance(task, number)

        yield done
