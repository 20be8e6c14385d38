"""How often somebody goes to each of several places: 여의도역은 주 3일, 판교역은 주 2일."""

from collections.abc import Mapping, Sequence

from engine.planner.named import Named
from engine.planner.sentence import Hit, Sentence


def most_often(sentence: Sentence, wished: Sequence[Named], often: Mapping[str, float]) -> int | None:
    """The number of the place that is gone to most; None where fewer than two places have a word of `often`
    beside them, or none has more than the others. A word speaks of the place behind it where one stands
    before the first place, else of the place before it."""
    hits = [hit for hit in _apart(sentence, tuple(often)) if sentence.gaps[hit.start] or not hit.start]
    spots = sorted((each.start, each.end, n) for n, place in enumerate(wished) for each in place.occurrences)
    if not hits or not spots:
        return None
    is_ahead = hits[0].start < spots[0][0]
    counts: dict[int, float] = {}
    for hit in hits:
        if is_ahead:
            beside = next((n for start, _, n in spots if start >= hit.end), None)
        else:
            beside = next((n for _, end, n in reversed(spots) if end <= hit.start), None)
        if beside is not None:
            counts[beside] = max(counts.get(beside, 0), often[hit.word])
    most = max(counts.values(), default=0)
    first = [number for number, count in counts.items() if count == most]
    return first[0] if len(counts) > 1 and len(first) == 1 else None


def _apart(sentence: Sentence, words: tuple[str, ...]) -> list[Hit]:
    """The words of the sentence from left to right, of those that overlap the longest."""
    kept: list[Hit] = []
    for hit in sorted(sentence.hits(words), key=lambda each: (each.start, -each.end)):
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
    return kept
