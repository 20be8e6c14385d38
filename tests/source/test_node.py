from engine.source.tree import Node, find, merge, nearest, plain, pointer, problem_at, read_source

BASE = "kind: profile\nname: base\nweights:\n  price: 35\n  area: 15\nwords: [a, b]\n"
OVER = "kind: profile\nname: over\nextends: base\nweights:\n  area: 20\n  age: 5\nwords: [c]\n"


def tree(text: str, file: str) -> Node:
    node = read_source(text.encode(), file).node
    assert node is not None
    return node


def test_find_walks_keys_and_positions_and_gives_none_off_the_path() -> None:
    node = tree(BASE, "base.yaml")
    found = find(node, ("words", 1))
    assert found is not None
    assert (found.value, found.line, found.column) == ("b", 6, 12)
    assert find(node, ()) is node
    for path in (("words", 2), ("words", -1), ("words", "1"), ("weights", 0), ("name", "x"), ("nothing",)):
        assert find(node, path) is None


def test_nearest_is_the_deepest_node_that_exists() -> None:
    node = tree(BASE, "base.yaml")
    assert nearest(node, ("weights", "distance", "sigma")).line == 4
    assert nearest(node, ("weights", "distance", "sigma")).key_line == 3
    assert nearest(node, ("nothing",)) is node


def test_merge_joins_mappings_and_replaces_lists_and_scalars() -> None:
    merged = merge(tree(BASE, "base.yaml"), tree(OVER, "over.yaml"))
    assert plain(merged) == {
        "kind": "profile",
        "name": "over",
        "weights": {"price": 35, "area": 20, "age": 5},
        "words": ("c",),
        "extends": "base",
    }


def test_every_merged_node_keeps_its_file_and_place() -> None:
    merged = merge(tree(BASE, "base.yaml"), tree(OVER, "over.yaml"))
    places = {}
    for path in (
        ("weights", "price"),
        ("weights", "area"),
        ("weights", "age"),
        ("words", 0),
        ("weights",),
        ("name",),
    ):
        node = find(merged, path)
        assert node is not None
        places[pointer(path)] = (node.file, node.line, node.key_line)
    assert places == {
        "/weights/price": ("base.yaml", 4, 4),
        "/weights/area": ("over.yaml", 5, 5),
        "/weights/age": ("over.yaml", 6, 6),
        "/words/0": ("over.yaml", 7, 0),
        "/weights": ("over.yaml", 5, 4),
        "/name": ("over.yaml", 2, 2),
    }


def test_merge_leaves_its_inputs_alone() -> None:
    base, over = tree(BASE, "base.yaml"), tree(OVER, "over.yaml")
    before = plain(base), plain(over)
    merge(base, over)
    assert (plain(base), plain(over)) == before


def test_a_pointer_escapes_slash_and_tilde() -> None:
    assert pointer(("a/b", "c~d", 0)) == "/a~1b/c~0d/0"
    assert pointer(()) == ""


def test_a_problem_stands_at_the_value_or_at_its_key() -> None:
    node = find(tree(BASE, "base.yaml"), ("weights", "price"))
    assert node is not None
    at_value = problem_at(node, "CONF001", "wrong", path=("weights", "price"), hint="30")
    at_key = problem_at(node, "CONF001", "wrong", at_key=True, severity="warning")
    assert str(at_value) == "base.yaml:4:10: CONF001 wrong (hint: 30)"
    assert at_value.path == "/weights/price"
    assert (at_key.line, at_key.column, at_key.severity) == (4, 3, "warning")


def test_a_key_place_is_zero_where_there_is_no_key() -> None:
    node = tree("- a\n", "f")
    item = find(node, (0,))
    assert item is not None
    assert (node.key_line, item.key_line, item.key_column) == (0, 0, 0)
    assert problem_at(item, "X001", "x", at_key=True).column == 3


def test_offsets_of_collections_end_with_their_last_value() -> None:
    text = "a:\n  - x\n  - [y, z]   # end\n\nb: {c: 1}\n"
    source = read_source(text.encode(), "f")
    assert source.node is not None
    block, flow = find(source.node, ("a",)), find(source.node, ("b",))
    assert block is not None
    assert flow is not None
    assert text[block.start : block.end] == "- x\n  - [y, z]"
    assert text[flow.start : flow.end] == "{c: 1}"
