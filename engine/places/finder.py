"""The places that a sentence names, wherever they stand in it and whatever is glued to them.

One walk over the folded sentence: at each letter the longest known name that may stand there is taken.
A name with its suffix is taken nearly anywhere; a name without it only where the words around it say
that it is a place.
"""

import re
from dataclasses import replace
from typing import Literal

from engine.places.coordinates import coordinates
from engine.places.edges import Edges
from engine.places.folded import Folded, fold
from engine.places.index import Hints
from engine.places.jamo import is_syllable
from engine.places.lexicon import Lexicon
from engine.places.meant import Span, resolve
from engine.places.mention import Hint, Mentions, join, lies_in
from engine.places.naming import without_suffix
from engine.places.place import SHORTEST
from engine.places.rest import read_rest
from engine.places.roles import Role

_ELLIPSIS = 8  # how many letters may lie between "2차" and the "1차" that leaves the name out
_LONG_LATIN = 8  # letters from which a romanised name is no other word


def find_mentions(sentence: str, lexicon: Lexicon) -> Mentions:
    """Every place, region and line that the sentence names; linear in its length."""
    walk = _Walk(fold(sentence), lexicon)
    walk.run()
    rest = read_rest(walk.edges, walk.named, walk.hinted)
    spans = sorted((*walk.spans, *rest), key=lambda span: span.start)
    hints = walk.hints
    if any(span.typo for span in rest):
        hints = [hint for hint in hints if not _is_inside(hint, rest, walk.folded)]
    found, hints = join(resolve(spans, hints, lexicon, walk.folded), hints, sentence)
    return Mentions(
        tuple(mention for mention in found if mention.candidates),
        tuple(hints),
        (*(mention for mention in found if not mention.candidates), *coordinates(sentence)),
    )


def _is_inside(hint: Hint, spans: list[Span], folded: Folded) -> bool:
    return any(
        folded.at[span.start] <= hint.start and hint.end <= folded.ends[span.end - 1] for span in spans
    )


