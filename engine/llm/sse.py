"""Server-sent events out of bytes. Lines end where the standard says, and not at every character that Python
takes for a line's end: an answer may hold those."""

from collections.abc import AsyncIterator

_LONGEST = 4_000_000
_MARK = b"\xef\xbb\xbf"
"""A byte order mark, which may stand before the first line."""


class TooLong(ValueError):
    """A line, or an event of many lines, longer than any answer."""


async def events(pieces: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """The data of each event. A last event without a blank line behind it is none: it was cut.

    Raises TooLong; bytes that are no UTF-8 become replacement characters.
    """
    lines = _Lines()
    data: list[bytes] = []
    size = 0
    async for piece in pieces:
        for line in lines.take(piece):
            if line:
                name, _, value = line.partition(b":")
                if name == b"data":
                    data.append(value.removeprefix(b" "))
                    size += len(line)
            elif data:
                yield b"\n".join(data).decode("utf-8", "replace")
                data, size = [], 0
        if lines.held + size > _LONGEST:
            raise TooLong


class _Lines:
    """Lines out of pieces, each byte looked at once however small the pieces are. `held` counts the bytes of
    the line that is not over."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._is_first = True
        self._after_return = False  # a \n that comes next belongs to the \r before it
        self.held = 0

    def take(self, piece: bytes) -> list[bytes]:
        """The lines that end in the piece."""
        if not piece:
            return []
        body = piece[1:] if self._after_return and piece.startswith(b"\n") else piece
        self._after_return = piece.endswith(b"\r")
        *ended, rest = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        if ended:
            ended[0] = b"".join((*self._parts, ended[0]))
            self._parts, self.held = [], 0
            if self._is_first:
                ended[0], self._is_first = ended[0].removeprefix(_MARK), False
        if rest:
            self._parts.append(rest)
            self.held += len(rest)
        return ended
