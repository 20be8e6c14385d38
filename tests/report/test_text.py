from engine.errors import Problem
from engine.report.text import summary, write_text

SOURCE = "kind: profile\n가격: {weights: [35, 1_000]}   # 무게\n"
NUMBER = Problem(code="YAML022", message="`1_000` is odd", file="a.yaml", line=2, column=20, hint="1000")
WEIGHTS = Problem(
    code="SCORE003", message="weights add up\nto 105", file="a.yaml", line=2, column=6, severity="warning"
)
BARE = Problem(code="USE001", message="no pack here", hint="--pack DIR")


def test_a_problem_is_its_place_its_line_and_a_caret_with_the_hint() -> None:
    assert write_text([NUMBER], {"a.yaml": SOURCE}, colour=False) == (
        "a.yaml:2:20: YAML022 `1_000` is odd\n"
        "    2 | 가격: {weights: [35, 1_000]}   # 무게\n"
        "      |                      ^ hint: 1000\n"
    )


def test_problems_come_once_and_in_order_with_a_summary() -> None:
    text = write_text([NUMBER, BARE, WEIGHTS, NUMBER], {}, colour=False, files=14)
    assert text.splitlines() == [
        "USE001 no pack here",
        "  hint: --pack DIR",
        "a.yaml:2:6: SCORE003 warning: weights add up to 105",
        "a.yaml:2:20: YAML022 `1_000` is odd",
        "  hint: 1000",
        "2 errors, 1 warning in 14 files",
    ]
    assert text == write_text([WEIGHTS, NUMBER, BARE], {}, colour=False, files=14)


def test_the_summary_counts_in_english() -> None:
    assert summary([], 1) == "no problems in 1 file"
    assert summary([NUMBER], 2) == "1 error in 2 files"
    assert summary([WEIGHTS, WEIGHTS], 1) == "2 warnings in 1 file"
    assert write_text([], {}, colour=False) == ""


def test_colours_change_nothing_but_colour() -> None:
    bare = write_text([NUMBER, WEIGHTS, BARE], {"a.yaml": SOURCE}, colour=False, files=1)
    coloured = write_text([NUMBER, WEIGHTS, BARE], {"a.yaml": SOURCE}, colour=True, files=1)
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[36m"):
        assert code in coloured
        coloured = coloured.replace(code, "")
    assert coloured.splitlines() == bare.splitlines()


def test_nothing_from_a_file_acts_on_the_terminal() -> None:
    nasty = "x\x1b[2J\u202e\r\nnext"
    problem = Problem(code="YAML010", message=nasty, file=nasty, line=1, column=2, hint=nasty)
    text = write_text([problem], {nasty: nasty}, colour=False)
    assert all(line.isprintable() for line in text.split("\n"))


def test_a_long_message_and_a_long_hint_stay_short() -> None:
    problem = Problem(code="CONF001", message="m" * 5000, file="a.yaml", line=1, column=1, hint="h" * 90)
    rows = write_text([problem], {"a.yaml": SOURCE}, colour=False).splitlines()
    assert len(rows) == 4
    assert len(rows[0]) <= 350
    assert rows[3].endswith("hint: " + "h" * 90)


def test_a_file_without_a_line_is_named_without_one() -> None:
    whole = Problem(code="TMPL010", message="no template", file="prompts.yaml")
    assert write_text([whole], {}, colour=False).startswith("prompts.yaml: TMPL010 no template\n")


def test_a_line_that_may_hold_a_key_is_not_shown() -> None:
    text = "models: {m: {plugin: litellm, key: sk-k3y-marker}}\n"
    for code, path in (("CONF005", "/models/m/key"), ("CONF005", "/models/m/url"), ("LLM026", "/models/m")):
        problem = Problem(code=code, message="no", file="p.yaml", line=1, column=31, path=path, hint="KEY")
        assert (
            write_text([problem], {"p.yaml": text}, colour=False) == f"p.yaml:1:31: {code} no\n  hint: KEY\n"
        )
