"""Names → what they read: a field of the document or of a part, what was asked, or how."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.catalog.fields import item_of
from engine.config.catalog import Catalog
from engine.filters.names import REQUEST, Named, deals_of, document_names, part_names, want_names
from engine.filters.syntax import Code, Fault, Name, Select, written
from engine.filters.tree import Asked, Constant, Read, Tree
from engine.source.suggest import closest

ROOTS = ("doc", "plan", "want", "request")
_WORDS = {"True": "true", "False": "false", "None": "null", "NULL": "null"}


@dataclass
class Reading:
    """The names of one condition. `parts` are those of the loops around a place, source name → unique
    name; `faults` collects what is wrong."""

    catalog: Catalog
    faults: list[Fault] = field(default_factory=list[Fault])
    parts: dict[str, str] = field(default_factory=dict[str, str])

    def fault(self, code: Code, message: str, hint: str, at: int) -> Tree:
        """Notes what is wrong; the node that stands for it is of no kind, so nothing follows from it."""
        self.faults.append(Fault(code, message, hint, at))
        return Constant(at, "unknown", None)

    def example(self, form: str) -> str:
        """The form with the catalog's list of parts in it."""
        return form.format(list=f"doc.{item_of(self.catalog) or 'LIST'}")

    def read(self, node: Name | Select) -> Tree:
        """What the dotted name reads."""
        path = written(node).split(".")
        root, *inner = path
        if not root:
            return self.fault(
                "CEL002", "a point stands behind something that has no fields", "doc.NAME", node.at
            )
        if root in self.parts or (root == "plan" and item_of(self.catalog) is not None):
            return self._field(node, self.parts.get(root, root), inner, part_names(self.catalog))
        if root == "doc":
            return self._field(node, "doc", inner, document_names(self.catalog))
        if root == "want":
            return self._want(node, inner)
        if root == "request":
            return self._request(node, inner)
        fields = [f"doc.{name}" for name in document_names(self.catalog)]
        known = {name.partition(".")[2]: name for name in fields}
        hint = _WORDS.get(root) or known.get(root) or closest(root, [*ROOTS, *self.parts])
        start = node.at if isinstance(node, Name) else _first(node)
        return self.fault("CEL002", f"nothing is called {root}", hint or "doc, plan, want or request", start)

    def _field(
        self, node: Name | Select, variable: str, inner: list[str], known: Mapping[str, Named]
    ) -> Tree:
        said = written(node)
        if not inner:
            whole = "document" if variable == "doc" else "floor plan"
            message = f"{said} is a whole {whole}, not one of its values"
            return self.fault("CEL005", message, f"{said}.{next(iter(known), 'NAME')}", node.at)
        name, *rest = inner
        at = _places(node)[1]
        if name not in known:
            return self._no_field(name, at, variable, known)
        found = known[name]
        if found.kind == "unknown":
            message = f"{name} is a place on the map, which a filter does not compare"
            return self.fault("CEL005", message, "radiusKm", at)
        deal = rest[0] if rest and found.deals else None
        if (rest and deal is None) or len(rest) > 1:
            return self.fault(
                "CEL002", f"{said.rpartition('.')[0]} has no fields", said.rpartition(".")[0], node.at
            )
        if deal is not None and deal not in found.deals:
            message = f"{deal} is no deal type; {name} has one amount for each of {', '.join(found.deals)}"
            return self.fault("CEL002", message, closest(deal, found.deals) or found.deals[0], node.at)
        looked_at = bool(found.deals) and deal is None
        if looked_at and variable != "plan":
            message = f"{said} has one amount for each of {', '.join(found.deals)}: say which"
            return self.fault("CEL009", message, f"{said}.{found.deals[0]}", at)
        return Read(_first(node), found.kind, variable, found.path, said, found.nullable, deal, looked_at,
                    found.choices, found.indexed)  # fmt: skip

    def _no_field(self, name: str, at: int, variable: str, known: Mapping[str, Named]) -> Tree:
        item = item_of(self.catalog)
        if variable == "doc" and name == item:
            hint = self.example("{list}.exists(p, p.NAME >= 30)")
            return self.fault("CEL005", f"doc.{item} is a list", hint, at)
        is_document = variable == "doc"
        other = part_names(self.catalog) if is_document else document_names(self.catalog)
        elsewhere = f"{'plan' if is_document else 'doc'}.{name}" if name in other else ""
        hint = closest(name, known) or elsewhere or f"one of {', '.join(known)}"
        whose = "document" if is_document else "floor plan"
        return self.fault("CEL002", f"a {whose} has no field {name}", hint, at)

    def _want(self, node: Name | Select, inner: list[str]) -> Tree:
        known = want_names(self.catalog)
        if not inner or inner[0] not in known:
            name = inner[0] if inner else ""
            hint = closest(name, known) or f"want.NAME with one of {', '.join(known)}"
            at = _places(node)[1] if inner else node.at
            return self.fault("CEL002", f"there is no want {name}".rstrip(), hint, at)
        name, *rest = inner
        if self.catalog.wants[name].choice is not None and not rest:
            return Asked(_first(node), "texts", f"want.{name}", False, deals_of(self.catalog))
        ends = known[name]
        if len(rest) != 1 or rest[0] not in ends:
            hint = closest(rest[0], ends) if rest else None
            allowed = " or ".join(f"want.{name}.{end}" for end in ends) or f"want.{name}"
            return self.fault("CEL002", f"{written(node)} is nothing that is asked", hint or allowed, node.at)
        return Asked(_first(node), "number", ends[rest[0]].path, True)

    def _request(self, node: Name | Select, inner: list[str]) -> Tree:
        name = inner[0] if len(inner) == 1 else ""
        if name not in REQUEST:
            hint = closest(name, REQUEST) or f"one of {', '.join(REQUEST)}"
            return self.fault(
                "CEL002", f"a request has no {'.'.join(inner) or 'value by itself'}", hint, node.at
            )
        kind, nullable = REQUEST[name]
        return Asked(_first(node), kind, f"request.{name}", nullable)


def _first(node: Name | Select) -> int:
    """Where a dotted name begins."""
    return _places(node)[0]


def _places(node: Name | Select) -> list[int]:
    """Where each part of a dotted name begins."""
    found = [node.at]
    while isinstance(node, Select) and isinstance(node.of, Name | Select):
        node = node.of
        found.append(node.at)
    return found[::-1]
