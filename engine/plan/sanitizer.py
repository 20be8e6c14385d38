"""Sanitizing: whatever a planner wrote becomes a plan that may run, and every removal is explained.

Every stage looks at the whole set of steps that are still in, so the order in which steps are written decides
nothing but which ones the cap keeps. Time is linear in the size of what was written.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence

from engine.plan.draft import Draft, Entry, read_draft
from engine.plan.free_text import clean
from engine.plan.graph import cycles
from engine.plan.model import Note, Plan, Removal, Replan, Sanitized, Step
from engine.plan.parameters import check_params, shown
from engine.plan.policy import PlanPolicy, PlanRules, RevisionLike, ToolSpec, policy_of
from engine.plan.references import Reference, find

_UNKNOWN_LISTED = 20
_CYCLE_SHOWN = 8


def sanitize(plan: object, revision: RevisionLike | PlanRules) -> Sanitized:
    """The part of `plan` (any JSON value, or a plan this returned) that may run under the revision's rules.

    Pure, and sanitizing its plan again changes nothing. `removed` explains what is not there any more, in the
    order of the stages; `replan` says when the rule-based planner should write the plan instead.
    """
    rules = policy_of(revision)
    draft = read_draft(plan)
    _drop_unknown_tools(draft, rules.tools)
    _read_needs(draft, rules.tools)
    _cascade(draft)
    _drop_unclear_ids(draft)
    _drop_bad_references(draft, rules.tools)
    _drop_cycles(draft)
    _check_parameters(draft, rules.tools)
    _cap_steps(draft, rules.plan_policy.steps_at_most)
    _cascade(draft)
    intent, is_known = _intent(draft, rules.plan_policy)
    texts = _free_texts(draft, rules.plan_policy.free_text)
    return Sanitized(
        plan=Plan(
            intent=intent,
            steps=tuple(_step(entry, rules.tools) for entry in draft.alive),
            etc_condition=texts["etcCondition"],
            system_context=texts["systemContext"],
        ),
        removed=tuple(draft.removed),
        notes=tuple(
            Note(
                step=entry.label, kind="dollar_literal", detail="a dollar that names no step is kept as text"
            )
            for entry in draft.alive
            if entry.stray
        ),
        replan=_replan(draft, intent, is_known, rules.plan_policy),
    )


def _drop_unknown_tools(draft: Draft, tools: Mapping[str, ToolSpec]) -> None:
    draft.take_out(
        "unknown_tool",
        {
            entry: "names no tool" if entry.name is None else f"there is no tool {shown(entry.name)}"
            for entry in draft.alive
            if entry.name is None or entry.name not in tools
        },
    )


def _read_needs(draft: Draft, tools: Mapping[str, ToolSpec]) -> None:
    """Edges are declared and referenced ones; parameters that the tool does not know refer to nothing."""
    for entry in draft.alive:
        tool = tools[entry.name or ""]
        known = {
            key: value
            for key, value in entry.params.items()
            if isinstance(key, str) and key in tool.parameters
        }
        found = find(known, draft.ids, literal=tool.literal)
        entry.references = tuple(found.references)
        entry.needs = tuple(dict.fromkeys((*entry.deps, *(r.step for r in found.references))))
        entry.unreadable, entry.stray = found.problem, found.stray


def _cascade(draft: Draft) -> None:
    """Take out what waits for a step that was taken out, to a fixed point."""
    dependants: dict[str, list[Entry]] = {}
    for entry in draft.alive:
        for need in entry.needs:
            dependants.setdefault(need, []).append(entry)
    left = Counter(entry.id for entry in draft.alive)
    gone = {need for need in draft.ids if not left[need]}
    waiting = deque(gone)
    fallen: set[Entry] = set()
    while waiting:
        for entry in dependants.get(waiting.popleft(), ()):
            if entry in fallen:
                continue
            fallen.add(entry)
            left[entry.id] -= 1
            if entry.id is not None and not left[entry.id]:
                gone.add(entry.id)
                waiting.append(entry.id)
    draft.take_out("dep_removed", {entry: _fell_with(entry, gone) for entry in fallen})


def _fell_with(entry: Entry, gone: set[str]) -> str:
    return f"needs step {next(need for need in entry.needs if need in gone)}, which was taken out"


def _drop_unclear_ids(draft: Draft) -> None:
    count = Counter(entry.id for entry in draft.alive)
    draft.take_out(
        "duplicate_id",
        {e: f"{count[e.id]} steps have this id" for e in draft.alive if e.id is not None and count[e.id] > 1},
    )
    draft.take_out(
        "bad_id",
        {e: "an id is 1 to 32 letters, digits, - or _" for e in draft.alive if e.id is None},
    )


def _drop_bad_references(draft: Draft, tools: Mapping[str, ToolSpec]) -> None:
    named = {entry.id: tools[entry.name or ""] for entry in draft.alive}
    details: dict[Entry, str] = {}
    for entry in draft.alive:
        detail = entry.bad_deps or entry.unreadable
        unknown = next((need for need in entry.needs if need not in draft.ids), None)
        if not detail and unknown is not None:
            detail = f"there is no step {unknown}"
        detail = detail or _unknown_result(entry.references, named)
        if detail:
            details[entry] = detail
    draft.take_out("unknown_ref", details)


def _unknown_result(references: Sequence[Reference], named: Mapping[str | None, ToolSpec]) -> str:
    """What is wrong with the first reference to a field that its tool never returns ("" = nothing)."""
    for reference in references:
        target = named.get(reference.step)
        if target is None or not target.results or not reference.path:
            continue
        if reference.path[0] not in target.results:
            fields = ", ".join(sorted(target.results))
            return f"{reference.text[:80]}: {target.name} returns {fields}"
    return ""


def _drop_cycles(draft: Draft) -> None:
    found = cycles({entry.id: entry.needs for entry in draft.alive if entry.id is not None})
    details: dict[Entry, str] = {}
    for entry in draft.alive:
        cycle = found.get(entry.id or "")
        if cycle:
            shown_ids = [*cycle[:_CYCLE_SHOWN], "…"] if len(cycle) > _CYCLE_SHOWN else [*cycle, cycle[0]]
            details[entry] = f"waits for itself: {' → '.join(shown_ids)}"
    draft.take_out("cycle", details)


def _check_parameters(draft: Draft, tools: Mapping[str, ToolSpec]) -> None:
    details: dict[Entry, str] = {}
    for entry in draft.alive:
        checked = check_params(entry.params, tools[entry.name or ""], draft.ids)
        entry.kept = checked.params
        problem = entry.bad_params or checked.problem
        if problem:
            details[entry] = problem
            continue
        names = list(checked.unknown[:_UNKNOWN_LISTED])
        if len(checked.unknown) > _UNKNOWN_LISTED:
            names.append(f"{len(checked.unknown) - _UNKNOWN_LISTED} more")
        draft.removed += [
            Removal(step=entry.label, reason="unknown_param", detail=f"{entry.name} has no parameter {name}")
            for name in names
        ]
    draft.take_out("bad_param", details)


def _cap_steps(draft: Draft, at_most: int) -> None:
    draft.take_out("step_cap", dict.fromkeys(draft.alive[at_most:], f"a plan has at most {at_most} steps"))


def _intent(draft: Draft, policy: PlanPolicy) -> tuple[str, bool]:
    """The intent, and whether the planner named one. Otherwise it is the first whose plan calls most of the
    tools that are left, and the fallback when none does."""
    if isinstance(draft.intent, str) and draft.intent in policy.intents:
        return draft.intent, True
    names = {entry.name for entry in draft.alive}
    shared = {intent: len(names & tools) for intent, tools in policy.intent_tools.items()}
    best = max(shared, key=lambda intent: shared[intent], default="")
    chosen = best if shared.get(best) else policy.fallback
    said = "names none" if draft.intent is None else "is none of the policy's"
    draft.removed.append(
        Removal(step="", reason="bad_intent", detail=f"the intent {said}; read as {chosen or 'none'}")
    )
    return chosen, False


def _free_texts(draft: Draft, caps: Mapping[str, int]) -> dict[str, str | None]:
    cleaned: dict[str, str | None] = {}
    for key, value in draft.texts.items():
        cleaned[key], taken = clean(value, caps.get(key, 0))
        if taken:
            draft.removed.append(Removal(step="", reason="free_text", detail=f"{key}: {taken}"))
    return cleaned


def _step(entry: Entry, tools: Mapping[str, ToolSpec]) -> Step:
    name = entry.name or ""
    return Step(
        id=entry.id or "", name=name, params=entry.kept, deps=entry.needs, literal=tools[name].literal
    )


def _replan(draft: Draft, intent: str, is_known: bool, policy: PlanPolicy) -> Replan:
    if not draft.alive:
        if not is_known:
            return "bad_intent"
        if not policy.intents.get(intent):
            return ""
        return "empty_after_sanitise" if draft.written else "empty_plan"
    goal = policy.goals.get(intent)
    return "goal_missing" if goal and all(entry.name != goal for entry in draft.alive) else ""
