"""What text from a planner may hold: no markup, no hidden characters, no repetition, no overlength."""

import re

from engine.source.characters import UNSEEN

TEXT_AT_MOST = 1_000
"""Characters of a text parameter whose tool names no cap."""

_READ_AT_MOST = 20_000
_BREAKS = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")
_HIDDEN = re.compile(rf"[\x00-\x1f\x7f-\x9f\ud800-\udfff{UNSEEN}]")
_UNSAFE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_TAG = re.compile(r"<[^<>]*>")
_MARKS = re.compile(r"[<>{}\[\]`]")
_SPACES = re.compile(r" {2,}")
_REPEATED = re.compile(r"(.{1,20}?)\1{7,}", re.DOTALL)
_REPEATED_AT_LEAST = 60


def clean(value: object, at_most: int) -> tuple[str | None, str]:
    """The text with everything taken out that may not be there, and what was ("" = nothing).

    None when nothing is left, or when the value is no text or only repeats itself. Cleaning twice changes
    nothing.
    """
    if value is None:
        return None, ""
    if not isinstance(value, str):
        return None, f"is {type(value).__name__}, not text"
    taken: list[str] = []
    text = value
    if len(text) > _READ_AT_MOST:
        text = text[:_READ_AT_MOST]
        taken.append(f"cut to {at_most} characters")
    for pattern, instead, said in (
        (_BREAKS, " ", "line breaks"),
        (_HIDDEN, "", "hidden characters"),
        (_TAG, "", "markup"),
        (_MARKS, "", "markup"),
    ):
        changed = pattern.sub(instead, text)
        if changed != text and said not in taken:
            taken.append(said)
        text = changed
    text = _SPACES.sub(" ", text).strip()
    if repeats(text):
        return None, "repeats itself"
    if len(text) > at_most:
        text = text[:at_most].rstrip()
        taken = [said for said in taken if not said.startswith("cut")] + [f"cut to {at_most} characters"]
    return text or None, ", ".join(taken)


def repeats(text: str) -> bool:
    """Whether a few characters are written over and over, as a model does that has lost its way."""
    if len(text) < _REPEATED_AT_LEAST:
        return False
    return any(
        found.end() - found.start() >= _REPEATED_AT_LEAST
        for found in _REPEATED.finditer(text[:_READ_AT_MOST])
    )


def unsafe(text: str) -> bool:
    """Whether a text parameter holds control characters, half ones, or ones that turn its direction."""
    return _UNSAFE.search(text) is not None
