"""The answer without an LLM: the pack's template over the facts, and its sentences for streaming."""

from collections.abc import Iterator

from engine.answer.facts import AnswerFacts
from engine.answer.wording import view_of
from engine.config.revision import Revision
from engine.errors import ConfigError, Problem

_SENTENCE_ENDS = (".", "!", "?", "…", "。")


def render_answer(facts: AnswerFacts, revision: Revision) -> str:
    """The answer as Markdown in the language of the facts, one newline at its end.

    Raises ConfigError: TMPL010 when the pack has no template of role `answer`, else what `Prompts.render`
    and the labels raise; a pack that passed its checks raises none of them.
    """
    from engine.prompt.rendering import prompts_of  # Jinja loads with the first answer

    prompts = prompts_of(revision)
    name = prompts.find("answer", facts.language)
    if name is None:
        problem = Problem(
            code="TMPL010",
            message="the pack has no template of role answer",
            file="prompt_templates/prompts.yaml",
            hint=f"answer_{facts.language}: {{file: answer_{facts.language}.md.j2, role: answer}}",
        )
        raise ConfigError(problem)
    return tidy(prompts.render(name, view_of(facts, revision).inputs()))


def tidy(text: str) -> str:
    """The text without trailing blanks, with at most one empty line in a row and one newline at the end."""
    lines = [line.rstrip() for line in text.strip().split("\n")]
    kept = [line for at, line in enumerate(lines) if line or (at > 0 and lines[at - 1])]
    return "\n".join(kept) + "\n"


def sentences(text: str) -> Iterator[str]:
    """The text in chunks that join to it again: a sentence or a line with the white space behind it.

    The number of a list item ("1. ") ends no sentence, nor does the point of a figure or an address.
    """
    start = line_start = 0
    for at in range(1, len(text) + 1):
        before, after = text[at - 1], text[at : at + 1]
        if before == "\n":
            line_start = at
        ended = before.isspace() and not after.isspace() and _ends(text[start:at], text[line_start:at])
        if ended or at == len(text):
            yield text[start:at]
            start = at


def _ends(chunk: str, line: str) -> bool:
    body = chunk.rstrip()
    if "\n" in chunk[len(body) :]:
        return True
    return body.endswith(_SENTENCE_ENDS) and not line.strip().rstrip(".").isdigit()
