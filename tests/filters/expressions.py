"""Random conditions in two spellings, ours and that of other CEL runtimes, and random homes for them.

Ours writes 30 or 30.0 as it comes, `plan.price` for the deal type that is looked at, and whole numbers of
parts; the others get doubles everywhere and `plan.price_now`.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.catalog.fields import fields, parts_of, read_number
from engine.config.revision import Revision
from engine.filters.parse import parse
from engine.filters.syntax import Fault
from engine.filters.tree import Tree
from engine.filters.types import typed
from tests.search.packs import CATALOG, edited

LIFT = "  lift:          {type: flag, absent: allowed}\n  listing_count:"
DEALS = ("DEAL", "LEASE", "RENT")
DEAL = "LEASE"
"""The deal type that is looked at."""
BINDINGS: Mapping[str, Any] = {
    "want.price.min": None,
    "want.price.max": 60.0,
    "want.rooms.min": 2.0,
    "want.deal": ("LEASE", "RENT"),
    "request.radiusKm": 3.0,
    "request.hasPlaces": True,
    "request.year": 2026.0,
}
_DOC_NUMBERS = ("households", "built_year", "listing_count", "station_m")
_PART_NUMBERS = ("area", "area_m2", "rooms", "deposit")
_TEXTS = ("서울", "부산", "a*b", "a", "address", "dong", "래미안")


@lru_cache(maxsize=1)
def revision() -> Revision:
    """The property pack with a field of yes and no."""
    return edited({CATALOG: [("  listing_count:", LIFT)]})


@dataclass(frozen=True, slots=True)
class Written:
    """One condition: as our authors write it, as the other runtimes need it, and whether it is about one
    part."""

    ours: str
    theirs: str
    reads_part: bool

    def tree(self) -> Tree:
        """Typed, without asking whether null was thought of: errors are part of the comparison."""
        root = parse(self.ours)
        assert not isinstance(root, Fault), (self.ours, root)
        tree = typed(root, revision().catalog)
        assert not isinstance(tree, tuple), (self.ours, tree)
        return tree


Pair = tuple[str, str]


class Generator:
    """Conditions from a seed: the same seed, the same conditions. `depth` is how
    deep logic goes. `plain` ones leave out what cel-python by itself gets wrong: errors inside filter and
    exists_one, which no || absorbs, and null where a yes or no is needed, which counts as no."""

    def __init__(self, seed: int, *, plain: bool = False, depth: int = 3) -> None:
        self._random = random.Random(seed)
        self._plain = plain
        self._depth = depth
        self._variables: list[str] = []
        self._in_loops = 0

    def condition(self) -> Written:
        """The next condition; every second one is about a part."""
        reads_part = self._random.random() < 0.5
        self._variables = ["plan"] if reads_part else []
        self._in_loops = len(self._variables)
        ours, theirs = self._flag(self._depth)
        while reads_part and "plan." not in ours:
            ours, theirs = self._flag(self._depth)
        return Written(ours, theirs, reads_part)

    def _flag(self, depth: int) -> Pair:
        if depth == 0 or self._random.random() < 0.25:
            return self._random.choice(
                (self._order, self._equal, self._equal, self._within, self._text_part, self._lift)
            )()
        kind = self._random.random()
        if kind < 0.5:
            op = self._random.choice(("&&", "||"))
            terms = [self._flag(depth - 1) for _ in range(self._random.randint(2, 3))]
            return _pair("(" + f" {op} ".join(["%s"] * len(terms)) + ")", *terms)
        if kind < 0.65:
            return _pair("!(%s)", self._flag(depth - 1))
        if kind < 0.72:
            return _pair("(%s ? %s : %s)", *(self._flag(depth - 1) for _ in range(3)))
        if kind < 0.77:
            return _pair(
                f"((%s) {self._random.choice(('==', '!='))} (%s))",
                self._flag(depth - 1),
                self._flag(depth - 1),
            )
        if self._in_loops >= 2:
            return self._order()
        return self._loop(
            self._random.choice(("exists", "all", "all" if self._plain else "exists_one")), depth
        )

    def _loop(self, how: str, depth: int) -> Pair:
        name = f"p{len(self._variables)}"
        self._variables.append(name)
        self._in_loops += 1
        body = self._flag(depth - 1)
        self._variables.pop()
        self._in_loops -= 1
        return _pair(f"doc.floor_plans.{how}({name}, %s)", body)

    def _order(self) -> Pair:
        op = self._random.choice(("<", "<=", ">", ">="))
        return _pair(f"%s {op} %s", *self._swapped(self._number(2), self._number(1)))

    def _equal(self) -> Pair:
        op = self._random.choice(("==", "!="))
        value, kind = self._random.choice(((self._number(1), "n"), (self._field(), "n"), (self._text(), "t")))
        if self._random.random() < 0.5:
            other: Pair = ("null", "null")
        else:
            other = self._number(1) if kind == "n" else self._text()
        return _pair(f"%s {op} %s", *self._swapped(value, other))

    def _within(self) -> Pair:
        if self._random.random() < 0.5:
            items = [self._literal() for _ in range(self._random.randint(1, 3))]
            value = self._number(1)
        else:
            items = [_same(f"'{each}'") for each in self._random.sample(_TEXTS[:4], 2)]
            value = _same("doc.sido")
        if self._random.random() < 0.2:
            items.append(_same("null"))
        if self._random.random() < 0.1:
            return _same(f"'{self._random.choice(DEALS)}' in want.deal")
        return _pair(f"%s in [{', '.join(['%s'] * len(items))}]", value, *items)

    def _text_part(self) -> Pair:
        test = self._random.choice(("startsWith", "endsWith", "contains"))
        part = self._random.choice(("", "서", "울", "a", "*", "b"))
        return _same(f"doc.sido.{test}('{part}')")

    def _lift(self) -> Pair:
        alone = "doc.lift == false" if self._plain else "doc.lift"
        return _same(
            self._random.choice((alone, "doc.lift == true", "request.hasPlaces", "doc.lift != null"))
        )

    def _text(self) -> Pair:
        return _same(self._random.choice(("doc.sido", "doc.sigungu", *(f"'{each}'" for each in _TEXTS))))

    def _number(self, depth: int) -> Pair:
        kind = self._random.random()
        if depth == 0 or kind < 0.45:
            return self._field()
        if kind < 0.7:
            return self._literal()
        if kind < 0.85:
            op = self._random.choice("+-*" if self._plain else "+-*/")
            return _pair(f"(%s {op} %s)", self._number(depth - 1), self._number(depth - 1))
        if kind < 0.9:
            return _pair("-(%s)", self._number(depth - 1))
        if kind < 0.95 and self._in_loops < 2:
            return self._size()
        return _pair("(%s ? %s : %s)", self._equal(), self._number(0), self._number(0))

    def _size(self) -> Pair:
        if self._plain or self._random.random() < 0.5:
            return "size(doc.floor_plans)", "double(size(doc.floor_plans))"
        ours, theirs = self._loop("filter", 1)
        return self._random.choice((f"size({ours})", f"{ours}.size()")), f"double(size({theirs}))"

    def _field(self) -> Pair:
        if self._random.random() < 0.15:
            return _same(
                self._random.choice(("want.price.min", "want.price.max", "want.rooms.min", "request.year"))
            )
        if not self._variables or self._random.random() < 0.3:
            return _same(f"doc.{self._random.choice(_DOC_NUMBERS)}")
        variable = self._random.choice(self._variables)
        if self._random.random() < 0.6:
            return _same(f"{variable}.{self._random.choice(_PART_NUMBERS)}")
        name = self._random.choice(("asking", "traded", "price"))
        if variable == "plan" and self._random.random() < 0.5:
            return f"plan.{name}", f"plan.{name}_now"
        return _same(f"{variable}.{name}.{self._random.choice(DEALS)}")

    def _literal(self) -> Pair:
        whole = self._random.choice((0, 1, 2, 3, 30, 50, 60, 84, 300, 2000))
        if self._random.random() < 0.2:
            return _same(f"{whole}.5")
        return self._random.choice((f"{whole}", f"{whole}.0")), f"{whole}.0"

    def _swapped(self, one: Pair, other: Pair) -> tuple[Pair, Pair]:
        return (one, other) if self._random.random() < 0.7 else (other, one)


def _same(text: str) -> Pair:
    return text, text


def _pair(form: str, *parts: Pair) -> Pair:
    return form % tuple(p[0] for p in parts), form % tuple(p[1] for p in parts)


def homes(seed: int, count: int) -> list[dict[str, Any]]:
    """Random documents, every value absent here and there, some without parts."""
    dice = random.Random(seed)
    return [_home(dice, number) for number in range(count)]


def _home(dice: random.Random, number: int) -> dict[str, Any]:
    def some(values: tuple[Any, ...]) -> Any:
        return dice.choice((*values, None)) if dice.random() < 0.8 else None

    plans = [
        {
            "plan_id": f"p{place}",
            "area": some((24.0, 30.0, 30.5, 60.0)),
            "area_m2": some((59.5, 84.0, 30.0)),
            "rooms": some((1, 2, 3)),
            "deposit": some((0, 50)),
            "asking": some(({"DEAL": 60}, {"LEASE": 50, "RENT": 0}, {"DEAL": 0, "LEASE": 60.5}, {})),
            "traded": some(({"DEAL": 30}, {"LEASE": 84, "RENT": 2}, {})),
        }
        for place in range(dice.choice((0, 1, 1, 2, 3)))
    ]
    home = {
        "households": some((30, 60, 300, 299)),
        "built_year": some((2000, 2001, 2026)),
        "listing_count": some((0, 1, 3, 30)),
        "station_m": some((300, 60, 84)),
        "sido": some(_TEXTS[:4]),
        "sigungu": some(_TEXTS[:3]),
        "lift": some((True, False)),
    }
    known = {name: value for name, value in home.items() if value is not None or dice.random() < 0.5}
    return {"complex_id": f"c{number:03d}", "name": f"n{number}", **known, "floor_plans": plans}


def seen_by_others(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document as another runtime's variable `doc`: every field there, null where absent, each number
    read straight from the document."""
    catalog = revision().catalog
    found: dict[str, Any] = {}
    for field in fields(catalog).values():
        if field.item is None and field.spec.type not in ("point",):
            found[field.name] = _value(document, field)
    listed = parts_of(document, "floor_plans")
    inner = [field for field in fields(catalog).values() if field.item is not None]
    found["floor_plans"] = [
        {key: value for field in inner for key, value in _part_values(part, field).items()} for part in listed
    ]
    return found


def request_seen_by_others() -> dict[str, Any]:
    """`want` and `request` of `BINDINGS` as nested mappings."""
    found: dict[str, Any] = {"want": {}, "request": {}}
    for name, value in BINDINGS.items():
        root, *path = name.split(".")
        at = found[root]
        for key in path[:-1]:
            at = at.setdefault(key, {})
        at[path[-1]] = list(value) if isinstance(value, tuple) else value
    return found


def _part_values(part: Mapping[str, Any], field: Any) -> dict[str, Any]:
    if not field.varies_by_deal:
        return {field.name: _value(part, field)}
    amounts = {deal: read_number(part, field, deal) for deal in DEALS}
    return {field.name: amounts, f"{field.name}_now": amounts[DEAL]}


def _value(record: Mapping[str, Any], field: Any) -> Any:
    if field.spec.type in ("text", "choice", "flag"):
        return record.get(field.name)
    return read_number(record, field)
