"""A node of elasticsearch-py that speaks plain JSON, which every server accepts.

The client writes the media types of its own major version over any header that it is given; servers of
another version, and OpenSearch, refuse them. OpenSearch does not name the product that the client looks for
either.
"""

import asyncio
import json
import re
import ssl
from typing import Any, NoReturn

import aiohttp
from elastic_transport import (
    AiohttpHttpNode,
    ApiResponseMeta,
    ConnectionError,
    ConnectionTimeout,
    HttpHeaders,
    TransportError,
)

from engine.search.failures import Lost

_VENDOR = re.compile(r"application/vnd\.elasticsearch\+(json|x-ndjson)\s*;\s*compatible-with=\d+")
_PRODUCT = "x-elastic-product"
_ERROR = 300
"""From this status on an answer is no result."""
_CONNECT_S = 4.0
"""How long a connection may take to come about: a port that waits for something else is no answer. Four
attempts fit into a step of twenty seconds."""


class _Redirected(aiohttp.ClientError):
    """The server sent the request elsewhere: it is not followed, with all that it says and its key."""


class Gone(ConnectionError):
    """No answer came, and how it was lost on the way; `how` is None where it was sent elsewhere. The client
    itself tells no more than that there was none."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(type(cause).__name__)
        self.how: Lost | None = _how_lost(cause)


def _how_lost(cause: BaseException) -> Lost | None:
    match cause:
        case _Redirected():
            return None
        case aiohttp.ConnectionTimeoutError():
            return "no_connection"
        case aiohttp.ClientConnectorDNSError():
            return "no_host"
        case aiohttp.ClientConnectorCertificateError():
            return "no_trust"
        case aiohttp.ClientSSLError() | ssl.SSLError():
            return "no_tls"
        case aiohttp.ClientConnectorError():
            return "no_answer"
        case _:
            return "broken"


class _Connector(aiohttp.TCPConnector):
    """Connections that come about soon or not at all, TLS included: the client only limits the whole call."""

    async def connect(self, req: Any, traces: Any, timeout: aiohttp.ClientTimeout) -> Any:
        limited = aiohttp.ClientTimeout(total=timeout.total, sock_connect=_CONNECT_S)
        return await super().connect(req, traces, limited)


class PlainJsonNode(AiohttpHttpNode):
    """Requests and answers as plain JSON, whatever the server calls itself."""

    def _create_aiohttp_session(self) -> None:
        following = aiohttp.TraceConfig()
        following.on_request_redirect.append(_refuse)
        self._loop = asyncio.get_running_loop()
        self.session = aiohttp.ClientSession(
            headers=self.headers,
            skip_auto_headers=("accept", "accept-encoding", "user-agent"),
            cookie_jar=aiohttp.DummyCookieJar(),
            connector=_Connector(limit_per_host=self._connections_per_node, ssl=self._ssl_context or False),
            trace_configs=[following],
        )

    async def perform_request(self, method: str, target: str, *args: Any, **more: Any) -> Any:
        headers = HttpHeaders(more.pop("headers", None) or {})
        for name in ("accept", "content-type"):
            if name in headers:
                headers[name] = _VENDOR.sub(r"application/\1", headers[name])
        try:
            answer = await super().perform_request(method, target, *args, headers=headers, **more)
        except TransportError as error:
            cause = next(iter(error.errors), error)
            if isinstance(error, ConnectionTimeout) and not isinstance(cause, aiohttp.ConnectionTimeoutError):
                raise
            raise Gone(cause) from None
        meta, body = answer
        told = HttpHeaders(meta.headers)
        told.setdefault(_PRODUCT, "Elasticsearch")
        told.pop("warning", None)  # the client would print what the server deprecates
        if meta.status >= _ERROR and not _is_json(body):
            told["content-type"], body = "text/plain", b""  # a proxy's page: its status tells what failed
        return type(answer)(
            ApiResponseMeta(
                status=meta.status,
                http_version=meta.http_version,
                headers=told,
                duration=meta.duration,
                node=meta.node,
            ),
            body,
        )


async def _refuse(*_: object) -> NoReturn:
    raise _Redirected


def _is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except ValueError:
        return False
    return True
