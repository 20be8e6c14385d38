"""Rows of a file of the pack, and what is told when there are none."""

from pathlib import Path

import pytest

from engine.config.tool import Source
from engine.errors import InputInvalid
from engine.tools.source import NoInput, read_source

COMMENTS = '{"company": "한빛", "text": "좋다"}\n\n{"company": "가람", "text": "싫다"}\n{"company": "한빛"}\n'


def source(**more: object) -> Source:
    return Source.model_validate(
        {"file": "c.jsonl", "where": {"company": "company"}, "none": "no_comments", **more}
    )


def companies(pack: Path) -> Source:
    (pack / "companies.csv").write_text('name,about\n한빛,"빛,\n전자"\n나래,\n', encoding="utf-8")
    return source(among={"file": "companies.csv", "where": {"name": "company"}, "none": "no_company"})


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "c.jsonl").write_text(COMMENTS, encoding="utf-8-sig")
    return tmp_path


def test_rows_of_one_company_are_read_in_their_order(pack: Path) -> None:
    found = read_source(source(), pack, {"company": "한빛"})
    assert found == {"rows": [{"company": "한빛", "text": "좋다"}, {"company": "한빛"}], "count": 2}
    assert read_source(source(at_most=1), pack, {"company": "한빛"})["count"] == 1


@pytest.mark.parametrize(("company", "reason"), [("없는회사", "no_company"), ("나래", "no_comments")])
def test_a_thing_not_known_and_one_without_rows_are_told_apart(pack: Path, company: str, reason: str) -> None:
    with pytest.raises(NoInput) as raised:
        read_source(companies(pack), pack, {"company": company})
    assert raised.value.reason == reason


def test_a_number_and_its_digits_are_one_value(pack: Path) -> None:
    (pack / "c.jsonl").write_text('{"company": 7}\n', encoding="utf-8")
    assert read_source(source(), pack, {"company": "7"})["count"] == 1


def test_line_ends_that_only_unicode_knows_stay_inside_a_row(pack: Path) -> None:
    (pack / "c.jsonl").write_text('{"company": 7, "text": "좋다\u2028\x85좋다"}\n', encoding="utf-8")
    (row,) = read_source(source(), pack, {"company": 7})["rows"]  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
    assert row["text"] == "좋다\u2028\x85좋다"


def test_a_parameter_that_was_not_given_matches_nothing(pack: Path) -> None:
    with pytest.raises(NoInput):
        read_source(source(), pack, {})


def test_rows_that_a_list_names_are_left_out(pack: Path) -> None:
    rows = source(where={}, leave_out={"company": "but"})
    assert read_source(rows, pack, {"but": ["한빛", 3]})["rows"] == [{"company": "가람", "text": "싫다"}]
    assert read_source(rows, pack, {"but": None})["count"] == 3
    with pytest.raises(NoInput):
        read_source(rows, pack, {"but": ["한빛", "가람"]})


def test_a_caller_cannot_change_the_rows_of_the_next(pack: Path) -> None:
    first = read_source(source(), pack, {"company": "한빛"})["rows"]
    assert isinstance(first, list)
    first[0]["text"] = "변조"
    assert read_source(source(), pack, {"company": "한빛"})["rows"][0]["text"] == "좋다"  # pyright: ignore[reportIndexIssue, reportUnknownVariableType]


def test_an_edited_file_is_read_anew(pack: Path) -> None:
    read_source(source(), pack, {"company": "한빛"})
    (pack / "c.jsonl").write_text('{"company": "한빛", "text": "새로"}\n', encoding="utf-8")
    assert read_source(source(), pack, {"company": "한빛"})["count"] == 1


@pytest.mark.parametrize(
    ("name", "data", "line"),
    [
        ("c.jsonl", b'{"a": 1}\n{"a": \n', 2),
        ("c.jsonl", b"{}\n\n[1]\n", 3),
        ("c.jsonl", "좋다".encode("cp949"), 0),
        ("c.json", b"{}", 0),
        ("c.json", b"[1]", 0),
        ("c.json", b"[\n{,}]", 2),
        ("gone.jsonl", None, 0),
    ],
)
def test_a_broken_file_is_said_with_its_line(pack: Path, name: str, data: bytes | None, line: int) -> None:
    if data is not None:
        (pack / name).write_bytes(data)
    with pytest.raises(InputInvalid) as raised:
        read_source(source(file=name), pack, {"company": "한빛"})
    (problem,) = raised.value.problems
    assert (problem.code, problem.file, problem.line) == ("TOOL011", name, line)
