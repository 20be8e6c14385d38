"""`rulewright convert`: what the conversions read from a sentence."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cli.inputs import each_result
from engine.cli.options import (
    Json,
    PackDir,
    Text,
    Today,
    is_terminal,
    read_day,
    write_json,
)
from engine.config.revision import Revision

if TYPE_CHECKING:
    from engine.convert.result import Conversion
    from engine.places.mention import Mention


def convert(text: Text, pack: PackDir = None, as_json: Json = False, today: Today = None) -> None:
    """Read the quantities of a sentence: price, area, rooms, year … by rules/conversions and
    rules/vocabulary.yaml."""
    from engine.convert import convert as read
    from engine.convert.result import conversion_json
    from engine.runtime.revision import load

    revision, day = load(pack, templates=False), read_day(today)
    for number, line, conversion in each_result(text, lambda line: read(line, revision, day)):
        if as_json or text == "-":
            place = {"line": number} if text == "-" else {}
            write_json({**place, **conversion_json(conversion)})
        else:
            from engine.cli.spans import lines_of

            places = _places(line, revision) if _has_more(line, conversion) else ()
            print("\n".join(lines_of(line, conversion, places, revision, colour=is_terminal())))


def _has_more(text: str, conversion: "Conversion") -> bool:
    """Whether enough letters in a row are left for the name of a place beside what was read: only then the
    index of places is built, which takes longer than all the rest."""
    from engine.places.place import SHORTEST

    left = list(text)
    for span in (*conversion.evidence, *conversion.households, *conversion.wishes):
        left[span.start : span.end] = " " * (span.end - span.start)
    return any(len(word) >= SHORTEST for word in "".join(left).split())


def _places(text: str, revision: Revision) -> "Sequence[Mention]":
    """The places that the sentence names; none for a pack without places."""
    from engine.places.finder import find_mentions
    from engine.planner.compiled import gazetteer_of
    from engine.runtime.data import index_of

    index = index_of(revision)
    if index is None:
        return ()
    found = find_mentions(text, gazetteer_of(index, revision).lexicon)
    return sorted((*found.mentions, *found.unknown), key=lambda mention: mention.start)
