"""What a sentence says of its amounts, by the pack's own words: of which deal, as what kind of money, as a
limit or as a fact; and what it says in words that stand for a condition (신축) or a wish (조용한)."""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from engine.answer.figures import Band
from engine.catalog.wants import parameters
from engine.config.revision import Revision, once_per_revision
from engine.convert.choices import choices_in
from engine.convert.compile import rulebook
from engine.convert.lexer import Token, lex
from engine.convert.meaning import Interval, band, interval, modifiers, statement_params
from engine.convert.phrases import Phrase, phrases_of
from engine.convert.scanner import Scanner
from engine.convert.vocabulary import terms_in, wishes_in
from engine.convert.word import BOUNDED, MeaningClass, Word

_REACH = 24
"""How many letters away a word may stand that says whose an amount is."""
_RANGES: frozenset[MeaningClass] = frozenset({*BOUNDED, "band", "about"})


@dataclass(frozen=True, slots=True)
class Claim:
    """What is said of one amount: the wants whose label stands beside it, () for none, the deals it is said
    to be for, () for none. `is_range` says that it is told as an end or as the middle of a range, `is_upper`
    that it counts what conditions only ever limit (minutes), `is_toward` that something is measured against
    it, `is_about` that it is rounded; `bands` are what it reaches over where it is said as a band."""

    wants: frozenset[str] = frozenset()
    deals: tuple[str, ...] = ()
    is_range: bool = False
    is_upper: bool = False
    is_toward: bool = False
    is_about: bool = False
    bands: frozenset[Band] = frozenset()
    read_bounds: Callable[[], tuple[Mapping[str, object], ...]] = tuple

    @property
    def bounds(self) -> tuple[Mapping[str, object], ...]:
        """The parameters that it would set as a condition, by every table that it may be of, where it is said
        as a limit or a band; read when they are asked for."""
        return self.read_bounds()


class Said(NamedTuple):
    """What one sentence says, in which `names` stand at these letters and were made blank: of the amount that
    begins at a letter, and by words alone, each with what it sets and (`terms_at`) its first letter;
    `has_unconfirmed` says that it names what no data can confirm."""

    text: str
    names: Sequence[tuple[int, int]]
    amounts: Mapping[int, Claim]
    terms: tuple[Mapping[str, object], ...]
    has_unconfirmed: bool
    terms_at: tuple[int, ...]

    def near(self, start: int, end: int) -> str:
        """The letters start:end and what stands near them, up to the next name on either side."""
        left = max([start - _REACH, *(stop for _, stop in self.names if stop <= start)], default=0)
        right = min([end + _REACH, *(begin for begin, _ in self.names if begin >= end)], default=0)
        return self.text[max(left, 0) : right]


