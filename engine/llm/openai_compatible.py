"""The plugin for servers of the OpenAI form: a local server, a proxy, or OpenAI itself, over plain HTTP."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from engine.config.model import ModelSpec
from engine.llm.failure import LlmFailure, refused
from engine.llm.per_loop import PerLoop
from engine.llm.port import Ask, Chunk, Usage
from engine.llm.setup import Setup, no_package
from engine.llm.sse import TooLong, events
from engine.llm.wire import Sent, Server, counted, messages_json

if TYPE_CHECKING:
    import httpx

_REFUSAL_READ = 64_000
_REFUSAL_S = 1.0
_WHOLE_READ = 4_000_000
_TAIL_S = 0.1
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
Payload = Mapping[str, Any]


def build(setup: Setup) -> "OpenAiCompatible":
    """The plugin's entry."""
    return OpenAiCompatible(setup.name, setup.spec, setup.key)


class OpenAiCompatible:
    """`url` of the spec ends before /chat/completions. Proxies of the environment are used, but not to reach
    this very machine."""

    def __init__(self, name: str, spec: ModelSpec, key: str | None) -> None:
        self._name = name
        self._spec = spec
        self._key = key
        self._server = Server(spec.dialect or "strict")
        self._clients = PerLoop(self._client)

    async def stream(self, ask: Ask, *, deadline: float) -> AsyncGenerator[Chunk, None]:
        """See the port. A form of answer that the server refuses is asked for in a lesser one at once.

        The deadline is the caller's alone: the client has no time limit that could end a long answer early.
        """
        try:
            import httpx
        except ImportError:
            raise no_package(self._name, "httpx") from None
        try:
            async with aclosing(self._answer(await self._clients.get(), ask)) as chunks:
                async for chunk in chunks:
                    yield chunk
        except httpx.TransportError:
            raise LlmFailure("network", self._name) from None
        except (httpx.HTTPError, httpx.InvalidURL, _Unreadable, TooLong) as error:
            detail = "what came is no answer" if isinstance(error, _Unreadable) else type(error).__name__
            raise LlmFailure("server", self._name, detail=detail) from None

    async def close(self) -> None:
        """Close the running loop's connections."""
        await self._clients.close()

    async def _answer(self, client: "httpx.AsyncClient", ask: Ask) -> AsyncGenerator[Chunk, None]:
        while True:
            sent = self._server.ask(ask)
            async with client.stream("POST", "chat/completions", json=self._body(ask, sent)) as response:
                if response.status_code == 200:
                    yield Chunk(schema_enforced=sent.schema_enforced, notes=sent.notes)
                    async for chunk in self._chunks(response):
                        yield chunk
                    return
                told = await _refusal(response)
                failure = refused(
                    self._name, response.status_code, told, _code(told), response.headers.get("retry-after")
                )
                if failure.kind != "bad_request" or not self._server.gives_up(sent, told):
                    raise failure

    async def _chunks(self, response: "httpx.Response") -> AsyncGenerator[Chunk, None]:
        if "event-stream" not in response.headers.get("content-type", "").lower():
            # a server that does not stream answers whole
            yield self._chunk(_payload(await _read(response, _WHOLE_READ)), "message")
            return
        arriving = events(response.aiter_bytes())
        async for data in arriving:
            if data == "[DONE]":
                # read to its end, a response leaves its connection to the next ask
                with suppress(TimeoutError):
                    async with asyncio.timeout(_TAIL_S):
                        async for _ in arriving:
                            pass
                return
            yield self._chunk(_payload(data), "delta")

    def _chunk(self, payload: Payload, part: str) -> Chunk:
        if payload.get("error"):
            raise _in_stream(self._name, _mapping(payload["error"]).get("code"))
        usage = _usage(payload.get("usage"))
        choices = payload.get("choices")
        told = cast("Sequence[object]", choices) if isinstance(choices, Sequence) else ()
        choice = next((each for each in map(_mapping, told) if not each.get("index")), None)
        if choice is None:
            return Chunk(usage=usage)
        said = _mapping(choice.get(part))
        finish = choice.get("finish_reason")
        if said.get("refusal"):
            finish = "refusal"
        text = said.get("content")
        return Chunk(
            text=text if isinstance(text, str) else "",
            finish=finish if isinstance(finish, str) else None,
            usage=usage,
        )

    async def _client(self) -> "AsyncGenerator[httpx.AsyncClient, None]":
        import httpx

        url = (self._spec.url or "").rstrip("/")
        async with httpx.AsyncClient(
            base_url=url,
            headers={"authorization": f"Bearer {self._key}"} if self._key else {},
            timeout=None,  # noqa: S113  the caller's deadline ends every wait
            trust_env=urlsplit(url).hostname not in _LOOPBACK,
        ) as client:
            yield client

    def _body(self, ask: Ask, sent: Sent) -> dict[str, Any]:
        spec = self._spec
        body: dict[str, Any] = {
            **spec.options,
            "model": spec.model,
            "messages": messages_json(ask.messages, marks=spec.cache_marks),
            "stream": True,
        }
        if sent.counts:
            body["stream_options"] = {"include_usage": True}
        if sent.response_format is not None:
            body["response_format"] = sent.response_format
        if spec.max_tokens is not None:
            body["max_tokens"] = spec.max_tokens
        if spec.temperature is not None:
            body["temperature"] = spec.temperature
        return body


class _Unreadable(Exception):
    """What came over the wire is nothing of this form."""


def _in_stream(model: str, code: object) -> Exception:
    """An error told inside a stream: a refusal with its status where it says one, else something
    unreadable."""
    try:
        status = int(str(code))
    except ValueError:
        return _Unreadable()
    return refused(model, status, "") if 400 <= status < 600 else _Unreadable()


def _payload(data: str) -> Payload:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise _Unreadable from None
    if not isinstance(value, Mapping):
        raise _Unreadable
    return cast("Payload", value)


def _mapping(value: object) -> Payload:
    return cast("Payload", value) if isinstance(value, Mapping) else {}


def _usage(told: object) -> Usage | None:
    if not isinstance(told, Mapping):
        return None
    usage = cast("Payload", told)
    cached = _mapping(usage.get("prompt_tokens_details")).get("cached_tokens")
    return Usage(
        counted(usage.get("prompt_tokens")), counted(usage.get("completion_tokens")), counted(cached)
    )


def _code(told: str) -> object:
    """The provider's own word for a refusal."""
    try:
        error = _mapping(_payload(told).get("error"))
    except _Unreadable:
        return None
    return error.get("code") or error.get("type")


async def _refusal(response: "httpx.Response") -> str:
    """What a server says to its refusal, as far as it comes at once: the status alone counts."""
    import httpx

    with suppress(TimeoutError, httpx.HTTPError):
        async with asyncio.timeout(_REFUSAL_S):
            return await _read(response, _REFUSAL_READ)
    return ""


async def _read(response: "httpx.Response", at_most: int) -> str:
    """The body, or as much of it."""
    whole = b""
    pieces: AsyncIterator[bytes] = response.aiter_bytes()
    async for piece in pieces:
        whole += piece
        if len(whole) >= at_most:
            break
    return whole[:at_most].decode("utf-8", "replace")
