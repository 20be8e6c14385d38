"""A tiny reader of Elasticsearch filters over indexed documents: what the servers do with the clauses that
conditions become, with a field's documents as `engine.search.mapping` stores them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

Doc = Mapping[str, Any]
_ORDER = {
    "lt": lambda a, b: a < b,
    "lte": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "gte": lambda a, b: a >= b,
}


def matches(query: Mapping[str, Any], doc: Doc, prefix: str = "") -> bool:
    """Whether the document (or with `prefix` one entry of a nested list) passes the filter."""
    ((kind, body),) = query.items()
    if kind == "match_all":
        return True
    if kind == "match_none":
        return False
    if kind == "bool":
        return _bool(body, doc, prefix)
    if kind == "exists":
        return _value(doc, body["field"], prefix) is not None
    if kind == "nested":
        assert not prefix, "nested inside nested"
        return any(matches(body["query"], part, body["path"] + ".") for part in doc.get(body["path"], ()))
    ((path, wanted),) = body.items()
    value = _value(doc, path, prefix)
    return value is not None and _compares(kind, value, wanted)


def clauses(query: Any) -> Iterator[Mapping[str, Any]]:
    """Every clause of a filter."""
    if isinstance(query, Mapping):
        yield query
        for inner in query.values():
            yield from clauses(inner)
    elif isinstance(query, list):
        for inner in query:
            yield from clauses(inner)


def _bool(body: Mapping[str, Any], doc: Doc, prefix: str) -> bool:
    assert body.keys() <= {"filter", "should", "must_not", "minimum_should_match"}
    if not all(matches(each, doc, prefix) for each in body.get("filter", ())):
        return False
    if any(matches(each, doc, prefix) for each in body.get("must_not", ())):
        return False
    should = body.get("should", ())
    return not should or sum(matches(each, doc, prefix) for each in should) >= body["minimum_should_match"]


def _compares(kind: str, value: Any, wanted: Any) -> bool:
    if kind == "term":
        return _same(value, wanted)
    if kind == "terms":
        return any(_same(value, each) for each in wanted)
    if kind == "range":
        return all(_ORDER[name](value, end) for name, end in wanted.items())
    if kind == "prefix":
        return value.startswith(wanted["value"])
    assert kind == "wildcard", kind
    pattern = re.sub(r"\\(.)|([*?])|(.)", _wild, wanted["value"], flags=re.DOTALL)
    return re.fullmatch(pattern, value, re.DOTALL) is not None


def _wild(match: re.Match[str]) -> str:
    escaped, wild, plain = match.groups()
    return (".*" if wild == "*" else ".") if wild else re.escape(escaped or plain)


def _same(value: Any, wanted: Any) -> bool:
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def _value(doc: Doc, path: str, prefix: str) -> Any:
    assert path.startswith(prefix), f"{path} is not visible inside {prefix}"
    value: Any = doc
    for key in path.removeprefix(prefix).split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value
