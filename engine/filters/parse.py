"""Source text → syntax: the grammar is cel-python's, the tree and the words of an error are ours."""

import re
from functools import lru_cache
from typing import Any, cast

from engine.filters.syntax import (
    Binary,
    Call,
    Chain,
    Conditional,
    Constant,
    Fault,
    Items,
    Name,
    Select,
    Syntax,
    Unary,
)
from engine.filters.text_literal import text_of

LENGTH_AT_MOST = 2000
"""Code points of one condition."""
DEPTH_AT_MOST = 40
"""Levels of one condition; `a && b && c` is one level."""

_WORD_OPERATORS = {"and": "&&", "or": "||", "not": "!", "AND": "&&", "OR": "||", "NOT": "!", "is": "=="}
_LAST_WORD = re.compile(r"\b([A-Za-z]+)\s*$")
_OPERATOR = {
    "relation_lt": "<", "relation_le": "<=", "relation_gt": ">", "relation_ge": ">=",
    "relation_eq": "==", "relation_ne": "!=", "relation_in": "in",
    "addition_add": "+", "addition_sub": "-",
    "multiplication_mul": "*", "multiplication_div": "/", "multiplication_mod": "%",
    "unary_not": "!", "unary_neg": "-",
}  # fmt: skip
_CHAINS = {"conditionalor": "||", "conditionaland": "&&"}


