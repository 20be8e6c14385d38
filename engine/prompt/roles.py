"""What a template gets by its role: which inputs are the same for everybody, and which are of one request."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.prompt.plan_view import STATIC


@dataclass(frozen=True, slots=True)
class RoleInputs:
    """Inputs by name: `static` ones are computed from the pack alone, `live` ones belong to one request. Of
    the live ones no stranger writes those that are `bare`."""

    static: tuple[str, ...] = ()
    live: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()

    @property
    def every(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.static, *self.live)


_ANSWERER = ("language", "question", "memory", "intent", "searches", "infos", "comparison", "notes")
GIVEN: Mapping[str, RoleInputs] = {
    "planner": RoleInputs(static=STATIC, live=("today", "memory", "error", "text"), bare=("today",)),
    "answerer": RoleInputs(live=_ANSWERER, bare=("language", "intent")),
}
"""By role. A task's inputs are those of its own file, all of them live."""
