"""What was worked out from files and is kept between commands, in the user's cache directory."""

import contextlib
import hashlib
import logging
import os
import tempfile
import time
from functools import lru_cache
from pathlib import Path

import engine
from engine.config.revision import Revision
from engine.search.column_file import FORMAT, dump_columns, load_columns
from engine.search.columns import Columns
from engine.search.documents import bytes_of, documents_in
from engine.search.named_texts import named_texts

VARIABLE = "RULEWRIGHT_CACHE"
"""Names another directory; `off` keeps nothing."""
_KEPT = 4
"""Files of columns that stay: those used last."""
_ABANDONED_S = 3600
"""A file that is being written for so long was left behind."""
_log = logging.getLogger("rulewright")


def cache_folder() -> Path | None:
    """Where files are kept between commands; None where nothing is to be kept, or there is no home."""
    named = os.environ.get(VARIABLE)
    if named:
        return None if named == "off" else Path(named)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if Path(base).is_absolute():
        return Path(base, "rulewright")
    try:
        return Path.home() / ".cache" / "rulewright"
    except RuntimeError:
        return None


def columns_of_file(path: Path, revision: Revision) -> Columns:
    """The columns of a file of documents, from the cache when they were built of the same bytes by the
    same catalog before, for filters that name the same texts; else they are built, and kept there.

    Raises InputInvalid with every broken row, or when the file cannot be read. A cache that cannot be used
    is no error: it is said once where nothing can be written.
    """
    folder, data = cache_folder(), bytes_of(path)
    if folder is None:
        return Columns.build(documents_in(data, path, revision.catalog), revision)
    key = _key(data, path, revision)
    file = folder / f"columns-{key}.bin"
    columns = load_columns(file, revision.catalog, key)
    if columns is not None:
        with contextlib.suppress(OSError):
            os.utime(file)  # those used last are kept
        return columns
    columns = Columns.build(documents_in(data, path, revision.catalog), revision)
    _keep(file, columns, key)
    return columns


def _key(data: bytes, path: Path, revision: Revision) -> str:
    """A name for everything that the columns depend on."""
    parts = (
        f"{engine.__version__} {FORMAT}".encode(),
        repr(revision.catalog).encode(),
        repr(named_texts(revision)).encode(),
        path.suffix.encode(),
        data,
    )
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()[:32]


def _keep(file: Path, columns: Columns, key: str) -> None:
    """Write the file whole or not at all, and let the oldest of its kind go."""
    try:
        data = dump_columns(columns, key)
    except RecursionError:  # a document nested as deep as can just be read
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".tmp", delete=False) as written:
            try:
                written.write(data)
                written.close()
                Path(written.name).replace(file)
            except BaseException:
                written.close()
                Path(written.name).unlink(missing_ok=True)
                raise
        _prune(file.parent)
    except OSError as error:
        _say_once(str(file.parent), error.strerror or type(error).__name__)


def _prune(folder: Path) -> None:
    used = [(entry.stat().st_mtime, entry) for entry in folder.glob("columns-*.bin")]
    old = [entry for _, entry in sorted(used, reverse=True)[_KEPT:]]
    late = time.time() - _ABANDONED_S
    old += [entry for entry in folder.glob("*.tmp") if entry.stat().st_mtime < late]
    for entry in old:
        entry.unlink(missing_ok=True)


@lru_cache
def _say_once(folder: str, reason: str) -> None:
    _log.warning("nothing is kept in %s (%s); %s=off keeps nothing", folder, reason, VARIABLE)
