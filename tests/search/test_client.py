"""Each way a search server can fail ends in its one outcome, after the right number of requests, inside the
deadline, with nothing secret in its words."""

import asyncio
import socket
import ssl
import threading
import traceback
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any, cast

import aiohttp
import pytest

from engine.errors import ConfigError, EngineError
from engine.search.client import Connection, ServerKind, ServerSettings, connect
from tests.search.fake_server import Received, Reply, error, es8, opensearch, reply, serving

SECRET = "s3cr3t-marker"  # noqa: S105  a marker that must appear nowhere
BODY = {"query": {"term": {"name": SECRET}}}
HITS = {"hits": {"total": {"value": 0}, "hits": []}, "_shards": {"total": 1, "successful": 1, "failed": 0}}
OK = reply(HITS, X_Elastic_Product="Elasticsearch")
HTML = {"content-type": "text/html"}
Script = list[Reply] | Callable[[Received], Reply]
FOREVER = 9


class Waits:
    """The pauses between attempts, written down and not waited for."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


def behaviour(script: Script) -> Callable[[Received], Reply]:
    if callable(script):
        return script
    left = list(script)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


def outcome(script: Script, deadline_s: float = 5.0) -> tuple[str, int, list[float]]:
    """The problem's code ("" for an answer), how many requests the server saw, and the pauses."""
    waits = Waits()

    async def ask(url: str) -> str:
        settings = ServerSettings(url=url, index="homes", api_key=SECRET)
        async with connect(settings, deadline_s=deadline_s) as connection:
            asking = Connection(connection.client, settings, deadline_s=deadline_s, sleep=waits)
            try:
                await asking.search(BODY)
            except EngineError as failed:
                told = "".join(traceback.format_exception(failed)) + repr(failed) + repr(settings)
                assert SECRET not in told
                return failed.problems[0].code
        return ""

    with serving(behaviour(script)) as fake:
        code = asyncio.run(asyncio.wait_for(ask(fake.url), 10))
        return code, len(fake.asked), waits.seconds


