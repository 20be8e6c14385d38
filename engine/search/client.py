"""Bodies to a search server and back: plain JSON for Elasticsearch and OpenSearch alike, retries of our own
inside one deadline, and every failure as its own kind.
"""

import asyncio
import math
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import quote

from engine.errors import ConfigError, Problem
from engine.score.query import Json
from engine.search.failures import (
    ServerFailed,
    failed_answer,
    late,
    lost,
    no_certificates,
    no_client,
    no_server,
    object_in,
    partial,
    unreadable,
    wrong_server,
)

if TYPE_CHECKING:
    from elasticsearch import AsyncElasticsearch

    from engine.search.node import PlainJsonNode

ServerKind = Literal["auto", "es9", "es8", "opensearch"]
_ATTEMPTS = 4
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.1, 2.0
_AGAIN = (429, 502, 503, 504)
_PLAIN = {"accept": "application/json", "content-type": "application/json"}
_LINES = {"accept": "application/json", "content-type": "application/x-ndjson"}
_ACCESS = re.compile(r"(?<=//)[^/?#]*@")
_CLEANING_S = 10.0
"""How long tidying up after a failure may take, the deadline being over or not."""
_LONGEST_ATTEMPT_S = 300.0
"""After so long without an answer the server is lost, however far off the deadline is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Where the index is: `index` is the alias that is searched, `kind` what must answer there (auto = any of
    them). The key is sent as an API key and shown nowhere. `ca_certs` is a file with the certificate of the
    authority that the server's own is to be signed by; None trusts the usual authorities."""

    url: str
    index: str
    kind: ServerKind = "auto"
    api_key: str | None = None
    ca_certs: str | None = None

    def __repr__(self) -> str:
        return f"ServerSettings(url={self.shown_url!r}, index={self.index!r}, kind={self.kind!r})"

    @property
    def of_places(self) -> "ServerSettings":
        """The same server with the index of places beside that of the homes."""
        return replace(self, index=f"{self.index}-places")

    @property
    def is_secure(self) -> bool:
        """Whether the address asks for TLS."""
        return self.url.startswith("https:")

    @property
    def shown_url(self) -> str:
        """The address without a name and password in it."""
        return _ACCESS.sub("", self.url)