class ClaimReader:
    """Reads sentences by one revision."""

    def __init__(self, revision: Revision) -> None:
        self._book = rulebook(revision)
        answers = revision.language.answers
        self.is_of_wish = _any_of(answers.of_wish)
        """Whether words of a text speak of the customer's wish, or of how far something is from it."""
        self.is_asked = _any_of((*answers.degrees.targets, *answers.degrees.closes))
        """Whether words of a text say that an amount is, or would be, asked for."""
        self.is_denied = _any_of(answers.left_open)
        """Whether words of a text say that something is not so, or not known."""
        self.is_left_open = _any_of((*answers.of_wish, *answers.left_open))
        """Whether words of a text leave open whether what it says is so."""
        self._toward = answers.toward
        self._has_factor = _any_of(answers.shares)
        self._deal_of = {word.lower(): deal for deal, words in answers.deals.items() for word in words}
        self._done, self._is_done = _pattern(self._deal_of), _any_of(self._deal_of)
        owner = parameters(revision.catalog)
        self._want = {
            table.index: owner.get(table.low or table.high or "", "") for table in self._book.tables
        }
        self._limits = frozenset(t.index for t in self._book.tables if t.low is None and t.choice is None)
        of_other = {
            (table.index, deal): name for table in self._book.tables for deal, name in table.of_choice.items()
        }
        names = {table.name: self._want[table.index] for table in self._book.tables}
        self.also = {
            (self._want[index], deal): names[name]
            for (index, deal), name in of_other.items()
            if name in names
        }
        """By a want's label and a deal, the want whose amounts are called so too (the 보증금 of a 전세)."""

    def read(self, scanner: Scanner, text: str, names: Sequence[tuple[int, int]]) -> Said:
        """What the text says, which the scanner holds; names stand at these letters and were made blank."""
        tokens = lex(scanner)
        muted = [False] * len(tokens)
        terms = [named for named in terms_in(tokens, muted, self._book) if named.why is None]
        return Said(
            text=text,
            names=names,
            amounts=self._amounts(tokens, scanner, text, names),
            terms=tuple(named.sets for named in terms),
            terms_at=tuple(scanner.text.begins[tokens[named.token].start] for named in terms),
            has_unconfirmed=self._has_factor(text) or any(True for _ in wishes_in(tokens, muted)),
        )

    def _amounts(
        self, tokens: Sequence[Token], scanner: Scanner, text: str, names: Sequence[tuple[int, int]]
    ) -> dict[int, Claim]:
        """What is said of each amount, by its first letter."""
        muted = [False] * len(tokens)
        deals = self._deals_in(tokens, scanner, text)
        amounts: dict[int, Claim] = {}
        first = min((start for start, _ in names), default=len(text))
        follows, is_toward = len(text), False
        for phrase in reversed(phrases_of(tokens, muted, self._book)):
            token = tokens[phrase.token]
            start, end = scanner.text.begins[token.start], scanner.text.ends[token.end - 1]
            is_toward = start < first and (
                text.startswith(self._toward, end)
                or (is_toward and self._goes_on(text[end:follows].strip(" ,")))
            )
            follows = start
            is_range = self._is_range(tokens, phrase, scanner, names)
            amounts[start] = Claim(
                wants=self._wants(phrase),
                deals=_deals(tokens, phrase, deals),
                is_range=is_range,
                is_upper=bool(phrase.tables) and phrase.tables <= self._limits,
                is_toward=is_toward,
                is_about=is_range and self._is_about(phrase),
                bands=frozenset(self._bands(phrase)),
                read_bounds=partial(self._bounds, phrase) if is_range else tuple,
            )
        return amounts

    def _goes_on(self, between: str) -> bool:
        """Whether what is between two amounts is nothing, or begins like such a word (33평에 10억이면)."""
        return not between or any(word.startswith(between) for word in self._toward)

    def _deals_in(
        self, tokens: Sequence[Token], scanner: Scanner, text: str
    ) -> list[tuple[int, tuple[str, ...]]]:
        """The deals that are named, each with its token: by the conversions' words or those of answers."""
        named = [
            (choice.token, choice.values)
            for choice in choices_in(tokens, [False] * len(tokens), self._book)
            if choice.why is None
        ]
        begins = [scanner.text.begins[token.start] for token in tokens] if self._is_done(text) else []
        for found in self._done.finditer(text) if begins else ():
            named.append((bisect_right(begins, found.start()) - 1, (self._deal_of[found[0].lower()],)))
        return sorted(named)

    def _bands(self, phrase: Phrase) -> Iterator[Band]:
        if not any(map(_makes_band, (*phrase.before, *phrase.after))):
            return
        for reading in phrase.amount.readings:
            for table in self._book.scales[reading.scale].tables:
                said = modifiers(phrase.before, phrase.after, table)
                if said.bound is None and (said.has("band") or said.part is not None):
                    yield Band(reading.scale, *band(table, reading.low, reading.high, said.part))

    def _bounds(self, phrase: Phrase) -> tuple[Mapping[str, object], ...]:
        found: list[Mapping[str, object]] = []
        for reading in phrase.amount.readings:
            for table in self._book.scales[reading.scale].tables:
                said = modifiers(phrase.before, phrase.after, table)
                if said.bound is None and not said.has("band") and said.part is None:
                    continue
                meant = interval(table, reading.low, reading.high, said, labelled=True)
                if isinstance(meant, Interval):
                    found.append(statement_params(table, (meant.low, meant.high)))
        return tuple(found)

    def _is_about(self, phrase: Phrase) -> bool:
        """Whether words beside the amount say that it is rounded, and nothing else of it."""
        said = [modifiers(phrase.before, phrase.after, self._book.tables[index]) for index in phrase.tables]
        return any(each.has("about") and each.bound is None for each in said)

    def _wants(self, phrase: Phrase) -> frozenset[str]:
        """What the nearest label says that the amount is."""
        for word in (*reversed(phrase.before), *phrase.after):
            found = word.labels & phrase.tables
            if found:
                return frozenset(self._want[table] for table in found)
        return frozenset()

    def _is_range(
        self, tokens: Sequence[Token], phrase: Phrase, scanner: Scanner, names: Sequence[tuple[int, int]]
    ) -> bool:
        """Whether words beside the amount, with no name between, make it an end or a middle of a range."""
        if phrase.ends_range or (phrase.joined is not None and "between" in phrase.joined.classes):
            return True
        at, begins = tokens[phrase.token].start, scanner.text.begins
        cuts = [begin for begin, _ in names]
        for index in range(phrase.first, phrase.last + 1):
            token = tokens[index]
            one, other = sorted((begins[at], begins[token.start]))
            if token.word is None or any(one < cut < other for cut in cuts):
                continue
            if _makes_range(token.word, phrase.tables, is_behind=index > phrase.token):
                return True
        return False


