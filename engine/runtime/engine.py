"""One request, end to end: text → plan → sanitized plan → tools → answer, as a stream of events.

This is the only place that wires the parts together; each of them is a function of values.
"""

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, suppress
from datetime import date, datetime

from engine.config.revision import Revision
from engine.errors import (
    ConfigError,
    EngineError,
    InputInvalid,
    OutputInvalid,
    PlanRejected,
    Problem,
    Unavailable,
)
from engine.llm.calling import Model
from engine.llm.registry import spending_of
from engine.plan import execute, sanitize
from engine.plan.outcome import StepEvent, StepStarted
from engine.planner.planned import Planned
from engine.planner.rules import plan as plan_by_rules
from engine.prompt.rendering import prompts_of
from engine.runtime.answering import answer
from engine.runtime.data import columns_of, index_of
from engine.runtime.events import Event
from engine.runtime.models import Models
from engine.runtime.nearest import find_nearest
from engine.runtime.plan_path import plan_events, plan_made_json
from engine.runtime.request import Degraded, Request
from engine.runtime.resources import check_searched, resources_of, searches_of, timeouts_of
from engine.runtime.trace import trace_of
from engine.search.client import load_client
from engine.search.request import SearchRequest
from engine.tools.registry import build_tools

_NOTICES: Mapping[str, str] = {"SEARCH020": "search_differs", "SEARCH022": "search_uncounted"}
"""What a search may say of how it was answered, by the code of its notice; else homes may be missing."""
_WORDING_S = 0.5
"""Of a request's time so much is kept for the template's answer, whatever took all the rest."""
_NO_MEMORY: Degraded = ("memory", "this version keeps no memory: the customer and the session were not used")


