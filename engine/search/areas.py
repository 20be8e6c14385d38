"""Areas: places that homes lie in or not, by what their documents say, however far the middle is."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.catalog.wants import area_fields, radius_want
from engine.config.catalog import Catalog
from engine.errors import InputInvalid, Problem
from engine.search.request import SearchRequest, Terms
from engine.source.suggest import closest

INSIDE = "inside"
"""The key of an area in what crosses a border: a request's place, a look-up's result, what gave way."""
_PART = re.compile(r"[0-9]+\D?")
"""What a numbered part has behind the name of the whole (1가 of 성수동1가)."""
_SHORTEST_REST = 2
"""Letters of a name that is written right behind another one (분당구 of 성남시분당구)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """The homes whose every field in `terms` holds one of its values: a `terms` filter for each field.

    `widens` says that relaxing may add a circle round its middle.
    """

    terms: Terms
    widens: bool


def area_of(request: SearchRequest, params: Mapping[str, object], catalog: Catalog) -> Area | None:
    """The area that the request's only place is; None without one, for several places (their middles count)
    and when the request or `params` say a radius.

    Raises InputInvalid (DOC007) for a field that the catalog's areas do not have.
    """
    _, want = radius_want(catalog)
    for number, place in enumerate(request.places):
        for name in place.inside:
            if name not in area_fields(catalog):
                problem = _no_area(f"/places/{number}/inside/{name}", name, area_fields(catalog))
                raise InputInvalid(problem)
    if want is None or not want.must or len(request.places) != 1:
        return None
    if request.radius_km is not None or (want.max is not None and params.get(want.max) is not None):
        return None
    terms = request.places[0].inside
    if not terms:
        return None
    narrowest = {want.inside[kind][-1] for kind in want.around if kind in want.inside}
    return Area(terms=terms, widens=not narrowest.isdisjoint(terms))


def terms_json(terms: Terms) -> dict[str, object]:
    """The terms as a JSON value: a single value stands alone."""
    return {name: values[0] if len(values) == 1 else list(values) for name, values in terms.items()}


def terms_of(
    address: str, fields: Sequence[str], told: Iterable[Sequence[str | None]], regions: Iterable[str]
) -> Terms:
    """The values of `fields` that the homes in the place of that address have.

    `told` are the values that documents hold together. Where none lies in the place they are the address's
    own words, one for each field, so that no home is found. `regions` are words that begin the name of a
    part of the country, however long that is written.
    """
    words, known = address.split(), tuple(regions)
    found = [each for each in told if None not in each and lies_in(_words(each), words, known)]
    if not found:
        found = [_spread(words, len(fields))]
    values = zip(*found, strict=True)
    return {
        name: tuple(sorted({value for value in each if value}))
        for name, each in zip(fields, values, strict=True)
    }


def lies_in(told: Sequence[str], place: Sequence[str], regions: Sequence[str] = ()) -> bool:
    """Whether words from the widest to the narrowest lie in the place that is written so.

    The narrowest word of the place must be among them, whole or as a numbered part of it; of the wider words
    before it either side may leave some out, and what both have must agree.
    """
    words = [part for word in told for part in _apart(word, place)]
    own, wider = place[-1], place[:-1]
    return any(
        (word == own or (word.startswith(own) and _PART.fullmatch(word, len(own))))
        and _agree(words[:at], wider, regions)
        for at, word in enumerate(words)
    )


def _agree(told: Sequence[str], place: Sequence[str], regions: Sequence[str]) -> bool:
    """Whether the shorter of the two is what is left of the longer when words are left out."""
    short, long = sorted((told, place), key=len)
    rest = iter(long)
    return all(any(_is_same(word, other, regions) for other in rest) for word in short)


def _is_same(word: str, other: str, regions: Sequence[str]) -> bool:
    return word == other or any(word.startswith(each) and other.startswith(each) for each in regions)


def _apart(word: str, place: Sequence[str]) -> Iterable[str]:
    """The word, or its parts where it begins with words of the place (성남시분당구)."""
    for name in place:
        rest = len(word) - len(name)
        if rest >= _SHORTEST_REST and word.startswith(name) and not _PART.fullmatch(word, len(name)):
            yield name
            word = word[len(name) :]
    yield word


def _words(values: Sequence[str | None]) -> list[str]:
    return [word for value in values for word in (value or "").split()]


def _spread(words: Sequence[str], fields: int) -> Sequence[str]:
    """The words of an address over the fields: one each from both ends, what is left to the one before the
    last."""
    if len(words) <= fields:
        return [*words, *[words[-1]] * (fields - len(words))]
    if fields == 1:
        return [words[-1]]
    head, tail = (1, 0) if fields == 2 else (fields - 2, 1)
    middle = words[head : len(words) - tail]
    return [*words[:head], " ".join(middle), *words[len(words) - tail :]]


def _no_area(path: str, name: str, known: Sequence[str]) -> Problem:
    if not known:
        message = "the catalog has no areas, so no place is inside of anything"
        return Problem(code="DOC007", message=message, path=path, hint="inside: under the place want")
    message = f"no area is told by {name}"
    return Problem(code="DOC007", message=message, path=path,
                   hint=closest(name, known) or f"one of {', '.join(known)}")  # fmt: skip
