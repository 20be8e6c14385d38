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
        ("c.jsonl", "좋다".encode("cp949"), 1),
        ("c.jsonl", b'{"company": 1}\n' + "좋다".encode("cp949"), 2),
        ("c.jsonl", '{"company": 1}\n'.encode("utf-16"), 1),
        ("c.jsonl", b'{"company": 1}\n{"company": NaN}\n', 2),
        ("c.jsonl", b'{"company": 1e400}\n', 1),
        ("c.jsonl", b'{"company": 1, "company": 2}\n', 1),
        ("c.jsonl", b'{"company": ' + b"9" * 5_000 + b"}\n", 1),
        ("c.jsonl", b'{"company": ' + b"[" * 99_999 + b"]" * 99_999 + b"}\n", 1),
        ("c.jsonl", b'{"company": 1}\n{"company": "\\ud83d"}\n', 2),
        ("c.jsonl", b'{"compny": 1}\n', 0),
        ("c.csv", "company,text\n한빛,좋다\n한빛,좋다,싫다\n".encode(), 3),
        ("c.csv", 'company,text\n한빛,"좋\n\n다"\n한빛,좋다,싫다\n'.encode(), 5),
        ("c.csv", 'company,text\n한빛,"좋다\n한빛,싫다\n'.encode(), 2),
        ("c.csv", b"company,text,company\n1,2,3\n", 1),
        ("c.csv", b"company,text\n1," + b"x" * 200_000 + b"\n", 2),
        ("c.csv", b"compny,text\n1,2\n", 0),
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


def test_a_row_with_too_many_cells_says_how_many_there_may_be(pack: Path) -> None:
    (pack / "c.csv").write_text("company,text\n한빛,좋다, 참\n", encoding="utf-8")
    with pytest.raises(InputInvalid, match=r"has 3 cells in a row of 2 columns"):
        read_source(source(file="c.csv"), pack, {"company": "한빛"})


def test_cells_are_as_they_were_written_whatever_ends_the_lines(pack: Path) -> None:
    (pack / "c.csv").write_bytes('\ufeffcompany,text,more\r\n\r\n한빛,"좋\r\n다 "\r\n'.encode())
    rows = [{"company": "한빛", "text": "좋\r\n다 ", "more": None}]
    assert read_source(source(file="c.csv"), pack, {"company": "한빛"}) == {"rows": rows, "count": 1}


def test_both_halves_of_a_character_are_one(pack: Path) -> None:
    (pack / "c.jsonl").write_text('{"company": "\\ud83d\\ude00"}\r\n', encoding="utf-8")
    assert read_source(source(), pack, {"company": "😀"})["count"] == 1


@pytest.mark.parametrize(
    ("name", "text"), [("c.jsonl", ""), ("c.csv", ""), ("c.csv", "company\n"), ("c.json", "[]")]
)
def test_a_file_without_rows_is_no_broken_one(pack: Path, name: str, text: str) -> None:
    (pack / name).write_text(text, encoding="utf-8")
    with pytest.raises(NoInput) as raised:
        read_source(source(file=name), pack, {"company": "한빛"})
    assert raised.value.reason == "no_comments"


def test_a_file_too_large_to_be_held_is_not_read(pack: Path) -> None:
    with (pack / "c.jsonl").open("wb") as file:
        file.truncate(257 * 1024 * 1024)
    with pytest.raises(InputInvalid, match=r"TOOL011 c\.jsonl is larger than 256 MiB"):
        read_source(source(), pack, {"company": "한빛"})


def test_rows_beyond_the_most_are_said(pack: Path) -> None:
    found = read_source(source(at_most=1), pack, {"company": "한빛"})
    assert found["notes"] == ["c.jsonl has 2 such rows, the first 1 are read"]
    assert "notes" not in read_source(source(at_most=2), pack, {"company": "한빛"})
