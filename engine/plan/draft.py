"""A plan as a stranger wrote it, read just far enough to be judged."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.plan.frozen import as_items, as_mapping
from engine.plan.model import Plan, Reason, Removal, step_id
from engine.plan.parameters import shown
from engine.plan.references import Reference

_LABEL_AT_MOST = 34


@dataclass(slots=True, eq=False)
class Entry:
    """One step as written. `id` is None when it is none, `label` what a removal calls it, `bad_params` and
    `bad_deps` say what has not even the right form. The rest is filled in while the plan is judged: `needs`
    are its edges, `unreadable` what is wrong with a reference, `kept` its parameters once checked."""

    label: str
    id: str | None
    name: str | None
    params: Mapping[object, object]
    deps: tuple[str, ...]
    bad_params: str = ""
    bad_deps: str = ""
    needs: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    unreadable: str = ""
    stray: bool = False
    kept: dict[str, object] = field(default_factory=dict[str, object])


@dataclass(slots=True, eq=False)
class Draft:
    """The steps that are still in, everything taken out, and every id as written (removed ones too)."""

    intent: object
    texts: Mapping[str, object]
    alive: list[Entry]
    ids: frozenset[str]
    written: int
    removed: list[Removal] = field(default_factory=list[Removal])

    def take_out(self, reason: Reason, details: Mapping[Entry, str]) -> None:
        """Take the entries that have a detail out, for that reason."""
        if details:
            for entry in self.alive:
                if entry in details:
                    self.removed.append(Removal(step=entry.label, reason=reason, detail=details[entry]))
            self.alive = [entry for entry in self.alive if entry not in details]


def read_draft(plan: object) -> Draft:
    """The draft of a plan or of any JSON value; what has not the form of a plan is said in `removed`."""
    removed: list[Removal] = []
    root = _of_plan(plan) if isinstance(plan, Plan) else as_mapping(plan)
    if root is None:
        removed.append(Removal(step="", reason="bad_param", detail="a plan must be a mapping"))
        root = dict[object, object]()
    raw = root.get("steps")
    steps = as_items(() if raw is None else raw)
    if steps is None:
        removed.append(Removal(step="", reason="bad_param", detail="steps must be a list"))
        steps = ()
    removed += [
        Removal(step="", reason="unknown_param", detail=f"a plan has no key {shown(key)}")
        for key in root
        if key not in ("intent", "steps", "etcCondition", "systemContext")
    ]
    entries = [_entry(item) for item in steps]
    return Draft(
        intent=root.get("intent"),
        texts={key: root.get(key) for key in ("etcCondition", "systemContext")},
        alive=entries,
        ids=frozenset(entry.id for entry in entries if entry.id is not None),
        written=len(entries),
        removed=removed,
    )


def _of_plan(plan: Plan) -> Mapping[object, object]:
    """The plan's JSON value, its parameters shared: reading changes nothing."""
    steps = [{"id": s.id, "name": s.name, "params": s.params, "deps": s.deps} for s in plan.steps]
    return {
        "intent": plan.intent,
        "steps": steps,
        "etcCondition": plan.etc_condition,
        "systemContext": plan.system_context,
    }


def _entry(item: object) -> Entry:
    step = as_mapping(item)
    if step is None:
        return Entry(label="", id=None, name=None, params={}, deps=())
    raw_id, name, raw_params = step.get("id"), step.get("name"), step.get("params")
    identity = step_id(raw_id)
    params = as_mapping({} if raw_params is None else raw_params)
    deps, bad_deps = _deps(step.get("deps"))
    return Entry(
        label=identity if identity is not None else _label(raw_id),
        id=identity,
        name=name if isinstance(name, str) else None,
        params={} if params is None else params,
        deps=deps,
        bad_params="params must be a mapping" if params is None else "",
        bad_deps=bad_deps,
    )


def _deps(value: object) -> tuple[tuple[str, ...], str]:
    items = as_items(() if value is None else value)
    if items is None:
        return (), "deps must be a list of step ids"
    found = [step_id(item) for item in items]
    bad = "deps must be a list of step ids" if None in found else ""
    return tuple(dict.fromkeys(one for one in found if one is not None)), bad


def _label(value: object) -> str:
    """What is written where an id should be, when it is short and plain."""
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)  # pyright: ignore[reportCallIssue, reportArgumentType]  # None and bool are keys
    if isinstance(value, str) and len(value) <= _LABEL_AT_MOST and value.isascii() and value.isprintable():
        return value
    return ""
