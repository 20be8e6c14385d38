"""Filters: what one floor plan must meet together, and extra conditions."""

from typing import Annotated, Literal

from pydantic import Field

from engine.config.base import Name, StrictModel

Expression = Annotated[str, Field(min_length=1)]
"""A condition in CEL; how long it may be is said where it is read."""


class Filter(StrictModel):
    """`rules/filters/*.yaml`: wants of one floor plan together, only those that were asked; `also` are
    conditions in CEL that a home, or one of its floor plans, has to meet as well."""

    kind: Literal["filter"]
    name: Name
    one_floor_plan_meets: tuple[Name, ...] = ()
    also: tuple[Expression, ...] = ()
