"""Names that a written word only resembles: by its initials, or with some wrong jamo."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.places.jamo import fits_initials, initials
from engine.places.naming import Spelling
from engine.places.place import Place

if TYPE_CHECKING:
    from engine.places.fuzzy import NearNames

ALIKE = 0.78  # below this share of equal jamo a name is unknown, not misspelt
_ALIKE_TO_SHOW = 0.5  # what is still worth showing to somebody who is asked again

Entries = Mapping[str, Sequence[tuple[int, Spelling]]]
"""Spellings as compared, each with the numbers of the places that have it."""


class AlikeNames:
    """The entries of an index by what they resemble; both tables are built when first asked."""

    def __init__(self, places: Sequence[Place], entries: Entries) -> None:
        self._places = places
        self._entries = entries
        self._initials: dict[str, list[str]] = {}
        self._near: tuple[NearNames, list[str]] | None = None

    def by_initials(self, key: str) -> Iterator[tuple[int, float, str]]:
        """Stations and other named areas whose syllables begin so (ㄱㄴ, ㄱㄴ역), by number, with how well
        they fit and as shown; complexes are too many."""
        for name in self._names_of(key):
            for number, spelling in self._entries[name]:
                if self._places[number].kind != "complex" and spelling.source != "alias":
                    yield number, 1.0, spelling.shown

    def is_initials(self, key: str) -> bool:
        """Whether a station or another area begins its syllables so."""
        return any(True for _ in self.by_initials(key))

    def misspelt(self, key: str, most: int | None = None) -> Iterator[tuple[int, float, str]]:
        """Places whose name differs in at most so many jamo, else in so few that it may be meant."""
        names, keys = self._near_names()
        for near in names.nearest(key, ALIKE, most):
            for number, spelling in self._entries[keys[near.number]]:
                yield number, near.similarity * spelling.quality, spelling.shown

    def to_show(self, key: str, limit: int) -> tuple[str, ...]:
        """Names of places for one that was not found, the most alike first; none of them is certain."""
        names, keys = self._near_names()
        nearest = names.nearest(key, _ALIKE_TO_SHOW)
        first = (self._entries[keys[near.number]][0][0] for near in nearest)
        return tuple(dict.fromkeys(self._places[number].name for number in first))[:limit]

    def _names_of(self, key: str) -> Iterable[str]:
        if not self._initials:
            for name, owners in self._entries.items():
                if not name.isascii() and any(self._places[number].kind != "complex" for number, _ in owners):
                    self._initials.setdefault(initials(name), []).append(name)
        return (name for name in self._initials.get(initials(key), ()) if fits_initials(key, name))

    def _near_names(self) -> "tuple[NearNames, list[str]]":
        if self._near is None:
            from engine.places.fuzzy import NearNames  # numpy is loaded here, when first needed

            keys = list(self._entries)
            self._near = NearNames(keys), keys
        return self._near
