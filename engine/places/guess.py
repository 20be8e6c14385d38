"""Words that are written like the name of a place and are none that is known.

A place that is lost in silence turns a search around it into one everywhere, so what stands where a name
stands is said to be unknown. The vocabulary's common words keep ordinary speech out.
"""

from collections.abc import Callable, Iterator, Sequence

from engine.places.folded import Folded
from engine.places.jamo import is_syllable
from engine.places.lexicon import Lexicon
from engine.places.place import SHORTEST

_SHORTEST_WHOLE = 3  # syllables of a dong or district with its suffix; shorter ones are words too often
_MOST_SYLLABLES = 10
_MOST_WORDS = 3  # of a name in Latin letters
_TAILS = 28  # of a Hangul syllable, none included
_FIRST = 0xAC00
_ADNOMINAL = frozenset({4, 8})  # the tails that end a word which describes the next one


def guesses(
    folded: Folded,
    claimed: bytearray,
    tokens: Sequence[tuple[int, int]],
    lexicon: Lexicon,
    closes: Callable[[int], bool],
) -> Iterator[tuple[int, int]]:
    """The letters of each such word. `claimed` letters belong to names already, `closes` says whether a word
    ends at a letter, particles aside."""
    at = 0
    while at < len(tokens):
        start, end = tokens[at]
        at += 1
        if any(claimed[start:end]):
            continue
        if folded.text[start:end].isascii():
            found = _latin(folded, claimed, tokens, at - 1, lexicon)
            at = max(at, found[1])
            if found[0]:
                yield start, found[0]
            continue
        found_end = _hangul(folded, start, end, lexicon, closes)
        if found_end:
            yield start, found_end


def _hangul(folded: Folded, start: int, end: int, lexicon: Lexicon, closes: Callable[[int], bool]) -> int:
    """Where the name ends that begins this word, 0 for none: before a near word, or with its suffix."""
    text = folded.text
    last = start
    while last < end and is_syllable(text[last]):
        last += 1
    last = min(last, start + _MOST_SYLLABLES)
    for cut in range(start + SHORTEST, last + 1):
        near = _near_size(folded, cut, lexicon)
        if near and closes(cut + near) and _may_be_name(text[start:cut], near, lexicon):
            return cut
    return next(
        (
            cut
            for cut in range(last, start + SHORTEST, -1)
            if closes(cut) and _has_suffix(text[start:cut], lexicon)
        ),
        0,
    )


def _near_size(folded: Folded, at: int, lexicon: Lexicon) -> int:
    if folded.gaps[at] > 1 or at >= len(folded.text) or not is_syllable(folded.text[at]):
        return 0
    return next((size for size in lexicon.context_sizes if folded.text[at : at + size] in lexicon.near), 0)


def _may_be_name(word: str, near: int, lexicon: Lexicon) -> bool:
    """No common word, nor one with a particle; before a near word of one syllable none that describes it."""
    if _is_common(word, lexicon):
        return False
    if near == 1 and (ord(word[-1]) - _FIRST) % _TAILS in _ADNOMINAL:
        return False
    stems = (word[: -len(each)] for each in lexicon.context if word.endswith(each))
    return not any(_is_common(stem, lexicon) for stem in stems if stem)


def _is_common(word: str, lexicon: Lexicon) -> bool:
    """Whether it is an ordinary word or ends in one; of one syllable only the whole word counts."""
    return word in lexicon.common_words or word.endswith(lexicon.common_ends)


def _has_suffix(word: str, lexicon: Lexicon) -> bool:
    """Whether the word ends like a dong, a district or a complex, and before that stands no common word."""
    if _is_common(word, lexicon):
        return False
    of = lexicon.index.suffixes.of
    if len(word) >= _SHORTEST_WHOLE and word.endswith((*of("dong"), *of("district"))):
        return True
    homes = tuple(suffix for suffix in of("complex") if len(suffix) > SHORTEST)
    bare = next((word.removesuffix(suffix) for suffix in homes if word.endswith(suffix)), "")
    return len(bare) >= SHORTEST and _may_be_name(bare, SHORTEST, lexicon)


def _latin(
    folded: Folded, claimed: bytearray, tokens: Sequence[tuple[int, int]], first: int, lexicon: Lexicon
) -> tuple[int, int]:
    """Where the capitalised words end that stand behind a word such as near, and the number of the next
    token; 0 for none."""
    before = tokens[first - 1] if first else (0, 0)
    if folded.text[slice(*before)] not in lexicon.leads or folded.gaps[tokens[first][0]] > 1:
        return 0, 0
    end, at = 0, first
    while at < len(tokens) and at < first + _MOST_WORDS:
        start, stop = tokens[at]
        word = folded.text[start:stop]
        is_tail = bool(end) and word in lexicon.index.suffixes.roman
        if (end and folded.gaps[start] > 1) or any(claimed[start:stop]) or word in lexicon.common_words:
            break
        if not is_tail and not _is_proper(folded.slice(start, stop)):
            break
        end, at = stop, at + 1
    return end, at


def _is_proper(written: str) -> bool:
    """Whether it is written like a name: a capital, then small letters."""
    return written[0].isupper() and written[1:].islower() and written.isascii() and len(written) > SHORTEST
