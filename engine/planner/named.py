"""The places a sentence names, each once, with its part in the wish: wished, or named and not wished."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.convert.result import CueSpan
from engine.places.jamo import plain
from engine.places.mention import Mention, Mentions
from engine.planner.sentence import Sentence

_BETWEEN = 2
"""Places that something can be between."""

Part = Literal["wished", "negated", "elsewhere"]
"""`elsewhere`: inside a cue such as the current home."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One time a place is named, at letters `start:end` of the sentence."""

    mention: Mention
    start: int
    end: int
    part: Part = "wished"

    @property
    def key(self) -> str:
        """What tells places apart: the id of the place that is meant, else the name as compared."""
        candidates = self.mention.candidates
        return candidates[0].place.id if candidates else plain(self.mention.text)

    @property
    def kind(self) -> str:
        """The kind of the place that is meant, "" when nothing is called so."""
        candidates = self.mention.candidates
        return candidates[0].place.kind if candidates else ""


@dataclass(frozen=True, slots=True)
class Named:
    """A place and every time it is named as a wish, from left to right."""

    mention: Mention
    occurrences: tuple[Occurrence, ...]
    part: Part = "wished"

    @property
    def starts(self) -> tuple[int, ...]:
        """Where it is named, in code points of the text."""
        return tuple(each.mention.start for each in self.occurrences)

    @property
    def is_known(self) -> bool:
        """Whether it is said which place is meant; a part of several names (래미안 1차) does not say it."""
        mention = self.mention
        if mention.is_shared:
            return False
        return mention.how in ("exact", "ngram") or len(mention.candidates) == 1

    @property
    def kind(self) -> str:
        return self.occurrences[0].kind

    @property
    def is_complex(self) -> bool:
        """Whether a complex is named; of names that nothing has, one with a number is a complex's part."""
        text = self.mention.text
        return self.kind == "complex" or (not self.mention.candidates and any(map(str.isdigit, text)))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCues:
    """Compiled words around names: `near` words may precede one, `skipped` words follow it, the others
    decide."""

    near: tuple[str, ...]
    skipped: tuple[str, ...]
    not_after: tuple[str, ...]
    not_before: tuple[str, ...]
    instead: tuple[str, ...]
    instead_before: tuple[str, ...]
    join: tuple[str, ...]
    moved_from: tuple[str, ...] = ()
    moved_to: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()


def read_named(
    sentence: Sentence,
    found: Mentions,
    cues: PlaceCues,
    said_of: Sequence[CueSpan],
    *,
    is_between: bool,
) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
    """The wished places and the others, each in the order named. In the spans of
    `said_of` nothing is a wish; with `is_between` a negated place is negated alone, whatever it is listed
    with, unless two others are left."""
    everything = sorted((*found.mentions, *found.unknown), key=lambda mention: mention.start)
    covered = _covered(sentence, said_of)
    places = [_occurrence(sentence, mention, covered) for mention in everything]
    places = [_negated(sentence, place, cues) for place in places]
    places = _replaced(sentence, places, cues)
    listed = _with_listed(sentence, places, cues)
    is_enough = len({place.key for place in listed if place.part == "wished"}) >= _BETWEEN
    return _merged(listed if is_enough or not is_between else places)


def _covered(sentence: Sentence, spans: Sequence[CueSpan]) -> list[Part]:
    """The part in the wish that each code point has."""
    parts: list[Part] = ["wished"] * len(sentence.folded.written)
    for span in spans:
        same: list[Part] = ["negated" if span.refused else "elsewhere"]
        parts[span.start : span.end] = same * (span.end - span.start)
    return parts


def _occurrence(sentence: Sentence, mention: Mention, covered: Sequence[Part]) -> Occurrence:
    start, end = sentence.letters(mention.start, mention.end)
    parts = covered[mention.start : mention.end]
    return Occurrence(mention, start, end, "wished" if "wished" in parts else parts[0])


def _negated(sentence: Sentence, place: Occurrence, cues: PlaceCues) -> Occurrence:
    if place.part != "wished":
        return place
    if _is_taken_back(sentence, place.end, cues) or precedes(sentence, cues.not_before, place.start, cues):
        return Occurrence(place.mention, place.start, place.end, "negated")
    return place


