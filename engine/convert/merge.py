"""From statements to parameters: later bounds win, exact amounts give way to bounds, repeated sets are
alternatives."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.convert.choices import Chosen
from engine.convert.meaning import Ends, statement_params
from engine.convert.statements import Statement
from engine.convert.tables import Table
from engine.convert.vocabulary import Named

Item = Statement | Chosen


@dataclass(slots=True)
class Merged:
    """The parameters of a text; `overruled` are statements that gave way to others, `contradictory` those
    that leave nothing between them."""

    params: dict[str, object]
    alternatives: tuple[dict[str, object], ...]
    overruled: list[Statement]
    contradictory: list[Statement]


def merge(
    statements: Sequence[Statement], chosen: Sequence[Chosen], terms: Sequence[Named], lows: frozenset[str]
) -> Merged:
    """Everything that was said, together; `lows` are the parameters that are lower ends."""
    merged = Merged({}, (), [], [])
    statements = _of_one_kind(statements, merged)
    items: list[Item] = [*statements, *chosen]
    if len(items) > 1:
        items.sort(key=_place)
    groups = _alternative_groups(items)
    if groups:
        merged.alternatives = tuple(_params(group, merged) for group in groups)
        merged.params.update(hull(merged.alternatives, lows))
    else:
        merged.params.update(_params(items, merged))
    for statement in statements:
        _fill(merged.params, statement.adds)
        _fill(merged.params, statement.sets)
    if terms:
        term_params, term_alternatives = _terms(terms, lows)
        _fill(merged.params, term_params)
        merged.alternatives = merged.alternatives or term_alternatives
    return merged


def chosen_value(chosen: Iterable[Chosen]) -> str | list[str] | None:
    """One value, or the list of them in the order said; None when nothing was chosen."""
    values = list(dict.fromkeys(value for each in chosen for value in each.values))
    return values[0] if len(values) == 1 else values or None


def _of_one_kind(statements: Sequence[Statement], merged: Merged) -> list[Statement]:
    """One size told in two ways (공급 112㎡ 전용 84㎡) counts once: as the table's label says, else as said
    first."""
    if len(statements) < 2:
        return list(statements)
    leading: dict[Table, Statement] = {}
    for statement in statements:
        first = leading.get(statement.table)
        if statement.adds and (first is None or (statement.labelled and not first.labelled)):
            leading[statement.table] = statement
    kept: list[Statement] = []
    for statement in statements:
        first = leading.get(statement.table)
        other = first is not None and bool(statement.adds) and statement.adds != first.adds
        (merged.overruled if other else kept).append(statement)
    return kept


def _place(item: Item) -> int:
    return item.first if isinstance(item, Statement) else item.token


def _fill(params: dict[str, object], more: Mapping[str, object]) -> None:
    """Set what is not set yet."""
    for name, value in more.items():
        if params.get(name) is None:
            params[name] = value


def _params(items: Sequence[Item], merged: Merged) -> dict[str, object]:
    of: dict[Table, list[Item]] = {}
    for item in items:
        of.setdefault(item.table, []).append(item)
    found: dict[str, object] = {}
    for table, said in of.items():
        choices = [item for item in said if isinstance(item, Chosen)]
        if choices and table.choice:
            found[table.choice] = chosen_value(choices)
        statements = [item for item in said if isinstance(item, Statement)]
        if statements:
            found.update(statement_params(table, _fold(statements, merged)))
    return found


def _fold(said: Sequence[Statement], merged: Merged) -> Ends:
    """The hull of the ranges, with the last bound on each end; exact amounts count only without bounds. Ends
    with nothing between them count neither: which of them was meant nobody knows."""
    if len(said) == 1:
        return said[0].meant.low, said[0].meant.high
    low, high = _hull_of_ranges(said, merged)
    if low is None or high is None or low <= high:
        return low, high
    overruled = {id(statement) for statement in merged.overruled}
    merged.contradictory += [statement for statement in said if id(statement) not in overruled]
    return None, None


def _hull_of_ranges(said: Sequence[Statement], merged: Merged) -> Ends:
    bounds = [s for s in said if s.meant.kind == "bound"]
    ranges = [s for s in said if s.meant.kind == "closed" or (s.meant.kind == "exact" and not bounds)]
    merged.overruled += [s for s in said if s.meant.kind == "exact" and bounds]
    low = min((s.meant.low for s in ranges if s.meant.low is not None), default=None)
    high = max((s.meant.high for s in ranges if s.meant.high is not None), default=None)
    for statement in bounds:
        low = statement.meant.low if statement.meant.low is not None else low
        high = statement.meant.high if statement.meant.high is not None else high
    return low, high


def _alternative_groups(items: Sequence[Item]) -> list[list[Item]]:
    """The items in sets that say the same kinds of things twice with other values: 33평 10억이나 25평 8억."""
    groups: list[list[Item]] = []
    seen: set[Table] = set()
    if len(items) < 2 * 2:
        return []
    for item in items:
        if not groups or item.table in seen:
            groups.append([])
            seen = set()
        groups[-1].append(item)
        seen.add(item.table)
    if len(groups) < 2:
        return []
    first = {item.table: item for item in groups[0]}
    for group in groups[1:]:
        other = {item.table: item for item in group}
        if other.keys() != first.keys() or not _differ(first, other):
            return []
    return groups


def _differ(one: Mapping[Table, Item], other: Mapping[Table, Item]) -> bool:
    """Whether two sets differ in two tables at least, and not by limiting one from two sides."""
    differing = 0
    for table, item in one.items():
        twin = other[table]
        if isinstance(item, Statement) and isinstance(twin, Statement):
            if (item.meant.low is None) != (
                twin.meant.low is None
            ) and item.meant.kind == twin.meant.kind == "bound":
                return False
            differing += item.meant != twin.meant
        elif isinstance(item, Chosen) and isinstance(twin, Chosen):
            differing += item.values != twin.values
    return differing > 1


def hull(alternatives: Sequence[Mapping[str, object]], lows: frozenset[str]) -> dict[str, object]:
    """What every alternative lies within, by the names of the first; lists of choices are joined. `lows` are
    the parameters that are lower ends."""
    found: dict[str, object] = {}
    for name in alternatives[0]:
        values = [each.get(name) for each in alternatives]
        numbers = [value for value in values if isinstance(value, int | float)]
        if len(numbers) == len(values):
            found[name] = min(numbers) if name in lows else max(numbers)
        elif all(value is None or isinstance(value, int | float) for value in values):
            found[name] = None
        else:
            flat = [one for value in values for one in _listed(value)]
            unique = list(dict.fromkeys(flat))
            found[name] = unique[0] if len(unique) == 1 else unique
    return found


def _listed(value: object) -> list[object]:
    return list(cast("list[object]", value)) if isinstance(value, list) else [value]


def _terms(
    terms: Sequence[Named], lows: frozenset[str]
) -> tuple[dict[str, object], tuple[dict[str, object], ...]]:
    """What terms set. Two of one want are alternatives (신축이나 준신축), one range where they set the same
    ends."""
    params: dict[str, object] = {}
    alternatives: tuple[dict[str, object], ...] = ()
    by_want: dict[frozenset[str], list[Named]] = {}
    for named in terms:
        by_want.setdefault(named.term.wants, []).append(named)
    for said in by_want.values():
        distinct = list({id(named.term): dict(named.sets) for named in said}.values())
        if len(distinct) > 1 and any(sets.keys() != distinct[0].keys() for sets in distinct):
            alternatives = alternatives or tuple(distinct)
        else:
            params.update(distinct[0] if len(distinct) == 1 else hull(distinct, lows))
    return params, alternatives
