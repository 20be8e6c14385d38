"""The words, numbers and choices of a document that decide something, each with its place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from engine.config.base import Quantity, Span, StrictModel
from engine.config.conversion import Choice, Conversion, Pair
from engine.config.revision import Document
from engine.config.task import (
    ExtractContract,
    Keep,
    PickContract,
    RewriteContract,
    SelectContract,
    Task,
    TextContract,
)
from engine.config.tool import ValueSpec
from engine.config.vocabulary import Cue, Household, Term
from engine.source.tree import Node

Path = tuple[str | int, ...]
Kind = Literal["word", "key", "number", "range", "choice"]

NOT_SEEN: Mapping[type[StrictModel], frozenset[str]] = {
    Conversion: frozenset({"name", "extends", "into", "unit", "examples"}),
    Pair: frozenset({"first", "second"}),
    Term: frozenset({"name"}),
    Household: frozenset({"name", "because"}),
    Cue: frozenset({"name"}),
    Task: frozenset({"name", "template", "model", "inputs", "attempts", "timeout"}),
    SelectContract: frozenset({"from_"}),
    RewriteContract: frozenset({"from_", "at_most"}),
    Keep: frozenset({"names"}),
    PickContract: frozenset({"from_", "id", "count", "fields", "reason"}),
    ExtractContract: frozenset({"from_"}),
    TextContract: frozenset({"from_", "at_least", "at_most"}),
    ValueSpec: frozenset({"at_most"}),
}
"""What no case could see change: names (`check` holds them together), the unit that figures are told in, the
wording of a reason, and examples, which are cases themselves. Nor lengths of replies, for which a case would
have to be as long."""


VALUES: Mapping[type[StrictModel], frozenset[str]] = {
    Choice: frozenset({"value"}),
    Conversion: frozenset({"of_choice"}),
}
"""Words that are values of parameters, not of a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One value of a document: `node` holds it, a `key` is that of the node's entry. `others` are what a
    choice may be instead. `under` are words that lead to it, as its own do: the keys it lies below; a value
    that is not `read` from a text at all, such as that of a parameter, is the same for every text."""

    path: Path
    node: Node
    kind: Kind
    others: tuple[str | int | bool | None, ...] = ()
    under: tuple[str, ...] = ()
    is_read: bool = True


def leaves(document: Document) -> Iterator[Leaf]:
    """The leaves that the document's own file writes, in the order of the file's keys."""
    for leaf in _of_model(type(document.model), document.node, ()):
        if leaf.node.file == document.file:
            yield leaf


def _of_model(model: type[StrictModel], node: Node, path: Path) -> Iterator[Leaf]:
    if not isinstance(node.value, Mapping):
        return
    fields = {field.alias or name: (name, field) for name, field in model.model_fields.items()}
    for key, child in node.value.items():
        if key in fields:
            name, field = fields[key]
            found = () if name in NOT_SEEN.get(model, ()) else _of(field.annotation, child, (*path, key))
            is_value = name in VALUES.get(model, ())
            yield from (replace(leaf, is_read=False) for leaf in found) if is_value else found


def _of(annotation: Any, node: Node, path: Path) -> Iterator[Leaf]:
    """The leaves of a value that the form annotates so."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _of(get_args(annotation)[0], node, path)
    elif origin in (Union, UnionType, Literal):
        yield from _of_one(_forms(annotation), node, path)
    elif origin is tuple and isinstance(node.value, tuple):
        for index, item in enumerate(node.value):
            yield from _of(get_args(annotation)[0], item, (*path, index))
    elif origin is dict and isinstance(node.value, Mapping):
        key_form, form = get_args(annotation)
        for key, child in node.value.items():
            inside = _of(form, child, (*path, key))
            if _is_word(key_form):
                yield Leaf(path=(*path, key), node=child, kind="key")
                inside = (replace(leaf, under=(key, *leaf.under)) for leaf in inside)
            yield from inside
    else:
        yield from _of_plain(annotation, node, path)


def _of_plain(annotation: Any, node: Node, path: Path) -> Iterator[Leaf]:
    value = node.value
    if annotation is Any and isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _of(Any, item, (*path, index))
    elif (model := _model(annotation)) is not None:
        yield from _of_model(model, node, path)
    elif isinstance(value, bool):
        yield Leaf(path=path, node=node, kind="choice", others=(not value,))
    elif isinstance(value, int | float):
        yield Leaf(path=path, node=node, kind="number")
    elif isinstance(value, str):
        kind = _KINDS.get(annotation, "word")
        yield Leaf(path=path, node=node, kind=kind, is_read=annotation is not Any)


def _of_one(forms: list[Any], node: Node, path: Path) -> Iterator[Leaf]:
    """The leaves of a value that may have one of several forms, the words of a closed list among them."""
    listed = [form.value for form in forms if isinstance(form, _Listed)]
    free = [form for form in forms if not isinstance(form, _Listed)]
    if node.value in listed:
        instead = [1 if form is int else None for form in free if form in (int, type(None))]
        others = [other for other in listed if other != node.value] or instead
        if others:
            yield Leaf(path=path, node=node, kind="choice", others=tuple(others))
        return
    form = next((form for form in free if _fits(form, node)), None)
    if form is not None:
        yield from _of(form, node, path)


def _fits(form: Any, node: Node) -> bool:
    bare = get_args(form)[0] if get_origin(form) is Annotated else form
    if isinstance(node.value, tuple):
        return get_origin(bare) is tuple
    if _model(bare) is not None:
        return isinstance(node.value, Mapping)
    return get_origin(bare) is None and bare is not type(None) and not isinstance(node.value, Mapping)


def _model(form: Any) -> type[StrictModel] | None:
    return form if isinstance(form, type) and form is not Any and issubclass(form, StrictModel) else None


_KINDS: Mapping[Any, Kind] = {Span: "range", Quantity: "number", Decimal: "number"}
"""What a text is where its form is no text."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """One word of a closed list."""

    value: str | int


def _forms(annotation: Any) -> list[Any]:
    """The forms of a union, and each word of a closed list as its own."""
    if get_origin(annotation) is Literal:
        return [_Listed(value) for value in get_args(annotation)]
    if get_origin(annotation) in (Union, UnionType):
        return [form for part in get_args(annotation) for form in _forms(part)]
    return [annotation]


def _is_word(form: Any) -> bool:
    """Whether keys of this form are words of a text, not names of parameters: those are plain or have a
    pattern."""
    fields = get_args(form)[1:]
    return bool(fields) and not any(map(_has_pattern, fields))


def _has_pattern(field: Any) -> bool:
    return any(getattr(part, "pattern", None) for part in field.metadata)
