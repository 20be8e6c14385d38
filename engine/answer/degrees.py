"""Words of a sentence that say which home has more or less of something, by the pack's own words: the most
(가장 저렴한), more than another (예림보다 넓은), and how far two are apart."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from engine.answer.figures import Figure
from engine.answer.units import by_first, home_words
from engine.config.base import Words
from engine.config.language import Degrees, Measured
from engine.config.revision import Revision, once_per_revision
from engine.convert.spelling import is_latin, is_letter
from engine.places.jamo import is_syllable, numbers

Kind = Literal[
    "most", "degree", "highest", "gap", "name", "than", "than_behind", "by", "among", "aside", "target",
    "closes", "only", "apart", "rest", "missing", "none",
]  # fmt: skip
_BEGINS = re.compile(r"(?<![^\W\d_])[^\W\d_]")
"""The first letter of a word, also of one that is written to a number."""
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_BOLD = "*_ "
_QUALIFIES = 4
"""The tail of a syllable (ㄴ) with which words end that tell of the noun behind them."""
_OF_DEGREES = ("most", "degree", "highest", "gap", "name")


class Mark(NamedTuple):
    """A word at start:end that says something of degrees. `measures` are what it is about, () for whatever
    stands beside it; `sign` is 1 for more, -1 for less."""

    kind: Kind
    start: int
    end: int
    measures: frozenset[str] = frozenset()
    sign: int = 0


def is_beside(mark: Mark, start: int, end: int, text: str) -> bool:
    """Whether the word says of the name at start:end of the text that something is compared with it."""
    if mark.kind == "than_behind":
        between = text[end : mark.start].strip(_BOLD)
        is_beside_name = not between or _IN_BRACKETS.fullmatch(between) is not None  # 예림(8억 7,000만원)보다
        return end <= mark.start and is_beside_name
    return mark.kind == "than" and mark.end <= start and not text[mark.end : start].strip(_BOLD)


class Degree(NamedTuple):
    """Something said at start:end to be more (`sign` 1) or less (-1) than elsewhere, or how far it is apart
    (0): of which of `measures`, none for what is not known; whether none has more of it (`is_most`), and
    whether a word for more or less stands before it (`is_further`)."""

    start: int
    end: int
    measures: frozenset[str]
    sign: int
    is_most: bool = False
    is_further: bool = False


class Part(NamedTuple):
    """The part start:end of a sentence, with its words of degrees and its figures; names are blank."""

    text: str
    start: int
    end: int
    marks: Sequence[Mark]
    figures: Sequence[Figure]

    def has(self, *kinds: Kind) -> bool:
        """Whether it has a word of one of these kinds."""
        return any(mark.kind in kinds for mark in self.marks)


class DegreeReader:
    """Reads sentences by one revision."""

    def __init__(self, revision: Revision) -> None:
        self._marks = _marks(revision.language.answers.degrees)
        self._by_first = by_first(self._marks)
        self._particles = frozenset((*revision.language.particles, *revision.language.answers.degrees.about))
        self._homes = tuple(word.lower() for word in home_words(revision))

    def marks(self, text: str) -> list[Mark]:
        """The words of degrees from left to right, at each word the longest; names are blank in the text."""
        lower = text.lower()
        if not self._by_first or len(lower) != len(text):
            return []
        found: list[Mark] = []
        past = 0
        for begins in _BEGINS.finditer(lower):
            at = begins.start()
            if at < past or lower[at] not in self._by_first:
                continue
            word = self._word(lower, at)
            past = at + len(word)
            found += [mark._replace(start=at, end=past) for mark in self._marks.get(word, ())]
        return found

    def _word(self, lower: str, at: int) -> str:
        """The longest word of degrees that begins here, "" for none; one in Latin letters is whole."""
        for word in self._by_first[lower[at]]:
            if not lower.startswith(word, at):
                continue
            end = at + len(word)
            if not is_latin(word[-1]) or end >= len(lower) or not is_letter(lower[end]):
                return word
        return ""

    def degrees(self, part: Part, of: Callable[[Figure], frozenset[str]]) -> Iterator[Degree]:
        """What a part of a sentence says of degrees; `of` gives what a figure measures."""
        marks = [mark for mark in part.marks if mark.kind in _OF_DEGREES]
        for at, mark in enumerate(marks):
            behind = marks[at + 1] if at + 1 < len(marks) else None
            if behind is not None and not self.is_beside(part.text[mark.end : behind.start]):
                behind = None
            if mark.kind == "degree" and not mark.measures and behind and behind.kind in ("degree", "gap"):
                continue  # 더 저렴: said by the word behind it
            if mark.kind == "most" and behind and behind.kind == "name" and is_latin(part.text[mark.start]):
                yield Degree(mark.start, behind.end, behind.measures, mark.sign, is_most=True)
            elif mark.kind in ("degree", "highest", "gap"):
                yield self._degree(part, marks[:at], mark, behind, of)

    def is_beside(self, between: str) -> bool:
        """Whether nothing but particles, and words that an amount is a rounded one, stand between two
        words."""
        return all(map(self._is_particle, between.split()))

    def _is_particle(self, word: str) -> bool:
        """Whether a word is one particle, or two in one (으로는)."""
        cuts = ((word[:cut], word[cut:]) for cut in range(1, len(word)))
        return word in self._particles or any({*pair} <= self._particles for pair in cuts)

    def _degree(
        self,
        part: Part,
        before: Sequence[Mark],
        mark: Mark,
        behind: Mark | None,
        of: Callable[[Figure], frozenset[str]],
    ) -> Degree:
        start, sign, is_most, is_further = mark.start, mark.sign, mark.kind == "highest", False
        names: list[Mark] = []
        for each in reversed(before):
            if not self.is_beside(part.text[each.end : start]):
                break
            if each.kind == "name":
                names.append(each)
            elif each.kind == "most":
                is_most, sign = True, sign * each.sign
            elif each.kind == "degree" and not each.measures:
                is_further, sign = True, sign * each.sign
            else:
                break
            start = each.start
        named = behind.measures if behind is not None and behind.kind == "name" else frozenset[str]()
        about = names[0].measures if names else None
        measures = self._measures(part, before, mark, start, about, named, of)
        return Degree(start, mark.end, measures, sign, is_most, is_further)

    def _measures(
        self,
        part: Part,
        before: Sequence[Mark],
        mark: Mark,
        start: int,
        about: frozenset[str] | None,
        named: frozenset[str],
        of: Callable[[Figure], frozenset[str]],
    ) -> frozenset[str]:
        """What a word of degrees is about: what it says itself, else what is named right before it or counted
        there, else what is named right behind it, else the last that is named before; none where a gap or
        another noun stands there."""
        names = [each.measures for each in reversed(before) if each.kind == "name"]
        if any(each.kind == "gap" and self.is_beside(part.text[each.end : start]) for each in before):
            return frozenset()
        figure = self.figure_before(part, start)
        counted = of(figure) if figure is not None else frozenset[str]()
        own = mark.measures or about or counted or named
        if not (mark.measures or named) and self._is_of_a_word(part, mark.end):
            return frozenset()
        if not own and self._follows_a_word(part, start):
            return frozenset()
        own = own or (names[0] if names else own)
        return next((narrow for each in names if (narrow := each & own)), own)

    def figure_before(self, part: Part, at: int) -> Figure | None:
        """The figure right before this letter."""
        for figure in reversed(part.figures):
            if figure.end <= at:
                return figure if self.is_beside(part.text[figure.end : at]) else None
        return None

    def _is_of_a_word(self, part: Part, at: int) -> bool:
        """Whether the word that ends here tells of one behind it of which nothing is known (가장 큰 장점)."""
        word, _, rest = part.text[at : part.end].partition(" ")
        last = (part.text[:at] + word)[-1:]
        is_open = is_latin(last) or (is_syllable(last) and numbers(last)[2] == _QUALIFIES)
        is_word = rest[:1].isalpha() and not rest.lower().startswith(self._homes)
        begin = part.end - len(rest)
        return is_open and is_word and not any(mark.start == begin for mark in part.marks)

    def _follows_a_word(self, part: Part, at: int) -> bool:
        """Whether a word stands before this letter of which nothing is known (만족도가 가장 높은)."""
        before = part.text[part.start : at].rstrip()
        begin = part.start + len(before) - len(before.split()[-1]) if before else at
        is_known = any(begin < mark.end and mark.start < at for mark in part.marks)
        is_figure = any(begin < figure.end <= at for figure in part.figures)
        return bool(before) and not (is_known or is_figure or self._is_particle(part.text[begin:at].strip()))


def _marks(words: Degrees) -> dict[str, tuple[Mark, ...]]:
    """The words of degrees, each with what it says."""
    found: dict[str, dict[tuple[Kind, int], frozenset[str]]] = {}
    for kind, sign, measures, some in (*_plain(words), *_measured(words)):
        for word in some:
            own = found.setdefault(word.lower(), {})
            own[kind, sign] = own.get((kind, sign), frozenset()) | {*measures}
    return {
        word: tuple(Mark(kind, 0, 0, measures, sign) for (kind, sign), measures in own.items())
        for word, own in found.items()
    }


def _plain(words: Degrees) -> Iterator[tuple[Kind, int, Words, Words]]:
    """The lists of words that are about nothing by themselves: kind, sign, measures and words."""
    lists: tuple[tuple[Kind, Words], ...] = (
        ("than", words.than),
        ("than_behind", words.than_behind),
        ("gap", words.gaps),
        ("by", words.by),
        ("among", words.among),
        ("aside", words.aside),
        ("target", words.targets),
        ("closes", words.closes),
        ("only", words.only),
        ("apart", words.apart),
        ("rest", words.rest),
        ("missing", words.missing),
        ("none", words.not_meant),
    )
    for kind, some in lists:
        yield kind, 0, (), some
    yield "most", 1, (), words.most
    yield "most", -1, (), words.least


def _measured(words: Degrees) -> Iterator[tuple[Kind, int, Words, Words]]:
    """The same of the words for more and less, and of what measures are called."""
    for each in (words, *words.measures):
        of = each.of if isinstance(each, Measured) else ()
        yield "degree", 1, of, each.more
        yield "degree", -1, of, each.less
        yield "highest", 1, of, each.highest
        yield "highest", -1, of, each.lowest
    for each in words.measures:
        yield "name", 0, each.of, each.names


@once_per_revision
def degree_reader(revision: Revision) -> DegreeReader:
    """The reader of a revision, made once and kept as long as it."""
    return DegreeReader(revision)
