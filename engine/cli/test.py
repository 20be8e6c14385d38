"""`rulewright test`: run the cases that lie beside the rules."""

from typing import Annotated

import typer

from engine.cli.options import Json, PackDir, write_json
from engine.config.revision import Revision


def test(
    of: Annotated[
        str | None,
        typer.Argument(
            metavar="[OF]", help="Only cases of this KIND or KIND/NAME, such as conversion/price."
        ),
    ] = None,
    pack: PackDir = None,
    as_json: Json = False,
) -> None:
    """Run every case of the pack. Exit 0 when all pass, 4 when one fails."""
    from engine.runtime.cases import run_cases
    from engine.runtime.revision import load

    revision = load(pack)
    passed = failed = 0
    for outcome in run_cases(revision, of):
        passed, failed = passed + outcome.passed, failed + (not outcome.passed)
        if as_json:
            write_json(outcome.to_json())
        elif not outcome.passed:
            print(f"FAILED {outcome.file}:{outcome.line} {outcome.of} {outcome.id}: {outcome.detail}")
    if not as_json:
        untested = _untested(revision)
        print(
            f"{passed + failed} cases, {failed} failed"
            + (f"; no cases for {', '.join(untested)}" if untested else "")
        )
    if failed:
        if not as_json:
            print("Where a rule was changed on purpose, write in the row what comes now; else mend the rule.")
        raise typer.Exit(4)


def _untested(revision: Revision) -> list[str]:
    """Conversion tables with examples that no case file tests."""
    tested = {cases.of for cases in revision.cases.values()}
    names = (f"conversion/{name}" for name, table in revision.conversions.items() if table.examples)
    return [name for name in names if name not in tested]
