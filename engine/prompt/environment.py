"""The sandbox in which a pack's templates render: values only, no calls, bounded work, bounded text.

A template may print, choose, loop over its inputs and call its own macros. Whatever could run for long or
grow without end (ranges, repetition, calls into Python, loops over text) is refused by `checking` where it
can be seen in the file, and here in any case.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from typing import Any, cast

from jinja2 import (
    StrictUndefined,
    TemplateRuntimeError,
    TemplateSyntaxError,
    Undefined,
    UndefinedError,
    nodes,
    pass_context,
)
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer

from engine.prompt.text import linked, plain, with_particle
from engine.source.characters import UNSEEN
from engine.source.suggest import closest

TEXT_AT_MOST = 1_000_000
"""Characters that any piece of text inside a template may reach."""
TURNS_AT_MOST = 100_000
"""Loop turns and macro calls of one rendering; far beyond any answer, some 50 ms of work."""
BUDGET = "_budget"
"""The name under which a rendering's `Budget` travels."""

_KEPT_FILTERS = (
    "abs",
    "count",
    "d",
    "default",
    "dictsort",
    "first",
    "float",
    "groupby",
    "int",
    "items",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "reject",
    "rejectattr",
    "round",
    "select",
    "selectattr",
    "sort",
    "string",
    "trim",
    "truncate",
    "unique",
    "upper",
)


class Refused(TemplateRuntimeError):
    """A template wants something that the sandbox does not give; the message says what to write instead."""


class TooLarge(Refused):
    """A template's text or its work passed a bound."""


class Budget:
    """Counts down the turns of one rendering."""

    def __init__(self) -> None:
        self.left = TURNS_AT_MOST

    def spend(self, turns: int) -> None:
        """Raises TooLarge when nothing is left."""
        self.left -= turns
        if self.left < 0:
            raise TooLarge(f"the template loops more than {TURNS_AT_MOST:,} times")


def bounded(parts: Iterable[str]) -> str:
    """The parts as one text. Raises TooLarge beyond TEXT_AT_MOST characters, before they are joined."""
    kept: list[str] = []
    size = 0
    for part in parts:
        size += len(part)
        if size > TEXT_AT_MOST:
            raise TooLarge(f"a piece of text grows beyond {TEXT_AT_MOST:,} characters")
        kept.append(part)
    return "".join(kept)


def printed(value: object) -> object:
    """What `{{ value }}` prints: None nothing, a float at most six decimals, true and false as in JSON.

    Anything that Python could only describe (a method, a list, an object) is refused: print its parts, or use
    `|json`.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if not math.isfinite(value):
            raise Refused("prints a number that is not finite")
        return f"{value:.6f}".rstrip("0").rstrip(".") or "0"
    if isinstance(value, Undefined | str | int | Decimal):
        return value
    what = "a function" if callable(value) else f"a whole {type(value).__name__}"
    raise Refused(f"prints {what}: name one of its parts, or use |json")


class MissingPart(UndefinedError):
    """A template names a part that its value does not have; `hint` is the part that was probably meant."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class _Missing(StrictUndefined):
    """What a template names and nobody has, told in the words of who writes templates."""

    __slots__ = ()

    def __init__(
        self,
        hint: str | None = None,
        obj: Any = missing,
        name: str | None = None,
        exc: type[TemplateRuntimeError] = UndefinedError,
    ) -> None:
        super().__init__(hint, obj, name, exc)
        if hint is None and name is not None and obj is not missing and exc is UndefinedError:
            parts = _parts_of(obj)
            self._undefined_hint = f"{_what(obj)} has no part {name}" + (
                f"; it has {', '.join(parts)}" if parts else ""
            )
            near = closest(name, parts) or ""
            self._undefined_exception = cast("Any", lambda message: MissingPart(message, near))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]


def _parts_of(value: object) -> tuple[str, ...]:
    """The parts that a template can name of a value."""
    if isinstance(value, Mapping):
        return tuple(map(str, cast("Mapping[object, object]", value)))
    return tuple(field.name for field in fields(value)) if is_dataclass(value) else ()


def _what(value: object) -> str:
    """What a value is called in a message: a HomeView is a home, a ComparisonRow a comparison row."""
    if isinstance(value, str):
        return "a text"
    if isinstance(value, int | float | Decimal):
        return "a number"
    if isinstance(value, list | tuple):
        return "a list (loop over it, or take one of it)"
    if not is_dataclass(value):
        return "the loop" if isinstance(value, LoopContext) else "a value"
    words = "".join(f" {mark.lower()}" if mark.isupper() else mark for mark in _name(value)).split()
    name = " ".join(words) or "view"
    return name if name.endswith("s") else f"{'an' if name[0] in 'aeio' else 'a'} {name}"


def _name(view: object) -> str:
    return type(view).__name__.removesuffix("View")


