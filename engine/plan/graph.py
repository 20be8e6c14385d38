"""The graph of a plan: which step waits for which, what can never start, and the longest way through it."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.plan.model import Step
from engine.plan.references import find


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """Edges by position. `needs[i]` are the ids step i waits for (declared, then referenced), `waits[i]` how
    many of them are steps of the plan, `dependants[i]` the positions that wait for step i, `order` a right
    order.

    Never to be started: `cyclic` (position → the cycle, as ids), `doubled` (an id written twice), `dangling`
    (position → an id that is no step), `unreadable` (position → what is wrong with a reference).
    """

    needs: tuple[tuple[str, ...], ...]
    waits: tuple[int, ...]
    dependants: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    cyclic: Mapping[int, tuple[str, ...]]
    doubled: frozenset[int]
    dangling: Mapping[int, str]
    unreadable: Mapping[int, str]


def schedule(steps: Sequence[Step]) -> Schedule:
    """The graph of `steps`, in time linear in steps, edges and parameters."""
    ids = {step.id for step in steps}
    places: dict[str, list[int]] = {}
    for index, step in enumerate(steps):
        places.setdefault(step.id, []).append(index)
    needs: list[tuple[str, ...]] = []
    unreadable: dict[int, str] = {}
    for index, step in enumerate(steps):
        found = find(step.params, ids, literal=step.literal)
        needs.append(tuple(dict.fromkeys([*step.deps, *[reference.step for reference in found.references]])))
        if found.problem:
            unreadable[index] = found.problem
    dependants: list[list[int]] = [[] for _ in steps]
    waits = [0] * len(steps)
    dangling: dict[int, str] = {}
    for index, wanted in enumerate(needs):
        for need in wanted:
            if need not in places:
                dangling.setdefault(index, need)
            for place in places.get(need, ()):
                dependants[place].append(index)
                waits[index] += 1
    order = _in_order(waits, dependants)
    cyclic = cycles({step.id: needs[i] for i, step in enumerate(steps)}) if len(order) < len(steps) else {}
    return Schedule(
        needs=tuple(needs),
        waits=tuple(waits),
        dependants=tuple(map(tuple, dependants)),
        order=order,
        cyclic={index: cyclic[step.id] for index, step in enumerate(steps) if step.id in cyclic},
        doubled=frozenset(index for where in places.values() if len(where) > 1 for index in where),
        dangling=dangling,
        unreadable=unreadable,
    )


def critical_path(plan: Schedule, seconds: Sequence[float]) -> float:
    """The shortest time any executor can need, `seconds` is what each step takes; a cycle counts nothing."""
    begins = [0.0] * len(plan.needs)
    longest = 0.0
    for index in plan.order:
        ends = begins[index] + seconds[index]
        longest = max(longest, ends)
        for dependant in plan.dependants[index]:
            begins[dependant] = max(begins[dependant], ends)
    return longest


def cycles(needs: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Every id that waits for itself, through others or not → one cycle of its knot, smallest id first."""
    found: dict[str, tuple[str, ...]] = {}
    for knot in _knots(needs):
        members = set(knot)
        if len(knot) > 1 or knot[0] in needs[knot[0]]:
            cycle = _one_cycle(min(knot), members, needs)
            found.update(dict.fromkeys(knot, cycle))
    return found


def _in_order(waits: Sequence[int], dependants: Sequence[Sequence[int]]) -> tuple[int, ...]:
    left = list(waits)
    ready = deque(index for index, count in enumerate(left) if count == 0)
    order: list[int] = []
    while ready:
        index = ready.popleft()
        order.append(index)
        for dependant in dependants[index]:
            left[dependant] -= 1
            if left[dependant] == 0:
                ready.append(dependant)
    return tuple(order)


def _one_cycle(start: str, members: set[str], needs: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    walk: dict[str, None] = {}
    at = start
    while at not in walk:
        walk[at] = None
        at = min(need for need in needs[at] if need in members)
    path = list(walk)
    cycle = path[path.index(at) :]
    smallest = cycle.index(min(cycle))
    return (*cycle[smallest:], *cycle[:smallest])


def _knots(needs: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Strongly connected components (Tarjan's algorithm with its own stack, so depth is no limit)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    held: dict[str, None] = {}
    knots: list[list[str]] = []
    for root in needs:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        held[root] = None
        work = [(root, iter(needs[root]))]
        while work:
            node, rest = work[-1]
            for need in rest:
                if need not in needs:
                    continue
                if need not in index:
                    index[need] = low[need] = len(index)
                    held[need] = None
                    work.append((need, iter(needs[need])))
                    break
                if need in held:
                    low[node] = min(low[node], index[need])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    knots.append(_close(node, held))
    return knots


def _close(node: str, held: dict[str, None]) -> list[str]:
    knot: list[str] = []
    while True:
        member, _ = held.popitem()
        knot.append(member)
        if member == node:
            return knot
