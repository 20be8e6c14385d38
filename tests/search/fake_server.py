"""A search server on loopback that does what real ones do not show at will; it counts what it is asked."""

import json
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

How = Literal["whole", "half", "stall", "drip", "reset"]
VENDOR = "application/vnd.elasticsearch"


@dataclass(frozen=True, kw_only=True)
class Received:
    """One request; header names in small letters."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer, and how it goes over the wire."""

    status: int = 200
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=lambda: {"content-type": "application/json"})
    how: How = "whole"


def reply(body: object, status: int = 200, **headers: str) -> Reply:
    """A whole answer in JSON."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(
        status=status, body=json.dumps(body).encode(), headers={"content-type": "application/json", **named}
    )


def error(status: int, kind: str, reason: str = "why", **headers: str) -> Reply:
    """An error as Elasticsearch says it."""
    cause = {"type": kind, "reason": reason}
    return reply({"error": {**cause, "root_cause": [cause]}, "status": status}, status, **headers)


def es8(answer: Reply) -> Callable[[Received], Reply]:
    """Elasticsearch 8, which refuses the media types of version 9."""

    def behave(request: Received) -> Reply:
        told = request.headers.get("accept", "") + request.headers.get("content-type", "")
        return error(400, "media_type_header_exception") if "compatible-with=9" in told else answer

    return behave


def opensearch(answer: Reply) -> Callable[[Received], Reply]:
    """OpenSearch: no product header, and 406 for a vendor's media types, with the error as a text."""

    def behave(request: Received) -> Reply:
        told = request.headers.get("accept", "") + request.headers.get("content-type", "")
        return reply({"error": "Content-Type header is not supported"}, 406) if VENDOR in told else answer

    return behave


Behaviour = Callable[[Received], Reply]


class FakeServer:
    """Answers by `behave`; `asked` is what came in, `hung_up` is set when a client left a stalled answer."""

    def __init__(self, behave: Behaviour) -> None:
        self.behave = behave
        self.asked: list[Received] = []
        self.hung_up = threading.Event()
        self.arrived = threading.Event()
        self.stopping = threading.Event()
        self.url = ""


@contextmanager
def serving(behave: Behaviour) -> Iterator[FakeServer]:
    """The fake on a free port of loopback, for the time of the block."""
    fake = FakeServer(behave)

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            try:
                while (request := _read(self.rfile)) is not None:
                    fake.asked.append(request)
                    fake.arrived.set()
                    if not _send(self.connection, fake.behave(request), fake):
                        return
            except OSError:
                return

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        allow_reuse_address = True

    with Server(("127.0.0.1", 0), Handler) as server:
        fake.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield fake
        finally:
            fake.stopping.set()
            server.shutdown()
            thread.join()


def _read(stream: Any) -> Received | None:
    first = stream.readline().decode()
    if not first.strip():
        return None
    method, path, _ = first.split(" ", 2)
    headers: dict[str, str] = {}
    while line := stream.readline().decode().strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    body = stream.read(int(headers.get("content-length", 0)))
    return Received(method=method, path=path, headers=headers, body=body)


def _send(connection: socket.socket, answer: Reply, fake: FakeServer) -> bool:
    """Send the answer; whether the connection goes on."""
    if answer.how == "reset":
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        connection.close()
        return False
    if answer.how == "stall":
        return _hold(connection, fake)
    head = f"HTTP/1.1 {answer.status} x\r\ncontent-length: {len(answer.body)}\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items()) + "\r\n"
    if answer.how == "drip":
        connection.sendall(head.encode() + answer.body[:1])
        return _hold(connection, fake)
    body = answer.body[: len(answer.body) // 2] if answer.how == "half" else answer.body
    connection.sendall(head.encode() + body)
    return answer.how == "whole"


def _hold(connection: socket.socket, fake: FakeServer) -> bool:
    """Say nothing more until the client leaves."""
    connection.settimeout(0.05)
    while not fake.stopping.is_set():
        try:
            if not connection.recv(1):
                fake.hung_up.set()
                return False
        except TimeoutError:
            continue
    return False
