"""`rulewright explain TRACE --lift`: which weights would put one home of a trace before another."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import InputInvalid, Problem
from engine.score.lift import lift


def lift_json(trace: Mapping[str, Any], home: str | None, over: str | None) -> dict[str, Any]:
    """`{lift, over, profile, weights, moved}` of the first search that has both homes; weights are null when
    none are enough. `over` None is the home that came first. Raises InputInvalid without a home to lift, and
    for one not among the hits."""
    if home is None:
        message = f"--over {over} says which home to come before, and no --lift which one is to come"
        raise InputInvalid(Problem(code="USE020", message=message, hint="--lift ID"))
    for search in trace.get("searches", ()):
        hits = {str(hit["id"]): hit for hit in search["hits"]}
        first = next(iter(hits), None)
        other = first if over is None else over
        if home in hits and other in hits:
            profile = str(search["request"].get("profile", ""))
            return _between(hits[home], hits[other], profile, is_first=home == first)
    known = [str(hit["id"]) for search in trace.get("searches", ()) for hit in search["hits"]]
    wrong = home if home not in known else over
    message = f"the home {wrong} is not among the hits of one search with the other"
    hint = f"one of {', '.join(known[:10])}" if known else "the trace holds no home: ask for homes"
    raise InputInvalid(Problem(code="USE020", message=message, hint=hint))


def lift_lines(told: Mapping[str, Any]) -> Iterator[str]:
    """The same for people, with the line to write into the profile."""
    if told["weights"] is not None and not told["moved"]:
        yield f"{told['lift']} is not behind {told['over']}: nothing has to change."
        return
    if told["weights"] is None:
        other = told["over"]
        yield f"No weights lift {told['lift']} over {other}: {other} is as good whatever counts most."
        return
    yield f"{told['lift']} comes before {told['over']} with these weights of {told['profile']}:"
    for name, by in told["moved"].items():
        yield f"  {name:<10} {told['weights'][name] - by:.8g} -> {told['weights'][name]:.8g}"
    pairs = ", ".join(f"{name}: {weight:.8g}" for name, weight in told["weights"].items())
    yield f"weights: {{{pairs}}}"


def _between(
    behind: Mapping[str, Any], ahead: Mapping[str, Any], profile: str, *, is_first: bool
) -> dict[str, Any]:
    if behind["id"] == ahead["id"]:
        how = "comes first already" if is_first else "is the home that --over names, too"
        raise InputInvalid(Problem(code="USE020", message=f"{behind['id']} {how}", hint="--over ANOTHER_ID"))
    found = lift(
        {name: line["weight"] for name, line in behind["breakdown"].items()},
        _values(behind),
        _values(ahead),
    )
    weights = None if found.weights is None else {name: float(each) for name, each in found.weights.items()}
    moved = {name: float(each) for name, each in found.moved.items()}
    return {"lift": behind["id"], "over": ahead["id"], "profile": profile, "weights": weights, "moved": moved}


def _values(hit: Mapping[str, Any]) -> list[Mapping[str, float]]:
    """What counts of the home: where the wishes have alternatives, in each that it meets."""
    lines: Mapping[str, Mapping[str, Any]] = hit["breakdown"]
    own = {name: float(line["value"]) for name, line in lines.items() if line["basis"] != "unasked"}
    return [own, *hit.get("others", ())]
