"""One changed word, number or choice of a document, and the document with it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from engine.config.revision import Document
from engine.mutation.leaves import Kind, Leaf, Path, leaves
from engine.source.tree import Node, Scalar, find

NO_LETTER = "\ua66e"
"""A letter that no text has (the many-eyed O of one manuscript): all that a mutated word is made of, so that
neither the word itself nor something like it is read any more."""


ACTING_UNSAID = frozenset({("places", "suffixes"), ("places", "region_first")})
"""Words that act on texts without them: 강남 is 강남역, and of two places of one name Seoul's is meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change. `line` and `column` are where `old` stands in `file`; `becomes` is the whole value (of kind
    "key": the key) that stands at `path` then. `read_as` are the words of a text that lead to it: itself, of
    a key those that its entry lists, and of these their key; () for what no word leads to."""

    document: tuple[str, str]
    file: str
    line: int
    column: int
    path: Path
    kind: Kind
    old: str
    new: str
    becomes: Scalar
    read_as: tuple[str, ...]

    @property
    def is_read(self) -> bool:
        """Whether it can matter only to a text with one of those words."""
        return bool(self.read_as) and self.path[:2] not in ACTING_UNSAID

    def to_json(self) -> dict[str, object]:
        """The mutant for scripts."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "path": "/" + "/".join(map(str, self.path)),
            "kind": self.kind,
            "old": self.old,
            "new": self.new,
        }


def mutants_of(document: Document) -> Iterator[Mutant]:
    """Every mutant of what the document's own file writes, in the order of the file.

    A word, also one that is a key, becomes so many times `NO_LETTER`; a number, and each end of a range,
    becomes one more in its last written digit; a choice becomes each other one that its form allows.
    """
    found = [mutant for leaf in leaves(document) for mutant in _changes(document, leaf)]
    yield from sorted(found, key=lambda mutant: (mutant.line, mutant.column))


def _changes(document: Document, leaf: Leaf) -> Iterator[Mutant]:
    node, key = leaf.node, leaf.path[-1]
    same = Mutant(
        document=(document.kind, document.name),
        file=node.file,
        line=node.line,
        column=node.column,
        path=leaf.path,
        kind=leaf.kind,
        old=str(node.value),
        new="",
        becomes=None,
        read_as=(),
    )
    match leaf.kind:
        case "key":
            at_key = replace(same, line=node.key_line, column=node.key_column, old=str(key))
            yield _misspelt(at_key, (str(key), *_words_in(node)) if leaf.is_read else ())
        case "word":
            yield _misspelt(same, (same.old, *leaf.under) if leaf.is_read else ())
        case "number":
            more = _one_more(node.value) if isinstance(node.value, int | float | str) else None
            yield replace(same, new=str(more), becomes=more)
        case "range":
            yield from _ends(same, str(node.value))
        case "choice":
            for other in leaf.others:
                yield replace(same, old=_shown(node.value), new=_shown(other), becomes=other)


def _misspelt(same: Mutant, read_as: tuple[str, ...]) -> Mutant:
    new = "".join(NO_LETTER if letter.strip() else letter for letter in same.old)
    return replace(same, new=new, becomes=new, read_as=read_as)


def _words_in(node: Node) -> Iterator[str]:
    if isinstance(node.value, tuple):
        yield from (item.value for item in node.value if isinstance(item.value, str))


def _ends(same: Mutant, written: str) -> Iterator[Mutant]:
    """A range with one of its ends changed; the place is that of the end."""
    low, _, high = written.partition("..")
    if low:
        more = str(_one_more(low))
        yield replace(same, old=low, new=more, becomes=f"{more}..{high}")
    if high:
        more = str(_one_more(high))
        column = same.column + len(low) + 2
        yield replace(same, column=column, old=high, new=more, becomes=f"{low}..{more}")


def _one_more(number: float | str) -> int | float | str:
    """The number with one more in its last written digit, in the form that it was written in."""
    text = str(number)
    digits = text.rstrip("".join(char for char in text if not (char.isdigit() or char in ".-")))
    amount = Decimal(digits)
    more = amount + Decimal((0, (1,), int(amount.as_tuple().exponent)))
    if isinstance(number, int):
        return int(more)
    return float(more) if isinstance(number, float) else f"{more}{text[len(digits) :]}"


def _shown(value: object) -> str:
    """A choice as a file writes it."""
    return str(value).lower() if isinstance(value, bool) else "null" if value is None else str(value)


def mutated(node: Node, mutant: Mutant) -> Node | None:
    """The tree of a document with the change in it; None where the value is not the mutant's: written by
    another file, or not there."""
    target = find(node, mutant.path)
    if target is None or target.file != mutant.file or not _is_place(target, mutant):
        return None
    return _changed(node, mutant.path, mutant)


def _is_place(target: Node, mutant: Mutant) -> bool:
    """Whether the value stands where the mutant's does; the second end of a range stands further right."""
    if mutant.kind == "key":
        return (target.key_line, target.key_column) == (mutant.line, mutant.column)
    return target.line == mutant.line and target.column <= mutant.column < target.column + max(
        1, target.end - target.start
    )


def _changed(node: Node, path: Path, mutant: Mutant) -> Node:
    if not path:
        return replace(node, value=mutant.becomes)
    step, value = path[0], node.value
    if isinstance(value, tuple):
        items = list(value)
        items[int(step)] = _changed(items[int(step)], path[1:], mutant)
        return replace(node, value=tuple(items))
    entries = dict(value) if not isinstance(value, str | int | float | None) else {}
    if len(path) == 1 and mutant.kind == "key":
        renamed = {mutant.becomes if key == step else key: child for key, child in entries.items()}
        return replace(node, value=renamed)
    entries[str(step)] = _changed(entries[str(step)], path[1:], mutant)
    return replace(node, value=entries)
