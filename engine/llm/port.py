"""The port: what is asked of a model, and the pieces in which it answers. A plugin is anything with these two
methods."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `cache` marks the end of a prefix that stays the same from ask to ask, where a provider
    wants to be told."""

    role: Literal["system", "user", "assistant"]
    content: str
    cache: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """`schema` is the JSON schema of the answer, None for free text; `name` is what asks, for scripts and the
    trace."""

    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of the prompt, of the answer, and of the prompt as far as it came from the provider's cache;
    cost in the currency of the pack's prices. None is not known."""

    prompt: int | None = None
    completion: int | None = None
    cached: int | None = None
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of an answer. `finish` is why the model ended, once it has: `stop`, `length`, `content_filter`,
    or the provider's own word. An empty piece says that the model is at work. `schema_enforced` says whether
    the schema bound the model, None where there was none; `notes` what was done to the schema."""

    text: str = ""
    finish: str | None = None
    usage: Usage | None = None
    schema_enforced: bool | None = None
    notes: tuple[str, ...] = ()


class Llm(Protocol):
    """A model behind a plugin. One instance serves many asks at once, on several event loops."""

    def stream(self, ask: Ask, *, deadline: float) -> AsyncIterator[Chunk]:
        """The answer piece by piece. `deadline` is on the running loop's clock; the caller ends the stream
        there, so a plugin need only hand it to its client.

        Raises LlmFailure. Makes no second attempt: retries are the caller's. Closed or cancelled, it leaves
        no connection open.
        """
        ...

    async def close(self) -> None:
        """Give back what the running loop holds."""
        ...
