"""`rulewright explain`: a request taken apart, or the page of an error code."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from engine.cli.options import Json, PackDir, read_file, write_json
from engine.errors import InputInvalid, Problem

_CODE = re.compile(r"[A-Z]{2,8}[0-9]{3}")


def explain(
    what: Annotated[
        str,
        typer.Argument(
            metavar="TRACE|CODE", help="What `ask --json` printed (a file, or -), or an error code."
        ),
    ],
    as_json: Json = False,
    pack: PackDir = None,
) -> None:
    """Explain how a request was answered, from its trace, or what an error code means and how to mend it."""
    if _CODE.fullmatch(what.upper()) and not Path(what).exists():
        page = _page(what.upper())
        if as_json:
            write_json({"code": what.upper(), "page": page})
        else:
            print(page)
        return
    trace = _trace(read_file(Path(what), "the trace"))
    if pack is not None:
        from engine.runtime.revision import load

        trace["packRevision"] = load(pack).id
    if as_json:
        write_json(trace)
    else:
        print("\n".join(_lines(trace)))


def _page(code: str) -> str:
    import engine

    package = Path(engine.__file__).parent
    for folder in (package / "_pack" / "docs" / "errors", package.parent / "docs" / "errors"):
        if (folder / f"{code}.md").is_file():
            return (folder / f"{code}.md").read_text(encoding="utf-8").rstrip()
    raise InputInvalid(
        Problem(code="USE013", message=f"there is no error code {code}", hint="a code such as CONF002")
    )


def _trace(data: bytes) -> dict[str, Any]:
    """The last trace among the events of a file. Raises InputInvalid when there is none."""
    found: dict[str, Any] | None = None
    for line in data.decode("utf-8", "replace").splitlines():
        try:
            value = json.loads(line) if line.strip() else None
        except (ValueError, RecursionError):
            continue
        event = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
        if event.get("event", "trace") == "trace" and "revision" in event:
            found = event
    if found is None:
        raise InputInvalid(
            Problem(
                code="USE014",
                message="the file holds no trace",
                hint="rulewright ask TEXT --json > trace.jsonl",
            )
        )
    return found


def _lines(trace: Mapping[str, Any]) -> Iterator[str]:
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
