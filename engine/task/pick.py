"""`pick`: a model names ids of a closed set and says why; everything else comes from the records."""

from collections.abc import Mapping, Sequence

from engine.config.task import PickContract
from engine.plan.free_text import clean
from engine.plan.frozen import as_items, as_mapping
from engine.task.links import without_links
from engine.task.verdict import Broken, Kept, Verdict


def pick(
    contract: PickContract, reply: object, records: Sequence[Mapping[str, object]], count: int
) -> Verdict:
    """`{picked: [{fields of the record, reason}]}`, at most `count`, in the order of the reply.

    An id "3" is read as 3 where the records count so. Unknown ids, ids written twice and entries that are no
    object are dropped and said. No valid one at all is broken, unless there was nothing to pick from.
    """
    items = as_items(reply)
    if items is None:
        return Broken(
            kind="contract",
            message='the reply must be a JSON array of {"id": …, "reason": …}',
        )
    known = {str(record[contract.id]).strip(): record for record in records}
    picked: dict[str, dict[str, object]] = {}
    dropped: list[str] = []
    for item in items:
        entry = as_mapping(item) or {}
        key = _key(entry.get("id"))
        if key not in known or key in picked:
            dropped.append("an id is written twice" if key in picked else "an id is none of the list")
        elif len(picked) == count:
            dropped.append(f"more than {count} were named")
        else:
            reason, _ = clean(_unlinked(entry.get("reason")), contract.reason)
            picked[key] = {name: known[key].get(name) for name in contract.fields} | {"reason": reason or ""}
    wanted = min(count, len(known))
    if wanted and not picked:
        return Broken(kind="contract", message="the reply names no id of the list")
    short = f"{len(picked)} of {wanted} were named" if len(picked) < wanted else ""
    return Kept(
        value={"picked": list(picked.values())},
        dropped=tuple(dict.fromkeys(dropped)),
        short=short,
        got=len(picked),
    )


def _unlinked(reason: object) -> object:
    """The reason without addresses: those of a record come from the record."""
    return without_links(reason) if isinstance(reason, str) else reason


def _key(value: object) -> str | None:
    """The id that a JSON value spells; None for what is no id."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    return str(value).strip()
