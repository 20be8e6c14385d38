"""The vocabulary: disputed words with their one number, households, cues and the words around places."""

from typing import Annotated, Literal

from pydantic import Field

from engine.config.base import Params, StrictModel, Word, Words


class Term(StrictModel):
    """A word that sets parameters; with `only_with`, only beside the words of that meaning class."""

    name: Word
    words: Words
    sets: Params
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
    """Between a word of `from` and one of `to` nothing is a wish."""

    name: Word
    starts: Annotated[Words, Field(alias="from")]
    ends: Annotated[Words, Field(alias="to")]


class PlaceWords(StrictModel):
    """The words around the names of places. `suffixes` may be left out of a name; `near` and `context` may
    follow a name without its suffix, `before` precedes one in Latin letters; `ordinary` names are words too
    and count only before a near word, `never` words are no place without their suffix; `phases` count the
    parts of a complex. A word before a near word, one with a suffix and a capitalised one behind `leads` is a
    name even if no place has it, unless it is or ends in one of `common`. `regions` begin an address and are
    hints; of places of one name those in the first of `region_first` are meant."""

    suffixes: Words = ()
    near: Words = ()
    context: Words = ()
    before: Words = ()
    ordinary: Words = ()
    never: Words = ()
    phases: Words = ()
    leads: Words = ()
    common: Words = ()
    regions: Words = ()
    region_first: Words = ()
    aliases: dict[Word, Words] = {}


class Vocabulary(StrictModel):
    """`rules/vocabulary.yaml`; `wishes` are words no parameter can hold: said back as not checked."""

    kind: Literal["vocabulary"]
    terms: tuple[Term, ...] = ()
    households: tuple[Household, ...] = ()
    places: PlaceWords = PlaceWords()
    cues: tuple[Cue, ...] = ()
    wishes: Words = ()