class Connection:
    """A server for the time of one request or one build. Every call ends at the deadline at the latest."""

    def __init__(
        self,
        client: "AsyncElasticsearch",
        settings: ServerSettings,
        *,
        deadline_s: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.client = client
        self.settings = settings
        self._clock, self._sleep = clock, sleep
        self._until = clock() + deadline_s

    def to_clean_up(self) -> "Connection":
        """The same connection with a short deadline of its own: to tidy up when the first is over."""
        return self.within(_CLEANING_S)

    def within(self, seconds: float) -> "Connection":
        """The same connection with a deadline of its own, from now on."""
        return Connection(
            self.client, self.settings, deadline_s=seconds, clock=self._clock, sleep=self._sleep
        )

    async def search(self, body: Json, index: str | None = None) -> Mapping[str, Any]:
        """The response to a search in the alias, or in the index of that name; never a partial one."""
        path = f"/{quote(index or self.settings.index, safe=',')}/_search"
        found = await self.call("POST", path, body, {"allow_partial_search_results": "false"})
        if not isinstance(found, Mapping):
            raise ServerFailed(unreadable("the answer to a search is no object"))
        answer = cast("Mapping[str, Any]", found)
        if answer.get("timed_out") or object_in(answer, "_shards").get("failed"):
            raise ServerFailed(partial(answer))
        if not isinstance(object_in(answer, "hits").get("hits"), list):
            raise ServerFailed(unreadable("the answer to a search has no hits"))
        return answer

    async def call(
        self,
        method: str,
        path: str,
        body: Json | Sequence[Json | bytes] | None = None,
        params: Mapping[str, str] | None = None,
    ) -> object:
        """The JSON that the server answers, after up to three retries of what may go through later: a call
        must do no harm when it is done twice. A sequence of bodies is sent as lines; bytes go as they are.

        Raises ServerFailed with the kind of failure: SEARCH001 deadline, 002 too many requests, 003 network,
        004 server, 005 refused body, 006 access, 007 no such index, 008 unreadable answer.
        """
        pause = _FIRST_PAUSE_S
        for left in reversed(range(_ATTEMPTS)):
            try:
                return await self._once(method, path, body, params)
            except _Failed as failed:
                wait = None if failed.wait_s is None else max(failed.wait_s, pause)
                if wait is None or not left or self._left() <= wait:
                    raise ServerFailed(failed.problem) from None  # the client's error holds what was sent
            await self._sleep(wait)
            pause = min(2 * pause, _LONGEST_PAUSE_S)
        raise AssertionError("the last attempt returns or raises")

    async def pause(self, seconds: float) -> None:
        """Wait. Raises ServerFailed (SEARCH001) when the deadline would be over by then."""
        if self._left() <= seconds:
            raise ServerFailed(late(self.settings))
        await self._sleep(seconds)

    async def check_kind(self) -> str:
        """The server's name and version. Raises ConfigError (SEARCH009) when another kind answers than the
        pack says, ServerFailed as `call` and where no search server answers (SEARCH008)."""
        try:
            version = object_in(await self.call("GET", "/"), "version")
        except ServerFailed as failed:
            # behind the wrong path a server takes the address for one of its indices
            if failed.kind in ("no_index", "bad_request"):
                raise ServerFailed(no_server(self.settings)) from None
            raise
        number, is_opensearch = str(version.get("number", "")), version.get("distribution") == "opensearch"
        if not number:
            raise ServerFailed(no_server(self.settings))
        kind = "opensearch" if is_opensearch else f"es{number.partition('.')[0]}"
        if self.settings.kind not in ("auto", kind):
            raise ConfigError(wrong_server(self.settings, kind))
        return f"{'opensearch' if is_opensearch else 'elasticsearch'} {number}"

    async def _once(
        self,
        method: str,
        path: str,
        body: Json | Sequence[Json | bytes] | None,
        params: Mapping[str, str] | None,
    ) -> object:
        """One attempt; raises _Failed."""
        from elastic_transport import ApiError, ConnectionTimeout, SerializationError, TransportError

        from engine.search.node import Gone

        left = min(self._left(), _LONGEST_ATTEMPT_S)
        if left <= 0:
            raise _Failed(late(self.settings), None)
        client = self.client.options(request_timeout=left)
        headers = _LINES if isinstance(body, Sequence) else _PLAIN
        try:
            async with asyncio.timeout(left):  # the client rounds its own limit up, and resolves names before
                answer = await client.perform_request(method, path, params=params, headers=headers, body=body)
        except ApiError as error:
            problem = failed_answer(self.settings, error.meta.status, error.body)
            wait = _asked_to_wait(error.meta.headers.get("retry-after"))
            raise _Failed(problem, wait if error.meta.status in _AGAIN else None) from error
        except (ConnectionTimeout, TimeoutError) as error:
            raise _Failed(late(self.settings), None) from error
        except SerializationError as error:
            raise _Failed(unreadable("it is not JSON"), 0.0) from error
        except Gone as error:
            if error.how is None:
                raise _Failed(unreadable("it sends us to another address"), None) from error
            again = None if error.how in ("no_tls", "no_trust") else 0.0
            raise _Failed(lost(self.settings, error.how), again) from error
        except (TransportError, OSError) as error:
            raise _Failed(lost(self.settings, "broken"), 0.0) from error
        return answer.body

    def _left(self) -> float:
        return self._until - self._clock()


class _Failed(Exception):
    """One attempt that failed: why, and the least seconds to wait before the next; None when no other would
    go through."""

    def __init__(self, problem: Problem, wait_s: float | None) -> None:
        super().__init__(problem.code)
        self.problem, self.wait_s = problem, wait_s


@asynccontextmanager
async def connect(settings: ServerSettings, *, deadline_s: float) -> AsyncGenerator[Connection]:
    """A connection that is closed afterwards; where the pack names a kind of server, it is looked at first.

    Raises ConfigError without the client package (SEARCH010) and for another kind (SEARCH009).
    """
    client = _client(settings)
    try:
        connection = Connection(client, settings, deadline_s=deadline_s)
        if settings.kind != "auto":
            await connection.check_kind()
        yield connection
    finally:
        await client.close()


def load_client() -> "tuple[type[AsyncElasticsearch], type[PlainJsonNode]]":
    """The client and our node. Importing them takes half a second or more: done first, no call with a
    deadline does. Raises ConfigError where a package or what we need of it is not there (SEARCH010)."""
    try:
        from elasticsearch import AsyncElasticsearch

        from engine.search.node import PlainJsonNode
    except ImportError as error:
        raise ConfigError(no_client(error.name)) from error
    return AsyncElasticsearch, PlainJsonNode


def _client(settings: ServerSettings) -> "AsyncElasticsearch":
    client, node = load_client()
    from elastic_transport.client_utils import DEFAULT, DefaultType

    own = settings.ca_certs if settings.is_secure else None
    if own is not None and not Path(own).is_file():
        raise ConfigError(no_certificates(settings))
    trusted = cast("DefaultType", DEFAULT) if own is None else own
    try:
        return client(
            settings.url, node_class=node, api_key=settings.api_key, max_retries=0, ca_certs=trusted
        )
    except OSError:  # what the file holds is no certificate
        raise ConfigError(no_certificates(settings)) from None
    except ValueError:
        message = f"{settings.shown_url!r} is no address of a server"
        if settings.api_key is not None and settings.shown_url != settings.url:
            message = "the server's address holds a password, and there is a key besides"
        hint = "http://HOST:PORT"
        raise ConfigError(Problem(code="CONF024", message=message, path="/search/url", hint=hint)) from None


def _asked_to_wait(told: str | None) -> float:
    """The seconds of a Retry-After header, which may be a number or a date; 0 when it does not say."""
    try:
        seconds = float(told or 0)
    except ValueError:
        seconds = _seconds_until(str(told))
    return 0.0 if math.isnan(seconds) else max(seconds, 0.0)


def _seconds_until(date: str) -> float:
    try:
        when = parsedate_to_datetime(date)
    except ValueError:
        return 0.0
    return (when.replace(tzinfo=when.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
