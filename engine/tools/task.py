"""Tools that ask a model to do a task."""

from collections.abc import Mapping

from engine.config.tool import Tool
from engine.task.asking import run_task
from engine.tools.registry import Resources, Result, ToolFunction, kind


@kind("task")
def make(resources: Resources, tool: Tool) -> ToolFunction:
    """A tool that gives its parameters to the task that its file names."""
    return task_function(resources, tool.task or "")


def task_function(resources: Resources, name: str) -> ToolFunction:
    """The task as a step calls it: what the contract let pass, with `notes` on what it took out and `asked`,
    how often the model was asked."""

    async def ask(params: Mapping[str, object]) -> Result:
        task = resources.revision.tasks[name]
        done = await run_task(
            task,
            params,
            resources.revision,
            resources.models,
            attempts=resources.attempts,
            spending=resources.spending,
        )
        return {**done.value, "notes": list(done.notes), "asked": done.asked}

    return ask
