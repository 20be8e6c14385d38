"""Who plans a request: the rules, or a model with the rules beside it."""

import asyncio
from collections.abc import AsyncGenerator

from engine.config.revision import Revision
from engine.errors import ConfigError
from engine.llm.calling import Attempt
from engine.plan import Plan
from engine.plan.early import Early, Shared
from engine.planner.planned import Planned, planned_json
from engine.runtime.data import index_of
from engine.runtime.events import Event
from engine.runtime.models import Models
from engine.runtime.planning import Made, Sentence, by_model, by_rules, is_understood
from engine.runtime.request import Request
from engine.runtime.resources import resources_of
from engine.tools.registry import build_tools

_NO_MODEL = "no_key: roles: in rules/pack.yaml names no model for the planner"


async def plan_events(
    request: Request, ruled: Planned, revision: Revision, models: Models, planner: str, *, early: bool
) -> AsyncGenerator[Event, None]:
    """`plan_delta` for each step of a model's plan that may run, as it arrives, then `planned` and
    `sanitized`. What is planned is put into the request; with `early`, steps that may begin meanwhile have
    begun."""
    made: Made | None = None
    if planner != "llm":
        made = by_rules(ruled, revision)
    elif revision.pack.fast_path and is_understood(ruled, revision):
        made = by_rules(ruled, revision, by="fast_path")
    elif why := _unasked(models):
        made = by_rules(ruled, revision, why=why)
    else:
        if early:
            tools = build_tools(resources_of(request, revision, models))
            again = [name for name, tool in revision.tools.items() if tool.idempotent]
            request.shared = Shared(tools, again)
            request.early = Early(request.shared)
        arrived: asyncio.Queue[object] = asyncio.Queue()
        planning = asyncio.ensure_future(_by_model(request, ruled, revision, models, arrived))
        planning.add_done_callback(lambda _: arrived.put_nowait(None))
        try:
            while (step := await arrived.get()) is not None:
                yield Event("plan_delta", {"step": step})
            made = await planning
        finally:
            planning.cancel()
            await asyncio.wait([planning])
            if not planning.cancelled():
                planning.exception()  # looked at, so that the loop does not report what was told already
    _put(made, request)
    yield Event("planned", {**planned_json(made.planned), "planner": made.by, "flagged": _said(request)})
    removed = [removal.to_dict() for removal in made.sanitized.removed]
    yield Event("sanitized", {"plan": made.sanitized.plan.to_dict(), "removed": removed})


async def _by_model(
    request: Request, ruled: Planned, revision: Revision, models: Models, arrived: "asyncio.Queue[object]"
) -> Made:
    told: set[str] = set()

    def grown(plan: Plan) -> None:
        for step in plan.steps:  # judged: what a model wrote besides is for nobody's screen
            if step.id not in told:
                arrived.put_nowait(step.to_dict())
            told.add(step.id)
        if request.early is not None:
            request.early.offer(plan)

    attempts: list[Attempt] = []
    try:
        left = request.until - asyncio.get_running_loop().time()
        return await by_model(
            Sentence(text=request.text, ruled=ruled, today=request.today, index=index_of(revision)),
            revision,
            models.of("planner"),
            models.plans,
            attempts=attempts,
            written=request.written,
            grown=grown,
            deadline_s=min(revision.pack.deadlines.step, left),
            spending=request.spending,
        )
    except ConfigError as error:  # the author mends it; the customer has an answer meanwhile
        return by_rules(ruled, revision, why=f"config: {error}")
    except Exception as error:  # noqa: BLE001  nothing that a model wrote may keep the customer from an answer
        return by_rules(ruled, revision, why=f"internal: {type(error).__name__}")
    finally:
        request.attempts += (("planner", attempt) for attempt in attempts)


def _unasked(models: Models) -> str:
    """Why no model is asked for the plan; "" where one is."""
    try:
        return "" if models.of("planner") else _NO_MODEL
    except ConfigError as error:
        return f"config: {error}"


def _put(made: Made, request: Request) -> None:
    request.planned, request.sanitized = made.planned, made.sanitized
    request.planned_by, request.flagged = made.by, made.flagged
    request.degraded += [(notice.kind, notice.detail) for notice in made.planned.degraded]
    if made.why:
        request.degraded.append(("llm_planner", f"{made.why}: the rule-based planner wrote the plan"))


def _said(request: Request) -> list[dict[str, str]]:
    return [notice.to_dict() for notice in request.flagged]


def plan_made_json(request: Request) -> dict[str, object]:
    """What `rulewright plan --json` prints of a request that is planned."""
    planned, sanitized = request.planned, request.sanitized
    if planned is None or sanitized is None:
        raise ValueError("plan_made_json: the request is not planned")
    removed = [*planned.removed, *sanitized.removed]
    return {
        **planned_json(planned),
        "plan": sanitized.plan.to_dict(),
        "removed": [each.to_dict() for each in removed],
        "planner": request.planned_by,
        "flagged": _said(request),
        "degraded": [{"kind": kind, "detail": detail} for kind, detail in request.degraded],
        "llm": llm_json(request),
    }


def llm_json(request: Request) -> dict[str, object]:
    """What the models of a request took: how often they were asked, what each attempt ended in, and whether
    the schema bound the planner's last."""
    asked = [*request.attempts]
    if request.resources is not None:
        asked += (("tasks", attempt) for attempt in request.resources.attempts)
    told = [attempt.usage for _, attempt in asked if attempt.usage is not None]
    planned = [attempt.schema_enforced for role, attempt in asked if role == "planner"]
    return {
        "calls": len(asked),
        "tokens": sum((usage.prompt or 0) + (usage.completion or 0) for usage in told),
        "cached": sum(usage.cached or 0 for usage in told),
        "schemaEnforced": planned[-1] if planned else None,
        "attempts": [{"role": role, **attempt.to_json()} for role, attempt in asked],
    }
