"""`python -m engine` is `rulewright`; an interrupt while the modules are read ends it in silence too."""

import sys


def main() -> None:
    """The command line, from its first import on."""
    try:
        from engine.cli.main import run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
