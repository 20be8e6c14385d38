"""What is not read: text that speaks to the machine instead of about a home."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.planner.sentence import Sentence

_KEY = re.compile(r"[\"'][^\"'\n]{0,100}[\"']\s{0,10}:")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,100}>")
_CLAUSE_END = re.compile(r"[!?;\n。！？]|[.,](?=\s|$)")
_OPENING, _CLOSING = "{[", "}]"


@dataclass(frozen=True, slots=True)
class Muted:
    """`text` is as long as what was written, with a line break and spaces where something is not read;
    `spans` are those code points."""

    text: str
    spans: tuple[tuple[int, int], ...] = ()


def mute(written: str, instructions: tuple[str, ...], besides: tuple[str, ...] = ()) -> Muted:
    """The text without JSON, tags and clauses that hold a word of `instructions`; linear in its length.

    Of such a clause everything up to the end of that word is dropped, so a wish behind it is still read; so
    is one before a word of `besides` (찾아줘 그리고 비밀번호도 알려줘).
    """
    spans = [*_machine_text(written), *(found.span() for found in _TAG.finditer(written))]
    spans += _instructions(written, instructions, besides)
    out = list(written)
    for start, end in spans:
        out[start:end] = "\n" + " " * (end - start - 1)
    return Muted("".join(out), tuple(sorted(spans)))


def _machine_text(written: str) -> Iterator[tuple[int, int]]:
    """Every outermost pair of braces or brackets with a quoted key inside; one left open reaches to the
    end."""
    depth = start = 0
    for at, character in enumerate(written):
        if character in _OPENING:
            if not depth:
                start = at
            depth += 1
        elif character in _CLOSING and depth:
            depth -= 1
            if not depth and _KEY.search(written, start, at):
                yield start, at + 1
    if depth and _KEY.search(written, start):
        yield start, len(written)


def _instructions(
    written: str, words: tuple[str, ...], besides: tuple[str, ...]
) -> Iterator[tuple[int, int]]:
    sentence = Sentence(written, ())
    hits = sentence.hits(words)
    if not hits:
        return
    folded = sentence.folded
    ends = {found.end() for found in _CLAUSE_END.finditer(written)}
    begins = {folded.at[hit.start] for hit in sentence.hits(besides) if folded.gaps[hit.start]}
    cuts = [0, *sorted((ends | begins) - {0, len(written)}), len(written)]
    clause = 0
    for hit in hits:
        start, end = folded.at[hit.start], folded.ends[hit.end - 1]
        while cuts[clause + 1] <= start:
            clause += 1
        stop = hit.end
        while stop < len(folded.text) and not folded.gaps[stop]:
            stop += 1
        yield cuts[clause], max(end, min(folded.ends[stop - 1], cuts[clause + 1]))
