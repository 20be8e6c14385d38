"""What a call takes: tokens and cost over all its attempts, and the budget that ends it."""

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
    """The most that one call may take: tokens of prompts and answers, cost, and bytes of one answer."""

    tokens: int | None = None
    cost: float | None = None
    bytes: int = _MILLION


class Spending:
    """What the attempts of one call took so far."""

    def __init__(self, allowed: Allowance) -> None:
        self._allowed = allowed
        self._tokens = 0
        self._cost = 0.0

    def check(self, model: str, prices: Prices | None, prompt: int, answer_bytes: int) -> None:
        """Raises LlmFailure (`budget`) when an attempt with so many tokens of prompt and bytes of answer is
        beyond what is left."""
        tokens = Usage(prompt=prompt, completion=_tokens(answer_bytes))
        if self._allowed.tokens is not None and self._tokens + _sum(tokens) > self._allowed.tokens:
            raise LlmFailure("budget", model, detail=f"more than {self._allowed.tokens:,} tokens")
        cost = cost_of(tokens, prices)
        if self._allowed.cost is not None and cost is not None and self._cost + cost > self._allowed.cost:
            raise LlmFailure("budget", model, detail=f"a cost of more than {self._allowed.cost:g}")

    def settle(
        self, told: Usage | None, prices: Prices | None, prompt: int, answer_bytes: int
    ) -> Usage | None:
        """Book an attempt; what it took as far as the provider told, with its cost by the pack's prices."""
        counted = told if told is not None and told.completion is not None else None
        usage = counted or Usage(prompt=prompt, completion=_tokens(answer_bytes))
        cost = usage.cost if usage.cost is not None else cost_of(usage, prices)
        self._tokens += _sum(usage)
        self._cost += cost or 0.0
        return replace(told, cost=cost) if told is not None else None


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
    return (usage.prompt or 0) + (usage.completion or 0)
