"""What installed packages bring under an entry point."""

from collections.abc import Iterator
from importlib.metadata import entry_points

from engine.errors import ConfigError, Problem


def brought(group: str, name: str, code: str) -> Iterator[object]:
    """What each installed package names so. Raises ConfigError with that code for what cannot be imported:
    that is a fault of the package, and no words of its own errors but those of Python's import are shown."""
    for point in entry_points(group=group, name=name):
        try:
            found = point.load()
        except Exception as error:  # whatever a package does while it is imported
            why = f": {error}" if isinstance(error, ImportError | AttributeError) else ""
            message = f"{name} = {point.value!r} cannot be imported: {type(error).__name__}{why}"
            hint = f"the package that names it under {group}: a folder or file of that name here hides it?"
            raise ConfigError(Problem(code=code, message=message, hint=hint)) from error
        yield found
