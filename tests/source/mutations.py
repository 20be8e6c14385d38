"""A mutator of rule files that knows their grammar, for fuzzing everything behind the YAML reader.

Most mutants stay readable YAML and are wrong in what they say (a mistyped key, a flipped type, a lost
line), so that they reach the models and the checks; the rest is what editors, disks and networks do.
"""

import random
import re
from collections.abc import Callable

Lines = list[str]
LineChange = Callable[[Lines, random.Random], None]
TextChange = Callable[[str, random.Random], str]
ByteChange = Callable[[bytes, random.Random], bytes]

_KEY = re.compile(r"(?:(?<=[\s{,])|^)([^\W\d]\w*)(?=:(?:\s|$))")
_VALUE = re.compile(
    r"(?<=[:,\[-] )(?:\"[^\"\r\n]*\"|'[^'\r\n]*'|[^\s\[\]{},:#\"'|>&*!%@`-][^\[\]{},:#\r\n]*)"
)
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?")
_STRANGE_VALUES = (
    *("0", "-1", "1", "0.0", "-0.5", "1000000000000000", "0.1", "99999", "100", "true", "false", "null", "~"),
    *('""', '" "', "[]", "{}", "[[]]", "{a: 1}", "[1, two, 3.0]", '"$1.lat"', '"{{ x }}"', '"{n}"', "x"),
    *(
        "15%",
        "-15%",
        "0%",
        "1.2km",
        "10분",
        "5억",
        "5억대",
        "50000..59999",
        "9..1",
        "..",
        "..100",
        "1평",
        "한글",
    ),
    *("doc.price > 3", '"doc.x && "', '"👨‍👩‍👧"', '"a\\nb"', '"가\\u0000"', "extends", "name", "default"),
)
_SURPRISES = (
    *("yes", "No", "on", "012", "1_000", "1e3", "0x1F", ".nan", "-.inf", "12:30", "2024-13-45", "True"),
    *(
        "*x",
        "&x 1",
        "&x [*x]",
        "!!int abc",
        "!x y",
        "{{ x }}",
        "@x",
        "`x`",
        "%x",
        "a: b",
        "- a",
        '"\\q"',
        '"\\ud83d"',
    ),
    *("9" * 5000, "[" * 40 + "]" * 40, "'", '"', "|", ">", "<<", "가：3", "a #b", "＃"),
)
_JUNK = "\u200b\u202e\u2028\x85\xa0\u3000\ufeff：，\t\x00\x07\x1b\ufffd\U0001f600ㅎ́{}[]:#&*!|>'\"%@`-?,"


def mutate(text: str, rng: random.Random) -> bytes:
    """The file's text with one to four changes, as bytes; the same for the same state of `rng`."""
    lines = text.splitlines(keepends=True) or [""]
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        rng.choice(_MILD)(lines, rng)
    mutant = "".join(lines)
    if rng.random() < 0.25:
        mutant = rng.choice(_HARSH)(mutant, rng)
    data = mutant.encode("utf-8", "surrogatepass")
    return rng.choice(_BYTES)(data, rng) if rng.random() < 0.1 else data


def _some_line(lines: Lines, rng: random.Random) -> int:
    return rng.randrange(len(lines))


def _replace(lines: Lines, rng: random.Random, pattern: re.Pattern[str], new: Callable[[str], str]) -> None:
    """Replaces one match of `pattern` on one of the lines that have any."""
    places = [(index, match) for index, line in enumerate(lines) for match in pattern.finditer(line)]
    if places:
        index, match = rng.choice(places)
        lines[index] = lines[index][: match.start()] + new(match.group()) + lines[index][match.end() :]


def _delete_line(lines: Lines, rng: random.Random) -> None:
    if len(lines) > 1:
        del lines[_some_line(lines, rng)]


def _duplicate_line(lines: Lines, rng: random.Random) -> None:
    at = _some_line(lines, rng)
    lines.insert(rng.choice((at, _some_line(lines, rng))), lines[at])


def _swap_lines(lines: Lines, rng: random.Random) -> None:
    one, other = _some_line(lines, rng), _some_line(lines, rng)
    lines[one], lines[other] = lines[other], lines[one]


