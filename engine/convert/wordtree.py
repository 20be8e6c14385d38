"""All words of a revision in one tree, walked over a text letter by letter."""

from engine.convert.normal import NormalText
from engine.convert.spelling import is_latin
from engine.convert.word import Word

_RUN, _RUN_SPACED = "{n}", "{n} "  # keys of a number in a mask, without and with a space allowed behind it
NUMBER_MARK = "{n}"


class _Node:
    __slots__ = ("counts", "is_passed", "plain", "steps", "words")

    def __init__(self) -> None:
        self.steps: dict[str, _Node] = {}
        self.words: list[Word] = []
        self.counts = False  # whether a number may follow here
        self.plain: Word | None = None  # the only word, when neither its case nor its edges matter
        self.is_passed = True  # whether no word ends here and no number may follow


class WordTree:
    """Words by their letters. Walking it from one place takes at most as many steps as the longest word has
    letters, times the few readings that numbers in masks allow."""

    def __init__(self) -> None:
        self._root = _Node()

    def add(self, letters: str, word: Word) -> None:
        """Enter a word by its letters; `{n}` is a number, `{n} ` one that a space may follow; other spaces
        are none."""
        node = self._root
        for key in _keys(letters):
            if key in (_RUN, _RUN_SPACED):
                node.counts, node.is_passed = True, False
            step = node.steps.get(key)
            if step is None:
                step = node.steps[key] = _Node()
            node = step
        node.is_passed = False
        node.words.append(word)
        if len(node.words) > 1:  # the spelling in its own case is asked first
            node.words.sort(key=lambda each: each.cased is None)
        edged = any(is_latin(char) or char.isdigit() for char in letters)
        node.plain = None if edged or len(node.words) > 1 else word

    def walk(self, text: NormalText, start: int) -> tuple[list[tuple[int, Word]], int]:
        """Every word that begins at letter `start` with the letter it ends before, the longest first; and the
        steps."""
        found: list[tuple[int, Word]] = []
        walked = 0
        branches: list[tuple[_Node, int]] = [(self._root, start)]
        chars, numbers, spaced, length = text.chars, text.numbers, text.spaced, len(text.chars)
        while branches:
            node, begin = branches.pop()
            at = begin
            while True:
                if not node.is_passed:
                    if node.counts and at in numbers:
                        branches.extend(_past_number(node, at, text, found))
                    if node.plain is not None:
                        found.append((at, node.plain))
                    elif node.words:
                        _take(node, text, start, at, found)
                if at == length:
                    break
                step = node.steps.get(chars[at])
                if step is None or (spaced[at] and at > start and chars[at].isdigit()):
                    break
                node = step
                at += 1
            walked += at - begin + 1
        if len(found) > 1:
            found.sort(key=_end, reverse=True)
        return found, walked


def _end(found: tuple[int, Word]) -> int:
    return found[0]


def _keys(letters: str) -> list[str]:
    if NUMBER_MARK not in letters:
        return list(letters.replace(" ", ""))
    keys: list[str] = []
    at = 0
    while at < len(letters):
        if letters.startswith(NUMBER_MARK, at):
            at += len(NUMBER_MARK)
            spaced = letters.startswith(" ", at)
            keys.append(_RUN_SPACED if spaced else _RUN)
            at += spaced
        else:
            if letters[at] != " ":
                keys.append(letters[at])
            at += 1
    return keys


def _past_number(
    node: _Node, at: int, text: NormalText, found: list[tuple[int, Word]]
) -> list[tuple[_Node, int]]:
    """Where a walk goes on behind the number that begins here; masks that end with it are found at once."""
    end = text.numbers[at].end
    run, run_spaced = node.steps.get(_RUN), node.steps.get(_RUN_SPACED)
    if run is not None and text.spaced[end]:
        found.extend((end, word) for word in run.words)
        run = None
    return [(step, end) for step in (run, run_spaced) if step is not None]


def _take(node: _Node, text: NormalText, start: int, end: int, found: list[tuple[int, Word]]) -> None:
    if _has_edges(text, start, end):
        for word in node.words:
            if word.cased is None or text.cased[start:end] == word.cased:
                found.append((end, word))
                return


def _has_edges(text: NormalText, start: int, end: int) -> bool:
    """A word in Latin letters is no part of a longer one, a number in a word no part of a longer number."""
    chars = text.chars
    if text.attached(start):
        before, first = chars[start - 1], chars[start]
        if (is_latin(first) and is_latin(before)) or (first.isdigit() and start not in text.numbers):
            return False
    if text.attached(end):
        last, behind = chars[end - 1], chars[end]
        if (is_latin(last) and is_latin(behind)) or (last.isdigit() and behind.isdigit()):
            return False
    return True
