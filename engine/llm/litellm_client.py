"""The plugin for hosted providers through LiteLLM, which is loaded at the first ask and not before.

What it does not do by itself is done here and in `calling`: it retries by default, takes its time limit for
one read, fetches a price list while it is imported, and says "server" for a broken connection.
"""

import asyncio
import inspect
import os
import re
from collections.abc import AsyncGenerator, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

from engine.config.model import Failure, ModelSpec
from engine.llm.failure import LlmFailure, refused
from engine.llm.per_loop import PerLoop
from engine.llm.port import Ask, Chunk, Usage
from engine.llm.setup import Setup, no_package
from engine.llm.wire import Sent, Server, counted, messages_json

_SPARE_S = 5.0
"""Its own time limit lies so far behind the caller's, which is the one that counts."""
_NO_KEY = "none"
"""Sent to a server of one's own that wants no key: the client refuses to start without any."""
_NETWORK = frozenset({
    "APIConnectionError", "ConnectError", "ReadError", "WriteError", "RemoteProtocolError", "ConnectTimeout",
    "ClientConnectorError", "ClientConnectionError", "ServerDisconnectedError", "ClientPayloadError",
    "ClientOSError",
})  # fmt: skip
_TIMEOUT = frozenset({"Timeout", "APITimeoutError", "ReadTimeout", "TimeoutError"})
_MISSING_KEY = re.compile(r"missing (?:credentials|[\w ]{0,40}api[ _]?key)", re.IGNORECASE)
_UNREADABLE = frozenset({"JSONDecodeError"})


def build(setup: Setup) -> "LiteLlm":
    """The plugin's entry."""
    return LiteLlm(setup.name, setup.spec, setup.key)


@lru_cache(maxsize=1)
def load() -> Any:
    """The library, set up to be quiet and to fetch nothing; takes some seconds the first time.

    Raises ImportError.
    """
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    library: Any = import_module("litellm")
    library.suppress_debug_info = True
    library.telemetry = False
    library.disable_aiohttp_transport = True
    # it loads much of itself at the first call, which would hold up the event loop: one that asks nobody
    library.completion(
        model="openai/none",
        messages=[{"role": "user", "content": "-"}],
        mock_response="-",
        api_key=_NO_KEY,
    )
    return library


class LiteLlm:
    """`model` of the spec is LiteLLM's own name, PROVIDER/MODEL."""

    def __init__(self, name: str, spec: ModelSpec, key: str | None) -> None:
        self._name = name
        self._spec = spec
        self._key = key
        is_gemini = (spec.model or "").startswith(("gemini/", "vertex_ai/"))
        self._server = Server(spec.dialect or ("gemini" if is_gemini else "strict"))

    async def stream(self, ask: Ask, *, deadline: float) -> AsyncGenerator[Chunk, None]:
        """See the port. A form of answer that the provider refuses is asked for in a lesser one at once."""
        try:
            library = await asyncio.to_thread(load)
        except ImportError:
            raise no_package(self._name, "litellm") from None
        await _LOOPS.get()
        response: Any = None
        try:
            sent, response = await self._opened(library, ask, deadline)
            if not _streams(response):
                raise LlmFailure("server", self._name, detail="what came is no stream of events")
            yield Chunk(schema_enforced=sent.schema_enforced, notes=sent.notes)
            async for piece in response:
                yield _chunk(piece)
        except LlmFailure:
            raise
        except Exception as error:  # noqa: BLE001  providers fail in some sixty classes without a narrower base
            raise failure_of(error, self._name) from None
        finally:
            close = getattr(response, "aclose", None)
            if close is not None:
                await close()

    async def close(self) -> None:
        """Close the library's connections of the running loop, those of its other models too."""
        await _LOOPS.close()

    async def _opened(self, library: Any, ask: Ask, deadline: float) -> tuple[Sent, Any]:
        while True:
            sent = self._server.ask(ask)
            left = max(deadline - asyncio.get_running_loop().time(), 0.0) + _SPARE_S
            try:
                return sent, await library.acompletion(**self._arguments(ask, sent), timeout=left)
            except (library.BadRequestError, library.UnprocessableEntityError) as error:
                failure = failure_of(error, self._name)
                if failure.kind != "bad_request" or not self._server.gives_up(sent, str(error)):
                    raise failure from None

    def _arguments(self, ask: Ask, sent: Sent) -> dict[str, Any]:
        spec = self._spec
        given: dict[str, Any] = {
            "api_base": spec.url,
            "api_key": self._key or (_NO_KEY if spec.url else None),
            "max_tokens": spec.max_tokens,
            "temperature": spec.temperature,
            "response_format": sent.response_format,
            "stream_options": {"include_usage": True} if sent.counts else None,
        }
        return {
            **spec.options,
            "model": spec.model,
            "messages": messages_json(ask.messages, marks=spec.cache_marks),
            "stream": True,
            "max_retries": 0,
            "num_retries": 0,
            **{name: value for name, value in given.items() if value is not None},
        }


