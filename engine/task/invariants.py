"""What a rewritten text must still say: its numbers with their signs, which way things go, who is named.

Each is a multiset read from a text by the words of the pack; a text and its rewriting must give the same.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.config.task import Directions, Keep

_MINUS = str.maketrans(dict.fromkeys("−–—﹣－▼▽", "-") | dict.fromkeys("＋﹢▲△", "+"))
_NUMBER = re.compile(r"(?P<sign>[-+±]?)[ ]?(?P<digits>\d[\d,]*(?:\.\d+)?)")
_CLAUSE_END = re.compile(r"[.,!?\n]")
_GAP_AT_MOST = 5
"""Letters between a word of direction and the word behind it that turns it round (오르지는 않)."""


def changed(original: str, rewritten: str, keep: Keep, names: Sequence[str]) -> Iterator[str]:
    """Which of numbers, directions and names `rewritten` does not say as `original` does."""
    before, after = _folded(original), _folded(rewritten)
    if keep.numbers and _numbers(before, keep.units) != _numbers(after, keep.units):
        yield "numbers"
    if keep.directions is not None and _ways(before, keep.directions) != _ways(after, keep.directions):
        yield "directions"
    if names and _named(before, names) != _named(after, names):
        yield "names"


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).translate(_MINUS).casefold()


def _numbers(text: str, units: Sequence[str]) -> Counter[str]:
    """Each number with its sign and the units behind it; commas and needless zeros do not count. A dash right
    behind a letter or a digit joins, and is no sign."""
    unit = _any_of(tuple(units))
    found: Counter[str] = Counter()
    for number in _NUMBER.finditer(text):
        sign = number["sign"]
        if sign and text[number.start() - 1 : number.start()].isalnum():
            sign = ""
        digits = number["digits"].replace(",", "")
        if "." in digits:
            digits = digits.rstrip("0").rstrip(".")
        behind = unit.match(text, number.end()) if unit else None
        found[f"{sign.replace('+', '')}{digits.lstrip('0') or '0'}{behind['word'] if behind else ''}"] += 1
    return found


def _ways(text: str, directions: Directions) -> set[tuple[str, bool]]:
    """Each direction said and whether it is turned round. Saying one twice is saying it once."""
    ways = {_folded(word): way for way, words in directions.words.items() for word in words}
    said = _any_of(tuple(ways))
    if said is None:
        return set()
    return {(ways[hit["word"]], _is_turned(text, hit, said, directions)) for hit in said.finditer(text)}


def _is_turned(text: str, hit: re.Match[str], said: re.Pattern[str], directions: Directions) -> bool:
    """Whether a word beside a word of direction turns it round, in its clause and before the next one."""
    lead = text[: hit.start("word")].rstrip().rpartition(" ")[2]
    if lead in map(_folded, directions.not_before):
        return True
    turning = _any_of(directions.not_after)
    behind = turning.search(text, hit.end()) if turning else None
    if behind is None:
        return False
    between = text[hit.end() : behind.start("word")]
    is_near = len(between.replace(" ", "")) <= _GAP_AT_MOST and not _CLAUSE_END.search(between)
    return is_near and not said.search(between)


def _named(text: str, names: Sequence[str]) -> set[str]:
    known = _any_of(tuple(name for name in names if name))
    return {hit["word"] for hit in known.finditer(text)} if known else set()


@lru_cache(maxsize=256)
def _any_of(words: tuple[str, ...]) -> re.Pattern[str] | None:
    """Any of the words, the longest first; None for none."""
    if not words:
        return None
    longest_first = sorted({_folded(word) for word in words}, key=lambda word: (-len(word), word))
    return re.compile(rf"[ ]?(?P<word>{'|'.join(map(re.escape, longest_first))})")
