"""The command line: its commands, and how each kind of failure ends."""

import os
import sys
from typing import Annotated

import typer

import engine
from engine.cli import (
    ask,
    check,
    compile,
    convert,
    explain,
    index,
    ingest,
    init,
    plan,
    prompt,
    rank,
    show,
    test,
    whynot,
)
from engine.cli.eval import eval_app
from engine.cli.output import prepare_output, silence
from engine.cli.run import run as run_flow
from engine.errors import ConfigError, EngineError, InputInvalid, Problem, Unavailable

app = typer.Typer(
    name="rulewright",
    help="Recommend homes from a sentence, by rules in YAML. Every command takes --pack DIR and --json.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(value: bool) -> None:
    if value:
        print(f"rulewright {engine.__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


app.command("ask")(ask.ask)
app.command("convert")(convert.convert)
app.command("plan")(plan.plan)
app.command("rank")(rank.rank)
app.command("compile")(compile.compile_request)
app.command("run")(run_flow)
app.command("show")(show.show)
app.command("explain")(explain.explain)
app.command("whynot")(whynot.whynot)
app.command("check")(check.check)
app.command("test")(test.test)
app.command("init")(init.init)
app.command("ingest")(ingest.ingest)
app.add_typer(index.index, name="index")
app.add_typer(prompt.prompt, name="prompt")
app.add_typer(eval_app, name="eval")

EXIT_CODES: dict[type[EngineError], int] = {InputInvalid: 2, ConfigError: 3, Unavailable: 1}
"""0 is success, 1 internal or unavailable, 2 usage, 3 a pack with errors, 4 failed cases."""


def run() -> None:
    """Run the command line and exit; a failure is said in a line, never as a traceback."""
    try:
        prepare_output()
        _run_app()
    except EngineError as error:
        _say(*error.problems)
        sys.exit(next((code for kind, code in EXIT_CODES.items() if isinstance(error, kind)), 1))
    except BrokenPipeError:
        silence()  # the reader of the output has gone (`| head`)
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        if os.environ.get("RULEWRIGHT_DEBUG"):
            raise
        silence()
        _say(Problem(code="USE004", message=f"the output cannot be written: {error.strerror or error}"))
        sys.exit(1)
    except Exception as error:  # the last line of defence: everything expected is an EngineError
        if os.environ.get("RULEWRIGHT_DEBUG"):
            raise
        message = f"internal error ({type(error).__name__}); RULEWRIGHT_DEBUG=1 shows where; please report it"
        _say(Problem(code="USE900", message=message))
        sys.exit(1)


def _run_app() -> None:
    """Run the command; the output is written out before it ends, so that a failure to write is seen here."""
    try:
        app(standalone_mode=True)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # typer makes an exit of 1 of it
            raise BrokenPipeError from end
        option = getattr(end.__context__, "option_name", None)  # of an option that the command lacks
        if isinstance(option, str) and not option.startswith("--"):
            sys.stderr.write("A text that begins with - stands behind --: rulewright convert -- TEXT\n")
        sys.stdout.flush()
        raise


def _say(*problems: Problem) -> None:
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
