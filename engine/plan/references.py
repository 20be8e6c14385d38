"""References: how a parameter takes a value from an earlier step's result.

The grammar, in full:
* `$ID` and `${ID}` name a step; ID is `[A-Za-z0-9_-]{1,32}`, read as long as it goes, so `$10` is never `$1`.
* A path follows: `.key` (a letter, then letters, digits and `_`), `[0]` (up to 18 digits), `["any key"]` or
  `['any key']`, and `[*]` for every entry (several `[*]` give one flat list). Other keys need brackets.
* A text that is one reference and nothing else takes the value with its type. A path to no step is an error,
  a bare `$500` to no step is text.
* Inside a longer text, `$ID.path`, `${ID.path}` and `${ID}` are filled in when ID is a step of the plan:
  scalars plainly, containers as JSON. `$$` is a dollar. Every other dollar is text.
* Paths walk mappings and lists only, never attributes; a key that starts with `_` and an index counted from
  the end are refused. What is filled in is never read again, and keys of mappings are never filled in.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.errors import PlanRejected, Problem
from engine.plan.frozen import DEPTH_AT_MOST, SCALARS, as_items, as_mapping

SIZE_AT_MOST = 200_000
"""Characters and values that the parameters of one step may grow to when references are filled in."""

RefKind = Literal["unknown_ref", "ref_path_missing", "ref_too_large"]
Segment = str | int | None
"""A key, an index, or None for every entry."""

_SEGMENT = re.compile(
    r"""\.([A-Za-z][A-Za-z0-9_]*)|\[([0-9]{1,18})\]|\["([^"\\\x00-\x1f]{1,100})"\]|\['([^'\\\x00-\x1f]{1,100})'\]|\[\*\]"""
)
_INDEX = 2
"""The group of _SEGMENT that holds an index; the others hold keys, and none is every entry."""
_NAMED = r"[A-Za-z0-9_-]{1,32}(?![A-Za-z0-9_-])"
_ONE_REFERENCE = re.compile(rf"\$({_NAMED})|\$\{{({_NAMED})")
_DOLLAR = re.compile(rf"\$\$|\$\{{({_NAMED})|\$({_NAMED})")
_UNREADABLE = re.compile(r"\[|\.[_0-9]")
_OTHER_KEY = re.compile(r"\.[^\W\d_][^\s.\[\]$]*")
_WHOLE_NUMBER_BITS = 512


class ReferenceFailure(PlanRejected):
    """A reference that cannot be followed (PLAN004): its kind, and what is wrong with the path, no value."""

    def __init__(self, kind: RefKind, detail: str) -> None:
        self.kind: RefKind = kind
        self.detail = detail
        super().__init__(Problem(code="PLAN004", message=f"{kind}: {detail}"))


