"""The plugin that replays answers from a file, one a line, found by what was asked; with `record`, what is
not there is asked of another model and written down."""

import hashlib
import json
import os
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from engine.errors import ConfigError, Problem
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Chunk, Llm, Usage
from engine.llm.setup import Setup

_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One recorded answer. `key` stands for the messages, the schema and the model; `name` is what asked.
    `line` is where it stands in its file, 0 where it was just recorded."""

    key: str
    name: str
    pieces: tuple[str, ...]
    finish: str
    usage: Usage | None
    schema_enforced: bool | None
    line: int = field(default=0, compare=False)


def build(setup: Setup) -> "Cassette":
    """The plugin's entry. Raises ConfigError (LLM028) for a file that cannot be read."""
    spec = setup.spec
    over = setup.over if spec.record else None
    return Cassette(setup.root / (spec.file or ""), name=setup.name, model=spec.model or "", over=over)


def key_of(ask: Ask, model: str) -> str:
    """What finds an answer: any change of a message, of the schema or of the model is another key."""
    told = {
        "model": model,
        "messages": [[message.role, message.content] for message in ask.messages],
        "schema": ask.schema,
    }
    text = json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


class Cassette:
    """`model` is the name that the recorded model has at its provider. Only whole answers are recorded: an
    answer that failed or was cut is none. The prompts are not in the file, only their hash."""

    def __init__(
        self, file: Path, *, name: str = "cassette", model: str = "", over: Llm | None = None
    ) -> None:
        self.file = file
        self._name = name
        self._model = model
        self._over = over
        self._entries = {entry.key: entry for entry in read_entries(file)}
        self._asked: set[str] = set()
        self._askers: set[str] = set()

    async def stream(self, ask: Ask, *, deadline: float) -> AsyncGenerator[Chunk, None]:
        """See the port. Raises LlmFailure (LLM025) for what was never recorded."""
        key = key_of(ask, self._model)
        self._asked.add(key)
        self._askers.add(ask.name)
        entry = self._entries.get(key)
        if entry is not None:
            yield Chunk(schema_enforced=entry.schema_enforced)
            for piece in entry.pieces:
                yield Chunk(text=piece)
            yield Chunk(finish=entry.finish, usage=entry.usage)
        elif self._over is not None:
            async with aclosing(self._recorded(self._over, key, ask, deadline)) as chunks:
                async for chunk in chunks:
                    yield chunk
        else:
            raise self._missing(ask)

    async def close(self) -> None:
        """Close the model that is recorded."""
        if self._over is not None:
            await self._over.close()

    def stale(self) -> tuple[Entry, ...]:
        """The entries that nothing has asked for since the file was read: after a run over every case, those
        whose prompt, schema or model is another one now."""
        return tuple(entry for key, entry in self._entries.items() if key not in self._asked)

    @property
    def askers(self) -> frozenset[str]:
        """The names of all that asked since the file was read."""
        return frozenset(self._askers)

    async def _recorded(self, over: Llm, key: str, ask: Ask, deadline: float) -> AsyncGenerator[Chunk, None]:
        pieces: list[str] = []
        finish, usage, enforced = None, None, None
        chunks: AsyncIterator[Chunk] = over.stream(ask, deadline=deadline)
        try:
            async for chunk in chunks:
                pieces += [chunk.text] if chunk.text else []
                finish, usage = chunk.finish or finish, chunk.usage or usage
                enforced = chunk.schema_enforced if chunk.schema_enforced is not None else enforced
                yield chunk
        finally:
            close = getattr(chunks, "aclose", None)
            if close is not None:
                await close()
        if finish == "stop" and "".join(pieces).strip():
            entry = Entry(
                key=key,
                name=ask.name,
                pieces=tuple(pieces),
                finish=finish,
                usage=usage,
                schema_enforced=enforced,
            )
            self._entries[key] = entry
            _append(self.file, entry)

    def _missing(self, ask: Ask) -> LlmFailure:
        asked = f"an ask named {ask.name}" if ask.name else "an ask without a name"
        known = sum(entry.name == ask.name for entry in self.stale())
        detail = f"no recorded answer for {asked}; {known} of that name were recorded for other prompts"
        return LlmFailure(
            "bad_request",
            self._name,
            code="LLM025",
            detail=detail,
            hint="record it anew: record: true with a key, or --record",
        )


def read_entries(file: Path) -> tuple[Entry, ...]:
    """The entries of a file, the last of each key; none where there is no file.

    Raises ConfigError (LLM028) naming the line that is none.
    """
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(file, 0, type(error).__name__) from error
    found: dict[str, Entry] = {}
    for number, line in enumerate(lines, start=1):
        if line.strip():
            entry = _entry(line, file, number)
            found[entry.key] = entry
    return tuple(found.values())


def _entry(line: str, file: Path, number: int) -> Entry:
    try:
        told = cast("Mapping[str, Any]", json.loads(line))
        usage = told.get("usage")
        return Entry(
            key=str(told["key"]),
            name=str(told.get("name", "")),
            pieces=tuple(str(piece) for piece in told["pieces"]),
            finish=str(told.get("finish", "stop")),
            usage=Usage(**usage) if usage else None,
            schema_enforced=told.get("schema_enforced"),
            line=number,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unreadable(file, number, "no entry") from error


def _unreadable(file: Path, line: int, why: str) -> ConfigError:
    message = f"the recorded answers cannot be read: {why}"
    hint = "take the line out, or record anew"
    return ConfigError(
        Problem(code="LLM028", message=message, file=file.name, line=line, column=1 if line else 0, hint=hint)
    )


def _append(file: Path, entry: Entry) -> None:
    """One line in one write, so that two processes that record do not mix theirs; behind a last line that was
    left without its end too."""
    told: dict[str, Any] = {
        "key": entry.key,
        "name": entry.name,
        "pieces": entry.pieces,
        "finish": entry.finish,
        "schema_enforced": entry.schema_enforced,
    }
    if entry.usage is not None:
        told["usage"] = {
            name: getattr(entry.usage, name) for name in ("prompt", "completion", "cached", "cost")
        }
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+b", buffering=0) as kept:
        kept.seek(max(0, kept.seek(0, os.SEEK_END) - 1))
        end = "" if kept.read(1) in (b"", b"\n") else "\n"
        has_half = _HALF.search("\n".join(entry.pieces)) is not None  # its other half is in the next piece
        kept.write(f"{end}{json.dumps(told, ensure_ascii=has_half)}\n".encode())
