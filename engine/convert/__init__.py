"""Conversions: a customer's text → parameters of wants. Loaded name by name, when first used."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.convert.reading import convert
    from engine.convert.result import Conversion, conversion_json

_HOMES = {"convert": "reading", "Conversion": "result", "conversion_json": "result"}

__all__ = ["Conversion", "conversion_json", "convert"]


def __getattr__(name: str) -> object:
    """The public name, its module loaded now."""
    if name in _HOMES:
        return getattr(import_module(f"engine.convert.{_HOMES[name]}"), name)
    raise AttributeError(f"engine.convert has no {name}")
