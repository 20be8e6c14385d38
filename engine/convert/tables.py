"""Compiled tables: what a conversion does to an amount, as the reader needs it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from engine.config.base import Params, Quantity, Span
from engine.config.conversion import Second, SecondTail, Tail
from engine.config.vocabulary import Household, PlaceWords, Term
from engine.convert.clauserules import ClauseRules, RefusalRules
from engine.convert.sounds import Sounds
from engine.convert.spelling import Spellings
from engine.convert.wordtree import WordTree

_NONE: frozenset[int] = frozenset()
Bare = Literal["exact", "at_most", "ignore"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Table:
    """One conversion of amounts (`low` and `high`, parameters or None) or of choices (`choice`).

    `step` is what 미만 moves by, `spread` and `band_width` (None: the last non-zero digit) are in the
    table's unit. A number without a unit right before its label counts where it is a whole multiple of
    `round_before_label`; the numbers in `known` count without a unit and a label. `deals` are the deal
    types whose homes carry this value, () for every; `counts_years` says that a numeral of 0 or less counts
    from this year. `of_choice` names the table that its amounts belong to where the sentence wishes that
    deal alone. `second` is what else its words may mean."""

    index: int
    name: str
    scale: int
    low: str | None
    high: str | None
    choice: str | None
    bare: Bare
    bare_labelled: Bare
    labelled_numbers: bool
    round_before_label: Decimal | None
    known: frozenset[Decimal]
    needs_label: bool
    place_labels: bool
    default: bool
    accepts: Span | None
    century: Span | None
    elided_tens: bool
    lowest: int | None
    whole: Literal["down", "up"] | None
    step: Decimal
    spread: Quantity | None
    outward: bool
    band_width: Decimal | None
    sets: Mapping[str, object]
    deals: tuple[str, ...]
    of_choice: Mapping[str, str]
    counts_years: bool
    second: Second

    @property
    def rule(self) -> str:
        """Its name in evidence."""
        return f"conversion/{self.name}"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Scale:
    """Tables whose amounts are spelt alike: same units, tails and numerals (price, deposit and monthly rent).

    `members` are its tables of amounts by index, `centuries` those that read a year of two digits, `tails`
    and their other readings go by the unit's word."""

    index: int
    tables: tuple[Table, ...]
    members: frozenset[int]
    centuries: frozenset[int]
    tails: Mapping[str, Tail]
    second_tails: Mapping[str, SecondTail]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pair:
    """Two amounts in one breath, such as 1000/50; `first_at_least` is in the first table's unit,
    `second_at_most` in the second's. `last_alone` says that words behind it may speak of its last amount
    alone."""

    index: int
    name: str
    first: Table
    second: Table
    labelled_wins: bool
    first_at_least: int | None
    second_at_most: int | None
    last_alone: bool
    sets: Mapping[str, object]

    @property
    def rule(self) -> str:
        """Its name in evidence."""
        return f"conversion/{self.name}"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CompiledTerm:
    """A term of the vocabulary. `table` fills its first parameter, None when no table does: it says what
    words beside the term do to it. `wants` are the wants that it sets. `without` is what remains when the
    term is excluded. `second` is the term in its other reading, None for a clear one."""

    term: Term
    table: Table | None
    sets: Params
    wants: frozenset[str]
    without: Params
    second: "CompiledTerm | None" = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Rulebook:
    """Everything of a revision that converting needs, compiled once.

    `sounds` finds what misspelt words mean, `lows` are parameters that are lower ends, `labelled` the tables
    that read a number without a unit beside their label, `counted` those of them that read a native
    numeral so (방 하나), `needy` those whose amounts mean nothing without a label, `placed` those of them
    that a place right before an amount labels, `choices` the parameters
    that hold choices, `cues_with` the cues that want another word behind them, `cues_of` those that want
    an amount of these tables behind them; the words of `any_table`, the default, speak for what no table is
    about. `known` are the numbers that count by themselves (84), each with its table."""

    spellings: Spellings
    tree: WordTree
    sounds: Sounds
    tables: tuple[Table, ...]
    scales: tuple[Scale, ...]
    pairs: tuple[Pair, ...]
    terms: tuple[CompiledTerm, ...]
    households: tuple[Household, ...]
    cues: tuple[str, ...]
    cues_with: frozenset[int]
    cues_of: Mapping[int, frozenset[int]]
    clauses: ClauseRules
    refusals: RefusalRules
    places: PlaceWords
    lows: frozenset[str]
    labelled: frozenset[int]
    counted: frozenset[int]
    needy: frozenset[int]
    placed: frozenset[int]
    choices: frozenset[str]
    known: Mapping[Decimal, Table]
    any_table: Table | None

    def tables_of(self, scales: Iterable[int]) -> frozenset[int]:
        """The tables of amounts on these scales."""
        found = [self.scales[scale].members for scale in scales]
        return found[0] if len(found) == 1 else _NONE.union(*found)
