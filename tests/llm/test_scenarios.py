"""Each way a model's server can behave ends, over real HTTP and through both plugins, in its one outcome,
after the right number of requests, inside the deadline, with no key and no word of the customer in what is
said."""

import asyncio
import gzip
import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Literal

import pytest

from engine.llm.calling import Model
from engine.llm.port import Ask, Message
from tests.llm.asking import end_of, ended, model
from tests.llm.fake_llm_server import (
    DONE,
    JSON,
    SSE,
    Reply,
    delta,
    error,
    event,
    serving,
    streamed,
    usage,
)

GOOD = '{"a": 1}'
OK = streamed('{"a"', ": 1}")
HTML = Reply(parts=(b"<html><body>Bad gateway</body></html>",), headers={"content-type": "text/html"})
IN_STREAM = event({"error": {"message": "the customer said s3cr3t-words-of-the-customer", "code": 500}})
TOO_MANY = event({"error": {"message": "slow down", "code": 429}})
QUOTING = error(400, "cannot read s3cr3t-words-of-the-customer with sk-k3y-marker")
GARBAGE = b"data: {no\n\n"
SHORT_S = 3.0
WIRE = b"".join(part for part in OK.parts if isinstance(part, bytes))
OTHER = delta("other").replace(b'"index": 0', b'"index": 1')
THOUGHT = delta(None).replace(b'"content": null', b'"reasoning_content": "so"')
IN_OTHER_LINES = b": hello\r\n\r\n" + WIRE.replace(b"\n", b"\r\n").replace(b"data:", b"id: 1\r\ndata:")
BYTES = tuple(bytes([byte]) for part in streamed("강남😀").parts if isinstance(part, bytes) for byte in part)
HALVES = tuple(delta("@").replace(b"@", half) for half in (b"\\ud83d", b"\\ude00"))
PACKED = {**SSE, "content-encoding": "gzip"}
NO_DATE = "Mon, 01 Jan 99999999999999999999 00:00:00 GMT"


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """What the server answers, one reply a request and the last for ever, and what must come of it."""

    replies: Sequence[Reply]
    outcome: str
    requests: int
    retries: int = 1
    timeout_s: float = 15.0
    silence_s: float = 15.0


def scene(outcome: str, requests: int, *replies: Reply, **limits: float) -> Scenario:
    retries = int(limits.pop("retries", 1))
    return Scenario(replies=replies, outcome=outcome, requests=requests, retries=retries, **limits)


SCENARIOS = {
    "a good answer": scene(GOOD, 1, OK),
    "cut at once": scene("network", 2, Reply(parts=("reset",))),
    "cut stream": scene("mid_stream_cut", 2, Reply(parts=(delta("{"), "reset"))),
    "cut stream, then good": scene(GOOD, 2, Reply(parts=(delta("{"), "reset")), OK),
    "clean end without finish": scene("mid_stream_cut", 1, streamed("{", finish=None, ends=()), retries=0),
    "[DONE] without finish": scene("mid_stream_cut", 1, streamed("{", finish=None), retries=0),
    "429 with Retry-After": scene(GOOD, 2, error(429, "slow", Retry_After="1"), OK),
    "429 for ever": scene("rate_limited", 3, error(429, "slow"), retries=2),
    "429 for longer than the deadline": scene("rate_limited", 1, error(429, "slow", Retry_After="60")),
    "500 thrice": scene("server", 3, error(500), error(500), error(500), OK, retries=2),
    "500 twice, then good": scene(GOOD, 3, error(500), error(500), OK, retries=2),
    "503 once": scene(GOOD, 2, error(503), OK),
    "garbage body": scene("server", 2, HTML),
    "garbage in the stream": scene("mid_stream_cut", 1, Reply(parts=(delta("{"), GARBAGE)), retries=0),
    "garbage first in the stream": scene("server", 2, Reply(parts=(GARBAGE,))),
    "empty": scene("empty", 2, streamed()),
    "blank": scene("empty", 2, streamed("  ", "\n")),
    "null content": scene("empty", 2, Reply(parts=(delta(None, "stop"), DONE))),
    "truncated JSON": scene("truncated", 1, streamed('{"a', finish="length")),
    "truncated though the JSON is whole": scene("truncated", 1, streamed(GOOD, finish="length")),
    "a content filter": scene("refusal_or_prose", 1, streamed("I", finish="content_filter")),
    "prose": scene("I cannot do that.", 1, streamed("I cannot ", "do that.")),
    "fenced JSON": scene("```json\n{}\n```", 1, streamed("```json\n", "{}", "\n```")),
    "an error in the stream": scene("mid_stream_cut", 1, Reply(parts=(delta("{"), IN_STREAM)), retries=0),
    "an error first in the stream": scene(GOOD, 2, Reply(parts=(TOO_MANY,)), OK),
    "150 equal chunks of blanks, then JSON": scene("\n" * 150 + GOOD, 1, streamed(*["\n"] * 150, GOOD)),
    "blanks without end": scene("degenerate", 1, streamed("{", *[" " * 50] * 60, "}", finish="stop")),
    "401": scene("auth", 1, error(401)),
    "403": scene("auth", 1, error(403)),
    "404": scene("bad_request", 1, error(404)),
    "400 that quotes": scene("bad_request", 1, QUOTING),
    "422": scene("bad_request", 1, error(422)),
    "a prompt that is too long": scene("context_too_long", 1, error(400, "maximum context length is 10")),
    "an aborted answer": scene("mid_stream_cut", 1, streamed("{", finish="abort"), retries=0),
    "a second choice beside the first": scene(GOOD, 1, Reply(parts=(OTHER, *OK.parts))),
    "counts below nothing": scene(GOOD, 1, streamed(GOOD, ends=(usage(-5, -9), DONE))),
    "counts before the first word": scene(GOOD, 1, Reply(parts=(usage(10, 3), *OK.parts))),
    "thoughts before the first word": scene(GOOD, 1, Reply(parts=(THOUGHT, *OK.parts))),
    "lines that end in CR LF, with comments": scene(GOOD, 1, Reply(parts=(IN_OTHER_LINES,))),
    "bytes one by one": scene("강남😀", 1, Reply(parts=BYTES)),
    "halves of a character in two pieces": scene("😀", 1, Reply(parts=(*HALVES, delta(None, "stop"), DONE))),
    "a packed answer": scene(GOOD, 1, Reply(parts=(gzip.compress(WIRE),), headers=PACKED)),
    "a Retry-After that no date can hold": scene("rate_limited", 2, error(429, Retry_After=NO_DATE)),
    "a cut behind the finish": scene(GOOD, 1, Reply(parts=(delta(GOOD), delta(None, "stop"), "reset"))),
}  # fmt: skip


