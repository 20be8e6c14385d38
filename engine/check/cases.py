"""Cases: each row tests something that exists and says what it expects."""

from collections.abc import Iterator

from engine.config.cases import Case, Cases
from engine.config.revision import Document, Revision
from engine.errors import Problem
from engine.source.suggest import closest

TEXT_KINDS = frozenset({"conversion", "vocabulary", "language"})
RANK_KINDS = frozenset({"profile", "filter", "relax", "catalog"})
_ANY = TEXT_KINDS | RANK_KINDS | {"plan", "tool"}
_PLAN_KEYS = (
    *("intent", "strategy", "places", "searches", "params", "assumed", "wishes", "unread", "degraded"),
    *("steps", "removed"),
)
_RANK_KEYS = ("order", "scores", "floor_plans", "dropped")


def check_cases(revision: Revision) -> Iterator[Problem]:
    """Every problem of the pack's case files."""
    for file, cases in revision.cases.items():
        document = revision.document("cases", file)
        yield from _subject(cases, document, revision)
        seen: dict[str, int] = {}
        for index, case in enumerate(cases.cases):
            if case.id in seen:
                message = f"the id {case.id} is that of case {seen[case.id] + 1} in this file too"
                yield document.problem(["cases", index, "id"], "CASE002", message)
            seen.setdefault(case.id, index)
            yield from _expectation(case, index, cases.of, document)


def _subject(cases: Cases, document: Document, revision: Revision) -> Iterator[Problem]:
    kind, _, name = cases.of.partition("/")
    named = {
        "conversion": revision.conversions,
        "profile": revision.profiles,
        "filter": revision.filters,
        "tool": revision.tools,
    }
    if kind not in _ANY:
        allowed = sorted(_ANY)
        message = f"of must name one of {', '.join(allowed)}, as KIND or KIND/NAME"
        yield document.problem(["of"], "CASE001", message, hint=closest(kind, allowed) or "")
    elif kind in named and name and name not in named[kind]:
        message = f"there is no {kind} named {name}"
        yield document.problem(["of"], "CASE001", message, hint=closest(name, list(named[kind])) or "")


def _expectation(case: Case, index: int, of: str, document: Document) -> Iterator[Problem]:
    kind = of.partition("/")[0]
    if kind in TEXT_KINDS:
        needed, given = (
            "text and params (or accept, or wishes)",
            case.text is not None and (case.params is not None or case.accept or case.wishes is not None),
        )
    elif kind == "plan":
        given = case.text is not None and any(getattr(case, key) is not None for key in _PLAN_KEYS)
        needed = f"text and one of {', '.join(_PLAN_KEYS)}"
    elif kind == "tool":
        needed, given = "text and places", case.text is not None and case.places is not None
    else:
        given = case.request is not None and any(getattr(case, key) is not None for key in _RANK_KEYS)
        needed = f"request and one of {', '.join(_RANK_KEYS)}"
    if not given:
        yield document.problem(
            ["cases", index], "CASE003", f"the case {case.id} tests nothing: it needs {needed}"
        )
