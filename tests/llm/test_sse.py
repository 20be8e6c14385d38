"""Events out of bytes, however the bytes are cut."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.llm.sse import TooLong, events


def read(pieces: Iterable[bytes]) -> list[str]:
    async def given_one_by_one() -> AsyncGenerator[bytes, None]:
        for piece in pieces:
            yield piece

    async def collect() -> list[str]:
        return [data async for data in events(given_one_by_one())]

    return asyncio.run(collect())


STREAM = (
    ': keep-alive\n\nevent: x\ndata: {"a":\ndata:  1}\n\r\n\r\n'
    "data: 강남역\u2028\u0085 근처\r\rdata: [DONE]\n\ndata: cut"
).encode()


@given(st.lists(st.integers(min_value=0, max_value=len(STREAM)), max_size=8))
def test_any_cut_of_the_bytes_gives_the_same_events(cuts: list[int]) -> None:
    ends = [0, *sorted(cuts), len(STREAM)]
    pieces = [STREAM[start:end] for start, end in pairwise(ends)]
    assert read(pieces) == ['{"a":\n 1}', "강남역\u2028\u0085 근처", "[DONE]"]


def test_a_line_without_end_is_not_kept_for_ever() -> None:
    with pytest.raises(TooLong):
        read([b"data: " + b"x" * 1_000_000] * 5)


def test_bytes_that_are_no_text_do_not_stop_it() -> None:
    assert read([b"data: \xff\n\n"]) == ["\ufffd"]


def test_a_byte_order_mark_before_the_first_event_is_no_part_of_it() -> None:
    assert read([b"\xef", b"\xbb\xbfdata: 1\n", b"\ndata: \xef\xbb\xbf2\n\n"]) == ["1", "\ufeff2"]


def test_an_event_of_endless_lines_is_not_kept_for_ever() -> None:
    with pytest.raises(TooLong):
        read([b"data: x\n" * 1000] * 700)


def test_a_long_line_in_small_pieces_is_looked_at_once() -> None:
    class Counted(bytes):
        seen = 0

        def replace(self, *args: Any) -> bytes:
            Counted.seen += len(self)
            return super().replace(*args)

    assert read([Counted(b"data: "), *[Counted(b"x" * 100)] * 3000, Counted(b"\n\n")]) == ["x" * 300_000]
    assert Counted.seen == 300_008
