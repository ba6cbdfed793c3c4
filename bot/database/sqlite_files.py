"""The file of a SQLite database: created for its owner alone, or refused."""

from __future__ import annotations

import logging
import os
import stat
import sys
from pathlib import Path

from bot.database.address import PRIVATE, check_single
from bot.database.contract import StoreError

_log = logging.getLogger(__name__)


def prepare(path: Path) -> None:
    """Create the folder of a database, and its file if that does not exist.

    Raises:
        OSError: the folder cannot be created.
        StoreError: the file cannot be used.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    check_single(path)
    if path.is_file() and not path.stat().st_size:
        raise StoreError(
            f"the database {path} is empty: its games are gone; put a backup in its place, "
            "or remove the file to start over"
        )
    if not path.exists():
        # For its owner alone from the start: SQLite then creates its logs the same way.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        _make_private(file)
    # SQLite would open it, and leave a log beside it that cannot be written either.
    if path.exists() and not os.access(path, os.W_OK):
        raise StoreError(f"the database {path} cannot be used: it is not writable")


def _make_private(path: Path) -> None:
    """Let nobody else read a file of an earlier release, if it exists and is ours."""
    if sys.platform == "win32" or not path.exists():
        return
    found = path.stat()
    if not found.st_mode & 0o077:
        return
    try:
        if found.st_uid != os.geteuid():
            raise PermissionError("it belongs to another user")
        path.chmod(stat.S_IMODE(found.st_mode) & PRIVATE)  # read-only stays read-only
    except OSError as error:
        _log.warning("others can read %s, which reveals every hand: %s", path, error)
