"""The language: how people write numbers and sentences, whatever the number is about."""

from typing import Annotated, Literal

from pydantic import Field

from engine.config.base import Name, StrictModel, Word, Words

TwoNumbers = Annotated[tuple[int, ...], Field(min_length=2, max_length=2)]


class Numerals(StrictModel):
    """Number words: digits (일), times (십), native counters (하나), pairs that are ranges (서너), the point
    (점) and the half of a unit (반)."""

    digits: dict[Word, int] = {}
    times: dict[Word, int] = {}
    native: dict[Word, int] = {}
    pairs: dict[Word, TwoNumbers] = {}
    point: Words = ()
    half: Words = ()


class Clauses(StrictModel):
    """Where clauses end and begin. A word that ends in one of `ends` is the last of its clause, one that ends
    in one of `finals` of its sentence too; not one that ends in one of `unless`, nor one of `lists` right
    behind a name or an amount. A word that begins with one of `begins` opens a clause. `light` words leave
    open what a clause is about. A bound that begins with one of `refers` speaks of the amount that the clause
    before ends with (8억이고 그 이상은 힘들어요)."""

    ends: Words = ()
    finals: Words = ()
    unless: Words = ()
    lists: Words = ()
    begins: Words = ()
    light: Words = ()
    refers: Words = ()


class Measured(StrictModel):
    """Words about what homes may have more or less of. `of` names it: wants of the catalog, fields of the
    document, or `score`; `names` are what it is called. `less` and `more` say which way something goes, also
    with `most` or `than` of the degrees beside them (저렴, 비싸); `lowest` and `highest` are that and the
    most in one word (cheapest)."""

    of: Annotated[tuple[Name, ...], Field(min_length=1)]
    names: Words = ()
    less: Words = ()
    more: Words = ()
    lowest: Words = ()
    highest: Words = ()


class Degrees(StrictModel):
    """Words that say which of the homes has more or less of something. Before one of `more` or `less` one of
    `most` says that no home has more, one of `least` the opposite; right before a home's name one of `than`,
    right behind it one of `than_behind`, that it is the one compared with. `gaps` tell how far two homes are
    apart, also with one of `by` before an amount. `more`, `less`, `lowest` and `highest` say so of whatever
    stands beside them (높, 낮); what begins like one of the words but is none is in `not_meant`. `measures`
    say the rest.

    One of `among` tells of which homes something is the most; one of `aside`, that some are left out. One of
    `targets` beside an amount says that it is no home's but asked for, one of `closes` that it would be asked
    for instead, and `only` that no other home is left. `joins` stand between names told of alike; `apart`
    words begin another part of a sentence. One of `about` between an amount and such a word says nothing
    else (100 m 정도 가까운); one of `rest` before a number of homes that they are those not named yet; one of
    `missing` beside a limit, that no home keeps it."""

    most: Words = ()
    least: Words = ()
    than: Words = ()
    than_behind: Words = ()
    gaps: Words = ()
    by: Words = ()
    more: Words = ()
    less: Words = ()
    highest: Words = ()
    lowest: Words = ()
    not_meant: Words = ()
    among: Words = ()
    aside: Words = ()
    targets: Words = ()
    closes: Words = ()
    only: Words = ()
    joins: Words = ()
    apart: Words = ()
    about: Words = ()
    rest: Words = ()
    missing: Words = ()
    measures: tuple[Measured, ...] = ()


class Answers(StrictModel):
    """Words of an answer, by which its check tells what is said of a home. Beside one `of_wish` an amount is
    the customer's, or how far a home is from it (15억보다 낮은), and right behind an amount before all names
    one of `toward` says so too (15억에는 A가); a sentence with one `left_open` does not say that a home is so
    (신축은 아니지만, 확인하지 못했습니다). One of `times` behind a number, or one of `shares`, says how many
    times something else it is, which no data holds. `deals` say for which deal the amount beside them was."""

    of_wish: Words = ()
    toward: Words = ()
    left_open: Words = ()
    times: Words = ()
    shares: Words = ()
    deals: dict[str, Words] = {}
    degrees: Degrees = Degrees()


class Language(StrictModel):
    """`rules/language.yaml`. `homes` are nouns that may stand between a condition and the word that takes it
    back: 7억 넘는 집은 빼줘. `asking` is how words of a request begin, which say nothing to an amount that
    they are written to (투룸찾습니다); those of `plan.yaml` do so too."""

    kind: Literal["language"]
    numerals: Numerals = Numerals()
    same: dict[Word, Words] = {}
    particles: Words = ()
    homes: Words = ()
    asking: Words = ()
    clause_ends: Words = ()
    clauses: Clauses = Clauses()
    masks: Words = ()
    answers: Answers = Answers()