def _is_taken_back(sentence: Sentence, at: int, cues: PlaceCues) -> bool:
    """Whether a negating word follows here, also behind one that puts the wish between places (A랑 B 중간
    말고)."""
    between = follows(sentence, cues.between, at, cues)
    return bool(
        follows(sentence, cues.not_after, at, cues) or (between and is_denied(sentence, between, cues))
    )


def is_denied(sentence: Sentence, at: int, cues: PlaceCues) -> bool:
    """Whether a negating word stands right here, and no particle first (중간 말고, but not 중간에서 이사)."""
    return bool(
        sentence.goes_on(at)
        and sentence.starting_at(cues.not_after, at)
        and not sentence.starting_at(cues.skipped, at)
    )


def _replaced(sentence: Sentence, places: list[Occurrence], cues: PlaceCues) -> list[Occurrence]:
    """The place before one that is put in its place is no wish any more (from one to the other; one, no, the
    other)."""
    out = list(places)
    for at in range(1, len(out)):
        one, other = out[at - 1], out[at]
        if (
            one.part == "wished"
            and one.key != other.key
            and one.start != other.start
            and sentence.same_sentence(one.start, other.start)
            and (_is_left(sentence, one, other, cues) or _is_corrected(sentence, other, cues))
        ):
            for number, place in enumerate(out[:at]):
                if place.start == one.start:  # a word for several places is each of them
                    out[number] = Occurrence(place.mention, place.start, place.end, "negated")
    return out


def _is_left(sentence: Sentence, one: Occurrence, other: Occurrence, cues: PlaceCues) -> bool:
    """Whether a word behind a place puts it in the place of the one before, which is not listed with it (A랑
    B로 바꿔), or says that one moves there from that one (A에서 B로 이사)."""
    if follows(sentence, cues.instead, other.end, cues):
        return not follows(sentence, cues.join, one.end, cues)
    return bool(
        follows(sentence, cues.moved_from, one.end, cues)
        and sentence.skip(cues.skipped, one.end) == other.start
        and follows(sentence, cues.moved_to, other.end, cues)
    )


def _is_corrected(sentence: Sentence, place: Occurrence, cues: PlaceCues) -> bool:
    """Whether a word of its own right before a place takes back what was said (교대역, 아니 서초역)."""
    start = sentence.ending_at(cues.instead_before, place.start)
    return start > 0 and sentence.gaps[start] > 0


def follows(
    sentence: Sentence, words: tuple[str, ...], at: int, cues: PlaceCues, *, glued: bool = False
) -> int:
    """Where the one of `words` ends that stands right behind a name ending here, near words and particles
    between them aside; 0 for none. With `glued` no space stands before it: 강남역 나는 is no 강남역이나."""
    while sentence.goes_on(at):
        end = sentence.starting_at(words, at)
        if end and not (glued and sentence.gaps[at]):
            return end
        at = sentence.starting_at(cues.skipped, at)
        if not at:
            return 0
    return 0


def precedes(sentence: Sentence, words: tuple[str, ...], at: int, cues: PlaceCues) -> bool:
    """Whether one of `words` stands right before a name that begins here, near words and particles between
    them aside."""
    while at > 0 and sentence.gaps[at] <= 1:
        if sentence.ending_at(words, at) >= 0:
            return True
        at = sentence.ending_at(cues.skipped, at)
    return False


def _with_listed(sentence: Sentence, places: list[Occurrence], cues: PlaceCues) -> list[Occurrence]:
    """What is said of the last place of a list is said of all."""
    out = list(places)
    for at in range(len(out) - 1, 0, -1):
        one, other = out[at - 1], out[at]
        if other.part == "negated" and one.part == "wished":
            is_joined = follows(sentence, cues.join, one.end, cues)
            is_beside = one.end == other.start and sentence.same_sentence(one.start, other.start)
            if is_beside or (is_joined and sentence.skip(cues.skipped, one.end) == other.start):
                out[at - 1] = Occurrence(one.mention, one.start, one.end, "negated")
    return out


def _merged(places: list[Occurrence]) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
    """A place named twice is one; how it was named last decides whether it is wished."""
    by_key: dict[str, list[Occurrence]] = {}
    for place in places:
        by_key.setdefault(place.key, []).append(place)
    wished: list[Named] = []
    others: list[Named] = []
    for group in by_key.values():
        part = group[-1].part
        same = tuple(place for place in group if place.part == part)
        named = Named(same[0].mention, same, part)
        (wished if part == "wished" else others).append(named)
    return tuple(wished), tuple(others)
