"""A node of elasticsearch-py that speaks plain JSON, which every server accepts.

The client writes the media types of its own major version over any header that it is given; servers of
another version, and OpenSearch, refuse them. OpenSearch does not name the product that the client looks for
either.
"""

import json
import re
from typing import Any, NoReturn

import aiohttp
from elastic_transport import AiohttpHttpNode, ApiResponseMeta, HttpHeaders, TransportError

_VENDOR = re.compile(r"application/vnd\.elasticsearch\+(json|x-ndjson)\s*;\s*compatible-with=\d+")
_PRODUCT = "x-elastic-product"
_ELSEWHERE = "redirected to another address"
_ERROR = 300
"""From this status on an answer is no result."""


class Redirected(aiohttp.ClientError):
    """The server sent the request elsewhere: it is not followed, with all that it says and its key."""


def was_redirected(error: BaseException) -> bool:
    """Whether a call failed because the server sent it elsewhere."""
    return isinstance(error, TransportError) and error.message == _ELSEWHERE  # the client keeps no more of it


class PlainJsonNode(AiohttpHttpNode):
    """Requests and answers as plain JSON, whatever the server calls itself."""

    def _create_aiohttp_session(self) -> None:
        super()._create_aiohttp_session()
        following = aiohttp.TraceConfig()
        following.on_request_redirect.append(_refuse)
        following.freeze()
        if self.session is not None:
            self.session.trace_configs.append(following)

    async def perform_request(self, method: str, target: str, *args: Any, **more: Any) -> Any:
        headers = HttpHeaders(more.pop("headers", None) or {})
        for name in ("accept", "content-type"):
            if name in headers:
                headers[name] = _VENDOR.sub(r"application/\1", headers[name])
        answer = await super().perform_request(method, target, *args, headers=headers, **more)
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
    raise Redirected(_ELSEWHERE)


def _is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except ValueError:
        return False
    return True
