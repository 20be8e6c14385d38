"""A reply against the contract of its task: one door for every kind."""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.config.task import Contract, ExtractContract, InputType, Task
from engine.plan.frozen import as_items, as_mapping
from engine.plan.parameters import check_params
from engine.plan.policy import ToolSpec, parameter_of
from engine.plan.reply import Reply, ReplyFailure, read_reply, stopped_early
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
        return Broken(kind=early.kind, message=early.message) if early else text(contract.text, reply)
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
    return _extracted(cast("ExtractContract", contract.extract), read.value)


def _extracted(contract: ExtractContract, value: object) -> Verdict:
    """`extract`: the fields of a JSON object, each as its type says; unknown ones are dropped and said."""
    mapping = as_mapping(value)
    if mapping is None:
        names = ", ".join(contract.fields)
        return Broken(kind="contract", message=f"the reply must be a JSON object with {names}")
    fields = {name: parameter_of(name, spec) for name, spec in contract.fields.items()}
    checked = check_params(mapping, ToolSpec(name="", parameters=fields))
    if checked.problem:
        return Broken(kind="contract", message=checked.problem)
    return Kept(
        value=checked.params, dropped=tuple(f"a field {name} is not asked for" for name in checked.unknown)
    )


def missing(task: Task, inputs: Inputs) -> str:
    """What keeps the task from being asked at all: an input that is absent, of another type, or an empty list
    to work on; "" for nothing. An empty list is no failure of a model: nothing is asked."""
    for name, kind in task.inputs.items():
        if name not in inputs or inputs[name] is None:
            return f"{name} is missing"
        if not _fits(kind, inputs[name]):
            return f"{name} must be a {kind}"
    contract = task.contract
    worked_on = contract.select or contract.rewrite or contract.pick
    if worked_on is None:
        return ""
    entries = _list(inputs, worked_on.from_)
    if not entries:
        return f"{worked_on.from_} is empty"
    return _unfit_entries(contract, worked_on.from_, entries, inputs)


def _unfit_entries(contract: Contract, name: str, entries: Sequence[object], inputs: Inputs) -> str:
    if contract.rewrite is not None:
        names = contract.rewrite.keep.names
        texts = [*entries, *(_list(inputs, names) if names else ())]
        if not all(isinstance(each, str) and each.strip() for each in texts):
            return f"{name} must hold texts, none of them blank"
    if contract.pick is not None:
        ids = [(as_mapping(each) or {}).get(contract.pick.id) for each in entries]
        if not all(isinstance(each, str | int) and not isinstance(each, bool) for each in ids):
            return f"each of {name} must be a record with its {contract.pick.id}"
        if len({str(each) for each in ids}) < len(ids):
            return f"two of {name} have one {contract.pick.id}"
        count = contract.pick.count
        if isinstance(count, str) and not _is_count(inputs.get(count)):
            return f"{count} must be a whole number from 1"
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
