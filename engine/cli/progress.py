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


@contextmanager
def telling(first: str = "loading") -> Generator[Callable[[str], None]]:
    """A line on standard error that says what is being done, `first` at once, only where a human watches
    it."""
    watched = sys.stderr.isatty()

    def say(what: str) -> None:
        if watched:
            sys.stderr.write(f"\r\x1b[2K{what + ' …' if what else ''}")
            sys.stderr.flush()

    say(first)
    try:
        yield say
    finally:
        say("")
