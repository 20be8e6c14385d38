"""How a model plans the pack's own plan cases: how often it agrees, what verification mends, and what it
harms."""

import time
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.config.cases import Case
from engine.config.revision import Revision
from engine.llm.calling import Attempt, Model
from engine.llm.registry import spending_of
from engine.plan import Plan
from engine.plan.cache import PlanCache
from engine.plan.frozen import as_items
from engine.planner.compiled import rules_of
from engine.planner.rules import plan as plan_by_rules
from engine.runtime.cases import case_rows
from engine.runtime.data import index_of
from engine.runtime.expected import day_of, said
from engine.runtime.planning import Made, Sentence, by_model


@dataclass(frozen=True, slots=True, kw_only=True)
class Planning:
    """One case. `before` and `after` say whether the model's conditions were right before and after they
    were verified, None where the case expects none; `failed` is the kind of failure where there is no plan of
    the model, `why` all that is known of it."""

    id: str
    intent: bool | None
    before: bool | None
    after: bool | None
    failed: str
    why: str
    seconds: float
    tokens: int


@dataclass(slots=True)
class Report:
    """All cases that were planned so far."""

    plannings: list[Planning] = field(default_factory=list[Planning])

    def to_json(self) -> dict[str, object]:
        """`{cases, failed: {kind: n}, why: {kind: the first}, intent, conditions, verified, repaired, harmed,
        seconds, tokens}`: shares from 0 to 1 of the cases that expect such a thing and that the model
        planned."""
        planned = [each for each in self.plannings if not each.failed]
        judged = [each for each in planned if each.before is not None]
        seconds = sorted(each.seconds for each in planned)
        return {
            "cases": len(self.plannings),
            "failed": dict(Counter(each.failed for each in self.plannings if each.failed)),
            "why": {each.failed: each.why for each in reversed(self.plannings) if each.failed},
            "intent": _share([each.intent for each in planned if each.intent is not None]),
            "conditions": _share([each.before for each in judged]),
            "verified": _share([each.after for each in judged]),
            "repaired": sum(not each.before and bool(each.after) for each in judged),
            "harmed": sum(bool(each.before) and not each.after for each in judged),
            "seconds": round(seconds[len(seconds) // 2], 3) if seconds else None,
            "tokens": sum(each.tokens for each in self.plannings),
        }


async def evaluate(
    revision: Revision, models: Sequence[Model], cases: Sequence[tuple[str, Case]]
) -> AsyncGenerator[Planning, None]:
    """Each of the cases planned by the models, one after another."""
    for name, case in cases:
        yield await _planned(name, case, revision, models)


def plan_cases(revision: Revision) -> list[tuple[str, Case]]:
    """The plan cases of the pack that expect an intent or conditions, in the order of the files.

    Raises ValueError for a revision that was loaded without its cases.
    """
    rows = [row for row in case_rows(revision) if row.of.partition("/")[0] == "plan"]
    return [(row.id, row.case) for row in rows if row.case is not None and _is_judged(row.case)]


def _is_judged(case: Case) -> bool:
    """Whether the case expects an intent or conditions."""
    return case.intent is not None or case.params is not None or bool(case.accept)


async def _planned(name: str, case: Case, revision: Revision, models: Sequence[Model]) -> Planning:
    index, today = index_of(revision), day_of(case)
    ruled = plan_by_rules(case.text or "", revision, today=today, index=index)
    sentence = Sentence(text=case.text or "", ruled=ruled, today=today, index=index)
    attempts: list[Attempt] = []
    began = time.perf_counter()
    made = await by_model(
        sentence, revision, models, PlanCache(0), attempts=attempts, written=[], grown=lambda _plan: None,
        deadline_s=revision.pack.deadlines.request, spending=spending_of(revision),
    )  # fmt: skip
    seconds = time.perf_counter() - began
    usages = [each.usage for each in attempts if each.usage is not None]
    return Planning(
        id=name,
        intent=None if case.intent is None else made.planned.plan.intent == case.intent,
        before=_is_right(made.before, case, revision),
        after=_is_right(_after(made), case, revision),
        failed=made.why.partition(":")[0],
        why=made.why,
        seconds=seconds,
        tokens=sum((usage.prompt or 0) + (usage.completion or 0) for usage in usages),
    )


def _after(made: Made) -> Plan | None:
    return made.sanitized.plan if made.before is not None else None


def _is_right(plan: Plan | None, case: Case, revision: Revision) -> bool | None:
    """Whether each search of the plan asks what the case expects to be said, guesses left aside."""
    accepted = [*case.accept, *([case.params] if case.params is not None else [])]
    if not accepted or plan is None:
        return None
    if len(case.searches or ()) > 1:  # each place with what is said of it alone, and what is said of all
        accepted += [{**(case.params or {}), **own} for own in case.alternatives or ()]
    asked = [step.params for step in plan.steps if revision.does(step.name) == "search"]
    found = [_conditions(params, revision) for params in asked] or [{}]
    return all(any(each == said(right) for right in accepted) for each in found)


def _conditions(params: Mapping[str, object], revision: Revision) -> dict[str, object]:
    known = rules_of(revision).kinds.want_of
    guessed = as_items(params.get("assumed")) or ()
    return said({name: value for name, value in params.items() if name in known and name not in guessed})


def _share(judged: Sequence[bool | None]) -> float | None:
    return round(sum(map(bool, judged)) / len(judged), 4) if judged else None
