"""A reply against the contract of its task: one door for every kind."""

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from engine.config.task import Contract, ExtractContract, InputType, PickContract, Task
from engine.plan.frozen import as_items, as_mapping
from engine.plan.parameters import check_params
from engine.plan.policy import ToolSpec, parameter_of
from engine.plan.reply import Reply, ReplyFailure, read_reply, stopped_early
from engine.task.links import links
from engine.task.pick import pick
from engine.task.rewrite import rewrite
from engine.task.select import select
from engine.task.text import text
from engine.task.verdict import Broken, Kept, Verdict

Inputs = Mapping[str, object]


def judge(task: Task, reply: str, inputs: Inputs, *, finish_reason: str | None = None) -> Verdict:
    """What the task's contract says about the model's reply. `inputs` are those that `missing` let pass."""
    contract = task.contract
    if contract.text is not None:
        early = stopped_early(finish_reason)
        if early is not None:
            return Broken(kind=early.kind, message=early.message)
        return text(contract.text, reply, _links(inputs) if contract.text.links else ())
    read = read_reply(reply, finish_reason=finish_reason)
    if isinstance(read, ReplyFailure):
        return Broken(kind=read.kind, message=read.message)
    return _judged(contract, read, inputs)


def _judged(contract: Contract, read: Reply, inputs: Inputs) -> Verdict:
    if contract.select is not None:
        return select(contract.select, read.value, _list(inputs, contract.select.from_))
    if contract.rewrite is not None:
        names = contract.rewrite.keep.names
        return rewrite(
            contract.rewrite,
            read.value,
            cast("Sequence[str]", _list(inputs, contract.rewrite.from_)),
            cast("Sequence[str]", _list(inputs, names)) if names else (),
        )
    if contract.pick is not None:
        count = contract.pick.count
        wanted = cast("int", inputs[count]) if isinstance(count, str) else count
        records = cast("Sequence[Mapping[str, object]]", _list(inputs, contract.pick.from_))
        return pick(contract.pick, read.value, records, wanted)
    return _extracted(cast("ExtractContract", contract.extract), read.value, _links(inputs))


def _links(value: object) -> set[str]:
    """Every address and tag in the texts of a JSON value."""
    if isinstance(value, str):
        return links(value)
    mapping = as_mapping(value)
    inner = mapping.values() if mapping is not None else as_items(value) or ()
    found: set[str] = set()
    return found.union(*map(_links, inner))


def _extracted(contract: ExtractContract, value: object, given: Collection[str]) -> Verdict:
    """`extract`: the fields of a JSON object, each as its type says; unknown ones are dropped and said. Of
    addresses and markup only those of `given` may be there."""
    mapping = as_mapping(value)
    if mapping is None:
        names = ", ".join(contract.fields)
        return Broken(kind="contract", message=f"the reply must be a JSON object with {names}")
    fields = {name: parameter_of(name, spec) for name, spec in contract.fields.items()}
    checked = check_params(mapping, ToolSpec(name="", parameters=fields))
    if checked.problem:
        return Broken(kind="contract", message=checked.problem)
    if _links(checked.params) - set(given):
        return Broken(kind="contract", message="the reply holds an address or markup that no input does")
    return Kept(
        value=checked.params, dropped=tuple(f"a field {name} is not asked for" for name in checked.unknown)
    )


def missing(task: Task, inputs: Inputs) -> str:
    """What keeps the task from being asked at all, in a clause: an input that nobody gave, or an empty list
    to work on; "" for nothing. That is no failure of anybody."""
    for name in task.inputs:
        if inputs.get(name) is None:
            return f"{name} is missing"
    worked_on, pick = task.contract.worked_on, task.contract.pick
    if worked_on is not None and as_items(inputs[worked_on]) in ([], ()):
        return f"{worked_on} is empty"
    count = pick.count if pick is not None else 1
    return f"{count} is 0" if isinstance(count, str) and inputs[count] == 0 else ""


def unfit(task: Task, inputs: Inputs) -> str:
    """What is wrong with inputs that are all there: one of another type, or entries that the contract cannot
    be held against; "" for nothing."""
    for name, kind in task.inputs.items():
        if not _fits(kind, inputs[name]):
            return f"{name} must be a {kind}"
    contract = task.contract
    if contract.rewrite is not None:
        names = contract.rewrite.keep.names
        lists = [contract.rewrite.from_, *([names] if names else [])]
        return next(filter(None, (_no_texts(name, _list(inputs, name)) for name in lists)), "")
    return _unfit_records(contract.pick, inputs) if contract.pick is not None else ""


def _no_texts(name: str, entries: Sequence[object]) -> str:
    for number, entry in enumerate(entries):
        if not isinstance(entry, str) or not entry.strip():
            return f"{name}[{number}] is {'blank' if isinstance(entry, str) else 'no text'}"
    return ""


def _unfit_records(contract: PickContract, inputs: Inputs) -> str:
    name = contract.from_
    ids = [(as_mapping(each) or {}).get(contract.id) for each in _list(inputs, name)]
    if not all(isinstance(each, str | int) and not isinstance(each, bool) for each in ids):
        return f"each of {name} must be a record with its {contract.id}"
    if len({str(each).strip() for each in ids}) < len(ids):
        return f"two of {name} have one {contract.id}"
    if isinstance(contract.count, str) and not _is_count(inputs.get(contract.count)):
        return f"{contract.count} must be a whole number from 1"
    return ""


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _list(inputs: Inputs, name: str) -> Sequence[object]:
    return as_items(inputs.get(name)) or ()


def _fits(kind: InputType, value: object) -> bool:
    match kind:
        case "text":
            return isinstance(value, str)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "flag":
            return isinstance(value, bool)
        case "list":
            return as_items(value) is not None
        case "mapping":
            return as_mapping(value) is not None
