"""A plan of five steps as text, the tokens in which a model says it, and tools that take their time."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from engine.plan import Parameter, PlanPolicy, PlanRules, ToolSpec

LATENCIES_S: Mapping[str, float] = {
    "poi_search": 0.12,
    "property_search": 0.25,
    "market_prices": 0.15,
    "school_search": 0.40,
    "compare": 0.05,
}
_TOKEN = re.compile(r"\s+|[A-Za-z]{1,6}|[0-9]{1,3}|[가-힣]|[^\w\s]{1,2}|_")
_POINT = {"lat": "$1.lat", "lon": "$1.lon"}
_STEPS: Sequence[tuple[str, Mapping[str, object]]] = (
    ("poi_search", {"location": "강남역"}),
    ("property_search", {"pois": [_POINT], "priceMin": 50000, "priceMax": 59999, "areaMin": 30}),
    ("market_prices", {"pois": [_POINT], "months": 12}),
    ("school_search", {"pois": [_POINT], "radiusM": 800}),
    ("compare", {"homes": "$2.hits", "prices": "$3.rows", "schools": "$4.rows"}),
)
NEEDS: Mapping[str, Sequence[str]] = {"1": (), "2": ("1",), "3": ("1",), "4": ("1",), "5": ("2", "3", "4")}


def plan_text(*, pretty: bool) -> str:
    """The plan indented and with `deps`, or in one line with the references alone."""
    steps: list[dict[str, object]] = [
        {"id": str(number), "name": name, "params": params} for number, (name, params) in enumerate(_STEPS, 1)
    ]
    if pretty:
        steps = [{**step, "deps": list(NEEDS[str(step["id"])])} for step in steps]
    plan = {
        "intent": "PROPERTY_SEARCH",
        "steps": steps,
        "etcCondition": "조용한 동네",
        "systemContext": "아이가 있는 가족이라 학교가 가까운 곳을 먼저 봅니다",
    }
    if pretty:
        return json.dumps(plan, ensure_ascii=False, indent=2)
    return json.dumps(plan, ensure_ascii=False, separators=(",", ":"))


def tokens(text: str) -> tuple[str, ...]:
    """The text in pieces that are about the tokens of present-day models."""
    return tuple(_TOKEN.findall(text))


def rules() -> PlanRules:
    """What the plan may call."""
    point = {name: Parameter(name=name, type="number", required=True) for name in ("lat", "lon")}
    pois = Parameter(name="pois", type="list", of=point, at_most=5)
    number = {
        name: Parameter(name=name, type="number")
        for name in ("priceMin", "priceMax", "areaMin", "months", "radiusM")
    }
    row = {"id": Parameter(name="id", type="text")}
    parameters: Mapping[str, Sequence[Parameter]] = {
        "poi_search": [
            Parameter(name="location", type="text", required=True, at_most=40, refs_allowed=False)
        ],
        "property_search": [pois, number["priceMin"], number["priceMax"], number["areaMin"]],
        "market_prices": [pois, number["months"]],
        "school_search": [pois, number["radiusM"]],
        "compare": [Parameter(name=name, type="list", of=row) for name in ("homes", "prices", "schools")],
    }
    tools = {
        name: ToolSpec(
            name=name,
            parameters={each.name: each for each in takes},
            results=frozenset({"lat", "lon", "hits", "rows"}),
            idempotent=True,
        )
        for name, takes in parameters.items()
    }
    policy = PlanPolicy(
        intents={"PROPERTY_SEARCH": True}, free_text={"etcCondition": 300, "systemContext": 200}
    )
    return PlanRules(tools=tools, plan_policy=policy)


def least_s(text: str, pieces: Sequence[str], came_s: Callable[[int], float]) -> float:
    """The shortest time in which the plan can be run, were each step's call begun as soon as its closing
    brace is there: `came_s` says when a piece comes."""
    ends = list(accumulate(map(len, pieces)))
    done: dict[str, float] = {}
    at = 0
    for number, (name, _) in enumerate(_STEPS, 1):
        at = _end_of_step(text, at)
        arrived = came_s(next(index for index, end in enumerate(ends) if end > at))
        done[str(number)] = max([arrived, *(done[need] for need in NEEDS[str(number)])]) + LATENCIES_S[name]
    return max(came_s(len(pieces) - 1), *done.values())


def _end_of_step(text: str, start: int) -> int:
    """Where the first step that begins behind `start` has its closing brace."""
    depth = 1
    for at in range(text.index('"id"', start), len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise ValueError("the step has no end")
