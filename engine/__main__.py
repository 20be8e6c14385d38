"""`python -m engine` is `rulewright`."""

from engine.cli.main import run

if __name__ == "__main__":
    run()
