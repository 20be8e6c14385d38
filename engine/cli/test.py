"""`rulewright test`: run the cases that lie beside the rules, and find what no case holds."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from engine.cli.mutants import changed, mutants_at, mutate, words_without_case
from engine.cli.options import Json, PackDir, Record, write_json
from engine.cli.progress import telling
from engine.config.revision import Revision

if TYPE_CHECKING:
    from engine.runtime.cases import CaseOutcome


Of = Annotated[
    str | None,
    typer.Argument(
        metavar="[OF]",
        help="Only cases of this KIND or KIND/NAME, such as conversion/price; NAME alone (price) where "
        "one kind has it.",
    ),
]
Mutants = Annotated[
    bool,
    typer.Option(
        "--mutants",
        help="Change each word and number of the conversions and the vocabulary (or of OF alone), one by "
        "one, and say which changes no case notices.",
    ),
]
Only = Annotated[
    str | None,
    typer.Option(
        metavar="WORD",
        help="Of these changes only those of one word, or of a line (price:13); --mutants goes without "
        "saying.",
    ),
]
MinCoverage = Annotated[
    float | None,
    typer.Option(
        min=0,
        max=100,
        metavar="PERCENT",
        help="Fail below this share: of the changes that a case notices (--mutants), else of the rules' "
        "words that stand in a case.",
    ),
]
Jobs = Annotated[int | None, typer.Option(min=1, help="Processes for --mutants; else one for each core.")]


def test(
    of: Of = None,
    mutants: Mutants = False,
    only: Only = None,
    min_coverage: MinCoverage = None,
    jobs: Jobs = None,
    record: Record = False,
    pack: PackDir = None,
    as_json: Json = False,
) -> None:
    """Run every case of the pack. Exit 0 when all pass, 4 when one fails or a share is too small."""
    from engine.cli.inputs import load_pack
    from engine.cli.replays import say_stale
    from engine.runtime.cases import run_cases
    from engine.runtime.replays import Replays

    revision, mutants = load_pack(pack, record=record, cases=True), mutants or only is not None
    replays = Replays()
    if of is not None and (mutants or min_coverage is not None):
        of = changed(revision, of)
    changes = mutants_at(revision, of, only) if mutants else ()
    outcomes = run_cases(revision, None if mutants else of, replays=replays)
    passed = [outcome.passed for outcome in _shown(outcomes, as_json=as_json, only_failed=mutants)]
    failed = passed.count(False)
    if not as_json:
        untested = _untested(revision)
        print(
            f"{len(passed)} cases, {failed} failed"
            + (f"; no cases for {', '.join(untested)}" if untested else "")
        )
    if of is None:
        say_stale(replays, revision)
    if failed:
        if not as_json:
            _say_what_next(mutants=mutants)
        raise typer.Exit(4)
    if mutants:
        mutate(revision, changes, jobs, min_coverage, as_json=as_json)
    elif min_coverage is not None:
        words_without_case(revision, of, min_coverage, as_json=as_json)


def _shown(outcomes: "Iterable[CaseOutcome]", *, as_json: bool, only_failed: bool) -> "Iterator[CaseOutcome]":
    """The outcomes, each printed as it comes; for a reader, and with `only_failed`, those that failed."""
    with telling() as say:  # cases of flows may ask a model, which takes its time
        for number, outcome in enumerate(outcomes, 1):
            say(f"{number:,} cases" if outcome.passed else "")
            if as_json and not (only_failed and outcome.passed):
                write_json(outcome.to_json())
            elif not outcome.passed:
                print(f"FAILED {outcome.file}:{outcome.line} {outcome.of} {outcome.id}: {outcome.detail}")
            yield outcome


def _say_what_next(*, mutants: bool) -> None:
    print("Where a rule was changed on purpose, write in the row what comes now; else mend the rule.")
    if mutants:
        print("--mutants changed nothing: every case has to pass first.")


def _untested(revision: Revision) -> list[str]:
    """Conversion tables with examples that no case file tests."""
    tested = {cases.of for cases in (revision.cases or {}).values()}
    names = (f"conversion/{name}" for name, table in revision.conversions.items() if table.examples)
    return [name for name in names if name not in tested]
