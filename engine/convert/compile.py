"""A revision's tables, language and vocabulary as one rulebook, made once and kept as long as the
revision."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from functools import lru_cache

from engine.catalog.fields import fields
from engine.catalog.wants import lower_ends, parameters
from engine.config.base import Params
from engine.config.catalog import WantSpec
from engine.config.conversion import Conversion, Into
from engine.config.revision import Revision, once_per_revision
from engine.config.vocabulary import Term
from engine.convert.clauserules import compile_clauses, compile_refusals
from engine.convert.normal import NormalText
from engine.convert.sounds import Sounds
from engine.convert.spelling import Spellings
from engine.convert.tables import CompiledTerm, Pair, Rulebook, Scale, Table
from engine.convert.words import WordBook

_ONE = Decimal(1)
_SPACE = " "
_SPELLINGS_KEPT = 2  # of the revision at work and of the one that takes its place


@once_per_revision
def rulebook(revision: Revision) -> Rulebook:
    """The compiled rules of a revision."""
    return compile_rules(revision)


def compile_rules(revision: Revision) -> Rulebook:
    """Compile without looking at what was compiled before."""
    spellings = compile_spellings(revision.language.same)
    scales: dict[object, int] = {}
    tables: dict[str, Table] = {}
    for name, conversion in revision.conversions.items():
        if conversion.into is not None:
            tables[name] = _table(name, conversion, len(tables), scales, revision)
    pairs = tuple(_pairs(revision.conversions, tables))
    words = _words(revision, spellings, tables, pairs)
    vocabulary = revision.vocabulary
    any_table = next((t for t in tables.values() if t.default), next(iter(tables.values()), None))
    return Rulebook(
        spellings=spellings,
        tree=words.tree(),
        sounds=Sounds(words.of_tables()),
        tables=tuple(tables.values()),
        scales=tuple(_scales(tables, scales, revision.conversions, spellings)),
        pairs=pairs,
        terms=tuple(_term(term, tables.values(), any_table, revision) for term in vocabulary.terms),
        households=vocabulary.households,
        cues=tuple(cue.name for cue in vocabulary.cues),
        cues_with=frozenset(index for index, cue in enumerate(vocabulary.cues) if cue.with_later),
        cues_of={
            index: frozenset(tables[name].index for name in cue.of if name in tables)
            for index, cue in enumerate(vocabulary.cues)
            if cue.of
        },
        clauses=compile_clauses(revision.language.clauses, spellings),
        refusals=compile_refusals(vocabulary.refusals, vocabulary.places.between, spellings),
        places=vocabulary.places,
        lows=lower_ends(revision.catalog),
        any_table=any_table,
        labelled=frozenset(table.index for table in tables.values() if table.labelled_numbers),
        counted=frozenset(_counted(tables.values())),
        needy=frozenset(table.index for table in tables.values() if table.needs_label),
        placed=frozenset(table.index for table in tables.values() if table.place_labels),
        choices=frozenset(table.choice for table in tables.values() if table.choice),
        known=_known(tables.values()),
    )


def _words(
    revision: Revision, spellings: Spellings, tables: Mapping[str, Table], pairs: Iterable[Pair]
) -> WordBook:
    """Every word of the revision with what it means."""
    words = WordBook(spellings)
    for name, table in tables.items():
        words.add_table(revision.conversions[name], table)
    for pair in pairs:
        words.add_pair(revision.conversions[pair.name], pair)
    words.add_language(revision.language)
    words.add_vocabulary(revision.vocabulary)
    words.add_home_kinds(revision.plan_policy.signs.home)
    words.add_asking((*revision.plan_policy.signs.request, *revision.language.asking))
    words.add_known((*_place_words(revision), *revision.vocabulary.refusals.unless))
    return words


def compile_spellings(same: Mapping[str, Iterable[str]]) -> Spellings:
    """`same` as the reader uses it; what is read instead is not respelt again."""
    return _spellings(tuple((read, tuple(others)) for read, others in same.items()))


@lru_cache(maxsize=_SPELLINGS_KEPT)
def _spellings(same: tuple[tuple[str, tuple[str, ...]], ...]) -> Spellings:
    plain = Spellings()
    return Spellings(
        (
            " ".join(NormalText(word, plain).chars for word in other.split()),
            NormalText(read, plain).cased or _SPACE,
        )
        for read, others in same
        for other in others
    )


def _table(
    name: str, conversion: Conversion, index: int, scales: dict[object, int], revision: Revision
) -> Table:
    into, century = conversion.into or Into(), conversion.two_digits
    want = _want_of(into.min or into.max, revision)
    return Table(
        index=index,
        name=name,
        scale=scales.setdefault(_spelt(conversion), len(scales)),
        low=into.min,
        high=into.max,
        choice=into.choice,
        bare=conversion.bare,
        bare_labelled=conversion.bare_labelled or conversion.bare,
        labelled_numbers=conversion.unitless == "labelled",
        round_before_label=conversion.round_before_label,
        known=frozenset(conversion.known),
        needs_label=conversion.needs == "label",
        place_labels=conversion.place_labels,
        default=conversion.default,
        accepts=conversion.accepts,
        century=None if century is None else century.into,
        elided_tens=conversion.elided_tens,
        lowest=conversion.lowest,
        whole=conversion.whole,
        step=conversion.step or _ONE,
        spread=conversion.about.spread,
        outward=conversion.about.round == "outward",
        band_width=None if isinstance(conversion.band.width, str) else Decimal(conversion.band.width),
        sets=conversion.sets,
        deals=want.deal if want else (),
        of_choice=conversion.of_choice,
        counts_years=_counts_years(want, revision),
        second=conversion.second,
    )


def _spelt(conversion: Conversion) -> object:
    """How a table's amounts are spelt: equal for tables of one scale."""
    century, second = conversion.two_digits, conversion.second
    return (
        tuple(sorted(conversion.units.items())),
        tuple(sorted((unit, tail.one_digit, tail.more_digits) for unit, tail in conversion.tail.items())),
        tuple(sorted((unit, tail.one_digit, tail.two_digits) for unit, tail in second.tail.items())),
        tuple(sorted(conversion.numerals.items())),
        None if century is None else (century.before, century.into),
    )


