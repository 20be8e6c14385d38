"""`rulewright convert`: what the conversions read from a sentence."""

from engine.cli.options import (
    Json,
    PackDir,
    Text,
    Today,
    error_json,
    is_terminal,
    read_day,
    read_texts,
    write_json,
)
from engine.errors import EngineError


def convert(text: Text, pack: PackDir = None, as_json: Json = False, today: Today = None) -> None:
    """Read the quantities of a sentence: price, area, rooms, year … by rules/conversions and
    rules/vocabulary.yaml."""
    from engine.cli.spans import lines_of
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
            print("\n".join(lines_of(line, conversion, revision, colour=is_terminal())))
