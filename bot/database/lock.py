"""One bot for each database: an operating system lock that ends with its process."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bot.database import address
from bot.database.address import PRIVATE, Address, check_single
from bot.database.contract import StoreError


@contextmanager
def locked(database: Address) -> Iterator[None]:
    """Hold the lock of a database, in a file beside it that is never removed.

    On PostgreSQL there is no file: its rows say which process serves the bot. A command
    that only reads, or that writes one game, needs no lock: SQLite keeps them apart.

    Raises:
        StoreError: another bot holds it, the disk has no locks, the database has a second
            name, or the file cannot be created.
    """
    if isinstance(database, str):
        yield
        return
    database = address.followed(database)
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(f"{database}.lock", os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise StoreError(
            f"the database {database} cannot be used: {error.strerror}: {database}.lock"
        ) from error
    try:
        try:
            _lock(file)
        except (BlockingIOError, PermissionError) as error:
            raise StoreError(f"another bot is using the database {database}") from error
        except OSError as error:
            raise StoreError(
                f"the disk of the database {database} supports no locks ({error.strerror}): "
                "the file must be on a local disk, not on a network disk"
            ) from error
        check_single(database)
        yield
    finally:
        os.close(file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        """Lock a file for this process.

        Raises:
            OSError: another process has it, or none can.
        """
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        """Lock a file for this process.

        Raises:
            OSError: another process has it, or none can.
        """
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
