"""The plan policy: intents, caps, and how several places are read."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from engine.config.base import Metres, Name, StrictModel, Word, Words

IntentName = Literal["PROPERTY_SEARCH", "PROPERTY_INFO", "GENERAL_QA", "MEMORY", "OUT_OF_DOMAIN"]
Sign = Literal[
    "quantity",  # an amount or a disputed word that sets a parameter
    "measure",  # one that only a home has: not money, not an age, and not how far from a place
    "deal",  # a deal type
    "home_deal",  # one whose word is said of homes only (not `signs: any_deal`)
    "price",  # an amount of money of a home's size (`signs: at_least`)
    "named",  # an amount or a disputed word that is no condition where it stands: 신축 아니어도 돼요
    "household",
    "wish",  # one that no parameter can hold
    "place",
    "complex",  # a named complex, but not "near" one
    "home",  # a word for a home (`signs: home`)
    "request",  # a request (`signs: request`) for a home, not for what the intent's words name
    "home_request",  # the same, and only a word or a measure of a home counts as one
    "something",  # a request for something that no word says is a home
    "words",  # the intent's own words
]


def _several(value: object) -> object:
    """One sign may be written without brackets."""
    return (value,) if isinstance(value, str) else value


class FreeText(StrictModel):
    """Characters that the planner's free text may have."""

    etc_condition: Annotated[int, Field(alias="etcCondition", ge=0, le=10_000)] = 300
    system_context: Annotated[int, Field(alias="systemContext", ge=0, le=10_000)] = 200


class Shape(StrictModel):
    """Which tools an intent's plan calls: one for each place, then one over all of them."""

    each_place: Name | None = None
    then: Name | None = None


class Intent(StrictModel):
    """One intent; the first that fits, top to bottom. `when` lists signs of which one is enough (default:
    words), `needs` what must be named, `also` words of which one must be there too, `unless` signs that must
    not be there, `ignore` longer words in which the intent's words do not count, `ahead` those of its words
    that speak of what follows: behind a request for a home they count only where a condition follows them.
    `otherwise` fits always."""

    name: IntentName
    words: Words = ()
    when: tuple[Sign, ...] = ("words",)
    also: Words = ()
    needs: Literal["complex", "place"] | None = None
    unless: Annotated[tuple[Sign, ...], BeforeValidator(_several)] = ()
    ignore: Words = ()
    ahead: Words = ()
    otherwise: bool = False
    plan: Literal["none"] | Shape = "none"


class Signs(StrictModel):
    """Words that several intents read: nouns for a home, and verbs that ask for one; inside the longer words
    of `ignore` they do not count. `plain` words before a request do not say what is asked for, `any_deal`
    words of a deal are said of any goods. `at_least`: a want's amounts below this are no home's and no
    sign."""

    home: Words = ()
    request: Words = ()
    ignore: Words = ()
    plain: Words = ()
    any_deal: Words = ()
    at_least: dict[Name, Annotated[float, Field(gt=0)]] = {}


class AroundPlace(StrictModel):
    """Words right behind or before a place's name."""

    after: Words = ()
    before: Words = ()


class Moved(StrictModel):
    """Words `from` behind the place that is left, right before another with words `to` behind it."""

    starts: Annotated[Words, Field(alias="from")] = ()
    ends: Annotated[Words, Field(alias="to")] = ()


class PlacePolicy(StrictModel):
    """`not`: a place beside these words is not looked up; `instead`: behind a place these put it in the
    place of the one named before, `instead_before`: before it; `moved` does so where one moves from the
    one to the other; `join`: words that list places, so that
    what is said of the last is said of all; `like`: behind a complex these ask for homes around or like
    it; `anchors` say what somebody goes to. A name without its suffix right before one with it, not
    farther from it than `locality`, only says where that is (잠실 송파나루역)."""

    negated: Annotated[AroundPlace, Field(alias="not")] = AroundPlace()
    instead: Words = ()
    instead_before: Words = ()
    moved: Moved = Moved()
    join: Words = ()
    like: Words = ()
    anchors: Words = ()
    locality: Metres | None = None


class Strategy(StrictModel):
    """How two or more places are read; the first that fits. Words stand right `after` or `before` a
    place, behind one named once more (`again`), `between` two, `after_each` of them, or `anywhere`;
    `alone` anywhere, where none of the policy's `anchors` is. Of weights the first is that place's,
    the last all others'; `often` are words beside a place with how often a week somebody goes there:
    where two or more places have one, the heavier is the one gone to most. With `areas` it fits where
    every place is an area, none of `anchors` is said and nothing puts the wish between them; with
    `apart` where each place has conditions of its own that no one home meets, beside none of `anchors`
    and with nothing at a place that puts the wish between them.
    """

    name: Literal["midpoint", "weighted", "independent"]
    areas: bool = False
    apart: bool = False
    after: Words = ()
    again: Words = ()
    before: Words = ()
    between: Words = ()
    after_each: Words = ()
    anywhere: Words = ()
    alone: Words = ()
    often: dict[Word, Annotated[float, Field(gt=0)]] = {}
    weights: tuple[Annotated[float, Field(gt=0)], ...] = ()
    otherwise: bool = False

    @model_validator(mode="after")
    def _weights(self) -> "Strategy":
        if self.name == "weighted" and len(self.weights) < 2:
            raise PydanticCustomError("strategy", "is weighted and needs weights, such as [2, 1]")
        return self


class FollowUp(StrictModel):
    """Words that go on from an earlier turn: `always`, or where no place is named. Without that turn the
    answer says so."""

    always: Words = ()
    without_place: Words = ()


class UnreadWords(StrictModel):
    """Which words that nothing reads are said back, `at_most` so many.

    Those before a condition that end in one of `describing` (or `linking` before such a one); before one of
    `homes` those of `describing_home` too, and a noun right before it unless it ends in one of `closing`.
    What is described is told with it when nothing read it either and it ends in one of `subjects` or like a
    noun, and `adverbs` between them; `light` words count only with it. A word that ends in one of `hoped`
    before one of `hoping` counts too. `plain` words say nothing and end the search, `passing` ones are passed
    over."""

    at_most: Annotated[int, Field(ge=0, le=100)] = 5
    homes: Words = ()
    describing: Words = ()
    describing_home: Words = ()
    linking: Words = ()
    light: Words = ()
    adverbs: Words = ()
    closing: Words = ()
    subjects: Words = ()
    hoped: Words = ()
    hoping: Words = ()
    plain: Words = ()
    passing: Words = ()


class PlanPolicy(StrictModel):
    """`rules/plan.yaml`. A clause with a word of `instructions` speaks to the machine and is not read;
    a clause begins at a word of `besides` too."""

    kind: Literal["plan_policy"]
    steps_at_most: Annotated[int, Field(ge=1, le=1000)] = 10
    free_text: FreeText = FreeText()
    on_mismatch: Literal["repair", "flag", "reject"] = "repair"
    signs: Signs = Signs()
    instructions: Words = ()
    besides: Words = ()
    follow_up: FollowUp = FollowUp()
    unread: UnreadWords = UnreadWords()
    intents: tuple[Intent, ...]
    places: PlacePolicy = PlacePolicy()
    strategies: tuple[Strategy, ...] = ()
