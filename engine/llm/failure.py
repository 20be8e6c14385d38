"""How asking a model fails: each kind with its code, in words that hold no key, no prompt and no answer."""

import math
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from engine.config.model import Failure
from engine.errors import EngineError, Problem

if TYPE_CHECKING:
    from engine.llm.calling import Attempt

CODES: dict[Failure, tuple[str, str, str]] = {
    "no_key": ("LLM001", "there is no key for it", "set the environment variable that key: names"),
    "auth": ("LLM002", "the provider refuses access", "look at the key, and at what it may ask"),
    "timeout": (
        "LLM003",
        "it did not answer in time",
        "timeout: or silence: of the model, deadlines: request",
    ),
    "rate_limited": ("LLM004", "the provider has too much to do, or the quota is used up", "ask again later"),
    "network": ("LLM005", "it cannot be reached", "look at url: and at the network"),
    "server": ("LLM006", "the provider failed", "ask again later, or name a second model in roles:"),
    "bad_request": ("LLM007", "the provider refused the request", "look at model:, url: and options:"),
    "context_too_long": ("LLM008", "the prompt is longer than the model reads", "a model that reads more"),
    "empty": ("LLM009", "it answered nothing", "name a second model in roles:"),
    "truncated": ("LLM010", "the answer stops at the length limit", "raise max_tokens: of the model"),
    "mid_stream_cut": ("LLM011", "the answer broke off in the middle", "ask again"),
    "refusal_or_prose": ("LLM012", "it refused, or wrote prose in place of data", "look at the prompt"),
    "not_json": ("LLM013", "the answer is no JSON", "a model that holds to a schema"),
    "contract": ("LLM014", "the answer breaks its contract", "look at the prompt and the contract"),
    "degenerate": ("LLM015", "it went on without saying anything", "name a second model in roles:"),
    "budget": ("LLM016", "the call would take more than budget: allows", "raise budget: in rules/pack.yaml"),
}
"""Each kind's code, what it says behind the model's name, and the mend."""

_BY_STATUS: dict[int, Failure] = {
    401: "auth", 403: "auth", 408: "timeout", 413: "context_too_long",
    429: "rate_limited", 529: "rate_limited",
}  # fmt: skip
_TOO_LONG = re.compile(
    r"context[ _](?:length|window|size)|maximum context|too many tokens|prompt is too long", re.IGNORECASE
)
_PLAIN_CODE = re.compile(r"[a-z][a-z_]{1,39}")


class LlmFailure(EngineError):
    """A model gave no answer to use; `kind` is how it failed.

    `retry_after` is the seconds for which a provider wants to be left alone. `attempts` are all of the call,
    once it is over. `detail` is put into the message, and is all of it with a `code` of its own: never a key,
    a prompt or what a server said.
    """

    def __init__(
        self,
        kind: Failure,
        model: str = "",
        *,
        detail: str = "",
        hint: str = "",
        code: str = "",
        retry_after: float | None = None,
    ) -> None:
        known, said, mend = CODES[kind]
        called = f"the model {model}" if model else "the model"
        if code:
            said = detail
        elif detail:
            said = f"{said} ({detail})"
        message = f"{called}: {said}"
        super().__init__(Problem(code=code or known, message=message, hint=hint or mend))
        self.kind: Failure = kind
        self.model = model
        self.detail = detail
        self.retry_after = retry_after
        self.attempts: tuple[Attempt, ...] = ()


def refused(model: str, status: int, told: str, code: object = None, waits: str | None = None) -> LlmFailure:
    """The failure that a status says. `told` is looked at and not repeated; `code` is shown where it is a
    plain word; `waits` is the Retry-After header."""
    kind: Failure = _BY_STATUS.get(status) or ("server" if status >= 500 else "bad_request")
    if kind == "bad_request" and _TOO_LONG.search(told):
        kind = "context_too_long"
    word = f", {code}" if isinstance(code, str) and _PLAIN_CODE.fullmatch(code) else ""
    return LlmFailure(kind, model, detail=f"status {status}{word}", retry_after=seconds_to_wait(waits))


def seconds_to_wait(told: str | None) -> float | None:
    """What a Retry-After header says, which may be a number or a date; None where it says nothing."""
    try:
        seconds = float(told) if told else math.nan
    except ValueError:
        seconds = _seconds_until(str(told))
    return None if math.isnan(seconds) else max(seconds, 0.0)


def _seconds_until(date: str) -> float:
    try:
        when = parsedate_to_datetime(date)
        return (when.replace(tzinfo=when.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    except (ValueError, OverflowError):  # a year or an offset that no date can hold
        return math.nan
