"""One spelling and everything that it is to the tables, the language and the vocabulary."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

MeaningClass = Literal[
    "band",
    "about",
    "exact",
    "at_most",
    "below",
    "at_least",
    "above",
    "except",
    "too_much",
    "too_little",
    "ignore",
    "relaxed",
    "replaces",
]
BOUNDED: frozenset[MeaningClass] = frozenset({"at_most", "below", "at_least", "above"})
_COMPLAINTS: frozenset[MeaningClass] = frozenset({"too_much", "too_little"})
JoinClass = Literal["plus_minus", "between", "either", "instead"]


def _by_index() -> dict[int, Any]:
    return {}


def _indexes() -> set[int]:
    return set()


@dataclass(slots=True, eq=False)
class Word:
    """Mappings are keyed by table, units and numerals by scale. Filled while the rules are compiled, then
    `close`d and only read.

    `second` and `second_parts` are what it may be besides.

    `cased` is the spelling in its own case where the case matters (M is a million, m is a metre), `gaps` are
    the letters before which it is written with a space."""

    text: str
    cased: str | None = None
    gaps: set[int] = field(default_factory=_indexes)
    units: dict[int, Decimal] = field(default_factory=_by_index)
    digit: int | None = None
    times: int | None = None
    native: int | None = None
    pair: tuple[int, int] | None = None
    point: bool = False
    half: bool = False
    numerals: dict[int, int] = field(default_factory=_by_index)
    labels: set[int] = field(default_factory=_indexes)
    counters: set[int] = field(default_factory=_indexes)
    after: dict[int, MeaningClass] = field(default_factory=_by_index)
    before: dict[int, MeaningClass] = field(default_factory=_by_index)
    joins: dict[int, set[JoinClass]] = field(default_factory=_by_index)
    pairs: set[int] = field(default_factory=_indexes)
    parts: dict[int, tuple[int, int]] = field(default_factory=_by_index)
    parts_before: dict[int, tuple[int, int]] = field(default_factory=_by_index)
    second: dict[int, MeaningClass] = field(default_factory=_by_index)
    second_parts: dict[int, tuple[int, int]] = field(default_factory=_by_index)
    adds: dict[int, tuple[str, str]] = field(default_factory=_by_index)
    centuries: set[int] = field(default_factory=_indexes)
    choices: dict[int, tuple[str, ...]] = field(default_factory=_by_index)
    hides: bool = False
    terms: list[int] = field(default_factory=list[int])
    households: list[int] = field(default_factory=list[int])
    cue_starts: set[int] = field(default_factory=_indexes)
    cue_ends: set[int] = field(default_factory=_indexes)
    cues_before: set[int] = field(default_factory=_indexes)
    cues_behind: set[int] = field(default_factory=_indexes)
    cue_with: set[int] = field(default_factory=_indexes)
    cue_stops: set[int] = field(default_factory=_indexes)
    refuses: bool = False
    wish: bool = False
    mask: bool = False
    particle: bool = False
    clause_end: bool = False
    home: bool = False
    home_kind: bool = False
    asks: bool = False
    near_place: bool = False
    follows_place: bool = False
    says_where: bool = False
    refers: bool = False
    # what follows is worked out by `close`
    is_numeral: bool = False
    is_token: bool = False
    stands_alone: bool = False
    blocks: bool = False
    is_part: bool = False
    joins_amounts: bool = False
    ahead: frozenset[int] = frozenset()
    back: frozenset[int] = frozenset()
    changes: frozenset[int] = frozenset()
    bands: frozenset[int] = frozenset()
    complains: bool = False
    directs: bool = False

    def close(self) -> None:
        """Work out what readers ask most: whether it is a part of numbers, whether it is more than that or a
        mask, whether it means something without an amount, whether it is worth more than a number that ends
        inside it, whether it can be a part of an amount or hide one, whether a cue, a refusal or a choice may
        stand in it; and the tables of whose amounts it
        speaks ahead, back, that it changes or joins, and of which it makes bands."""
        self.is_numeral = any(value is not None for value in (self.digit, self.times, self.native, self.pair))
        self.stands_alone = bool(
            self.terms or self.households or self.choices or self.hides or self.wish or self.mask
        )
        self.refuses = self.refuses or not {"except", "too_much"}.isdisjoint(self.after.values())
        self.directs = self.refuses or any(
            (self.choices, self.cue_starts, self.cues_before, self.cues_behind)
        )
        self.complains = self.refuses or not _COMPLAINTS.isdisjoint(self.after.values())
        self.changes = frozenset({*self.after, *self.parts, *self.joins})
        bands = (table for table, name in self.after.items() if name == "band")
        self.bands = frozenset({*bands, *self.parts})
        means_more = (self.particle, self.changes, self.before, self.labels, self.units, self.stands_alone)
        is_plain = self.is_numeral or (self.asks and not self._is_said())
        self.is_token = not self.mask and (not is_plain or any(means_more))
        self.blocks = not (self.is_numeral or self.units or self.particle)
        self.is_part = bool(not self.blocks or self.numerals or self.point or self.counters or self.mask)
        self.joins_amounts = any(names & {"between", "either"} for names in self.joins.values())
        corrects = (table for table, names in self.joins.items() if "instead" in names)
        self.ahead = frozenset({*self.before, *self.parts_before, *self.labels, *self.adds})
        self.back = frozenset({*self.after, *self.parts, *self.adds, *self.labels, *corrects})

    def _is_said(self) -> bool:
        """Whether the word says something about a sentence, a home or a place."""
        cues = (
            self.cue_starts,
            self.cue_ends,
            self.cues_before,
            self.cues_behind,
            self.cue_with,
            self.cue_stops,
        )
        of_home = self.refuses or self.home or self.home_kind or self.near_place or self.follows_place
        return any(cues) or of_home or self.clause_end
