"""The index of places: a written name in, places out, the best first.

Four ways to find a place, each with the boost that the tool's YAML gives it: the name itself, a part of
it, the address or a line, and nearly the same letters. A place counts in the first way that finds it.
Letters that only resemble a name are asked when nothing has it as written, so no name is ever "corrected".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from engine.places.alike import AlikeNames
from engine.places.distance import Point
from engine.places.entries import read_entries
from engine.places.jamo import from_keyboard, has_initials, plain, plain_words, without_brackets
from engine.places.match import Boosts, Hints, How, Match, Reading, Wanted, in_region, order
from engine.places.naming import read_suffixes, readings, without_number, without_suffix
from engine.places.parts import areas
from engine.places.place import SHORTEST, Place
from engine.places.texts import Texts

_MOST_NAMES = 200  # a part of a name that more share than this says nothing
_MOST_ADDRESSES = 50
_FEW = 2  # so many complexes of one name are told apart by naming them; more are asked about
_NUMBER_LEFT_OUT = 0.9  # quality of a legal dong found for an administrative one


@dataclass(slots=True)  # not frozen: hundreds are made in one look-up, and each is then twice as dear
class _Found:
    quality: float
    how: How
    matched: str


class PlaceIndex:
    """Places by name. Building reads each name once; a look-up is far below a millisecond.

    `suffixes` may be left out of a name (강남 = 강남역), `near_words` after it do not count, `aliases` maps a
    place's name to other words for it, `latin` the end of a name to its words in Latin letters. `regions` are
    words for a part of the country that an address or a region begins with, `region_words` other words for
    them, and of places of one name those in the first of `region_first` come first.
    """

    def __init__(
        self,
        places: Sequence[Place],
        *,
        boosts: Boosts,
        suffixes: Iterable[str] = (),
        near_words: Iterable[str] = (),
        aliases: Mapping[str, Iterable[str]] | None = None,
        region_first: Sequence[str] = (),
        regions: Iterable[str] = (),
        region_words: Mapping[str, Iterable[str]] | None = None,
        latin: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        self.suffixes = read_suffixes(places, suffixes, latin)
        self.places = (*places, *areas(places, self.suffixes.of("dong")))
        self.boosts = boosts
        self.near_words = plain_words(near_words)
        self.regions = {plain(word): word for word in (*regions, *region_first)}
        for region, others in (region_words or {}).items():
            self.regions |= {plain(word): region for word in others}
        self.lines = {plain(line): line for place in self.places for line in place.lines}
        self._on_line: dict[str, list[int]] = {key: [] for key in self.lines}
        for number, place in enumerate(self.places):
            for line in place.lines:
                self._on_line[plain(line)].append(number)
        ranks = [self._region_rank(place, region_first) for place in self.places]
        named = read_entries(self.places, self.suffixes, aliases or {}, ranks)
        self.places, self.entries, self.quarters = named
        self._by_id = {place.id: place for place in self.places}
        added = self.places[len(ranks) :]
        self.ranks = [*ranks, *(self._region_rank(place, region_first) for place in added)]
        self.farthest_rank = max(1, len(region_first))  # of places outside every preferred region
        self._parts = Texts.of(self._part_rows())
        self._addresses = Texts.of(
            (plain(place.address), number, place.address)
            for number, place in enumerate(self.places)
            if place.address
        )
        self.alike = AlikeNames(self.places, self.entries)

    def _part_rows(self) -> Iterable[tuple[str, int, str]]:
        for key, found in self.entries.items():
            for number, spelling in found:
                if spelling.source not in ("bare", "part"):
                    yield key, number, spelling.shown

    def _region_rank(self, place: Place, region_first: Sequence[str]) -> int:
        fits = (rank for rank, region in enumerate(region_first) if in_region(place, region))
        return next(fits, len(region_first))

    def lookup(
        self,
        text: str,
        *,
        near: Point | str | None = None,
        line: str = "",
        region: str = "",
        limit: int = 5,
        edits: int | None = None,
    ) -> tuple[Match, ...]:
        """The places that `text` may name, the best first; () when it names none.

        `near` is a point, a region, a line or the name of another place, and decides between places of one
        name, as do a `line` and a `region`. All three may also stand in the text ("2호선 강남", "부산
        교대역"). A name that nothing has is one that differs in at most `edits` jamo, else in so few that
        it may be meant.
        """
        wanted = self.read(text, near=near, line=line, region=region)
        if wanted is None:
            return ()
        found = self._read_as(wanted.exact)
        found = {**self._address(wanted.key), **self._partial(wanted.key, wanted.tokens), **found}
        if not found:
            found = self._alike(wanted.key, edits)
        return self._ranked(found, wanted.hints, limit)

    def read(
        self, text: str, *, near: Point | str | None = None, line: str = "", region: str = ""
    ) -> Wanted | None:
        """How the text is looked up, here or on a server; None where it is too short for a name."""
        tokens, hints = self._hints(text.split(), near, line, region)
        if self._exact(plain(text)):  # 서울 역: here the region is part of the name
            tokens = [text]
        key = plain(without_brackets(" ".join(tokens)))
        if len(key) < SHORTEST:
            return None
        exact, found = self._named(key)
        if not found and len(tokens) > 1 and (behind := self._behind_another(tokens, hints)):
            (exact, found), hints = self._named(behind[0]), behind[1]
        if not found and key.isascii() and (typed := from_keyboard(key)):
            exact, _ = self._named(typed)  # the keyboard stood on Latin (rkdska)
        return Wanted(key=key, tokens=tuple(tokens), exact=exact, hints=hints)

    def place(self, place_id: str) -> Place | None:
        """The place of that id."""
        return self._by_id.get(place_id)

    def exact(self, text: str, hints: Hints, limit: int = 5) -> tuple[Match, ...]:
        """Only the places that have this name as written, ordered like `lookup`."""
        return self._ranked(self._exact(plain(text)), hints, limit)

    def misspelt(self, text: str, hints: Hints, *, edits: int, limit: int = 5) -> tuple[Match, ...]:
        """The places whose name differs in at most so many jamo, or has these initials."""
        return self._ranked(self._alike(plain(text), edits), hints, limit)

    def containing(self, text: str) -> tuple[Match, ...]:
        """Every place whose name contains the text, the shortest names first, then by the alphabet."""
        rows = self._parts.containing(plain(text), len(self.entries))
        found = {number: _Found(share, "partial", shown) for number, shown, share in reversed(rows)}
        matches = (
            Match(self.places[number], self.boosts.score(match.how, match.quality), match.how, match.matched)
            for number, match in found.items()
        )
        return tuple(sorted(matches, key=lambda match: (-match.score, match.place.name, match.place.id)))

    def is_shared(self, text: str) -> bool:
        """Whether the name alone does not say which complex is meant: several have it, or a part of it is all
        that several have (래미안). Complexes that lie together count as one (타워팰리스)."""
        key = plain(text)
        found = self._exact(key)
        if any(self.places[number].kind != "complex" for number in found):
            return False
        bare = without_suffix(key, self.suffixes.of("complex")) or key
        if bare in self.quarters:
            return False
        own = [number for number in found if self._is_called(number, (key, bare))]
        if own:
            return len(own) > _FEW
        rows = self._parts.containing(bare, _MOST_NAMES)
        owners = {number for number, _, _ in rows}
        return len(owners) > 1 and all(self.places[number].kind == "complex" for number in owners)

    def _is_called(self, number: int, keys: Iterable[str]) -> bool:
        """Whether the place has one of these names other than by the file's aliases."""
        return any(
            other == number and spelling.source != "alias"
            for key in keys
            for other, spelling in self.entries.get(key, ())
        )

    def near_spellings(self, text: str, limit: int = 3) -> tuple[str, ...]:
        """Names to show for one that was not found, the most alike first; none of them is certain."""
        return self.alike.to_show(plain(text), limit)

    def _hints(
        self, tokens: list[str], near: Point | str | None, line: str, region: str
    ) -> tuple[list[str], Hints]:
        """The words that name the place, and what the others say about it; one word always stays."""
        kept: list[str] = []
        for token in tokens:
            key = plain(token)
            if key in self.lines:
                line = line or token
            elif key in self.regions:
                region = region or self.regions[key]
            elif key and not (kept and key in self.near_words):
                kept.append(token)
        if isinstance(near, str):
            region = region or self.regions.get(plain(near), "")
            line = line or (near if plain(near) in self.lines else "")
            best = (
                self._ranked(self._exact(plain(near)), Hints(region=region), 1)
                if not (region or line)
                else ()
            )
            near = (best[0].place.lat, best[0].place.lon) if best else None
        return kept or tokens[-1:], Hints(near=near, region=region, line=line)

    def _exact(self, key: str) -> dict[int, _Found]:
        return self._named(key)[1]

    def _named(self, key: str) -> tuple[tuple[Reading, ...], dict[int, _Found]]:
        """The keys of an exact name, those of the legal dong where nothing has the administrative one's, and
        the places that have them."""
        exact = tuple(Reading(*each) for each in readings(key, self.suffixes))
        found = self._read_as(exact)
        if not found and (dong := without_number(key, self.suffixes)):
            exact = (Reading(dong, share=_NUMBER_LEFT_OUT),)
            found = self._read_as(exact)
        return exact, found

    def _read_as(self, wanted: Iterable[Reading]) -> dict[int, _Found]:
        found: dict[int, _Found] = {}
        for reading in wanted:
            for number, spelling in self.entries.get(reading.key, ()):
                if reading.kind is None or self.places[number].kind == reading.kind:
                    quality = reading.quality(spelling.quality)
                    if number not in found or found[number].quality < quality:
                        found[number] = _Found(quality, "exact", spelling.shown)
        return found

    def _behind_another(self, tokens: list[str], hints: Hints) -> tuple[str, Hints] | None:
        """A name behind the place it lies in (대치동 은마아파트): the place before it becomes a hint."""
        for cut in range(1, len(tokens)):
            name = plain("".join(tokens[cut:]))
            around = self._ranked(self._exact(plain(tokens[cut - 1])), hints, 1) if self._exact(name) else ()
            if around:
                near = (around[0].place.lat, around[0].place.lon)
                return name, Hints(near=near, region=hints.region, line=hints.line)
        return None

    def _partial(self, key: str, tokens: Sequence[str]) -> dict[int, _Found]:
        found: dict[int, _Found] = {}
        rows = self._parts.containing(key, _MOST_NAMES)
        if not rows and len(tokens) > 1:
            parts = sorted((part for token in tokens if (part := plain(token))), key=len)
            rows = [
                (number, shown, min(1.0, len(key) / len(plain(shown))))
                for number, shown, _ in self._parts.containing(parts[-1], _MOST_NAMES)
                if all(part in plain(shown) for part in parts)
            ]
        for number, shown, share in rows:
            if number not in found or found[number].quality < share:
                found[number] = _Found(share, "partial", shown)
        return found

    def _address(self, key: str) -> dict[int, _Found]:
        """Places on that line or with those letters in their address."""
        found: dict[int, _Found] = {}
        for number in self._on_line.get(key, ()):
            found[number] = _Found(1.0, "address", self.lines[key])
        for number, shown, share in self._addresses.containing(key, _MOST_ADDRESSES):
            found.setdefault(number, _Found(share, "address", shown))
        return found

    def _alike(self, key: str, most: int | None = None) -> dict[int, _Found]:
        """Places with these initials, or else with nearly this name."""
        rows = self.alike.by_initials(key) if has_initials(key) else self.alike.misspelt(key, most)
        found: dict[int, _Found] = {}
        for number, quality, shown in rows:
            if number not in found or found[number].quality < quality:
                found[number] = _Found(quality, "ngram", shown)
        return found

    def _ranked(self, found: Mapping[int, _Found], hints: Hints, limit: int) -> tuple[Match, ...]:
        scores = {number: self.boosts.score(match.how, match.quality) for number, match in found.items()}
        if len(scores) > limit:  # only those that can be shown are compared by more than their score
            least = nlargest(limit, scores.values())[-1]
            scores = {number: score for number, score in scores.items() if score >= least}
        first = sorted(
            scores,
            key=lambda number: (-scores[number], *order(self.places[number], self.ranks[number], hints)),
        )[:limit]
        return tuple(
            Match(self.places[number], scores[number], found[number].how, found[number].matched)
            for number in first
        )
