"""Parameters that conversions and the vocabulary set: each belongs to a want of the catalog, with a value it
has."""

from collections.abc import Iterator

from engine.catalog.values import has_value, unknown_parameter, value_problems, wrong_value
from engine.catalog.wants import parameters
from engine.config.catalog import Catalog
from engine.config.conversion import Conversion
from engine.config.revision import Document, Revision
from engine.convert.checks.place import is_own
from engine.errors import Problem


def check_parameters(revision: Revision) -> Iterator[Problem]:
    """CONV010: a parameter of no want; CONV011: a value that its want does not have; CONV006: one parameter
    for both ends."""
    catalog = revision.catalog
    for name, conversion in revision.conversions.items():
        document = revision.document("conversion", name)
        yield from _into(document, conversion, catalog)
        if is_own(document, ("sets",)):
            yield from value_problems(document, ("sets",), conversion.sets, catalog)
        if is_own(document, ("with",)):
            for parameter, values in conversion.with_words.items():
                yield from value_problems(document, ("with",), {parameter: list(values)}, catalog)
        for index, choice in enumerate(conversion.choices):
            parameter = conversion.into.choice if conversion.into else None
            said = [choice.value] if isinstance(choice.value, str) else list(choice.value)
            path = ("choices", index, "value")
            yield from (
                wrong_value(document, path, parameter, value, catalog)
                for value in said
                if not has_value(catalog, parameter, value)
            )
    if ("vocabulary", "vocabulary") not in revision.documents:
        return
    document = revision.document("vocabulary", "vocabulary")
    for index, term in enumerate(revision.vocabulary.terms):
        for key, values in (("sets", term.sets), ("second", term.second)):
            yield from value_problems(document, ("terms", index, key), values, catalog)
    for index, household in enumerate(revision.vocabulary.households):
        yield from value_problems(document, ("households", index, "assumes"), household.assumes, catalog)


def _into(document: Document, conversion: Conversion, catalog: Catalog) -> Iterator[Problem]:
    into = conversion.into
    if into is None or not is_own(document, ("into",)):
        return
    known = parameters(catalog)
    for key, name in (("min", into.min), ("max", into.max), ("choice", into.choice)):
        if name is not None and name not in known:
            yield unknown_parameter(document, ("into", key), name, known, at_key=False)
    if into.min is not None and into.min == into.max:
        other = next((w.max for w in catalog.wants.values() if into.min == w.min and w.max), None)
        message = f"min and max both fill {into.min}, so one end of a range is lost"
        yield document.problem(("into", "max"), "CONV006", message, other or "the parameter of the upper end")
