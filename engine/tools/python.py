"""Tools of packages outside: functions of parameters under the entry point `rulewright.tools`."""

from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast

from engine.config.tool import Tool
from engine.errors import ConfigError, InputInvalid, Problem
from engine.plan.calling import is_async
from engine.plan.parameters import check_params
from engine.plan.policy import ToolSpec, policy_of
from engine.tools.registry import Resources, ToolFunction, kind

GROUP = "rulewright.tools"


class BadParams(InputInvalid):
    """What references gave is not what the tool's file allows; the function was not called."""

    kind = "bad_param"


@kind("python")
def make(resources: Resources, tool: Tool) -> ToolFunction:
    """The function that an installed package names so, called with parameters as the tool's file describes
    them alone. Raises ConfigError (TOOL013) where there is none."""
    function = _function(tool.python or "")
    spec = policy_of(resources.revision).tools[tool.name]
    if not is_async(function):
        return lambda params: function(_checked(params, spec))

    async def call(params: Mapping[str, object]) -> Any:
        return await cast("Any", function(_checked(params, spec)))

    return call


def _function(name: str) -> ToolFunction:
    points: Iterable[EntryPoint] = entry_points(group=GROUP, name=name)
    for point in points:
        function = point.load()
        if callable(function):
            return cast("ToolFunction", function)
    raise ConfigError(
        Problem(
            code="TOOL013",
            message=f"no installed package gives the tool function {name}",
            hint=f'[project.entry-points."{GROUP}"] {name} = "package.module:function"',
        )
    )


def _checked(params: Mapping[str, object], spec: ToolSpec) -> dict[str, object]:
    """The parameters with what references stood for. Raises BadParams (TOOL014)."""
    checked = check_params({**params}, spec)
    if checked.problem:
        raise BadParams(Problem(code="TOOL014", message=f"{spec.name}: {checked.problem}"))
    return checked.params
