"""A model plans: its plan is read, judged, verified and run, and the rules stand in where that fails."""

import json

import pytest

from engine.config.model import Roles
from engine.config.revision import Revision
from engine.llm.port import Ask
from engine.llm.scripted import Answer, in_pieces

from .asking import DAY, POI, Scene, plan_text, says, with_models

TEXT = "강남역 근처 30평대 5억대 아파트"
RIGHT = plan_text(areaMin=30, areaMax=39, priceMin=50000, priceMax=59999)


def test_a_models_plan_runs_as_the_rules_plan_does(revision: Revision) -> None:
    scene = Scene(revision, says(RIGHT)).ask(TEXT)
    ruled = Scene(revision, [], planner="rules").ask(TEXT)
    assert scene.trace["planner"] == "llm"
    assert scene.degraded == ruled.degraded
    assert scene.one("candidates")["hits"] == ruled.one("candidates")["hits"]
    assert scene.one("answered") == ruled.one("answered")
    assert scene.trace["llm"]["calls"] == 1
    assert ruled.trace["llm"]["calls"] == 0


@pytest.mark.parametrize("size", [1, 7, 60, None])
def test_the_result_does_not_depend_on_how_the_plan_arrives(revision: Revision, size: int | None) -> None:
    whole = Scene(revision, says(RIGHT)).ask(TEXT)
    scene = Scene(revision, says(RIGHT, size=size)).ask(TEXT)
    assert scene.one("candidates")["hits"] == whole.one("candidates")["hits"]
    assert [event["step"]["id"] for event in scene.all("plan_delta")] == ["1", "2"]
    assert [each["state"] for each in scene.trace["steps"]] == ["ok", "ok"]


def test_a_look_up_begins_while_the_plan_still_arrives(revision: Revision) -> None:
    scene = Scene(revision, [Answer(pieces=in_pieces(RIGHT, 40), asked_by="planner", pause_s=0.02)]).ask(TEXT)
    looked_up = scene.trace["steps"][0]
    assert looked_up["finishedS"] - looked_up["startedS"] < 0.02


SLIPS = [
    ("강남역 5억대", {"priceMin": 50000, "priceMax": 99999}, {"priceMin": 50000, "priceMax": 59999}),
    ("강남역 30평대", {"areaMin": 30, "areaMax": 30}, {"areaMin": 30, "areaMax": 39}),
    ("강남역 5억 이상", {"priceMin": 50000, "priceMax": 9999999}, {"priceMin": 50000}),
    ("강남역 4인 가족", {"areaMin": 20, "areaMax": 29}, {"areaMin": 30, "assumed": ["areaMin"]}),
    ("지금은 15평에 살고 강남역으로 이사", {"areaMin": 15, "areaMax": 15}, {}),
]


@pytest.mark.parametrize(("text", "wrong", "right"), SLIPS, ids=[row[0] for row in SLIPS])
def test_known_slips_of_models_end_in_what_was_said(
    revision: Revision, text: str, wrong: dict[str, object], right: dict[str, object]
) -> None:
    scene = Scene(revision, says(plan_text(**wrong))).ask(text)
    assert scene.params == right
    assert scene.trace["planner"] == "llm"
    assert scene.trace["repaired"]


def test_a_plan_that_cannot_be_read_is_asked_for_once_more_with_what_was_wrong(revision: Revision) -> None:
    scene = Scene(revision, says("Sure! I would search near Gangnam.", RIGHT)).ask(TEXT)
    assert scene.trace["planner"] == "llm"
    assert scene.trace["llm"]["calls"] == 2
    assert "the reply is no JSON" in scene.script.asks[1].messages[-1].content
    assert len(scene.script.asks[1].messages) == len(scene.script.asks[0].messages)


