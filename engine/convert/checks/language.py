"""The language and the vocabulary: numerals, spellings, masks, terms and cues that contradict each other."""

from collections.abc import Iterator

from engine.config.revision import Revision
from engine.convert.checks.place import Path
from engine.convert.checks.words import Fold
from engine.convert.wordtree import NUMBER_MARK
from engine.errors import Problem

_NUMBERS_AT_MOST = 2 + 2


def check_language(revision: Revision) -> Iterator[Problem]:
    """CONV030: a numeral that is no such number; CONV031: a spelling that is read two ways; CONV032: a mask
    that would cover every number, or holds too many."""
    if ("language", "language") not in revision.documents:
        return
    document = revision.document("language", "language")
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
    yield from _spellings(revision)
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


def _spellings(revision: Revision) -> Iterator[Problem]:
    document = revision.document("language", "language")
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
    end."""
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
    for index, term in enumerate(vocabulary.terms):
        if not term.sets or not term.words:
            missing = "sets" if not term.sets else "words"
            yield document.problem(
                ("terms", index), "CONV041", f"{term.name} has no {missing}, so it does nothing"
            )
    for index, cue in enumerate(vocabulary.cues):
        if not cue.ends and not cue.starts:
            message = f"{cue.name} needs words that start or end it"
            yield document.problem(("cues", index), "CONV041", message, "to: […]")
        for at, name in enumerate(cue.of):
            if name not in revision.conversions or revision.conversions[name].into is None:
                message = f"{name} is no table of amounts, so the cue never begins"
                yield document.problem(("cues", index, "of", at), "CONV041", message)
