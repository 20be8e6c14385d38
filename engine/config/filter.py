"""Filters: what one floor plan must meet together, and extra conditions."""

from typing import Literal

from engine.config.base import Name, StrictModel, Words


class Filter(StrictModel):
    """`rules/filters/*.yaml`: wants of one floor plan together, only those that were asked; `also` is CEL."""

    kind: Literal["filter"]
    name: Name
    one_floor_plan_meets: tuple[Name, ...] = ()
    also: Words = ()
