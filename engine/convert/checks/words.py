"""Words that tables give two meanings, or that can never act."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from engine.config.conversion import Conversion
from engine.config.revision import Document, Revision
from engine.convert.checks.place import Path, is_own
from engine.convert.classwords import around, joining
from engine.convert.compile import compile_spellings
from engine.convert.normal import NormalText
from engine.convert.spelling import Spellings
from engine.errors import Problem


class Use(NamedTuple):
    """One place where a word is written: what it means there, and where that is in the file."""

    word: str
    meaning: str
    path: Path


class Fold:
    """Words as they compare, each folded once."""

    def __init__(self, revision: Revision) -> None:
        self._spellings: Spellings = compile_spellings(revision.language.same)
        self._folded: dict[str, str] = {}

    def __call__(self, word: str) -> str:
        folded = self._folded.get(word)
        if folded is None:
            text = NormalText(word, self._spellings)
            folded = self._folded[word] = text.cased if text.cased.isupper() else text.chars
        return folded


def check_words(revision: Revision) -> Iterator[Problem]:
    """CONV020: a word of two classes of one table; CONV021: a unit of two tables that nothing tells apart;
    CONV022: two default tables for one unit; CONV023: a word without letters; CONV024: a unit that a mask
    always covers."""
    fold = Fold(revision)
    for name, conversion in revision.conversions.items():
        document = revision.document("conversion", name)
        yield from _two_meanings(document, _around(conversion, "after"), fold)
        yield from _two_meanings(document, _around(conversion, "before"), fold)
        yield from _two_meanings(document, _between(conversion), fold)
        yield from _choices(document, conversion, fold)
    yield from _units(revision, fold)


def _around(conversion: Conversion, side: Literal["after", "before"]) -> Iterator[Use]:
    """The words behind or before an amount."""
    for _, key, words in around(conversion, side):
        yield from _uses(key, side, words)
    parts = "parts" if side == "after" else "parts_before"
    for word in getattr(conversion.band, parts):
        yield Use(word, f"band.{parts}", ("band", parts, word))


def _between(conversion: Conversion) -> Iterator[Use]:
    """The words between two amounts."""
    for key, words in joining(conversion):
        yield from _uses(key, "join", words)


def _uses(key: str, side: str, words: Iterable[str]) -> Iterator[Use]:
    return (Use(word, key, (key, side, index)) for index, word in enumerate(words))


def _two_meanings(document: Document, uses: Iterable[Use], fold: Fold) -> Iterator[Problem]:
    first: dict[str, Use] = {}
    for use in uses:
        letters = fold(use.word)
        if not letters:
            if is_own(document, use.path):
                yield document.problem(
                    use.path, "CONV023", f"{use.word!r} has no letters to compare", "leave it out"
                )
            continue
        other = first.setdefault(letters, use)
        if other.meaning == use.meaning:
            continue
        later = use if is_own(document, use.path) else other
        if is_own(document, later.path):
            against = other.meaning if later is use else use.meaning
            message = (
                f"{later.word} is a word of {against} too; a word has one meaning on one side of an amount"
            )
            yield document.problem(
                later.path,
                "CONV020",
                message,
                f"take it out of {against} or out of {later.meaning}",
            )


def _choices(document: Document, conversion: Conversion, fold: Fold) -> Iterator[Problem]:
    uses = [
        Use(word, str(choice.value), ("choices", index, "words", at))
        for index, choice in enumerate(conversion.choices)
        for at, word in enumerate(choice.words)
    ]
    uses += [
        Use(word, "ignore.words", ("ignore", "words", at)) for at, word in enumerate(conversion.ignore.words)
    ]
    yield from _two_meanings(document, uses, fold)


def _units(revision: Revision, fold: Fold) -> Iterator[Problem]:
    """Units that several tables share: labels, accepted values or a default must tell the tables apart."""
    owners: dict[str, list[str]] = {}
    masks = {fold(mask) for mask in revision.language.masks}
    for name, conversion in revision.conversions.items():
        document = revision.document("conversion", name)
        for unit in conversion.units:
            letters = fold(unit)
            path = ("units", unit)
            if not letters and is_own(document, path):
                yield document.problem(path, "CONV023", f"{unit!r} has no letters to compare", "leave it out")
            elif "{n}" + letters in masks and is_own(document, path):
                message = f"the mask {{n}}{unit} covers every number of {unit}, so the unit never acts"
                hint = "take out the unit or the mask"
                yield document.problem(path, "CONV024", message, hint, severity="warning")
            owners.setdefault(letters, []).append(name)
    for letters, names in owners.items():
        yield from _told_apart(revision, letters, sorted(set(names)), fold)


def _told_apart(revision: Revision, letters: str, names: list[str], fold: Fold) -> Iterator[Problem]:
    tables = {name: revision.conversions[name] for name in names}
    defaults = [name for name in names if tables[name].default]
    if len(defaults) > 1:
        document = revision.document("conversion", defaults[1])
        message = f"{defaults[1]} and {defaults[0]} are both the default for one unit"
        yield document.problem(("default",), "CONV022", message, "default: false")
    silent = [name for name in names if not _is_told(tables[name])]
    for name in silent[1:]:
        if not any(_apart(tables[name], tables[other]) for other in silent if other != name):
            document = revision.document("conversion", name)
            unit = next(unit for unit in tables[name].units if fold(unit) == letters)
            if is_own(document, ("units", unit)):
                message = (
                    f"{unit} is a unit of {silent[0]} too, and nothing says which of the two an amount is"
                )
                hint = "labels, accepts or default: true in one of them"
                yield document.problem(("units", unit), "CONV021", message, hint)


def _is_told(table: Conversion) -> bool:
    return table.default or bool(table.labels)


def _apart(one: Conversion, other: Conversion) -> bool:
    """Whether no value is accepted by both."""
    first, second = one.accepts, other.accepts
    if first is None or second is None:
        return False
    ends: Mapping[str, bool] = {
        "below": first.high is not None and second.low is not None and first.high < second.low,
        "above": second.high is not None and first.low is not None and second.high < first.low,
    }
    return any(ends.values())
