"""`rulewright convert`: what the conversions read from a sentence."""

import json
from typing import TYPE_CHECKING

from engine.cli.options import Json, PackDir, Text, Today, error_json, read_day, read_texts, write_json
from engine.errors import EngineError

if TYPE_CHECKING:
    from engine.convert.result import Conversion


def convert(text: Text, pack: PackDir = None, as_json: Json = False, today: Today = None) -> None:
    """Read the quantities of a sentence: price, area, rooms, year … by rules/conversions and
    rules/vocabulary.yaml."""
    from engine.convert import convert as read
    from engine.convert.result import conversion_json
    from engine.runtime.revision import load

    revision, day = load(pack, templates=False), read_day(today)
    for line in read_texts(text):
        try:
            conversion = read(line, revision, day)
        except EngineError as error:
            if text != "-":
                raise
            write_json(error_json(error))
            continue
        if as_json or text == "-":
            write_json(conversion_json(conversion))
        else:
            _print(conversion)


def _print(conversion: "Conversion") -> None:
    if not conversion.params:
        print("Nothing here is a condition that the rules read.")
    for name, value in conversion.params.items():
        print(f"{name:<22}{json.dumps(value, ensure_ascii=False)}")
    for alternative in conversion.alternatives:
        print(f"{'one of':<22}{json.dumps(dict(alternative), ensure_ascii=False)}")
    for evidence in conversion.evidence:
        params = json.dumps(dict(evidence.params), ensure_ascii=False)
        print(f"  {evidence.text!r} by {evidence.rule} -> {params}")
    for unread in conversion.unread:
        print(f"  {unread.text!r} was seen and not used: {unread.why}")
