"""Scoring profiles: weights that add up to 100, and what each factor looks at."""

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from engine.config.base import AnyQuantity, Exact, Name, Ratio, StrictModel, Word

Unit = Annotated[float, Field(ge=0, le=1)]
_OWN_KEYS = {"kind", "name", "extends", "weights", "not_asked", "factors"}


class Gaussian(StrictModel):
    """exp(-0.5·(d/sigma)²) outside the flat top `offset`; both in metres, or per cent of the aim."""

    sigma: AnyQuantity
    offset: AnyQuantity | None = None


class Exponential(StrictModel):
    """Half at `half_at`, a quarter at twice that."""

    half_at: AnyQuantity
    offset: AnyQuantity | None = None


class Linear(StrictModel):
    """Falls in a straight line to 0 at `zero_at`."""

    zero_at: AnyQuantity
    offset: AnyQuantity | None = None


class Aim(StrictModel):
    """Where an asked range is best: its middle, or this share of its only end."""

    between: Literal["middle"] = "middle"
    at_least: Ratio
    at_most: Ratio


class Factor(StrictModel):
    """One scored aspect: near a place or an aim (with one curve), the share in a wanted range, a bonus for a
    term of the vocabulary, a capped logarithm, or what a plugin computes (`uses` its registered name,
    `with` its
    own options). `unknown` is its value in [0, 1] where the data has none."""

    near: Literal["places"] | tuple[Name, ...] | None = None
    aim: Aim | None = None
    gaussian: Gaussian | None = None
    exponential: Exponential | None = None
    linear: Linear | None = None
    share_in: Name | tuple[Name, ...] | None = None
    bonus: Word | None = None
    log_up_to: Annotated[int, Field(gt=0)] | None = None
    of: Name | None = None
    uses: Name | None = None
    options: Annotated[dict[str, Any], Field(alias="with")] = {}
    unknown: Unit

    @model_validator(mode="after")
    def _one_kind(self) -> "Factor":
        kinds = {
            "near": self.near,
            "share_in": self.share_in,
            "bonus": self.bonus,
            "log_up_to": self.log_up_to,
            "uses": self.uses,
        }
        if sum(part is not None for part in kinds.values()) != 1:
            raise PydanticCustomError(
                "factor_form", "needs exactly one of near, share_in, bonus, log_up_to or uses"
            )
        curves = [part for part in (self.gaussian, self.exponential, self.linear) if part is not None]
        if len(curves) != (1 if self.near is not None else 0):
            raise PydanticCustomError(
                "factor_form",
                "needs one curve (gaussian, exponential or linear) exactly when it is near something",
            )
        if isinstance(self.near, tuple) != (self.aim is not None):
            raise PydanticCustomError(
                "factor_form", "needs aim exactly when it is near what the customer asked"
            )
        return self


class Profile(StrictModel):
    """`scoring_profiles/*.yaml`. Every other key of the file is a factor and needs a weight of that name."""

    kind: Literal["profile"]
    name: Name
    extends: Name | None = None
    weights: dict[Name, Exact]
    not_asked: Literal["leave_out"] = "leave_out"
    factors: dict[Name, Factor]

    @model_validator(mode="before")
    @classmethod
    def _collect_factors(cls, value: Any) -> Any:
        if not isinstance(value, dict) or "factors" in value:
            return value  # pyright: ignore[reportUnknownVariableType]
        own = {key: part for key, part in value.items() if key in _OWN_KEYS}  # pyright: ignore[reportUnknownVariableType]
        return own | {"factors": {key: part for key, part in value.items() if key not in _OWN_KEYS}}  # pyright: ignore[reportUnknownVariableType]

    @property
    def total(self) -> Decimal:
        """The sum of the weights, exactly; 100 in a valid profile."""
        return sum(self.weights.values(), Decimal(0))
