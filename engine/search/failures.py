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
_BLOCKED = "cluster_block_exception"
_UNMAPPED = "failed to find nested object"
"""The index lacks the parts of a home. OpenSearch says so with 400 or with 500, as it happens."""
_NOT_NOW = 503
_KEY, _URL, _CERTIFICATES = "RULEWRIGHT_SEARCH_API_KEY", "RULEWRIGHT_SEARCH_URL", "RULEWRIGHT_SEARCH_CA_CERTS"
Lost = Literal["no_host", "no_answer", "no_connection", "no_tls", "no_trust", "broken"]
"""How a call was lost on the way."""
_LOST: Mapping[Lost, tuple[str, str]] = {
    "no_host": ("the host of {url} is unknown", f"another address in {_URL}"),
    "no_answer": ("nothing answers at {url}", f"start the search server, or set {_URL}"),
    "no_connection": ("{url} takes no connection", "http:// where it has no TLS, or see to the network"),
    "no_tls": ("{url} does not speak TLS", f"http:// instead of https:// in {_URL}"),
    "no_trust": ("the certificate of {url} is not trusted", f"{_CERTIFICATES}=FILE, its authority's own"),
    "broken": ("{url} broke the connection off", "see its log, or whether it speaks http:// or https://"),
}
_KINDS = {
    "SEARCH001": "timeout",
    "SEARCH002": "rate_limited",
    "SEARCH003": "network",
    "SEARCH004": "server",
    "SEARCH005": "bad_request",
    "SEARCH006": "auth",
    "SEARCH007": "no_index",
    "SEARCH008": "not_json",
    "SEARCH015": "blocked",
    "SEARCH016": "too_large",
    "SEARCH017": "several",
}


class ServerFailed(Unavailable):
    """The search server gave no answer to use; `kind` is how it failed."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.kind = _KINDS.get(problems[0].code, "server") if problems else "server"


def late(settings: "ServerSettings") -> Problem:
    """No whole answer came back in time."""
    message = f"the search server at {settings.shown_url} did not answer within the deadline"
    return Problem(code="SEARCH001", message=message, hint="deadlines: in rules/pack.yaml")


def lost(settings: "ServerSettings", how: Lost) -> Problem:
    """No whole answer came back, for a reason on the way."""
    message, hint = _LOST[how]
    return Problem(code="SEARCH003", message=message.format(url=settings.shown_url), hint=hint)


def failed_answer(settings: "ServerSettings", status: int, body: object) -> Problem:
    """An answer that says what failed."""
    said = reason_of(body)
    if _BLOCKED in said and status != _NOT_NOW:
        message, hint = f"the search server takes no changes: {said}", "free disk space, or lift the block"
        return Problem(code="SEARCH015", message=message, hint=hint)
    if status == 413:
        message = f"{settings.shown_url} does not take a body of that size"
        return Problem(code="SEARCH016", message=message, hint="raise the limit of the server or proxy")
    if status == 429:
        message = f"the search server has too much to do ({said})"
        return Problem(code="SEARCH002", message=message, hint="ask again later, or add nodes")
    if status in (401, 403):
        return _no_access(settings, status)
    if status == 404 and _NO_INDEX in said:
        message = f"the search server has no index {settings.index}"
        return Problem(code="SEARCH007", message=message, hint="rulewright index build")
    if status == 404 or 300 <= status < 400 or (400 <= status < 500 and not body):
        return unreadable(f"{settings.shown_url} answers {status}, as no search server does")
    if 400 <= status < 500 or _UNMAPPED in said:
        hint = "rulewright index build, if the catalog has changed since; else ask for something else"
        message = f"the search server refused the query ({status}): {said}"
        return Problem(code="SEARCH005", message=message, hint=hint)
    return _broken(f"the search server failed ({status}): {said}")


def _no_access(settings: "ServerSettings", status: int) -> Problem:
    """Whoever we say that we are is not known there, or may not do this."""
    given, hint = "us, and there is no key", f"set {_KEY}"
    if settings.api_key is not None:
        given, hint = f"the key in {_KEY}", f"another key in {_KEY}"
    elif settings.shown_url != settings.url:
        given, hint = "the name and password in its address", f"others in {_URL}"
    message = f"the search server does not know {given} ({status})"
    if status == 403:
        message = f"the search server refuses access to {given} ({status})"
        hint = f"{hint}, or give it rights to the index {settings.index}"
    return Problem(code="SEARCH006", message=message, hint=hint)


def _broken(message: str) -> Problem:
    return Problem(code="SEARCH004", message=message, hint="see the server's log at this time")


def partial(answer: Mapping[str, Any]) -> Problem:
    """An answer from some of the shards only, which would leave homes out silently."""
    shards = object_in(answer, "_shards")
    if answer.get("timed_out"):
        message = "its own time limit ended the search"
    else:
        message = f"only {shards.get('successful', '?')} of {shards.get('total', '?')} shards answered"
    return _broken(f"the search server failed in part: {message}")


def unreadable(why: str, hint: str = "is there a proxy in between?") -> Problem:
    """Something came back that is no answer."""
    message = f"the search server's answer cannot be read: {why}"
    return Problem(code="SEARCH008", message=message, hint=hint)


def not_ours(what: str) -> Problem:
    """An index answers that no build of ours filled; `what` is what it gave back."""
    return unreadable(f"{what}: the index was not built by rulewright", "rulewright index build")


def several_indices() -> Problem:
    """Homes of more than one index came back: they are there twice, or are not all of today's."""
    message = "the alias that is searched points at more than one index"
    return Problem(code="SEARCH017", message=message, hint="rulewright index build points it at one")


def no_server(settings: "ServerSettings") -> Problem:
    """Whatever answers does not say which search server it is."""
    found = f"what answers at {settings.shown_url} is no search server"
    return unreadable(found, f"another address in {_URL}")


def wrong_server(settings: "ServerSettings", found: str) -> Problem:
    """Another kind of server than the pack says."""
    message = f"{settings.shown_url} is {found}, and the pack says server: {settings.kind}"
    return Problem(code="SEARCH009", message=message, hint="server: auto", path="/search/server")


def no_certificates(settings: "ServerSettings") -> Problem:
    """The file of certificates holds none."""
    message = f"{settings.ca_certs} is no file of certificates"
    return Problem(code="CONF024", message=message, hint=f"{_CERTIFICATES}=FILE in PEM form")


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
