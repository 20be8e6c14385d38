"""Where a letter of a value stands in its file."""

import pytest

from engine.source.inner import place_in
from engine.source.tree import find, read_source

FILES = {
    "plain": "also: [doc.a == 3 && X]\n",
    "single quotes": "also: ['doc.a == ''b'' && X']\n",
    "double quotes": 'also: ["doc.a == \\"b\\" && X"]\n',
    "an escape of eight digits": 'also: ["doc.a == \\U0001F3E0 \\x41 \\u0041 && X"]\n',
    "letters of every plane": "also: ['🏠강 == 3 && X']\n",
    "a list over lines": "also:\n  - doc.b > 3\n  - 'doc.a == 3 && X'\n",
    "a folded block": "also:\n  - >-\n    doc.a == 3\n    && doc.b\n    && X\n",
    "a literal block": "also:\n  - |\n    doc.a == 3\n\n      && X\n",
    "a plain text over lines": "also:\n  - doc.a == 3\n    && doc.b\n\n    && X\n",
    "a quoted text over lines": "also:\n  - 'doc.a == ''b''\n\n    && X'\n",
    "Windows line ends": "also:\r\n  - 'doc.a == 3\r\n    && X'\r\n",
}


@pytest.mark.parametrize("spelling", FILES)
def test_a_letter_of_a_value_is_found_in_its_file(spelling: str) -> None:
    text = FILES[spelling]
    source = read_source(text.encode(), "a.yaml")
    assert source.node is not None
    listed = find(source.node, ("also",))
    assert listed is not None
    assert isinstance(listed.value, tuple)
    node = listed.value[-1]
    line, column = place_in(node, str(node.value).index("X"))
    assert text.splitlines()[line - 1][column - 1] == "X"


def test_the_place_behind_the_last_letter_is_right_there() -> None:
    source = read_source(b"also: ['ab']\n", "a.yaml")
    node = find(source.node, ("also", 0)) if source.node is not None else None
    assert node is not None
    assert place_in(node, 2) == place_in(node, 9) == (1, 11)
