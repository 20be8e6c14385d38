"""The commands about scores: the compiled query, why not, and the weights that lift a home."""

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import Command, rulewright
from tests.conftest import ROOT, EditedPack

__all__ = ["rulewright"]

REQUEST = str(ROOT / "docs" / "scoring" / "request.json")
TEXT = "강남역 근처 30평대 15억 이하"
DAY = ("--today", "2026-06-30")


def test_the_compiled_query_is_json_in_both_forms(rulewright: Command) -> None:
    short = json.loads(rulewright("compile", "--request", REQUEST, "--json").out)
    assert json.loads(rulewright("compile", "--request", REQUEST).out) == short
    other = json.loads(rulewright("compile", "--request", REQUEST, "--profile", "price_first", "--json").out)
    assert other != short
    unknown = rulewright("compile", "--request", REQUEST, "--profile", "prise_first")
    assert (unknown.exit, "price_first" in unknown.err) == (2, True)


def test_a_request_that_is_no_json_is_said(rulewright: Command, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    done = rulewright("compile", "--request", str(tmp_path / "broken.json"))
    assert (done.exit, "DOC006" in done.err) == (2, True)


def test_why_a_home_is_not_there_is_told_with_a_change(rulewright: Command) -> None:
    told = json.loads(rulewright("whynot", TEXT, "A10027800", *DAY, "--json").out)
    assert (told["gate"], told["wanted"]) == ("price", {"priceMax": 150000})
    assert told["change"] == {"priceMax": told["value"]}
    by_name = rulewright("whynot", TEXT, told["name"], *DAY).out
    assert "가격 조건에 맞지 않습니다" in by_name
    assert "찾은 조건: 가격 15억원 이하" in by_name
    assert "나오게 하려면: 가격 31억원 이하" in by_name
    in_english = rulewright("whynot", "near Gangnam Station under 1.5 billion won", "A10027800", *DAY).out
    assert "asked: price under 1.5 billion won" in in_english


def test_a_condition_of_a_filter_that_refuses_a_home_is_told_with_its_line(
    rulewright: Command, edited_pack: EditedPack
) -> None:
    condition = "doc.households >= 100000"
    pack = edited_pack({"rules/filters/joint_match.yaml": [("also: []", f"also: ['{condition}']")]})
    told = json.loads(
        rulewright("whynot", "강남구 아파트", "A10027800", *DAY, "--pack", str(pack), "--json").out
    )
    (refused,) = told["conditions"]
    assert (refused["condition"], refused["file"]) == (condition, "rules/filters/joint_match.yaml")
    lines = rulewright("whynot", "강남구 아파트", "A10027800", *DAY, "--pack", str(pack)).out
    assert f"joint_match.yaml:{refused['line']}): {condition}" in lines
    assert told["change"] is None


def test_a_home_that_is_there_is_told_its_rank(rulewright: Command) -> None:
    events = [json.loads(line) for line in rulewright("ask", TEXT, *DAY, "--json").out.splitlines()]
    first = next(event for event in events if event["event"] == "candidates")["hits"][0]
    told = json.loads(rulewright("whynot", TEXT, first["id"], *DAY, "--json").out)
    assert (told["gate"], told["rank"], told["change"]) == (None, 1, {})
    assert f"찾은 {told['of']}곳 가운데 1번째" in rulewright("whynot", TEXT, first["id"], *DAY).out


def test_a_home_or_a_sentence_that_cannot_be_meant_is_said(rulewright: Command) -> None:
    nowhere = rulewright("whynot", TEXT, "없는단지")
    assert (nowhere.exit, "USE019" in nowhere.err) == (2, True)
    several = rulewright("whynot", TEXT, "길훈").err
    assert "3 homes are called 길훈 (hint: one of the ids D1147010300-31c44686, D115" in several
    talk = rulewright("whynot", "고마워", "A10027800")
    assert (talk.exit, "USE021" in talk.err) == (2, True)


def test_the_weights_that_lift_a_home_are_told_for_the_profile(rulewright: Command, tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    trace.write_text(rulewright("ask", "강남역 근처 30평대 20억 이하", *DAY, "--json").out, encoding="utf-8")
    hits = json.loads(trace.read_text(encoding="utf-8").splitlines()[-1])["searches"][0]["hits"]
    lifted = [
        json.loads(rulewright("explain", str(trace), "--lift", hit["id"], "--json").out) for hit in hits[1:]
    ]
    possible = [told for told in lifted if told["weights"] is not None]
    assert possible
    for told in possible:
        assert sum(told["weights"].values()) == 100
        assert told["over"] == hits[0]["id"]
    told = rulewright("explain", str(trace), "--lift", possible[0]["lift"]).out
    assert "comes before" in told
    assert "weights: {" in told
    second = hits[1]["id"]
    for words, why in (
        (("--lift", "nobody"), "nobody is not among the hits"),
        (("--lift", second, "--over", "nobody"), "nobody is not among the hits"),
        (("--lift", second, "--over", second), "is the home that --over names"),
        (("--lift", hits[0]["id"]), "comes first already"),
        (("--over", second), "no --lift"),
    ):
        wrong = rulewright("explain", str(trace), *words)
        assert (wrong.exit, "USE020" in wrong.err, why in wrong.err) == (2, True, True), wrong.err


def test_the_weights_that_are_told_lift_the_home_where_the_wishes_have_alternatives_too(
    rulewright: Command, edited_pack: EditedPack, tmp_path: Path
) -> None:
    text = "강남역 근처 30평대 20억 이하나 20평대 10억 이하"

    def order(pack: Path | None = None) -> list[str]:
        done = rulewright("ask", text, *DAY, "--json", *(() if pack is None else ("--pack", str(pack))))
        (tmp_path / "trace.jsonl").write_text(done.out, encoding="utf-8")
        return [hit["id"] for hit in done.lines[-1]["searches"][0]["hits"]]

    before = order()
    told = rulewright("explain", str(tmp_path / "trace.jsonl"), "--lift", before[3], "--json").json
    weights = ", ".join(f"{name}: {weight:g}" for name, weight in told["weights"].items())
    profile = ("{distance: 35, price: 35, area: 15, newness: 5, listings: 10}", f"{{{weights}}}")
    after = order(edited_pack({"scoring_profiles/default.yaml": [profile]}))
    assert after.index(before[3]) < after.index(before[0])


def test_a_trace_that_is_not_whole_is_said(rulewright: Command, tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    for searches in ([{"hits": [{"id": "a"}, {"id": "b"}]}], [None]):
        trace.write_text(json.dumps({"revision": "r", "searches": searches}), encoding="utf-8")
        for words in ((), ("--lift", "b")):
            done = rulewright("explain", str(trace), *words)
            assert (done.exit, done.out, "USE014" in done.err) == (2, "", True), done.err
    line = {"value": "much", "weight": None, "basis": "real"}
    hits = [{"id": each, "breakdown": {"price": line}} for each in "ab"]
    whole = {"revision": "r", "searches": [{"request": {}, "hits": hits}]}
    trace.write_text(json.dumps(whole), encoding="utf-8")
    assert "USE014" in rulewright("explain", str(trace), "--lift", "b").err
    trace.write_text(json.dumps({**whole, "searches": []}), encoding="utf-8")
    assert "the trace holds no home" in rulewright("explain", str(trace), "--lift", "b").err


def test_why_no_search_was_made_is_said_by_the_step_that_failed(
    rulewright: Command, edited_pack: EditedPack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RULEWRIGHT_SEARCH_URL", raising=False)
    served = 'backend: elasticsearch\nsearch: {url: "http://127.0.0.1:1", index: property}'
    pack = edited_pack({"rules/pack.yaml": [("backend: embedded", served)]})
    down = rulewright("whynot", "강남역 근처 30평대", "A10027800", *DAY, "--pack", str(pack))
    assert (down.exit, down.out) == (1, "")
    assert "USE021 no search was made: step 1 (poi_search) raised ServerFailed SEARCH003" in down.err
    nowhere = rulewright("whynot", "없는동네역 근처 30평대", "A10027800", *DAY)
    assert (nowhere.exit, nowhere.out) == (2, "")
    assert "USE021 no search was made: step 1 (poi_search) raised NotFound PLACE010" in nowhere.err
    assert "(hint: rulewright explain PLACE010)" in nowhere.err