INVENTED = RIGHT.replace("poi_search", "geocodr").replace("property_search", "x")
BAD = [
    ("prose twice", says("No.", "Still no."), "refusal_or_prose", 2),
    ("two plans in one", says(RIGHT + RIGHT, RIGHT + RIGHT), "not_json", 2),
    ("a list", says("[]", "[]"), "contract", 2),
    ("only invented tools", says(INVENTED, INVENTED), "contract", 2),
    ("cut short", says(RIGHT[:-30]), "truncated", 1),
    ("cut by its limit", says(RIGHT, finish="length"), "truncated", 1),
    ("nothing", says(""), "empty", 1),
    ("the server fails", says("", fail="server"), "server", 1),
    ("no key", says("", fail="auth"), "auth", 1),
    ("broken off", says(RIGHT[:60], fail="network"), "mid_stream_cut", 1),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "kind", "calls"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_whatever_a_model_does_the_rules_answer_and_that_is_said(
    revision: Revision, rules: list[Answer], kind: str, calls: int
) -> None:
    scene = Scene(revision, rules).ask(TEXT)
    ruled = Scene(revision, [], planner="rules").ask(TEXT)
    assert scene.trace["planner"] == "rules"
    assert scene.one("candidates")["hits"] == ruled.one("candidates")["hits"]
    (told,) = (each for each in scene.trace["degraded"] if each["kind"] == "llm_planner")
    assert told["detail"].startswith(f"{kind}: ")
    assert scene.trace["llm"]["calls"] == calls
    assert scene.one("answered")["text"] != ruled.one("answered")["text"]  # it says that the rules planned


def test_without_a_model_the_rules_plan_and_the_mend_is_said(revision: Revision) -> None:
    scene = Scene(revision, [])
    scene.engine.revision = with_models(revision, planner="llm")
    scene.engine.models = type(scene.engine.models)(scene.engine.revision, {})
    scene.engine.revision.pack.__dict__["roles"] = Roles()
    scene.ask(TEXT)
    (told,) = (each for each in scene.trace["degraded"] if each["kind"] == "llm_planner")
    assert "roles: in rules/pack.yaml" in told["detail"]


def test_a_plan_is_kept_for_the_same_words_and_never_across_numbers(revision: Revision) -> None:
    five, six = RIGHT, plan_text(areaMin=30, areaMax=39, priceMin=60000, priceMax=69999)
    scene = Scene(revision, says(five, six)).ask(TEXT)
    assert scene.ask("강남역  근처 30평대 5억대 아파트 ").trace["planner"] == "cache"
    assert scene.trace["llm"]["calls"] == 0
    assert scene.ask(TEXT.replace("5억", "6억")).trace["planner"] == "llm"
    assert scene.params["priceMin"] == 60000


def test_a_failed_or_mended_plan_is_not_kept(revision: Revision) -> None:
    with_stray = RIGHT.replace('"areaMin"', '"colour":"red","areaMin"')
    scene = Scene(revision, says("No.", "No.", with_stray, RIGHT)).ask(TEXT)
    assert scene.trace["planner"] == "rules"
    assert scene.ask(TEXT).trace["planner"] == "llm"
    assert scene.ask(TEXT).trace["planner"] == "llm"
    assert scene.ask(TEXT).trace["planner"] == "cache"


def test_the_fast_path_asks_no_model_for_what_the_rules_understand(revision: Revision) -> None:
    scene = Scene(revision, says(RIGHT), fast_path=True).ask(TEXT)
    assert (scene.trace["planner"], scene.trace["llm"]["calls"]) == ("fast_path", 0)
    assert scene.ask("강남역 근처 조용하고 멋스러운 30평대").trace["planner"] == "llm"


def test_the_plan_alone_runs_nothing(revision: Revision) -> None:
    scene = Scene(revision, says(plan_text(areaMin=30, areaMax=30)))
    made = scene.engine.plan_json("강남역 30평대", today=DAY)
    assert made["planner"] == "llm"
    assert [each["kind"] for each in made["repaired"]] == ["conversion"]  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]


def test_places_that_only_the_model_names_are_looked_up(revision: Revision) -> None:
    pois = [{key: value.replace("$1", step) for key, value in POI.items()} for step in ("$b", "$a")]
    steps = [
        {"id": "a", "name": "poi_search", "params": {"location": "판교역"}},
        {"id": "b", "name": "poi_search", "params": {"location": "강남역"}},
        {"id": "c", "name": "property_search", "params": {"pois": pois, "weights": [2, 1]}},
    ]
    text = json.dumps({"intent": "PROPERTY_SEARCH", "steps": steps})
    scene = Scene(revision, says(text)).ask("강남역과 판교역을 다니기 좋은 집")
    assert scene.one("planned")["strategy"] == "weighted"
    assert {place["name"] for place in scene.one("planned")["places"]} == {"판교역", "강남역"}
    assert scene.all("candidates")


def test_the_asks_hold_the_schema_and_end_in_the_customers_words(revision: Revision) -> None:
    scene = Scene(revision, says(RIGHT)).ask(TEXT)
    (ask,) = scene.script.asks
    assert isinstance(ask, Ask)
    assert ask.name == "planner"
    assert ask.schema is not None
    assert TEXT in ask.messages[-1].content
    assert TEXT not in ask.messages[0].content
