"""`rulewright eval plan`: a scripted model over the pack's plan cases, and what is said without a key."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app

MODELS = """models:
  hosted: {plugin: openai_compatible, model: m, url: "http://127.0.0.1:1/v1", key: NO_SUCH_MODEL_KEY}
  script: {plugin: scripted, script: wrong}
"""
SCRIPT = """kind: script
name: wrong
answers:
  - asked_by: planner
    say: >-
      {"intent": "PROPERTY_SEARCH",
      "steps": [{"id": "1", "name": "property_search", "params": {"priceMax": 9999999}}]}
"""
APART = """kind: cases
of: plan
cases:
  - id: two_places
    text: "마포역은 33평, 공덕역은 25평"
    intent: PROPERTY_SEARCH
    searches: [[마포역], [공덕역]]
    params: {areaMin: 25, areaMax: 33}
    alternatives: [{areaMin: 33, areaMax: 33}, {areaMin: 25, areaMax: 25}]
"""


@pytest.fixture
def pack(edited_pack: Callable[..., Path]) -> Path:
    made = edited_pack({"rules/pack.yaml": [("trace_text: false", f"{MODELS}trace_text: false")]})
    (made / "rules" / "scripts").mkdir()
    (made / "rules" / "scripts" / "wrong.yaml").write_text(SCRIPT, encoding="utf-8")
    return made


def told(pack: Path, *options: str) -> dict[str, object]:
    ran = CliRunner().invoke(app, ["eval", "plan", "--pack", str(pack), "--json", *options])
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


def test_without_a_key_nothing_is_measured_and_that_is_said(pack: Path) -> None:
    found = told(pack, "--model", "hosted")
    assert found["measured"] is False
    assert "NO_SUCH_MODEL_KEY is not set" in str(found["why"])


def test_a_model_that_gives_no_plan_is_counted_with_why(pack: Path) -> None:
    script = pack / "rules" / "scripts" / "wrong.yaml"
    script.write_text(SCRIPT[: SCRIPT.index("    say:")] + "    fail: auth\n", encoding="utf-8")
    found = told(pack, "--model", "script", "--limit", "2")
    assert found["failed"] == {"auth": 2}
    assert "LLM002" in str(found["why"])
    ran = CliRunner().invoke(app, ["eval", "plan", "--pack", str(pack), "--model", "script", "--limit", "2"])
    assert "no plan: auth" in ran.stdout
    assert "LLM002 the model script" in ran.stdout


def test_without_plan_cases_nothing_is_measured_and_that_is_said(root: Path) -> None:
    found = told(root / "examples" / "books", "--model", "demo")
    assert found["measured"] is False
    assert "no plan case" in str(found["why"])


def test_agreement_repairs_and_harm_are_counted(pack: Path) -> None:
    (pack / "rules" / "apart.cases.yaml").unlink()  # of places, and the script looks none up
    found = told(pack, "--model", "script", "--limit", "30")
    assert found["cases"] == 30
    assert isinstance(found["conditions"], float)
    assert isinstance(found["verified"], float)
    assert found["verified"] > found["conditions"]
    assert isinstance(found["repaired"], int)
    assert found["repaired"] > 0
    assert found["harmed"] == 0


def test_places_with_conditions_of_their_own_are_judged_each_by_its_own(pack: Path) -> None:
    own = (("1", "마포역", 33), ("2", "공덕역", 25))
    looked_up = [{"id": n, "name": "poi_search", "params": {"location": name}} for n, name, _ in own]
    searches = [
        {
            "id": f"s{n}",
            "name": "property_search",
            "params": {
                "pois": [{"name": f"${n}.name", "lat": f"${n}.lat", "lon": f"${n}.lon"}],
                "areaMin": size,
                "areaMax": size,
            },
        }
        for n, _, size in own
    ]
    plan = json.dumps({"intent": "PROPERTY_SEARCH", "steps": [*looked_up, *searches]}, ensure_ascii=False)
    script = pack / "rules" / "scripts" / "wrong.yaml"
    script.write_text(
        f"kind: script\nname: wrong\nanswers:\n  - asked_by: planner\n    say: '{plan}'\n", encoding="utf-8"
    )
    (pack / "rules" / "apart.cases.yaml").write_text(APART, encoding="utf-8")
    found = told(pack, "--model", "script", "--limit", "1")
    assert (found["cases"], found["conditions"], found["harmed"]) == (1, 1.0, 0)
