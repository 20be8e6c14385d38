"""What happens to connections: many at once, left early, and on one event loop after another."""

import asyncio
import threading
from contextlib import aclosing

import pytest

from engine.llm.calling import Model, Policy, complete, stream
from engine.llm.port import Ask, Message
from tests.llm.asking import ASK, IN_TIME_S, ended, model
from tests.llm.fake_llm_server import FakeLlmServer, Received, Reply, delta, serving, streamed

HANG_UP_S = 10.0
POLICY = Policy(deadline_s=15.0)


def echo(asked: Received) -> Reply:
    """The last message, letter by letter, with a pause between letters."""
    return streamed(*asked.body["messages"][-1]["content"], pause=0.002)


def test_fifty_streams_at_once_do_not_mix(plugin: str) -> None:
    async def each(asked: Model, number: int) -> str:
        ask = Ask((Message("user", f"<{number}>" * 4),))
        return (await complete([asked], ask, POLICY)).text

    async def all_of_them(asked: Model) -> list[str]:
        return await asyncio.gather(*(each(asked, number) for number in range(50)))

    with serving(echo) as fake:
        texts = asyncio.run(asyncio.wait_for(all_of_them(model(plugin, fake.url)), IN_TIME_S))
    assert texts == [f"<{number}>" * 4 for number in range(50)]
    assert len(fake.asked) == 50


def hung_up_after(plugin: str, how: str) -> bool:
    """Whether the server saw the client leave an answer that had begun."""

    async def read(asked: Model, begun: asyncio.Event) -> None:
        async with aclosing(stream([asked], ASK, POLICY)) as chunks:
            async for _ in chunks:
                begun.set()
                if how == "closed":
                    return

    async def leave(asked: Model, hung_up: threading.Event) -> bool:
        begun = asyncio.Event()
        reading = asyncio.create_task(read(asked, begun))
        await begun.wait()
        if how == "cancelled":
            reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        return await asyncio.to_thread(hung_up.wait, HANG_UP_S)

    with serving([Reply(parts=(delta("{"), "stall"))]) as fake:
        return asyncio.run(asyncio.wait_for(leave(model(plugin, fake.url), fake.hung_up), IN_TIME_S))


def test_a_cancelled_call_closes_its_socket(plugin: str) -> None:
    assert hung_up_after(plugin, "cancelled")


def test_a_stream_that_is_closed_early_closes_its_socket(plugin: str) -> None:
    assert hung_up_after(plugin, "closed")


def test_one_model_works_on_one_event_loop_after_another(plugin: str) -> None:
    with serving([streamed("yes")]) as fake:
        asked = model(plugin, fake.url)
        texts = [asyncio.run(complete([asked], ASK, POLICY)).text for _ in range(3)]
    assert texts == ["yes"] * 3


def test_a_closed_model_can_be_asked_again(plugin: str) -> None:
    async def ask_twice(asked: Model) -> list[str]:
        first = await complete([asked], ASK, POLICY)
        await asked.llm.close()
        return [first.text, (await complete([asked], ASK, POLICY)).text]

    with serving([streamed("yes")]) as fake:
        assert asyncio.run(ask_twice(model(plugin, fake.url))) == ["yes", "yes"]


def test_connections_are_used_again_on_one_loop() -> None:
    async def ask_thrice(asked: Model) -> None:
        for _ in range(3):
            await complete([asked], ASK, POLICY)

    with serving([streamed("yes")]) as fake:
        asyncio.run(ask_thrice(model("openai_compatible", fake.url)))
    assert len(fake.asked) == 3
    assert fake.connections == 1


def redirected(plugin: str) -> tuple[str, FakeLlmServer]:
    """How a call ends whose server sends it on to another one, and that other one."""
    with serving([streamed("yes")]) as other:
        away = {"location": f"{other.url}/chat/completions"}
        with serving([Reply(status=307, headers=away)]) as fake:
            return ended([model(plugin, fake.url, retries=0)]).outcome, other


def test_a_redirect_takes_no_prompt_to_another_server() -> None:
    outcome, other = redirected("openai_compatible")
    assert (outcome, len(other.asked)) == ("bad_request", 0)


@pytest.mark.usefixtures("litellm")
def test_litellm_follows_it_without_the_key_as_the_page_says() -> None:
    outcome, other = redirected("litellm")
    assert (outcome, len(other.asked)) == ("yes", 1)
    assert "authorization" not in other.asked[0].headers
