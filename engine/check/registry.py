"""The list of checks; packages outside add theirs under the entry point `rulewright.checks`."""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import entry_points
from typing import cast

from engine.config.revision import Revision
from engine.errors import Problem

Check = Callable[[Revision], Iterator[Problem]]

CHECKS = (
    "engine.check.data:check_pack",
    "engine.catalog.checking:check_catalog",
    "engine.convert.checking:check_conversions",
    "engine.check.tools:check_tools",
    "engine.check.tasks:check_tasks",
    "engine.check.flows:check_flows",
    "engine.check.plan:check_plan",
    "engine.check.vocabulary:check_households",
    "engine.search.filter_checking:check_filters",
    "engine.search.relax_checking:check_relax",
    "engine.score.checking:check_profiles",
    "engine.llm.checking:check_models",
    "engine.check.cases:check_cases",
)
TEMPLATE_CHECKS = (
    "engine.prompt.checking:check_templates",
    "engine.prompt.role_checking:check_prompts",
    "engine.answer.checking:check_answers",
)
"""Apart, since they need the template engine, which a command that renders nothing does not load."""


def run_checks(revision: Revision, *, templates: bool = True) -> Iterator[Problem]:
    """Every problem of every check over a revision whose documents are valid by themselves.

    Without `templates` those of the templates are left out.
    """
    for name in (*CHECKS, *(TEMPLATE_CHECKS if templates else ())):
        module, _, function = name.partition(":")
        yield from cast("Check", getattr(import_module(module), function))(revision)
    for point in entry_points(group="rulewright.checks"):
        yield from cast("Check", point.load())(revision)
