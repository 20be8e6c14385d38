"""`rulewright prompt show`: a template as a model would get it."""

from typing import Annotated

import typer

from engine.cli.options import Json, PackDir, Today, read_day, write_json

prompt = typer.Typer(
    name="prompt", help="Look at what a model is sent.", no_args_is_help=True, rich_markup_mode=None
)


@prompt.callback()
def _prompt() -> None:
    pass


@prompt.command("show")
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A template of prompt_templates/prompts.yaml.")],
    text: Annotated[
        str | None,
        typer.Option("--text", metavar="TEXT", help="The customer's words; else the first example."),
    ] = None,
    pack: PackDir = None,
    as_json: Json = False,
    today: Today = None,
) -> None:
    """Print a template rendered, about how many tokens it has, and how much of it is the same for every
    customer. No model is asked."""
    from engine.runtime.prompting import shown_prompt
    from engine.runtime.revision import load

    shown = shown_prompt(load(pack), name, text=text, today=read_day(today))
    if as_json:
        write_json(shown.to_dict())
        return
    for part in shown.parts:
        print(f"--- {part.role}: {len(part.text):,} characters, about {part.tokens:,} tokens")
        print(part.text.rstrip("\n"))
    if shown.role != "answer":
        print(
            f"--- the same for every customer: {shown.prefix:,} characters, about"
            f" {shown.prefix_tokens:,} tokens of {sum(part.tokens for part in shown.parts):,}"
        )
