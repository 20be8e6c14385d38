"""A plan as the trace may hold it: all that explains it, and no word of the customer's unless the pack says
so."""

import json
import re
from collections.abc import Iterator, Mapping

from engine.config.revision import Revision
from engine.plan.frozen import as_items, as_mapping
from engine.plan.model import Plan
from engine.plan.parameters import shown

_CHARACTERS_AT_MOST = 20_000
_LARGE = 10**7
"""From here on a number could be that of a telephone; no condition on a home is so large."""
_ID = re.compile(r"\$?[0-9]{1,3}(\.[A-Za-z_]{1,40})*")


def raw_json(written: Mapping[str, object], judged: Plan, revision: Revision) -> object:
    """A model's plan as it wrote it, before anything was taken out or set right.

    A model may quote the customer anywhere. Without `trace_text: true` a text stands in it only where the
    plan that runs holds the same, or the pack does (tools, intents); of others there is only the length. A
    plan of more than 20,000 characters is `{"characters": N}`.
    """
    text = json.dumps(written, ensure_ascii=False)
    if len(text) > _CHARACTERS_AT_MOST:
        return {"characters": len(text)}
    if revision.pack.trace_text:
        return json.loads(text.encode("utf-8", "replace").decode())  # half a character can be written nowhere
    known: set[str] = {*revision.tools, *(intent.name for intent in revision.plan_policy.intents)}
    for step in judged.steps:
        known |= {step.id, *_texts(step.params)}
    return _bare(written, known)


def plan_json(plan: Plan, revision: Revision, *, by_model: bool) -> dict[str, object]:
    """The plan that runs. Without `trace_text: true` its free texts are left out where they are the
    customer's words, or a model's on the customer; the rules' own system context is the pack's words."""
    told = plan.to_dict()
    if not revision.pack.trace_text:
        for name in ("etcCondition", "systemContext") if by_model else ("etcCondition",):
            told[name] = _bare(told[name], set())
    return told


def _texts(value: object) -> Iterator[str]:
    mapping = as_mapping(value)
    if isinstance(value, str):
        yield value
    for each in as_items(value) or (mapping or {}).values():
        yield from _texts(each)


def _bare(value: object, known: set[str]) -> object:
    """The value with what may be the customer's own told by its length."""
    mapping, items = as_mapping(value), as_items(value)
    if mapping is not None:
        return {shown(key): _bare(each, known) for key, each in mapping.items()}
    if items is not None:
        return [_bare(each, known) for each in items]
    if isinstance(value, str):
        is_plain = value in known or _ID.fullmatch(value)
        return value if is_plain else f"(a text of {len(value)} characters)"
    if isinstance(value, int | float) and not -_LARGE < value < _LARGE:
        return "(a large number)"
    return value
