"""Each way a search server can fail ends in its one outcome, after the right number of requests, inside the
deadline, with nothing secret in its words."""

import asyncio
import traceback
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

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
