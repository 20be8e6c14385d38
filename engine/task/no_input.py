"""Nothing to work on: an outcome of its own, apart from every failure."""

from engine.errors import InputInvalid, Problem


class NoInput(InputInvalid):
    """There is nothing to work on, for a `reason` in one word or clause: no failure of anybody, and no model
    was asked."""

    kind = "no_input"

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(Problem(code="TOOL010", message=f"there is nothing to work on: {reason}"))
