"""Columns as one file: what was built once is mapped into memory, and no document is read to load it.

The file holds a head (JSON: what lies where), then the arrays, the ids and words as JSON, and the documents'
texts. A sum over everything tells a file that was cut off or changed.
"""

import json
import mmap
import struct
import zlib
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from engine.config.catalog import Catalog
from engine.search.columns import Columns
from engine.search.numbers import Codes, Held
from engine.search.records import Lines, Records

FORMAT = 3
"""Raised when the file, or what columns hold for a catalog and its documents, becomes another one."""
_MAGIC = b"rwcolumn"
_START = struct.Struct("<8sQI")
_ALIGNED = 64
_BLOCK = 8192
_FIXED = ("id_order", "cells", "x", "y", "z", "first_part")
_BROKEN = (OSError, ValueError, LookupError, TypeError, AttributeError, struct.error)
"""What reading a file can end in that is none of ours, or not any more."""


def dump_columns(columns: Columns, key: str) -> bytes:
    """The file for columns without removed homes; `key` says of what they were made."""
    texts = [_text(document) for document in columns.records]
    codes = {path: list(each.number) for path, each in columns.coded.items()}
    arrays = {name: cast("NDArray[Any]", getattr(columns, name)) for name in _FIXED}
    arrays["ends"] = np.cumsum([len(text) for text in texts], dtype=np.int64)
    held: list[tuple[str, str | None, str | None]] = []
    for number, ((path, deal), values) in enumerate(columns.held.items()):
        held.append((path, deal, None if values is None else f"held {number}"))
        if values is not None:
            arrays[f"held {number}"] = values
    arrays |= {f"coded {path}": each.of_home for path, each in columns.coded.items()}
    arrays["words"] = _bytes(json.dumps({"ids": columns.ids, "codes": codes}).encode())
    arrays["texts"] = _bytes(b"".join(texts))
    return _file({"key": key, "located": columns.located, "held": held}, arrays)


def load_columns(file: Path, catalog: Catalog, key: str) -> Columns | None:
    """The columns of a file, mapped; None when there is none, or it is not whole, or of another key."""
    try:
        with file.open("rb") as opened:
            mapped = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        return _columns(mapped, catalog, key)
    except _BROKEN:
        return None


def _columns(mapped: mmap.mmap, catalog: Catalog, key: str) -> Columns | None:
    head, start = _head(mapped)
    body = np.frombuffer(mapped, dtype=np.uint64, offset=start)
    if head["key"] != key or body.nbytes != head["bytes"] or _sum(body) != head["sum"]:
        return None
    arrays = {
        name: np.frombuffer(mapped, dtype=np.dtype(kind), count=count, offset=start + offset)
        for name, (kind, count, offset) in head["arrays"].items()
    }
    words = json.loads(arrays["words"].tobytes())
    _, size, offset = head["arrays"]["texts"]
    texts = memoryview(mapped)[start + offset : start + offset + size]
    coded = {
        path: Codes(arrays[f"coded {path}"], {word: at for at, word in enumerate(listed)})
        for path, listed in words["codes"].items()
    }
    held: dict[tuple[str, str | None], Held | None] = {
        (path, deal): None if name is None else arrays[name] for path, deal, name in head["held"]
    }
    order = np.arange(len(words["ids"]), dtype=np.int32)
    return Columns(
        catalog=catalog,
        records=Records(Lines(texts, arrays["ends"]), order, {}),
        ids=tuple(words["ids"]),
        located=head["located"],
        held=held,
        coded=coded,
        **{name: arrays[name] for name in _FIXED},
    )


def _file(head: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> bytes:
    pieces: list[bytes] = []
    where: dict[str, tuple[str, int, int]] = {}
    offset = 0
    for name, array in arrays.items():
        data = array.tobytes()
        where[name] = (array.dtype.str, len(array), offset)
        pieces += [data, bytes(-len(data) % _ALIGNED)]
        offset += len(data) + len(pieces[-1])
    body = b"".join(pieces)
    total = _sum(np.frombuffer(body, dtype=np.uint64))
    told = json.dumps({**head, "arrays": where, "bytes": len(body), "sum": total}).encode()
    told += b" " * (-(_START.size + len(told)) % _ALIGNED)
    return _START.pack(_MAGIC, len(told), zlib.crc32(told)) + told + body


def _head(mapped: mmap.mmap) -> tuple[dict[str, Any], int]:
    """What the head tells, and where the body begins; raises ValueError for a file that is none."""
    magic, length, check = _START.unpack_from(mapped)
    told = mapped[_START.size : _START.size + length]
    if magic != _MAGIC or zlib.crc32(told) != check:
        raise ValueError("no file of columns")
    return json.loads(told), _START.size + length


def _sum(words: NDArray[np.uint64]) -> int:
    """A checksum at the speed of memory: the sum of every block, and the CRC of those sums."""
    whole = len(words) - len(words) % _BLOCK
    sums = words[:whole].reshape(-1, _BLOCK).sum(axis=1, dtype=np.uint64)
    rest = words[whole:].sum(dtype=np.uint64)
    return zlib.crc32(sums.tobytes() + rest.tobytes())


def _text(document: object) -> bytes:
    written = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return written.encode("utf-8", "surrogatepass")


def _bytes(data: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(data, dtype=np.uint8)
