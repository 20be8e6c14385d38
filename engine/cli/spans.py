"""A converted sentence for people: which words were read, by which line of which file, what else they
may mean, and what was left."""

import json
from collections.abc import Iterator, Sequence

from engine.config.revision import Revision
from engine.convert.origin import Origins
from engine.convert.result import Conversion, Evidence, HouseholdHint, Params, Unread, WishSpan
from engine.places.mention import Mention
from engine.source.excerpt import visible

_Span = Evidence | HouseholdHint | WishSpan | Mention | Unread
_READ, _LEFT, _PLAIN = "\x1b[1;32m", "\x1b[2;9m", "\x1b[0m"
_WHY = {
    "masked": "the name of a place covers it",
    "ignored": "the words beside it say that it is no condition",
    "no_table": "no unit and no label says what it counts",
    "refused": "it is outside what the table accepts",
    "unknown_word": "letters that no table knows stand right behind it",
    "cue": "it is said of another home, or of what is there now",
    "corrected": "it was taken back",
    "excluded": "no range can leave it out",
    "bare": "the table wants a word beside its amounts",
    "overruled": "a bound beside it counts instead",
    "contradicts": "nothing lies between it and another bound",
    "no_day": "it counts from today, and no day was given",
}


def lines_of(
    text: str, conversion: Conversion, places: Sequence[Mention], revision: Revision, *, colour: bool
) -> Iterator[str]:
    """The sentence with its spans marked (in colour only), the parameters, and a line for each span and each
    other reading of it."""
    origins = Origins(revision)
    yield _marked(text, conversion, places) if colour else visible(text)
    yield ""
    if not conversion.params:
        is_said = conversion.households or conversion.wishes
        yield f"Nothing here {'sets a parameter' if is_said else 'is a condition that the rules read'}."
    for name, value in conversion.params.items():
        yield f"{name:<22}{json.dumps(value, ensure_ascii=False)}"
    for alternative in conversion.alternatives:
        yield f"{'one of':<22}{_json(alternative)}"
    for evidence in conversion.evidence:
        read, *other = (_json(params) for params in (evidence.params, *evidence.other))
        yield f"  {visible(evidence.text)!r} -> {read}  {origins.of_rule(evidence.rule, evidence.text)}"
        yield from (f"      or {each}" for each in other)
    for hint in conversion.households:
        where = origins.of_entry("households", hint.name, hint.text)
        yield f"  {visible(hint.text)!r} -> {_json(hint.assumes)} unless size or rooms are said  {where}"
    for wish in conversion.wishes:
        where = origins.of_wish(wish.text) or ""
        yield f"  {visible(wish.text)!r} is a wish that no data can confirm  {where}"
    for place in places:
        name = place.candidates[0].place.name if place.candidates else "a place that the data does not have"
        yield f"  {visible(place.text)!r} = {visible(name)}"
    for unread in conversion.unread:
        yield f"  {visible(unread.text)!r} was not used: {_reason(unread, origins)}"


def _reason(unread: Unread, origins: Origins) -> str:
    """Why it was not used, with the word of the rules that says so."""
    ignored = origins.of_ignored(unread.text) if unread.why in ("ignored", "no_table") else None
    if ignored is not None:
        return f"beside {ignored.word!r} an amount is no condition  {ignored}"
    mask = origins.of_mask(unread.text) if unread.why == "masked" else None
    return f"the mask {mask.word!r} covers it  {mask}" if mask is not None else _WHY[unread.why]


def _json(params: Params) -> str:
    return json.dumps(dict(params), ensure_ascii=False)


def _marked(text: str, conversion: Conversion, places: Sequence[Mention]) -> str:
    """Words that were read in green, words left are struck through; of overlapping spans the first stays."""
    read = (*conversion.evidence, *conversion.households, *conversion.wishes, *places)
    spans: list[_Span] = sorted((*read, *conversion.unread), key=lambda span: (span.start, -span.end))
    parts: list[str] = []
    at = 0
    for span in spans:
        if span.start < at:
            continue
        style = _LEFT if isinstance(span, Unread) else _READ
        parts += [visible(text[at : span.start]), style, visible(text[span.start : span.end]), _PLAIN]
        at = span.end
    return "".join(parts) + visible(text[at:])
