"""Examples of conversions: each is computed, and must come out as written."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, cast

from pydantic_core import PydanticCustomError

from engine.config.base import Span, read_span
from engine.config.conversion import Conversion
from engine.config.revision import Revision
from engine.convert.checks.place import is_own
from engine.convert.meaning import plain_number
from engine.convert.reading import convert
from engine.errors import Problem

Values = dict[str, object]


def check_examples(revision: Revision) -> Iterator[Problem]:
    """CONV001: an example that does not compute; CONV002: one that is no range, choice or set of
    parameters."""
    for name in revision.conversions:
        yield from _wrong(revision, name).values()


def own_examples(revision: Revision, name: str) -> tuple[str, ...]:
    """The texts of the examples that this table writes itself."""
    document = revision.document("conversion", name)
    written = revision.conversions[name].examples
    return tuple(text for text in written if is_own(document, ("examples", text)))


def _wrong(revision: Revision, name: str) -> dict[str, Problem]:
    own = own_examples(revision, name)
    return {text: wrong for text in own if (wrong := example_problem(revision, name, text)) is not None}


def example_problem(revision: Revision, name: str, text: str) -> Problem | None:
    """What is wrong with one example of a table, None where it computes."""
    conversion, document = revision.conversions[name], revision.document("conversion", name)
    path = ("examples", text)
    wanted = example_params(conversion, conversion.examples[text])
    if wanted is None:
        message = f"the example {text!r} is neither a range nor what this table sets"
        return document.problem(path, "CONV002", message, _form(conversion))
    got = example_result(revision, name, text, wanted)
    if got == wanted:
        return None
    given, expected = _spelt(conversion, got), _spelt(conversion, wanted)
    message = f"the example {text!r} gives {given}, not {expected}"
    # A number that was changed on purpose takes its examples along: until then the pack runs on, and its
    # tests fail.
    hint = given if got else "a phrase that the table reads, or the unit or word that it lacks"
    return document.problem(path, "CONV001", message, hint, severity="warning")


def example_params(conversion: Conversion, written: Any) -> Values | None:
    """What an example expects as parameters, open ends left out; None when it has no form that the table
    knows."""
    into = conversion.into
    if into is not None and into.choice is not None:
        values = list(cast("tuple[object, ...]", written)) if isinstance(written, list | tuple) else [written]
        return {into.choice: values} if all(isinstance(value, str) for value in values) else None
    if isinstance(written, Mapping):
        return {
            str(key): value
            for key, value in cast("Mapping[object, object]", written).items()
            if value is not None
        }
    try:
        span = read_span(written)
    except PydanticCustomError:
        return None
    return _of_span(conversion, span)


def example_result(revision: Revision, name: str, text: str, wanted: Values) -> Values:
    """What the revision reads from an example's text; parameters that its rule sets beside its own are left
    out unless the example names them."""
    conversion = revision.conversions[name]
    got = convert(text, revision, place_words=frozenset()).params
    beside = {*conversion.sets, *conversion.with_words, *_choices(revision)}
    into = conversion.into
    own = {into.choice} if into is not None and into.choice is not None else set[str]()
    kept = {key: value for key, value in got.items() if key in wanted or key in own or key not in beside}
    return {key: _listed(value) if key in own else value for key, value in kept.items() if value is not None}


def _of_span(conversion: Conversion, span: Span) -> Values | None:
    into = conversion.into
    ends: list[tuple[str | None, Decimal | None]] = (
        [(into.min, span.low), (into.max, span.high)] if into else []
    )
    if any(end is not None and name is None for name, end in ends):
        return None
    return {name: plain_number(end) for name, end in ends if name is not None and end is not None}


def _choices(revision: Revision) -> set[str]:
    return {
        c.into.choice
        for c in revision.conversions.values()
        if c.into is not None and c.into.choice is not None
    }


def _listed(value: object) -> object:
    return list(cast("list[object]", value)) if isinstance(value, list) else [value]


def _spelt(conversion: Conversion, values: Values) -> str:
    """The parameters as the example would write them."""
    into = conversion.into
    if not values:
        return "nothing"
    if into is not None and into.choice is not None and set(values) == {into.choice}:
        chosen = cast("list[str]", _listed(values[into.choice]))
        return chosen[0] if len(chosen) == 1 else f"[{', '.join(chosen)}]"
    if into is not None and values.keys() <= {into.min, into.max}:
        low, high = (values.get(name) if name else None for name in (into.min, into.max))
        return f"{'' if low is None else low}..{'' if high is None else high}"
    return "{" + ", ".join(f"{key}: {value}" for key, value in sorted(values.items())) + "}"


def _form(conversion: Conversion) -> str:
    if conversion.choices:
        return f"one of {', '.join(str(choice.value) for choice in conversion.choices)}"
    return "{PARAMETER: VALUE}" if conversion.pair is not None else "10..20, 10.. or ..20"