def _mistype_key(lines: Lines, rng: random.Random) -> None:
    _replace(lines, rng, _KEY, lambda key: _mistyped(key, rng))


def _mistyped(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word))
    return rng.choice(
        (
            word[:at] + word[at + 1 :] or "x",
            word[:at] + word[at] * 2 + word[at + 1 :],
            word[:at] + rng.choice("aeiou_가") + word[at + 1 :],
            word[:at] + word[at:][1:2] + word[at : at + 1] + word[at + 2 :],
            word.swapcase(),
            word + "s",
        )
    )


def _exchange_keys(lines: Lines, rng: random.Random) -> None:
    keys = sorted({match.group() for line in lines for match in _KEY.finditer(line)})
    if keys:
        _replace(lines, rng, _KEY, lambda _key: rng.choice(keys))


def _flip_value(lines: Lines, rng: random.Random) -> None:
    _replace(lines, rng, _VALUE, lambda _value: rng.choice(_STRANGE_VALUES))


def _exchange_values(lines: Lines, rng: random.Random) -> None:
    values = [match.group() for line in lines for match in _VALUE.finditer(line)]
    if values:
        _replace(lines, rng, _VALUE, lambda _value: rng.choice(values))


def _change_number(lines: Lines, rng: random.Random) -> None:
    factors = (0, -1, 10, 100, 0.5)
    _replace(
        lines, rng, _NUMBER, lambda number: f"{float(number) * rng.choice(factors):.6f}".rstrip("0") + "0"
    )


def _quote_value(lines: Lines, rng: random.Random) -> None:
    _replace(
        lines, rng, _VALUE, lambda value: value.strip("\"'") if value[0] in "\"'" else f'"{value.strip()}"'
    )


def _add_key(lines: Lines, rng: random.Random) -> None:
    at = _some_line(lines, rng)
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip(" "))]
    lines.insert(at, f"{indent}{rng.choice(('extra', 'name', 'kind', 'extends', '이름'))}: 1\n")


def _surprise(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True) or [""]
    _replace(lines, rng, _VALUE, lambda _value: rng.choice(_SURPRISES))
    return "".join(lines)


def _indent(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True) or [""]
    at = _some_line(lines, rng)
    lines[at] = (
        rng.choice((" ", "  ", "\t", "- ")) + lines[at] if rng.random() < 0.6 else lines[at].lstrip(" ")
    )
    return "".join(lines)


def _insert_junk(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(_JUNK) + text[at:]


def _delete_character(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + 1 :]


def _truncate(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _two_documents(text: str, rng: random.Random) -> str:
    return text + rng.choice(("---\n", "...\n", "")) + text


def _carriage_returns(text: str, rng: random.Random) -> str:
    return text.replace("\n", rng.choice(("\r\n", "\r\n", "\r")))


def _byte_noise(data: bytes, rng: random.Random) -> bytes:
    noisy = bytearray(data or b"\x00")
    for _ in range(rng.randrange(1, 4)):
        noisy[rng.randrange(len(noisy))] = rng.randrange(256)
    return bytes(noisy)


def _cut_bytes(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _with_mark(data: bytes, rng: random.Random) -> bytes:
    return b"\xef\xbb\xbf" * rng.choice((1, 1, 2)) + data


def _other_encoding(data: bytes, rng: random.Random) -> bytes:
    encoding = rng.choice(("cp949", "utf-16", "utf-16-le", "utf-32"))
    return data.decode("utf-8", "replace").encode(encoding, "replace")


_MILD: tuple[LineChange, ...] = (
    *(_delete_line, _duplicate_line, _swap_lines, _mistype_key, _mistype_key, _exchange_keys),
    *(_flip_value, _flip_value, _flip_value, _exchange_values, _change_number, _quote_value, _add_key),
)
_HARSH: tuple[TextChange, ...] = (
    *(_surprise, _surprise, _indent, _insert_junk, _insert_junk, _delete_character, _truncate),
    *(_two_documents, _carriage_returns),
)
_BYTES: tuple[ByteChange, ...] = (_byte_noise, _cut_bytes, _with_mark, _other_encoding)
