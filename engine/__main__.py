"""`python -m engine` is `rulewright`; an interrupt while the modules are read ends it in silence too."""

import gc
import sys

_OBJECTS_BEFORE_GC = 100_000
"""How many come before dead ones are looked for. Rules and places stay to the end: to look through them
as often as Python does by itself is a tenth of a command's time and more."""


def main() -> None:
    """The command line, from its first import on."""
    gc.set_threshold(_OBJECTS_BEFORE_GC)
    try:
        from engine.cli.main import run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