class Engine:
    """Answers requests by one revision. Data is loaded at the first request, or by `prepare`, and kept;
    requests may run side by side, on several threads and event loops too."""

    def __init__(self, revision: Revision, *, models: Mapping[str, Model] | None = None) -> None:
        """`models` stand in for those of the pack, by their names."""
        self.revision = revision
        self.models = Models(revision, models)
        self._preparing = threading.Lock()
        self._is_prepared = False

    def prepare(self) -> None:
        """Load data and rules now, which takes a second or two; afterwards no request waits for them.

        Raises ConfigError for data of the pack that cannot be read.
        """
        with self._preparing:
            if not self._is_prepared:
                if self.revision.pack.backend == "embedded":
                    columns_of(self.revision)
                else:
                    with suppress(ConfigError):  # said by the step that needs it
                        load_client()
                prompts_of(self.revision)
                plan_by_rules("", self.revision, today=date.today(), index=index_of(self.revision))
                self._is_prepared = True

    def ruled(self, text: str, *, today: date) -> Planned:
        """The rules' own plan for a text.

        Raises InputInvalid for a text longer than the pack allows, ConfigError for a pack without intents.
        """
        self._check_intents()
        at_most = self.revision.pack.limits.text
        if len(text) > at_most:
            message = f"the text has {len(text):,} characters, at most {at_most:,} are read"
            raise InputInvalid(
                Problem(
                    code="USE010",
                    message=message,
                    hint="send a shorter text, or raise limits: text in rules/pack.yaml",
                )
            )
        return plan_by_rules(text, self.revision, today=today, index=index_of(self.revision))

    def plan_json(self, text: str, *, today: date, planner: str | None = None) -> dict[str, object]:
        """What `rulewright plan --json` prints: the plan as it may run, and everything that led to it. Runs
        an event loop of its own: raises InputInvalid (USE015) where another one runs."""
        _check_no_loop("plan_json", "await asyncio.to_thread(engine.plan_json, text, today=day)")
        request = self._request(text, today, 1)

        async def planned() -> None:
            request.until = asyncio.get_running_loop().time() + self.revision.pack.deadlines.request
            try:
                async for _ in self._plan(request, planner, early=False):
                    pass
            finally:
                await self.models.close()

        asyncio.run(planned())
        return plan_made_json(request)

    async def searches(self, text: str, *, today: date) -> tuple[SearchRequest, ...]:
        """The searches that the text asks for, as they would run: its plan without the answer.

        Raises what a request would end in as `failed`, and where a step failed so that none ran, Unavailable,
        or InputInvalid for a place that nobody knows (USE021).
        """
        request = self._request(text, today, self.revision.pack.limits.results)
        await asyncio.to_thread(self.prepare)
        request.planned = self.ruled(text, today=today)
        request.sanitized = sanitize(request.planned.plan, self.revision)
        async for _ in self._run(request):
            pass
        searches = tuple(asked for asked, _ in searches_of(request).values())
        check_searched(request)
        return searches

    async def ask(
        self,
        text: str,
        *,
        subject: str | None = None,
        session: str | None = None,
        profile: str | None = None,
        limit: int | None = None,
        today: date | None = None,
    ) -> AsyncGenerator[Event, None]:
        """The events of one request, the last of them `trace`. It ends in `answered` or in one `failed`;
        never raises EngineError. `subject` and `session` are who asks; this version keeps no memory and says
        so when they are given. A request that is closed or cancelled early leaves nothing running.
        """
        pack = self.revision.pack
        wrong = _wrong_kind(text, profile, limit, today)
        request = self._request("", date.today(), pack.limits.results)
        if wrong is None:
            request.text = text
            request.today = today.date() if isinstance(today, datetime) else today or request.today
            request.profile = pack.profile if profile is None else profile
            request.limit = pack.limits.results if limit is None else limit
        if subject or session:
            request.degraded.append(_NO_MEMORY)
        began = time.perf_counter()
        try:
            if wrong is not None:
                raise InputInvalid(wrong)
            async with aclosing(self._answer(request)) as events:
                async for event in events:
                    yield event
        except EngineError as error:
            request.failed = error.problems
            yield _failure(error)
        except Exception as error:  # noqa: BLE001  a request ends in one typed failure, whatever broke
            message = f"internal error ({type(error).__name__})"
            request.failed = (Problem(code="USE900", message=message),)
            yield _failure(EngineError(*request.failed))
        request.seconds["all"] = time.perf_counter() - began
        yield Event("trace", trace_of(request, self.revision))

    def ask_sync(self, text: str, **options: object) -> Iterator[Event]:
        """`ask` for callers without an event loop: the same events as they happen.

        Raises InputInvalid (USE015) where an event loop runs: it would stand still; there `ask` is awaited.
        """
        _check_no_loop("ask_sync", "async for event in engine.ask(text)")
        return self._in_own_loop(self.ask(text, **options))  # pyright: ignore[reportArgumentType]  the same options as ask

    def _in_own_loop(self, events: AsyncGenerator[Event, None]) -> Iterator[Event]:
        async def following() -> Event | None:
            return await anext(events, None)

        # A runner that is closed ends what still runs, also when the caller stops listening.
        with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
            try:
                while (event := runner.run(following())) is not None:
                    yield event
            finally:
                runner.run(_closed(events))
                runner.run(self.models.close())

    def _request(self, text: str, today: date, limit: int) -> Request:
        """A request of the pack's profile, of whose budget nothing is spent."""
        spending = spending_of(self.revision)
        profile = self.revision.pack.profile
        return Request(text=text, today=today, profile=profile, limit=limit, spending=spending)

    async def _answer(self, request: Request) -> AsyncGenerator[Event, None]:
        self._check_options(request)
        if not self._is_prepared:
            await asyncio.to_thread(self.prepare)  # other requests of this loop go on meanwhile
        whole_s = self.revision.pack.deadlines.request
        request.until = asyncio.get_running_loop().time() + whole_s - min(_WORDING_S, whole_s / 10)
        try:
            async with aclosing(self._plan(request)) as events:
                async for event in events:
                    yield event
            async with aclosing(self._run(request)) as events:
                async for event in events:
                    yield event
        finally:
            for begun in filter(None, (request.early, request.shared)):
                await begun.close()
        for event in self._found(request):
            yield event
        await find_nearest(request, self.revision.catalog)
        request.degraded += _noticed(request)
        for event in request.untold():
            yield event
        async with aclosing(answer(request, self.revision, self.models)) as events:
            async for event in events:
                yield event

    async def _plan(
        self, request: Request, planner: str | None = None, *, early: bool = True
    ) -> AsyncGenerator[Event, None]:
        """Plan the request, and say who planned and what was done another way than asked. With `early`, steps
        of a plan that still arrives may begin."""
        began = time.perf_counter()
        ruled = self.ruled(request.text, today=request.today)
        who = planner or self.revision.pack.planner
        planning = plan_events(request, ruled, self.revision, self.models, who, early=early)
        async with aclosing(planning) as events:
            async for event in events:
                yield event
        request.seconds["plan"] = time.perf_counter() - began
        for event in request.untold():
            yield event

    def _check_intents(self) -> None:
        if self.revision.plan_policy.intents:
            return
        flows = ", ".join(self.revision.flows)
        hint = "add rules/plan.yaml with kind: plan_policy and intents:"
        raise ConfigError(
            Problem(
                code="CONF012",
                message="the pack has no plan_policy, so nothing says what a question is about",
                file="rules/plan.yaml",
                hint=hint + (f"; rulewright run runs its flows: {flows}" if flows else ""),
            )
        )

    def _check_options(self, request: Request) -> None:
        from engine.source.suggest import closest

        self._check_intents()
        if request.profile not in self.revision.profiles:
            known = list(self.revision.profiles)
            raise InputInvalid(
                Problem(
                    code="USE011",
                    message=f"there is no profile {request.profile!r}",
                    hint=closest(request.profile, known) or ", ".join(known),
                )
            )
        if not 1 <= request.limit <= 50:
            raise InputInvalid(
                Problem(code="USE012", message=f"limit is {request.limit}, must be from 1 to 50")
            )

    async def _run(self, request: Request) -> AsyncGenerator[Event, None]:
        """Run the sanitized plan; steps are told of as they start and finish."""
        assert request.sanitized is not None  # noqa: S101  set by the caller
        pack = self.revision.pack
        tools = (
            request.shared.tools()
            if request.shared
            else build_tools(resources_of(request, self.revision, self.models))
        )
        queue: asyncio.Queue[StepEvent | None] = asyncio.Queue()
        running = asyncio.ensure_future(
            execute(
                request.sanitized.plan,
                tools,
                timeouts=timeouts_of(self.revision),
                timeout_s=pack.deadlines.step,
                deadline_s=max(
                    0.0, min(pack.deadlines.request, request.until - asyncio.get_running_loop().time())
                ),
                on_event=queue.put_nowait,
            )
        )
        running.add_done_callback(lambda _: queue.put_nowait(None))
        try:
            while (event := await queue.get()) is not None:
                yield _step_event(event)
            request.execution = await running
            request.seconds["run"] = request.execution.elapsed_s
        finally:
            running.cancel()
            await asyncio.wait([running])
            if not running.cancelled():
                running.exception()  # looked at, so that the loop does not report what was told already

    def _found(self, request: Request) -> Iterator[Event]:
        """What each search found, in the order of the plan, and what it had to relax."""
        assert request.execution is not None  # noqa: S101  set by _run
        for outcome in request.execution.outcomes:
            value = outcome.value
            if not isinstance(value, Mapping) or "search" not in value:
                continue
            found: dict[str, object] = {str(k): v for k, v in value.items() if k != "search"}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
            if found.get("relaxed"):
                yield Event("relaxed", {"step": outcome.step, "relaxed": found["relaxed"]})
            yield Event("candidates", {"step": outcome.step, **found})
            for notice in request.resources.searched[value["search"]][1].notices if request.resources else ():
                kind = _NOTICES.get(notice.code, "search_partial")
                request.degraded.append((kind, f"{notice.code} {notice.message}"))
            yield from request.untold()


