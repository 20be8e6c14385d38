"""A model's server on loopback that does what real ones do not show at will, over real HTTP; it counts what
it is asked."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal

Part = bytes | float | Literal["stall", "reset"]
"""What is done next: bytes are sent, a number is waited, `stall` says nothing until the client leaves,
`reset` breaks the connection."""
SSE = {"content-type": "text/event-stream"}
JSON = {"content-type": "application/json"}


@dataclass(frozen=True, kw_only=True)
class Received:
    """One request; header names in small letters."""

    number: int
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer, sent part by part in a chunked body."""

    parts: Sequence[Part] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: SSE)


def event(payload: object) -> bytes:
    return f"data: {json.dumps(payload, ensure_ascii=False)}\n\n".encode()


def delta(text: str | None, finish: str | None = None) -> bytes:
    """One event of a stream, as OpenAI sends it."""
    content = {"role": "assistant", "content": text}
    return event(_payload([{"index": 0, "delta": content, "finish_reason": finish}]))


def usage(prompt: int, completion: int, cached: int = 0) -> bytes:
    """The last event, which has counts and no choice."""
    counts = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion,
              "prompt_tokens_details": {"cached_tokens": cached}}  # fmt: skip
    return event({**_payload([]), "usage": counts})


DONE = b"data: [DONE]\n\n"


def streamed(
    *texts: str, finish: str | None = "stop", pause: float = 0.0, ends: Sequence[Part] = (DONE,)
) -> Reply:
    """A stream of these texts, the finish signal and the end."""
    parts: list[Part] = []
    for text in texts:
        parts += [delta(text), pause] if pause else [delta(text)]
    if finish is not None:
        parts.append(delta(None, finish))
    return Reply(parts=(*parts, *ends))


def error(status: int, message: str = "no", code: str | None = None, **headers: str) -> Reply:
    """A refusal, as OpenAI says it."""
    told = json.dumps({"error": {"message": message, "type": "some_error", "code": code}}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(parts=(told,), status=status, headers={**JSON, **named})


def _payload(choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": choices}


Behaviour = Callable[[Received], Reply]


class FakeLlmServer:
    """`asked` is what came in; `hung_up` is set when a client left an answer that had not ended; `reached` is
    called when an answer stalls."""

    def __init__(self, behave: Behaviour) -> None:
        self.behave = behave
        self.asked: list[Received] = []
        self.hung_up = threading.Event()
        self.connections = 0
        self.url = ""
        self.reached: Callable[[], object] = bool

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until either side ends it."""
        self.connections += 1
        try:
            while (request := await _read(reader, len(self.asked))) is not None:
                self.asked.append(request)
                if not await self._send(reader, writer, self.behave(request)):
                    return
        except (OSError, asyncio.IncompleteReadError):
            self.hung_up.set()
        except asyncio.CancelledError:
            return  # the server stops
        finally:
            writer.close()

    async def _send(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, reply: Reply) -> bool:
        head = f"HTTP/1.1 {reply.status} x\r\ntransfer-encoding: chunked\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in reply.headers.items())
        writer.write(head.encode() + b"\r\n")
        for part in reply.parts:
            if isinstance(part, bytes):
                writer.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
                await writer.drain()
            elif isinstance(part, float):
                await asyncio.sleep(part)
            elif part == "reset":
                await asyncio.sleep(0.02)  # what was sent arrives before the break
                writer.transport.abort()
                return False
            else:
                self.reached()
                await reader.read()
                self.hung_up.set()
                return False
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True


async def _read(reader: asyncio.StreamReader, number: int) -> Received | None:
    first = (await reader.readline()).decode()
    if not first.strip():
        return None
    headers: dict[str, str] = {}
    while line := (await reader.readline()).decode().strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Received(number=number, path=first.split(" ")[1], headers=headers, body=json.loads(body))


@contextmanager
def serving(behave: Behaviour | Sequence[Reply]) -> Iterator[FakeLlmServer]:
    """The fake on a free port of loopback, for the time of the block; of a list of replies the last is given
    again and again. It has a thread and a loop of its own, so that a client's loops may come and go."""
    replies = behave
    fake = FakeLlmServer(
        replies if callable(replies) else lambda asked: replies[min(asked.number, len(replies) - 1)]
    )
    loop = asyncio.new_event_loop()
    ready = threading.Event()

    async def run(stop: asyncio.Event) -> None:
        server = await asyncio.start_server(fake.serve, "127.0.0.1", 0)
        fake.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        ready.set()
        await stop.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*others, return_exceptions=True)

    stop = asyncio.Event()
    thread = threading.Thread(target=lambda: loop.run_until_complete(run(stop)), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield fake
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()
