"""A plan that is run while it arrives, beside one that is run when it is whole: first tool and end."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass

from bench.streams import LATENCIES_S, least_s, plan_text, rules, tokens
from engine.llm.port import Ask, Message
from engine.llm.scripted import Answer, Scripted
from engine.plan import Parsed, execute, sanitize
from engine.plan.arriving import Arriving
from engine.plan.calling import Tool
from engine.plan.early import Early, Shared
from tests.plan.virtual_clock import run

_RATES = (50, 100, 200)
_FIRST_TOKEN_S = 0.6
_TIMES_LEAST = 1.02
_ASK = Ask((Message("user", "강남역 근처 5억대 30평 이상"),))
_RULES = rules()

Figure = dict[str, object]


@dataclass(frozen=True, slots=True)
class _Took:
    """Seconds from the ask to the first call of a tool and to the last result."""

    first_s: float
    end_s: float
    calls: int
    wasted: int


def measure() -> Iterator[Figure]:
    """Both ways on the same tokens, in time that jumps to the next token; once more on the real clock."""
    for form in ("compact", "pretty"):
        text = plan_text(pretty=form == "pretty")
        yield _figure(f"{form}: tokens of the plan", len(tokens(text)))
        for rate in _RATES:
            yield from _rows(f"{form}, {rate} tokens/s", text, rate)
    text = plan_text(pretty=False)
    rate = _RATES[-1]
    took = asyncio.run(_took(text, rate, is_streamed=True))
    yield _figure(f"compact, {rate} tokens/s, real clock: end / shortest", took.end_s / _least(text, rate))


def _rows(label: str, text: str, rate: int) -> Iterator[Figure]:
    whole = run(_took(text, rate, is_streamed=False))
    streamed = run(_took(text, rate, is_streamed=True))
    assert whole.calls == streamed.calls == len(LATENCIES_S)  # noqa: S101  else the two did not do the same
    yield _figure(f"{label}: first tool, whole plan (s)", whole.first_s)
    yield _figure(f"{label}: first tool, streamed (s)", streamed.first_s)
    yield _figure(f"{label}: first tool, whole / streamed", whole.first_s / streamed.first_s)
    yield _figure(f"{label}: end, whole plan (s)", whole.end_s)
    yield _figure(f"{label}: end, streamed (s)", streamed.end_s)
    yield _figure(f"{label}: end, whole / streamed", whole.end_s / streamed.end_s)
    yield _figure(f"{label}: end, streamed / shortest", streamed.end_s / _least(text, rate), _TIMES_LEAST)
    yield _figure(f"{label}: calls that were made in vain", streamed.wasted, 0)


def _least(text: str, rate: int) -> float:
    return least_s(text, tokens(text), lambda index: _FIRST_TOKEN_S + index / rate)


async def _took(text: str, rate: int, *, is_streamed: bool) -> _Took:
    clock = asyncio.get_running_loop().time
    began = clock()
    started: list[float] = []

    def tool(name: str) -> Tool:
        async def call(params: Mapping[str, object]) -> object:
            started.append(clock() - began)
            await asyncio.sleep(LATENCIES_S[name])
            return {"lat": 37.5, "lon": 127.0, "hits": [], "rows": []}

        return call

    model = Scripted([Answer(pieces=tokens(text), first_s=_FIRST_TOKEN_S, pause_s=1 / rate)])
    shared = Shared({name: tool(name) for name in LATENCIES_S}, LATENCIES_S if is_streamed else ())
    early = Early(shared)
    arriving = Arriving()
    steps: list[object] = []
    try:
        async with aclosing(model.stream(_ASK, deadline=began + 60)) as chunks:
            async for chunk in chunks:
                closed = arriving.feed(chunk.text)
                steps += closed
                if closed and is_streamed:
                    early.offer(sanitize({"intent": "PROPERTY_SEARCH", "steps": steps}, _RULES).plan)
        parsed = arriving.finish()
        assert isinstance(parsed, Parsed)  # noqa: S101  the text is written above
        found = await execute(sanitize(parsed.value, _RULES).plan, shared.tools())
        assert found.is_ok  # noqa: S101  as above
        return _Took(min(started), clock() - began, len(started), shared.wasted)
    finally:
        await early.close()
        await shared.close()


def _figure(metric: str, value: float, target: float | None = None) -> Figure:
    return {
        "bench": "stream",
        "metric": metric,
        "value": round(value, 4),
        "target": None if target is None else f"<= {target:g}",
        "ok": None if target is None else value <= target,
    }
