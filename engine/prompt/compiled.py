"""A template's text as Jinja's tree and as what renders, each made once a process for a text."""

from functools import lru_cache

from jinja2 import Template, nodes

from engine.prompt.environment import PromptEnvironment

FOLDER = "prompt_templates"
ENVIRONMENT = PromptEnvironment()
_KEPT = 128  # texts: those of the packs at work, and of the ones that take their place


@lru_cache(maxsize=_KEPT)
def compiled(text: str, file: str) -> Template:
    """What renders the text; errors show the file's name in the templates' folder.

    Raises TemplateSyntaxError."""
    code = ENVIRONMENT.compile(text, file, f"{FOLDER}/{file}")
    return Template.from_code(ENVIRONMENT, code, {})


@lru_cache(maxsize=_KEPT)
def parsed(text: str, file: str) -> nodes.Template:
    """The text's tree, which every caller shares and none may change. Raises TemplateSyntaxError."""
    return ENVIRONMENT.parse(text, file, f"{FOLDER}/{file}")
