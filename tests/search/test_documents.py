"""Documents from NDJSON: rows that can be used, and problems at their line."""

import gzip
import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputInvalid
from engine.search.documents import Documents, lines_of, read_documents, read_documents_file
from tests.search.packs import CATALOG, edited, pack

GOOD = '{"complex_id": "a", "name": "A", "located_by": "dong", "listing_count": 1, "floor_plans": []}'


def read(*lines: str) -> Documents:
    return read_documents(lines, pack().catalog, "docs.jsonl")


def test_rows_are_read_and_blank_lines_do_not_count() -> None:
    documents = read("\ufeff" + GOOD, "", "  \n", GOOD.replace('"a"', '"b"'))
    assert [row["complex_id"] for row in documents.rows] == ["a", "b"]
    assert documents.problems == ()


ROWS = yaml.safe_load((Path(__file__).parent / "broken_rows.yaml").read_text(encoding="utf-8"))["wrong"]
UNKNOWN_DEAL = "an amount for a deal type that there is not"
WRONG = {row["name"]: (row["line"], row["code"]) for row in ROWS}


@pytest.mark.parametrize("name", WRONG)
def test_a_broken_row_is_a_problem_at_its_line_and_no_row(name: str) -> None:
    line, code = WRONG[name]
    documents = read(GOOD, line)
    problem = next(p for p in documents.problems if p.severity == "error")
    assert (problem.code, problem.file, problem.line) == (code, "docs.jsonl", 2)
    assert [row["complex_id"] for row in documents.rows] == ["a"]


def test_an_id_may_have_as_many_bytes_as_servers_take_and_a_name_more() -> None:
    row = GOOD.replace('"a"', f'"{"가" * 170}ab"').replace('"A"', f'"{"가" * 1000}\U0001f3e0\\ud83c\\udfe0"')
    documents = read(row)
    assert (len(documents.rows), documents.problems) == (1, ())
    (problem,) = read(row.replace("ab", "abc")).problems
    assert "513 bytes" in problem.message
    assert "512" in problem.message


@pytest.mark.parametrize("key", ["name", "sigungu", "floor_plans"])
def test_a_text_longer_than_a_server_holds_as_one_word_is_refused_wherever_it_stands(key: str) -> None:
    def row(text: str) -> str:
        value: object = [{"plan_id": "p", "layout": text}] if key == "floor_plans" else text
        return json.dumps({**json.loads(GOOD), key: value}, ensure_ascii=False)

    documents = _read_with_layout(row("가" * 10_922))
    assert (len(documents.rows), [p for p in documents.problems if p.severity == "error"]) == (1, [])
    (problem,) = [p for p in _read_with_layout(row("가" * 10_922 + "a")).problems if p.severity == "error"]
    assert problem.code == "DOC018"
    assert "has 32,767 bytes in UTF-8, and may have 32,766" in problem.message
    halved = _read_with_layout(row("Z").replace('"Z"', '"\\ud83d"'))
    (half,) = [p for p in halved.problems if p.severity == "error"]
    assert "half a character" in half.message


def _read_with_layout(line: str) -> Documents:
    """Where floor plans have a text of their own."""
    added = [("      rooms:   {", "      layout:  {type: text, absent: allowed}\n      rooms:   {")]
    return read_documents([line], edited({CATALOG: added}).catalog, "docs.jsonl")


def test_a_deal_type_that_there_is_not_is_named_with_those_that_there_are() -> None:
    (problem,) = [p for p in read(WRONG[UNKNOWN_DEAL][0]).problems if p.severity == "error"]
    assert problem.path == "/floor_plans/0/asking"
    assert problem.message == "asking must be by deal type (DEAL, LEASE, RENT), which FOO is not"


def test_what_the_catalog_does_not_know_or_misses_is_a_warning_said_once() -> None:
    row = '{"complex_id": "%s", "built_yaer": 3, "floor_plans": [{"area": 3}]}'
    documents = read(row % "a", row % "b")
    assert len(documents.rows) == 2
    assert {(p.path, p.hint, p.line) for p in documents.problems} == {
        ("/built_yaer", "built_year", 1), ("/located_by", "", 1), ("/listing_count", "", 1),
        ("/floor_plans/0/area_m2", "", 1),
    }  # fmt: skip
    assert {(p.code, p.severity) for p in documents.problems} == {("DOC016", "warning")}


def test_after_a_hundred_problems_the_rest_is_not_listed_and_still_no_row() -> None:
    documents = read(*["{"] * 300)
    assert len(documents.problems) == 100
    assert documents.problems[-1].code == "DOC015"
    assert documents.rows == ()


def test_a_file_may_be_compressed(tmp_path: Path) -> None:
    path = tmp_path / "docs.jsonl.gz"
    path.write_bytes(gzip.compress(GOOD.encode()))
    assert read_documents_file(path, pack().catalog) == (json.loads(GOOD),)


@pytest.mark.parametrize("data", [None, b"\xff\xfe", b"not gzip"])
def test_a_file_that_cannot_be_read_is_said(tmp_path: Path, data: bytes | None) -> None:
    path = tmp_path / ("docs.jsonl.gz" if data == b"not gzip" else "docs.jsonl")
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(InputInvalid, match="DOC010"):
        read_documents_file(path, pack().catalog)


def test_a_file_with_a_broken_row_stops_the_search_with_all_its_errors(tmp_path: Path) -> None:
    path = tmp_path / "docs.jsonl"
    path.write_text("{\n" + GOOD + "\n[]\n", encoding="utf-8")
    with pytest.raises(InputInvalid) as error:
        read_documents_file(path, pack().catalog)
    assert [(p.file, p.line) for p in error.value.problems] == [("docs.jsonl", 1), ("docs.jsonl", 3)]


@given(
    st.lists(
        st.text() | st.sampled_from([GOOD, '{"complex_id": 1}', "{}", '{"complex_id": "\\ud800"}']),
        max_size=5,
    )
)
def test_any_lines_give_rows_or_problems(lines: list[str]) -> None:
    documents = read(*lines)
    assert len(documents.rows) <= len(lines)


def test_rows_written_are_rows_read() -> None:
    rows = [json.loads(GOOD)]
    assert list(read(*lines_of(rows)).rows) == rows
