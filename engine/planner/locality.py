"""A name that only says where the next one is: 잠실 송파나루역 is one place."""

from dataclasses import replace
from itertools import pairwise

from engine.places.distance import distance_m
from engine.places.mention import Hint, Mention, Mentions
from engine.planner.compiled import PlannerRules
from engine.planner.sentence import Sentence


def without_localities(found: Mentions, text: str, sentence: Sentence, rules: PlannerRules) -> Mentions:
    """The names without those that stand right before one that is written in full, lack their own suffix and
    are not far from it: they help to choose and are no place. Nothing is left out where the sentence says how
    several places are read together, or lists more than two."""
    if rules.locality_m is None or len(found.mentions) < 2 or sentence.hits(rules.apart):
        return found
    mentions = sorted(found.mentions, key=lambda mention: mention.start)
    beside = [_is_beside(one, other, text) for one, other in pairwise(mentions)]
    said = {
        number
        for number, is_beside in enumerate(beside)
        if is_beside
        and not any(beside[max(0, number - 1) : number])
        and not any(beside[number + 1 : number + 2])
        and _says_where(mentions[number], mentions[number + 1], rules)
    }
    if not said:
        return found
    hints = [Hint("region", mentions[at].text, mentions[at].start, mentions[at].end) for at in said]
    return replace(
        found,
        mentions=tuple(mention for at, mention in enumerate(mentions) if at not in said),
        hints=tuple(sorted((*found.hints, *hints), key=lambda hint: hint.start)),
    )


def _is_beside(one: Mention, other: Mention, text: str) -> bool:
    """Whether nothing but spaces stands between two names."""
    return one.end < other.start and not text[one.end : other.start].strip()


def _says_where(one: Mention, other: Mention, rules: PlannerRules) -> bool:
    """Whether the first name lacks its suffix, the second has it, and both are near each other."""
    if one.is_group or one.text.endswith(rules.suffixes) or not other.text.endswith(rules.suffixes):
        return False
    here, there = one.candidates[0].place, other.candidates[0].place
    if here.kind == "complex" or there.kind != "station" or rules.locality_m is None:
        return False
    return distance_m((here.lat, here.lon), (there.lat, there.lon)) <= rules.locality_m
