import re
from collections.abc import Mapping

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.source import build
from engine.source.build import MAX_DEPTH, MAX_NODES
from engine.source.lines import Lines
from engine.source.node import Node
from engine.source.tree import PROBLEMS_AT_MOST, plain, read_source


@pytest.fixture(params=["libyaml", "pure"], autouse=True)
def loader(request, monkeypatch) -> str:
    """Every test here holds with libyaml and with the scanner of a PyYAML built without it."""
    monkeypatch.setattr(build, "LOADER", yaml.CSafeLoader if request.param == "libyaml" else yaml.SafeLoader)
    return request.param


def read(text: str):
    return read_source(text.encode("utf-8"), "rules/a.yaml")


def codes(text: str) -> list[tuple[str, int, int]]:
    return [(problem.code, problem.line, problem.column) for problem in read(text).problems]


ROWS = [
    ("a_bare_no_is_an_error", "direction: no\n", [("YAML021", 1, 12)]),
    ("a_bare_on_as_key_is_an_error", "on: {x: 1}\n", [("YAML020", 1, 1)]),
    ("a_second_key_of_the_same_name", "weights: {price: .35, price: .9}\n", [("YAML019", 1, 23)]),
    ("an_alias", "a: &x 1\nb: *x\n", [("YAML015", 1, 4), ("YAML014", 2, 4)]),
    ("an_alias_nobody_defined", "b: *x\n", [("YAML014", 1, 4)]),
    ("an_alias_as_key", "*x : 1\n", [("YAML014", 1, 1)]),
    ("an_alias_inside_its_own_anchor", "a: &x [*x]\n", [("YAML015", 1, 4), ("YAML016", 1, 8)]),
    ("a_clock_time", "quiet_hours: 22:30\n", [("YAML025", 1, 14)]),
    ("an_underscore_in_a_number", "max: 5_0000\n", [("YAML022", 1, 6)]),
    ("two_underscores_in_a_number", "max: 1__0\n", [("YAML022", 1, 6)]),
    ("not_a_number", "distance: .nan\n", [("YAML023", 1, 11)]),
    ("a_comment_in_an_expression", "expr: p.a > 1 # 2 && p.b\n", [("YAML026", 1, 15)]),
    ("a_comment_in_an_expression_of_a_list", "also:\n  - p.a > 1   # two\n", [("YAML026", 2, 15)]),
    ("braces_without_quotes", "title: {{ city }}\n", [("YAML027", 1, 8)]),
    ("braces_and_text_without_quotes", "title: {{ city.name }} 근처\n", [("YAML027", 1, 8)]),
    ("a_template_block_without_quotes", "title: {% if x %}\n", [("YAML027", 1, 8)]),
    ("a_full_width_colon_alone", "가격：3\n", [("YAML013", 1, 3)]),
    ("a_full_width_colon_before_a_key", "가격：3\nb: 1\n", [("YAML013", 1, 3)]),
    ("a_full_width_colon_between_keys", "a: 1\n가격：3\nb: 2\n", [("YAML013", 2, 3)]),
    ("a_full_width_colon_in_a_flow", "a: {price：3}\n", [("YAML013", 1, 10)]),
    ("a_full_width_colon_on_a_second_line", "a: x\n  price：3\n", [("YAML013", 2, 8)]),
    ("a_full_width_colon_in_an_item", "- name：x\n", [("YAML013", 1, 7)]),
    ("a_line_separator", "a: x\u2028b: 2\n", [("YAML012", 1, 5)]),
    ("a_next_line_character", "a: x\x85b\n", [("YAML012", 1, 5)]),
    ("an_impossible_date", "d: 2024-13-45\n", [("YAML025", 1, 4)]),
    ("a_date", "d: 2024-01-01\n", [("YAML025", 1, 4)]),
    ("a_tag", "d: !!int abc\n", [("YAML018", 1, 4)]),
    ("a_tag_of_an_unknown_handle", "d: !x!y z\n", [("YAML018", 1, 4)]),
    ("a_tag_on_a_mapping", "d: !x {a: 1}\n", [("YAML018", 1, 4)]),
    ("a_number_of_5000_digits", f"n: {'9' * 5000}\n", [("YAML024", 1, 4)]),
    ("nothing_at_all", "", [("YAML005", 1, 1)]),
    ("only_a_comment", "# x\n", [("YAML005", 1, 1)]),
    ("only_a_document_mark", "---\n", [("YAML005", 1, 1)]),
    ("two_documents", "a: 1\n---\nb: 2\n", [("YAML006", 2, 1)]),
    ("text_behind_the_end", "a: 1\n... x\n", [("YAML006", 2, 5)]),
    ("a_windows_path", 'path: "C:\\filebeat"\n', [("YAML028", 1, 10)]),
    ("a_windows_path_with_users", 'path: "C:\\users"\n', [("YAML028", 1, 10)]),
    ("half_a_character", 'a: "\\ud83d"\n', [("YAML029", 1, 5)]),
    ("a_control_character", "a: x\x07y\n", [("YAML010", 1, 5)]),
    ("a_second_byte_order_mark", "\ufeff\ufeffa: 1\n", [("YAML011", 1, 1)]),
    ("a_zero_width_space_in_a_key", "na\u200bme: 1\n", [("YAML011", 1, 3)]),
    ("a_turn_of_direction_in_a_comment", "a: 1 # \u202e\n", [("YAML011", 1, 8)]),
    ("a_no_break_space_behind_a_colon", "a:\u00a0b\nc: 1\n", [("YAML013", 1, 3)]),
    ("an_ideographic_space_in_a_word", "a: [강남역　근처]\n", [("YAML013", 1, 8)]),
    ("a_merge_key", "<<: {a: 1}\nb: 2\n", [("YAML017", 1, 1)]),
    ("a_key_that_is_a_number", "1: a\n", [("YAML020", 1, 1)]),
    ("a_key_that_is_a_list", "? [a]\n: 1\n", [("YAML020", 1, 3)]),
    ("a_key_of_letters_taken_apart", "\u1100\u1161: 1\n", [("YAML030", 1, 1)]),
    ("a_colon_without_a_space_in_a_flow", "a: {b:1}\n", [("YAML031", 1, 6)]),
    ("a_colon_without_a_space_between_keys", "a: 1\nb:2\nc: 3\n", [("YAML031", 2, 2)]),
    ("a_colon_without_a_space_on_a_second_line", "a: x\n  b:2\n", [("YAML031", 2, 4)]),
    ("a_tab_as_indentation", "a:\n\tb: 1\n", [("YAML009", 2, 1)]),
    ("an_open_quote", 'a: 1\nb: "x\nc: 1\n', [("YAML009", 2, 4)]),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_each_trap_is_one_problem_at_its_place(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a: 15%\nb: 1.2km\nc: 5억\nd: 50000..59999\ne: ..100\nf: 1평\ng: 010-1234-5678\n",
        "a: '{{ city }}'\nb: \"12:30\"\nc: 'no'\n",
        "weights: {distance: 35, price: 35}   # percent\nmismatch: repair   # repair | flag\n",
        "also: []    # CEL, e.g. doc.x > 3\n",
        'also: ["doc.x > 3"]   # guarded\n',
        'a: "한글\u200b 👨‍👩‍👧"   # 👨‍👩‍👧\n',
        "a: https://example.org/x\nb: C#\nc: 안내：문의\n",
        "a: |\n  이름：값\n  x:1\n",
        "- a list\n- at the top\n",
        "%YAML 1.1\n---\na: 1\n",
    ],
)
def test_what_people_write_is_no_problem(text: str) -> None:
    assert read(text).problems == ()


