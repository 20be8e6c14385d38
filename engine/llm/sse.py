"""Server-sent events out of bytes. Lines end where the standard says, and not at every character that Python
takes for a line's end: an answer may hold those."""

import re
from collections.abc import AsyncIterator

_END = re.compile(rb"\r\n|\n|\r")
_LONGEST = 4_000_000


class TooLong(ValueError):
    """A line, or an event of many lines, longer than any answer."""


async def events(pieces: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """The data of each event. A last event without a blank line behind it is none: it was cut.

    Raises TooLong; bytes that are no UTF-8 become replacement characters.
    """
    rest = b""
    data: list[bytes] = []
    async for piece in pieces:
        rest += piece
        whole, rest = _lines(rest)
        for line in whole:
            if line:
                name, _, value = line.partition(b":")
                if name == b"data":
                    data.append(value.removeprefix(b" "))
            elif data:
                yield b"\n".join(data).decode("utf-8", "replace")
                data = []
        if len(rest) + sum(map(len, data)) > _LONGEST:
            raise TooLong


def _lines(text: bytes) -> tuple[list[bytes], bytes]:
    """The whole lines, and what is left; a \\r at the end may be half of an end."""
    held = text.endswith(b"\r")
    *whole, rest = _END.split(text[:-1] if held else text)
    return whole, rest + (b"\r" if held else b"")
