"""A trace for people: what was planned, run, dropped and relaxed, and how each score is made."""

import json
from collections.abc import Iterator, Mapping
from typing import Any


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
    for rank, hit in enumerate(search["hits"], 1):
        yield f"  {rank}. {hit['name']} {hit['score']:.6f} of {search['scoreOf']:g}"
        for name, factor in hit["breakdown"].items():
            points = f"{factor['value']:.6f} x {factor['weight']:g} % = {factor['points']:.6f}"
            yield f"       {name:<10} {points} ({factor['basis']})"
