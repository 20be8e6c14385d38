"""What went wrong with a search server, as problems: where it is, what it said, and how to mend it.

Nothing of a document, a request or a key is in them: what a server quotes of what it was sent is left out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from engine.errors import Problem, Unavailable

if TYPE_CHECKING:
    from engine.search.client import ServerSettings

_LONGEST = 300
_CAUSES_SHOWN = 3
_PREVIEW = re.compile(r"\W*Preview of field's value:.*", re.DOTALL)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_LEFT_OUT = "…"
_NO_INDEX = "index_not_found_exception"
_KINDS = {
    "SEARCH001": "timeout",
    "SEARCH002": "rate_limited",
    "SEARCH003": "network",
    "SEARCH004": "server",
    "SEARCH005": "bad_request",
    "SEARCH006": "auth",
    "SEARCH007": "no_index",
    "SEARCH008": "not_json",
}


class ServerFailed(Unavailable):
    """The search server gave no answer to use; `kind` is how it failed."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.kind = _KINDS.get(problems[0].code, "server") if problems else "server"


def lost(settings: "ServerSettings", how: Literal["timeout", "network"]) -> Problem:
    """No whole answer came back."""
    if how == "timeout":
        message = f"the search server at {settings.shown_url} did not answer within the deadline"
        return Problem(code="SEARCH001", message=message, hint="deadlines: in rules/pack.yaml")
    message = f"the search server at {settings.shown_url} cannot be reached, or broke off in the middle"
    return Problem(code="SEARCH003", message=message, hint="start it, or set RULEWRIGHT_SEARCH_URL")


def failed_answer(settings: "ServerSettings", status: int, body: object) -> Problem:
    """An answer that says what failed."""
    said = reason_of(body)
    if status == 429:
        message = f"the search server has too much to do ({said})"
        return Problem(code="SEARCH002", message=message, hint="ask again later, or add nodes")
    if status in (401, 403):
        message = f"the search server refuses access ({status})"
        return Problem(code="SEARCH006", message=message, hint="set RULEWRIGHT_SEARCH_API_KEY")
    if status == 404 and _NO_INDEX in said:
        message = f"the search server has no index {settings.index}"
        return Problem(code="SEARCH007", message=message, hint="rulewright index build")
    if status == 404 or 300 <= status < 400:
        return unreadable(f"{settings.shown_url} answers {status}, as no search server does")
    if 400 <= status < 500:
        hint = "rulewright index build, if the catalog has changed since; else ask for something else"
        message = f"the search server refused the query ({status}): {said}"
        return Problem(code="SEARCH005", message=message, hint=hint)
    return Problem(code="SEARCH004", message=f"the search server failed ({status}): {said}")


def partial(answer: Mapping[str, Any]) -> Problem:
    """An answer from some of the shards only, which would leave homes out silently."""
    shards = object_in(answer, "_shards")
    if answer.get("timed_out"):
        message = "its own time limit ended the search"
    else:
        message = f"only {shards.get('successful', '?')} of {shards.get('total', '?')} shards answered"
    return Problem(code="SEARCH004", message=f"the search server failed in part: {message}")


def unreadable(why: str) -> Problem:
    """Something came back that is no answer."""
    message = f"the search server's answer cannot be read: {why}"
    return Problem(code="SEARCH008", message=message, hint="is there a proxy in between?")


def wrong_server(settings: "ServerSettings", found: str) -> Problem:
    """Another kind of server than the pack says."""
    message = f"{settings.shown_url} is {found}, and the pack says server: {settings.kind}"
    return Problem(code="SEARCH009", message=message, hint="server: auto", path="/search/server")


def no_client(lacking: str | None) -> Problem:
    """The client package is an extra; `lacking` is the module that cannot be imported, or not whole."""
    message = "backend: elasticsearch needs the package elasticsearch"
    message += f" ({lacking} cannot be imported)" if lacking else ""
    return Problem(code="SEARCH010", message=message, hint="pip install 'rulewright[elasticsearch]'")


def reason_of(body: object, sent: object = None) -> str:
    """The server's own words for an error, at most a line: of its root causes, each once. Whatever it quotes,
    and every text that is a value of `sent`, is left out."""
    told: object = body
    if isinstance(body, Mapping):
        told = cast("Mapping[str, object]", body).get("error", told)
    causes = list(dict.fromkeys(_causes(told)))
    said = "; ".join(causes[:_CAUSES_SHOWN]) or "no reason given"
    for text in sorted(set(_texts(sent)), key=len, reverse=True):
        said = said.replace(text, _LEFT_OUT)
    return said[:_LONGEST]


def object_of(answer: object) -> Mapping[str, Any]:
    """The answer, empty when it is no object."""
    return cast("Mapping[str, Any]", answer) if isinstance(answer, Mapping) else {}


def object_in(answer: object, key: str) -> Mapping[str, Any]:
    """What the answer holds under the key, empty when that is no object."""
    return object_of(object_of(answer).get(key))


def _causes(error: object) -> Iterator[str]:
    if isinstance(error, str):
        yield _quoted_nothing(error)
    if not isinstance(error, Mapping):
        return
    told = cast("Mapping[str, Any]", error)
    roots = told.get("root_cause")
    # a full queue of OpenSearch has no root cause, and its type one level down
    inner = told.get("caused_by") if roots is not None and not roots else None
    listed = cast("Sequence[object]", roots) if isinstance(roots, list) and roots else [inner or told]
    for each in listed:
        if isinstance(each, Mapping) and each:
            cause = cast("Mapping[str, object]", each)
            yield f"{cause.get('type') or 'error'}: {_quoted_nothing(str(cause.get('reason') or ''))}"


def _quoted_nothing(text: str) -> str:
    """The text on one line without what it quotes: a server quotes what it was sent."""
    return _QUOTED.sub(_LEFT_OUT, _PREVIEW.sub("", " ".join(text.split())))


def _texts(value: object) -> Iterator[str]:
    """Every text of the value of more than one character, inner ones too; keys are names of the catalog."""
    if isinstance(value, str):
        if len(value) > 1:
            yield value
    elif isinstance(value, Mapping):
        for each in cast("Mapping[object, object]", value).values():
            yield from _texts(each)
    elif isinstance(value, Sequence):
        for each in cast("Sequence[object]", value):
            yield from _texts(each)
