"""Files of unknown encoding: what becomes of their header and of every line."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import EngineError, InputInvalid
from engine.ingest.table import read_table

TEXT = "a notice\n\n이름,값\n가,1\n"


def written(folder: Path, data: bytes | str, name: str = "file.csv") -> Path:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_encoding_and_line_end_gives_the_same_rows(tmp_path: Path, encoding: str, end: str) -> None:
    path = written(tmp_path, TEXT.replace("\n", end).encode(encoding))
    (row,) = read_table(path, ("이름", "값"), "a file").rows
    assert (row.number, dict(row.cells)) == (4, {"이름": "가", "값": "1"})


def test_the_header_is_found_below_a_preamble_of_any_length(tmp_path: Path) -> None:
    for length in (0, 7, 16, 59):
        path = written(tmp_path, '"□ 안내"\r\n' * length + '"NO","이 름","값"\r\n"1","가, 나","-"\r\n')
        (row,) = read_table(path, ("이름",), "a file").rows
        assert (row.number, row.text("이름"), row.text("값")) == (length + 2, "가, 나", None)


def test_spelling_of_a_header_name_does_not_matter(tmp_path: Path) -> None:
    path = written(tmp_path, "시군구,전용면적(㎡),종전계약 보증금 (만원)\nx,1,2\n")
    assert read_table(path, ("시군구",), "a file").header == (
        "시군구",
        "전용면적(m2)",
        "종전계약보증금(만원)",
    )


def test_a_missing_header_says_what_was_looked_for_and_what_was_found(tmp_path: Path) -> None:
    path = written(tmp_path, "구,아파트,가격\n강남구,가,1\n")
    with pytest.raises(InputInvalid) as caught:
        read_table(path, ("시군구", "단지명"), "a register")
    (problem,) = caught.value.problems
    assert problem.code == "INGEST003"
    assert "시군구 + 단지명" in problem.message
    assert "구, 아파트, 가격" in problem.message
    assert problem.hint


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"PK\x03\x04\x14\x00\x00\xff\xfe", "INGEST002"), (b"", "INGEST003"), (b"a,b\n1,2\n", "INGEST003")],
)
def test_what_is_no_such_file_is_refused_with_a_code(tmp_path: Path, data: bytes, code: str) -> None:
    with pytest.raises(InputInvalid) as caught:
        read_table(written(tmp_path, data), ("시군구",), "a register")
    assert caught.value.problems[0].code == code


def test_a_missing_file_is_named_without_its_folder(tmp_path: Path) -> None:
    with pytest.raises(InputInvalid) as caught:
        read_table(tmp_path / "none.csv", ("a",), "a file")
    assert caught.value.problems[0].code == "INGEST001"
    assert str(tmp_path) not in str(caught.value)


def test_an_unclosed_quotation_mark_costs_one_row_and_not_the_rest(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, 'a,b\n1,"2\n3,4\n5\n\n6,7\n'), ("a", "b"), "a file")
    assert [row.number for row in table.rows] == [3, 6]
    assert [(row.number, row.reason) for row in table.broken] == [
        (2, "a quotation mark is not closed"),
        (4, "1 cells, the header has 2"),
    ]


def test_a_header_repeated_by_joined_files_is_no_row(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, "a,b\n1,2\na,b\n3,4\n"), ("a", "b"), "a file")
    assert (len(table.rows), table.broken) == (2, ())


def test_a_column_name_that_stands_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputInvalid, match="b twice"):
        read_table(written(tmp_path, "a,b,b\n1,2,3\n"), ("a", "b"), "a file")


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_below_a_header_give_rows_or_problems(tmp_path: Path, data: bytes) -> None:
    path = written(tmp_path, b"a,b\n" + data)
    try:
        table = read_table(path, ("a", "b"), "a file")
    except EngineError as error:
        codes, lines = {problem.code for problem in error.problems}, set[int]()
    else:
        codes, lines = {"INGEST002"}, {row.number for row in (*table.rows, *table.broken)}
    assert codes == {"INGEST002"}
    assert all(number > 1 for number in lines)
