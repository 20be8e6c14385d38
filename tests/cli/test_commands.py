"""Each command as a user runs it: its output for people and for scripts, its exit codes, its errors."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import engine.runtime.revision
from engine.cli.main import run
from engine.config.revision import Revision

DAY = ("--today", "2026-06-30")
MAIN = "강남역 근처 30평대 15억 이하 신축 아파트 추천해줘"


@dataclass
class Done:
    exit: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Command = Callable[..., Done]


@pytest.fixture
def rulewright(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], root: Path, revision: Revision
) -> Command:
    """The command in this process. The checkout's own pack is loaded once for all tests: that takes a
    second."""
    load = engine.runtime.revision.load

    def load_once(path: Path | None = None, *, templates: bool = True, cases: bool = False) -> Revision:
        return revision if path is None else load(path, templates=templates, cases=cases)

    monkeypatch.setattr(engine.runtime.revision, "load", load_once)

    def command(*words: str, stdin: str | bytes = "") -> Done:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "argv", ["rulewright", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(SystemExit) as end:
            run()
        out, err = capsys.readouterr()
        code = end.value.code
        return Done(code if isinstance(code, int) else int(bool(code)), out, err)

    monkeypatch.chdir(root)
    monkeypatch.setenv("COLUMNS", "100")
    return command


def test_converting_prints_parameters_with_the_words_they_came_from(rulewright: Command) -> None:
    done = rulewright("convert", "30평대 15억 이하", "--json", *DAY)
    assert done.exit == 0
    assert {k: v for k, v in done.json["params"].items() if v is not None} == {
        "areaMin": 30,
        "areaMax": 39,
        "priceMax": 150000,
    }
    assert {e["text"] for e in done.json["evidence"]} == {"30평대", "15억 이하"}
    assert "areaMin" in rulewright("convert", "30평대 15억 이하").out


def test_a_batch_has_one_object_for_each_line_empty_ones_too(rulewright: Command) -> None:
    done = rulewright("convert", "-", "--json", *DAY, stdin="5억대\n\n억울\u2028하지 않게\r\n")
    assert [row["params"].get("priceMax") for row in done.lines] == [59999, None, None]


def test_a_batch_survives_bytes_that_are_no_text(rulewright: Command) -> None:
    done = rulewright(
        "plan", "-", "--json", *DAY, stdin=b"\xff\xfe5\xec\x96\xb5\n\xea\xb0\x95\xeb\x82\xa8\xec\x97\xad\n"
    )
    assert len(done.lines) == 2


def test_a_line_that_fails_does_not_stop_the_batch(rulewright: Command) -> None:
    done = rulewright("plan", "-", "--json", *DAY, stdin="가" * 3000 + "\n강남역 전세\n")
    first, second = done.lines
    assert first["error"]["code"] == "USE010"
    assert second["params"] == {"dealType": "LEASE"}


def test_a_plan_has_the_fields_that_scripts_depend_on(rulewright: Command) -> None:
    plan = rulewright("plan", MAIN, "--json", *DAY).json
    assert set(plan) >= {
        "plan",
        "params",
        "alternatives",
        "assumed",
        "places",
        "strategy",
        "removed",
        "repaired",
        "degraded",
    }
    assert set(plan["plan"]) == {"intent", "steps", "etcCondition", "systemContext"}
    assert set(plan["places"][0]) >= {"text", "name", "kind", "id", "lat", "lon", "alternatives"}


def test_asking_for_an_llm_planner_degrades_and_says_so(rulewright: Command) -> None:
    done = rulewright("plan", MAIN, "--json", "--planner", "llm")
    assert done.json["degraded"][0]["kind"] == "llm_planner"
    assert done.json["plan"]["steps"]


def test_a_question_may_name_its_planner_and_says_why_a_model_did_not_plan(rulewright: Command) -> None:
    done = rulewright("ask", MAIN, "--planner", "llm", "--limit", "1", *DAY)
    assert done.exit == 0
    assert done.err.startswith("no_key: roles: in rules/pack.yaml names no model for the planner")
    assert rulewright("ask", MAIN, "--planner", "rules", "--limit", "1", *DAY).err == ""
    wrong = rulewright("ask", MAIN, "--planner", "lm")
    assert (wrong.exit, wrong.err.partition(" ")[0]) == (2, "USE006")


def test_asking_prints_events_whose_last_is_the_trace(rulewright: Command) -> None:
    done = rulewright("ask", MAIN, "--json", "--limit", "3", *DAY)
    assert done.exit == 0
    names = [event["event"] for event in done.lines]
    assert names[0] == "planned"
    assert names[-1] == "trace"
    candidates = next(event for event in done.lines if event["event"] == "candidates")
    assert {"step", "hits", "scoreOf", "relaxed", "conditions"} <= set(candidates)
    assert len(candidates["hits"]) == 3
    assert set(candidates["hits"][0]) >= {
        "id",
        "name",
        "score",
        "distanceM",
        "floorPlan",
        "breakdown",
        "link",
        "doc",
    }
    for factor in candidates["hits"][0]["breakdown"].values():
        assert set(factor) == {"value", "weight", "points", "basis"}


def test_asking_in_a_terminal_shows_a_table_with_bars_and_the_answer(
    rulewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "█" not in rulewright("ask", MAIN, "--limit", "3", *DAY).out
    monkeypatch.setattr("engine.cli.ask.is_terminal", lambda: True)
    done = rulewright("ask", MAIN, "--limit", "3", *DAY)
    assert done.exit == 0
    assert "█" in done.out
    assert "강남역" in done.out


def test_a_failed_request_says_why_and_exits_with_2(rulewright: Command) -> None:
    done = rulewright("ask", MAIN, "--profile", "defualt")
    assert (done.exit, done.out) == (2, "")
    assert done.err.startswith("USE011")
    assert "default" in done.err


def test_who_asks_is_not_ignored_in_silence(rulewright: Command) -> None:
    done = rulewright("ask", MAIN, "--user", "customer-7", "--json", *DAY)
    assert "memory" in [e["kind"] for e in done.lines if e["event"] == "degraded"]
    assert "customer-7" not in done.out


def test_a_batch_of_questions_numbers_its_events(rulewright: Command) -> None:
    done = rulewright("ask", "-", *DAY, stdin="오늘 날씨 어때\n고마워요!\n")
    assert {event["line"] for event in done.lines} == {1, 2}
    assert sum(event["event"] == "trace" for event in done.lines) == 2


def test_ranking_prints_hits_and_what_each_other_home_failed(rulewright: Command, tmp_path: Path) -> None:
    home = {
        "complex_id": "A",
        "name": "가",
        "location": {"lat": 37.5, "lon": 127.0},
        "listing_count": 1,
        "floor_plans": [],
    }
    (tmp_path / "docs.jsonl").write_text(json.dumps(home) + "\n")
    (tmp_path / "request.json").write_text('{"places": [], "params": {"priceMax": 1000}}')
    files = ("--request", str(tmp_path / "request.json"), "--docs", str(tmp_path / "docs.jsonl"))
    assert rulewright("rank", *files, "--json").json["dropped"] == [{"id": "A", "gate": "price"}]
    assert rulewright("rank", *files).out.startswith("No home meets the request.")
    assert rulewright("rank", *files).exit == 0


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", '{"places": 3}', '{"params": {"priceMaxx": 1}}', '{"limit": 0}']
)
def test_a_bad_request_says_where_and_exits_with_2(rulewright: Command, tmp_path: Path, text: str) -> None:
    (tmp_path / "request.json").write_text(text)
    done = rulewright("rank", "--request", str(tmp_path / "request.json"), "--json")
    assert (done.exit, done.out) == (2, "")
    assert done.err.startswith("DOC")


def test_showing_a_profile_names_where_each_value_was_written(rulewright: Command) -> None:
    rows = {row["path"]: row for row in rulewright("show", "price_first", "--json").json["values"]}
    assert rows["weights.price"]["value"] == 50
    assert rows["weights.price"]["file"] == "scoring_profiles/price_first.yaml"
    assert rows["newness.bonus"]["file"] == "scoring_profiles/default.yaml"
    assert "scoring_profiles/default.yaml:" in rulewright("show", "price_first").out


def test_showing_something_unknown_suggests_a_name(rulewright: Command) -> None:
    done = rulewright("show", "defualt")
    assert done.exit == 2
    assert "default" in done.err
    assert "(hint: price)" in rulewright("show", "prise").err
    assert "conversion/price" in rulewright("show").out


def test_explaining_a_code_prints_its_page(rulewright: Command) -> None:
    assert rulewright("explain", "conf002").out.startswith("# CONF002")
    assert rulewright("explain", "CONF999").exit == 2


def test_a_trace_whose_texts_hold_line_ends_of_unicode_is_explained(
    rulewright: Command, tmp_path: Path
) -> None:
    trace = tmp_path / "trace.jsonl"
    told = {"event": "trace", "revision": "r", "degraded": [{"detail": "하나\u2028둘\x85셋"}]}
    trace.write_text(json.dumps(told, ensure_ascii=False) + "\n", encoding="utf-8")
    assert "degraded: 하나\u2028둘" in rulewright("explain", str(trace)).out


def test_explaining_a_trace_takes_the_request_apart(rulewright: Command, tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    trace.write_text(rulewright("ask", MAIN, "--json", *DAY).out)
    told = rulewright("explain", str(trace)).out
    for word in (
        "revision",
        "PROPERTY_SEARCH",
        "poi_search ended ok",
        "without price",
        "distance",
        "relaxed",
        "filters by location, floor_plans.asking.DEAL",
        "scores by location, built_year, listing_count, floor_plans.asking.DEAL",
    ):
        assert word in told
    trace.write_text("nothing here")
    assert rulewright("explain", str(trace)).exit == 2


def test_checking_a_good_pack_exits_with_0_and_names_its_revision(rulewright: Command) -> None:
    done = rulewright("check", "--json")
    assert done.exit == 0
    assert set(done.json) == {"revision", "problems"}
    assert not [problem for problem in done.json["problems"] if problem["severity"] == "error"]


def test_checking_a_bad_pack_exits_with_3_and_shows_the_place(
    rulewright: Command, edited_pack: Callable[..., Path], tmp_path: Path
) -> None:
    pack = edited_pack({"rules/relax.yaml": [("fewer_than: 3", "fewer_then: 3")]})
    done = rulewright("check", "--pack", str(pack), "--output", f"json={tmp_path / 'report.json'}")
    assert done.exit == 3
    assert "rules/relax.yaml:3:1" in done.out
    assert "fewer_than" in done.out
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["revision"] is None
    assert set(report["problems"][0]) == {
        "code",
        "message",
        "file",
        "line",
        "column",
        "path",
        "hint",
        "severity",
    }


def test_nothing_runs_on_a_pack_with_errors(rulewright: Command, edited_pack: Callable[..., Path]) -> None:
    pack = edited_pack({"scoring_profiles/default.yaml": [("distance: 35", "distance: 40")]})
    for words in (("ask", MAIN), ("plan", MAIN), ("convert", "5억대"), ("test",), ("show", "default")):
        done = rulewright(*words, "--pack", str(pack))
        assert done.exit == 3, words
        assert "scoring_profiles/default.yaml:" in done.err


def test_the_cases_of_the_pack_pass_and_a_wrong_one_exits_with_4(
    rulewright: Command, edited_pack: Callable[..., Path]
) -> None:
    assert rulewright("test").exit == 0
    pack = edited_pack({})
    cases = "kind: cases\nof: conversion/price\ncases:\n  - {id: wrong, text: 5억대, params: {priceMin: 1}}\n"
    (pack / "rules" / "conversions" / "wrong.cases.yaml").write_text(cases)
    done = rulewright("test", "conversion/price", "--pack", str(pack))
    assert done.exit == 4
    assert "rules/conversions/wrong.cases.yaml:4" in done.out
    outcome = rulewright("test", "conversion/price", "--pack", str(pack), "--json").lines[-1]
    assert (outcome["id"], outcome["passed"]) == ("wrong", False)


def test_a_new_pack_is_whole_and_nothing_is_overwritten(rulewright: Command, tmp_path: Path) -> None:
    target = tmp_path / "mine"
    assert rulewright("init", str(target)).exit == 0
    assert rulewright("check", "--pack", str(target)).exit == 0
    again = rulewright("init", str(target))
    assert (again.exit, again.err[:6]) == (2, "USE003")


def test_a_pack_that_is_not_there_is_told_from_a_broken_one(rulewright: Command, tmp_path: Path) -> None:
    done = rulewright("check", "--pack", str(tmp_path))
    assert done.exit == 3
    assert done.err.startswith("CONF010")


@pytest.mark.parametrize(
    "words", [("convert", "5억", "--today", "30.6.2026"), ("plan", "5억", "--planner", "rule")]
)
def test_a_wrong_option_exits_with_2_and_a_hint(rulewright: Command, words: tuple[str, ...]) -> None:
    done = rulewright(*words)
    assert done.exit == 2
    assert "hint" in done.err


@pytest.mark.parametrize(
    "command", ["ask", "convert", "plan", "rank", "show", "explain", "check", "test", "init", "ingest"]
)
def test_every_command_has_a_help_text(rulewright: Command, command: str) -> None:
    done = rulewright(command, "--help")
    assert done.exit == 0
    assert "--json" in done.out


def test_a_format_that_nobody_writes_is_a_usage_error(rulewright: Command) -> None:
    done = rulewright("check", "--format", "sarif")
    assert (done.exit, done.out) == (2, "")
    assert done.err.startswith("USE005")


def test_a_limit_of_nothing_is_not_the_packs_own(rulewright: Command) -> None:
    assert rulewright("ask", MAIN, "--limit", "0").err.startswith("USE012")
    assert rulewright("ask", MAIN, "--profile", "").err.startswith("USE011")


def test_homes_that_were_found_are_shown_though_the_answer_failed(
    rulewright: Command, edited_pack: Callable[[dict[str, list[tuple[str, str]]]], Path]
) -> None:
    pack = edited_pack({})
    (pack / "prompt_templates" / "prompts.yaml").write_text(
        "kind: templates\ntemplates: {}\n", encoding="utf-8"
    )
    done = rulewright("ask", MAIN, "--pack", str(pack), "--limit", "1", *DAY)
    assert done.exit == 3, "the pack's author mends it"
    assert "TMPL010" in done.err


def test_an_english_question_has_an_english_table(
    rulewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.cli.ask.is_terminal", lambda: True)
    out = rulewright("ask", "apartments near Gangnam Station under 1.5 billion won", "--limit", "2", *DAY).out
    table = out.split("Here are")[0]
    assert "distance" in table
    assert "거리" not in table
    assert "매매" not in table


def test_an_example_that_no_longer_computes_warns_and_fails_its_test(
    rulewright: Command, edited_pack: Callable[..., Path]
) -> None:
    pack = edited_pack({"rules/conversions/words.yaml": [("spread: 10%", "spread: 20%")]})
    done = rulewright("check", "--pack", str(pack), "--json")
    assert done.exit == 0
    assert {problem["severity"] for problem in done.json["problems"]} == {"warning"}
    done = rulewright("test", "conversion/price", "--pack", str(pack))
    assert done.exit == 4
    assert "example 15억 정도" in done.out


def test_converting_shows_the_other_reading_of_a_disputed_phrase_under_the_chosen_one(
    rulewright: Command,
) -> None:
    lines = rulewright("convert", "10억대 30평대", *DAY).out.splitlines()
    chosen = next(at for at, line in enumerate(lines) if line.startswith("  '10억대' -> "))
    assert lines[chosen + 1].strip() == 'or {"priceMin": 100000, "priceMax": 109999}'
    assert sum(line.strip().startswith("or ") for line in lines) == 1


def test_converting_builds_no_index_of_places_where_nothing_is_left_that_could_name_one(
    rulewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []

    def index_of(revision: Revision) -> None:
        built.append(revision.id)

    monkeypatch.setattr("engine.runtime.data.index_of", index_of)
    for text, times in (("30평대 15억 이하로", 0), ("30평대 역삼 15억 이하", 1)):
        built.clear()
        assert rulewright("convert", text, *DAY).exit == 0
        assert len(built) == times, text


def test_converting_in_a_terminal_marks_each_span_and_names_its_rule(
    rulewright: Command, monkeypatch: pytest.MonkeyPatch, root: Path
) -> None:
    text = "2호선 강남역 30평대 15억 정도 신축, 대출 2억"
    plain = rulewright("convert", text, *DAY).out
    assert plain.startswith(text + "\n")
    assert "\x1b" not in plain
    words = {"30평대": "대역", "15억 정도": "정도", "신축": "신축", "2호선": "{n}호선", "대출 2억": "대출"}
    for read, word in words.items():
        told = next(line for line in plain.splitlines() if line.strip().startswith(repr(read)))
        file, _, number = told.split()[-1].partition(":")
        assert word in (root / file).read_text(encoding="utf-8").splitlines()[int(number) - 1], told
    monkeypatch.setattr("engine.cli.convert.is_terminal", lambda: True)
    assert "\x1b[1;32m30평대\x1b[0m" in rulewright("convert", text, *DAY).out


def test_a_sentence_cannot_write_to_the_terminal(rulewright: Command) -> None:
    assert "\x1b" not in rulewright("convert", "\x1b[31m5억\x1b[0m 이하").out


def test_every_reason_for_leaving_words_is_worded() -> None:
    from typing import get_args

    from engine.cli.spans import _WHY
    from engine.convert.result import Why

    assert set(_WHY) == set(get_args(Why))
