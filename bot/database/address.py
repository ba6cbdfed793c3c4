"""Where a database is: a file, or the address of a server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import parse_qs, urlsplit

from bot.database.contract import StoreError

Address: TypeAlias = Path | str
"""Where a database is: the SQLite file, or the PostgreSQL URL."""


PRIVATE: Final = 0o600
"""The mode of files that the store creates: they reveal every hand."""


def shown(address: Address) -> str:
    """An address for a message: without a password."""
    if isinstance(address, Path):
        return str(address)
    parts = urlsplit(address)
    sockets = parse_qs(parts.query).get("host", ["localhost"])
    return f"{parts.hostname or sockets[0]}{parts.path}"


def followed(file: Path) -> Path:
    """The file that a symbolic link leads to: one bot has it, under whatever name."""
    return Path(os.path.realpath(file))  # unlike `resolve`, it leaves a link to itself as it is


def check_single(file: Path) -> None:
    """Check that a database has one name: SQLite would keep a separate log for each name.

    Raises:
        StoreError: the file has a second name.
    """
    if file.is_file() and file.stat().st_nlink > 1:
        raise StoreError(
            f"the database {file} has a second name, a hard link: SQLite would damage it; "
            "remove the other name, or make it a symbolic link"
        )
