"""Plans that a model wrote before, kept by everything that could have made them otherwise."""

import hashlib
import json
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from datetime import date

from engine.plan.model import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanKey:
    """What a plan was made from. `text` is compared without its spacing, letter case and width, and with
    every number as it is; the day counts, as ages are counted from it."""

    text: str
    revision: str
    prompt: str
    models: tuple[str, ...]
    memory: str
    today: date

    def digest(self) -> str:
        """One value for equal keys; nothing of the text can be read from it."""
        words = " ".join(unicodedata.normalize("NFKC", self.text).casefold().split())
        parts = [words, self.revision, self.prompt, list(self.models), self.memory, self.today.isoformat()]
        return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()


class PlanCache:
    """The plans used last, at most so many."""

    def __init__(self, at_most: int = 512) -> None:
        self._at_most = at_most
        self._plans: OrderedDict[str, Plan] = OrderedDict()

    def get(self, key: PlanKey) -> Plan | None:
        """The plan that was kept for an equal key, sanitized."""
        digest = key.digest()
        if digest not in self._plans:
            return None
        self._plans.move_to_end(digest)
        return self._plans[digest]

    def keep(self, key: PlanKey, plan: Plan) -> None:
        """Keep a plan of which nothing had to be taken out; the one used longest ago makes room."""
        digest = key.digest()
        self._plans[digest] = plan
        self._plans.move_to_end(digest)
        while len(self._plans) > self._at_most:
            self._plans.popitem(last=False)

    def __len__(self) -> int:
        return len(self._plans)
