"""`rewrite`: each text of a list said anew, one for one, with what it must keep."""

from collections.abc import Sequence
from typing import cast

from engine.config.task import RewriteContract
from engine.plan.free_text import repeats, unsafe
from engine.plan.frozen import as_items
from engine.task.invariants import changed
from engine.task.links import links
from engine.task.verdict import Broken, Kept, Verdict


def rewrite(
    contract: RewriteContract, reply: object, originals: Sequence[str], names: Sequence[str] = ()
) -> Verdict:
    """`{items}`: the texts of `reply`, stripped. One that breaks the contract breaks the whole: texts that
    belong together are not mixed with old ones in silence."""
    items = as_items(reply)
    if items is None:
        return Broken(kind="contract", message=f"the reply must be a JSON array of {len(originals)} texts")
    if len(items) != len(originals):
        message = (
            f"the reply has {len(items)} texts; it must have {len(originals)}, one for each in its order"
        )
        return Broken(kind="contract", message=message)
    for number, (original, item) in enumerate(zip(originals, items, strict=True)):
        wrong = _wrong(contract, original, item, names)
        if wrong:
            return Broken(kind="contract", message=f"text {number}: {wrong}")
    return Kept(value={"items": [cast("str", item).strip() for item in items]})


def _wrong(contract: RewriteContract, original: str, item: object, names: Sequence[str]) -> str:
    """What is wrong with one rewriting; "" for nothing."""
    if not isinstance(item, str):
        return f"it is {type(item).__name__}, not text"
    said = item.strip()
    if not said:
        return "it is blank"
    if len(said) > contract.at_most:
        return f"it has {len(said)} characters, at most {contract.at_most} may be"
    if unsafe(said) or repeats(said):
        return "it holds hidden characters or only repeats itself"
    if links(said) - links(original):
        return "it holds an address or markup that its original does not"
    lost = list(changed(original, said, contract.keep, names))
    return f"it must say the same {', '.join(lost)} as its original" if lost else ""
