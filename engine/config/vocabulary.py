"""The vocabulary: disputed words with their one number, households, cues and the words around places."""

from typing import Annotated, Literal

from pydantic import Field

from engine.config.base import Name, Params, StrictModel, Word, Words


class Term(StrictModel):
    """A word that sets parameters; with `only_with`, only beside the words of that meaning class. `second`
    are the parameters of its other reading."""

    name: Word
    words: Words
    sets: Params
    second: Params = {}
    only_with: Literal["except"] | None = None


class Household(StrictModel):
    """Who will live there, and what is assumed when neither size nor rooms were said."""

    name: Word
    words: Words
    assumes: Params
    because: Word | dict[Literal["ko", "en"], Word]

    def reason(self, language: str) -> str:
        """Why, in that language where it is written, with the assumed figures in the place of their names:
        `{areaMin}평 이상`."""
        texts = {"": self.because} if isinstance(self.because, str) else self.because
        text = next((t for key, t in texts.items() if key == language), next(iter(texts.values())))
        for name, value in self.assumes.items():
            text = text.replace(f"{{{name}}}", f"{value}")
        return text


class Cue(StrictModel):
    """Between a word of `from` and one of `to` nothing is a wish. Without `from` it reaches back to where the
    clause of the word of `to` begins, or the clause before where that names nothing; without `to` it reaches
    from the word to where its clause ends. `with_later`: only with one of these words behind it; `of`: only
    with an amount of one of these conversions right behind the word of `from`, labels aside; `not_past`: only
    with none of these words between the two."""

    name: Word
    starts: Annotated[Words, Field(alias="from")] = ()
    ends: Annotated[Words, Field(alias="to")] = ()
    with_later: Words = ()
    not_past: Words = ()
    of: tuple[Name, ...] = ()


class Refusals(StrictModel):
    """A place or a choice before one of `words` is refused: right before it, or with a reason between, whose
    last word ends in one of `because`. Inside the longer words of `unless` nothing is refused. A name with
    one of `not_of` behind it is not what is refused; what one of `topics` marks is, rather than what one of
    `subjects` marks in the same clause. Without any of the words it is refused where its clause ends in one
    of `reasons` and the next names another with one of `goals` behind it (전세는 매물이 없어서 월세로); of
    choices it is enough that the other has none of `besides` or `topics` (월세 너무 올라서 전세). What stands
    in a clause that ends in one of `given_up` needs no mark (전세로 보다가 매매로)."""

    words: Words = ()
    unless: Words = ()
    because: Words = ()
    not_of: Words = ()
    topics: Words = ()
    subjects: Words = ()
    reasons: Words = ()
    goals: Words = ()
    given_up: Words = ()
    besides: Words = ()


class PlaceWords(StrictModel):
    """The words around the names of places. `suffixes` may be left out of a name; `near` and `context` may
    follow a name without its suffix, `before` precedes one in Latin letters; `ordinary` names are words too
    and count only before a near word, of them `towns` also before one of `where`; `never` words are no
    place without their suffix; `phases` count the
    parts of a complex. A word before a near word, one with a suffix and a capitalised one behind `leads` is a
    name even if no place has it, also with one of `name_ends`, unless it is or ends in one of `common`; a
    word that ends in one of
    `describing` is none before a near word of one syllable. One of `seats` before a near word makes one name
    with the word before it. `between` stands behind two names, of
    which a word that ends in one of `acting` is none,
    nor one with one of `topics` before the other; a name
    with one of `roads` and a number is a road. `regions` begin
    an address and are hints, `region_words` are other words for them;
    of places of one name those in the first of `region_first` are meant. `latin`
    are the words in Latin letters for the end of a name, `aliases` other names of a place, `landmarks` what
    lies near it and is said to be read as it, `groups` words for several places, `brands` names of many
    complexes."""

    suffixes: Words = ()
    near: Words = ()
    name_ends: Words = ()
    seats: Words = ()
    context: Words = ()
    before: Words = ()
    ordinary: Words = ()
    towns: Words = ()
    where: Words = ()
    never: Words = ()
    phases: Words = ()
    leads: Words = ()
    common: Words = ()
    describing: Words = ()
    acting: Words = ()
    topics: Words = ()
    between: Words = ()
    roads: Words = ()
    regions: Words = ()
    region_words: dict[Word, Words] = {}
    region_first: Words = ()
    latin: dict[Word, Words] = {}
    aliases: dict[Word, Words] = {}
    landmarks: dict[Word, Words] = {}
    groups: dict[Word, Words] = {}
    brands: Words = ()

    def names(self) -> dict[str, tuple[str, ...]]:
        """Every other word for a place, by its name: aliases and landmarks."""
        places = dict.fromkeys((*self.aliases, *self.landmarks))
        return {name: (*self.aliases.get(name, ()), *self.landmarks.get(name, ())) for name in places}


class Vocabulary(StrictModel):
    """`rules/vocabulary.yaml`; `wishes` are words no parameter can hold: said back as not checked."""

    kind: Literal["vocabulary"]
    terms: tuple[Term, ...] = ()
    households: tuple[Household, ...] = ()
    places: PlaceWords = PlaceWords()
    cues: tuple[Cue, ...] = ()
    refusals: Refusals = Refusals()
    wishes: Words = ()
