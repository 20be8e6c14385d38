"""Conditions and sentences drawn from the pack's own tables, for laws that hold whatever the tables say.

Numbers come from each table's accepted range, words from its classes, labels, units and choices, terms from
the vocabulary: a new table or word is covered without a new test."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import cast

from hypothesis import assume, settings
from hypothesis import strategies as st

from engine.catalog.wants import parameters
from engine.config.conversion import AroundWords, Conversion
from engine.config.revision import Revision
from engine.convert import Conversion as Reading
from engine.convert import convert
from engine.convert.result import Params
from engine.runtime.revision import load
from tests.convert.conftest import TODAY
from tests.convert.numbers import Writing, fitting, plain, written

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = 20 if settings().derandomize else 300
"""How many sentences a law tries: more of them with --fuzz."""
EXAMPLES_OF_ONE = 6 if settings().derandomize else 60
"""How many a law tries on one table, where every table is tried by itself."""

AROUND: dict[str, Callable[[Conversion], AroundWords]] = {
    "about": lambda table: AroundWords(after=table.about.after, before=table.about.before),
    "exact": lambda table: table.exact,
    "at_most": lambda table: table.at_most,
    "below": lambda table: table.below,
    "at_least": lambda table: table.at_least,
    "above": lambda table: table.above,
}


@cache
def pack() -> Revision:
    """The property pack."""
    return load(ROOT)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: words before its amount, the amount, words behind it. `about` is the want it sets; a
    choice or a term has only words before."""

    about: str
    table: str
    before: tuple[str, ...]
    amount: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    def text(self, gap: str = " ") -> str:
        """Written with this between its parts, and nothing inside the amount."""
        return glued([*self.before, *(["".join(self.amount)] if self.amount else []), *self.after], gap)

    @property
    def pieces(self) -> tuple[str, ...]:
        """All parts between which a space may stand or not."""
        return (*self.before, *self.amount, *self.after)


def is_hangul(word: str) -> bool:
    """Whether the word is written in Hangul alone, but for spaces."""
    return all("가" <= char <= "힣" or char == " " for char in word)


def glued(pieces: Sequence[str], gap: str) -> str:
    """The pieces with the gap between them, but a space where two in Latin letters or digits would run
    together."""
    out = pieces[0] if pieces else ""
    for piece in pieces[1:]:
        both = out[-1:].isascii() and out[-1:].isalnum() and piece[:1].isascii() and piece[:1].isalnum()
        out += (gap or (" " if both else "")) + piece
    return out


def tables() -> list[Conversion]:
    """The tables of amounts that have a unit or a counter in Hangul."""
    return [t for t in pack().conversions.values() if t.into is not None and not t.choices and fitting(t)]


@cache
def deals() -> tuple[str, ...]:
    """The single values of the pack's choices."""
    return tuple(
        choice.value
        for table in pack().conversions.values()
        for choice in table.choices
        if isinstance(choice.value, str)
    )


@cache
def deal_words() -> dict[str, str]:
    """Words that name one value of a choice, with the value."""
    return {
        word: choice.value
        for table in pack().conversions.values()
        for choice in table.choices
        if isinstance(choice.value, str)
        for word in choice.words
    }


def names_of(holds: Callable[[Conversion], object] = lambda table: True) -> list[str]:
    """The names of the tables of amounts of which this holds."""
    return [table.name for table in tables() if holds(table)]


def deal_of(name: str) -> str | None:
    """A deal in whose sentences amounts of the table are said; None where none has to be named."""
    return next(deal for deal in (None, *deals()) if speaks_of(pack().conversions[name], deal))


def want_of(table: Conversion) -> str:
    """The want that the table's amounts set."""
    into = table.into
    assert into is not None
    return parameters(pack().catalog)[into.min or into.max or into.choice or ""]


def speaks_of(table: Conversion, deal: str | None) -> bool:
    """Whether amounts of the table are said in a sentence about this deal; without one, amounts of tables
    that set none."""
    own = pack().catalog.wants[want_of(table)].deal
    sets = set(table.sets.values())
    if deal is None:
        return not sets
    return (not own or deal in own) and (not sets or deal in sets)


@cache
def needs_label(name: str) -> bool:
    """Whether another table would read the table's amounts where its label is not said."""
    table = pack().conversions[name]
    alike = [each for each in tables() if each.units == table.units and each.name != name]
    counted = bool(table.counters) and not any(is_hangul(unit) for unit in table.units)
    return table.needs == "label" or counted or (bool(alike) and not table.default)