def _counted(tables: Collection[Table]) -> Iterator[int]:
    """Tables that read a number alone, but for those spelt like the default: nobody says 전세 둘 for an
    amount."""
    defaults = {table.scale for table in tables if table.default}
    return (table.index for table in tables if table.labelled_numbers and table.scale not in defaults)


def _known(tables: Iterable[Table]) -> Mapping[Decimal, Table]:
    """The numbers that count by themselves, each with the first table that knows it."""
    return {number: table for table in reversed(list(tables)) for number in table.known}


def _scales(
    tables: Mapping[str, Table],
    scales: Mapping[object, int],
    conversions: Mapping[str, Conversion],
    spellings: Spellings,
) -> Iterable[Scale]:
    for index in scales.values():
        names = [name for name, table in tables.items() if table.scale == index]
        tails, second_tails = conversions[names[0]].tail, conversions[names[0]].second.tail
        yield Scale(
            index=index,
            tables=tuple(tables[name] for name in names),
            members=frozenset(tables[name].index for name in names if tables[name].choice is None),
            centuries=frozenset(tables[name].index for name in names if tables[name].century is not None),
            tails={NormalText(unit, spellings).chars: tail for unit, tail in tails.items()},
            second_tails={NormalText(unit, spellings).chars: tail for unit, tail in second_tails.items()},
        )


def _pairs(conversions: Mapping[str, Conversion], tables: Mapping[str, Table]) -> Iterable[Pair]:
    index = 0
    for name, conversion in conversions.items():
        pair = conversion.pair
        if pair is None or pair.first not in tables or pair.second not in tables:
            continue
        yield Pair(
            index=index,
            name=name,
            first=tables[pair.first],
            second=tables[pair.second],
            labelled_wins=pair.labelled == "wins",
            first_at_least=pair.first_at_least,
            second_at_most=pair.second_at_most,
            last_alone=conversion.second.pair == "last",
            sets=conversion.sets,
        )
        index += 1


def _want_of(parameter: str | None, revision: Revision) -> WantSpec | None:
    name = parameters(revision.catalog).get(parameter or "")
    return revision.catalog.wants[name] if name else None


def _counts_years(want: WantSpec | None, revision: Revision) -> bool:
    field = fields(revision.catalog).get(want.reads or "") if want else None
    return field is not None and field.spec.type == "year"


def _term(term: Term, tables: Collection[Table], any_table: Table | None, revision: Revision) -> CompiledTerm:
    of = parameters(revision.catalog)
    table = next((t for p in term.sets for t in tables if p in (t.low, t.high)), None)
    other = term.model_copy(update={"sets": term.second, "second": {}}) if term.second else None
    return CompiledTerm(
        term=term,
        table=table or any_table,
        sets=term.sets,
        wants=frozenset(of[name] for name in term.sets if name in of),
        without=_without(term.sets, table),
        second=_term(other, tables, any_table, revision) if other is not None else None,
    )


def _without(sets: Params, table: Table | None) -> Params:
    """The other side of a single bound; {} where there is none."""
    bounds = {name: value for name, value in sets.items() if isinstance(value, int | float)}
    if table is None or len(sets) != 1 or len(bounds) != 1:
        return {}
    ((name, value),) = bounds.items()
    if name == table.low and table.high:
        return {table.high: value - int(table.step)}
    if name == table.high and table.low:
        return {table.low: value + int(table.step)}
    return {}


def _place_words(revision: Revision) -> Iterable[str]:
    """Words of other documents that may stand right behind an amount: 30평근처."""
    yield from revision.vocabulary.places.suffixes
    yield from revision.vocabulary.places.near
