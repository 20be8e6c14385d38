"""What commands read: texts, a line each, and files named on the command line."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO, TypeVar

from engine.cli.options import write_json
from engine.errors import EngineError, InputInvalid, Problem

if TYPE_CHECKING:
    from engine.config.revision import Revision

T = TypeVar("T")
LINE_AT_MOST = 16 * 1024 * 1024
"""Bytes of one line of standard input; an endless line must not fill the memory."""


def each_result(text: str, read: Callable[[str], T]) -> Iterator[tuple[int, str, T]]:
    """The number, from 1, of each text, the text, and what `read` makes of it.

    On standard input a text that fails has its error printed in the place of a result, and the next is read.
    """
    for number, line in each_text(text):
        if line is None:
            continue
        try:
            result = read(line)
        except EngineError as error:
            if text != "-":
                raise
            write_json({"line": number, **_error_json(error)})
            continue
        yield number, line, result


def each_text(text: str) -> Iterator[tuple[int, str | None]]:
    """The number of each text, from 1, and the text; of one that is not UTF-8 the error is printed in the
    place of its result, and it is None."""
    for number, line in enumerate(read_texts(text), 1):
        try:
            yield number, whole(line, number)
        except InputInvalid as error:
            write_json({"line": number, **_error_json(error)})
            yield number, None


def _error_json(error: EngineError) -> dict[str, object]:
    """What stands in the place of a result that could not be made."""
    first = error.problems[0] if error.problems else Problem(code="USE900", message=type(error).__name__)
    return {
        "error": {
            "code": first.code,
            "message": first.message,
            "hint": first.hint,
            "file": first.file,
            "line": first.line,
        }
    }


def read_texts(text: str) -> Iterator[str]:
    """The text itself, or each line of standard input when it is `-`; an empty line is an empty text. Bytes
    that are not UTF-8 are escaped: `whole` tells of them."""
    if text != "-":
        yield _as_utf8(text)
        return
    stdin = _input()
    while line := stdin.readline(LINE_AT_MOST + 1):
        if len(line) > LINE_AT_MOST:
            message = f"a line of standard input has more than {LINE_AT_MOST:,} bytes"
            raise InputInvalid(Problem(code="USE010", message=message, hint="one text on each line"))
        yield line.rstrip(b"\r\n").decode("utf-8", "surrogateescape")


def whole(text: str, line: int) -> str:
    """The text of that line of the input. Raises InputInvalid (USE018) where its bytes are not UTF-8."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        message = f"line {line} of standard input is not UTF-8"
        hint = "iconv -f CP949 -t UTF-8 FILE, where it was saved on Korean Windows"
        raise InputInvalid(Problem(code="USE018", message=message, hint=hint)) from error
    return text


def _as_utf8(word: str) -> str:
    """A word of the command line, whatever the system took its bytes for."""
    try:
        return os.fsencode(word).decode("utf-8", "replace")
    except UnicodeEncodeError:
        return word.encode("utf-8", "replace").decode("utf-8")


def _input() -> BinaryIO:
    """Standard input as bytes. Raises InputInvalid where the caller closed it."""
    stdin: TextIO | None = sys.stdin
    if stdin is None:
        raise InputInvalid(Problem(code="USE002", message="standard input cannot be read: it is closed"))
    return stdin.buffer


def read_file(path: Path, what: str) -> bytes:
    """The bytes of a file named on the command line (`-` is standard input). Raises InputInvalid."""
    try:
        return _input().read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        problem = Problem(code="USE002", message=f"{what} {path} cannot be read: {error.strerror}")
        raise InputInvalid(problem) from error


def load_pack(pack: Path | None, *, record: bool, cases: bool = False) -> "Revision":
    """The pack; with `record`, its recorded models ask those that they are recorded over for what is not
    there. Raises ConfigError, and InputInvalid (USE024) where there is nothing to record."""
    from engine.runtime.models import recording
    from engine.runtime.revision import load

    revision = load(pack, cases=cases)
    return recording(revision) if record else revision
