"""Tables whose parts do not fit each other, and keys that do nothing in the form of their table."""

from collections.abc import Callable, Iterator

from engine.config.conversion import Conversion
from engine.config.revision import Document, Revision
from engine.convert.checks.place import Path, is_own
from engine.convert.checks.second import check_second
from engine.errors import Problem
from engine.source.suggest import closest

_CLASSES = ("band", "about", "plus_minus", "exact", "at_most", "below", "at_least", "above", "between")
_AMOUNT_KEYS = (
    *(
        "unit",
        "units",
        "tail",
        "numerals",
        "labels",
        "counters",
        "unitless",
        "round_before_label",
        "known",
        "needs",
        "default",
        "accepts",
    ),
    *("two_digits", "elided_tens", "lowest", "whole", "step", "bare", "bare_labelled", "with"),
    *("of_choice", "too_much", "too_little"),
)
_PAIR_KEYS = ("either", "instead", "except", "ignore", "choices")


Rule = tuple[str, Callable[[Conversion], bool], str]
_NEEDLESS: tuple[Rule, ...] = (
    ("counters", lambda c: not c.labels, "a counter needs a label before its number"),
    ("bare_labelled", lambda c: not c.labels, "the table has no labels"),
    ("needs", lambda c: not c.labels, "the table has no labels, so it would read nothing"),
    ("unitless", lambda c: c.unitless == "labelled" and not c.labels, "the table has no labels"),
    ("lowest", lambda c: c.into is None or c.into.min is None, "the table sets no lower end"),
    ("default", lambda c: c.default and c.needs is not None, "a default table cannot need a label"),
)


def check_tables(revision: Revision) -> Iterator[Problem]:
    """CONV003: a pair of no tables; CONV004: a key that does nothing; CONV005: a table that reads nothing;
    CONV006: a part that does not fit the table."""
    extended = {conversion.extends for conversion in revision.conversions.values()}
    for name, conversion in revision.conversions.items():
        document = revision.document("conversion", name)
        yield from _pair(document, conversion, revision)
        yield from _idle_keys(document, conversion)
        yield from _misfits(document, conversion)
        yield from _of_choice(document, conversion, revision)
        forms = (conversion.into, conversion.pair)
        if all(form is None for form in forms) and name not in extended:
            message = f"{name} reads nothing: it has no into and no pair, and no table extends it"
            yield document.problem(("name",), "CONV005", message, "into: {min: PARAMETER, max: PARAMETER}")
        elif conversion.into is not None and conversion.into.choice is None and conversion.into.min is None:
            if conversion.into.max is None:
                yield document.problem(
                    ("into",), "CONV005", f"{name} fills no parameter", "min, max or choice"
                )
        elif conversion.into is not None and conversion.into.choice is not None and not conversion.choices:
            yield document.problem(
                ("into",), "CONV005", f"{name} has no choices, so it reads nothing", "choices: […]"
            )


def _of_choice(document: Document, conversion: Conversion, revision: Revision) -> Iterator[Problem]:
    """`of_choice` leads from a value of a choice to a table that spells its amounts alike."""
    values = [value for other in revision.conversions.values() for value in _values(other)]
    alike = [
        name
        for name, other in revision.conversions.items()
        if other.into is not None and other.units == conversion.units and other is not conversion
    ]
    for value, name in conversion.of_choice.items():
        if not is_own(document, ("of_choice", value)):
            continue
        if value not in values:
            hint = closest(value, values) or f"one of {', '.join(values)}"
            message = f"{value} is no value of a choice"
            yield document.problem(("of_choice", value), "CONV006", message, hint, at_key=True)
        if name not in alike:
            hint = closest(name, alike) or (f"one of {', '.join(alike)}" if alike else "leave it out")
            message = f"{name} is no other table with these units"
            yield document.problem(("of_choice", value), "CONV006", message, hint)


def _values(conversion: Conversion) -> Iterator[str]:
    for choice in conversion.choices:
        yield from (choice.value,) if isinstance(choice.value, str) else choice.value


