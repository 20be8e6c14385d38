"""`rulewright explain TRACE --lift`: which weights would put one home of a trace before another."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import InputInvalid, Problem
from engine.score.lift import lift


def lift_json(trace: Mapping[str, Any], home: str, over: str | None) -> dict[str, Any]:
    """`{lift, over, profile, weights, moved}` of the first search that has both homes; weights are null when
    none are enough. `over` None is the home that came first. Raises InputInvalid for a home not among the
    hits."""
    for search in trace.get("searches", ()):
        hits = {str(hit["id"]): hit for hit in search["hits"]}
        first = next(iter(hits), None)
        other = first if over is None else over
        if home in hits and other in hits:
            return _between(hits[home], hits[other], str(search["request"].get("profile", "")))
    known = [str(hit["id"]) for search in trace.get("searches", ()) for hit in search["hits"]]
    wrong = home if home not in known else over
    message = f"the home {wrong} is not among the hits of one search with the other"
    raise InputInvalid(
        Problem(code="USE020", message=message, hint=f"one of {', '.join(known[:10]) or 'none'}")
    )


def lift_lines(told: Mapping[str, Any]) -> Iterator[str]:
    """The same for people, with the line to write into the profile."""
    if told["weights"] is not None and not told["moved"]:
        yield f"{told['lift']} is not behind {told['over']}: nothing has to change."
        return
    if told["weights"] is None:
        yield f"No weights lift {told['lift']} over {told['over']}: it leads in no factor that counts."
        return
    yield f"{told['lift']} comes before {told['over']} with these weights of {told['profile']}:"
    for name, by in told["moved"].items():
        yield f"  {name:<10} {told['weights'][name] - by:g} -> {told['weights'][name]:g}"
    pairs = ", ".join(f"{name}: {weight:g}" for name, weight in told["weights"].items())
    yield f"weights: {{{pairs}}}"


def _between(behind: Mapping[str, Any], ahead: Mapping[str, Any], profile: str) -> dict[str, Any]:
    lines: Mapping[str, Mapping[str, Any]] = behind["breakdown"]
    counted = [name for name, line in lines.items() if line["basis"] != "unasked"]
    if behind["id"] == ahead["id"]:
        raise InputInvalid(
            Problem(code="USE020", message=f"{behind['id']} comes first already", hint="--over ID")
        )
    found = lift(
        {name: line["weight"] for name, line in lines.items()},
        {name: lines[name]["value"] for name in counted},
        {name: ahead["breakdown"][name]["value"] for name in counted},
    )
    weights = None if found.weights is None else {name: float(each) for name, each in found.weights.items()}
    moved = {name: float(each) for name, each in found.moved.items()}
    return {"lift": behind["id"], "over": ahead["id"], "profile": profile, "weights": weights, "moved": moved}