def test_the_message_of_a_duplicate_key_cites_both_places() -> None:
    (problem,) = read("a: 1\nprice: 1\nb: 2\nprice: 2\n").problems
    assert (problem.line, problem.path) == (4, "/price")
    assert "line 2, column 1" in problem.message


def test_values_arrive_typed_and_sequences_are_tuples() -> None:
    text = "a: 12\nb: -3\nc: 0.35\nd: .35\ne: true\nf: null\ng: ~\nh:\ni: text\nj: [1, [x]]\nk: {}\nl: '12'\n"
    node = read(text).node
    assert node is not None
    assert plain(node) == {
        "a": 12,
        "b": -3,
        "c": 0.35,
        "d": 0.35,
        "e": True,
        "f": None,
        "g": None,
        "h": None,
        "i": "text",
        "j": (1, ("x",)),
        "k": {},
        "l": "12",
    }


def test_a_byte_order_mark_and_carriage_returns_change_nothing() -> None:
    plain_read = read("a: 한글\nb:\n  - 1\n")
    marked = read_source(b"\xef\xbb\xbf" + "a: 한글\r\nb:\r\n  - 1\r\n".encode(), "rules/a.yaml")
    assert marked.problems == ()
    assert marked.node is not None
    assert plain_read.node is not None
    assert plain(marked.node) == plain(plain_read.node)
    assert marked.node.value["b"].value[0].line == 3
    assert not marked.text.startswith("\ufeff")


def test_line_separators_in_quotes_keep_their_value_and_move_no_line() -> None:
    source = read('a: "x\u2028y\x85z"\nb: no\n')
    assert source.node is not None
    assert source.node.value["a"].value == "x\u2028y\x85z"
    assert [(problem.code, problem.line) for problem in source.problems] == [("YAML021", 2)]


