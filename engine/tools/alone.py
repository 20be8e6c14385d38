"""One writer of a file at a time, of all processes of a machine."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _take(lock: IO[bytes]) -> None:
        msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)  # tried for ten seconds, then OSError

else:
    import fcntl

    def _take(lock: IO[bytes]) -> None:
        fcntl.flock(lock, fcntl.LOCK_EX)


@contextmanager
def alone(path: Path) -> Generator[None]:
    """Nobody else who asks so writes the file meanwhile. A process that ends lets go by that alone.

    Raises OSError where the folder cannot be written, and on Windows where another one writes for more than
    ten seconds."""
    with path.with_name(f".{path.name}.lock").open("wb") as lock:
        _take(lock)
        yield
