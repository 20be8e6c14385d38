"""Relaxing: what gives way, in which order, when too few homes remain."""

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from engine.config.base import AnyQuantity, Metres, Name, StrictModel


class RelaxStep(StrictModel):
    """Exactly one of: drop a want (or everything assumed), widen a want's
    written ends outward, or a radius of at least."""

    drop: Name | None = None
    widen: Annotated[dict[Name, AnyQuantity], Field(min_length=1, max_length=1)] | None = None
    radius: Metres | None = None

    @model_validator(mode="after")
    def _one(self) -> "RelaxStep":
        if sum(part is not None for part in (self.drop, self.widen, self.radius)) != 1:
            raise PydanticCustomError("relax_step", "needs exactly one of drop, widen or radius")
        return self


class Relax(StrictModel):
    """`rules/relax.yaml`; `fewer_than` counts the homes of each search."""

    kind: Literal["relax"]
    fewer_than: Annotated[int, Field(ge=0, le=50)]
    steps: tuple[RelaxStep, ...]
