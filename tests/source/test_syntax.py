import pytest
import yaml

from engine.source import build
from engine.source.tree import read_source

ROWS = [
    ("a: b: c\n", "1:5", "a second `: `", '"b: c"'),
    ("a: 1\n   b: 2\n", "2:5", "a key cannot stand here", "same indentation"),
    ("a:\n  b: 1\n c: 2\n", "3:2", "fits no mapping", "same indentation"),
    ("a: [1, 2\nb: 3\n", "2:2", "`]` is missing here for the `[` opened at line 1, column 4", "add the `]`"),
    ("a: {x: 1\nb: 3\n", "2:2", "`}` is missing", "add the `}`"),
    ('a: "abc\nb: 1\n', "1:4", "never closed", 'add the closing "'),
    ("a: 'it's'\n", "1:8", "ended before this", "in quotes"),
    ("a: @x # c\n", "1:4", "cannot start with @", '"@x"'),
    ("a: - b\n", "1:4", "same line as its key", "new line"),
    ("a: *.yaml\n", "1:4", "an alias", '"*.yaml"'),
    ("a: & b\n", "1:4", "an anchor", '"& b"'),
    ("a: ?\n", "1:4", "keeps for itself", '"?"'),
    ("a: [1,,2]\n", "1:7", "a value is missing before `,`", "delete the comma"),
    ("a: ]\n", "1:4", "a value is missing before `]`", "in quotes"),
    ("a: {b: 1}}\n", "1:10", "`}` closes nothing", "delete it"),
    ("- a\nb: 1\n", "2:1", "must start with `- `", "`- `"),
    ("a: 1\n- b\n", "2:1", "a list item stands where a key is expected", "indent"),
    ("a: | text\n  b\n", "1:6", "starts on the next line", "next line"),
    ("%YAML 3.0\n---\na: 1\n", "1:1", "directives", "delete the line"),
]


@pytest.mark.parametrize("loader", [yaml.CSafeLoader, yaml.SafeLoader], ids=["libyaml", "pure"])
@pytest.mark.parametrize(("text", "place", "message", "hint"), ROWS, ids=[row[0] for row in ROWS])
def test_a_syntax_error_is_said_plainly(text, place, message, hint, loader, monkeypatch) -> None:
    monkeypatch.setattr(build, "LOADER", loader)
    source = read_source(text.encode(), "f")
    assert source.node is None
    (problem,) = source.problems
    assert problem.code == "YAML009"
    assert f"{problem.line}:{problem.column}" == place
    assert message in problem.message
    assert hint in problem.hint


def test_both_halves_of_a_character_give_the_whole_one() -> None:
    (problem,) = read_source(b'a: "\\ud83d\\ude00"\n', "f").problems
    assert (problem.code, problem.hint) == ("YAML029", "😀 or \\U0001F600")
