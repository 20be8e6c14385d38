"""Plans as a model wrote them before, kept by everything that could have made them otherwise."""

import hashlib
import json
import unicodedata
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

_CHARACTERS_AT_MOST = 20_000
"""A plan with more is not kept."""
Written = Mapping[str, object]
"""A plan's JSON value, before it was judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanKey:
    """What a plan was made from. `text` is compared without its spacing, letter case and width, and with
    every number as it is, so that 3² is not 32; the day counts, as ages are counted from it."""

    text: str
    revision: str
    prompt: str
    models: tuple[str, ...]
    memory: str
    today: date

    def digest(self) -> str:
        """One value for equal keys; nothing of the text can be read from it."""
        words = " ".join(unicodedata.normalize("NFKC", self.text).casefold().split())
        raised = "".join(char for char in self.text if unicodedata.category(char) == "No")
        made_by = [self.revision, self.prompt, list(self.models), self.memory, self.today.isoformat()]
        return hashlib.sha256(json.dumps([words, raised, *made_by]).encode()).hexdigest()


class PlanCache:
    """The plans used last, at most so many."""

    def __init__(self, at_most: int = 512) -> None:
        self._at_most = at_most
        self._plans: OrderedDict[str, Written] = OrderedDict()

    def get(self, key: PlanKey) -> Written | None:
        """The plan that was kept for an equal key, to be judged anew by what the sentence says."""
        digest = key.digest()
        if digest not in self._plans:
            return None
        self._plans.move_to_end(digest)
        return self._plans[digest]

    def keep(self, key: PlanKey, plan: Written) -> None:
        """Keep a plan of which nothing had to be taken out; the one used longest ago makes room."""
        if len(json.dumps(plan)) > _CHARACTERS_AT_MOST:
            return
        digest = key.digest()
        self._plans[digest] = plan
        self._plans.move_to_end(digest)
        while len(self._plans) > self._at_most:
            self._plans.popitem(last=False)

    def __len__(self) -> int:
        return len(self._plans)
