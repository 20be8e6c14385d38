"""What the contract of a task says about a reply."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["empty", "truncated", "degenerate", "refusal_or_prose", "not_json", "contract"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A reply that keeps its contract. `value` is what the task gives, as JSON; `dropped` says in one clause
    each what was taken out of the reply; `short` that fewer came than were asked for, so that asking again
    may help, and then `got` how many did."""

    value: Mapping[str, object]
    dropped: tuple[str, ...] = ()
    short: str = ""
    got: int = 0

    @property
    def notes(self) -> tuple[str, ...]:
        """What there is to say of the reply: what was taken out of it, and that it came short."""
        return (*self.dropped, *filter(None, (self.short,)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """A reply that does not. `message` is the named error for the next attempt; it quotes nothing of the
    reply."""

    kind: Kind
    message: str


Verdict = Kept | Broken