class PromptEnvironment(ImmutableSandboxedEnvironment):
    """Jinja with only what a template of words needs; it knows no files, so that one serves every pack."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})
    concat = staticmethod(bounded)

    def __init__(self) -> None:
        super().__init__(
            undefined=_Missing,
            finalize=printed,
            keep_trailing_newline=True,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.globals.clear()
        self.filters = {name: self.filters[name] for name in _KEPT_FILTERS} | {
            "data": _data,
            "indent": _indent,
            "join": _join,
            "json": _json,
            "link": linked,
            "number": _number,
            "particle": with_particle,
            "plain": _plain,
            _TURNS: _turns,
            _CONCAT: _concat,
        }

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A key of a mapping, a field of a view, what a loop knows about itself; never a method of Python."""
        if isinstance(obj, Mapping):
            entries = cast("Mapping[str, object]", obj)
            return entries[attribute] if attribute in entries else self.undefined(obj=obj, name=attribute)
        if is_dataclass(obj) or isinstance(obj, LoopContext | Undefined):
            return super().getattr(obj, attribute)
        return self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """`x["name"]` is `x.name`; positions and slices of lists and texts work as in Python."""
        if isinstance(argument, str):
            return self.getattr(obj, argument)
        return super().getitem(obj, argument)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - Jinja's own signature
        """A call of the template's own macro, which costs a turn; nothing else may be called."""
        if isinstance(__obj, Undefined):
            str(__obj)  # raises and names what is missing
        if not isinstance(__obj, Macro):
            raise Refused("calls something else than a macro of its own; use a filter")
        __context.parent[BUDGET].spend(1)
        return super().call(__context, __obj, *args, **kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Arithmetic on numbers; text is joined with `~`."""
        if operator == "**" or not (_is_number(left) and _is_number(right)):
            raise Refused(f"uses {operator} on something else than two numbers; join text with ~")
        return super().call_binop(context, operator, left, right)

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        return super()._generate(_Bounds().visit(source), name, filename, defer_init)


_TURNS = "_turns"
_CONCAT = "_concat"


class _Bounds(NodeTransformer):
    """Puts what a loop goes over, and every `~`, behind a filter that counts."""

    def visit_Include(self, node: nodes.Node) -> nodes.Node:  # noqa: N802 - named by Jinja
        raise TemplateSyntaxError(
            "a template stands alone: include, import and extends are not read", node.lineno
        )

    visit_Import = visit_FromImport = visit_Extends = visit_Include  # noqa: N815 - named by Jinja

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - named by Jinja
        node = cast("nodes.For", self.generic_visit(node))
        node.iter = nodes.Filter(node.iter, _TURNS, [], [], None, None, lineno=node.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802 - named by Jinja
        node = cast("nodes.Concat", self.generic_visit(node))
        parts = nodes.List(node.nodes, lineno=node.lineno)
        return nodes.Filter(parts, _CONCAT, [], [], None, None, lineno=node.lineno)


@pass_context
def _turns(context: Context, value: Any) -> list[object]:
    if isinstance(value, str):
        raise Refused("loops over a text; loop over a list")
    items = list(cast("Iterable[object]", value))
    context.parent[BUDGET].spend(len(items) + 1)
    return items


def _concat(parts: list[object]) -> str:
    return bounded(str(printed(part)) for part in parts)


def _join(parts: Iterable[object], between: str = "") -> str:
    texts = [str(printed(part)) for part in parts]
    return bounded(piece for at, text in enumerate(texts) for piece in ((between, text) if at else (text,)))


def _indent(text: str, width: int = 2) -> str:
    margin = " " * min(width, 16)
    return bounded(
        line if at == 0 or line.isspace() else margin + line for at, line in enumerate(text.splitlines(True))
    )


def _json(value: object) -> str:
    encoder = json.JSONEncoder(
        ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"), default=_as_json
    )
    return bounded(encoder.iterencode(value))


_MARKUP = re.compile(rf"[<>&`\x7f-\x9f\u2028\u2029\ud800-\udfff{UNSEEN}]")


def _data(value: object) -> str:
    """JSON that reads as what it is wherever it stands: no fence, tag, entity or line begins or ends inside,
    and nothing in it is hidden or turns its direction."""
    return _MARKUP.sub(lambda found: _escaped(found.group()), _json(value))


def _escaped(mark: str) -> str:
    """The character as JSON writes it in ASCII."""
    return f"\\u{ord(mark):04x}" if mark.isascii() else json.dumps(mark)[1:-1]


def _as_json(value: object) -> object:
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, object]", value))
    if isinstance(value, Decimal | date):
        return str(value)
    raise Refused(f"writes a {type(value).__name__} as JSON")


def _plain(value: object, at_most: int = 200) -> str:
    return plain(str(printed(value)), at_most)


def _number(value: object) -> str:
    """A whole number with its thousands separated."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused("uses number on something else than a whole number")
    return f"{value:,}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)
