"""What an answer goes without: the work of a model, or of a step that failed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.runtime.events import Event

_MODEL = "llm_"  # how kinds of what a model should have done begin


def lacking(event: "Event") -> str:
    """What that is and why, where the words of the answer say no more than that it is so; "" for every other
    event."""
    if event.event == "degraded" and str(event.data["kind"]).startswith(_MODEL):
        return str(event.data["detail"])
    if event.event != "step_finished" or event.data["state"] != "failed":
        return ""
    told = str(event.data["message"])
    code = told.rpartition(" ")[2]
    return f"{told} (hint: rulewright explain {code})" if code[-3:].isdigit() else told
