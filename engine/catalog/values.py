"""Values written for parameters, held to the wants of the catalog: by rules, and by the cases beside them."""

from collections.abc import Iterator, Mapping
from typing import cast

from engine.catalog.fields import once_per_catalog
from engine.catalog.wants import parameters
from engine.config.catalog import Catalog, WantSpec
from engine.config.revision import Document
from engine.errors import Problem
from engine.source.suggest import closest

Path = tuple[str | int, ...]


def value_problems(
    document: Document, path: Path, values: Mapping[str, object], catalog: Catalog, *, open_ends: bool = False
) -> Iterator[Problem]:
    """CONV010 for a parameter of no want; CONV011 for a value that its want does not have, and for a range
    from high to low. With `open_ends` a parameter may be null."""
    known = parameters(catalog)
    for name, value in values.items():
        here = (*path, name)
        if name not in known:
            yield unknown_parameter(document, here, name, known, at_key=True)
            continue
        several = list(cast("list[object]", value)) if isinstance(value, list | tuple) else [value]
        for one in several:
            if not (has_value(catalog, name, one) or (open_ends and value is None)):
                yield wrong_value(document, here, name, one, catalog)
    for want in dict.fromkeys(known[name] for name in values if name in known):
        yield from _turned_round(document, path, values, catalog.wants[want])


def unknown_parameter(
    document: Document, path: Path, name: str, known: Mapping[str, str], *, at_key: bool
) -> Problem:
    """CONV010, with the parameter that is spelled most like it."""
    message = f"no want of the catalog has the parameter {name}"
    hint = closest(name, list(known)) or f"one of {', '.join(sorted(known))}"
    return document.problem(path, "CONV010", message, hint, at_key=at_key)


def has_value(catalog: Catalog, parameter: str | None, value: object) -> bool:
    """Whether the parameter can be that: one of its words, or a number from 0."""
    allowed = _words(catalog).get(parameter or "")
    if allowed is None:
        return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
    return value in allowed


def wrong_value(
    document: Document, path: Path, parameter: str | None, value: object, catalog: Catalog
) -> Problem:
    """CONV011, with what the parameter can be."""
    allowed = _words(catalog).get(parameter or "")
    hint = (
        "a number, 0 or more"
        if allowed is None
        else (closest(str(value), allowed) or f"one of {', '.join(allowed)}")
    )
    return document.problem(path, "CONV011", f"{parameter} cannot be {value!r}", hint)


def _turned_round(
    document: Document, path: Path, values: Mapping[str, object], want: WantSpec
) -> Iterator[Problem]:
    """A range whose least is above its most: nothing meets both."""
    pairs = [(want.min, want.max), *([(want.age.min, want.age.max)] if want.age else [])]
    for least, most in pairs:
        low, high = (values.get(name) if name is not None else None for name in (least, most))
        if _is_number(low) and _is_number(high) and cast("float", low) > cast("float", high):
            message = f"{least} {low} is above {most} {high}: no home meets both"
            hint = f"{least}: {high}, {most}: {low}"
            yield document.problem((*path, str(least)), "CONV011", message, hint)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@once_per_catalog
def _words(catalog: Catalog) -> Mapping[str, list[str]]:
    """The words that a parameter may be, for those that are no numbers."""
    found = {want.choice: list(want.has) for want in catalog.wants.values() if want.choice is not None}
    bases = (want.basis.parameter for want in catalog.wants.values() if want.basis is not None)
    return {**{key: ["exclusive", "supply"] for key in bases}, **found}