def _makes_range(word: Word, tables: Collection[int], *, is_behind: bool) -> bool:
    classes = word.after if is_behind else word.before
    parts = word.parts if is_behind else word.parts_before
    return any(classes.get(table) in _RANGES or table in parts for table in tables)


def _makes_band(word: Word) -> bool:
    return bool(word.bands or word.parts_before) or "band" in word.before.values()


def _deals(
    tokens: Sequence[Token], phrase: Phrase, named: Sequence[tuple[int, tuple[str, ...]]]
) -> tuple[str, ...]:
    """The deals that an amount is said to be for: the one that stands beside it, before it first, else the
    nearest before it."""
    before = [each for each in named if each[0] < phrase.token]
    behind = [each for each in named if each[0] > phrase.token]
    if before and _is_beside(tokens[before[-1][0] + 1 : phrase.token]):
        return before[-1][1]
    if behind and _is_beside(tokens[phrase.token + 1 : behind[0][0]]):
        return behind[0][1]
    return before[-1][1] if before else ()


def _is_beside(between: Sequence[Token]) -> bool:
    """Whether only particles and labels stand between."""
    return all(
        token.word is not None and (token.word.particle or token.word.labels) and not token.word.clause_end
        for token in between
    )


def _any_of(words: Collection[str]) -> Callable[[str], bool]:
    """Whether any of the words stands in a text; one in Latin letters as a word of its own. Looking for each
    word is much quicker than a pattern of all, which tries every word at every letter."""
    lower = [word.lower() for word in words]
    plain = tuple(word for word in lower if not word.isascii())
    latin = tuple((word, _pattern((word,))) for word in lower if word.isascii())

    def has(text: str) -> bool:
        text = text.lower()
        if any(word in text for word in plain):
            return True
        return any(word in text and pattern.search(text) for word, pattern in latin)

    return has


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Any of the words; one in Latin letters as a word of its own."""
    parts = [rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word) for word in words]
    return re.compile("|".join(parts) or r"(?!)", re.IGNORECASE)


@once_per_revision
def claim_reader(revision: Revision) -> ClaimReader:
    """The reader of a revision, made once and kept as long as it."""
    return ClaimReader(revision)
