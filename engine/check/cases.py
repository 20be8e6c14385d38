"""Cases: each row tests something that exists and says what it expects."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from engine.catalog.values import value_problems
from engine.config.cases import Case, Cases
from engine.config.revision import Document, Revision
from engine.errors import Problem
from engine.source.suggest import closest

OF_ONE = frozenset({"task", "flow"})
"""Kinds whose rows are about one document, which `of` has to name."""
TEXT_KINDS = frozenset({"conversion", "vocabulary", "language"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseForm:
    """The keys that a row of one kind reads: the one it `needs`, those it may be `given` besides, and those
    it `expects`, one or more."""

    needs: str
    given: tuple[str, ...] = ()
    expects: tuple[str, ...]

    @property
    def reads(self) -> tuple[str, ...]:
        """Every key but the id."""
        return (self.needs, *self.given, *self.expects)


_TEXT = CaseForm(
    needs="text", given=("today",), expects=("params", "accept", "wishes", "alternatives", "other")
)
_RANKING = CaseForm(
    needs="request", given=("today", "documents"), expects=("order", "scores", "floor_plans", "dropped")
)
_PLAN_EXPECTS = (
    *("intent", "strategy", "places", "searches", "params", "accept", "alternatives", "assumed", "wishes"),
    *("unread", "degraded", "steps", "removed"),
)
CASE_FORMS: Mapping[str, CaseForm] = {
    **dict.fromkeys(sorted(TEXT_KINDS), _TEXT),
    **dict.fromkeys(("profile", "filter", "relax", "catalog"), _RANKING),
    "plan": CaseForm(needs="text", given=("today",), expects=_PLAN_EXPECTS),
    "tool": CaseForm(needs="text", expects=("places",)),
    "task": CaseForm(needs="reply", given=("inputs",), expects=("value", "kind", "notes")),
    "flow": CaseForm(
        needs="input", given=("today",), expects=("status", "reason", "result", "missing", "degraded")
    ),
}


def check_cases(revision: Revision) -> Iterator[Problem]:
    """Every problem of the pack's case files."""
    for file, cases in (revision.cases or {}).items():
        document = revision.document("cases", file)
        yield from _subject(cases, document, revision)
        seen: dict[str, int] = {}
        for index, case in enumerate(cases.cases):
            if case.id in seen:
                message = f"the id {case.id} is that of case {seen[case.id] + 1} in this file too"
                yield document.problem(["cases", index, "id"], "CASE002", message)
            seen.setdefault(case.id, index)
            kind = cases.of.partition("/")[0]
            if kind in CASE_FORMS:
                yield from _keys(case, index, kind, document)
            yield from _names(case, index, cases.of, document, revision)
            yield from _values(case, index, document, revision)


def _subject(cases: Cases, document: Document, revision: Revision) -> Iterator[Problem]:
    kind, _, name = cases.of.partition("/")
    named = {
        "conversion": revision.conversions,
        "profile": revision.profiles,
        "filter": revision.filters,
        "tool": revision.tools,
        "task": revision.tasks,
        "flow": revision.flows,
    }
    if kind not in CASE_FORMS:
        allowed = sorted(CASE_FORMS)
        message = f"of must name one of {', '.join(allowed)}, as KIND or KIND/NAME"
        yield document.problem(["of"], "CASE001", message, hint=closest(kind, allowed) or "")
    elif kind in OF_ONE and not name:
        message = f"cases of a {kind} say which: {kind}/NAME"
        hint = f"of: {kind}/{next(iter(named[kind]), 'NAME')}"
        yield document.problem(["of"], "CASE001", message, hint=hint)
    elif kind in named and name and name not in named[kind]:
        message = f"there is no {kind} named {name}"
        yield document.problem(["of"], "CASE001", message, hint=closest(name, list(named[kind])) or "")


def _keys(case: Case, index: int, kind: str, document: Document) -> Iterator[Problem]:
    """CASE003: a row that tests nothing; CASE004: a key that nothing reads in a row of this kind."""
    form = CASE_FORMS[kind]
    said = {name for name in case.model_fields_set if getattr(case, name) is not None}
    if form.needs not in said or not any(key in said for key in form.expects):
        needed = f"{form.needs} and one of {', '.join(form.expects)}"
        message = f"the case {case.id} tests nothing: it needs {needed}"
        hint = f"{form.needs if form.needs not in said else form.expects[0]}: …"
        yield document.problem(["cases", index], "CASE003", message, hint=hint)
    for key in sorted(case.model_fields_set - {"id", *form.reads}):
        message = f"nothing reads {key} in a case of {kind}; what is read is {', '.join(form.reads)}"
        yield document.problem(["cases", index, key], "CASE004", message, at_key=True)


def _names(case: Case, index: int, of: str, document: Document, revision: Revision) -> Iterator[Problem]:
    """CASE004: inputs that the task or flow does not take, and parts that a flow's result does not have."""
    kind, _, name = of.partition("/")
    task, flow = revision.tasks.get(name), revision.flows.get(name)
    known: dict[str, tuple[str, Collection[str]]] = {}
    if kind == "task" and task is not None:
        known = {"inputs": ("input", task.inputs)}
    elif kind == "flow" and flow is not None:
        parts = ("part of the result", flow.result)
        known = {"input": ("input", flow.inputs), "result": parts, "missing": parts}
    for key, (what, names) in known.items():
        for said in cast("Mapping[str, object]", getattr(case, key) or {}):
            if said not in names:
                message = f"{said} is no {what} of the {kind} {name}"
                hint = closest(said, names) or ", ".join(names)
                yield document.problem(
                    ["cases", index, key, said], "CASE004", message, hint=hint, at_key=True
                )


def _values(case: Case, index: int, document: Document, revision: Revision) -> Iterator[Problem]:
    """CONV010 and CONV011: parameters and values that nothing could ever give."""
    for key in ("params", "assumed"):
        yield from value_problems(
            document, ("cases", index, key), getattr(case, key) or {}, revision.catalog, open_ends=True
        )
    for key in ("accept", "alternatives", "other"):
        for at, params in enumerate(getattr(case, key) or ()):
            path = ("cases", index, key, at)
            yield from value_problems(document, path, params, revision.catalog, open_ends=True)
