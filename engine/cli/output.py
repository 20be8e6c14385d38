"""What the command line writes to: made safe for every character, and quiet once nobody reads."""

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO


def prepare_output() -> None:
    """Let every character be written: one that the terminal's encoding lacks is escaped, and a closed
    output takes everything and shows nothing."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  open to the end
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def silence() -> None:
    """Keep the interpreter from writing to the output again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
