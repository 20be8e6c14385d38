"""What a model's plan takes beside the model: the prompt, and ten steps read, judged, verified and
scheduled."""

import gc
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path

from bench.dags import median_s
from engine.config.revision import Revision
from engine.llm.port import Message
from engine.plan import Parsed, Plan, parse, sanitize, schedule
from engine.planner.planned import Planned
from engine.planner.rules import plan as plan_by_rules
from engine.planner.verify import verify
from engine.prompt.planner_prompt import planner_messages, planner_schema
from engine.prompt.tokens import estimate_tokens
from engine.runtime.data import index_of
from engine.runtime.revision import load

_TEXT = "강남역 근처 5억대 30평대 아파트, 지금 집은 10억이고 대출은 2억 이하예요"
_TODAY = date(2026, 11, 30)
_WHOLE_MS = 2.0
_ROUNDS, _STEPS = 51, 10
_PLACES = ("강남역", "판교역", "잠실역", "여의도역", "서울역")

Figure = dict[str, object]


def measure() -> Iterator[Figure]:
    """Medians of processor time in milliseconds, over this repository's pack."""
    revision = load(Path(__file__).resolve().parent.parent)
    index = index_of(revision)
    gc.freeze()  # the pack is not looked through before every round

    def by_rules() -> Planned:
        return plan_by_rules(_TEXT, revision, today=_TODAY, index=index)

    ruled, text = by_rules(), _ten_steps()
    yield from _prompt(revision)
    yield _figure("the rules' own plan of the sentence, ms", _ms(by_rules))
    value = _value(text)
    plan = sanitize(value, revision).plan
    assert len(plan.steps) == _STEPS  # noqa: S101  else less would be measured than is said
    assert verify(plan, ruled, revision, today=_TODAY).repaired  # noqa: S101  as above
    yield _figure("parse, ms", _ms(lambda: _value(text)))
    yield _figure("sanitize, ms", _ms(lambda: sanitize(value, revision)))
    yield _figure("verify, ms", _ms(lambda: verify(plan, ruled, revision, today=_TODAY)))
    yield _figure("schedule, ms", _ms(lambda: schedule(plan.steps)))
    whole = _ms(lambda: _whole(text, ruled, revision))
    yield _figure(f"parse + sanitize + verify + schedule, {_STEPS} steps, ms", whole, _WHOLE_MS)


def _prompt(revision: Revision) -> Iterator[Figure]:
    """What is the same for every customer is worked out when the pack is loaded."""

    def messages() -> Sequence[Message]:
        return planner_messages(_TEXT, revision, today=_TODAY)

    yield _figure("a prompt, ms", _ms(messages))
    yield _figure("schema of the plan, ms", _ms(lambda: planner_schema(revision)))
    yield _figure("tokens of the prompt, about", sum(estimate_tokens(each.content) for each in messages()))


def _whole(text: str, ruled: Planned, revision: Revision) -> None:
    verified = verify(_plan(text, revision), ruled, revision, today=_TODAY)
    assert len(schedule(verified.plan.steps).order) == _STEPS  # noqa: S101  no step was lost


def _plan(text: str, revision: Revision) -> Plan:
    return sanitize(_value(text), revision).plan


def _value(text: str) -> dict[str, object]:
    parsed = parse(text)
    assert isinstance(parsed, Parsed)  # noqa: S101  the text is written below
    return dict(parsed.value)


def _ten_steps() -> str:
    """Five places and a search at each, with the price of the sentence read wrongly."""
    half = len(_PLACES)
    steps: list[dict[str, object]] = [
        {"id": str(number), "name": "poi_search", "params": {"location": place}}
        for number, place in enumerate(_PLACES, 1)
    ]
    for number in range(1, half + 1):
        poi = {"lat": f"${number}.lat", "lon": f"${number}.lon", "name": f"${number}.name"}
        wants = {"priceMin": 50000, "priceMax": 99999, "areaMin": 30, "areaMax": 39}
        steps.append(
            {"id": str(number + half), "name": "property_search", "params": {"pois": [poi], **wants}}
        )
    plan = {"intent": "PROPERTY_SEARCH", "steps": steps, "etcCondition": None, "systemContext": None}
    return json.dumps(plan, ensure_ascii=False, separators=(",", ":"))


def _ms(work: Callable[[], object]) -> float:
    return median_s(work, _ROUNDS) * 1000


def _figure(metric: str, value: float, target: float | None = None) -> Figure:
    return {
        "bench": "plan",
        "metric": metric,
        "value": round(value, 4),
        "target": None if target is None else f"<= {target:g}",
        "ok": None if target is None else value <= target,
    }