@dataclass(frozen=True, slots=True)
class Reference:
    """One reference: the step, the path, and how it was written."""

    step: str
    path: tuple[Segment, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Template:
    """A text read once: literal pieces and references in order. `whole`: one reference and nothing else.
    `stray`: a dollar stayed text."""

    pieces: tuple[str | Reference, ...]
    whole: bool = False
    stray: bool = False


@dataclass(slots=True)
class Found:
    """Every reference of a step's parameters, in order, and the first thing wrong with one ("" = nothing)."""

    references: list[Reference]
    problem: str = ""
    stray: bool = False


def read_text(text: str, ids: Collection[str]) -> Template:
    """The references in a text, `ids` being the steps of the plan; raises ReferenceFailure (unknown_ref)."""
    if "$" not in text:
        return Template((text,))
    return _read_whole(text, ids) or _read_pieces(text, ids)


def is_reference(value: object, ids: Collection[str]) -> bool:
    """Whether the value is one reference to a step of the plan and nothing else: it may become any type."""
    if not isinstance(value, str) or not value.startswith("$"):
        return False
    try:
        return _read_whole(value, ids) is not None
    except ReferenceFailure:
        return False


def find(params: Mapping[str, object], ids: Collection[str], *, literal: Collection[str] = ()) -> Found:
    """Every reference in the values of `params` but those of the `literal` names; keys are never read."""
    found = Found([])
    for name, value in params.items():
        if name in literal:
            continue
        for text in _texts(value):
            if "$" not in text:
                continue
            try:
                template = read_text(text, ids)
            except ReferenceFailure as error:
                found.problem = found.problem or f"{name}: {error.detail}"
                continue
            found.stray = found.stray or template.stray
            found.references += [piece for piece in template.pieces if isinstance(piece, Reference)]
    return found


def spared(
    params: Mapping[str, object],
    failed: Collection[str],
    without: Mapping[str, object],
    ids: Collection[str],
    *,
    literal: Collection[str] = (),
) -> tuple[str, ...] | None:
    """The parameters that refer to a failed step, when `without` has a value for each of them and every
    failed step is referred to: the step may run with those. None when it may not."""
    names: list[str] = []
    mended: set[str] = set()
    for name, value in params.items():
        referred = {each.step for each in find({name: value}, ids, literal=literal).references} & set(failed)
        if referred and name not in without:
            return None
        if referred:
            names.append(name)
            mended |= referred
    return tuple(names) if mended == set(failed) else None


def absent(
    params: Mapping[str, object], results: Mapping[str, object], names: Collection[str], ids: Collection[str]
) -> tuple[str, ...]:
    """Those of the parameters `names` that refer to something which a result does not have."""
    found: list[str] = []
    for name in names:
        try:
            resolve({name: params[name]}, results, ids)
        except ReferenceFailure as error:
            found += [name] if error.kind == "ref_path_missing" else []
    return tuple(found)


def resolve(
    params: Mapping[str, object],
    results: Mapping[str, object],
    ids: Collection[str],
    *,
    literal: Collection[str] = (),
    size_at_most: int = SIZE_AT_MOST,
) -> dict[str, object]:
    """A fresh copy of `params` with every reference filled in from `results` (step id → its result).

    Raises ReferenceFailure: `ref_path_missing` with the path, `ref_too_large`, `unknown_ref`.
    """
    meter = _Meter(size_at_most)

    def fill(value: object, depth: int) -> object:
        if isinstance(value, str):
            return _fill_text(value, results, ids, meter) if "$" in value else meter.text(value)
        return _copy(value, meter, depth, fill)

    return {
        name: _copy(value, meter, DEPTH_AT_MOST, None) if name in literal else fill(value, DEPTH_AT_MOST)
        for name, value in params.items()
    }


def _read_whole(text: str, ids: Collection[str]) -> Template | None:
    start = _ONE_REFERENCE.match(text)
    if not start:
        return None
    name = start.group(1) or start.group(2)
    path, end = _read_path(text, start.end())
    if start.group(2):
        if not text.startswith("}", end):
            return None
        end += 1
    if end == len(text):
        return _one(Reference(name, path, text), ids)
    if name in ids and _OTHER_KEY.fullmatch(text, end):
        raise ReferenceFailure("unknown_ref", f'write ${name}["key"] for a key that is not plain letters')
    return None


def _one(reference: Reference, ids: Collection[str]) -> Template | None:
    if reference.step in ids:
        return Template((_refuse_private(reference),), whole=True)
    if reference.path:
        raise ReferenceFailure("unknown_ref", f"{_shown(reference.text)} names no step of the plan")
    return None


def _read_pieces(text: str, ids: Collection[str]) -> Template:
    pieces: list[str | Reference] = []
    at, stray = 0, False
    position = text.find("$")
    while position >= 0:
        reference, end = _read_dollar(text, position, ids)
        if reference is None:
            stray = stray or end == position + 1
            piece = "$"
        else:
            piece = reference
        pieces += [text[at:position], piece]
        at = end
        position = text.find("$", at)
    pieces.append(text[at:])
    return Template(tuple(piece for piece in pieces if piece != ""), stray=stray)


def _read_dollar(text: str, position: int, ids: Collection[str]) -> tuple[Reference | None, int]:
    """The reference at a dollar and where it ends; None with the end behind `$` (text) or `$$` (a dollar)."""
    start = _DOLLAR.match(text, position)
    if start is None:
        return None, position + 1
    if start.group() == "$$":
        return None, start.end()
    name = start.group(1) or start.group(2)
    if name not in ids:
        return None, position + 1
    path, end = _read_path(text, start.end())
    if start.group(1):
        if not text.startswith("}", end):
            raise ReferenceFailure("unknown_ref", f"${{{name}… is not closed, or its path is none")
        end += 1
    elif path or text[end : end + 1] == "[" or text[end : end + 2] == "._":
        if _UNREADABLE.match(text, end):
            raise ReferenceFailure("unknown_ref", f"the path behind {_shown(text[position:end])} is none")
    else:
        return None, position + 1
    return _refuse_private(Reference(name, path, text[position:end])), end


def _read_path(text: str, at: int) -> tuple[tuple[Segment, ...], int]:
    path: list[Segment] = []
    while found := _SEGMENT.match(text, at):
        kind, word = found.lastindex, found.group(found.lastindex or 0)
        if kind is None:
            path.append(None)
        elif kind == _INDEX:
            path.append(int(word))
        else:
            path.append(word)
        at = found.end()
    return tuple(path), at


def _refuse_private(reference: Reference) -> Reference:
    if "_" in reference.text and any(isinstance(key, str) and key[0] == "_" for key in reference.path):
        raise ReferenceFailure("unknown_ref", "a key that starts with _ cannot be read")
    return reference


def _texts(value: object) -> Iterator[str]:
    """Every text inside a value, in order; deeper than a plan may be nested nothing is looked at."""
    if isinstance(value, str):
        yield value
        return
    stack: list[tuple[object, int]] = [(value, DEPTH_AT_MOST)]
    while stack:
        item, depth = stack.pop()
        if isinstance(item, str):
            yield item
        elif depth > 0:
            mapping = as_mapping(item)
            inner = list(mapping.values()) if mapping is not None else as_items(item)
            if inner:
                stack += [(entry, depth - 1) for entry in reversed(inner)]


class _Meter:
    """Counts what a step's parameters grow to."""

    __slots__ = ("_at_most", "_left")

    def __init__(self, at_most: int) -> None:
        self._at_most = self._left = at_most

    def spend(self, amount: int) -> None:
        self._left -= amount
        if self._left < 0:
            raise ReferenceFailure("ref_too_large", f"parameters grow beyond {self._at_most:,} characters")

    def text(self, text: str) -> str:
        self.spend(len(text) + 1)
        return text


def _copy(value: object, meter: _Meter, depth: int, fill: Callable[[object, int], object] | None) -> object:
    """A fresh copy; with `fill` every value inside is filled in instead of copied."""
    if isinstance(value, str):
        return meter.text(value)
    meter.spend(1)
    if value is None or isinstance(value, SCALARS):
        return value
    mapping = as_mapping(value)
    items = as_items(value) if mapping is None else None
    if mapping is None and items is None:
        return value
    if depth <= 0:
        raise ReferenceFailure("ref_too_large", f"parameters grow deeper than {DEPTH_AT_MOST} levels")
    if mapping is not None:
        return {
            meter.text(str(key)): fill(item, depth - 1) if fill else _copy(item, meter, depth - 1, None)
            for key, item in mapping.items()
        }
    return [fill(item, depth - 1) if fill else _copy(item, meter, depth - 1, None) for item in items or ()]


def _fill_text(text: str, results: Mapping[str, object], ids: Collection[str], meter: _Meter) -> object:
    template = read_text(text, ids)
    if template.whole:
        (reference,) = template.pieces
        assert isinstance(reference, Reference)  # noqa: S101  # a whole template is one reference
        return _copy(_follow(reference, results, meter), meter, DEPTH_AT_MOST, None)
    return "".join(
        meter.text(piece) if isinstance(piece, str) else _spelled(piece, results, meter)
        for piece in template.pieces
    )


def _spelled(reference: Reference, results: Mapping[str, object], meter: _Meter) -> str:
    """A value inside a text. Nothing can be said for an absent value, so its path counts as missing."""
    value = _follow(reference, results, meter)
    if isinstance(value, str):
        return meter.text(value)
    if value is None:
        raise _missing(reference)
    if isinstance(value, int) and value.bit_length() > _WHOLE_NUMBER_BITS:
        raise ReferenceFailure("ref_too_large", f"{_shown(reference.text)} is a number with too many digits")
    copied = _copy(value, meter, DEPTH_AT_MOST, None)
    return meter.text(json.dumps(copied, ensure_ascii=False, separators=(",", ":")))


def _follow(reference: Reference, results: Mapping[str, object], meter: _Meter) -> object:
    if reference.step not in results:
        raise _missing(reference)
    values: list[object] = [results[reference.step]]
    for segment in reference.path:
        if segment is None:
            values = [entry for value in values for entry in _entries(value, reference)]
            meter.spend(len(values))
        else:
            values = [_inside(value, segment, reference) for value in values]
    return values if None in reference.path else values[0]


def _entries(value: object, reference: Reference) -> list[object] | tuple[object, ...]:
    items = as_items(value)
    if items is None:
        raise _missing(reference)
    return items


def _inside(value: object, segment: str | int, reference: Reference) -> object:
    if isinstance(segment, int):
        items = as_items(value)
        if items is not None and segment < len(items):
            return items[segment]
    else:
        mapping = as_mapping(value)
        if mapping is not None and segment in mapping:
            return mapping[segment]
    raise _missing(reference)


def _missing(reference: Reference) -> ReferenceFailure:
    return ReferenceFailure("ref_path_missing", f"{_shown(reference.text)} is not in that step's result")


def _shown(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