PINGS = tuple(part for _ in range(50) for part in (b": ping\n\n", 0.1))
DRIP = (delta(GOOD), delta(None, "stop"), *(part for _ in range(130) for part in (delta(None), 0.1)))
SLOW = {
    "slow first token, in time": scene(GOOD, 1, Reply(parts=(1.0, *OK.parts)), silence_s=0.5),
    "slow first token, too late": scene("timeout", 1, Reply(parts=(9.0, *OK.parts)), timeout_s=SHORT_S),
    "drip past the deadline": scene("timeout", 1, streamed(*"x" * 99, pause=0.1), timeout_s=SHORT_S),
    "stall before the first token": scene("timeout", 1, Reply(parts=("stall",)), timeout_s=SHORT_S),
    "drip behind the finish": scene(GOOD, 1, Reply(parts=(*DRIP, "stall"))),
    "keep-alives in the middle": scene("timeout", 1, Reply(parts=(delta("{"), *PINGS)), silence_s=SHORT_S),
    "stall in the middle": scene("timeout", 1, Reply(parts=(delta("{"), "stall")), silence_s=SHORT_S),
    "silence behind the finish": scene(GOOD, 1, Reply(parts=(delta(GOOD), delta(None, "stop"), "stall"))),
}  # fmt: skip
"""What takes its time; all of it is played at once."""


def asked_in(each: Scenario, plugin: str, url: str) -> Model:
    """A model with the scenario's limits."""
    return model(plugin, url, retries=each.retries, timeout_s=each.timeout_s, silence_s=each.silence_s)


def test_whatever_a_server_keeps_waiting_ends_in_time(plugin: str) -> None:
    async def play(models: list[Model]) -> list[str]:
        results = await asyncio.gather(*(end_of([each]) for each in models))
        return [result.outcome for result in results]

    with ExitStack() as servers:
        fakes = [servers.enter_context(serving(each.replies)) for each in SLOW.values()]
        models = [asked_in(each, plugin, fake.url) for each, fake in zip(SLOW.values(), fakes, strict=True)]
        outcomes = asyncio.run(play(models))
        counts = [len(fake.asked) for fake in fakes]
    told = dict(zip(SLOW, zip(outcomes, counts, strict=True), strict=True))
    assert told == {name: (each.outcome, each.requests) for name, each in SLOW.items()}


@pytest.mark.parametrize("name", SCENARIOS)
def test_each_way_a_server_behaves_ends_in_its_one_outcome(name: str, plugin: str) -> None:
    each = SCENARIOS[name]
    with serving(each.replies) as fake:
        result = ended([asked_in(each, plugin, fake.url)])
    assert (result.outcome, len(fake.asked)) == (each.outcome, each.requests)
    assert len(result.attempts) == each.requests
    assert result.attempts[-1].kind == (result.failure.kind if result.failure else None)


def test_a_page_of_150_wide_chunks_passes_where_no_library_counts_them() -> None:
    with serving([streamed(*["    "] * 150, GOOD)]) as fake:
        assert ended([model("openai_compatible", fake.url)]).outcome.strip() == GOOD


