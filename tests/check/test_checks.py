"""Each check of a whole pack finds its mistake where it stands, and leaves the good pack alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.config.revision import Revision
from engine.errors import Problem
from engine.runtime.revision import inspect

MISTAKES = [
    ("CONF020", "rules/pack.yaml", "profile: default", "profile: defualt", "default"),
    ("CONF021", "rules/pack.yaml", "complexes.jsonl.gz", "complexis.jsonl.gz", "rulewright ingest"),
    ("CONF021", "rules/pack.yaml", "examples/seoul/places", "../seoul/places", ""),
    ("CONF024", "rules/pack.yaml", "backend: embedded", "search: {url: localhost}", "http://HOST:PORT"),
    ("CONF023", "rules/pack.yaml", "planner: rules", "planner: llm", ""),
    (
        "CONF026",
        "rules/pack.yaml",
        "profile: default",
        "profile: default\nroles: {planner: m}",
        "planner: llm",
    ),
    (
        "CONF026",
        "rules/pack.yaml",
        "profile: default",
        "profile: default\nroles: {answerer: m}",
        "answerer: llm",
    ),
    ("CONF064", "rules/vocabulary.yaml", "{areaMin}~{areaMax}평 방", "{areaMin}~{areaMox}평 방", "areaMax"),
    (
        "PLAN021",
        "rules/plan.yaml",
        "- name: midpoint ",
        "- {name: midpoint, otherwise: true}\n  - name: midpoint ",
        "",
    ),
    ("PLAN023", "rules/plan.yaml", "each_place: poi_search", "each_place: poi_serch", "poi_search"),
    ("TOOL001", "rules/tools/property_info.yaml", "does: fetch", "does: task", ""),
    ("TOOL002", "rules/tools/property_info.yaml", "읽는다.", "읽는다. 그리고 말한다.", ""),
    ("TOOL003", "rules/tools/property_search.yaml", "over: complex", "over: complexes", "complex"),
    ("TOOL004", "rules/tools/poi_search.yaml", "does: lookup", "does: search", ""),
    (
        "TOOL005",
        "rules/tools/poi_search.yaml",
        "{type: text, required",
        "{type: text, values: [a], required",
        "",
    ),
    ("TOOL006", "rules/tools/property_info.yaml", "one_of: [name", "one_of: [nme", "name"),
    (
        "CASE001",
        "scoring_profiles/default.cases.yaml",
        "of: profile/default",
        "of: profile/defualt",
        "default",
    ),
]


def problems(pack: Path, code: str) -> list[Problem]:
    return [problem for problem in inspect(pack).problems if problem.code == code]


@pytest.mark.parametrize(("code", "file", "old", "new", "hint"), MISTAKES, ids=lambda v: str(v)[:24])
def test_a_mistake_is_found_where_it_stands(
    edited_pack: Callable[..., Path], code: str, file: str, old: str, new: str, hint: str
) -> None:
    found = problems(edited_pack({file: [(old, new)]}), code)
    assert found, code
    assert {problem.file for problem in found} == {file}
    assert all(problem.line > 0 and problem.column > 0 for problem in found)
    assert any(hint in problem.hint for problem in found)


ROWS = [
    ("CASE002", "- {id: a, text: 5억대, params: {}}\n  - {id: a, text: 6억대, params: {}}"),
    ("CASE003", "- {id: a, text: 5억대}"),
]


@pytest.mark.parametrize(("code", "rows"), ROWS)
def test_a_case_that_tests_nothing_is_no_case(edited_pack: Callable[..., Path], code: str, rows: str) -> None:
    pack = edited_pack({})
    (pack / "rules" / "mine.cases.yaml").write_text(f"kind: cases\nof: conversion/price\ncases:\n  {rows}\n")
    (found,) = problems(pack, code)
    assert found.file == "rules/mine.cases.yaml"


UNREAD = [
    ("plan", "{id: a, text: 강남역 아파트, intent: RECOMMEND, scores: {hill: 1}}", "scores", "searches"),
    ("conversion/price", "{id: a, text: 5억대, params: {}, intent: RECOMMEND}", "intent", "params"),
    ("tool/poi_search", "{id: a, text: 강남역, places: [강남역], today: '2026-01-01'}", "today", "places"),
    ("relax", "{id: a, request: {}, order: [], text: 강남역}", "text", "dropped"),
]


@pytest.mark.parametrize(("of", "row", "key", "read"), UNREAD)
def test_a_key_that_nothing_reads_in_a_case_is_named(
    edited_pack: Callable[..., Path], of: str, row: str, key: str, read: str
) -> None:
    pack = edited_pack({})
    (pack / "rules" / "mine.cases.yaml").write_text(f"kind: cases\nof: {of}\ncases:\n  - {row}\n")
    (found,) = problems(pack, "CASE004")
    assert (found.file, found.line) == ("rules/mine.cases.yaml", 4)
    assert found.column == len("  - ") + row.index(f"{key}:") + 1
    assert f"reads {key} in" in found.message
    assert read in found.message.partition(";")[2]


IMPOSSIBLE = [
    ("CONV010", "params: {priceMaks: 5}", "priceMaks", "priceMax"),
    ("CONV011", "params: {priceMax: much}", "priceMax", "a number"),
    ("CONV010", "accept: [{priceMax: 5}, {priceMaks: 5}]", "priceMaks", "priceMax"),
    ("CONV011", "params: {priceMin: 6, priceMax: 5}", "priceMin", "priceMin: 5, priceMax: 6"),
]


@pytest.mark.parametrize(("code", "expects", "named", "hint"), IMPOSSIBLE)
def test_a_case_that_no_text_could_meet_is_named(
    edited_pack: Callable[..., Path], code: str, expects: str, named: str, hint: str
) -> None:
    pack = edited_pack({})
    row = f"{{id: a, text: 5억대, {expects}}}"
    (pack / "rules" / "mine.cases.yaml").write_text(f"kind: cases\nof: conversion/price\ncases:\n  - {row}\n")
    (found,) = problems(pack, code)
    assert (found.file, found.line) == ("rules/mine.cases.yaml", 4)
    assert named in found.message
    assert hint in found.hint


def test_a_pack_with_tools_and_no_plan_is_warned_that_it_only_converts(
    edited_pack: Callable[..., Path],
) -> None:
    pack = edited_pack({})
    (pack / "rules" / "plan.yaml").unlink()
    (found,) = problems(pack, "CONF012")
    assert (found.severity, found.file) == ("warning", "rules/pack.yaml")
    assert "rules/plan.yaml" in found.message
    assert "rulewright init" in found.hint


def test_the_pack_itself_has_no_problem(revision: Revision) -> None:
    assert not inspect(revision.root).problems


def test_a_field_with_a_name_of_the_index_is_refused_where_a_server_is_asked(
    edited_pack: Callable[..., Path],
) -> None:
    catalog = [("fields:\n  sido:", "fields:\n  doc: {type: text, absent: allowed}\n  sido:")]
    server = [("backend: embedded", "backend: elasticsearch")]
    assert not problems(edited_pack({"rules/catalog.yaml": catalog}), "CONF025")
    (found,) = problems(edited_pack({"rules/catalog.yaml": catalog, "rules/pack.yaml": server}), "CONF025")
    assert (found.file, found.path) == ("rules/catalog.yaml", "/fields/doc")


def test_a_pack_may_lack_its_documents_only_where_a_server_holds_them(
    edited_pack: Callable[..., Path],
) -> None:
    server = ("backend: embedded", "backend: elasticsearch")
    key = "documents: examples/seoul/complexes.jsonl.gz\n"
    for gone in ((key, ""), (key, key.replace("complexes", "gone"))):
        (found,) = problems(edited_pack({"rules/pack.yaml": [gone]}), "CONF021")
        assert found.severity == "error"
        assert not problems(edited_pack({"rules/pack.yaml": [gone, server]}), "CONF021")
