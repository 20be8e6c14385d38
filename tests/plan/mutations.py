"""Plans as a confused or hostile planner would write them: mutations that know what a plan is made of."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

from .tool_rules import SEARCH, plan, step

SEEDS: tuple[dict[str, object], ...] = (
    SEARCH,
    plan(step("1", "property_info", {"name": "래미안"}), intent="PROPERTY_INFO"),
    plan(
        step("1", "poi_search", {"location": "강남역"}),
        step("2", "poi_search", {"location": "판교역"}),
        step(
            "3",
            "property_search",
            {
                "pois": [
                    {"name": "$1.name", "lat": "$1.lat", "lon": "$1.lon"},
                    {"lat": "$2.lat", "lon": "$2.lon"},
                ]
            },
        ),
        step("10", "property_info", {"id": "$3.hits[0].id"}),
        intent="PROPERTY_SEARCH",
        etcCondition="초품아, 조용한 곳",
    ),
    plan(
        *(
            step(i, "anything", {"text": f"$ {i} $$ ${i - 1}.name 근처" if i > 1 else "처음"})
            for i in range(1, 9)
        ),
        intent="GENERAL_QA",
    ),
    plan(intent="OUT_OF_DOMAIN"),
)
IDS = ["1", "2", "3", "10", 1, 2, 0, -1, "01", " 1", "a b", "", None, True, 1.0, [], {}, "a" * 40, "가"]
TOOLS = [
    "poi_search",
    "property_search",
    "property_info",
    "anything",
    "geocodr",
    "__import__",
    "",
    None,
    7,
    ["poi_search"],
]
NAMES = ["location", "near", "pois", "weights", "areaMin", "dealType", "alternatives", "limit", "id", "name"]
MORE_NAMES = ["text", "value", "items", "number", "place", "by_name", "colour", "", "__class__", "내 비밀"]
REFERENCES = [
    "$1", "$1.name", "$1.lat", "$2.hits", "$3.hits[0].id", "$10.lat", "$9.lat", "$1.nope", "$1[0]",
    "$1.items[-1]", "$1.__class__", "${1.name} 근처", "$1.name이랑", "$$1.name", "$500", "under $5",
    "$1.hits[*].id", "${1.name", "$2.doc.x", "$1['name']", "$", "$$$1.name", "$1.name $2.hits $3.doc",
]  # fmt: skip
SCALARS = [
    None,
    True,
    False,
    0,
    3,
    -1,
    30,
    59.5,
    9999999,
    10**25,
    "",
    "30",
    "DEAL",
    ["DEAL", "RENT"],
    "강남역",
    "강남 " * 40,
]
ODD = ["\x00", "\u202e", "\ud800", "x" * 3_000, [[[[[]]]]], {"a": {"b": {"c": {}}}}, [None], {"": None}]
WORDS = ["조용", "<b>x</b>", "a\nb", "\u202e", "가" * 400, "{{7*7}}", 5, [], None, "강남 " * 60]


def any_value(rng: random.Random) -> object:
    return copy.deepcopy(rng.choice(rng.choice([REFERENCES, REFERENCES, SCALARS, SCALARS, ODD])))


def _steps(tree: dict[str, Any]) -> list[Any]:
    steps = tree.get("steps")
    return steps if isinstance(steps, list) else []


def _a_step(tree: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    found = [each for each in _steps(tree) if isinstance(each, dict)]
    return rng.choice(found) if found else {}


def _change_id(tree: dict[str, Any], rng: random.Random) -> None:
    _a_step(tree, rng)["id"] = rng.choice(IDS)


def _change_tool(tree: dict[str, Any], rng: random.Random) -> None:
    _a_step(tree, rng)["name"] = rng.choice(TOOLS)


def _change_deps(tree: dict[str, Any], rng: random.Random) -> None:
    many = [rng.choice(IDS) for _ in range(rng.randint(0, 3))]
    _a_step(tree, rng)["deps"] = rng.choice([many, many, many, None, "1", 1, {"1": 1}])


def _change_parameter(tree: dict[str, Any], rng: random.Random) -> None:
    params = _a_step(tree, rng).setdefault("params", {})
    if isinstance(params, dict):
        params[rng.choice(rng.choice([list(params) or NAMES, NAMES, MORE_NAMES]))] = any_value(rng)


def _drop_parameter(tree: dict[str, Any], rng: random.Random) -> None:
    params = _a_step(tree, rng).get("params")
    if isinstance(params, dict) and params:
        params.pop(rng.choice(list(params)))


def _change_a_place(tree: dict[str, Any], rng: random.Random) -> None:
    params = _a_step(tree, rng).get("params")
    pois = params.get("pois") if isinstance(params, dict) else None
    if isinstance(pois, list) and pois and isinstance(pois[0], dict):
        pois[0][rng.choice(["name", "lat", "lon", "zoom"])] = any_value(rng)


def _break_a_step(tree: dict[str, Any], rng: random.Random) -> None:
    each = _a_step(tree, rng)
    key = rng.choice(["id", "name", "params", "deps", "args", "thought"])
    if rng.random() < 0.5:
        each.pop(key, None)
    else:
        each[key] = any_value(rng)


def _repeat_a_step(tree: dict[str, Any], rng: random.Random) -> None:
    each = copy.deepcopy(_a_step(tree, rng))
    if each and rng.random() < 0.7:
        each["id"] = str(rng.randint(1, 12))
    _steps(tree).insert(rng.randint(0, len(_steps(tree))), each)


def _shuffle(tree: dict[str, Any], rng: random.Random) -> None:
    rng.shuffle(_steps(tree))


def _many_steps(tree: dict[str, Any], rng: random.Random) -> None:
    first = rng.randint(1, 9)
    for i in range(first, first + rng.randint(2, 14)):
        deps = [str(rng.randint(1, i))] if rng.random() < 0.4 else []
        _steps(tree).append(step(str(i), rng.choice(TOOLS[:4]), {rng.choice(NAMES): any_value(rng)}, deps))


def _stray_step(tree: dict[str, Any], rng: random.Random) -> None:
    _steps(tree).append(any_value(rng))


def _change_the_plan(tree: dict[str, Any], rng: random.Random) -> None:
    key = rng.choice(["intent", "etcCondition", "systemContext", "steps", "extra"])
    if key == "steps":
        tree[key] = rng.choice([None, [], tree.get("steps"), {}, "x"])
    elif key == "intent":
        tree[key] = rng.choice(["PROPERTY_SEARCH", "PROPERTY_INFO", "BUY", None, 5, ["MEMORY"]])
    else:
        tree[key] = copy.deepcopy(rng.choice(WORDS))


MUTATIONS: tuple[Callable[[dict[str, Any], random.Random], None], ...] = (
    _change_id, _change_tool, _change_deps, _change_deps, _change_parameter, _change_parameter,
    _change_parameter, _drop_parameter, _change_a_place, _break_a_step, _repeat_a_step, _shuffle, _many_steps,
    _stray_step, _change_the_plan,
)  # fmt: skip


def mutate(rng: random.Random) -> dict[str, object]:
    """A plan with one to six mutations."""
    tree: dict[str, Any] = copy.deepcopy(rng.choice(SEEDS))
    for _ in range(rng.randint(1, 6)):
        rng.choice(MUTATIONS)(tree, rng)
    return tree


def written(tree: dict[str, object], rng: random.Random) -> str:
    """The plan as a reply: most as it should be, some with slips, some cut or damaged."""
    text = json.dumps(tree, ensure_ascii=rng.random() < 0.2, indent=rng.choice([None, None, 2]))
    kind = rng.random()
    if kind < 0.60:
        return text
    if kind < 0.75:
        return rng.choice(["\ufeff{}", "```json\n{}\n```", " \n{}\u200b", "```\n{}"]).replace("{}", text)
    if kind < 0.80:
        return text[:-1] + ",}"
    if kind < 0.88:
        return text[: rng.randint(0, len(text))]
    place = rng.randint(0, len(text))
    noise = rng.choice(["{", "}", "]", '"', "\\", ",", "NaN", " " * 600, '"steps":[],', "죄송합니다"])
    return text[:place] + noise + text[place:]
