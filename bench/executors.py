"""Our executor and two others behind one form: build a plan once, then run it."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any, TypedDict

from engine.plan import Plan, Step, execute

Run = Callable[[], Awaitable[object]]
Tool = Callable[[Mapping[str, object]], Awaitable[object]]
Build = Callable[[Sequence[Step], Tool], Run]
"""Makes ready what runs these steps with one tool. Raises ImportError where its package is not there.

Each keeps what every step gave, and each may run all steps at once that are ready: no runner is held back.
"""


def ours(steps: Sequence[Step], tool: Tool) -> Run:
    """`engine.plan.execute`, whose run judges the graph as well: nothing is prepared."""
    plan = Plan(intent="X", steps=tuple(steps))
    tools = {step.name: tool for step in steps}

    async def run() -> None:
        found = await execute(plan, tools, concurrency=len(steps))
        assert found.is_ok  # noqa: S101  a step that failed would cost less

    return run


def _joined(left: dict[str, object], right: dict[str, object]) -> dict[str, object]:
    """In place: a copy for every step would count against LangGraph what is no work of its own."""
    left.update(right)
    return left


class _State(TypedDict):
    results: Annotated[dict[str, object], _joined]


def langgraph(steps: Sequence[Step], tool: Tool) -> Run:
    """A StateGraph: a node for each step, one edge from all that it waits for, no checkpoints."""
    library = import_module("langgraph.graph")
    graph: Any = library.StateGraph(_State)

    def node(step: Step) -> Callable[[_State], Awaitable[object]]:
        async def call(state: _State) -> object:
            return {"results": {step.id: await tool(step.params)}}

        return call

    for step in steps:
        graph.add_node(step.id, node(step))
        graph.add_edge(list(step.deps) if len(step.deps) > 1 else (*step.deps, library.START)[0], step.id)
    compiled = graph.compile()

    async def run() -> None:
        found = await compiled.ainvoke({"results": {}}, {"recursion_limit": len(steps) + 10})
        assert len(found["results"]) == len(steps)  # noqa: S101  every step has run

    return run


def haystack(steps: Sequence[Step], tool: Tool) -> Run:
    """A Pipeline: an asynchronous component for each step, connected with all that it waits for."""
    os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")
    library = import_module("haystack")

    class Called:
        def __init__(self, step: Step) -> None:
            self.params = step.params
            library.component.set_input_types(self, **{f"from_{need}": object for need in step.deps})
            library.component.set_output_types(self, value=object)

        def run(self, **given: object) -> dict[str, object]:
            return {"value": asyncio.run(_awaited(tool, self.params))}

        async def run_async(self, **given: object) -> dict[str, object]:
            return {"value": await tool(self.params)}

    component: Any = library.component(Called)
    pipeline: Any = library.Pipeline()
    for step in steps:
        pipeline.add_component(step.id, component(step))
    for step in steps:
        for need in step.deps:
            pipeline.connect(f"{need}.value", f"{step.id}.from_{need}")
    every = {step.id for step in steps}

    async def run() -> None:
        found = await pipeline.run_async({}, include_outputs_from=every, concurrency_limit=len(steps))
        assert len(found) == len(steps)  # noqa: S101  every step has run

    return run


async def _awaited(tool: Tool, params: Mapping[str, object]) -> object:
    return await tool(params)


OTHERS: Mapping[str, Build] = {"LangGraph": langgraph, "Haystack": haystack}
