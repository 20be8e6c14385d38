"""What a plugin gets to build a model from, and what it needs of packages that may not be there."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.config.model import ModelSpec, Script
from engine.llm.failure import LlmFailure
from engine.llm.port import Llm


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """One entry of `models:`. `key` is what the environment holds under the name that `spec.key` says, None
    where it says none or nothing is there. `script` and `over` are what these keys name."""

    name: str
    spec: ModelSpec
    root: Path
    key: str | None = field(default=None, repr=False)
    script: Script | None = None
    over: Llm | None = None


Plugin = Callable[[Setup], Llm]
"""The entry of a plugin: what the names under the entry point `rulewright.llms` lead to."""


def no_package(model: str, package: str) -> LlmFailure:
    """The failure of a model whose plugin needs a package that is not installed."""
    return LlmFailure(
        "bad_request",
        model,
        code="LLM023",
        detail=f"the package {package} is not installed",
        hint="pip install 'rulewright[llm]'",
    )
