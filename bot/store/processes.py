"""The processes that serve the bot on PostgreSQL, by rows that they renew: one for each shard.

Two processes have the same shards only while one takes over from the other. Both then hear each
interaction, and one of them claims it before it acts.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Collection
from importlib.metadata import version
from pathlib import Path
from typing import Final

from bot.database.contract import Database, DatabaseError, StoreError
from bot.database.server_clock import NOW
from bot.settings import Shards
from bot.store.alone import nothing
from bot.store.discord_limits import DiscordLimits
from bot.store.process_rows import (
    COLUMNS,
    ProcessRow,
    predecessor,
    release_order,
    shown_shards,
)

LASTS: Final = 15.0
"""Seconds for which a process counts as alive after a heartbeat."""

RENEWED: Final = 5.0
"""Seconds between two heartbeats."""

SURE: Final = 10.0
"""Seconds without a heartbeat after which a process claims each interaction before it acts."""

CLAIMS_KEPT: Final = 3600.0
"""Seconds for which a claim is kept; an interaction can be answered for 15 minutes."""

RELEASE: Final = version("maecenas")

_MARKS: Final = ", ".join("?" * len(COLUMNS.split(",")))
_ENTER: Final = f"INSERT INTO processes ({COLUMNS}) VALUES ({_MARKS})"
_RENEW: Final = (
    f"UPDATE processes SET until = {NOW} + CAST(?1 AS DOUBLE PRECISION), takes_over = ?2,"
    # What a successor that is gone has told it does not count.
    " successor = ?3, told_to_stop ="
    " told_to_stop AND coalesce(successor = CAST(?3 AS TEXT), FALSE)"
    " WHERE id = ?4"
)
_DROP_LAPSED: Final = f"DELETE FROM processes WHERE id = ? AND until <= {NOW}"
# Only for a process whose row exists: one that was suspended for long may have lost its place.
_CLAIM: Final = (
    "INSERT INTO claims (interaction, process, at)"
    f" SELECT CAST(? AS BIGINT), id, {NOW} FROM processes WHERE id = ?"
    " ON CONFLICT (interaction) DO UPDATE SET at = claims.at RETURNING process"
)

_log = logging.getLogger(__name__)


class Process:
    """This process, which serves the bot from `enter` until `leave`.

    Attributes:
        id: 16 hexadecimal digits, which no other process has.
        limits: what Discord allows all processes together.
        others: the other processes that were alive a moment ago.
        exchange: awaited after each heartbeat of this process.
        drop_leases: awaited one heartbeat after a process was found to be gone, so that what it
            had sent has arrived by then.
    """

    def __init__(self, database: Database) -> None:
        """Not entered yet."""
        self._database = database
        self.id = secrets.token_hex(8)
        self.release = RELEASE
        self.limits = DiscordLimits(database, self.id)
        self.others: tuple[ProcessRow, ...] = ()
        self.exchange: Callable[[], Awaitable[None]] = nothing
        self.drop_leases: Callable[[], Awaitable[None]] = nothing
        self._found_gone = False
        self._stop: Callable[[], None] = lambda: None
        self._takes_over: str | None = None
        self._heard = time.monotonic()
        self._claims_cleared = time.monotonic()
        self._alone = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None

    # -- what is known ------------------------------------------------------------

    @property
    def number(self) -> int:
        """How many processes serve the bot, this one included."""
        return len(self.others) + 1

    @property
    def predecessor(self) -> ProcessRow | None:
        """The process that this one takes over from, while it is alive."""
        return next((each for each in self.others if each.id == self._takes_over), None)

    @property
    def successor(self) -> ProcessRow | None:
        """The process that takes over from this one."""
        return next((each for each in self.others if each.takes_over == self.id), None)

    @property
    def shares_shards(self) -> bool:
        """Whether another process hears what this one hears."""
        return self.predecessor is not None or self.successor is not None

    @property
    def must_claim(self) -> bool:
        """Whether another process may be the one to answer an interaction that arrives now."""
        if self._renewing is None:  # it does not serve the bot
            return False
        return self.shares_shards or time.monotonic() - self._heard > SURE

    @property
    def newer_lives(self) -> bool:
        """Whether a newer release serves the bot as well."""
        own = release_order(self.release)
        return any(release_order(each.release) > own for each in self.others)

    @property
    def older_lives(self) -> bool:
        """Whether an older release serves the bot as well."""
        own = release_order(self.release)
        return any(release_order(each.release) < own for each in self.others)

    # -- from the first moment to the last ----------------------------------------

    async def enter(
        self,
        stop: Callable[[], None],
        layout: int,
        shards: Shards | None = None,
        *,
        take_over: bool = False,
    ) -> None:
        """Begin to serve the bot, once a process that was killed a moment ago has lapsed.

        A process that takes over waits until the other one knows of it and claims interactions.

        Args:
            stop: called when this process must stop: another one hears everything it hears,
                or has taken its place because its heartbeats failed for too long.
            layout: the newest layout of the database that this release knows.
            shards: those of this process; None: all.
            take_over: whether it may take over from a process with the same shards.

        Raises:
            StoreError: another process has these shards, or this one cannot be stored.
        """
        self._stop = stop
        await self._wait_for_lapse(shards, take_over=take_over)
        name = f"process {os.getpid()} on {socket.gethostname()}"
        space = await asyncio.to_thread(_pid_space)
        async with self._database.transaction() as transaction:
            await transaction.execute("LOCK TABLE processes IN EXCLUSIVE MODE")
            found = await transaction.all(f"SELECT {COLUMNS}, until > {NOW} FROM processes")
            rows = [(ProcessRow.of(row[:-1]), bool(row[-1])) for row in found]
            living = [row for row, lives in rows if lives]
            before = predecessor(shards, living, take_over=take_over)
            self._takes_over = None if before is None else before.id
            for row, lives in rows:
                if not lives and row.in_the_way_of(shards):
                    await transaction.execute("DELETE FROM processes WHERE id = ?", row.id)
            own = ProcessRow(
                self.id, name, os.getpid(), space, 0.0, shards, self.release, layout
            )
            await transaction.execute(_ENTER, *own.values)
            self._heard = time.monotonic()
            await transaction.execute(_RENEW, LASTS, self._takes_over, None, self.id)
        self._know(living)
        self._renewing = asyncio.create_task(self._renew(), name="heartbeat")
        if before is not None:
            await self._wait_until_known(before)

    async def leave(self) -> None:
        """Stop serving the bot: another process may begin at once."""
        if self._renewing is None:
            return
        self._renewing.cancel()
        await asyncio.gather(self._renewing, return_exceptions=True)
        try:
            await self._database.write("DELETE FROM processes WHERE id = ?", self.id)
        except DatabaseError as error:  # it lapses by itself
            _log.warning("the end of this process was not stored: %s", error)

    # -- taking over --------------------------------------------------------------

    async def stop_predecessor(self) -> None:
        """Tell the process that this one takes over from to stop.

        Raises:
            DatabaseError: the database cannot be used.
        """
        tell = "UPDATE processes SET told_to_stop = TRUE WHERE id = ?"
        await self._database.write(tell, self._takes_over)

    async def wait_until_alone(self) -> None:
        """Wait until no other process hears what this one hears."""
        await self._alone.wait()

    async def claim(self, interaction: int) -> bool:
        """Whether this process answers an interaction: exactly one does, once.

        Raises:
            DatabaseError: the database cannot be used.
        """
        # A query may be sent again after the connection was lost: the answer is the same.
        rows = await self._database.all(_CLAIM, interaction, self.id)
        return rows == [(self.id,)]

    # -- the heartbeat ------------------------------------------------------------

    async def _renew(self) -> None:
        """Send heartbeats until another process has the place of this one."""
        while True:
            await asyncio.sleep(RENEWED)
            try:
                if await self._beat():
                    self._stop()
                    return
                await self.exchange()
            except DatabaseError as error:
                _log.warning("the heartbeat was not stored: %s", error)

    async def _beat(self) -> bool:
        """See which processes are alive, and say that this one is; true: it must stop."""
        began = time.monotonic()
        if self._found_gone:
            self._found_gone = False
            await self.drop_leases()
        rows = await self._living()
        others = [each for each in rows if each.id != self.id]
        for each in self.predecessor, self.successor:
            if each is None or any(row.id == each.id for row in others):
                continue
            if not await self._drop_lapsed(each):
                others.append(each)
        self._know(others)
        # A successor is known here before it hears that it is.
        successor, before = self.successor, self.predecessor
        if before is None:
            self._takes_over = None
        known = None if successor is None else successor.id
        renewed = await self._database.write(_RENEW, LASTS, self._takes_over, known, self.id)
        if not renewed:
            _log.error("another process has taken the place of this one, which stops")
            return True
        self._heard = began
        await self._clear_claims()
        own = [each for each in rows if each.id == self.id]
        told = any(each.told_to_stop and each.successor == known for each in own)
        if told and successor is not None:
            _log.info("%s takes over: this process stops", successor.name)
        return told and successor is not None

    async def _drop_lapsed(self, other: ProcessRow) -> bool:
        """Remove the row of a process that has lapsed, so that it can claim nothing.

        This must happen before this process answers without claims again. Returns whether the
        row is gone.
        """
        await self._database.write(_DROP_LAPSED, other.id)
        return not await self._database.all("SELECT 1 FROM processes WHERE id = ?", other.id)

    def _know(self, others: Collection[ProcessRow]) -> None:
        self.others = tuple(others)
        if self.shares_shards:
            self._alone.clear()
        else:
            self._alone.set()

    async def _living(self) -> list[ProcessRow]:
        """The processes that have not lapsed, except those known to be gone."""
        found = await self._database.all(f"SELECT {COLUMNS} FROM processes WHERE until > {NOW}")
        rows = [ProcessRow.of(row) for row in found]
        space = await asyncio.to_thread(_pid_space)
        # A row with the number of this process belongs to an earlier one, which is gone.
        begins = self._renewing is None
        gone = [
            row
            for row in rows
            if row.pid_space == space
            and (not _lives(row.pid) or (begins and row.pid == os.getpid()))
        ]
        for row in gone:
            await self._database.write("DELETE FROM processes WHERE id = ?", row.id)
            self._found_gone = True
        return [row for row in rows if row not in gone]

    async def _clear_claims(self) -> None:
        """Forget, once an hour, claims on interactions that nobody can answer any more."""
        if time.monotonic() - self._claims_cleared < CLAIMS_KEPT:
            return
        await self._database.write(f"DELETE FROM claims WHERE at < {NOW} - ?", CLAIMS_KEPT)
        self._claims_cleared = time.monotonic()

    # -- waiting for another process ----------------------------------------------

    async def _wait_for_lapse(self, shards: Shards | None, *, take_over: bool) -> None:
        """Wait while a process that may have been killed a moment ago is in the way."""
        seen: dict[str, float] = {}
        ends = time.monotonic() + LASTS
        while time.monotonic() < ends:
            living = [row for row in await self._living() if row.in_the_way_of(shards)]
            if _may_begin(shards, living, take_over=take_over):
                return
            if not seen:
                has = shown_shards(living[0].shards)
                _log.info("%s has %s: waiting to see if it is alive", living[0].name, has)
            if any(seen.setdefault(row.id, row.until) < row.until for row in living):
                return  # it goes on sending heartbeats
            await asyncio.sleep(RENEWED / 5)

    async def _wait_until_known(self, before: ProcessRow) -> None:
        """Wait until a process knows that this one takes over from it, or is gone.

        Raises:
            StoreError: that process goes on without noticing.
        """
        seen = f"SELECT successor FROM processes WHERE id = ? AND until > {NOW}"
        ends = time.monotonic() + 2 * LASTS
        while time.monotonic() < ends:
            rows = await self._database.all(seen, before.id)
            if not rows or rows[0][0] == self.id:
                return
            await asyncio.sleep(RENEWED / 5)
        raise StoreError(f"{before.name} has not noticed the takeover")


def _may_begin(
    shards: Shards | None, living: Collection[ProcessRow], *, take_over: bool
) -> bool:
    try:
        predecessor(shards, living, take_over=take_over)
    except StoreError:
        return False
    return True


def _pid_space() -> str:
    """The space in which a process number is unique: a boot and a container."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:  # another operating system: only time tells whether a process is alive
        return secrets.token_hex(8)


def _lives(pid: int) -> bool:
    """Whether there is a process with this number; the number may have been reused."""
    return Path(f"/proc/{pid}").exists()