QUOTING = error(400, "parsing_exception", f'no [query] registered for "{SECRET}"')
SCENARIOS: dict[str, tuple[Script, str, int]] = {
    "Elasticsearch 9": ([OK], "", 1),
    "Elasticsearch 8": (es8(OK), "", 1),
    "OpenSearch": (opensearch(reply(HITS)), "", 1),
    "429 once": ([error(429, "rejected"), OK], "", 2),
    "429 once with seconds": ([error(429, "rejected", Retry_After="1"), OK], "", 2),
    "429 for longer than the deadline": ([error(429, "rejected", Retry_After="60"), OK], "SEARCH002", 1),
    "429 forever": ([error(429, "rejected")], "SEARCH002", 4),
    "500": ([error(500, "null_pointer"), OK], "SEARCH004", 1),
    "502 once": ([Reply(status=502, body=b"<html>", headers=HTML), OK], "", 2),
    "503 three times": ([error(503, "no_master")] * 3 + [OK], "", 4),
    "503 forever": ([error(503, "no_master")], "SEARCH004", 4),
    "504 forever": ([Reply(status=504, body=b"", headers=HTML)], "SEARCH004", 4),
    "half a body once": ([Reply(body=OK.body, how="half"), OK], "", 2),
    "half a body forever": ([Reply(body=OK.body, how="half")], "SEARCH003", 4),
    "reset once": ([Reply(how="reset"), OK], "", 2),
    "reset forever": ([Reply(how="reset")], "SEARCH003", 4),
    "garbage": ([Reply(body=b"{]")], "SEARCH008", 4),
    "an empty body": ([Reply(body=b"")], "SEARCH008", 1),
    "a page of a proxy": ([Reply(body=b"<html>hello", headers=HTML)], "SEARCH008", 1),
    "a redirect": ([Reply(status=307, headers={"location": "/elsewhere"}), OK], "SEARCH008", 1),
    "401": ([error(401, "security_exception")], "SEARCH006", 1),
    "403 as a page": ([Reply(status=403, body=b"<html>", headers=HTML)], "SEARCH006", 1),
    "no index": ([error(404, "index_not_found_exception")], "SEARCH007", 1),
    "a key that may not do it": ([error(403, "security_exception")], "SEARCH006", 1),
    "a read-only index": ([error(403, "cluster_block_exception")], "SEARCH015", 1),
    "a full disk": ([error(429, "cluster_block_exception")], "SEARCH015", 4),
    "a server that has just started": ([error(503, "cluster_block_exception"), OK], "", 2),
    "a proxy that asks for a password": ([Reply(status=407, body=b"<html>", headers=HTML)], "SEARCH008", 1),
    "a page that refuses": ([Reply(status=400, body=b"<html>", headers=HTML)], "SEARCH008", 1),
    "too large for a proxy": ([Reply(status=413, body=b"<html>", headers=HTML)], "SEARCH016", 1),
    "404 of a proxy": ([Reply(status=404, body=b"<html>", headers=HTML)], "SEARCH008", 1),
    "a refused query that is quoted": ([QUOTING], "SEARCH005", 1),
    "timed out on the server": ([reply({**HITS, "timed_out": True})], "SEARCH004", 1),
    "failed shards": ([reply({**HITS, "_shards": {"total": 5, "failed": 1}})], "SEARCH004", 1),
    "hits that are no list": ([reply({"hits": "Infinity"})], "SEARCH008", 1),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_each_failure_has_one_outcome(name: str) -> None:
    script, code, requests = SCENARIOS[name]
    found, count, _ = outcome(script)
    assert (found, count) == (code, requests)


@pytest.mark.parametrize("how", ["stall", "drip"])
def test_a_server_that_says_nothing_more_ends_at_the_deadline(how: str) -> None:
    assert outcome([Reply(body=OK.body, how=how)], deadline_s=0.3)[:2] == ("SEARCH001", 1)  # type: ignore[arg-type]


def test_the_pause_is_what_the_server_asks_for() -> None:
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=4), usegmt=True)
    assert outcome([error(429, "rejected", Retry_After="1.5"), OK])[2] == [1.5]
    ((pause,),) = [outcome([error(429, "rejected", Retry_After=at), OK])[2]]
    assert 2 < pause <= 4
    assert outcome([error(429, "rejected", Retry_After="soon"), OK])[2] == [0.1]
    assert outcome([error(503, "no_master")])[2] == [0.1, 0.2, 0.4]


def lost(url: str, deadline_s: float = 20.0) -> str:
    """What is said where no answer comes from that address."""

    async def ask() -> None:
        async with connect(ServerSettings(url=url, index="homes"), deadline_s=deadline_s) as connection:
            waits = Connection(connection.client, connection.settings, deadline_s=deadline_s, sleep=Waits())
            await waits.search(BODY)

    with pytest.raises(EngineError) as failed:
        asyncio.run(asyncio.wait_for(ask(), 20))
    (problem,) = failed.value.problems
    assert problem.code == "SEARCH003"
    return f"{problem.message} ({problem.hint})"


