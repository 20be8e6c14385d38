"""The whole way over real HTTP: a request makes exactly two calls, and what a server does ends in its one
outcome within the deadline."""

import time
from collections.abc import Sequence
from typing import Any

import pytest

from engine.config.revision import Revision
from engine.runtime.engine import Engine
from tests.llm.asking import model
from tests.llm.fake_llm_server import Reply, delta, error, serving, streamed

from .asking import DAY, Scene, plan_text, with_models

TEXT = "강남역 근처 30평대 15억 이하 아파트"
PLAN = plan_text(areaMin=30, areaMax=39, priceMax=150000)
PIECES = tuple(PLAN[at : at + 12] for at in range(0, len(PLAN), 12))


@pytest.fixture(scope="module")
def name(revision: Revision) -> str:
    return Scene(revision, [], planner="rules").ask(TEXT).one("candidates")["hits"][0]["name"]


def asked(revision: Revision, replies: Sequence[Reply]) -> tuple[dict[str, Any], int]:
    """The trace of one request, and how many calls the server saw."""
    with serving(replies) as server:
        deadlines = revision.pack.deadlines.model_copy(update={"request": 3.0, "step": 1.0})
        pack = with_models(revision, planner="llm", answerer="llm", deadlines=deadlines)
        hosted = model("openai_compatible", server.url, timeout_s=1.0, silence_s=0.5)
        engine = Engine(pack, models={"model": hosted})
        engine.prepare()
        began = time.monotonic()
        events = list(engine.ask_sync(TEXT, today=DAY))
        assert time.monotonic() - began < 8.0
        return dict(events[-1].data), len(server.asked)


def test_a_request_makes_exactly_two_calls(revision: Revision, name: str) -> None:
    trace, calls = asked(revision, [streamed(*PIECES), streamed(f"**{name}**", "을 보세요.")])
    assert (trace["planner"], trace["answerer"], calls) == ("llm", "llm", 2)
    assert trace["llm"]["calls"] == 2


ROWS = [
    ("the plan is prose, then a plan", [streamed("Sure!"), streamed(*PIECES)], "llm", 3),
    ("the plan is prose twice", [streamed("Sure!"), streamed("Sure!")], "rules", 3),
    ("the plan is fenced", [streamed("```json\n", *PIECES, "\n```")], "llm", 2),
    ("the plan is cut by its limit", [streamed(*PIECES, finish="length")], "rules", 2),
    ("the plan breaks off", [Reply(parts=(delta(PLAN[:40]), "reset"))], "rules", 2),
    ("the plan stalls", [Reply(parts=(delta(PLAN[:40]), "stall"))], "rules", 2),
    ("the plan ends without a signal", [streamed(*PIECES, finish=None)], "rules", 2),
    ("access is refused", [error(401)], "rules", 2),
    ("two plans", [streamed(PLAN, PLAN), streamed(*PIECES)], "llm", 3),
    ("blanks without end", [streamed('{"steps":[', *[" " * 100] * 30)], "rules", 2),
]


@pytest.mark.parametrize(("replies", "planner", "calls"), [r[1:] for r in ROWS], ids=[r[0] for r in ROWS])
def test_what_the_server_does_ends_in_one_outcome(
    revision: Revision, name: str, replies: list[Reply], planner: str, calls: int
) -> None:
    trace, seen = asked(revision, [*replies, streamed(f"**{name}**", "을 보세요.")])
    assert (trace["planner"], seen) == (planner, calls), trace["degraded"]
    assert trace["answerer"] == "llm", trace["degraded"]
    assert trace["failed"] == []
