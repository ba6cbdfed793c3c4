"""Which process serves the bot on PostgreSQL: one at a time, by a row that it renews."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.store.database import Database, DatabaseError, Row, StoreError, Transaction

LASTS: Final = 15.0
"""Seconds for which a process counts as living after it said so."""

RENEWED: Final = 5.0
"""Seconds after which it says so again."""

_NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"
_ENTER: Final = (
    "INSERT INTO processes (id, name, pid, pid_space, until)"
    f" VALUES (?, ?, ?, ?, {_NOW} + CAST(? AS DOUBLE PRECISION))"
)
_RENEW: Final = (
    f"UPDATE processes SET until = {_NOW} + CAST(? AS DOUBLE PRECISION) WHERE id = ?"
)

_log = logging.getLogger(__name__)


async def check_none_lives(database: Database | Transaction) -> None:
    """Raises: StoreError, if a process serves the bot."""
    rows = await database.all(f"SELECT name FROM processes WHERE until > {_NOW}")
    if rows:
        raise StoreError(f"another bot is using the database: {rows[0][0]}")


class Process:
    """This process as the only one that serves the bot, from `enter` until `leave`.

    Attributes:
        id: what names it to other processes.
    """

    def __init__(self, database: Database) -> None:
        """Not entered yet."""
        self._database = database
        self.id = secrets.token_hex(8)
        self._renewing: asyncio.Task[None] | None = None

    async def enter(self, lost: Callable[[], None]) -> None:
        """Begin to serve the bot; waits for the end of one that was killed a moment ago.

        Args:
            lost: called when another process has taken the place of this one, because it was
                not heard of for so long: it must stop.

        Raises:
            StoreError: another process serves the bot, or this one cannot be stored.
        """
        before = await self._living()
        if before:
            await asyncio.sleep(LASTS)
            if before != await self._living():  # it goes on saying that it lives
                await check_none_lives(self._database)
        name = f"process {os.getpid()} on {socket.gethostname()}"
        space = await asyncio.to_thread(_pid_space)
        async with self._database.transaction() as transaction:
            await transaction.execute("LOCK TABLE processes IN EXCLUSIVE MODE")
            await check_none_lives(transaction)
            await transaction.execute("DELETE FROM processes")
            await transaction.execute(_ENTER, self.id, name, os.getpid(), space, LASTS)
        self._renewing = asyncio.create_task(self._renew(lost), name="heartbeat")

    async def leave(self) -> None:
        """Serve the bot no more: another process may begin at once."""
        if self._renewing is None:
            return
        self._renewing.cancel()
        await asyncio.gather(self._renewing, return_exceptions=True)
        try:
            await self._database.write("DELETE FROM processes WHERE id = ?", self.id)
        except DatabaseError as error:  # it lapses by itself
            _log.warning("the end of this process was not stored: %s", error)

    async def _living(self) -> list[Row]:
        """The rows that have not lapsed, but for those of processes known to be gone."""
        rows = await self._database.all(
            f"SELECT id, until, pid, pid_space FROM processes WHERE until > {_NOW}"
        )
        space = await asyncio.to_thread(_pid_space)
        living = [row for row in rows if row[3] != space or _lives(row[2])]
        for row in rows:
            if row not in living:
                await self._database.write("DELETE FROM processes WHERE id = ?", row[0])
        return living

    async def _renew(self, lost: Callable[[], None]) -> None:
        """Say again and again that this process lives, until another one has its place."""
        while True:
            await asyncio.sleep(RENEWED)
            try:
                if not await self._database.write(_RENEW, LASTS, self.id):
                    _log.error("another process has taken the place of this one, which stops")
                    lost()
                    return
            except DatabaseError as error:
                _log.warning("the heartbeat was not stored: %s", error)


def _pid_space() -> str:
    """Where the number of a process means the same process: a boot, and a container."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:  # another operating system: whether a process lives, only time tells
        return secrets.token_hex(8)


def _lives(pid: int) -> bool:
    """Whether another process of this number is there; its number may have been given anew."""
    return pid != os.getpid() and Path(f"/proc/{pid}").exists()
