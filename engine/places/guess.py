"""Words that are written like the name of a place and are none that is known.

A place that is lost in silence turns a search around it into one everywhere, so what stands where a name
stands is said to be unknown. The vocabulary's common words keep ordinary speech out.
"""

from collections.abc import Container, Iterator, Sequence

from engine.places.edges import Edges
from engine.places.folded import Folded
from engine.places.jamo import is_syllable
from engine.places.lexicon import Lexicon
from engine.places.place import SHORTEST

_SHORTEST_WHOLE = 3  # syllables of a dong or district with its suffix; shorter ones are words too often
_SHORTEST_BRAND = 3  # syllables; shorter ones begin too many words (현대적인)
_MOST_OWN = 4  # syllables behind it; longer ones are a request
_BRAND_ROLES = ("home", "home_in_full", "stem")
_MOST_SYLLABLES = 10
_MOST_WORDS = 3  # of a name in Latin letters


def guesses(edges: Edges, claimed: bytearray, tokens: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The letters of each such word; `claimed` letters belong to names already."""
    folded, lexicon = edges.folded, edges.lexicon
    nears = {found.start() for found in lexicon.near_words.finditer(edges.text)}
    is_between = any(word in edges.text for word in lexicon.between)
    at = 0
    while at < len(tokens):
        start, end = tokens[at]
        at += 1
        if claimed.find(1, start, end) >= 0:
            continue
        if folded.text[start:end].isascii():
            found = _latin(folded, claimed, tokens, at - 1, lexicon)
            at = max(at, found[1])
            if found[0]:
                yield start, found[0]
            elif _is_latin_near(edges, start, end):
                yield start, end
            continue
        seat = _seat(edges, claimed, tokens, at - 1, nears)
        if seat:
            yield seat
            continue
        found_end = _hangul(edges, start, end, nears)
        if not found_end:
            found_end = _of_brand(edges, start, end)
        if not found_end and is_between:
            found_end = _paired(edges, claimed, start, end)
        if found_end:
            yield start, found_end


def _hangul(edges: Edges, start: int, end: int, nears: Container[int]) -> int:
    """Where the name ends that begins this word, 0 for none: before a near word, which begin at `nears`, or
    with its suffix."""
    text, lexicon, closes = edges.text, edges.lexicon, edges.closes
    last = start
    while last < end and is_syllable(text[last]):
        last += 1
    last = min(last, start + _MOST_SYLLABLES)
    for cut in range(start + SHORTEST, last + 1):
        near = edges.near_size(cut) if cut in nears and edges.gaps[cut] <= 1 else 0
        if near and closes(cut + near) and _may_be_name(text[start:cut], near, lexicon):
            return cut
    return next(
        (
            cut
            for cut in range(last, start + SHORTEST, -1)
            if text[cut - 1] in lexicon.last_letters and closes(cut) and _has_suffix(text[start:cut], lexicon)
        ),
        0,
    )


def _of_brand(edges: Edges, start: int, end: int) -> int:
    """Where the name ends that begins this word with one that many complexes share (래미안블라블라), 0 for
    none: what is behind that is no word that may follow a place."""
    text, lexicon = edges.text, edges.lexicon
    word = text[start:end]
    if not all(map(is_syllable, word)):
        return 0
    for cut in range(len(word) - _SHORTEST_WHOLE, max(len(word) - _MOST_OWN, _SHORTEST_BRAND) - 1, -1):
        rest, brand = word[cut:], word[:cut]
        if lexicon.roles.get(brand) in _BRAND_ROLES and lexicon.is_shared(brand):
            follows = edges.context(start + cut) or rest.endswith((*lexicon.describing, *lexicon.acting))
            return 0 if follows or _is_common(rest, lexicon) else end
    return 0


def _seat(
    edges: Edges, claimed: bytearray, tokens: Sequence[tuple[int, int]], number: int, nears: Container[int]
) -> tuple[int, int] | None:
    """The letters of a name that ends in this word, a common one that with the word before it is a name (쿠팡
    본사 근처)."""
    lexicon, (start, end) = edges.lexicon, tokens[number]
    seat = next((word for word in lexicon.seats if edges.text.find(word, start, end) >= 0), "")
    own = edges.text.find(seat, start, end)
    cut = own + len(seat)
    if not seat or cut not in nears or edges.gaps[cut] > 1 or not edges.closes(cut + edges.near_size(cut)):
        return None
    first = start if own > start else tokens[number - 1][0] if number else own
    apart = own == start and edges.gaps[start] > 1
    said = edges.text[first:own]
    if apart or len(said) < SHORTEST or claimed.find(1, first, own) >= 0 or said[-1] in lexicon.context:
        return None
    is_common = said in lexicon.common_words or said.endswith(lexicon.describing)
    return None if is_common else (first, cut)


def _is_latin_near(edges: Edges, start: int, end: int) -> bool:
    """Whether these letters begin with a capital and stand before a near word (KAIST 근처)."""
    written = edges.folded.slice(start, end)
    return (
        written[0].isupper()
        and len(written) > SHORTEST
        and edges.folded.text[start:end] not in edges.lexicon.common_words
        and end < len(edges.text)
        and edges.gaps[end] <= 1
        and is_syllable(edges.text[end])
        and bool(edges.near_size(end))
    )


def _paired(edges: Edges, claimed: bytearray, start: int, end: int) -> int:
    """Where the name ends that begins this word, one of two between which something lies (강남역이랑 뉴욕
    사이), 0 for none: the other is known. A topic is who goes there (신랑은 강남역 중간)."""
    text, lexicon = edges.text, edges.lexicon
    if text.endswith(lexicon.acting, start, end):
        return 0
    for cut in range(start + SHORTEST, end + 1):
        size = edges.context(cut)
        is_second = start > 0 and edges.is_between(cut) and _names_before(edges, claimed, start)
        lists = cut < end and cut + size == end and text[cut:end] not in lexicon.topics
        is_first = lists and end < len(text) and bool(claimed[end])
        if not is_second and not (is_first and edges.is_between(_claimed_end(claimed, end))):
            continue
        if _may_be_name(text[start:cut], SHORTEST, lexicon) and all(map(is_syllable, text[start:cut])):
            return cut
    return 0


def _names_before(edges: Edges, claimed: bytearray, start: int) -> bool:
    """Whether a name with a particle stands right before this letter."""
    return any(
        claimed[start - size - 1] and edges.context(start - size) == size
        for size in range(1, min(edges.lexicon.context_sizes[0], start - 1) + 1)
    )


def _claimed_end(claimed: bytearray, at: int) -> int:
    found = claimed.find(0, at)
    return found if found >= 0 else len(claimed)


def _may_be_name(word: str, near: int, lexicon: Lexicon) -> bool:
    """No common word, nor one with a particle; before a near word of one syllable none that describes it."""
    if _is_common(word, lexicon):
        return False
    if near == 1 and word.endswith(lexicon.describing):
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
    if len(word) >= _SHORTEST_WHOLE and word.endswith(lexicon.area_suffixes):
        return True
    homes = (*lexicon.long_home_suffixes, *lexicon.name_ends)
    bare = next((word.removesuffix(suffix) for suffix in homes if word.endswith(suffix)), "")
    return len(bare) >= SHORTEST and _may_be_name(bare, SHORTEST, lexicon)


def _latin(
    folded: Folded, claimed: bytearray, tokens: Sequence[tuple[int, int]], first: int, lexicon: Lexicon
) -> tuple[int, int]:
    """Where the capitalised words end that stand behind a word such as near, and the number of the next
    token; 0 for none. A word in capitals (KAIST) counts where not everything is in capitals."""
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
        written = folded.slice(start, stop)
        is_short = written.isupper() and len(written) > SHORTEST and not folded.slice(*before).isupper()
        if not is_tail and not (is_short or _is_proper(written)):
            break
        end, at = stop, at + 1
    return end, at


def _is_proper(written: str) -> bool:
    """Whether it is written like a name: a capital, then small letters."""
    return written[0].isupper() and written[1:].islower() and written.isascii() and len(written) > SHORTEST
