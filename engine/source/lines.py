"""Offsets of a text turned into lines and columns, the way editors count them."""

import re
from bisect import bisect_right

_BREAK = re.compile(r"\r\n|\r|\n")


class Lines:
    """Line starts of one text; a line ends at LF, CR LF or CR, which is also what libyaml counts."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(match.end() for match in _BREAK.finditer(text))]

    def place(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column (in code points) of a code-point offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str | None:
        """The line of that 1-based number without its break, or None outside the text."""
        if not 0 < number <= len(self._starts):
            return None
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self._text)
        return self._text[start:end].rstrip("\r\n")
