"""Syntax → typed tree: every name looked up in the catalog, every operand of the right kind."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.catalog.fields import item_of
from engine.config.catalog import Catalog
from engine.filters import syntax
from engine.filters.reading import ROOTS, Reading
from engine.filters.syntax import Call, Code, Fault, Items, Name, Select, Syntax, written
from engine.filters.tree import (
    Arithmetic,
    Asked,
    Choose,
    Compare,
    Constant,
    How,
    Kind,
    Logic,
    Loop,
    Negative,
    Not,
    Read,
    TextPart,
    Tree,
    Within,
)
from engine.source.suggest import closest

LOOPS_AT_MOST = 2
"""Loops inside each other; `plan` counts as one, since the condition is then asked of every floor plan."""

_SAID: Mapping[Kind, str] = {
    "number": "a number", "text": "a text", "flag": "a yes or no", "null": "null", "texts": "a list",
}  # fmt: skip
_LOOPS: Mapping[str, How] = {"exists": "exists", "all": "all", "exists_one": "exists_one"}
_TEXT_TESTS = ("startsWith", "endsWith", "contains")
_FUNCTIONS = ("size", "filter", *_LOOPS, *_TEXT_TESTS)
_INSTEAD = {
    "has": "NAME != null",
    "int": "the number itself",
    "double": "the number itself",
    "uint": "the number itself",
    "string": "a text in quotes",
    "matches": "startsWith, endsWith or contains",
    "map": "exists, all, or filter inside size( )",
    "len": "size",
    "length": "size",
    "any": "exists",
}


def typed(root: Syntax, catalog: Catalog) -> Tree | tuple[Fault, ...]:
    """The condition with every name looked up, or everything that is wrong with it."""
    reading = Reading(catalog)
    tree = _Typing(reading, loops=1 if mentions(root, "plan") else 0).needs(root, "flag", "a condition")
    return tuple(reading.faults) if reading.faults else tree


def mentions(root: Syntax, name: str) -> bool:
    """Whether a name stands somewhere in the condition."""
    match root:
        case Name():
            return root.name == name
        case Select() | syntax.Unary():
            return mentions(root.of, name)
        case Call():
            return any(
                mentions(each, name) for each in (*((root.target,) if root.target else ()), *root.args)
            )
        case syntax.Binary():
            return mentions(root.left, name) or mentions(root.right, name)
        case syntax.Chain():
            return any(mentions(each, name) for each in root.terms)
        case syntax.Conditional():
            return any(mentions(each, name) for each in (root.test, root.then, root.otherwise))
        case Items():
            return any(mentions(each, name) for each in root.items)
        case _:
            return False


@dataclass
class _Typing:
    """One condition; `loops` are those around a place, `made` those of the whole condition."""

    reading: Reading
    loops: int
    made: int = 0

    def fault(self, code: Code, message: str, hint: str, at: int) -> Tree:
        return self.reading.fault(code, message, hint, at)

    def needs(self, node: Syntax, kind: Kind, where: str) -> Tree:
        """The node, which must be of that kind."""
        tree = self.tree(node)
        if tree.kind in (kind, "unknown"):
            return tree
        hint = "a comparison such as doc.NAME >= 30" if kind == "flag" else f"{_SAID[kind]}"
        if tree.kind == "null":
            hint = "NAME == null or NAME != null"
        return self.fault(
            "CEL005", f"{where} must be {_SAID[kind]}, and this is {_SAID[tree.kind]}", hint, tree.at
        )

    def tree(self, node: Syntax) -> Tree:
        """The typed node."""
        match node:
            case syntax.Constant():
                return Constant(node.at, _kind_of(node.value), node.value)
            case Name() | Select():
                return self.reading.read(node)
            case Call():
                return self.call(node)
            case syntax.Unary():
                if node.op == "!":
                    return Not(node.at, self.needs(node.of, "flag", "what stands behind `!`"))
                return Negative(node.at, self.needs(node.of, "number", "what stands behind `-`"))
            case syntax.Chain():
                terms = tuple(self.needs(term, "flag", f"each side of `{node.op}`") for term in node.terms)
                return Logic(node.at, "&&" if node.op == "&&" else "||", terms)
            case syntax.Conditional():
                return self.choose(node)
            case syntax.Binary():
                return self.binary(node)
            case Items():
                return self.fault("CEL006", "a list stands only behind `in`", "NAME in ['a', 'b']", node.at)

    # operators

    def choose(self, node: syntax.Conditional) -> Tree:
        test = self.needs(node.test, "flag", "what stands before `?`")
        then, otherwise = self.tree(node.then), self.tree(node.otherwise)
        if not _alike(then, otherwise):
            message = f"one branch is {_SAID[then.kind]}, the other {_SAID[otherwise.kind]}"
            return self.fault("CEL005", message, "both of one kind", node.at)
        kind = then.kind if then.kind != "null" else otherwise.kind
        return Choose(node.at, kind, test, then, otherwise)

    def binary(self, node: syntax.Binary) -> Tree:
        if node.op == "in":
            return self.within(node)
        if node.op == "%":
            return self.fault(
                "CEL006", "`%` needs whole numbers, and numbers here may have decimals", "", node.at
            )
        if node.op in ("+", "-", "*", "/"):
            left, right = (
                self.needs(side, "number", f"each side of `{node.op}`") for side in (node.left, node.right)
            )
            return Arithmetic(node.at, node.op, left, right)
        left, right = self.tree(node.left), self.tree(node.right)
        if node.op in ("==", "!="):
            return self.equal(node, left, right)
        for side in (left, right):
            if side.kind not in ("number", "unknown"):
                hint = "NAME == null or NAME != null" if side.kind == "null" else "== or !="
                return self.fault(
                    "CEL005", f"`{node.op}` compares numbers, and this is {_SAID[side.kind]}", hint, side.at
                )
        return Compare(node.at, node.op, left, right)

    def equal(self, node: syntax.Binary, left: Tree, right: Tree) -> Tree:
        if "texts" in (left.kind, right.kind):
            return self.fault("CEL005", "a list is not compared", "'DEAL' in want.deal", node.at)
        if not _alike(left, right):
            message = f"{_SAID[left.kind]} is compared with {_SAID[right.kind]}, which are never equal"
            return self.fault("CEL005", message, _as_kind(left, right), right.at)
        self.allowed(left, (right,))
        self.allowed(right, (left,))
        return Compare(node.at, node.op, left, right)

    def within(self, node: syntax.Binary) -> Tree:
        item = self.tree(node.left)
        if isinstance(node.right, Items):
            listed = [self.tree(each) for each in node.right.items]
            constants = tuple(each for each in listed if isinstance(each, Constant))
            for each in listed:
                if not isinstance(each, Constant):
                    return self.fault("CEL006", "a list behind `in` holds written values only", "||", each.at)
                if not _alike(item, each):
                    message = f"{_SAID[item.kind]} is looked for among {_SAID[each.kind]}"
                    return self.fault("CEL005", message, _as_kind(item, each), each.at)
            self.allowed(item, constants)
            return Within(node.at, item, constants)
        among = self.tree(node.right)
        if "unknown" in (among.kind, item.kind):
            return among
        if not isinstance(among, Asked) or among.kind != "texts":
            return self.fault("CEL005", "what stands behind `in` is no list", "['a', 'b']", among.at)
        if item.kind != "text":
            return self.fault(
                "CEL005", f"{among.name} lists texts, and this is {_SAID[item.kind]}", "", item.at
            )
        if isinstance(item, Constant):
            self.allowed(among, (item,))
        return Within(node.at, item, among)

    def allowed(self, owner: Tree, values: Iterable[Tree]) -> None:
        """Notes written values that a choice never has."""
        choices = owner.choices if isinstance(owner, Read | Asked) else ()
        for value in values:
            text = value.value if isinstance(value, Constant) else None
            if choices and isinstance(text, str) and text not in choices:
                name = owner.written if isinstance(owner, Read) else getattr(owner, "name", "")
                message = f"{name} is never {text!r}; it is one of {', '.join(choices)}"
                self.fault("CEL008", message, repr(closest(text, choices) or choices[0]), value.at)

    # functions

    def call(self, node: Call) -> Tree:
        if node.name in _LOOPS and node.target is not None:
            return self.loop(node, _LOOPS[node.name])
        if node.name == "size":
            return self.size(node)
        if node.name in _TEXT_TESTS and node.target is not None:
            return self.text_part(node)
        if node.name == "filter":
            return self.fault(
                "CEL006", "filter( ) makes a list, which is no condition", "size(….filter(…)) >= 2", node.at
            )
        hint = _INSTEAD.get(node.name) or closest(node.name, _FUNCTIONS) or ", ".join(_FUNCTIONS)
        return self.fault("CEL006", f"there is no function {node.name} here", hint, node.at)

    def text_part(self, node: Call) -> Tree:
        if node.target is None or len(node.args) != 1:
            return self.fault("CEL006", f"{node.name} takes one text", f"NAME.{node.name}('…')", node.at)
        of = self.needs(node.target, "text", f"what {node.name} looks at")
        part = self.needs(node.args[0], "text", f"what {node.name} looks for")
        test = next(each for each in _TEXT_TESTS if each == node.name)
        return TextPart(node.at, test, of, part)  # pyright: ignore[reportArgumentType]  one of the three

    def size(self, node: Call) -> Tree:
        of = node.args[0] if node.target is None and len(node.args) == 1 else node.target
        if of is None or (node.target is not None and node.args):
            return self.fault("CEL006", "size takes one list", "size(doc.NAME)", node.at)
        if isinstance(of, Call) and of.name == "filter" and of.target is not None:
            return self.loop(of, "count")
        item = self.listed(of)
        if item is None:
            return self.fault(
                "CEL006", "size counts the parts of a document", self.reading.example("size({list})"), node.at
            )
        self.made += 1
        return Loop(node.at, "count", item, f"{self.made}", Constant(node.at, "flag", True))

    def loop(self, node: Call, how: How) -> Tree:
        item = self.listed(node.target) if node.target is not None else None
        example = self.reading.example(f"{{list}}.{node.name}(p, p.NAME >= 30)")
        if item is None:
            return self.fault("CEL006", f"{node.name} looks at the parts of a document", example, node.at)
        if len(node.args) != 2 or not isinstance(node.args[0], Name):
            return self.fault(
                "CEL006", f"{node.name} takes a name for each part and a condition", example, node.at
            )
        name = node.args[0].name
        if name in ROOTS:
            return self.fault("CEL002", f"{name} means something else here", example, node.args[0].at)
        if self.loops >= LOOPS_AT_MOST:
            message = f"more than {LOOPS_AT_MOST} loops inside each other look at too many floor plans"
            return self.fault("CEL007", message, "conditions of their own, joined with &&", node.at)
        self.made += 1
        outer, unique = self.reading.parts, f"{name}#{self.made}"
        self.loops += 1
        self.reading.parts = outer | {name: unique}
        body = self.needs(node.args[1], "flag", f"the condition of {node.name}")
        self.reading.parts, self.loops = outer, self.loops - 1
        return Loop(node.at, how, item, unique, body)

    def listed(self, node: Syntax) -> str | None:
        """The list of parts that a node names."""
        item = item_of(self.reading.catalog)
        return item if item is not None and written(node) == f"doc.{item}" else None


def _kind_of(value: object) -> Kind:
    if value is None:
        return "null"
    return "flag" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"


def _alike(one: Tree, other: Tree) -> bool:
    return one.kind == other.kind or bool({one.kind, other.kind} & {"null", "unknown"})


def _as_kind(owner: Tree, value: Tree) -> str:
    """The value as its neighbour would have it: '30' as 30."""
    text = value.value if isinstance(value, Constant) else None
    if owner.kind == "text" and isinstance(text, float):
        return f"'{text:g}'"
    if owner.kind == "number" and isinstance(text, str) and text.strip().replace(".", "", 1).isdigit():
        return text.strip()
    return _SAID[owner.kind]
