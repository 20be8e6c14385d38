"""A place, the file places are read from, and their names as plain words."""

import csv
import gzip
import io
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

from engine.errors import InputInvalid, Problem
from engine.places.jamo import plain, without_brackets

Kind = Literal["station", "district", "dong", "complex"]
KINDS: tuple[Kind, ...] = get_args(
    Kind
)  # of one name, the earlier kind is meant unless the suffix says otherwise
COLUMNS = ("id", "name", "kind", "lat", "lon", "region", "address", "lines", "aliases", "name_en")
_KIND_OF: Mapping[str, Kind] = {kind: kind for kind in KINDS}
SHORTEST = 2  # a single syllable is no name: it stands inside too many words


@dataclass(frozen=True, slots=True)
class Place:
    """Something with a name on the map; `lat` and `lon` in degrees (WGS 84), "" and () where unknown."""

    id: str
    name: str
    kind: Kind
    lat: float
    lon: float
    region: str = ""
    address: str = ""
    lines: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    name_en: str = ""


def read_places(path: Path) -> tuple[Place, ...]:
    """The places of a CSV file, gzip-compressed when its name ends in .gz.

    Raises InputInvalid with every broken row: PLACE001 (file), PLACE002 (header), PLACE003 (row).
    """
    try:
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InputInvalid(
            Problem(
                code="PLACE001",
                message=f"the file of places cannot be read: {type(error).__name__}",
                file=path.name,
                hint="a UTF-8 CSV file, compressed with gzip if its name ends in .gz",
            )
        ) from error
    return parse_places(text, path.name)


@lru_cache(maxsize=2)  # the words that hide numerals and the index are made of the same file
def parse_places(text: str, file: str = "") -> tuple[Place, ...]:
    """The places of a CSV text; `file` names it in problems. Raises like `read_places`."""
    reader = csv.DictReader(io.StringIO(text, newline=""))
    missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise InputInvalid(
            Problem(
                code="PLACE002",
                message=f"the header lacks {', '.join(missing)}",
                file=file,
                line=1,
                column=1,
                hint=",".join(COLUMNS),
            )
        )
    places: list[Place] = []
    problems: list[Problem] = []
    lines: dict[str, int] = {}
    for row in reader:
        read = _read_row(row, lines)
        if isinstance(read, Place):
            places.append(read)
            lines[read.id] = reader.line_num
        else:
            message, hint = read
            line = reader.line_num
            problems.append(
                Problem(code="PLACE003", message=message, file=file, line=line, column=1, hint=hint)
            )
    if problems:
        raise InputInvalid(*problems)
    return tuple(places)


def _read_row(
    row: Mapping[str | None, str | list[str] | None], lines: Mapping[str, int]
) -> Place | tuple[str, str]:
    """The place of one row, or what is wrong with it and the mend."""
    if None in row or any(row[column] is None for column in COLUMNS):
        return "the row has more or fewer cells than the header", "put quotes around a cell with a comma"
    cell = {column: str(row[column]).strip() for column in COLUMNS}
    kind = _KIND_OF.get(cell["kind"])
    if kind is None:
        return f"the kind {cell['kind']!r} is unknown", f"one of {', '.join(KINDS)}"
    if not cell["id"] or not plain(cell["name"]):
        return "the place has no id or no name", "fill both cells"
    if cell["id"] in lines:
        return f"the id {cell['id']} stands in line {lines[cell['id']]} already", "give each place its own id"
    try:
        lat, lon = float(cell["lat"]), float(cell["lon"])
    except ValueError:
        return f"{cell['lat']!r}, {cell['lon']!r} are no degrees", "write degrees such as 37.4979,127.0276"
    if not (-90 <= lat <= 90 and -180 <= lon <= 180) or (lat == 0 and lon == 0):
        return f"{lat}, {lon} is outside the earth or its null point", "write lat before lon, in degrees"
    return Place(
        id=cell["id"],
        name=cell["name"],
        kind=kind,
        lat=lat,
        lon=lon,
        region=cell["region"],
        address=cell["address"],
        lines=_parts(cell["lines"]),
        aliases=_parts(cell["aliases"]),
        name_en=cell["name_en"],
    )


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split("|") if part.strip())


def words(
    places: Iterable[Place],
    suffixes: Iterable[str],
    aliases: Mapping[str, Iterable[str]],
    groups: Iterable[str] = (),
) -> frozenset[str]:
    """The names of places as plain words that hide the numerals inside them (천호역, 삼평동, 상계주공5단지).

    A complex of two syllables is left out, as its name is too often part of another word, and so is a name
    that ends in a digit: the digit may begin an amount.
    Needs neither index nor numpy.
    """
    tails = tuple(suffixes)
    found = {*groups, *(word for name, others in aliases.items() for word in (name, *others))}
    for place in places:
        name = "".join(without_brackets(place.name).split())
        if place.kind != "complex" or len(name) > SHORTEST:
            found.add(name)
        for tail in tails:
            bare = name.removesuffix(tail)
            if bare != name and len(bare) >= SHORTEST + (place.kind == "complex"):
                found.add(bare)
        found.update(alias for alias in place.aliases if len(alias) > SHORTEST)
    return frozenset(word for word in found if len(word) >= SHORTEST and not word[-1].isdigit())
