"""What the tools of one request work with."""

from engine.config.revision import Revision
from engine.errors import InputInvalid, Problem, Unavailable
from engine.plan.frozen import as_mapping
from engine.runtime.data import index_of
from engine.runtime.models import Models
from engine.runtime.request import Request
from engine.runtime.server import homes_of
from engine.search.request import SearchRequest, SearchResult
from engine.tools.registry import Resources

_GRACE_S = 1.0
"""How much longer than its own limit a task may take as a step, so that the task says what was late."""


def resources_of(request: Request, revision: Revision, models: Models) -> Resources:
    """The request's resources, made once."""
    if request.resources is None:
        index = index_of(revision)
        has_tasks = any(tool.does == "task" for tool in revision.tools.values())
        request.resources = Resources(
            revision=revision,
            index=index,
            homes=homes_of(revision, index),
            today=request.today,
            profile=request.profile,
            limit=request.limit,
            models=models.all() if has_tasks else {},
            spending=request.spending,
        )
    return request.resources


def searches_of(request: Request) -> dict[int, tuple[SearchRequest, SearchResult]]:
    """The searches that steps of the plan ran, by number and in the order of the plan; not what began while
    the plan still arrived and no step of the finished one asks."""
    if request.resources is None or request.execution is None:
        return {}
    values = (as_mapping(outcome.value) or {} for outcome in request.execution.outcomes)
    asked = [number for value in values if isinstance(number := value.get("search"), int)]
    ran = request.resources.searched
    return {number: ran[number] for number in asked if number in ran}


def check_searched(request: Request) -> None:
    """Raises Unavailable (USE021) where no search ran because a step failed, InputInvalid where that step
    found no such place."""
    ended = () if request.execution is None else request.execution.outcomes
    broken = next((each for each in ended if not each.is_ok and not each.cause), None)
    if broken is None or searches_of(request):
        return
    code = broken.message.rpartition(" ")[2]
    hint = f"rulewright explain {code}" if code[-3:].isdigit() else ""
    problem = Problem(code="USE021", message=f"no search was made: {broken.message}", hint=hint)
    raise InputInvalid(problem) if broken.kind == "not_found" else Unavailable(problem)


def timeouts_of(revision: Revision) -> dict[str, float]:
    """The seconds of one call of each tool, and of each task under `task/NAME`."""
    step = revision.pack.deadlines.step
    tasks = {name: (task.timeout or step) + _GRACE_S for name, task in revision.tasks.items()}
    tools = {
        name: tool.timeout if tool.timeout is not None else tasks.get(tool.task or "", step)
        for name, tool in revision.tools.items()
    }
    return {**{f"task/{name}": seconds for name, seconds in tasks.items()}, **tools}
