import pytest

from engine.source.decode import MAX_BYTES, decode


def read(data: bytes) -> tuple[str, str, int, int]:
    text, problem = decode(data, "f")
    return (text, "", 0, 0) if problem is None else (text, problem.code, problem.line, problem.column)


def test_one_byte_order_mark_is_dropped_and_a_second_one_kept() -> None:
    assert read(b"\xef\xbb\xbf\xef\xbb\xbfa") == ("\ufeffa", "", 0, 0)


def test_cp949_is_named_at_its_first_letter_and_shown_as_korean() -> None:
    assert read("a: 1\r\nab: 가격\n".encode("cp949")) == ("a: 1\r\nab: 가격\n", "YAML003", 2, 5)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf_16_and_32_are_named_with_and_without_a_mark(encoding: str) -> None:
    text, code, line, column = read("kind: 가격\nname: price\n".encode(encoding))
    assert (code, line, column) == ("YAML004", 1, 1)
    assert text.startswith("kind: 가격") or encoding == "utf-32"


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"a: 1\nb: \xff\n", 2, 4),
        ("가: 나".encode()[:-1], 1, 4),
        (b"\xed\xa0\x80", 1, 1),
        (b"\xc0\x80", 1, 1),
        (b"a\rb\r\nc\n\xff", 4, 1),
    ],
)
def test_other_bytes_are_placed_at_the_first_that_is_not_utf_8(data: bytes, line: int, column: int) -> None:
    assert read(data)[1:] == ("YAML002", line, column)


def test_the_size_cap_is_on_bytes() -> None:
    assert read(b"a" * MAX_BYTES)[1] == ""
    assert read(b"a" * (MAX_BYTES + 1)) == ("", "YAML001", 1, 1)
