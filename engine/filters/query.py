"""A condition as an Elasticsearch filter that matches exactly where it holds.

Every node has two forms, where it is surely yes and where it is surely no; a row without an answer is in
neither. So `!` only swaps the forms, and absent values need no clause of their own. What a condition of
2,000 characters can hold stays far below the servers' caps (65,536 terms, 1,024 clauses).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.filters.clauses import all_of, not_
from engine.filters.mask import NO_ANSWER, worked_out
from engine.filters.predicate import Bindings, Predicate, Sources
from engine.filters.tree import Choose, Compare, Logic, Loop, Not, Read, TextPart, Tree, Within, every
from engine.score.query import ALL, NOTHING, Json, any_of, exists, none_of, present

_RANGES = {"<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_LONGEST_PART = 200
"""Characters that a server looks for inside a text; from some 300 on (all of them alike) it refuses."""
_WILD = str.maketrans({"\\": "\\\\", "*": "\\*", "?": "\\?"})


@dataclass(frozen=True, slots=True)
class Residual:
    """Why a condition is not pushed down: it is asked of the hits instead."""

    reason: str


class _Stop(Exception):
    """Carries why a node cannot be written."""


def filter_of(
    predicate: Predicate, sources: Sources, bindings: Bindings, deal: str | None
) -> Json | Residual:
    """The filter for a home's document, or with `reads_part` for the nested document of one part."""
    writer = _Writer(sources, bindings, deal)
    try:
        return writer.form(predicate.tree, True, "plan" if predicate.reads_part else "doc")
    except _Stop as stop:
        return Residual(str(stop))