@pytest.mark.parametrize("ends", ["reset", "stall"])
def test_a_refusal_counts_though_its_words_never_end(ends: Literal["reset", "stall"]) -> None:
    with serving([Reply(parts=(b"{", ends), status=401, headers=JSON)]) as fake:
        assert ended([model("openai_compatible", fake.url)]).outcome == "auth"


def test_a_stream_is_known_by_its_type_however_that_is_spelt() -> None:
    with serving(
        [Reply(parts=OK.parts, headers={"content-type": "Text/Event-Stream; charset=UTF-8"})]
    ) as fake:
        assert ended([model("openai_compatible", fake.url)]).outcome == GOOD


def test_a_megabyte_in_one_line_or_in_a_thousand_ends_at_the_budget() -> None:
    one = Reply(parts=(delta("x" * 1_100_000, "stop"), DONE))
    many = Reply(parts=tuple(delta("x" * 1_000) for _ in range(1_100)))
    for reply in (one, many):
        with serving([reply]) as fake:
            assert ended([model("openai_compatible", fake.url)]).outcome == "budget"


def test_half_a_character_of_a_customer_is_sent_as_a_question_mark(plugin: str) -> None:
    with serving([OK]) as fake:
        assert ended([model(plugin, fake.url)], Ask((Message("user", "강남\ud800"),))).outcome == GOOD
    assert fake.asked[0].body["messages"][0]["content"] == "강남?"


def test_a_server_that_does_not_stream_is_read_whole() -> None:
    message = {"choices": [{"index": 0, "message": {"content": GOOD}, "finish_reason": "stop"}]}
    with serving([Reply(parts=(json.dumps(message).encode(),), headers=JSON)]) as fake:
        assert ended([model("openai_compatible", fake.url)]).outcome == GOOD


def test_retry_after_is_waited_for_and_told(plugin: str) -> None:
    with serving([error(429, Retry_After="2.5"), OK]) as fake:
        waited = ended([model(plugin, fake.url)])
    with serving([error(429, Retry_After="60")]) as fake:
        refused = ended([model(plugin, fake.url)])
    assert waited.pauses == [2.5]
    assert refused.failure is not None
    assert refused.failure.retry_after == 60
    assert refused.pauses == []


def test_tokens_are_those_that_the_provider_counts(plugin: str) -> None:
    with serving([streamed(GOOD, ends=(usage(10, 3, 4), DONE))]) as fake:
        result = ended([model(plugin, fake.url, prices={"prompt": 2.0, "completion": 10.0, "cached": 1.0})])
    assert result.answer is not None
    told = result.answer.usage
    assert told is not None
    assert (told.prompt, told.completion, told.cached) == (10, 3, 4)
    assert told.cost == pytest.approx((6 * 2 + 4 * 1 + 3 * 10) / 1_000_000)


def test_a_schema_is_asked_for_in_the_form_that_the_server_takes(plugin: str) -> None:
    no_schema = error(400, "response_format of type json_schema is not supported")
    no_json = error(400, "response_format is not supported")
    with serving([no_schema, no_json, OK]) as fake:
        asked = model(plugin, fake.url)
        first, second = ended([asked]), ended([asked])
    forms = [(each.body.get("response_format") or {}).get("type") for each in fake.asked]
    assert forms == ["json_schema", "json_object", None, None]
    assert first.answer is not None
    assert second.answer is not None
    assert (first.answer.schema_enforced, second.answer.schema_enforced) == (False, False)
    assert first.answer.notes == ("schema sent as none",)
    assert len(first.attempts) == 1


def test_a_schema_that_is_taken_is_strict_and_said_to_bind(plugin: str) -> None:
    with serving([OK]) as fake:
        result = ended([model(plugin, fake.url)])
    sent = fake.asked[0].body["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert sent["schema"]["additionalProperties"] is False
    assert result.answer is not None
    assert result.answer.schema_enforced is True


def test_a_server_that_will_not_count_tokens_is_asked_without(plugin: str) -> None:
    with serving([error(400, "unknown field stream_options"), OK]) as fake:
        assert ended([model(plugin, fake.url)]).outcome == GOOD
    assert "stream_options" in fake.asked[0].body
    assert "stream_options" not in fake.asked[1].body


def test_what_the_pack_says_is_sent_and_the_prefix_is_marked(plugin: str) -> None:
    with serving([OK]) as fake:
        keys = {"max_tokens": 700, "temperature": 0.5, "cache_marks": True, "options": {"seed": 7}}
        ended([model(plugin, fake.url, **keys)])
    body = fake.asked[0].body
    assert (body["model"], body["max_tokens"], body["temperature"], body["seed"]) == ("m", 700, 0.5, 7)
    assert body["messages"][0]["content"][0]["cache_control"] == {"type": "ephemeral"}
    assert isinstance(body["messages"][1]["content"], str)
    assert fake.asked[0].headers["authorization"] == "Bearer sk-k3y-marker"
