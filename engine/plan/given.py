"""What a tool or a task is given, with references filled in, held to what its file says."""

from collections.abc import Mapping

from engine.errors import InputInvalid, Problem
from engine.plan.parameters import check_data
from engine.plan.policy import ToolSpec


class BadParams(InputInvalid):
    """What it was given is not what its file allows; it was not called."""

    kind = "bad_param"

    def __init__(self, name: str, why: str) -> None:
        """`why` quotes no value."""
        self.detail = why
        super().__init__(Problem(code="TOOL014", message=f"{name}: {why}"))


def held(params: Mapping[str, object], tool: ToolSpec) -> dict[str, object]:
    """The parameters that the tool's file names, with the values as they are. Raises BadParams (TOOL014) for
    one of another type or beyond its `at_most`."""
    checked = check_data({**params}, tool)
    if checked.problem:
        raise BadParams(tool.name, checked.problem)
    return {name: value for name, value in params.items() if name in checked.params}
