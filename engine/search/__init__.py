"""One request, pure data, and the backends that answer it alike."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.search.compile import compile_query
    from engine.search.embedded import rank

__all__ = ["compile_query", "rank"]


def __getattr__(name: str) -> object:
    """Load the backend (and NumPy) when it is first used."""
    if name == "rank":
        from engine.search.embedded import rank

        return rank
    if name == "compile_query":
        from engine.search.compile import compile_query

        return compile_query
    raise AttributeError(name)