def test_an_alias_bomb_is_refused_without_being_walked() -> None:
    lines = ["l0: &l0 [x]", *(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 9))]
    source = read("\n".join(lines) + "\n")
    assert source.node is None
    assert {problem.code for problem in source.problems} == {"YAML014", "YAML015"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 2000, "YAML008"),
        ("- " * 2000, "YAML008"),
        ("{a: " * 2000, "YAML008"),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "YAML008"),
        ("- x\n" * MAX_NODES, "YAML007"),
        ("a" * (1 << 20) + "b", "YAML001"),
    ],
)
def test_caps_refuse_the_whole_file(text: str, code: str) -> None:
    source = read(text)
    assert source.node is None
    assert [problem.code for problem in source.problems] == [code]


def test_files_at_the_caps_are_read() -> None:
    assert read("[" * MAX_DEPTH + "]" * MAX_DEPTH).problems == ()
    assert read("- x\n" * 3000).problems == ()


def test_problems_are_bounded_and_the_last_one_says_so() -> None:
    problems = read("- no\n" * 1000).problems
    assert len(problems) == PROBLEMS_AT_MOST
    assert problems[-1].code == "YAML032"
    assert problems[-1].message.startswith("801 more")


def test_inner_problems_carry_their_path() -> None:
    problems = read("a:\n  b/c: [x, no, {d: 012}]\n").problems
    assert [problem.path for problem in problems] == ["/a/b~1c/1", "/a/b~1c/2/d"]


@settings(max_examples=300)
@given(st.binary(max_size=200))
def test_any_bytes_give_a_tree_or_problems(data: bytes) -> None:
    source = read_source(data, "f")
    assert source.node is not None or source.problems


_PIECES = st.sampled_from(
    [
        *(
            "a: ",
            "가격: ",
            "- ",
            "? ",
            ": ",
            "\n",
            "\n  ",
            "\n    ",
            "\r\n",
            "[",
            "]",
            "{",
            "}",
            ", ",
            "{{",
            "}}",
        ),
        *(
            '"',
            "'",
            "\\",
            "\\u",
            "\\ud83d",
            "&x ",
            "*x",
            "!!str ",
            "!",
            "<<: ",
            "---\n",
            "...\n",
            "%YAML 1.1\n",
        ),
        *(
            "|\n",
            ">-\n",
            " # ",
            "no",
            "012",
            "1_0",
            ".nan",
            "12:30",
            "x",
            "한글",
            "😀",
            "\u200b",
            "\u2028",
            "\x85",
        ),
        *("\t", "\x00", "\ufeff", "：", "\xa0", "@", "`", "%", "~", "\ufdd0", "\r"),
    ]
)


@settings(max_examples=400)
@given(st.lists(_PIECES, max_size=25))
def test_any_yaml_like_text_gives_a_tree_or_problems_inside_the_file(pieces: list[str]) -> None:
    text = "".join(pieces)
    source = read(text)
    assert source.node is not None or source.problems
    lines = Lines(source.text)
    for problem in source.problems:
        line = lines.line(problem.line)
        assert line is not None
        assert 1 <= problem.column <= len(line) + 3
    if source.node is not None:
        assert "\ufdd0" not in repr(plain(source.node))
        repr(plain(source.node)).encode("utf-8")


_WORDS = st.text(st.sampled_from("ab가힣ㅎ😀👍Z9 _'\"\\：#"), min_size=1, max_size=8)
_ENDS = st.sampled_from(["\n", "\r\n"])


def _written(word: str, style: str) -> str:
    if style == "single":
        return "'" + word.replace("'", "''") + "'"
    if style == "double":
        return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return "p" + re.sub(r"[^\w가-힣😀👍]", "", word)


@settings(max_examples=200)
@given(
    st.lists(
        st.tuples(_WORDS, _WORDS, st.sampled_from(["single", "double", "plain"])), min_size=1, max_size=6
    ),
    _ENDS,
    st.booleans(),
)
def test_marks_point_to_the_scalar_as_written(rows: list[tuple[str, str, str]], end: str, flow: bool) -> None:
    entries = [
        (f"키😀{number}", _written(word, style), word, style) for number, (_, word, style) in enumerate(rows)
    ]
    if flow:
        text = f"# 😀 주석{end}{{{', '.join(f'{key}: {written}' for key, written, *_ in entries)}}}{end}"
    else:
        text = f"# 😀 주석{end}" + "".join(f"{key}:   {written}  # 끝{end}" for key, written, *_ in entries)
    source = read(text)
    assert [problem for problem in source.problems if problem.severity == "error"] == []
    assert source.node is not None
    assert isinstance(source.node.value, Mapping)
    lines = Lines(text)
    for key, written, word, style in entries:
        node = source.node.value[key]
        assert isinstance(node, Node)
        assert source.text[node.start : node.end] == written
        assert lines.place(node.start) == (node.line, node.column)
        assert lines.place(text.index(key + ":")) == (node.key_line, node.key_column)
        assert node.quoted == (style != "plain")
        assert node.value == (word if style != "plain" else written)
