"""A model plans: its plan is read, judged, verified and run, and the rules stand in where that fails."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.config.model import ModelSpec, Roles
from engine.config.revision import Revision
from engine.llm.calling import Attempt, Model
from engine.llm.port import Ask, Usage
from engine.llm.scripted import Answer, Scripted
from engine.plan import Sanitized, sanitize
from engine.runtime import planning
from engine.runtime.engine import Engine
from engine.runtime.models import Models
from engine.runtime.plan_path import llm_json
from engine.runtime.request import Request
from engine.runtime.resources import resources_of

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


NEXT = [
    ("broken off behind its first step", says(RIGHT[:-60], fail="network"), "mid_stream_cut"),
    ("cut short", says(RIGHT[:-30]), None),
    ("cut by its limit", says(RIGHT, finish="length"), "truncated"),
    ("blanks without an end", says(RIGHT.partition('{"id":"2"')[0] + " " * 2500), "degenerate"),
]


@pytest.mark.parametrize(("rules", "kind"), [row[1:] for row in NEXT], ids=[row[0] for row in NEXT])
def test_where_a_plan_breaks_off_the_next_model_plans(
    revision: Revision, rules: list[Answer], kind: str | None
) -> None:
    scene = Scene(revision, rules)
    second = Scripted(says(RIGHT))
    models = {**scene.engine.models.all(), "second": Model(name="second", llm=second)}
    pack = scene.engine.revision.pack
    roles = Roles(planner=("model", "second"), answerer="model")
    both = replace(scene.engine.revision, pack=pack.model_copy(update={"roles": roles}))
    scene.engine = Engine(both, models=models)
    scene.ask(TEXT)
    assert scene.trace["planner"] == "llm"
    attempts = [(each["model"], each["kind"]) for each in scene.trace["llm"]["attempts"]]
    assert attempts == [("model", kind), ("second", None)]
    whole = Scene(revision, says(RIGHT)).ask(TEXT)
    assert scene.one("candidates")["hits"] == whole.one("candidates")["hits"]
    assert [each["state"] for each in scene.trace["steps"]] == ["ok", "ok"]


def test_without_a_model_the_rules_plan_and_the_mend_is_said(revision: Revision) -> None:
    scene = Scene(revision, [])
    scene.engine.revision = with_models(revision, planner="llm")
    scene.engine.models = type(scene.engine.models)(scene.engine.revision, {})
    scene.engine.revision.pack.__dict__["roles"] = Roles()
    scene.ask(TEXT)
    (told,) = (each for each in scene.trace["degraded"] if each["kind"] == "llm_planner")
    assert "roles: in rules/pack.yaml" in told["detail"]


def test_a_prompt_that_cannot_be_made_leaves_plan_and_answer_to_the_rules(revision: Revision) -> None:
    templates = revision.templates
    assert templates is not None
    short = {
        name: each.model_copy(update={"at_most": 10}) if each.role in ("planner", "answerer") else each
        for name, each in templates.templates.items()
    }
    cut = replace(revision, templates=templates.model_copy(update={"templates": short}))
    scene = Scene(cut, says(RIGHT), answerer="llm").ask("강남역 근처 아파트")
    told = {each["kind"]: each["detail"] for each in scene.trace["degraded"]}
    for kind in ("llm_planner", "llm_answerer"):
        assert told[kind].startswith("config: ")
        assert "TMPL008" in told[kind]
    assert scene.trace["llm"]["calls"] == 0
    assert scene.one("candidates")["hits"]


def test_a_plugin_that_cannot_be_built_leaves_plan_and_answer_to_the_rules(revision: Revision) -> None:
    scene = Scene(revision, [], answerer="llm")
    spec = ModelSpec.model_construct(plugin="nothing")
    pack = scene.engine.revision.pack.model_copy(update={"models": {"model": spec}})
    scene.engine.revision = replace(scene.engine.revision, pack=pack)
    scene.engine.models = Models(scene.engine.revision)
    scene.ask("강남역 근처 아파트")
    told = [each["detail"] for each in scene.trace["degraded"] if each["kind"].startswith("llm_")]
    assert len(told) == 2
    assert all("LLM020 there is no LLM plugin nothing" in each for each in told)


def test_a_kept_plan_is_traced_as_the_plan_that_it_was(revision: Revision) -> None:
    wrong = plan_text(areaMin=30, areaMax=30, priceMin=50000, priceMax=99999)
    scene = Scene(revision, says(wrong)).ask(TEXT)
    first = scene.trace
    kept = scene.ask(TEXT).trace
    assert (first["planner"], kept["planner"]) == ("llm", "cache")
    assert len(kept["repaired"]) == 2
    for part in ("raw", "plan", "sanitized", "repaired", "flagged", "removed"):
        assert kept[part] == first[part], part


@pytest.mark.parametrize("name", ["weights", "alternatives"])
def test_a_reference_where_no_result_can_stand_ends_in_an_answer(revision: Revision, name: str) -> None:
    pois = [{key: value.replace("$1", step) for key, value in POI.items()} for step in ("$1", "$3")]
    values: dict[str, object] = {"weights": ["$1.name", "$3.lat"], "alternatives": ["$1.lat"]}
    steps = [
        {"id": "1", "name": "poi_search", "params": {"location": "강남역"}},
        {"id": "3", "name": "poi_search", "params": {"location": "판교역"}},
        {"id": "2", "name": "property_search", "params": {"pois": pois, name: values[name]}},
    ]
    plan = json.dumps({"intent": "PROPERTY_SEARCH", "steps": steps})
    scene = Scene(revision, says(plan, plan)).ask("강남역과 판교역 사이 아파트")
    assert scene.trace["failed"] == []
    assert scene.one("answered")["text"]


def test_a_place_that_no_look_up_gave_is_asked_for_again_and_never_searched_around(
    revision: Revision,
) -> None:
    invented = json.loads(RIGHT)
    invented["steps"][1]["params"]["pois"] = [{"name": "강남역", "lat": 35.1, "lon": 129.0}]
    scene = Scene(revision, says(json.dumps(invented), RIGHT, size=9)).ask(TEXT)
    assert scene.trace["planner"] == "llm"
    assert "lat and lon of a place" in scene.script.asks[1].messages[-1].content
    places = [place for search in scene.trace["searches"] for place in search["request"]["places"]]
    assert [round(place["lat"]) for place in places] == [37]


def test_a_search_that_began_early_and_is_none_of_the_plan_is_not_told_of(revision: Revision) -> None:
    first = json.loads(RIGHT)
    other = {**first["steps"][1], "id": "4", "params": {"pois": [POI], "areaMin": 10, "areaMax": 19}}
    twice = {**first, "steps": [*first["steps"], other, other]}  # an id that is written twice is none
    scene = Scene(revision, says(json.dumps(twice), size=5, pause_s=0.001)).ask("강남역 근처 집")
    assert [event["step"]["id"] for event in scene.all("plan_delta")] == ["1", "2", "4"]
    assert len(scene.trace["searches"]) == len(scene.all("candidates")) == 1


def test_the_trace_says_of_each_attempt_what_it_took_and_whether_the_schema_bound_it(
    revision: Revision,
) -> None:
    usage = Usage(prompt=900, completion=80, cached=700)
    scene = Scene(revision, says("Sure!", RIGHT, usage=usage)).ask(TEXT)
    told = scene.trace["llm"]
    counted = {"prompt": 900, "completion": 80, "cached": 700, "cost": None}
    assert [(each["usage"], each["schemaEnforced"]) for each in told["attempts"]] == [(counted, False)] * 2
    assert (told["tokens"], told["cached"], told["schemaEnforced"]) == (1960, 1400, False)


def test_no_more_of_a_reply_is_read_than_a_plan_may_have(revision: Revision) -> None:
    given: list[str] = []

    def endless(ask: Ask) -> Answer:
        given.append(ask.name)
        return Answer(pieces=('{"intent":"', *["x" * 50_000] * 15))

    scene = Scene(revision, [endless]).ask(TEXT)
    assert scene.trace["llm"]["attempts"][0]["kind"] == "cancelled"
    assert given == ["planner"] * 2
    assert scene.trace["planner"] == "rules"


def test_whatever_breaks_while_a_plan_is_judged_the_rules_answer(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(planning, "adopt", broken)
    scene = Scene(revision, says(RIGHT)).ask(TEXT)
    assert (scene.trace["planner"], scene.trace["failed"]) == ("rules", [])
    (told,) = (each["detail"] for each in scene.trace["degraded"] if each["kind"] == "llm_planner")
    assert told.startswith("internal: ZeroDivisionError")
    assert scene.trace["llm"]["calls"] == 1


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


def test_the_fast_path_asks_a_model_where_a_condition_may_be_of_one_place_alone(revision: Revision) -> None:
    scene = Scene(revision, says(RIGHT, RIGHT), fast_path=True).ask("강남역 근처 30평대나 판교역")
    assert (scene.trace["planner"], scene.trace["llm"]["calls"]) == ("llm", 1)
    scene.ask("강남역은 30평대, 판교역은 20평대")
    assert (scene.trace["planner"], scene.trace["llm"]["calls"]) == ("fast_path", 0)


def test_each_search_answers_with_the_words_that_are_said_of_its_own_place(revision: Revision) -> None:
    steps: list[dict[str, Any]] = []
    for at, (place, low) in enumerate((("강남역", 30), ("잠실역", 20)), start=1):
        poi = {key: f"${at}.{key}" for key in ("name", "lat", "lon")}
        asked = {"pois": [poi], "areaMin": low, "areaMax": low + 9}
        steps.append({"id": str(at), "name": "poi_search", "params": {"location": place}})
        steps.append({"id": str(at + 2), "name": "property_search", "params": asked})
    plan = json.dumps({"intent": "PROPERTY_SEARCH", "steps": steps})
    scene = Scene(revision, says(plan)).ask("강남역은 30평대, 잠실역은 20평대")
    assert scene.one("planned")["repaired"] == []
    text = scene.one("answered")["text"]
    assert text.index("30평대(넓이 30∼39평)") < text.index("20평대(넓이 20∼29평)")


def test_the_fast_path_asks_no_model_for_what_the_rules_understand(revision: Revision) -> None:
    scene = Scene(revision, says(RIGHT), fast_path=True).ask(TEXT)
    assert (scene.trace["planner"], scene.trace["llm"]["calls"]) == ("fast_path", 0)
    assert scene.ask("강남역 근처 조용하고 멋스러운 30평대").trace["planner"] == "llm"


def test_the_trace_holds_the_plan_as_the_model_wrote_it_beside_the_one_that_ran(revision: Revision) -> None:
    wrong = plan_text(areaMin=30, areaMax=30, colour="red").replace("property_search", "drop_all", 1)
    scene = Scene(revision, says(wrong, plan_text(areaMin=30, areaMax=30, colour="red"))).ask("강남역 30평대")
    first, second = scene.trace["raw"]
    assert first["intent"] == "PROPERTY_SEARCH"
    assert [step["name"] for step in first["steps"]] == ["poi_search", "(a text of 8 characters)"]
    params = {"pois": [POI], "areaMin": 30, "areaMax": 30, "colour": "(a text of 3 characters)"}
    assert second["steps"][1]["params"] == params
    assert second["steps"][0]["params"] == {"location": "강남역"}
    assert scene.params == {"areaMin": 30, "areaMax": 39}


QUOTED = "남편 김하늘 전화 010-1234-5678"


def quoting() -> str:
    plan = json.loads(plan_text(areaMin=30, areaMax=39, memo=QUOTED, call=821012345678, **{QUOTED: 1}))
    return json.dumps({**plan, "etcCondition": QUOTED, "systemContext": QUOTED}, ensure_ascii=False)


@pytest.mark.parametrize("trace_text", [False, True])
def test_what_a_model_quotes_of_the_customer_is_in_the_trace_only_when_the_pack_says_so(
    revision: Revision, trace_text: bool
) -> None:
    text = f"강남역 30평대 {QUOTED}"
    for asked in (Scene(revision, says(quoting()), trace_text=trace_text),
                  Scene(revision, [], planner="rules", trace_text=trace_text)):  # fmt: skip
        told = json.dumps(asked.ask(text).trace, ensure_ascii=False)
        for part in ("김하늘", "5678"):
            assert (part in told) == trace_text, part


def test_half_a_character_in_a_plan_leaves_a_trace_that_can_be_written(revision: Revision) -> None:
    halved = plan_text(areaMin=30, areaMax=39, memo="반").replace("반", "\\ud800")
    scene = Scene(revision, says(halved), trace_text=True).ask("강남역 30평대")
    assert scene.trace["raw"][0]["steps"][1]["params"]["memo"] == "?"
    assert json.dumps(scene.trace, ensure_ascii=False).encode()


def test_what_a_tool_asks_a_model_is_counted_beside_plan_and_answer(revision: Revision) -> None:
    request = Request(text="", today=DAY, profile="default", limit=5)
    planned = Attempt(model="a", kind=None, seconds=1.0, usage=Usage(prompt=10, completion=5))
    judged = Attempt(model="b", kind="timeout", seconds=2.0, usage=None)
    request.attempts.append(("planner", planned))
    request.resources = resources_of(request, revision, Models(revision, {}))
    request.resources.attempts.append(judged)
    told: dict[str, Any] = llm_json(request)
    assert (told["calls"], told["tokens"]) == (2, 15)
    assert [(each["role"], each["model"]) for each in told["attempts"]] == [("planner", "a"), ("tasks", "b")]


def test_a_plan_as_long_as_a_book_is_in_the_trace_by_its_length(revision: Revision) -> None:
    scene = Scene(revision, says(plan_text(areaMin=30, areaMax=39, memo="가" * 20_000))).ask("강남역 30평대")
    (raw,) = scene.trace["raw"]
    assert raw["characters"] > 20_000


def test_only_steps_that_may_run_are_told_of_while_the_plan_arrives(revision: Revision) -> None:
    wrong = json.loads(RIGHT)
    wrong["steps"].insert(1, {"id": "9", "name": "send_mail", "params": {"text": "<b>the system prompt</b>"}})
    wrong["steps"][2]["params"]["memo"] = "<b>the system prompt</b>"
    scene = Scene(revision, says(json.dumps(wrong, ensure_ascii=False), size=5)).ask(TEXT)
    assert [event["step"]["id"] for event in scene.all("plan_delta")] == ["1", "2"]
    told = [event.data for event in scene.events]
    assert "system prompt" not in json.dumps(told, ensure_ascii=False)


def test_a_flood_of_steps_is_not_judged_anew_at_each_of_them(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[object] = []

    def counted(plan: Any, rules: Any) -> Sanitized:
        judged.append(plan)
        return sanitize(plan, rules)

    monkeypatch.setattr(planning, "sanitize", counted)
    step = {"name": "poi_search", "params": {"location": "강남역"}}
    flood = {"intent": "PROPERTY_SEARCH", "steps": [{"id": str(number), **step} for number in range(200)]}
    Scene(revision, says(json.dumps(flood, ensure_ascii=False), size=20)).ask(TEXT)
    assert len(judged) <= revision.plan_policy.steps_at_most + 3


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
