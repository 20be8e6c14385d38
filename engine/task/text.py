"""`text`: a reply in words, within bounds."""

import re
import unicodedata
from collections.abc import Collection

from engine.config.task import TextContract
from engine.plan.free_text import repeats
from engine.plan.reply import THINKING, without_thoughts
from engine.source.characters import UNSEEN
from engine.task.links import links
from engine.task.verdict import Broken, Kept, Verdict

_HIDDEN = re.compile(rf"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]|(?![\u200c\u200d])[{UNSEEN}]")
_JOINER = re.compile(r"[\u200c\u200d\ufe00-\ufe0f]")
"""What joins the parts of an emoji, and parts nothing that is read."""


def text(contract: TextContract, reply: str, given: Collection[str] = ()) -> Verdict:
    """`{text}`: the reply without a model's thoughts before it, outer space and hidden characters. Words that
    must not be said are found however they are written. Of addresses and markup only those of `given` may be
    there."""
    said = without_thoughts(_HIDDEN.sub("", reply.replace("\r\n", "\n")).strip()).strip()
    if said.startswith(THINKING):
        return Broken(kind="truncated", message="the reply is a thought that does not end")
    if not said:
        return Broken(kind="empty", message="the reply is empty")
    if not contract.at_least <= len(said) <= contract.at_most:
        bounds = f"{contract.at_least} to {contract.at_most}"
        return Broken(kind="contract", message=f"the reply has {len(said)} characters; it must have {bounds}")
    if repeats(said):
        return Broken(kind="degenerate", message="the reply only repeats itself")
    folded = _folded(said)
    found = [word for word in contract.must_not if _folded(word) in folded]
    if found:
        return Broken(kind="contract", message=f"the reply must not say {', '.join(found)}")
    if links(said) - set(given):
        return Broken(kind="contract", message="the reply must hold no address and no markup of its own")
    return Kept(value={"text": said})


def _folded(text: str) -> str:
    return _JOINER.sub("", unicodedata.normalize("NFKC", text)).casefold()