async def _clients_of_loop() -> AsyncGenerator[None, None]:
    """Stands for the running loop's clients, which the library keeps and never closes."""
    try:
        yield
    finally:
        for client in _held_by_loop(getattr(load(), "in_memory_llm_clients_cache", None)):
            close = getattr(client, "aclose", None) or getattr(client, "close", None)
            closing = close() if close is not None else None
            if inspect.isawaitable(closing):
                await closing


def _held_by_loop(cache: Any) -> list[Any]:
    """The clients of the running loop, taken out of the library's cache."""
    if cache is None or not (suffix := cache.update_cache_key_with_event_loop("")):
        return []
    keys = [key for key in list(cache.cache_dict) if key.endswith(suffix)]
    return [cache.cache_dict.pop(key) for key in keys]


_LOOPS = PerLoop(_clients_of_loop)


def _streams(response: Any) -> bool:
    """Whether a stream came, as far as the library shows what it got: of a page in HTML it makes an answer
    without text."""
    raw = getattr(getattr(response, "completion_stream", None), "response", None)
    kind = getattr(raw, "headers", {}).get("content-type")
    return kind is None or "event-stream" in kind


def _chunk(piece: Any) -> Chunk:
    usage = _usage(getattr(piece, "usage", None))
    told: list[Any] = getattr(piece, "choices", None) or []
    choice = next((each for each in told if not getattr(each, "index", 0)), None)
    if choice is None:
        return Chunk(usage=usage)
    text = getattr(choice.delta, "content", None)
    finish = "refusal" if getattr(choice.delta, "refusal", None) else choice.finish_reason
    return Chunk(text=text if isinstance(text, str) else "", finish=finish, usage=usage)


def _usage(told: Any) -> Usage | None:
    if told is None:
        return None
    details = getattr(told, "prompt_tokens_details", None)
    return Usage(
        counted(getattr(told, "prompt_tokens", None)),
        counted(getattr(told, "completion_tokens", None)),
        counted(getattr(details, "cached_tokens", None)),
    )


def failure_of(error: Exception, model: str) -> LlmFailure:
    """The kind of what the library raised. It says 500 for what it cannot place, so the causes are asked
    first; nothing of its message is kept, which may hold the prompt."""
    causes = list(_causes(error))
    names = {name for cause in causes for name in (base.__name__ for base in type(cause).__mro__)}
    kind: Failure | None = None
    if names & _TIMEOUT and not names & {"ConnectTimeout"}:
        kind = "timeout"
    elif names & _UNREADABLE:
        kind = "server"
    elif names & _NETWORK or any(isinstance(cause, ConnectionError) for cause in causes):
        kind = "network"
    if _MISSING_KEY.search(str(error)):  # each provider's part of the library says so in a class of its own
        return LlmFailure("no_key", model, detail="none was given", hint="key: NAME_OF_A_VARIABLE")
    if kind is not None:
        return LlmFailure(kind, model)
    if "ContextWindowExceededError" in names:
        return LlmFailure("context_too_long", model)
    if "ContentPolicyViolationError" in names:
        return LlmFailure("refusal_or_prose", model, detail="the provider's content policy")
    status = next((code for code in map(_status, causes) if code is not None), 500)
    return refused(model, status, str(error), getattr(error, "code", None), _waits(causes))


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came from, each once."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        here = waiting.pop(0)
        if here is None or id(here) in seen:
            continue
        seen.add(id(here))
        yield here
        original = getattr(here, "original_exception", None)
        waiting += [
            original if isinstance(original, BaseException) else None,
            here.__cause__,
            here.__context__,
        ]


def _status(error: BaseException) -> int | None:
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) and not isinstance(status, bool) else None


def _waits(causes: list[BaseException]) -> str | None:
    """The Retry-After header of the answer that failed, wherever the library keeps it."""
    for cause in causes:
        response: Any = getattr(cause, "response", None)
        headers: list[Any] = [
            getattr(cause, "litellm_response_headers", None),
            getattr(response, "headers", None),
        ]
        for held in headers:
            told = held.get("retry-after") if held is not None else None
            if isinstance(told, str):
                return told
    return None