def _noticed(request: Request) -> list[Degraded]:
    """What the look-up of places did another way than the pack says."""
    notices = request.resources.homes.notices if request.resources is not None else ()
    return [("place_index", f"{each.code} {each.message}: {each.hint}") for each in notices]


def _step_event(event: StepEvent) -> Event:
    if isinstance(event, StepStarted):
        return Event("step_started", {"step": event.step, "tool": event.tool})
    return Event("step_finished", event.outcome.to_dict())


_KINDS: Mapping[type[EngineError], str] = {
    InputInvalid: "input",
    ConfigError: "config",
    PlanRejected: "plan",
    OutputInvalid: "output",
    Unavailable: "unavailable",
}


def _failure(error: EngineError) -> Event:
    first = error.problems[0] if error.problems else Problem(code="USE900", message=type(error).__name__)
    return Event(
        "failed",
        {
            "kind": next((kind for cls, kind in _KINDS.items() if isinstance(error, cls)), "internal"),
            "code": first.code,
            "message": first.message,
            "hint": first.hint,
            "file": first.file,
            "line": first.line,
        },
    )


def _wrong_kind(text: object, profile: object, limit: object, today: object) -> Problem | None:
    """What is wrong with arguments that are not even of their kind, as a program may give them."""
    for name, fits, kind in (
        ("text", isinstance(text, str), "a text"),
        ("profile", profile is None or isinstance(profile, str), "a profile's name"),
        (
            "limit",
            limit is None or (isinstance(limit, int) and not isinstance(limit, bool)),
            "a whole number",
        ),
        ("today", today is None or isinstance(today, date), "a datetime.date"),
    ):
        if not fits:
            return Problem(code="USE016", message=f"{name} must be {kind}", path=f"/{name}")
    return None


def _check_no_loop(name: str, instead: str) -> None:
    """Raises InputInvalid (USE015) where an event loop runs, which a call that has its own would stop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    message = f"{name} was called inside a running event loop"
    raise InputInvalid(Problem(code="USE015", message=message, hint=instead))


async def _closed(events: AsyncGenerator[Event, None]) -> None:
    await events.aclose()
