"""A converted sentence for people: which words were read, by which line of which file, what else they
may mean, and what was left."""

import json
from collections.abc import Iterator

from engine.config.revision import Revision
from engine.convert.result import Conversion, Evidence, Params, Unread
from engine.source.excerpt import visible
from engine.source.tree import nearest

_READ, _LEFT, _PLAIN = "\x1b[1;32m", "\x1b[2;9m", "\x1b[0m"
_WHY = {
    "masked": "a mask or the name of a place covers it",
    "ignored": "the words beside it say that it is no condition",
    "no_table": "no unit and no label says what it counts",
    "refused": "it is outside what the table accepts",
    "unknown_word": "letters that no table knows stand right behind it",
    "cue": "it is said of another home, or of what is there now",
    "corrected": "it was taken back",
    "excluded": "no range can leave it out",
    "bare": "the table wants a word beside its amounts",
    "overruled": "a bound beside it counts instead",
    "no_day": "it counts from today, and no day was given",
}


def lines_of(text: str, conversion: Conversion, revision: Revision, *, colour: bool) -> Iterator[str]:
    """The sentence with its spans marked (in colour only), the parameters, and a line for each span and each
    other reading of it."""
    yield _marked(text, conversion) if colour else visible(text)
    yield ""
    if not conversion.params:
        yield "Nothing here is a condition that the rules read."
    for name, value in conversion.params.items():
        yield f"{name:<22}{json.dumps(value, ensure_ascii=False)}"
    for alternative in conversion.alternatives:
        yield f"{'one of':<22}{_json(alternative)}"
    for evidence in conversion.evidence:
        read, *other = (_json(params) for params in (evidence.params, *evidence.other))
        yield f"  {visible(evidence.text)!r} -> {read}  {_place(evidence, revision)}"
        yield from (f"      or {each}" for each in other)
    for unread in conversion.unread:
        yield f"  {visible(unread.text)!r} was not used: {_WHY[unread.why]}"


def _json(params: Params) -> str:
    return json.dumps(dict(params), ensure_ascii=False)


def _marked(text: str, conversion: Conversion) -> str:
    """Words that were read in green, words left are struck through; of overlapping spans the first stays."""
    spans: list[Evidence | Unread] = sorted(
        (*conversion.evidence, *conversion.unread), key=lambda span: (span.start, -span.end)
    )
    parts: list[str] = []
    at = 0
    for span in spans:
        if span.start < at:
            continue
        style = _READ if isinstance(span, Evidence) else _LEFT
        parts += [visible(text[at : span.start]), style, visible(text[span.start : span.end]), _PLAIN]
        at = span.end
    return "".join(parts) + visible(text[at:])


def _place(evidence: Evidence, revision: Revision) -> str:
    """The file and line of the rule: a term's own line, a table's first."""
    kind, _, name = evidence.rule.partition("/")
    if kind == "vocabulary":
        terms = [term.name for term in revision.vocabulary.terms]
        path = ("terms", terms.index(name)) if name in terms else ()
        node = nearest(revision.document("vocabulary", "vocabulary").node, path)
    else:
        node = nearest(revision.document(kind, name).node, ("name",))
    return f"{node.file}:{node.line}"
