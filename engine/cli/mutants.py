"""What `rulewright test --mutants` and `--min-coverage` print."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

import typer

from engine.cli.options import write_json
from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem

if TYPE_CHECKING:
    from engine.mutation.mutant import Mutant
    from engine.mutation.score import MutantOutcome

SHOWN_WORDS = 50
"""Words without a case that are listed; the share is what --min-coverage is about."""
_NOTHING = "has no words or numbers to change: they are in"


def mutate(
    revision: Revision,
    mutants: Sequence["Mutant"],
    jobs: int | None,
    min_coverage: float | None,
    *,
    as_json: bool,
) -> None:
    """Run the cases against the mutants and print the share, and each mutant that no case noticed.

    Ends with 4 below `min_coverage`, and with 130 when it was interrupted, after what was found until then.
    """
    from engine.mutation.score import killed, report
    from engine.runtime.mutants import cores, run_mutants

    outcomes: list[MutantOutcome] = []
    interrupted = False
    try:
        with closing(run_mutants(revision, mutants, jobs or cores())) as running:
            for outcome in _shown((each for group in running for each in group), len(mutants)):
                outcomes.append(outcome)
                if as_json:
                    write_json(outcome.to_json())
    except KeyboardInterrupt:
        interrupted = True
    share = killed(outcomes)
    if as_json:
        summary = {"mutants": share.total, "killed": share.count, "percent": share.percent}
        write_json({**summary, "interrupted": interrupted})
    else:
        print("\n".join(report(outcomes, len(mutants))))
    if interrupted:
        raise typer.Exit(130)
    _hold(share.percent, min_coverage, "of the changes are noticed by a case")


def words_without_case(revision: Revision, of: str | None, min_coverage: float, *, as_json: bool) -> None:
    """Print the share of the rules' words that stand in a case's text, and those that stand in none.

    Ends with 4 below `min_coverage`.
    """
    from engine.mutation.score import words_in_cases
    from engine.runtime.cases import case_rows

    share, missing = words_in_cases(mutants_at(revision, of), (row.text for row in case_rows(revision)))
    if as_json:
        write_json({"words": share.total, "inCases": share.count, "percent": share.percent})
    else:
        for word in missing[:SHOWN_WORDS]:
            print(f"{word.file}:{word.line}:{word.column} {word.old!r} -> stands in no case")
        if len(missing) > SHOWN_WORDS:
            print(f"... and {len(missing) - SHOWN_WORDS} more")
        print(f"{share} of the words stand in a case; --mutants tries whether a case notices them")
    _hold(share.percent, min_coverage, "of the words stand in a case")


def changed(revision: Revision, of: str) -> str:
    """The document (or kind) that `of` means among those with something to change. Raises InputInvalid."""
    from engine.mutation.revision import KINDS
    from engine.runtime.subjects import subject_of

    names = [f"{kind}/{name}" if kind != name else kind for kind, name in revision.documents if kind in KINDS]
    return subject_of(of, names, f"{of} {_NOTHING} {', '.join(KINDS)}")


def mutants_at(revision: Revision, of: str | None, word: str | None = None) -> Sequence["Mutant"]:
    """The mutants of the pack, or of one document; of these those of one word or line. Raises InputInvalid
    where there is nothing to change."""
    from engine.mutation.only import only
    from engine.mutation.revision import KINDS, mutants

    found = list(mutants(revision, of))
    if not found:
        message = f"{of or 'the pack'} {_NOTHING} {', '.join(KINDS)}"
        raise InputInvalid(Problem(code="USE009", message=message))
    return found if word is None else only(found, word)


def _shown(outcomes: "Iterable[MutantOutcome]", total: int) -> "Iterator[MutantOutcome]":
    """The outcomes, with a bar for whoever is watching."""
    if not sys.stderr.isatty():
        yield from outcomes
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(outcomes, description="changing rules", total=total, console=console, transient=True)


def _hold(percent: float, at_least: float | None, what: str) -> None:
    if at_least is not None and percent < at_least:
        sys.stderr.write(f"{int(percent * 10) / 10} % {what}, and --min-coverage asks for {at_least:g} %\n")
        raise typer.Exit(4)
