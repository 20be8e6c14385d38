"""A trace for people: what was planned, run, dropped and relaxed, and how each score is made."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast


def trace_lines(trace: Mapping[str, Any]) -> Iterator[str]:
    """The lines that `rulewright explain` prints of a trace: plan, steps, searches, scores."""
    yield f"revision {trace['revision']}, profile {trace.get('profile')}, today {trace.get('today')}"
    if trace.get("packRevision") not in (None, trace["revision"]):
        yield f"the pack has changed since: it is revision {trace['packRevision']} now"
    plan = trace.get("sanitized") or trace.get("plan")
    if plan:
        yield f"intent {plan['intent']}, strategy {trace.get('strategy')}"
        for step in plan["steps"]:
            yield f"  step {step['id']} {step['name']} {json.dumps(step['params'], ensure_ascii=False)}"
    for removal in trace.get("removed", ()):
        yield f"  removed {removal['step']} {removal['reason']}: {removal['detail']}"
    for outcome in trace.get("steps", ()):
        yield "  " + _outcome(outcome)
    for search in trace.get("searches", ()):
        yield from _search(search)
    for note in trace.get("degraded", ()):
        yield f"degraded: {note['detail']}"
    for failure in trace.get("failed", ()):
        yield f"failed: {failure['code']} {failure['message']}"


def _outcome(outcome: Mapping[str, Any]) -> str:
    started, finished = outcome.get("startedS"), outcome.get("finishedS")
    took = f" in {1000 * (finished - started):.1f} ms" if started is not None and finished is not None else ""
    why = f" ({outcome['kind']}: {outcome['message']})" if outcome.get("kind") else ""
    return f"step {outcome['step']} {outcome['tool']} ended {outcome['state']}{took}{why}"


def _search(search: Mapping[str, Any]) -> Iterator[str]:
    request = search["request"]
    places = ", ".join(f"{p['name']} x{p['weight']:g}" for p in request["places"]) or "everywhere"
    yield f"search around {places}: {json.dumps(request['params'], ensure_ascii=False)}"
    real = search["realPercent"]
    rests = f"; {real} % of the scores rest on real figures" if real is not None else ""
    yield f"  {search['total']} homes met every condition{rests}"
    for gate, count in search["dropped"].items():
        yield f"  {count} homes were dropped first by {gate}"
    for step in search["relaxed"]:
        before, after = (json.dumps(step[end], ensure_ascii=False) for end in ("from", "to"))
        yield f"  relaxed {step['want']}: {before} -> {after if step['to'] else 'not asked'}"
    for condition in search["conditions"]:
        yield f"  without {condition['want']} there would be {condition['without']}"
    if search.get("query"):
        yield f"  compiled: {query_line(search['query'])}; --json prints it"
    for rank, hit in enumerate(search["hits"], 1):
        yield f"  {rank}. {hit['name']} {hit['score']:.6f} of {search['scoreOf']:g}"
        for name, factor in hit["breakdown"].items():
            points = f"{factor['value']:.6f} x {factor['weight']:g} % = {factor['points']:.6f}"
            yield f"       {name:<10} {points} ({factor['basis']})"


def query_line(query: Mapping[str, Any]) -> str:
    """A compiled query in short: its length, and the fields that it filters and scores by."""
    asked, scored = dict[str, None](), dict[str, None]()
    _collect(query["query"], asked, scored, scores=False)
    length = len(json.dumps(query, ensure_ascii=False, separators=(",", ":")))
    filters, scores = (", ".join(each) or "nothing" for each in (asked, scored))
    return f"{length:,} characters, filters by {filters}, scores by {scores}"


_OF_FIELDS = ("term", "terms", "range", "prefix", "wildcard", "gauss", "exp", "linear")
_SETTINGS = frozenset({"distance", "distance_type", "boost"})


def _collect(node: object, asked: dict[str, None], scored: dict[str, None], *, scores: bool) -> None:
    """The names of the fields under the node, by whether they stand among the functions of a score."""
    if isinstance(node, list):
        for each in cast("list[object]", node):
            _collect(each, asked, scored, scores=scores)
    if not isinstance(node, dict):
        return
    into = scored if scores else asked
    for key, value in cast("dict[str, Any]", node).items():
        if key in ("exists", "field_value_factor"):
            if value.get("factor") != 0:  # a guard is worth nothing, and reads no field that there is
                into[value["field"]] = None
        elif key == "geo_distance" or key in _OF_FIELDS:
            into.update(dict.fromkeys(name for name in value if name not in _SETTINGS))
        else:
            _collect(value, asked, scored, scores=scores or key == "functions")
