"""Running the cases that a pack's author wrote: each row is computed by the same code that answers a
request."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from engine.check.cases import TEXT_KINDS
from engine.config.cases import Case
from engine.config.revision import Revision
from engine.errors import EngineError, InputInvalid, Problem
from engine.source.suggest import closest
from engine.source.tree import nearest

DEFAULT_DAY = date(2026, 6, 30)
"""The day of a case that names none, so that ages do not change with the calendar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOutcome:
    """How one case ended; `detail` says what was expected and what came, "" when it passed."""

    file: str
    line: int
    of: str
    id: str
    detail: str

    @property
    def passed(self) -> bool:
        """Whether everything the case expects was so."""
        return not self.detail

    def to_json(self) -> dict[str, object]:
        """The outcome for scripts."""
        return {
            "file": self.file,
            "line": self.line,
            "of": self.of,
            "id": self.id,
            "passed": self.passed,
            "detail": self.detail,
        }


def run_cases(revision: Revision, of: str | None = None) -> Iterator[CaseOutcome]:
    """Every case of the pack, or those of one subject (KIND or KIND/NAME), in the order of their files.

    Raises InputInvalid when no case file tests `of`.
    """
    subjects = {cases.of for cases in revision.cases.values()} | {
        f"conversion/{name}" for name, table in revision.conversions.items() if table.examples
    }
    wanted = {each for each in subjects if of is None or each == of or each.partition("/")[0] == of}
    if of is not None and not wanted:
        message = f"no case file tests {of!r}"
        raise InputInvalid(Problem(code="USE009", message=message, hint=closest(of, sorted(subjects)) or ""))
    yield from _examples(revision, wanted)
    for file, cases in revision.cases.items():
        if cases.of not in wanted:
            continue
        node = revision.document("cases", file).node
        rows = node.value["cases"].value if isinstance(node.value, Mapping) else ()
        for index, case in enumerate(cases.cases):
            line = rows[index].line if isinstance(rows, tuple) else 0
            detail = "; ".join(_differences(case, cases.of, revision))
            if detail and case.text is not None:
                detail = f"{case.text!r}: {detail}"
            yield CaseOutcome(file=file, line=line, of=cases.of, id=case.id, detail=detail)


def _examples(revision: Revision, wanted: Collection[str]) -> Iterator[CaseOutcome]:
    """The examples of the conversion tables: each is a case of its own."""
    from engine.convert.checks.examples import examples

    for name in revision.conversions:
        of = f"conversion/{name}"
        if of not in wanted:
            continue
        document = revision.document("conversion", name)
        for text, problem in examples(revision, name).items():
            node = nearest(document.node, ("examples", text))
            detail = problem.message if problem is not None else ""
            yield CaseOutcome(file=node.file, line=node.key_line, of=of, id=f"example {text}", detail=detail)


def _differences(case: Case, of: str, revision: Revision) -> Iterator[str]:
    """What is not as the case expects, each in one clause."""
    kind = of.partition("/")[0]
    try:
        if kind in TEXT_KINDS:
            yield from _text(case, revision)
        elif kind == "plan":
            yield from _plan(case, revision)
        elif kind == "tool":
            yield from _lookup(case, revision)
        else:
            yield from _ranking(case, of, revision)
    except EngineError as error:
        yield f"it ended in {error}"


def _day(case: Case) -> date:
    return date.fromisoformat(case.today) if case.today else DEFAULT_DAY


def _text(case: Case, revision: Revision) -> Iterator[str]:
    from engine.convert import convert

    conversion = convert(case.text or "", revision, _day(case))
    yield from _params(conversion.params, case)
    if case.alternatives is not None:
        yield from _same(
            "alternatives", [_said(a) for a in conversion.alternatives], [_said(a) for a in case.alternatives]
        )


def _params(got: Mapping[str, object], case: Case) -> Iterator[str]:
    accepted = [*case.accept, *([case.params] if case.params is not None else [])]
    if accepted and not any(_said(got) == _said(each) for each in accepted):
        yield f"params are {_said(got)}, expected {_said(accepted[-1])}"


def _said(params: Mapping[str, object]) -> dict[str, object]:
    """Parameters as they compare: an open end is an unset one, a list of choices is a set."""
    return {key: _value(value) for key, value in sorted(params.items()) if value is not None}


def _value(value: object) -> object:
    if isinstance(value, list | tuple):
        return sorted(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _plan(case: Case, revision: Revision) -> Iterator[str]:
    from engine.planner.rules import plan
    from engine.runtime.data import index_of

    planned = plan(case.text or "", revision, today=_day(case), index=index_of(revision))
    if case.intent is not None:
        yield from _same("intent", planned.plan.intent, case.intent)
    if case.strategy is not None:
        yield from _same("strategy", planned.strategy, case.strategy)
    if case.places is not None:
        yield from _same("places", [place.name or place.text for place in planned.places], list(case.places))
    yield from _params(planned.params, case)
    if case.assumed is not None:
        merged = {key: value for each in planned.assumed for key, value in each.params.items()}
        yield from _same("assumed", _said(merged), _said(case.assumed))
    if case.steps is not None:
        yield from _same(
            "steps", [step.to_dict() for step in planned.plan.steps], [_plain(step) for step in case.steps]
        )


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return value


def _lookup(case: Case, revision: Revision) -> Iterator[str]:
    from engine.runtime.data import index_of

    index = index_of(revision)
    expected = list(case.places or ())
    matches = index.lookup(case.text or "", limit=max(1, len(expected))) if index is not None else ()
    yield from _same("places", [match.place.name for match in matches], expected)


def _ranking(case: Case, of: str, revision: Revision) -> Iterator[str]:
    from engine.search import rank
    from engine.search.wire import read_request

    request = replace(read_request(_plain(case.request or {})), today=_day(case))
    kind, _, name = of.partition("/")
    if kind == "profile" and not request.profile:
        request = replace(request, profile=name)
    result = rank(request, [_document(each) for each in case.documents], revision)
    if case.order is not None:
        yield from _same("order", [hit.id for hit in result.hits], list(case.order))
    if case.floor_plans is not None:
        chosen = {hit.id: (hit.floor_plan or {}) for hit in result.hits}
        key = next((item.id for item in revision.catalog.items.values()), "")
        yield from _same(
            "floor plans",
            {k: v.get(key) for k, v in chosen.items() if k in case.floor_plans},
            case.floor_plans,
        )
    if case.dropped is not None:
        yield from _same("dropped", {each.id: each.gate for each in result.dropped}, case.dropped)
    for name, score in (case.scores or {}).items():
        got = next((hit.score for hit in result.hits if hit.id == name), None)
        if got is None or abs(got - score) > 1e-5:
            shown = "not among the hits" if got is None else f"{got:.6g}"
            yield f"the score of {name} is {shown}, expected {score:.6g}"


def _document(value: Mapping[str, object]) -> dict[str, object]:
    return {key: _plain(part) for key, part in value.items()}


def _same(what: str, got: object, expected: object) -> Iterator[str]:
    if isinstance(got, Sequence) and isinstance(expected, Sequence):
        got, expected = (list(each) if not isinstance(each, str) else each for each in (got, expected))  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if got != expected:
        yield f"{what}: {got}, expected {expected}"