class _Writer:
    """One condition for one deal type. `scope` is the variable whose document a clause stands in."""

    def __init__(self, sources: Sources, bindings: Bindings, deal: str | None) -> None:
        self._sources = sources
        self._bindings = bindings
        self._deal = deal

    def form(self, node: Tree, holds: bool, scope: str) -> Json:
        """Where the node is surely yes, or with `holds` False surely no; raises _Stop."""
        if _is_constant(node):
            value = worked_out(node, self._bindings)
            return ALL if value is holds else NOTHING
        match node:
            case Not():
                return self.form(node.of, not holds, scope)
            case Logic():
                forms = [self.form(term, holds, scope) for term in node.terms]
                return all_of(forms) if (node.op == "&&") == holds else any_of(forms)
            case Choose():
                branches = ((True, node.then), (False, node.otherwise))
                forms = [
                    (self.form(node.test, yes, scope), self.form(b, holds, scope)) for yes, b in branches
                ]
                return any_of([all_of(form) for form in forms])
            case Read():
                return self._on(node, lambda path: {"term": {path: holds}}, scope)
            case Compare():
                return self._compare(node, holds, scope)
            case Within():
                return self._within(node, holds, scope)
            case TextPart():
                return self._text_part(node, holds, scope)
            case Loop():
                return self._loop(node, holds, scope)
            case _:
                raise _Stop("it calculates with a field")

    def _compare(self, node: Compare, holds: bool, scope: str) -> Json:
        left, right, op = node.left, node.right, node.op
        if _is_constant(left):
            left, right, op = right, left, _TURNED[op]
        if not _is_constant(right):
            return self._same(node, holds, scope)
        value = worked_out(right, self._bindings)
        if value is NO_ANSWER:
            return NOTHING
        if isinstance(left, Read):
            return self._field(left, op if holds else _OPPOSITE[op], value, scope)
        if left.kind == "flag" and isinstance(value, bool) and not isinstance(left, Choose):
            return self.form(left, (value == (op == "==")) == holds, scope)
        raise _Stop(_reason(left))

    def _field(self, read: Read, op: str, value: float | str | bool | None, scope: str) -> Json:
        """One field beside one value. Null is equal to null alone, and not ordered."""
        there = present(self._of(read, scope))
        if value is None:
            return {"==": not_(there), "!=": there}.get(op, NOTHING)
        if isinstance(value, float) and not math.isfinite(value):
            raise _Stop("it compares with a number that is not finite")
        if op in _RANGES:
            return self._on(read, lambda path: {"range": {path: {_RANGES[op]: value}}}, scope)
        equal = self._on(read, lambda path: {"term": {path: value}}, scope)
        return equal if op == "==" else not_(equal)

    def _same(self, node: Compare, holds: bool, scope: str) -> Json:
        """Two conditions that are both yes or both no."""
        sides = (node.left, node.right)
        if any(side.kind != "flag" or isinstance(side, Read | Choose) for side in sides):
            raise _Stop(
                next((_reason(s) for s in sides if not isinstance(s, Read)), "it compares two fields")
            )
        alike = (node.op == "==") == holds
        forms = [
            (self.form(node.left, is_yes, scope), self.form(node.right, is_yes == alike, scope))
            for is_yes in (True, False)
        ]
        return any_of([all_of(form) for form in forms])

    def _within(self, node: Within, holds: bool, scope: str) -> Json:
        if not isinstance(node.item, Read):
            raise _Stop(_reason(node.item))
        listed: Sequence[float | str | bool | None]
        if isinstance(node.among, tuple):
            listed = [each.value for each in node.among]
        else:
            bound = self._bindings[node.among.name]
            listed = bound if isinstance(bound, tuple) else ()
        known = list(dict.fromkeys(each for each in listed if each is not None))
        forms = [self._on(node.item, lambda path: {"terms": {path: known}}, scope)] if known else []
        if len(known) < len(listed) and None in listed:
            forms.append(not_(present(self._of(node.item, scope))))
        found = any_of(forms)
        return found if holds else not_(found)

    def _text_part(self, node: TextPart, holds: bool, scope: str) -> Json:
        if not isinstance(node.of, Read) or not _is_constant(node.part):
            raise _Stop(_reason(node.of) if not isinstance(node.of, Read) else "it compares two fields")
        part, of = worked_out(node.part, self._bindings), node.of
        if not isinstance(part, str):
            return NOTHING
        if node.test == "startsWith":
            found = self._on(of, lambda path: {"prefix": {path: {"value": part}}}, scope)
        elif len(part) > _LONGEST_PART:
            raise _Stop(f"it looks for more than {_LONGEST_PART} characters inside a text")
        else:
            end = "" if node.test == "endsWith" else "*"
            pattern = f"*{part.translate(_WILD)}{end}"
            found = self._on(of, lambda path: {"wildcard": {path: {"value": pattern}}}, scope)
        if holds:
            return found
        return all_of((present(self._of(of, scope)), not_(found)))

    def _loop(self, node: Loop, holds: bool, scope: str) -> Json:
        if node.how not in ("exists", "all"):
            raise _Stop("it counts floor plans")
        if scope != "doc":
            raise _Stop("it looks at the other floor plans of a floor plan")
        body = self.form(node.body, holds, node.variable)
        if (node.how == "exists") == holds:
            return NOTHING if body == NOTHING else _nested(node.item, body)
        return ALL if body == ALL else not_(_nested(node.item, not_(body)))

    def _of(self, read: Read, scope: str) -> tuple[str, ...]:
        """The server's fields that hold the value, the first that is there counts."""
        if read.variable != scope:
            raise _Stop("it looks at the home and at one of its floor plans at once")
        if not read.indexed:
            raise _Stop(f"the server does not index {read.written}")
        return self._sources(read.path, self._deal if read.looked_at else read.deal)

    def _on(self, read: Read, clause: Callable[[str], Json], scope: str) -> Json:
        """The clause on the first of the fields that has a value."""
        paths = self._of(read, scope)
        return any_of(
            [
                all_of(
                    (*([none_of([exists(each) for each in paths[:number]])] if number else []), clause(path))
                )
                for number, path in enumerate(paths)
            ]
        )


def _nested(item: str, query: Json) -> Json:
    return {"nested": {"path": item, "query": query}}


def _is_constant(node: Tree) -> bool:
    return not any(isinstance(each, Read | Loop) for each in every(node))


def _reason(node: Tree) -> str:
    if isinstance(node, Read):
        return "it compares two fields"
    if isinstance(node, Loop):
        return "it counts floor plans" if node.how == "count" else "it compares two conditions"
    return "it chooses between values" if isinstance(node, Choose) else "it calculates with a field"
