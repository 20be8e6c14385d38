"""Where the price of a home comes from, and whether somebody made it up for a demonstration."""

from collections.abc import Mapping

from engine.search.request import Hit

_SYNTHETIC = "synthetic"
_ASKING = "asking"
"""The basis of a price that somebody asks."""
_ASKING_SOURCE, _RENT_SOURCE = "asking_source", "rent_source"
"""The keys that say where asking prices come from: of a document, and of a floor plan for its rent, which has
no amount of its own beside the recorded one."""
_RENT = frozenset({"deposit", "monthly"})
"""The amounts of a floor plan that `rent_source` speaks of."""


def has_synthetic(doc: Mapping[str, object]) -> bool:
    """Whether some of the document's asking prices were made up for a demonstration."""
    return doc.get(_ASKING_SOURCE) == _SYNTHETIC


def asked_basis(plan: Mapping[str, object]) -> str | None:
    """The basis of the floor plan's price for its `deal`: for a rent that somebody offers, asking."""
    basis = plan.get("basis")
    if isinstance(basis, str) and basis not in _RENT:
        return basis
    return _ASKING if plan.get(_RENT_SOURCE) and not _RENT.isdisjoint(plan) else None


def is_made_up(basis: str | None, plan: Mapping[str, object], doc: Mapping[str, object]) -> bool:
    """Whether a figure of that basis ("asking", or the field it was read from) was made up."""
    if basis in _RENT:
        return plan.get(_RENT_SOURCE) == _SYNTHETIC
    return basis == _ASKING and (
        has_synthetic(doc) if plan.get("basis") == _ASKING else plan.get(_RENT_SOURCE) == _SYNTHETIC
    )


def is_synthetic(hit: Hit) -> bool:
    """Whether the shown price is a made-up asking price."""
    plan = hit.floor_plan or {}
    return is_made_up(asked_basis(plan), plan, hit.doc)
