"""Public names, loaded when first used: `load`, `Engine`, `EngineError`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.errors import EngineError
    from engine.runtime.engine import Engine
    from engine.runtime.revision import load

__version__ = "0.1.0"
__all__ = ["Engine", "EngineError", "__version__", "load"]

_HOMES = {
    "Engine": "engine.runtime.engine",
    "EngineError": "engine.errors",
    "load": "engine.runtime.revision",
}


def __getattr__(name: str) -> object:
    """Import the module that holds a public name."""
    if name not in _HOMES:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
