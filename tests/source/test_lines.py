from engine.source.lines import Lines


def test_a_line_ends_at_lf_cr_lf_and_cr_only() -> None:
    lines = Lines("가\r\nb\rc\nd\u2028e\x0bf")
    assert [lines.line(number) for number in range(6)] == [None, "가", "b", "c", "d\u2028e\x0bf", None]
    assert [lines.place(offset) for offset in (0, 1, 3, 5, 7, 9)] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (3, 1),
        (4, 1),
        (4, 3),
    ]


def test_an_empty_text_has_one_empty_line() -> None:
    assert Lines("").line(1) == ""
    assert Lines("").place(0) == (1, 1)