def test_each_way_to_lose_a_server_is_said_with_its_own_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"127.0.0.1:{free.getsockname()[1]}"
    assert lost(f"http://{nobody}").startswith(f"nothing answers at http://{nobody} (start the search server")
    assert "the host of http://no-such-host.invalid:9200 is unknown" in lost(
        "http://no-such-host.invalid:9200"
    )
    with serving(lambda _: Reply(how="reset")) as fake:
        assert f"{fake.url} broke the connection off" in lost(fake.url)
    monkeypatch.setattr("engine.search.node._CONNECT_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes the greeting of TLS and waits for more
        url = f"https://127.0.0.1:{silent.getsockname()[1]}"
        assert lost(url).startswith(f"{url} takes no connection (http:// where it has no TLS")


def test_tls_at_a_port_without_it_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as plain:
        answering = threading.Thread(target=_refuse_tls, args=(plain,), daemon=True)
        answering.start()
        assert "does not speak TLS (http:// instead of https://" in lost(
            f"https://127.0.0.1:{plain.getsockname()[1]}"
        )
        answering.join(5)


def _refuse_tls(plain: socket.socket) -> None:
    connection, _ = plain.accept()
    with connection:
        connection.recv(4096)
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n")


def test_a_certificate_of_an_unknown_authority_is_no_missing_tls() -> None:
    from engine.search.node import Gone

    key, error = cast("Any", None), ssl.SSLCertVerificationError("self-signed certificate")
    assert Gone(aiohttp.ClientConnectorCertificateError(key, error)).how == "no_trust"


@pytest.mark.parametrize("holds", [None, "no certificate"])
def test_a_file_of_certificates_that_holds_none_is_named(tmp_path: Path, holds: str | None) -> None:
    file = tmp_path / "ca.crt"
    if holds is not None:
        file.write_text(holds)

    async def ask() -> None:
        settings = ServerSettings(url="https://127.0.0.1:1", index="homes", ca_certs=str(file))
        async with connect(settings, deadline_s=1):
            raise AssertionError("such a file must be refused")

    with pytest.raises(ConfigError, match=r"CONF024 .*ca\.crt is no file of certificates"):
        asyncio.run(ask())


def test_an_answer_that_takes_too_long_ends_the_call_however_far_off_the_deadline_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.search.client._LONGEST_ATTEMPT_S", 0.2)
    assert outcome([Reply(how="stall")], deadline_s=3600.0)[:2] == ("SEARCH001", 1)


@pytest.mark.parametrize(
    "about",
    [reply({}), reply([]), Reply(body=b"<html>", headers=HTML), error(404, "index_not_found_exception")],
)
def test_what_does_not_say_which_search_server_it_is_is_none(about: Reply) -> None:
    async def ask(url: str) -> None:
        async with connect(ServerSettings(url=url, index="homes"), deadline_s=5) as connection:
            await connection.check_kind()

    with serving(lambda _: about) as fake, pytest.raises(EngineError) as failed:
        asyncio.run(ask(fake.url))
    (problem,) = failed.value.problems
    assert (problem.code, problem.hint) == ("SEARCH008", "another address in RULEWRIGHT_SEARCH_URL")


def test_cancelling_closes_the_connection() -> None:
    async def ask(url: str) -> None:
        async with connect(ServerSettings(url=url, index="homes"), deadline_s=30) as connection:
            await connection.search(BODY)

    async def cancelled(url: str, arrived: Callable[[float], bool]) -> None:
        asking = asyncio.ensure_future(ask(url))
        assert await asyncio.to_thread(arrived, 5)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    with serving(lambda _: Reply(how="stall")) as fake:
        asyncio.run(cancelled(fake.url, fake.arrived.wait))
        assert fake.hung_up.wait(5)


@pytest.mark.parametrize(("kind", "fits"), [("auto", True), ("opensearch", True), ("es9", False)])
def test_the_kind_of_the_server_is_checked(kind: ServerKind, fits: bool) -> None:
    async def ask(url: str) -> str:
        settings = ServerSettings(url=url, index="homes", kind=kind)
        async with connect(settings, deadline_s=5) as connection:
            return await connection.check_kind()

    about = {"version": {"number": "2.19.6", "distribution": "opensearch"}}
    with serving(opensearch(reply(about))) as fake:
        if fits:
            assert asyncio.run(ask(fake.url)) == "opensearch 2.19.6"
        else:
            with pytest.raises(ConfigError, match="SEARCH009"):
                asyncio.run(ask(fake.url))


def test_a_search_on_another_kind_of_server_than_the_pack_names_is_refused_before_it_is_sent() -> None:
    async def ask(url: str) -> None:
        async with connect(ServerSettings(url=url, index="homes", kind="es9"), deadline_s=5) as connection:
            await connection.search(BODY)

    about = {"version": {"number": "2.19.6", "distribution": "opensearch"}}
    with serving(opensearch(reply(about))) as fake:
        with pytest.raises(ConfigError, match="SEARCH009"):
            asyncio.run(ask(fake.url))
        assert [each.method for each in fake.asked] == ["GET"]


def test_a_password_in_the_address_is_shown_nowhere() -> None:
    settings = ServerSettings(url=f"http://user:{SECRET}@127.0.0.1:1", index="homes")
    assert SECRET not in repr(settings)
    assert settings.shown_url == "http://127.0.0.1:1"
