"""What each phrase states: a range for one table, or why it states none."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import NamedTuple

from engine.convert.disputes import other_readings
from engine.convert.meaning import Interval, Modifiers, interval, modifiers
from engine.convert.phrases import Choice, Phrase
from engine.convert.result import Why
from engine.convert.tables import Rulebook, Table
from engine.convert.word import Word


@dataclass(slots=True, eq=False)
class Statement:
    """A range for a table, read from tokens first:last. `adds` are parameters that words beside it set,
    `phrases` the phrases it was read from. `sets` are what its rule sets unless the sentence says otherwise,
    `excluded` says that an exclusion turned it round, `replaces` that it takes the place of what was said;
    `other` are the ranges that it may mean besides."""

    table: Table
    meant: Interval
    first: int
    last: int
    labelled: bool
    phrases: tuple[Phrase, ...]
    rule: str
    sets: Mapping[str, object]
    adds: dict[str, object] = field(default_factory=dict[str, object])
    excluded: bool = False
    replaces: bool = False
    other: tuple[Interval, ...] = ()


class Failure(NamedTuple):
    """A phrase that states nothing, at tokens first:last."""

    first: int
    last: int
    why: Why


class Resolver:
    """Chooses tables and ranges for phrases. `deals` are the deal types that the sentence names."""

    def __init__(self, book: Rulebook, today: date | None, deals: frozenset[str]) -> None:
        self.book = book
        self.today = today
        self._deals = deals

    def choose(self, phrase: Phrase, only: frozenset[int] | None = None) -> Choice | Why:
        """The table of one phrase: by label before, by label behind, by default; `only` narrows the
        tables."""
        if phrase.amount.number.overflow:
            return "refused"
        allowed = phrase.tables if only is None else phrase.tables & only
        why: Why = "no_table"
        for index in self._labels(phrase, allowed):
            table = self.book.tables[index] if only is not None else self._meant(self.book.tables[index])
            value = self._value(phrase, table)
            if isinstance(value, tuple):
                return Choice(table, *value, True)
            why = value or why
        if not phrase.readings and only is None:
            return self._known(phrase) or why
        found = self._unlabelled(phrase, allowed, needless=only is None)
        return why if found == "no_table" else found

    def _known(self, phrase: Phrase) -> Choice | None:
        """The table of a number that counts by itself (84), where no label but that of a deal claims it."""
        number = phrase.amount.number
        table = self.book.known.get(number.low) if phrase.stands_free else None
        if table is None or any(word.labels and not word.choices for word in phrase.before):
            return None
        return Choice(table, number.low, number.high, False)

    def _meant(self, table: Table) -> Table:
        """The table, or the one that its amounts belong to with the deals named (보증금 2억 전세)."""
        if not (table.of_choice and self._deals):
            return table
        names = {table.of_choice.get(deal) for deal in self._deals}
        return next((other for other in self.book.tables if names == {other.name}), table)

    def _labels(self, phrase: Phrase, allowed: frozenset[int]) -> list[int]:
        """Tables whose labels stand beside the phrase: before it, the nearest first, then behind it. Right
        behind a number alone they say nothing (이천 전세), but for one that is round in digits (5천 전세)."""
        ahead: list[int] = []
        for word in reversed(phrase.before):
            for table in sorted(word.labels & allowed) if word.labels else ():
                if not (word.choices and self._is_too_odd(phrase, self.book.tables[table])):
                    ahead.append(table)
        behind: list[int] = []
        for word in phrase.after:
            if word.labels:
                behind += sorted(word.labels & allowed)
        alone = behind and not (phrase.readings or phrase.amount.counters)
        if alone and not any(_is_meant(word, allowed) for word in phrase.after):
            behind = [index for index in behind if _is_round(phrase, self.book.tables[index])]
        return ahead + behind

    def _is_too_odd(self, phrase: Phrase, table: Table) -> bool:
        """Whether a number that counts by itself is not round enough for the table of a deal (전세 84)."""
        is_bare = not (phrase.readings or phrase.amount.counters)
        odd = table.round_before_label is not None and not _is_round(phrase, table)
        return is_bare and odd and self._known(phrase) is not None

    def _unlabelled(self, phrase: Phrase, allowed: frozenset[int], *, needless: bool) -> Choice | Why:
        """The default among the tables of the amount, whose "refused" is final, else the first that accepts
        it; with `needless` only tables that need no label."""
        tables: list[Table] = []
        default: Table | None = None
        for index in sorted(allowed):
            table = self.book.tables[index]
            tables.append(table)
            default = table if default is None and table.default else default
        sure = self._told_apart(phrase, tables, default)
        why: Why = "no_table"
        for table in tables if default is None else [sure or default]:
            if table.needs_label and needless:
                continue
            value = self._value(phrase, table)
            if isinstance(value, tuple):
                choice = Choice(table, *value, False)
                return self._for_deal(choice, phrase, allowed) if table.default else choice
            why = value or why
        return why

    def _told_apart(self, phrase: Phrase, tables: list[Table], default: Table | None) -> Table | None:
        """Of an amount that the default and another table spell alike, the one that says which amounts it
        accepts and accepts this one: 84B is a floor plan, 1.2B an amount of money."""
        if default is None or len(phrase.readings) < 2:
            return None
        others = (table for table in tables if table.scale != default.scale and not table.needs_label)
        return next((t for t in others if t.accepts and isinstance(self._value(phrase, t), tuple)), None)

    def _for_deal(self, default: Choice, phrase: Phrase, allowed: frozenset[int]) -> Choice:
        """The default table, or the one of a pair that the only deal type named is about (월세 투룸
        50만원)."""
        if not self._deals or not default.table.deals or self._deals & set(default.table.deals):
            return default
        for pair in self.book.pairs:
            if self._deals <= set(pair.second.deals) and pair.second.index in allowed:
                low = pair.second_at_most is None or default.high <= pair.second_at_most
                table = pair.second if low else pair.first
                value = self._value(phrase, table)
                return Choice(table, *value, False) if isinstance(value, tuple) else default
        return default

    def _value(self, phrase: Phrase, table: Table) -> tuple[Decimal, Decimal] | Why | None:
        """The phrase's ends in the table's unit, "refused" outside what it accepts, None when it is not of
        it."""
        reading = phrase.reading_on(table.scale)
        if reading is not None:
            low, high, century = reading.low, reading.high, reading.century
        elif phrase.readings:
            return None
        else:
            number, times = phrase.amount.number, phrase.multiplier
            low, high, century = number.low * times, number.high * times, False
        if table.counts_years and low <= 0 and not phrase.amount.number.digits:
            if self.today is None:
                return "no_day"
            low, high = low + self.today.year, high + self.today.year
        elif table.century is not None and table.century.low is not None and century:
            low, high = _in_century(low, table.century.low), _in_century(high, table.century.low)
        if table.whole is not None:
            rounding = ROUND_FLOOR if table.whole == "down" else ROUND_CEILING
            low, high = low.to_integral_value(rounding), high.to_integral_value(rounding)
        span = table.accepts
        if span and (
            (span.low is not None and low < span.low) or (span.high is not None and high > span.high)
        ):
            return "refused"
        return low, high

    def modifiers(self, phrase: Phrase, table: Table) -> Modifiers:
        """What the words around the phrase say to the table."""
        return modifiers(phrase.before, phrase.after, table)

    def takes_back(self, phrase: Phrase, table: Table) -> bool:
        """Whether a word behind the phrase corrects it without saying to what (5억은 아니고)."""
        last = phrase.after[-1] if phrase.after else None
        return (
            last is not None
            and table.index not in last.after
            and "instead" in last.joins.get(table.index, ())
        )

    def single(self, phrase: Phrase, choice: Choice) -> Statement | Why:
        """What a phrase states by itself."""
        table = choice.table
        if self.takes_back(phrase, table):
            return "corrected"
        said = self.modifiers(phrase, table)
        meant = interval(table, choice.low, choice.high, said, labelled=choice.labelled)
        if isinstance(meant, str):
            return meant
        stated = self.statement(table, meant, (phrase,), choice, said)
        stated.other = other_readings(phrase, choice, said, meant)
        return stated

    def statement(
        self, table: Table, meant: Interval, phrases: tuple[Phrase, ...], choice: Choice, said: Modifiers
    ) -> Statement:
        """The statement of these neighbouring phrases."""
        adds: dict[str, object] = {}
        for phrase in phrases:
            for word in (*phrase.before, *phrase.after):
                if table.index in word.adds:  # 전용 25평
                    name, value = word.adds[table.index]
                    adds[name] = value
        return Statement(
            table=table,
            meant=meant,
            first=phrases[0].first,
            last=phrases[-1].last,
            labelled=choice.labelled,
            phrases=phrases,
            rule=table.rule,
            sets=table.sets,
            adds=adds,
            excluded=said.has("except"),
            replaces=said.has("replaces"),
        )


def _is_round(phrase: Phrase, table: Table) -> bool:
    """Whether a number that begins with a digit is one that the table reads before its label."""
    number, unit = phrase.amount.number, table.round_before_label
    return unit is not None and number.in_digits and number.low >= unit and not number.low % unit


def _is_meant(word: Word, tables: frozenset[int]) -> bool:
    """Whether the word says to these tables how an amount is meant."""
    return not tables.isdisjoint(word.after) or not tables.isdisjoint(word.parts)


def _in_century(value: Decimal, first: Decimal) -> Decimal:
    """The year from `first` on that ends in these two digits."""
    year = first - first % 100 + value % 100
    return year if year >= first else year + 100