def _pair(document: Document, conversion: Conversion, revision: Revision) -> Iterator[Problem]:
    if conversion.pair is None:
        return
    amounts = [n for n, c in revision.conversions.items() if c.into is not None and c.into.choice is None]
    for key, name in (("first", conversion.pair.first), ("second", conversion.pair.second)):
        if name not in amounts:
            hint = closest(name, amounts) or f"one of {', '.join(amounts)}"
            yield document.problem(("pair", key), "CONV003", f"{name} is no table of amounts", hint)
    if conversion.pair.first == conversion.pair.second:
        yield document.problem(("pair", "second"), "CONV003", "both amounts of the pair are of one table")
    if not conversion.pair.join:
        yield document.problem(
            ("pair",), "CONV005", "no word joins the pair, so it reads nothing", "join: [/]"
        )


def _idle_keys(document: Document, conversion: Conversion) -> Iterator[Problem]:
    """Keys that the document itself writes and that its form does not read."""
    if conversion.pair is not None:
        form, idle = "a pair", (*_AMOUNT_KEYS, *_CLASSES, *_PAIR_KEYS)
    elif conversion.into is not None and conversion.into.choice is not None:
        form, idle = "a table of choices", (*_AMOUNT_KEYS, *_CLASSES, "sets")
    else:
        form, idle = "a table", ()
    for key in idle:
        if is_own(document, (key,)):
            message = f"{key} does nothing in {form}"
            yield document.problem((key,), "CONV004", message, "leave it out", at_key=True)
    if conversion.into is None or form != "a table":
        return
    for key, is_idle, because in _NEEDLESS:
        if is_own(document, (key,)) and is_idle(conversion):
            message = f"{key} does nothing here: {because}"
            yield document.problem((key,), "CONV004", message, "leave it out", at_key=True)


def _misfits(document: Document, conversion: Conversion) -> Iterator[Problem]:
    for unit in conversion.tail:
        if unit not in conversion.units and is_own(document, ("tail", unit)):
            hint = closest(unit, list(conversion.units)) or f"one of {', '.join(conversion.units)}"
            message = f"{unit} is no unit of this table"
            yield document.problem(("tail", unit), "CONV006", message, hint, at_key=True)
    for unit, factor in conversion.units.items():
        if factor <= 0 and is_own(document, ("units", unit)):
            yield document.problem(
                ("units", unit), "CONV006", f"{unit} counts {factor}; a unit is more than 0", "1"
            )
    if conversion.step is not None and conversion.step <= 0:
        yield document.problem(("step",), "CONV006", "the step must be more than 0", "1")
    yield from check_second(document, conversion)
    yield from _spread(document, conversion)
    yield from _century(document, conversion)
    parts = (("parts", conversion.band.parts), ("parts_before", conversion.band.parts_before))
    for key, part, tenths in ((key, *item) for key, named in parts for item in named.items()):
        path: Path = ("band", key, part)
        if is_own(document, path) and not 0 <= tenths[0] <= tenths[1] < 10:
            message = f"{part} is tenths {tenths[0]} to {tenths[1]}; a band has tenths 0 to 9, low to high"
            yield document.problem(path, "CONV006", message, "[0, 3]")
    width = conversion.band.width
    if isinstance(width, int) and width <= 0:
        yield document.problem(
            ("band", "width"), "CONV006", "a band must be wider than 0", "last_nonzero_digit"
        )


def _spread(document: Document, conversion: Conversion) -> Iterator[Problem]:
    spread = conversion.about.spread
    if spread is None or not is_own(document, ("about", "spread")):
        return
    if spread.unit not in ("", "%", conversion.unit) or spread.amount < 0:
        message = (
            f"a spread of {spread} is neither a percentage nor a number of {conversion.unit or 'the unit'}"
        )
        yield document.problem(("about", "spread"), "CONV006", message, "10%")


def _century(document: Document, conversion: Conversion) -> Iterator[Problem]:
    century = conversion.two_digits
    if century is None or not is_own(document, ("two_digits",)):
        return
    low, high = century.into.low, century.into.high
    if low is None or high is None or high - low != 100 - 1:
        message = "two digits need exactly a hundred years to be one of"
        yield document.problem(("two_digits", "into"), "CONV006", message, "1930..2029")