class _Stop(Exception):
    """Carries the fault that ends the reading."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


@lru_cache(maxsize=512)
def parse(source: str) -> Syntax | Fault:
    """The syntax of a condition, or the first thing that makes it unreadable. Read once per source."""
    if len(source) > LENGTH_AT_MOST:
        message = f"the condition has {len(source):,} characters, at most {LENGTH_AT_MOST:,} are read"
        return Fault("CEL003", message, "several conditions, one for each entry of also", LENGTH_AT_MOST)
    try:
        return _Reader(source).read(_tree(source), 1)
    except _Stop as stop:
        return stop.fault


@lru_cache(maxsize=1)
def _parser() -> Any:
    """cel-python's LALR parser, made when first needed.

    Its class keeps one parser for the process, of the tree class that came first; what was there is put
    back, so that nobody else's runner finds our trees. No `Environment` is made: that would raise the
    recursion limit of the whole process.
    """
    from celpy.celparser import CELParser
    from lark import Token

    class Placed(CELParser):
        """theirs forgets where `true` and `false` stand."""

        @staticmethod
        def ambiguous_literals(t: Token) -> Token:
            return Token.new_borrow_pos("BOOL_LIT", t.value, t) if t.value in ("true", "false") else t

    theirs, CELParser.CEL_PARSER = CELParser.CEL_PARSER, None
    try:
        Placed()
        return CELParser.CEL_PARSER
    finally:
        CELParser.CEL_PARSER = theirs


def _tree(source: str) -> Any:
    from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedToken

    try:
        return _parser().parse(source)
    except UnexpectedCharacters as error:
        at: int = cast("Any", error).pos_in_stream or 0
        raise _Stop(_unreadable(source, at, source[at : at + 1])) from error
    except UnexpectedToken as error:
        token: Any = error.token
        if token.type == "$END":
            raise _Stop(_ends_early(source)) from error
        raise _Stop(_unreadable(source, token.start_pos or 0, str(token.value))) from error
    except LarkError as error:
        raise _Stop(Fault("CEL001", "the condition cannot be read", "", 0)) from error


def _unreadable(source: str, at: int, found: str) -> Fault:
    """What somebody who writes `=`, `and` or a Korean word without quotes meant."""
    if found == "=":
        return Fault("CEL001", "`=` compares nothing", "`==` for is, `!=` for is not", at)
    if found in _WORD_OPERATORS:
        return Fault("CEL001", f"`{found}` is no operator here", f"`{_WORD_OPERATORS[found]}`", at)
    before = _LAST_WORD.search(source[:at])
    if before is not None and before.group(1) in _WORD_OPERATORS:
        word = before.group(1)
        return Fault("CEL001", f"`{word}` is no operator here", f"`{_WORD_OPERATORS[word]}`", before.start())
    if found in ("&", "|"):
        return Fault("CEL001", f"a single `{found}` is no operator", f"`{found * 2}`", at)
    if found == ">" and source[at - 1 : at] == "<":
        return Fault("CEL001", "`<>` is no operator", "`!=`", at - 1)
    if found in ('"', "'"):
        return Fault("CEL001", "a text begins here and does not end on this line", found, at)
    if found and not found.isascii():
        word = re.match(r"\w+", source[at:])
        text = word.group() if word else found
        return Fault("CEL001", f"`{text}` stands without quotes", f"'{text}' for a text", at)
    if found in (")", "]"):
        return Fault(
            "CEL001", f"`{found}` closes what nothing opened, or something before it is missing", "", at
        )
    return Fault(
        "CEL001", f"`{found}` cannot stand here", "an operator between two values: `&&`, `||`, `>=`", at
    )


def _ends_early(source: str) -> Fault:
    end = len(source.rstrip())
    if not end:
        return Fault("CEL001", "the condition is empty", "also: []", 0)
    opened = [pair for pair in ("()", "[]") if source.count(pair[0]) > source.count(pair[1])]
    if opened:
        return Fault("CEL001", f"a `{opened[0][0]}` is not closed", f"`{opened[0][1]}`", end)
    return Fault(
        "CEL001", "the condition ends before it is complete", "a value behind the last operator", end
    )


class _Reader:
    """One walk over cel-python's tree."""

    def __init__(self, source: str) -> None:
        self._source = source

    def read(self, tree: Any, level: int) -> Syntax:
        """The syntax of a tree; raises _Stop."""
        node = tree
        while len(node.children) == 1 and node.data in _PASSED:
            node = node.children[0]
        at = int(node.meta.start_pos)
        if level > DEPTH_AT_MOST:
            message = f"the condition is nested more than {DEPTH_AT_MOST} levels deep"
            raise _Stop(Fault("CEL003", message, "several conditions, one for each entry of also", at))
        return _READERS[node.data](self, node, at, level)

    def chain(self, node: Any, at: int, level: int) -> Syntax:
        """`a && b && c` as one node, however long."""
        terms: list[Syntax] = []
        rest = node
        while rest.data == node.data and len(rest.children) == 2:
            terms.append(self.read(rest.children[1], level + 1))
            rest = rest.children[0]
        terms.append(self.read(rest, level + 1))
        return Chain(at, _CHAINS[node.data], tuple(reversed(terms)))

    def conditional(self, node: Any, at: int, level: int) -> Syntax:
        test, then, otherwise = (self.read(child, level + 1) for child in node.children)
        return Conditional(at, test, then, otherwise)

    def binary(self, node: Any, at: int, level: int) -> Syntax:
        named, right = node.children
        left = self.read(named.children[0], level + 1)
        return Binary(at, _OPERATOR[named.data], left, self.read(right, level + 1))

    def unary(self, node: Any, at: int, level: int) -> Syntax:
        sign, of = node.children
        return Unary(at, _OPERATOR[sign.data], self.read(of, level + 1))

    def select(self, node: Any, at: int, level: int) -> Syntax:
        of, name = node.children
        return Select(int(name.start_pos), self.read(of, level + 1), str(name.value))

    def method(self, node: Any, at: int, level: int) -> Syntax:
        of, name = node.children[:2]
        target = self.read(of, level + 1)
        return Call(int(name.start_pos), target, str(name.value), self._args(node.children[2:], level))

    def function(self, node: Any, at: int, level: int) -> Syntax:
        return Call(at, None, str(node.children[0].value), self._args(node.children[1:], level))

    def items(self, node: Any, at: int, level: int) -> Syntax:
        return Items(at, self._args(node.children, level))

    def name(self, node: Any, at: int, level: int) -> Syntax:
        return Name(at, str(node.children[0].value))

    def literal(self, node: Any, at: int, level: int) -> Syntax:
        token = node.children[0]
        kind, text = str(token.type), str(token.value)
        if kind in ("INT_LIT", "UINT_LIT"):
            return Constant(at, float(int(text.rstrip("uU"), 16 if "x" in text else 10)))
        if kind == "FLOAT_LIT":
            return Constant(at, float(text))
        if kind == "BOOL_LIT":
            return Constant(at, text == "true")
        if kind == "NULL_LIT":
            return Constant(at, None)
        if kind in ("STRING_LIT", "MLSTRING_LIT"):
            return Constant(at, self._text(text, at))
        raise _Stop(Fault("CEL006", "bytes (b'…') are no values here", "a text without the b", at))

    def refused(self, node: Any, at: int, level: int) -> Syntax:
        what, hint = _REFUSED.get(node.data, ("this form", ""))
        raise _Stop(Fault("CEL006", f"{what} cannot be used here", hint, at))

    def _args(self, lists: Any, level: int) -> tuple[Syntax, ...]:
        return tuple(self.read(child, level + 1) for each in lists for child in each.children)

    def _text(self, text: str, at: int) -> str:
        found = text_of(text)
        if isinstance(found, int):
            message = f"`{text[found : found + 2]}` is no escape"
            raise _Stop(Fault("CEL001", message, r"\\ for a backslash", at + found))
        return found


_PASSED = frozenset(
    {"expr", "conditionalor", "conditionaland", "relation", "addition", "multiplication", "unary", "member",
     "primary", "paren_expr"}
)  # fmt: skip
_READERS = {
    "expr": _Reader.conditional,
    "conditionalor": _Reader.chain,
    "conditionaland": _Reader.chain,
    "relation": _Reader.binary,
    "addition": _Reader.binary,
    "multiplication": _Reader.binary,
    "unary": _Reader.unary,
    "member_dot": _Reader.select,
    "member_dot_arg": _Reader.method,
    "ident_arg": _Reader.function,
    "list_lit": _Reader.items,
    "ident": _Reader.name,
    "literal": _Reader.literal,
    **dict.fromkeys(
        ("member_index", "member_object", "dot_ident_arg", "dot_ident", "map_lit"), _Reader.refused
    ),
}
_REFUSED = {
    "member_index": ("a place in brackets", "doc.NAME for a field, exists() or all() for floor plans"),
    "member_object": ("braces behind a name", ""),
    "map_lit": ("a mapping in braces", ""),
    "dot_ident": ("a name that begins with a point", "doc.NAME"),
    "dot_ident_arg": ("a name that begins with a point", "doc.NAME"),
}
