"""Which places the names of a sentence mean: each by itself first, then with the help of the others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.places.folded import Folded
from engine.places.homonyms import called, is_inside, within
from engine.places.index import Hints, Match
from engine.places.jamo import has_initials, is_syllable, letters, plain
from engine.places.lexicon import Lexicon
from engine.places.mention import Hint, Mention
from engine.places.naming import without_suffix

TYPO_EDITS = 1  # only one wrong jamo is read as a name, in a sentence and where a plan looks it up
_MOST_AREAS = 16  # so many areas of one sentence may say which complex of a name is meant
_FEWEST_JAMO = 7  # of an unknown word: from here one wrong jamo leaves no doubt which name is meant
_FEWEST_ALONE = 5  # of a shorter one, if only one name is so near
_FEWEST_LATIN = 6
_LONG_HOME = 5  # syllables from which an unknown word may be a misspelt complex


@dataclass(frozen=True, slots=True)
class Span:
    """A name at letters `start:end` of the folded text; `name` is looked up, `text` shown.

    `typo` says that a suffix makes it a name though nothing is called so, `guess` that only the words around
    it do; `group` are the names that one word stands for.
    """

    start: int
    end: int
    name: str
    text: str
    line: str = ""
    typo: bool = False
    guess: bool = False
    group: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Said:
    """A span with what was said about it and the places it may mean."""

    span: Span
    about: Hints
    found: tuple[Match, ...]
    is_chosen: bool = False  # by the area right before


def resolve(spans: Sequence[Span], hints: list[Hint], lexicon: Lexicon, folded: Folded) -> list[Mention]:
    """Each name with the places it may mean; names with one meaning help to choose for the others."""
    said = list(_each(spans, hints, lexicon, folded))
    anchors = [each.found[0].place for each in said if each.found and _is_sure(each.found)]
    areas = tuple({each.span.name: each.found for each in said}.values())[:_MOST_AREAS]
    shown: dict[str, tuple[Match, ...]] = {}
    mentions: list[Mention] = []
    for each in said:
        span, found = each.span, each.found
        is_open = len(found) > 1 and not _is_sure(found) and not each.is_chosen
        if is_open and anchors and not each.about.region:
            found = _candidates(span, lexicon, replace(each.about, near=(anchors[0].lat, anchors[0].lon)))
        start, end = folded.at[span.start], folded.ends[span.end - 1]
        is_complex = any(match.place.kind == "complex" for match in found[:1])
        is_brand = span.name in lexicon.brands
        of_many = is_complex and (is_brand or lexicon.is_shared(span.name))
        told = of_many and is_inside(found, areas)
        many = len(found) > 1 or (is_brand and not told)
        shared = of_many and many and not (told and any(match.how == "exact" for match in found[:1]))
        if shared and not told:
            found = shown.get(span.name) or called(span.name, found, lexicon)
            shown[span.name] = found
        full = next((match.place.name for match in found), "") if told and not shared else ""
        mentions.append(Mention(span.text, start, end, found, shared, span.guess, full, bool(span.group)))
    return mentions


def _each(spans: Sequence[Span], hints: list[Hint], lexicon: Lexicon, folded: Folded) -> Iterator[_Said]:
    regions = [hint for hint in hints if hint.kind == "region"]
    known = lexicon.index.regions
    chosen: dict[tuple[str, str], tuple[Match, ...]] = {}
    last: _Said | None = None
    for span in _members(spans):
        before = [hint for hint in regions if hint.start < folded.at[span.start]] or regions
        said = before[-1].text if before else ""
        about = Hints(region=known.get(plain(said), said), line=span.line)
        places, is_chosen = _candidates(span, lexicon, about), False
        if last and last.span.end == span.start and last.found:
            key = (span.name, last.span.name)
            if key not in chosen:
                chosen[key] = within(span.name, places, last.found, lexicon)
            is_chosen = chosen[key] != places
            places = chosen[key]
        last = _Said(span, about, places, is_chosen)
        yield last


def _members(spans: Sequence[Span]) -> Iterator[Span]:
    """The spans, a word for several places once for each of them."""
    for span in spans:
        if span.group:
            yield from (replace(span, name=name) for name in span.group)
        else:
            yield span


def _candidates(span: Span, lexicon: Lexicon, about: Hints) -> tuple[Match, ...]:
    if span.guess:
        return _nearly(span.name, lexicon, about)
    if span.typo:
        return lexicon.misspelt(span.name, about, edits=0 if has_initials(span.name) else TYPO_EDITS)
    found = lexicon.exact(span.name, about)
    if lexicon.roles.get(span.name) == "town":
        return found  # a known town that the places lack is not one that resembles it
    if found or span.name.isascii():
        return found or _nearly(span.name, lexicon, about)
    return lexicon.lookup(span.name, region=about.region, line=about.line)


def _nearly(name: str, lexicon: Lexicon, about: Hints) -> tuple[Match, ...]:
    """The places that an unknown word means if one letter of it is wrong; () where that leaves a doubt."""
    latin, suffixes = name.isascii(), lexicon.index.suffixes
    end = next((end for end in suffixes.roman if latin and without_suffix(name, (end,))), "")
    kind, name = suffixes.latin.get(end), name.removesuffix(end)
    size = len(name) if latin else len(letters(name))
    if size < (_FEWEST_LATIN if latin else _FEWEST_ALONE) or not (latin or all(map(is_syllable, name))):
        return ()
    found = tuple(
        match
        for match in lexicon.misspelt(name, about, edits=TYPO_EDITS)
        if match.place.kind == (kind or match.place.kind)
        and (len(name) >= _LONG_HOME or match.place.kind != "complex")
    )
    names = {lexicon.bare_of(match.place) for match in found}
    return found if size >= (_FEWEST_LATIN if latin else _FEWEST_JAMO) or len(names) == 1 else ()


def _is_sure(found: tuple[Match, ...]) -> bool:
    """Whether no second place has the same name, kind and score."""
    best = found[0]
    return best.how == "exact" and not any(
        other.score == best.score and other.place.kind == best.place.kind for other in found[1:]
    )
