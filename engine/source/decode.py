"""Bytes of a rule file to text: size, byte order mark and encoding."""

from engine.errors import Problem

MAX_BYTES = 1 << 20

_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32", "UTF-32"),
    (b"\x00\x00\xfe\xff", "utf-32", "UTF-32"),
    (b"\xff\xfe", "utf-16", "UTF-16"),
    (b"\xfe\xff", "utf-16", "UTF-16"),
)
_SAVE = "save the file as UTF-8"


def decode(data: bytes, file: str) -> tuple[str, Problem | None]:
    """The text without its byte order mark, or a best-effort text and the problem that stops reading.

    Only strict UTF-8 is read; UTF-16, UTF-32 and CP949 (EUC-KR, what older Korean editors write) are
    recognised to be named. The best-effort text is for showing the line, "" when there is none.
    """
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data):,} bytes, at most {MAX_BYTES:,} are read"
        return "", _problem("YAML001", file, message, "split the file")
    wide = _wide_encoding(data)
    if wide is not None:
        codec, name = wide
        text = data.decode(codec, "replace").removeprefix("\ufeff")
        return text, _problem("YAML004", file, f"the file is saved as {name}, only UTF-8 is read", _SAVE)
    body = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return body.decode("utf-8"), None
    except UnicodeDecodeError as error:
        return _undecodable(body, error.start, file)


def _wide_encoding(data: bytes) -> tuple[str, str] | None:
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return codec, name
    sample = data[:4096]
    for offset, codec in ((1, "utf-16-le"), (0, "utf-16-be")):
        zeros, others = sample[offset::2].count(0), sample[1 - offset :: 2].count(0)
        if zeros * 5 >= len(sample) >= 4 and zeros > 3 * others:
            return codec, "UTF-16"
    return None


def _undecodable(body: bytes, at: int, file: str) -> tuple[str, Problem]:
    """The problem at the first byte that is not UTF-8."""
    before = body[:at].decode("utf-8")
    line_start = max(before.rfind("\n"), before.rfind("\r")) + 1
    line = before.count("\n") + sum(1 for piece in before.split("\r")[1:] if not piece.startswith("\n")) + 1
    place = (line, len(before) - line_start + 1)
    try:
        text = body.decode("cp949")
    except UnicodeDecodeError:
        text = ""
    if any("가" <= char <= "힣" for char in text):
        message = "the file is saved as CP949 (EUC-KR), only UTF-8 is read"
        return text, _problem("YAML003", file, message, _SAVE, place)
    message = f"the byte 0x{body[at]:02X} here is not UTF-8, the only encoding that is read"
    return body.decode("utf-8", "replace"), _problem("YAML002", file, message, _SAVE, place)


def _problem(code: str, file: str, message: str, hint: str, place: tuple[int, int] = (1, 1)) -> Problem:
    return Problem(code=code, message=message, file=file, line=place[0], column=place[1], hint=hint)
