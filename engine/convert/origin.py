"""Where the rules say what was read from a phrase: the word of a class, else the unit, else the table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.config.revision import Revision
from engine.convert.compile import compile_spellings
from engine.convert.normal import NormalText
from engine.convert.spelling import Spellings
from engine.convert.wordtree import NUMBER_MARK
from engine.source.tree import Node, find, nearest

_CLASSES = (
    *("band", "about", "plus_minus", "exact", "at_most", "below", "at_least", "above", "between"),
    *("either", "instead", "except", "too_much", "too_little", "pair"),
)
_OTHERS = ("choices", "two_digits", "with", "units", "labels")
_WORD_KEYS = frozenset({"units", "parts", "parts_before"})
"""Mappings whose keys are words of customers."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A word of the rules and where it is written; `word` is "" for a rule as a whole."""

    word: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Origins:
    """Finds the words of one revision's rules in the phrases that were read by them."""

    def __init__(self, revision: Revision) -> None:
        self._revision = revision
        self._spellings: Spellings = compile_spellings(revision.language.same)

    def of_rule(self, rule: str, text: str) -> Origin:
        """What decided how `rule` (KIND/NAME, of a term vocabulary/NAME) reads the text."""
        kind, _, name = rule.partition("/")
        if kind == "vocabulary":
            return self.of_entry("terms", name, text)
        node = self._revision.document(kind, name).node
        for keys in (_CLASSES, _OTHERS):
            if (found := self._last_in(text, node, keys)) is not None:
                return found
        at = nearest(node, ("name",))
        return Origin("", at.file, at.line)

    def of_entry(self, key: str, name: str, text: str) -> Origin:
        """The word of an entry (of `terms` or `households`) that stands in the text, else the entry."""
        node = self._revision.document("vocabulary", "vocabulary").node
        entries = find(node, (key,))
        for entry in entries.value if entries is not None and isinstance(entries.value, tuple) else ():
            named = find(entry, ("name",))
            if named is not None and named.value == name:
                return self._last_in(text, entry, ("words",)) or Origin("", entry.file, entry.line)
        return Origin("", node.file, node.line)

    def of_wish(self, text: str) -> Origin | None:
        """The word of `wishes` that stands in the text."""
        return self._last_in(text, self._revision.document("vocabulary", "vocabulary").node, ("wishes",))

    def of_ignored(self, text: str) -> Origin | None:
        """The word beside which an amount is no condition, that stands in the text: of the tables that have
        a unit there before the others."""
        letters, conversions = self._fold(text), self._revision.conversions
        counts = {
            name for name, each in conversions.items() if any(self._fold(u) in letters for u in each.units)
        }
        names = sorted(conversions, key=lambda name: name not in counts)
        tables = (self._revision.document("conversion", name) for name in names)
        found = (self._last_in(text, table.node, ("ignore", "relaxed")) for table in tables)
        return next((origin for origin in found if origin is not None), None)

    def of_mask(self, text: str) -> Origin | None:
        """The mask that covers the text as a whole."""
        document = self._revision.documents.get(("language", "language"))
        masks = find(document.node, ("masks",)) if document is not None else None
        said = _shape(self._fold(text))
        for node in masks.value if masks is not None and isinstance(masks.value, tuple) else ():
            if isinstance(node.value, str) and _shape(self._fold(node.value)) == said:
                return Origin(node.value, node.file, node.line)
        return None

    def _last_in(self, text: str, node: Node, keys: Sequence[str]) -> Origin | None:
        """The word under these keys that ends last in the text; of several the longest."""
        letters, best = self._fold(text), (0, 0)
        found: Origin | None = None
        for key in keys:
            below = find(node, (key,))
            for word, origin in _words(below, key) if below is not None else ():
                folded = self._fold(word)
                if not folded or folded not in letters:
                    continue
                end = letters.rfind(folded) + len(folded)
                if (end, len(folded)) > best:
                    found, best = origin, (end, len(folded))
        return found

    def _fold(self, word: str) -> str:
        return NormalText(word, self._spellings).chars


def _words(node: Node, key: str) -> Iterator[tuple[str, Origin]]:
    """Every word of customers below a key: items of lists, and the keys of some mappings."""
    if isinstance(node.value, tuple):
        for item in node.value:
            if isinstance(item.value, str):
                yield item.value, Origin(item.value, item.file, item.line)
            else:
                yield from _words(item, key)
    elif isinstance(node.value, dict):
        for name, child in node.value.items():
            if key in _WORD_KEYS:
                yield name, Origin(name, child.file, child.key_line)
            else:
                yield from _words(child, name)


def _shape(letters: str) -> str:
    """The letters with each number as the mark that masks have for one."""
    shape = ""
    for letter in letters.replace(NUMBER_MARK, "0"):
        is_number = letter.isdigit() or (letter in ".," and shape.endswith(NUMBER_MARK))
        if not is_number:
            shape += letter
        elif not shape.endswith(NUMBER_MARK):
            shape += NUMBER_MARK
    return shape
