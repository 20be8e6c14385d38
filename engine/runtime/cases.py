"""Running the cases that a pack's author wrote: each row is computed by the same code that answers a
request."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.check.cases import OF_ONE, TEXT_KINDS
from engine.config.cases import Case, Cases
from engine.config.revision import Revision
from engine.errors import EngineError
from engine.plan.frozen import as_items, as_mapping
from engine.runtime.expected import day_of, plain, said, same
from engine.runtime.subjects import subject_of
from engine.source.tree import nearest

if TYPE_CHECKING:
    from engine.places.index import PlaceIndex
    from engine.planner.planned import Planned
    from engine.runtime.replays import Replays


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRow:
    """One case, or one example of a conversion table (`case` is None, `text` the example's). Of a task `text`
    is all that its contract looks at."""

    file: str
    line: int
    of: str
    id: str
    text: str
    case: Case | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ground:
    """What cases run on: a revision, its index of places, and the names that hide numerals (None: those of
    the pack). `replays` are told which recorded answers the cases of flows ask for."""

    revision: Revision
    index: Callable[[], "PlaceIndex | None"]
    place_words: frozenset[str] | None = None
    replays: "Replays | None" = None


def ground_of(revision: Revision, replays: "Replays | None" = None) -> Ground:
    """The revision with its own places, which are read when a case first needs them."""

    def index() -> "PlaceIndex | None":
        from engine.runtime.data import index_of

        return index_of(revision)

    return Ground(revision=revision, index=index, replays=replays)


def run_cases(
    revision: Revision, of: str | None = None, *, replays: "Replays | None" = None
) -> Iterator[CaseOutcome]:
    """Every case of the pack, or those of one subject (KIND, KIND/NAME or NAME), in the order of their files.

    Raises InputInvalid when no case file tests `of`, or when it is the NAME of several kinds.
    """
    rows = case_rows(revision)
    if of is not None:
        subject = subject_of(of, {row.of for row in rows}, f"no case file tests {of!r}")
        rows = tuple(row for row in rows if subject in (row.of, row.of.partition("/")[0]))
    ground = ground_of(revision, replays)
    return (run_case(row, ground) for row in rows)


def run_case(row: CaseRow, ground: Ground) -> CaseOutcome:
    """How one case ends on a revision."""
    if row.case is None:
        from engine.convert.checks.examples import example_problem

        problem = example_problem(ground.revision, row.of.partition("/")[2], row.text)
        detail = problem.message if problem is not None else ""
    else:
        detail = "; ".join(_differences(row.case, row.of, ground))
        if detail and row.case.text is not None:
            detail = f"{row.case.text!r}: {detail}"
    return CaseOutcome(file=row.file, line=row.line, of=row.of, id=row.id, detail=detail)


def case_rows(revision: Revision) -> tuple[CaseRow, ...]:
    """Every example of the pack's tables, and every case of its files, in the order of the files.

    Raises ValueError for a revision that was loaded without its cases.
    """
    if revision.cases is None:
        raise ValueError("case_rows: the revision was loaded without its cases: load(…, cases=True)")
    return (*_examples(revision), *_cases(revision.cases, revision))


def _examples(revision: Revision) -> Iterator[CaseRow]:
    from engine.convert.checks.examples import own_examples

    for name in revision.conversions:
        node = revision.document("conversion", name).node
        for text in own_examples(revision, name):
            at = nearest(node, ("examples", text))
            yield CaseRow(
                file=at.file,
                line=at.key_line,
                of=f"conversion/{name}",
                id=f"example {text}",
                text=text,
                case=None,
            )


def _cases(files: Mapping[str, Cases], revision: Revision) -> Iterator[CaseRow]:
    for file, cases in files.items():
        node = revision.document("cases", file).node
        rows = node.value["cases"].value if isinstance(node.value, Mapping) else ()
        for index, case in enumerate(cases.cases):
            line = rows[index].line if isinstance(rows, tuple) else 0
            text = case.text or "\n".join(_judged(case) if cases.of.startswith("task/") else ())
            yield CaseRow(file=file, line=line, of=cases.of, id=case.id, text=text, case=case)


def _judged(case: Case) -> Iterator[str]:
    """The texts by which a reply is judged: itself and those of the inputs."""
    yield case.reply or ""
    waiting: list[object] = [plain(case.inputs or {})]
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, str):
            yield each
        waiting += [*((as_mapping(each) or {}).values()), *(as_items(each) or ())]


def _differences(case: Case, of: str, ground: Ground) -> Iterator[str]:
    """What is not as the case expects, each in one clause."""
    kind, _, name = of.partition("/")
    try:
        if kind in TEXT_KINDS:
            yield from _text(case, ground)
        elif kind == "plan":
            yield from _plan(case, ground)
        elif kind == "tool":
            yield from _lookup(case, ground)
        elif kind in OF_ONE:
            from engine.runtime.flow_cases import differences

            yield from differences(case, kind, name, ground.revision, ground.replays)
        else:
            yield from _ranking(case, of, ground.revision)
    except EngineError as error:
        yield f"it ended in {error}"


def _text(case: Case, ground: Ground) -> Iterator[str]:
    from engine.convert import convert

    place_words = ground.place_words
    conversion = convert(case.text or "", ground.revision, day_of(case), place_words=place_words)
    yield from _params(conversion.params, case)
    if case.wishes is not None:
        yield from same("wishes", [wish.text for wish in conversion.wishes], list(case.wishes))
    yield from _alternatives(conversion.alternatives, case)
    if case.other is not None:
        other = [said(each) for evidence in conversion.evidence for each in evidence.other]
        yield from same("other readings", other, [said(each) for each in case.other])


def _params(got: Mapping[str, object], case: Case) -> Iterator[str]:
    accepted = [*case.accept, *([case.params] if case.params is not None else [])]
    if accepted and not any(said(got) == said(each) for each in accepted):
        yield f"params are {said(got)}, expected {said(accepted[-1])}"


def _alternatives(got: Iterable[Mapping[str, object]], case: Case) -> Iterator[str]:
    if case.alternatives is not None:
        yield from same(
            "alternatives", [said(each) for each in got], [said(each) for each in case.alternatives]
        )


def _plan(case: Case, ground: Ground) -> Iterator[str]:
    from engine.planner.rules import plan

    planned = plan(case.text or "", ground.revision, today=day_of(case), index=ground.index())
    if case.intent is not None:
        yield from same("intent", planned.plan.intent, case.intent)
    if case.strategy is not None:
        yield from same("strategy", planned.strategy, case.strategy)
    if case.places is not None:
        yield from same("places", [place.name or place.text for place in planned.places], list(case.places))
    yield from _params(planned.params, case)
    yield from _alternatives(planned.alternatives, case)
    if case.wishes is not None:
        yield from same("wishes", list(planned.wishes), list(case.wishes))
    yield from _told(planned, case)
    if case.assumed is not None:
        merged = {key: value for each in planned.assumed for key, value in each.params.items()}
        yield from same("assumed", said(merged), said(case.assumed))
    if case.steps is not None:
        yield from same(
            "steps", [step.to_dict() for step in planned.plan.steps], [plain(step) for step in case.steps]
        )


def _told(planned: "Planned", case: Case) -> Iterator[str]:
    if case.searches is not None:
        places = planned.used.places
        searches = [[places[n].name or places[n].text for n in group] for group in planned.used.searches]
        yield from same("searches", searches, [list(group) for group in case.searches])
    if case.unread is not None:
        yield from same("unread", [word.text for word in planned.unread], list(case.unread))
    if case.degraded is not None:
        yield from same("degraded", [notice.kind for notice in planned.degraded], list(case.degraded))
    if case.removed is not None:
        yield from same("removed", [removal.reason for removal in planned.removed], list(case.removed))


def _lookup(case: Case, ground: Ground) -> Iterator[str]:
    index = ground.index()
    expected = list(case.places or ())
    matches = index.lookup(case.text or "", limit=max(1, len(expected))) if index is not None else ()
    yield from same("places", [match.place.name for match in matches], expected)


def _ranking(case: Case, of: str, revision: Revision) -> Iterator[str]:
    from engine.search import rank
    from engine.search.wire import read_request

    request = replace(read_request(plain(case.request or {})), today=day_of(case))
    kind, _, name = of.partition("/")
    if kind == "profile" and not request.profile:
        request = replace(request, profile=name)
    result = rank(request, [_document(each) for each in case.documents], revision)
    if case.order is not None:
        yield from same("order", [hit.id for hit in result.hits], list(case.order))
    if case.floor_plans is not None:
        chosen = {hit.id: (hit.floor_plan or {}) for hit in result.hits}
        key = next((item.id for item in revision.catalog.items.values()), "")
        yield from same(
            "floor plans",
            {k: v.get(key) for k, v in chosen.items() if k in case.floor_plans},
            case.floor_plans,
        )
    if case.dropped is not None:
        yield from same("dropped", {each.id: each.counted_as for each in result.dropped}, case.dropped)
    for name, score in (case.scores or {}).items():
        got = next((hit.score for hit in result.hits if hit.id == name), None)
        if got is None or abs(got - score) > 1e-5:
            shown = "not among the hits" if got is None else f"{got:.6g}"
            yield f"the score of {name} is {shown}, expected {score:.6g}"


def _document(value: Mapping[str, object]) -> dict[str, object]:
    return {key: plain(part) for key, part in value.items()}
