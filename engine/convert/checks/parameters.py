"""Parameters that conversions and the vocabulary set: each belongs to a want of the catalog, with a value it
has."""

from collections.abc import Iterator, Mapping
from typing import cast

from engine.catalog.wants import parameters
from engine.config.catalog import Catalog
from engine.config.conversion import Conversion
from engine.config.revision import Document, Revision
from engine.convert.checks.place import Path, is_own
from engine.errors import Problem
from engine.source.suggest import closest


def check_parameters(revision: Revision) -> Iterator[Problem]:
    """CONV010: a parameter of no want; CONV011: a value that its want does not have."""
    catalog = revision.catalog
    for name, conversion in revision.conversions.items():
        document = revision.document("conversion", name)
        yield from _into(document, conversion, catalog)
        if is_own(document, ("sets",)):
            yield from _values(document, ("sets",), conversion.sets, catalog)
        if is_own(document, ("with",)):
            for parameter, values in conversion.with_words.items():
                yield from _values(document, ("with",), {parameter: list(values)}, catalog)
        for index, choice in enumerate(conversion.choices):
            parameter = conversion.into.choice if conversion.into else None
            said = [choice.value] if isinstance(choice.value, str) else list(choice.value)
            path = ("choices", index, "value")
            yield from (
                _wrong(document, path, parameter, v, catalog) for v in said if not _has(catalog, parameter, v)
            )
    if ("vocabulary", "vocabulary") not in revision.documents:
        return
    document = revision.document("vocabulary", "vocabulary")
    for index, term in enumerate(revision.vocabulary.terms):
        for key, values in (("sets", term.sets), ("second", term.second)):
            yield from _values(document, ("terms", index, key), values, catalog)
    for index, household in enumerate(revision.vocabulary.households):
        yield from _values(document, ("households", index, "assumes"), household.assumes, catalog)


def _into(document: Document, conversion: Conversion, catalog: Catalog) -> Iterator[Problem]:
    into = conversion.into
    if into is None or not is_own(document, ("into",)):
        return
    known = parameters(catalog)
    for key, name in (("min", into.min), ("max", into.max), ("choice", into.choice)):
        if name is not None and name not in known:
            yield _unknown(document, ("into", key), name, known, at_key=False)


def _values(
    document: Document, path: Path, values: Mapping[str, object], catalog: Catalog
) -> Iterator[Problem]:
    known = parameters(catalog)
    for name, value in values.items():
        here = (*path, name)
        if name not in known:
            yield _unknown(document, here, name, known, at_key=True)
            continue
        several = list(cast("list[object]", value)) if isinstance(value, list | tuple) else [value]
        yield from (
            _wrong(document, here, name, one, catalog) for one in several if not _has(catalog, name, one)
        )


def _unknown(document: Document, path: Path, name: str, known: Mapping[str, str], *, at_key: bool) -> Problem:
    message = f"no want of the catalog has the parameter {name}"
    hint = closest(name, list(known)) or f"one of {', '.join(sorted(known))}"
    return document.problem(path, "CONV010", message, hint, at_key=at_key)


def _allowed(catalog: Catalog, parameter: str | None) -> list[str] | None:
    """The words that a parameter may be, None when it is a number."""
    for want in catalog.wants.values():
        if want.choice is not None and want.choice == parameter:
            return list(want.has)
        if want.basis is not None and want.basis.parameter == parameter:
            return ["exclusive", "supply"]
    return None


def _has(catalog: Catalog, parameter: str | None, value: object) -> bool:
    allowed = _allowed(catalog, parameter)
    if allowed is None:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return value in allowed


def _wrong(document: Document, path: Path, parameter: str | None, value: object, catalog: Catalog) -> Problem:
    allowed = _allowed(catalog, parameter)
    hint = "a number" if allowed is None else (closest(str(value), allowed) or f"one of {', '.join(allowed)}")
    return document.problem(path, "CONV011", f"{parameter} cannot be {value!r}", hint)
