"""The language and the vocabulary: numerals, spellings, masks, terms and cues that contradict each other."""

from collections.abc import Iterator

from engine.config.revision import Document, Revision
from engine.convert.checks.place import Path
from engine.convert.checks.words import Fold
from engine.convert.wordtree import NUMBER_MARK
from engine.errors import Problem
from engine.source.suggest import closest

_NUMBERS_AT_MOST = 2 + 2


def check_language(revision: Revision) -> Iterator[Problem]:
    """CONV030: a numeral that is no such number; CONV031: a spelling that is read two ways; CONV032: a mask
    that would cover every number, or holds too many."""
    if ("language", "language") not in revision.documents:
        if revision.conversions:
            message = "there is no rules/language.yaml: only digits are numbers, and no spelling is another's"
            hint = "copy rules/language.yaml from the property pack (rulewright init DIR)"
            pack = revision.document("pack", "pack")
            yield pack.problem(["kind"], "CONF012", message, hint, severity="warning")
        return
    document = revision.document("language", "language")
    yield from _numerals(document, revision)
    yield from _spellings(document, revision)
    yield from _masks(document, revision)


def _numerals(document: Document, revision: Revision) -> Iterator[Problem]:
    numerals = revision.language.numerals
    for word, value in numerals.digits.items():
        if not 0 <= value < 10:
            path: Path = ("numerals", "digits", word)
            yield document.problem(
                path, "CONV030", f"{word} is {value}, which is no digit", "a number from 0 to 9"
            )
    for word, value in numerals.times.items():
        if value < 10:
            path = ("numerals", "times", word)
            yield document.problem(path, "CONV030", f"{word} multiplies by {value}", "10, 100 or 1000")
    for word, (low, high) in numerals.pairs.items():
        if low >= high:
            path = ("numerals", "pairs", word)
            yield document.problem(
                path, "CONV030", f"{word} runs from {low} to {high}", "the smaller number first"
            )


def _masks(document: Document, revision: Revision) -> Iterator[Problem]:
    for index, mask in enumerate(revision.language.masks):
        letters = mask.replace(NUMBER_MARK, "").strip(" -./,")
        if not letters and mask.count(NUMBER_MARK) < 2:
            message = (
                f"the mask {mask!r} covers every number" if NUMBER_MARK in mask else f"{mask!r} masks nothing"
            )
            yield document.problem(
                ("masks", index), "CONV032", message, "add the word that makes it no amount"
            )
        elif mask.count(NUMBER_MARK) > _NUMBERS_AT_MOST:
            message = (
                f"the mask has {mask.count(NUMBER_MARK)} numbers; at most {_NUMBERS_AT_MOST} are looked for"
            )
            yield document.problem(("masks", index), "CONV032", message, "a shorter mask")


def _spellings(document: Document, revision: Revision) -> Iterator[Problem]:
    read_as: dict[str, str] = {}
    for read, others in revision.language.same.items():
        for index, other in enumerate(others):
            first = read_as.setdefault(other, read)
            path: Path = ("same", read, index)
            if first != read:
                yield document.problem(
                    path, "CONV031", f"{other} is read as {first} already", "write it once"
                )
            elif other in revision.language.same:
                message = f"{other} is read as {read}, and other words are read as {other}"
                yield document.problem(path, "CONV031", message, f"list them all under {read}")


def check_vocabulary(revision: Revision) -> Iterator[Problem]:
    """CONV040: a word of two terms or households; CONV041: a term that sets nothing, or a cue without an
    end; CONV042: a word that is an amount."""
    if ("vocabulary", "vocabulary") not in revision.documents:
        return
    document = revision.document("vocabulary", "vocabulary")
    vocabulary = revision.vocabulary
    fold = Fold(revision)
    for key, entries in (("terms", vocabulary.terms), ("households", vocabulary.households)):
        owners: dict[str, str] = {}
        for index, entry in enumerate(entries):
            for at, word in enumerate(entry.words):
                owner = owners.setdefault(fold(word), entry.name)
                if owner != entry.name:
                    path: Path = (key, index, "words", at)
                    yield document.problem(
                        path,
                        "CONV040",
                        f"{word} is a word of {owner} too",
                        "leave it in one of them",
                    )
    yield from _amounts(document, revision, fold)
    yield from _idle(document, revision)


def _idle(document: Document, revision: Revision) -> Iterator[Problem]:
    """Terms and cues that never do anything."""
    vocabulary = revision.vocabulary
    for index, term in enumerate(vocabulary.terms):
        if not term.sets or not term.words:
            missing = "sets" if not term.sets else "words"
            yield document.problem(
                ("terms", index),
                "CONV041",
                f"{term.name} has no {missing}, so it does nothing",
                "words: [WORD]" if missing == "words" else "sets: {PARAMETER: VALUE}",
            )
    for index, cue in enumerate(vocabulary.cues):
        if not cue.ends and not cue.starts:
            message = f"{cue.name} needs words that start or end it"
            yield document.problem(("cues", index), "CONV041", message, "to: […]")
        for at, name in enumerate(cue.of):
            if name not in revision.conversions or revision.conversions[name].into is None:
                message = f"{name} is no table of amounts, so the cue never begins"
                tables = [each for each, table in revision.conversions.items() if table.into is not None]
                hint = closest(name, tables) or f"one of {', '.join(tables)}"
                yield document.problem(("cues", index, "of", at), "CONV041", message, hint)


def _amounts(document: Document, revision: Revision, fold: Fold) -> Iterator[Problem]:
    """Words that tables read as an amount: what they say depends on their number."""
    units = {fold(unit): name for name, table in revision.conversions.items() for unit in table.units}
    vocabulary = revision.vocabulary
    written: list[tuple[Path, str]] = [(("wishes", at), word) for at, word in enumerate(vocabulary.wishes)]
    for key, entries in (("terms", vocabulary.terms), ("households", vocabulary.households)):
        for index, entry in enumerate(entries):
            written += [((key, index, "words", at), word) for at, word in enumerate(entry.words)]
    for path, word in written:
        unit = next((unit for unit in _behind_digits(fold(word)) if unit in units), None)
        if unit is not None:
            message = f"{word} is an amount, which conversion/{units[unit]} reads: as a word it is lost"
            hint = f"leave it out; a number with {unit} needs no word"
            yield document.problem(path, "CONV042", message, hint, severity="warning")


def _behind_digits(letters: str) -> Iterator[str]:
    """What begins right behind each number of a word, of every length, the longest first."""
    for at in range(1, len(letters)):
        if letters[at - 1].isdigit() and not letters[at].isdigit():
            yield from (letters[at:end] for end in range(len(letters), at, -1))
