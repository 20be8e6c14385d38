"""The plan policy: intents, caps, and how several places are read."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from engine.config.base import Name, StrictModel, Words

IntentName = Literal["PROPERTY_SEARCH", "PROPERTY_INFO", "GENERAL_QA", "MEMORY", "OUT_OF_DOMAIN"]
Sign = Literal[
    "quantity",  # an amount or a disputed word that sets a parameter
    "measure",  # one that only a home has: not money, not an age, and not how far from a place
    "deal",  # a deal type
    "home_deal",  # one whose word is said of homes only (not `signs: any_deal`)
    "price",  # an amount of money of a home's size (`signs: at_least`)
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
    not be there, `ignore` longer words in which the intent's words do not count, `otherwise` fits always."""

    name: IntentName
    words: Words = ()
    when: tuple[Sign, ...] = ("words",)
    also: Words = ()
    needs: Literal["complex", "place"] | None = None
    unless: Annotated[tuple[Sign, ...], BeforeValidator(_several)] = ()
    ignore: Words = ()
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


class PlacePolicy(StrictModel):
    """`not`: a place beside these words is not looked up; `instead`: behind a place these put it in the place
    of the one named before; `join`: words that list places, so that what is said of the last is said of all;
    `like`: behind a complex these ask for homes around or like it."""

    negated: Annotated[AroundPlace, Field(alias="not")] = AroundPlace()
    instead: Words = ()
    join: Words = ()
    like: Words = ()


class Strategy(StrictModel):
    """How two or more places are read; the first that fits. Words stand right `after` or `before` a place,
    `between` two, `after_each` of them, or `anywhere`. Of weights the first is that place's, the last all
    others'."""

    name: Literal["midpoint", "weighted", "independent"]
    after: Words = ()
    before: Words = ()
    between: Words = ()
    after_each: Words = ()
    anywhere: Words = ()
    weights: tuple[Annotated[float, Field(gt=0)], ...] = ()
    otherwise: bool = False

    @model_validator(mode="after")
    def _weights(self) -> "Strategy":
        if self.name == "weighted" and len(self.weights) < 2:
            raise PydanticCustomError("strategy", "is weighted and needs weights, such as [2, 1]")
        return self


class PlanPolicy(StrictModel):
    """`rules/plan.yaml`. A clause with a word of `instructions` speaks to the machine and is not read."""

    kind: Literal["plan_policy"]
    steps_at_most: Annotated[int, Field(ge=1, le=1000)] = 10
    free_text: FreeText = FreeText()
    on_mismatch: Literal["repair", "flag", "reject"] = "repair"
    signs: Signs = Signs()
    instructions: Words = ()
    intents: tuple[Intent, ...]
    places: PlacePolicy = PlacePolicy()
    strategies: tuple[Strategy, ...] = ()