@cache
def labels(name: str, deal: str | None) -> tuple[str, ...]:
    """Labels in Hangul that go with the deal; one that also ends a phrase (까지) is not said before an
    amount."""
    table = pack().conversions[name]
    ends = {word for words in AROUND.values() for word in words(table).after}
    return tuple(
        label
        for label in table.labels
        if is_hangul(label) and label not in ends and deal_words().get(label, deal) == deal
    )


@cache
def words_of(name: str, kind: str, side: str) -> tuple[str, ...]:
    """Words in Hangul of one class of a table, that stand on one side of its amounts."""
    around = AROUND[kind](pack().conversions[name])
    return tuple(word for word in getattr(around, side) if is_hangul(word))


def says(name: str) -> list[str]:
    """The ways in which an amount of the table is meant in the conditions drawn; a bare amount where the
    table reads it."""
    table = pack().conversions[name]
    into = table.into
    found = [] if table.bare == "ignore" else ["bare"]
    low, high = bool(into and into.min), bool(into and into.max)
    if table.band.after and low:
        found.append("band")
    found += ["about", "exact"] if low else []
    found += ["at_most", "below"] if high else []
    return found + (["at_least", "above"] if low else [])


@st.composite
def modified(draw: st.DrawFn, name: str, kind: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a class before and behind an amount."""
    if kind == "bare":
        return (), ()
    if kind == "band":
        band = pack().conversions[name].band
        part = draw(st.sampled_from(["", *band.parts]))
        after = draw(st.sampled_from([word for word in band.after if is_hangul(word)]))
        return (), ((after, part) if part else (after,))
    sides = [side for side in ("before", "after") if words_of(name, kind, side)]
    assume(sides)
    side = draw(st.sampled_from(sides))
    word = draw(st.sampled_from(words_of(name, kind, side)))
    return ((word,), ()) if side == "before" else ((), (word,))


@st.composite
def conditions(
    draw: st.DrawFn,
    *,
    deal: str | None = None,
    of: Sequence[str] = (),
    kinds: Sequence[str] = (),
    writing: Writing = plain,
) -> Condition:
    """One amount with its words. `of` and `kinds` narrow the tables and the classes."""
    names = of or [table.name for table in tables() if speaks_of(table, deal)]
    table = pack().conversions[draw(st.sampled_from(names))]
    possible = [kind for kind in says(table.name) if not kinds or kind in kinds]
    assume(possible)
    kind = draw(st.sampled_from(possible))
    before, after = draw(modified(table.name, kind))
    fits = labels(table.name, deal)
    label = draw(st.sampled_from(fits)) if fits and (needs_label(table.name) or draw(st.booleans())) else ""
    value = draw(st.sampled_from(fitting(table)))
    amount = draw(written(table, value, pack().language.numerals, writing))
    return Condition(want_of(table), table.name, (*((label,) if label else ()), *before), amount, after)


@st.composite
def named(draw: st.DrawFn, *, deal: str | None = None, about: str | None = None) -> Condition:
    """A choice or a term: a word that is a condition by itself. `about` narrows it to those of one want."""
    of = parameters(pack().catalog)
    found = [
        Condition(of[next(iter(term.sets))], f"vocabulary/{term.name}", (word,))
        for term in pack().vocabulary.terms
        if term.only_with is None and "dealType" not in term.sets
        for word in term.words
        if is_hangul(word)
    ]
    found += [
        Condition("deal", "deal_type", (word,))
        for word, value in deal_words().items()
        if value == deal and is_hangul(word)
    ]
    return draw(st.sampled_from([each for each in found if about in (None, each.about)]))


@st.composite
def wishes(draw: st.DrawFn, *, most: int = 4, least: int = 1) -> list[Condition]:
    """Conditions about different wants and, where one is about a deal, all about the same."""
    deal = draw(st.sampled_from([None, *deals()]))
    return draw(
        st.lists(
            st.one_of(conditions(deal=deal), conditions(deal=deal), named(deal=deal)),
            min_size=least,
            max_size=most,
            unique_by=lambda each: each.about,
        )
    )


JOINS = [" ", ", ", "\n", " 그리고 ", "/ "]


@st.composite
def sentences(draw: st.DrawFn, *, most: int = 4, least: int = 1) -> str:
    """Conditions as one sentence, joined as customers join them."""
    return joined(draw(wishes(most=most, least=least)), draw(st.sampled_from(JOINS)))


@cache
def ahead() -> frozenset[str]:
    """Words that stand before an amount."""
    return frozenset(
        word for table in tables() for kind in AROUND for word in words_of(table.name, kind, "before")
    )


def two_sided(condition: Condition) -> bool:
    """Whether it ends in a word that could as well speak of what follows: 5억 최대 30평."""
    return not ahead().isdisjoint(condition.after)


def joined(drawn: Sequence[Condition], join: str) -> str:
    """The conditions with this between them, but a comma where only a comma tells a reader of which of two
    neighbours a word speaks (5억 최대 30평, 약 2년 전세)."""
    out = ""
    for each, following in pairwise(drawn):
        table = pack().conversions.get(each.table)
        unclear = two_sided(each) or (table is not None and following.pieces[0] in table.ignore.after)
        out += each.text() + (", " if unclear else join)
    return out + drawn[-1].text()


@st.composite
def latin_conditions(draw: st.DrawFn) -> str:
    """An amount in English words; words that are told apart by their case (M, m) are left out."""
    table = draw(
        st.sampled_from([t for t in tables() if latin_words(tuple(t.units)) and not needs_label(t.name)])
    )
    unit = draw(st.sampled_from(latin_words(tuple(table.units))))
    found = [
        (side, word)
        for kind in says(table.name)
        if kind in AROUND
        for side in ("before", "after")
        for word in latin_words(getattr(AROUND[kind](table), side))
    ]
    bare = [] if table.bare == "ignore" else [("before", "")]
    side, word = draw(st.sampled_from([*found, *bare]))
    gap = "" if unit.startswith("-") else " "
    span, factor = table.accepts, table.units[unit]
    low, high = (span.low, span.high) if span else (None, None)
    counts = [
        count
        for count in fitting(table)
        if (low is None or low <= count * factor) and (high is None or count * factor <= high)
    ]
    assume(counts)
    amount = f"{plain(draw(st.sampled_from(counts)), pack().language.numerals)}{gap}{unit}"
    return f"{word} {amount}".strip() if side == "before" else f"{amount} {word}".strip()


def latin_words(words: Sequence[str]) -> tuple[str, ...]:
    """Those in small Latin letters, longer than one, that no other word of the pack differs from by case."""
    return tuple(word for word in words if word.isascii() and word.islower() and len(word) > 1)


def reading(text: str) -> Reading:
    """All that the pack reads from a text on a fixed day, with the names of its places."""
    return convert(text, pack(), TODAY)


def plainly(params: Params) -> dict[str, object]:
    """Parameters without their open ends, lists of choices in one order."""
    return {
        name: sorted(map(str, cast("list[object]", value))) if isinstance(value, list) else value
        for name, value in params.items()
        if value is not None
    }


def said(text: str) -> dict[str, object]:
    """The parameters that the pack reads from a text; open ends left out."""
    return plainly(reading(text).params)


def letters_of(text: str) -> str:
    """The letters and digits of a text, however wide, composed or spaced."""
    return "".join(char for char in unicodedata.normalize("NFKC", text) if char.isalnum()).casefold()


def whole(text: str, but: Sequence[str] = ()) -> dict[str, object]:
    """All that a text says, apart from the words it was read from: parameters, the sets of which one must
    hold, wishes that no parameter holds, who will live there."""
    found = reading(text)

    def kept(params: Params) -> dict[str, object]:
        return {name: value for name, value in plainly(params).items() if name not in but}

    return {
        "params": kept(found.params),
        "alternatives": sorted(map(str, (sorted(kept(each).items()) for each in found.alternatives))),
        "wishes": sorted({letters_of(wish.text) for wish in found.wishes}),
        "households": sorted({each.name for each in found.households}),
    }


def same(one: str, other: str, *, but: Sequence[str] = ()) -> None:
    """Fails, with both texts and what was read from each, unless both say something, and the same but for
    these parameters and parts."""
    first, second = (
        {part: value for part, value in whole(text, but).items() if part not in but} for text in (one, other)
    )
    assert first["params"], f"{one!r} says nothing, so nothing was compared"
    assert first == second, f"\n  {one!r}\n    {first}\n  {other!r}\n    {second}"
