"""What a request takes: tokens and cost over all attempts of its calls, and the budget that ends it."""

from dataclasses import dataclass, replace

from engine.config.model import Prices
from engine.llm.failure import LlmFailure
from engine.llm.port import Ask, Usage

_BYTES_A_TOKEN = 3
"""How many bytes of UTF-8 a token holds, where a provider does not count: about right for Korean, and more
tokens than there are for English."""
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """The most that one request may take: tokens of prompts and answers, cost, and bytes of one answer."""

    tokens: int | None = None
    cost: float | None = None
    bytes: int = _MILLION


class Spending:
    """What the attempts of one request took so far, also of calls that run side by side."""

    def __init__(self, allowed: Allowance | None = None) -> None:
        """Without `allowed` there is no limit but that of one answer's bytes."""
        self.allowed = allowed or Allowance()
        self._booked: list[Booking] = []

    def begin(self, model: str, prices: Prices | None, prompt: int) -> "Booking":
        """An attempt on the model, whose prompt has so many tokens."""
        booking = Booking(self, model, prices, prompt)
        self._booked.append(booking)
        return booking

    @property
    def tokens(self) -> int:
        """Of all attempts together."""
        return sum(each.tokens for each in self._booked)

    @property
    def cost(self) -> float:
        """Of all attempts together."""
        return sum(each.cost for each in self._booked)


class Booking:
    """What one attempt takes: reckoned while it runs, at its end what the provider counted."""

    def __init__(self, spending: Spending, model: str, prices: Prices | None, prompt: int) -> None:
        self._spending, self._model, self._prices, self._prompt = spending, model, prices, prompt
        self.tokens, self.cost = 0, 0.0

    def grow(self, answer_bytes: int) -> None:
        """Book the prompt and so many bytes of answer. Raises LlmFailure (`budget`) where that is beyond what
        is left; what costs nothing never is beyond the cost."""
        self._book(self._reckoned(answer_bytes))
        allowed, spent = self._spending.allowed, self._spending
        if allowed.tokens is not None and spent.tokens > allowed.tokens:
            raise LlmFailure("budget", self._model, detail=f"more than {allowed.tokens:,} tokens")
        if allowed.cost is not None and self.cost and spent.cost > allowed.cost:
            raise LlmFailure("budget", self._model, detail=f"a cost of more than {allowed.cost:g}")

    def settle(self, told: Usage | None, answer_bytes: int) -> Usage | None:
        """Book the attempt as it ended; what it took as far as the provider told, with its cost by the pack's
        prices."""
        reckoned = self._reckoned(answer_bytes)
        counted = told if told is not None and told.completion is not None else reckoned
        if counted.prompt is None:  # a provider that counts the answer alone
            counted = replace(counted, prompt=reckoned.prompt)
        cost = self._book(counted)
        return replace(told, cost=cost) if told is not None else None

    def release(self) -> None:
        """Book nothing: no provider counts an attempt that ended so."""
        self.tokens, self.cost = 0, 0.0

    def _book(self, usage: Usage) -> float | None:
        cost = usage.cost if usage.cost is not None else cost_of(usage, self._prices)
        self.tokens, self.cost = _sum(usage), cost or 0.0
        return cost

    def _reckoned(self, answer_bytes: int) -> Usage:
        return Usage(prompt=self._prompt, completion=_tokens(answer_bytes))


def prompt_tokens(ask: Ask) -> int:
    """About how many tokens an ask has."""
    return _tokens(sum(len(message.content.encode("utf-8", "surrogatepass")) for message in ask.messages))


def cost_of(usage: Usage, prices: Prices | None) -> float | None:
    """What it costs by these prices; None without prices or counts."""
    if prices is None or usage.prompt is None or usage.completion is None:
        return None
    cached = min(usage.cached or 0, usage.prompt)
    cheaper = prices.prompt if prices.cached is None else prices.cached
    fresh = (usage.prompt - cached) * prices.prompt
    return (fresh + cached * cheaper + usage.completion * prices.completion) / _MILLION


def _tokens(bytes_: int) -> int:
    return -(-bytes_ // _BYTES_A_TOKEN)


def _sum(usage: Usage) -> int:
    return max(usage.prompt or 0, 0) + max(usage.completion or 0, 0)
