"""What installed packages bring under an entry point."""

from importlib.metadata import entry_points

from engine.errors import ConfigError, Problem


def brought(group: str, name: str, code: str) -> object | None:
    """What an installed package names so; None where none does. Raises ConfigError with that code where two
    do, and for what cannot be imported: that is a fault of the package, and no words of its own errors but
    those of Python's import are shown."""
    points = {point.value: point for point in entry_points(group=group, name=name)}
    if len(points) > 1:
        message = f"installed packages name {name} more than once: {', '.join(sorted(points))}"
        raise ConfigError(Problem(code=code, message=message, hint="uninstall all but one of them"))
    for value, point in points.items():
        try:
            return point.load()
        except Exception as error:  # whatever a package does while it is imported
            why = f": {error}" if isinstance(error, ImportError | AttributeError) else ""
            message = f"{name} = {value!r} cannot be imported: {type(error).__name__}{why}"
            hint = f"the package that names it under {group}: a folder or file of that name here hides it?"
            raise ConfigError(Problem(code=code, message=message, hint=hint)) from error
    return None
