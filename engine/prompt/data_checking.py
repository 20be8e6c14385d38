"""What the block of one request prints: what strangers wrote only as data, so that none of it can pass for an
instruction, a fence or a tag."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from jinja2 import nodes

from engine.errors import Problem
from engine.prompt.page import Page

_AS_DATA = "data"
_TAKES = ("store", "param")
"""How Jinja marks a name that a template takes for itself."""
_OF_THE_LIST = ("previtem", "nextitem")
"""What a loop knows of its list; all else that it knows are numbers and truth values."""
_NUMBERS = frozenset({"abs", "count", "float", "int", "length", "number", "round"})
"""Filters that give a number, whatever they are given."""
_COMPUTED = (
    nodes.Const, nodes.TemplateData, nodes.Compare, nodes.Test, nodes.Not, nodes.BinExpr, nodes.UnaryExpr,
    nodes.Call,
)  # fmt: skip
"""What is the template's own word, a truth value, a number, or what a macro of it prints, which is looked at
where it stands. `and` and `or` give one of their sides."""


def check_data(block: nodes.Block, bare: Collection[str], page: Page) -> Iterator[Problem]:
    """TMPL016 for each value that the block prints otherwise than through `|data`. `bare` are the inputs that
    no stranger writes."""
    taken = Counter(name.name for name in block.find_all(nodes.Name) if name.ctx in _TAKES)
    free = {name for name in bare if name not in taken}
    known = free | _made(block, free, taken)
    for output in block.find_all(nodes.Output):
        for part in output.nodes:
            if not _is_data(part, known):
                word = _word(part, known)
                message = (
                    f"prints {word or 'a value'} as it is: what stands in it could pass for an instruction"
                )
                hint = f"{{{{ {word or 'value'}|data }}}}"
                yield page.problem("TMPL016", part.lineno, message, hint=hint, word=word)


def _made(block: nodes.Block, bare: Collection[str], taken: Mapping[str, int]) -> set[str]:
    """The names that the block sets to data wherever it takes them: as the name of a loop or of a macro's
    parameter a name may stand for anything."""
    made: Counter[str] = Counter()
    for assign in block.find_all((nodes.Assign, nodes.AssignBlock)):
        is_data = isinstance(assign, nodes.AssignBlock) or _is_data(assign.node, bare)
        if isinstance(assign.target, nodes.Name) and is_data:
            made[assign.target.name] += 1
    return {name for name, times in made.items() if times == taken[name]}


def _is_data(node: nodes.Node | None, known: Collection[str]) -> bool:
    match node:
        case None:
            return True
        case nodes.Name(name=name):
            return name in known
        case nodes.Getattr(node=nodes.Name(name="loop"), attr=attribute):
            return attribute not in _OF_THE_LIST
        case nodes.And() | nodes.Or():
            return _is_data(node.left, known) and _is_data(node.right, known)
        case nodes.Concat():
            return all(_is_data(each, known) for each in node.nodes)
        case nodes.CondExpr():
            return _is_data(node.expr1, known) and _is_data(node.expr2, known)
        case nodes.Filter():
            return _is_filtered(node, known)
        case _:
            return isinstance(node, _COMPUTED)


def _is_filtered(node: nodes.Filter, known: Collection[str]) -> bool:
    """`|data` and numbers; `|indent`, `|default` and `|join` of what is data already."""
    if node.name == _AS_DATA or node.name in _NUMBERS:
        return True
    if node.name == "join" and isinstance(node.node, nodes.Filter):
        return _maps_to_data(node.node) and all(_is_data(each, known) for each in node.args)
    if node.name in ("indent", "default", "d"):
        return all(_is_data(each, known) for each in (node.node, *node.args))
    return False


def _maps_to_data(node: nodes.Filter) -> bool:
    match node:
        case nodes.Filter(name="map", args=[nodes.Const(value="data")]):
            return True
        case _:
            return False


def _word(node: nodes.Node, known: Collection[str]) -> str:
    """The name that is printed and is no data, with its parts: `home.name`; "" for what has none."""
    match node:
        case nodes.Name(name=name):
            return "" if name in known else name
        case nodes.Getattr(node=inner, attr=attribute):
            return f"{outer}.{attribute}" if (outer := _word(inner, known)) else ""
        case _:
            return next((found for each in node.iter_child_nodes() if (found := _word(each, known))), "")
