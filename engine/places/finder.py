"""The places that a sentence names, wherever they stand in it and whatever is glued to them.

One walk over the folded sentence: at each letter the longest known name that may stand there is taken.
A name with its suffix is taken nearly anywhere; a name without it only where the words around it say
that it is a place.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from engine.places.folded import Folded, fold
from engine.places.guess import guesses
from engine.places.homonyms import called, is_inside, within
from engine.places.index import Hints, Match
from engine.places.jamo import from_keyboard, has_initials, is_syllable
from engine.places.lexicon import Lexicon, Role
from engine.places.mention import Hint, Mention, Mentions, join
from engine.places.naming import without_suffix

_PARTICLES = 2  # how many single-syllable particles may follow each other behind a name
_ELLIPSIS = 8  # how many letters may lie between "2차" and the "1차" that leaves the name out
_TYPO_EDITS = 1  # in a sentence only one wrong jamo is read as a name; a look-up on its own allows more
_MOST_TYPOS = 8  # so many unknown words of one sentence are compared with all names
_SHORTEST_TYPO = 3  # syllables with the suffix; shorter ones differ by one jamo from too many words
_NUMBER_DIGITS = 3
_MOST_AREAS = 16  # so many areas of one sentence may say which complex of a name is meant

_PART = re.compile(r"(\D{2,10})[0-9]")  # a name with the number of a part


@dataclass(frozen=True, slots=True)
class _Span:
    """A name at letters `start:end` of the folded text; `name` is looked up, `text` shown."""

    start: int
    end: int
    name: str
    text: str
    line: str = ""
    typo: bool = False
    guess: bool = False


def find_mentions(sentence: str, lexicon: Lexicon) -> Mentions:
    """Every place, region and line that the sentence names; linear in its length."""
    walk = _Walk(fold(sentence), lexicon)
    walk.run()
    walk.read_rest()
    spans = sorted(walk.spans, key=lambda span: span.start)
    found, hints = join(_resolve(spans, walk.hints, lexicon, walk.folded), walk.hints, sentence)
    return Mentions(
        tuple(mention for mention in found if mention.candidates),
        tuple(hints),
        tuple(mention for mention in found if not mention.candidates),
    )


class _Walk:
    """The state of one walk: what is claimed, and after which letter the next name may begin at once."""

    def __init__(self, folded: Folded, lexicon: Lexicon) -> None:
        self.folded = folded
        self.text = folded.text
        self.lexicon = lexicon
        self.spans: list[_Span] = []
        self.hints: list[Hint] = []
        self.claimed: list[tuple[int, int]] = []
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
            end = self._end(at, at + length, role)
            if end:
                self._claim(at, end, name, role)
                return end
        return at

    def _end(self, at: int, end: int, role: Role) -> int:
        """Where the name ends if it may stand here, else 0."""
        spaced = any(self.folded.gaps[at + 1 : end])
        if spaced and (2 in self.folded.gaps[at + 1 : end] or not self._opens(at)):
            return 0
        match role:
            case "anywhere" | "area":
                stands = role == "anywhere" or self._opens(at)
                fits = stands and not self._swallowed(at, end) and (not spaced or self._closes(end))
                return end if fits else 0
            case "word" | "region":
                follows = role == "region" and self.text[end : end + 2] in self.lexicon.heads
                if not self._opens(at):
                    return 0
                if numbered := self._numbered(end, self.lexicon.dong_suffixes):
                    return numbered  # 역삼1동
                return end if follows or self._closes(end) else self._slipped(end)
            case "far":
                return end if self._in_region and self._opens(at) and self._closes(end) else 0
            case "ordinary":
                return end if self._opens(at) and self._near_word(end) else 0
            case "never":
                return end if self._opens(at) else 0
            case "home" | "home_in_full":
                return self._home_end(at, end, role)
            case "stem":
                return self._phase_end(end) if self._opens(at) else 0
            case "line":
                return end if at == 0 or not self.text[at - 1].isdigit() or self.folded.gaps[at] else 0
            case "roman":
                return self._roman_end(at, end)

    def _slipped(self, at: int) -> int:
        """Where the suffix of a station ends that is written with one wrong jamo (신도림력), else 0."""
        if at >= len(self.text) or self.folded.gaps[at] or not is_syllable(self.text[at]):
            return 0
        slips = self.lexicon.slips
        end = at + 1
        return end if self.text[at] in slips and (self.folded.gaps[end] or self._near_word(end)) else 0

    def _claim(self, at: int, end: int, name: str, role: Role) -> None:
        self.claimed.append((at, end))
        folded = self.folded
        if role in ("region", "line"):
            kind: Literal["region", "line"] = "line" if role == "line" else "region"
            spoken = folded.slice(at, end)
            self.hints.append(Hint(kind, spoken, folded.at[at], folded.ends[end - 1]))
            if role == "line":
                self._line = (spoken, end)
            self._in_region = self._in_region or role == "region"
        elif role != "never":
            line, line_end = self._line
            near_line = line if line_end == at else ""
            written = self.text[at:end]
            slipped = role == "word" and written[len(name) :] in self.lexicon.slips
            spoken = folded.slice(at, end)
            self.spans.append(_Span(at, end, written, spoken, near_line, typo=slipped))
            if role in ("stem", "home"):
                self._stem = (self._stem_of(name), end)
        self._free = {end, end + self._context(end)}

    def _stem_of(self, name: str) -> str:
        return re.sub(r"[0-9]+\D{0,2}$", "", name)

    def _opens(self, at: int) -> bool:
        """Whether a word begins here: behind a gap, another name and its particle, or another script."""
        return (
            bool(self.folded.gaps[at])
            or at in self._free
            or (is_syllable(self.text[at]) and not is_syllable(self.text[at - 1]))
        )

    def _closes(self, end: int, particles: int = _PARTICLES) -> bool:
        """Whether the word ends here, but for words that may follow a place."""
        if end >= len(self.text) or self.folded.gaps[end]:
            return True
        if not is_syllable(self.text[end]):
            return is_syllable(self.text[end - 1])
        length = self._context(end)
        if length > 1 or (length and self.text[end] in self.lexicon.near):
            return True
        return bool(length) and particles > 0 and self._closes(end + 1, particles - 1)

    def _context(self, at: int) -> int:
        """The length of the longest word there that may follow a place, 0 for none."""
        return next(
            (
                size
                for size in self.lexicon.context_sizes
                if self.text[at : at + size] in self.lexicon.context
            ),
            0,
        )

    def _near_word(self, at: int) -> bool:
        sizes = self.lexicon.context_sizes
        return any(
            self.text[at : at + size] in self.lexicon.near for size in sizes if at + size <= len(self.text)
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
        if self.text[at:end] in self.lexicon.stems and (numbered := self._phase_end(end)):
            return numbered
        for suffix in self.lexicon.home_suffixes:
            if self.text.startswith(suffix, end) and self.folded.gaps[end] != 2:
                return end + len(suffix) if self._closes(end + len(suffix)) else 0
        return end if role == "home" and self._closes(end) else 0

    def _phase_end(self, at: int) -> int:
        """Where a number with its counter ends that begins here (1차, 5단지), else 0."""
        return self._numbered(at, self.lexicon.phases)

    def _numbered(self, at: int, counters: tuple[str, ...]) -> int:
        """Where a number ends that begins here and has one of these words behind it, else 0."""
        end = at
        while end < len(self.text) and end - at < _NUMBER_DIGITS and self.text[end].isdigit():
            end += 1
        if end == at or self.folded.gaps[at] == 2:
            return 0
        counter = next((word for word in counters if self.text.startswith(word, end)), "")
        return end + len(counter) if counter and self._closes(end + len(counter)) else 0

    def _take_phase(self, at: int) -> int:
        """A phase whose complex was named just before ("2차 말고 1차")."""
        stem, stem_end = self._stem
        if not stem or at - stem_end > _ELLIPSIS or not self.folded.gaps[at]:
            return at
        end = self._phase_end(at)
        if end:
            phase = self.folded.slice(at, end)
            self.claimed.append((at, end))
            self.spans.append(_Span(at, end, f"{stem} {phase}", f"{stem} {phase}"))
            self._stem = (stem, end)
        return end or at

    def _roman_end(self, at: int, end: int) -> int:
        """A romanised name is a whole word with its suffix, a preposition or a particle beside it."""
        if not self.folded.gaps[at] and at not in self._free:
            return 0
        for suffix in (*self.lexicon.index.suffixes.roman, *self.lexicon.index.suffixes.of("station")):
            longer = end + len(suffix)
            if self.text.startswith(suffix, end) and (self.folded.gaps[longer] or self._hangul(longer)):
                return longer if suffix.isascii() or self._closes(longer) else 0
        if not self.folded.gaps[end] and not self._hangul(end):
            return 0
        if self.text[at:end] in self.lexicon.common_words:
            return 0
        before = any(self._stands_before(word, at) for word in self.lexicon.before)
        is_proper = self.folded.written[self.folded.at[at]].isupper()
        return (
            end
            if before or is_proper or self._near_word(end) or (self._hangul(end) and self._context(end))
            else 0
        )

    def _hangul(self, at: int) -> bool:
        return at < len(self.text) and is_syllable(self.text[at])

    def _stands_before(self, word: str, at: int) -> bool:
        start = at - len(word)
        return start >= 0 and self.text.startswith(word, start) and bool(self.folded.gaps[start])

    def read_rest(self) -> None:
        """Look at the words in which no name was found: initials, another keyboard, one wrong jamo."""
        suffixes = self.lexicon.index.suffixes.of("station")
        claimed = bytearray(len(self.text))
        typos = 0
        for start, end in self.claimed:
            claimed[start:end] = b"\x01" * (end - start)
        tokens = self.folded.tokens()
        for start, end in tokens:
            word = self.text[start:end]
            if any(claimed[start:end]) or word.isdigit():
                continue
            latin = word.isascii()
            span = self._typed_on_latin(start, end) if latin else self._misspelt(start, suffixes, word)
            span = span or self._unheard_part(start, word)
            if span and span.typo:
                typos += 1
            if span and typos <= _MOST_TYPOS:
                self.spans.append(span)
                claimed[span.start : span.end] = b"\x01" * (span.end - span.start)
        for start, end in guesses(self.folded, claimed, tokens, self.lexicon, self._closes):
            spoken = self.folded.slice(start, end)
            self.spans.append(_Span(start, end, self.text[start:end], spoken, guess=True))

    def _typed_on_latin(self, start: int, end: int) -> _Span | None:
        word = self.folded.slice(start, end)
        typed = from_keyboard(word)
        if self.lexicon.roles.get(typed) not in ("anywhere", "word"):
            return None
        return _Span(start, end, typed, word)

    def _misspelt(self, start: int, suffixes: tuple[str, ...], word: str) -> _Span | None:
        """A word that ends in the suffix of a station, or initials that do."""
        for suffix in suffixes:
            cut = word.find(suffix, _SHORTEST_TYPO - 1)
            last = start + cut + len(suffix)
            is_word = self.text[:last].endswith(self.lexicon.never)
            if cut > 0 and not is_word and self._closes(last) and not any(map(str.isdigit, word[:cut])):
                return _Span(start, last, self.text[start:last], self.folded.slice(start, last), typo=True)
        return None

    def _unheard_part(self, start: int, word: str) -> _Span | None:
        """A name with the number of a part, of which no complex is known (잠실주공5단지)."""
        found = _PART.match(word)
        stem = found.group(1) if found else ""
        end = self._phase_end(start + len(stem)) if stem and all(map(is_syllable, stem)) else 0
        if not end or stem in self.lexicon.home_suffixes:
            return None
        return _Span(start, end, self.text[start:end], self.folded.slice(start, end), typo=True)


def _resolve(spans: list[_Span], hints: list[Hint], lexicon: Lexicon, folded: Folded) -> list[Mention]:
    """Each name with the places it may mean; names with one meaning help to choose for the others."""
    regions = [hint for hint in hints if hint.kind == "region"]
    said: list[tuple[_Span, Hints, tuple[Match, ...]]] = []
    chosen: dict[tuple[str, str], tuple[Match, ...]] = {}
    for span in spans:
        before = [hint for hint in regions if hint.start < folded.at[span.start]] or regions
        about = Hints(region=before[-1].text if before else "", line=span.line)
        places = _candidates(span, lexicon, about)
        if said and said[-1][0].end == span.start and said[-1][2]:
            key = (span.name, said[-1][0].name)
            if key not in chosen:
                chosen[key] = within(span.name, places, said[-1][2], lexicon)
            places = chosen[key]
        said.append((span, about, places))
    anchors = [found[0].place for _, _, found in said if found and _is_sure(found)]
    areas = tuple({span.name: found for span, _, found in said}.values())[:_MOST_AREAS]
    shown: dict[str, tuple[Match, ...]] = {}
    mentions: list[Mention] = []
    for span, about, found in said:
        if len(found) > 1 and anchors and not _is_sure(found) and not about.region:
            found = _candidates(span, lexicon, replace(about, near=(anchors[0].lat, anchors[0].lon)))
        start, end = folded.at[span.start], folded.ends[span.end - 1]
        is_complex = any(match.place.kind == "complex" for match in found[:1])
        of_many = is_complex and lexicon.is_shared(span.name)
        told = of_many and is_inside(found, areas)
        shared = of_many and not told and len(found) > 1
        if shared:
            found = shown.get(span.name) or called(span.name, found, lexicon)
            shown[span.name] = found
        full = next((match.place.name for match in found), "") if told else ""
        mentions.append(Mention(span.text, start, end, found, shared, span.guess, full))
    return mentions


def _candidates(span: _Span, lexicon: Lexicon, about: Hints) -> tuple[Match, ...]:
    if span.guess:
        return ()
    if span.typo:
        edits = 0 if has_initials(span.name) else _TYPO_EDITS
        return lexicon.index.misspelt(span.name, about, edits=edits)
    found = lexicon.exact(span.name, about)
    return found or lexicon.lookup(span.name, region=about.region, line=about.line)


def _is_sure(found: tuple[Match, ...]) -> bool:
    """Whether no second place has the same name, kind and score."""
    best = found[0]
    return best.how == "exact" and not any(
        other.score == best.score and other.place.kind == best.place.kind for other in found[1:]
    )
