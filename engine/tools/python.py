"""Tools of packages outside: functions of parameters under the entry point `rulewright.tools`."""

from collections.abc import Mapping
from typing import Any, cast

from engine.config.installed import brought
from engine.config.tool import Tool
from engine.errors import ConfigError, Problem
from engine.plan.calling import is_async
from engine.plan.given import held
from engine.plan.policy import policy_of
from engine.tools.registry import Resources, ToolFunction, kind

GROUP = "rulewright.tools"


@kind("python")
def make(resources: Resources, tool: Tool) -> ToolFunction:
    """The function that an installed package names so, called with parameters as the tool's file describes
    them alone. Raises ConfigError (TOOL013) where there is none."""
    function = _function(tool.python or "")
    spec = policy_of(resources.revision).tools[tool.name]
    if not is_async(function):
        return lambda params: function(held(params, spec))

    async def call(params: Mapping[str, object]) -> Any:
        return await cast("Any", function(held(params, spec)))

    return call


def _function(name: str) -> ToolFunction:
    function = brought(GROUP, name, "TOOL013")
    if callable(function):
        return cast("ToolFunction", function)
    raise ConfigError(
        Problem(
            code="TOOL013",
            message=f"no installed package gives the tool function {name}",
            hint=f'[project.entry-points."{GROUP}"] {name} = "package.module:function"',
        )
    )