class _Walk:
    """The state of one walk: what is claimed, and after which letter the next name may begin at once."""

    def __init__(self, folded: Folded, lexicon: Lexicon) -> None:
        self.folded = folded
        self.text = folded.text
        self.lexicon = lexicon
        self.edges = Edges(folded, lexicon)
        self.spans: list[Span] = []
        self.hints: list[Hint] = []
        self.named: list[tuple[int, int]] = []
        self.hinted: list[tuple[int, int]] = []
        self._free: set[int] = {0}
        self._stem: tuple[str, int] = ("", 0)
        self._line: tuple[str, int] = ("", -1)
        self._in_region = False

    def run(self) -> None:
        """Take the longest name at each letter, from left to right."""
        text, heads = self.text, self.lexicon.heads
        at = 0
        while at < len(text):
            after = at
            lengths = heads.get(text[at : at + 2])
            if lengths:
                after = self._take(at, lengths)
            if after == at and text[at].isdigit():
                after = self._take_phase(at)
            at = after if after > at else at + 1

    def _take(self, at: int, lengths: tuple[int, ...]) -> int:
        """Claim the longest name that may stand at this letter; the letter after it, or `at` for none."""
        for length in lengths:
            name = self.text[at : at + length]
            role = self.lexicon.roles.get(name)
            if role is None or len(name) < length:
                continue
            if role == "region" and (end := self._named_like_region(at, at + length)):
                role = "roman_in_full"
            else:
                end = self._end(at, at + length, role)
            if end:
                self._claim(at, end, name, role)
                return end
        return at

    def _end(self, at: int, end: int, role: Role) -> int:
        """Where the name ends if it may stand here, else 0."""
        spaced = any(self.folded.gaps[at + 1 : end])
        if spaced and (2 in self.folded.gaps[at + 1 : end] or not self._may_be_spaced(at, end)):
            return 0
        match role:
            case "anywhere" | "area":
                stands = role == "anywhere" or self._opens(at)
                fits = stands and not self._swallowed(at, end) and (not spaced or self.edges.closes(end))
                return end if fits else 0
            case "word" | "region":
                follows = role == "region" and self.text[end : end + 2] in self.lexicon.heads
                if not self._opens(at) or self.edges.is_road(end):
                    return 0
                if numbered := self.edges.numbered(end, self.lexicon.dong_suffixes):
                    return numbered  # 역삼1동
                return end if follows or self.edges.closes(end) else self._slipped(at, end)
            case "far":
                return end if self._in_region and self._opens(at) and self.edges.closes(end) else 0
            case "ordinary" | "town":
                says = role == "town" and self.edges.says_where(end)
                fits = self._opens(at) and (
                    says
                    or self.edges.near_size(end)
                    or self._lies_in_last(at, end)
                    or self._is_paired(at, end)
                )
                return end if fits else 0
            case "never":
                return end if self._opens(at) else 0
            case "home" | "home_in_full":
                return self._home_end(at, end, role)
            case "stem":
                return self.edges.phase_end(end) if self._opens(at) else 0
            case "line":
                return end if at == 0 or not self.text[at - 1].isdigit() or self.folded.gaps[at] else 0
            case "roman" | "roman_in_full":
                return self._roman_end(at, end, role)

    def _named_like_region(self, at: int, end: int) -> int:
        """Where the name of a place ends that begins with a region in Latin (Seoul Station), else 0."""
        longer = self._roman_end(at, end, "roman_in_full") if self.text[at:end].isascii() else 0
        return longer if longer and self.lexicon.exact(self.text[at:longer], Hints()) else 0

    def _may_be_spaced(self, at: int, end: int) -> bool:
        """Whether a name with spaces inside may stand here; one of two syllables is two words (2주 안에)."""
        begins = bool(self.folded.gaps[at]) or at in self._free
        return begins and end - at > SHORTEST

    def _slipped(self, at: int, end: int) -> int:
        """Where a suffix ends that is written with one wrong jamo (신도림력, 송파꾸), else 0; that of a dong
        or a district only if there is one of that name."""
        text, gaps = self.text, self.folded.gaps
        if end >= len(text) or gaps[end]:
            return 0
        meant = self.lexicon.slips.get(text[end], ())
        stations = self.lexicon.index.suffixes.of("station")
        is_one = any(suffix in stations or text[at:end] + suffix in self.lexicon.roles for suffix in meant)
        return end + 1 if is_one and (gaps[end + 1] or self.edges.near_size(end + 1)) else 0

    def _lies_in_last(self, at: int, end: int) -> bool:
        """Whether the name stands right behind that of a place it lies in (수원 신동)."""
        if not self.spans or self.spans[-1].end != at or not self.edges.closes(end):
            return False
        found = self.lexicon.exact(self.text[at:end], Hints())
        area = self.lexicon.exact(self.spans[-1].name, Hints())
        return bool(area) and any(lies_in(match.place, area) for match in found)

    def _is_paired(self, at: int, end: int) -> bool:
        """Whether it is one of two names that something is said to lie between (상동하고 중동 사이)."""
        if at and at in self._free and self.named and self.edges.is_between(end):
            return True
        other = end + self.edges.context(end)
        sizes = self.lexicon.heads.get(self.text[other : other + 2], ()) if other > end else ()
        return any(
            self.lexicon.roles.get(self.text[other : other + size], "never") != "never"
            and self.edges.is_between(other + size)
            for size in sizes
        )

    def _claim(self, at: int, end: int, name: str, role: Role) -> None:
        folded = self.folded
        (self.hinted if role in ("region", "line") else self.named).append((at, end))
        if role in ("region", "line"):
            kind: Literal["region", "line"] = "line" if role == "line" else "region"
            spoken = folded.slice(at, end)
            self.hints.append(Hint(kind, spoken, folded.at[at], folded.ends[end - 1]))
            if role == "line":
                self._line = (spoken, end)
                if self.spans and self.spans[-1].end == at and not self.spans[-1].line:
                    self.spans[-1] = replace(self.spans[-1], line=spoken)  # 신촌역 경의중앙선
            self._in_region = self._in_region or role == "region"
        elif role != "never":
            line, line_end = self._line
            near_line = line if line_end == at else ""
            written = self.text[at:end]
            slipped = role == "word" and written[len(name) :] in self.lexicon.slips
            spoken = folded.slice(at, end)
            group = self.lexicon.groups.get(name, ())
            self.spans.append(Span(at, end, written, spoken, near_line, typo=slipped, group=group))
            if role in ("stem", "home"):
                self._stem = (self._stem_of(name), end)
        self._free = {end, end + self.edges.context(end)}

    def _stem_of(self, name: str) -> str:
        return re.sub(r"[0-9]+\D{0,2}$", "", name)

    def _opens(self, at: int) -> bool:
        """Whether a word begins here: behind a gap, another name and its particle, or another script."""
        return (
            bool(self.folded.gaps[at])
            or at in self._free
            or (is_syllable(self.text[at]) and not is_syllable(self.text[at - 1]))
        )

    def _swallowed(self, at: int, end: int) -> bool:
        """Whether the suffix begins another word, and what is before it is a word too (가능 역세권)."""
        for suffix in self.lexicon.suffixes:
            bare = without_suffix(self.text[at:end], (suffix,))
            if bare and self.lexicon.roles.get(bare) in ("ordinary", "never"):
                start = end - len(suffix)
                longer = self.lexicon.heads.get(self.text[start : start + 2], ())
                words = (self.text[start : start + size] for size in longer if size > len(suffix))
                return any(self.lexicon.roles.get(word) == "never" for word in words)
        return False

    def _home_end(self, at: int, end: int, role: Role) -> int:
        """A complex is a whole word; with the suffix behind it, also one whose name is a common word."""
        if not self._opens(at):
            return 0
        if self.text[at:end] in self.lexicon.stems and (numbered := self.edges.phase_end(end)):
            return numbered
        for suffix in self.lexicon.home_suffixes:
            if self.text.startswith(suffix, end) and self.folded.gaps[end] != 2:
                return end + len(suffix) if self.edges.closes(end + len(suffix)) else 0
        return end if role == "home" and self.edges.closes(end) else 0

    def _take_phase(self, at: int) -> int:
        """A phase whose complex was named just before ("2차 말고 1차")."""
        stem, stem_end = self._stem
        if not stem or at - stem_end > _ELLIPSIS or not self.folded.gaps[at]:
            return at
        end = self.edges.phase_end(at)
        if end:
            phase = self.folded.slice(at, end)
            self.named.append((at, end))
            self.spans.append(Span(at, end, f"{stem} {phase}", f"{stem} {phase}"))
            self._stem = (stem, end)
        return end or at

    def _roman_end(self, at: int, end: int, role: Role) -> int:
        """A romanised name is a whole word with its suffix, a preposition or a particle beside it."""
        edges, text, lexicon = self.edges, self.text, self.lexicon
        if not self.folded.gaps[at] and at not in self._free:
            return 0
        for suffix in lexicon.roman_suffixes:
            longer = end + len(suffix)
            if text.startswith(suffix, end) and self.folded.gaps[end] < 2 and edges.ends_latin(longer):
                return longer if suffix.isascii() or edges.closes(longer) else 0
        if role == "roman_in_full" or not edges.ends_latin(end) or text[at:end] in lexicon.common_words:
            return 0
        before = any(edges.stands_before(word, at) for word in lexicon.before)
        is_proper = self.folded.written[self.folded.at[at]].isupper() or end - at >= _LONG_LATIN
        behind = edges.near_size(end) or (edges.is_hangul(end) and edges.context(end))
        return end if before or is_proper or behind else 0
