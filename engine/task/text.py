"""`text`: a reply in words, within bounds."""

import re

from engine.config.task import TextContract
from engine.plan.free_text import repeats
from engine.task.verdict import Broken, Kept, Verdict

_HIDDEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)


def text(contract: TextContract, reply: str) -> Verdict:
    """`{text}`: the reply without outer space and hidden characters."""
    said = _HIDDEN.sub("", reply.replace("\r\n", "\n")).strip()
    if not said:
        return Broken(kind="empty", message="the reply is empty")
    if not contract.at_least <= len(said) <= contract.at_most:
        bounds = f"{contract.at_least} to {contract.at_most}"
        return Broken(kind="contract", message=f"the reply has {len(said)} characters; it must have {bounds}")
    if repeats(said):
        return Broken(kind="degenerate", message="the reply only repeats itself")
    folded = said.casefold()
    found = [word for word in contract.must_not if word.casefold() in folded]
    if found:
        return Broken(kind="contract", message=f"the reply must not say {', '.join(found)}")
    return Kept(value={"text": said})
