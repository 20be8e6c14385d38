"""One condition of a pack, compiled: checked once, then asked of rows or written as a query."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.catalog.fields import once_per_catalog
from engine.config.catalog import Catalog
from engine.config.filter import Filter
from engine.errors import ConfigError, Problem
from engine.filters.nulls import unguarded
from engine.filters.parse import parse
from engine.filters.syntax import Fault
from engine.filters.tree import Asked, Logic, Read, Tree, every
from engine.filters.types import typed

if TYPE_CHECKING:
    from engine.filters.mask import Answers, Rows

Value = float | bool | str | None | tuple[str, ...]
Bindings = Mapping[str, Value]
"""What the request says, by name: `want.price.max`, `want.deal`, `request.year`."""
Json = dict[str, Any]
Sources = Callable[[str, str | None], tuple[str, ...]]
"""A catalog path and a deal type → the server's fields for the value: the first that a record has counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicate:
    """A condition that its catalog understands. With `reads_part` it is about one part (`plan`) for one
    deal type, otherwise about a home. `warnings` are the places where a value that may be absent is
    compared: there it has no answer, and the home does not meet it."""

    source: str
    tree: Tree
    reads_part: bool
    warnings: tuple[Fault, ...] = ()

    @property
    def reads(self) -> tuple[Read, ...]:
        """Every field that the condition reads, as often as it stands there."""
        return tuple(node for node in every(self.tree) if isinstance(node, Read))

    @property
    def asks(self) -> frozenset[str]:
        """The names of the request that it needs to be bound."""
        return frozenset(node.name for node in every(self.tree) if isinstance(node, Asked))

    @property
    def conjuncts(self) -> "tuple[Predicate, ...]":
        """The terms of a `&&` that is the whole condition, each by itself: all of them hold exactly where
        it holds."""
        terms = self.tree.terms if isinstance(self.tree, Logic) and self.tree.op == "&&" else (self.tree,)
        return tuple(_predicate(self.source, term) for term in terms)

    def mask(self, rows: "Rows", bindings: Bindings, deal: str | None = None) -> "Answers":
        """Which homes (homes,), or with `reads_part` which parts (parts,), meet it, and where it has no
        answer; `deal` is the deal type that is looked at."""
        from engine.filters.mask import answers

        return answers(self.tree, rows, bindings, deal, of_parts=self.reads_part)

    def query(self, sources: Sources, bindings: Bindings, deal: str | None = None) -> Json | None:
        """An Elasticsearch filter that matches exactly where the condition holds, for a home's document or
        with `reads_part` for the nested document of one part; None when it cannot be written as one."""
        from engine.filters.query import Residual, filter_of

        found = filter_of(self, sources, bindings, deal)
        return None if isinstance(found, Residual) else found

    def why_residual(self, sources: Sources, bindings: Bindings, deal: str | None = None) -> str:
        """Why `query` is None, "" when it is not."""
        from engine.filters.query import Residual, filter_of

        found = filter_of(self, sources, bindings, deal)
        return found.reason if isinstance(found, Residual) else ""


def judge(source: str, catalog: Catalog) -> Predicate | tuple[Fault, ...]:
    """The condition compiled, or everything that makes it none. Remembered as long as the catalog
    lives."""
    known = _judged(catalog)
    if source not in known:
        known[source] = _judge(source, catalog)
    return known[source]


def compile_predicate(
    source: str, catalog: Catalog, *, file: str = "", line: int = 0, column: int = 0
) -> Predicate:
    """The condition compiled. Raises ConfigError with every error; `line` and `column` are where the
    source begins in `file`."""
    found = judge(source, catalog)
    if isinstance(found, Predicate):
        return found
    raise ConfigError(
        *(
            Problem(
                code=fault.code,
                message=fault.message,
                file=file,
                line=line,
                column=column + fault.at if line else 0,
                hint=fault.hint,
            )
            for fault in found
        )
    )


def predicates_of(each: Filter, catalog: Catalog) -> tuple[Predicate, ...]:
    """The filter's conditions compiled. Raises ConfigError for one that the catalog does not understand."""
    return tuple(compile_predicate(source, catalog) for source in each.also)


@once_per_catalog
def _judged(catalog: Catalog) -> dict[str, Predicate | tuple[Fault, ...]]:
    return {}


def _judge(source: str, catalog: Catalog) -> Predicate | tuple[Fault, ...]:
    root = parse(source)
    if isinstance(root, Fault):
        return (root,)
    tree = typed(root, catalog)
    if isinstance(tree, tuple):
        return tree
    return _predicate(source, tree, unguarded(tree))


def _predicate(source: str, tree: Tree, warnings: tuple[Fault, ...] = ()) -> Predicate:
    reads_part = any(isinstance(node, Read) and node.variable == "plan" for node in every(tree))
    return Predicate(source=source, tree=tree, reads_part=reads_part, warnings=warnings)
