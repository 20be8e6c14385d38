"""The trace of a request: everything that explains its answer, and nothing personal."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.answer.notes import place_factors, real_share
from engine.config.revision import Revision
from engine.errors import ConfigError
from engine.prompt.rendering import prompts_of
from engine.runtime.plan_path import llm_json
from engine.runtime.raw_plan import plan_json, raw_json
from engine.runtime.request import Request
from engine.runtime.resources import searches_of
from engine.search.areas import INSIDE, terms_json
from engine.search.request import SearchRequest, SearchResult
from engine.search.wire import hit_json


def trace_of(request: Request, revision: Revision) -> dict[str, object]:
    """The request as a JSON value. The customer's text is in it only when the pack says `trace_text:
    true`."""
    planned, sanitized, execution = request.planned, request.sanitized, request.execution
    by_model = request.planned_by in ("llm", "cache")
    runs = None if sanitized is None else sanitized.plan
    return {
        "revision": revision.id,
        "variant": None,
        "today": request.today.isoformat(),
        "profile": request.profile,
        "planner": request.planned_by,
        "answerer": request.answered_by,
        "prompts": _prompts(revision),
        "text": request.text if revision.pack.trace_text else None,
        "raw": [] if runs is None else [raw_json(each, runs, revision) for each in request.written],
        "plan": None if planned is None else plan_json(planned.plan, revision, by_model=by_model),
        "sanitized": None if runs is None else plan_json(runs, revision, by_model=by_model),
        "removed": [] if sanitized is None else [removal.to_dict() for removal in sanitized.removed],
        "repaired": [] if planned is None else [notice.to_dict() for notice in planned.repaired],
        "flagged": [notice.to_dict() for notice in request.flagged],
        "strategy": None if planned is None else planned.strategy,
        "steps": [] if execution is None else [outcome.to_dict() for outcome in execution.outcomes],
        "searches": [_search(*run, revision) for run in searches_of(request).values()],
        "memory": [],
        "llm": llm_json(request),
        "degraded": [{"kind": kind, "detail": detail} for kind, detail in request.degraded],
        "failed": [{"code": problem.code, "message": problem.message} for problem in request.failed],
        "seconds": {name: round(value, 6) for name, value in request.seconds.items()},
    }


def _prompts(revision: Revision) -> Mapping[str, str]:
    try:
        prompts = prompts_of(revision)
    except ConfigError:
        return {}  # the request has failed with it already
    return {name: prompts.hash_of(name) for name in prompts.templates}


def _search(request: SearchRequest, result: SearchResult, revision: Revision) -> dict[str, Any]:
    """One search: what was asked, what was found and why, and the share of the scores that rests on real
    figures."""
    return {
        "request": {
            "places": [
                {"name": p.name, "lat": p.lat, "lon": p.lon, "weight": p.weight, INSIDE: terms_json(p.inside)}
                for p in request.places
            ],
            "params": dict(request.params),
            "alternatives": [dict(each) for each in request.alternatives],
            "assumed": list(request.assumed),
            "profile": request.profile,
            "limit": request.limit,
        },
        "total": result.total,
        "scoreOf": round(result.score_of, 6),
        "hits": [{key: value for key, value in hit_json(hit).items() if key != "doc"} for hit in result.hits],
        "dropped": dict(Counter(each.counted_as for each in result.dropped).most_common()),
        "relaxed": [{"want": r.want, "from": dict(r.before), "to": dict(r.after)} for r in result.relaxed],
        "conditions": [{"want": each.want, "without": each.without} for each in result.conditions],
        "notChecked": list(result.not_checked),
        "realPercent": real_share(result.hits, place_factors(revision.profiles[request.profile])),
        "query": _query(result),
    }


def _query(result: SearchResult) -> Mapping[str, object] | None:
    """The compiled query that ran last: what the server was sent, or would be; None where a factor has no
    form for servers."""
    try:
        return result.query()
    except ConfigError:
        return None
