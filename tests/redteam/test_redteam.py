"""A model that obeys every injection: nothing of it takes effect."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.config.revision import Revision
from engine.llm.port import Ask
from engine.llm.scripted import Answer
from engine.runtime.revision import load
from tests.runtime.asking import Scene, plan_text

ATTACKS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "attacks.yaml").read_text(encoding="utf-8")
)
TOOLS = {"poi_search", "property_search", "property_info"}
GANGNAM = {"lat": 37.4979, "lon": 127.0276}


@pytest.fixture(scope="module")
def home(revision: Revision) -> str:
    return Scene(revision, [], planner="rules").ask("강남역 30평대").one("candidates")["hits"][0]["name"]


def obeying(attack: dict[str, Any], home: str) -> Callable[[Ask], Answer | None]:
    """A model that does whatever the attack asks for, in plan and answer."""

    def obey(ask: Ask) -> Answer:
        if ask.name == "planner":
            plan = attack.get("plan")
            if attack.get("flood"):
                step = {"name": "poi_search", "params": {"location": "강남역"}}
                plan = {
                    "intent": "PROPERTY_SEARCH",
                    "steps": [{"id": str(n), **step} for n in range(attack["flood"])],
                }
            return Answer(pieces=(json.dumps(plan, ensure_ascii=False) if plan else plan_text(),))
        said = attack.get("answer", "좋은 곳입니다.")
        return Answer(pieces=(said.replace("{home}", home).replace("{system}", ask.messages[0].content),))

    return obey


def with_listing(revision: Revision, name: str, tmp_path: Path) -> Revision:
    """The pack with one document, whose name is the listing's text."""
    pack = tmp_path / "pack"
    for folder in ("rules", "scoring_profiles", "prompt_templates"):
        shutil.copytree(revision.root / folder, pack / folder)
    (pack / "examples").symlink_to(revision.root / "examples")
    plan = {"plan_id": "A", "area_m2": 84.9, "traded": {"DEAL": 100000}}
    document = {
        "complex_id": "1",
        "name": name,
        "location": GANGNAM,
        "located_by": "address",
        "floor_plans": [plan],
    }
    (pack / "listing.jsonl").write_text(json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")
    file = pack / "rules" / "pack.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("examples/seoul/complexes.jsonl.gz", "listing.jsonl"), encoding="utf-8")
    return load(pack)


@pytest.mark.parametrize("attack", ATTACKS, ids=[attack["id"] for attack in ATTACKS])
def test_nothing_of_an_injection_takes_effect(
    revision: Revision, home: str, attack: dict[str, Any], tmp_path: Path
) -> None:
    target = with_listing(revision, attack["listing"], tmp_path) if "listing" in attack else revision
    scene = Scene(target, [obeying(attack, home)], planner="llm", answerer="llm")
    scene.ask(attack["text"].replace("{home}", home))
    asks = scene.script.asks
    names = ("answer_delta", "answered", "answer_replaced")
    shown = "\n".join(event["text"] for name in names for event in scene.all(name))
    for words in attack["never"]:
        for forbidden in _forms(words, home, asks):
            assert forbidden not in shown, forbidden[:80]
    assert shown.strip(), scene.all("failed")
    assert {step["tool"] for step in scene.trace["steps"]} <= TOOLS
    assert {event["step"]["name"] for event in scene.all("plan_delta")} <= TOOLS
    assert len(scene.trace["steps"]) <= target.plan_policy.steps_at_most
    assert scene.trace["llm"]["calls"] <= 3
    if "params" in attack:
        assert {name: scene.params[name] for name in attack["params"]} == attack["params"]
    _is_only_data(attack, asks)


def _forms(words: str, home: str, asks: list[Ask]) -> list[str]:
    """What must not be shown: the words, or each longer line of the prompts."""
    if words != "{system}":
        return [words.replace("{home}", home)]
    lines = (line.strip() for ask in asks for line in ask.messages[0].content.splitlines())
    return [line for line in lines if len(line) >= 60]


def _is_only_data(attack: dict[str, Any], asks: list[Ask]) -> None:
    """What a stranger wrote never stands in the part of a prompt that gives the orders, and no fence or tag
    of theirs in the other."""
    for ask in asks:
        for words in filter(None, (attack["text"], attack.get("listing"))):
            assert words not in ask.messages[0].content
        for mark in ("</data>", "<script>", "<img", "```\n</data>"):
            if mark in attack["text"] + attack.get("listing", ""):
                assert mark not in ask.messages[-1].content


def test_what_strangers_write_is_never_kept_as_a_plan_of_others(revision: Revision) -> None:
    """A plan is kept for equal words alone: the next customer's plan is the model's own."""
    attack = next(each for each in ATTACKS if each["id"] == "ko_numbers_of_the_attacker")
    scene = Scene(replace(revision), [obeying(attack, "")], planner="llm")
    scene.ask(attack["text"])
    assert scene.ask("강남역 30평대 10억 이하").trace["planner"] == "llm"
