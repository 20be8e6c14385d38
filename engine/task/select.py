"""`select`: a model points at entries of a list; code parts the list."""

from collections.abc import Sequence

from engine.config.task import SelectContract
from engine.plan.frozen import as_items
from engine.task.verdict import Broken, Kept, Verdict


def select(contract: SelectContract, reply: object, entries: Sequence[object]) -> Verdict:
    """The entries parted by the positions in `reply`: `{removed, kept, indices}`, both in their old order.

    Whole numbers from 0 to the list's end count, once each; everything else in the array is dropped and said.
    A reply that is no array is broken: it never means that nothing was selected. An array of which nothing
    counts is short: it meant something.
    """
    items = as_items(reply)
    if items is None:
        return Broken(
            kind="contract",
            message=f"the reply must be a JSON array of positions in {contract.from_}, such as [0, 2] or []",
        )
    chosen: set[int] = set()
    dropped: list[str] = []
    for item in items:
        why = _why_not(item, chosen, len(entries))
        if why:
            dropped.append(why)
        elif isinstance(item, int):
            chosen.add(item)
    kept = list(entries)
    removed = [kept.pop(position) for position in sorted(chosen, reverse=True)]
    return Kept(
        value={"removed": removed[::-1], "kept": kept, "indices": sorted(chosen)},
        dropped=tuple(dict.fromkeys(dropped)),
        short="no entry of the reply is a position" if dropped and not chosen else "",
    )


def _why_not(item: object, chosen: set[int], size: int) -> str:
    if isinstance(item, bool) or not isinstance(item, int):
        return f"an entry is {type(item).__name__}, not a whole number"
    if not 0 <= item < size:
        return f"a position lies outside 0 to {size - 1}"
    return "a position is written twice" if item in chosen else ""
