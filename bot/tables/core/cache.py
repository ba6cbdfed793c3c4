"""The tables in memory: a bounded number, loaded and written here, each behind a lock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeAlias

from cachetools import LRUCache
from msgspec.structs import replace

from bot.background.locks import KeyedLocks
from bot.background.workers import LONG, WorkerFailed, Workers
from bot.database.contract import Conflict
from bot.store import DatabaseError, Store
from bot.store.changes import Guard
from bot.store.rows import DamagedRowError, GameId, GameRow
from bot.tables.core import loading
from bot.tables.core.draft import Draft, FollowUp, Standing, difference
from bot.tables.core.editions import rules_of
from bot.tables.core.leases import GameLocks, LeaseLost, locks_of
from bot.tables.core.loading import ATTEMPTS, TableReader
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import Resting
from bot.tables.core.replay import Report, replayed_result
from bot.tables.core.table import Table
from bot.tables.core.uptime import Uptime
from rules.contract import AnyGame

WritePart: TypeAlias = Callable[[Table, Guard | None], Awaitable[Table | None]]
"""Stores part of a table under a guard, and returns the table as it is then."""

_log = logging.getLogger(__name__)


class TableCache:
    """The tables in use; the most recently used ones stay in memory.

    A table in memory is what the store holds: it is replaced only after a commit, and
    read again when another process has written.

    Attributes:
        store: where everything is kept.
        rules: each game as new tables play it, by its id.
        release: the digest of the rules; a game checked under it needs no replay.
        uptime: the clock of decisions and due times.
        leases: the games for which this process acts.
    """

    def __init__(
        self,
        store: Store,
        workers: Workers,
        rules: Mapping[str, AnyGame],
        *,
        announce: Callable[[GameId], None],
        plan_due: Callable[[float], None],
        uptime: Uptime,
        release: str,
        clock: Callable[[], float],
        kept: int,
        leases: GameLocks | None = None,
        follow_ups: Sequence[FollowUp] = (),
        changed: Callable[[GameId], None] = lambda _: None,
    ) -> None:
        """Nothing is in memory yet.

        Args:
            store: where everything is kept.
            workers: where games are replayed.
            rules: each game as new tables play it, by its id.
            announce: called after a commit that wrote outbox rows of a game.
            plan_due: called after a commit that set due times, with the earliest.
            uptime: the clock of decisions and due times.
            release: the digest of the rules.
            clock: Unix seconds.
            kept: how many tables stay in memory.
            leases: the leases of this process; None: new ones.
            follow_ups: what else happens when a table changes, in this order.
            changed: called after each commit, with the game.
        """
        self.store = store
        self._changed = changed
        self.leases = leases or locks_of(store)
        self.rules = rules
        self.release = release
        self.uptime = uptime

        def aside(game: GameId) -> None:
            announce(game)
            changed(game)

        self._reader = TableReader(
            store, workers, rules, announce=aside, release=release, moment=self.moment
        )
        self._workers = workers
        self._announce = announce
        self._plan_due = plan_due
        self._clock = clock
        self._follow_ups = follow_ups
        self._tables: LRUCache[GameId, Table] = LRUCache(kept)
        self._locks: KeyedLocks[GameId] = KeyedLocks()

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    @property
    def report(self) -> Report:
        """The replay check so far."""
        return self._reader.report

    def number(self, game: GameId) -> int | None:
        """The number of a game's latest entry; None if it is not in memory."""
        table = self._tables.get(game)
        return None if table is None else table.number

    def held(self, game: GameId) -> Table | None:
        """A table as it is in memory, at once and perhaps outdated; None: it is not there."""
        return self._tables.get(game)

    def moment(self) -> Moment:
        """Now, by both clocks."""
        return Moment(unix=self._clock(), uptime=self.uptime.now())

    def rules_of(self, table: Table) -> AnyGame:
        """The rules of a table's game, with the edition that it is played with."""
        return rules_of(table.game, self.rules)

    async def table(self, game: GameId, revision: int = 0) -> Table:
        """The table as it is now.

        Args:
            game: its number.
            revision: one that the store holds. The caller may have read it there before the
                task that wrote it put the table here.

        Raises:
            NoSuchGame: the game is unknown.
        """
        revision = max(revision, await self._stored_revision(game))
        table = self._tables.get(game)
        if table is not None and table.game.revision >= revision:
            return table
        async with self._locks(game):  # a writer puts the table here before releasing the lock
            return await self._current(game, revision)

    async def _stored_revision(self, game: GameId) -> int:
        """The stored revision of a table in memory, if other processes can write it; else 0."""
        if not self.store.games.shared or game not in self._tables:
            return 0
        revision = await self.store.games.revision(game)
        if revision is None:
            self._tables.pop(game, None)
        return revision or 0

    async def _current(self, game: GameId, revision: int) -> Table:
        """The locked table, at that revision or a later one.

        Raises:
            NoSuchGame: the game is unknown.
        """
        table = self._tables.get(game)
        if table is None or table.game.revision < revision:  # another process wrote
            table = await self._reader.read(game, table)
            self.put(table)
        return table

    @asynccontextmanager
    async def hold(self, game: GameId) -> AsyncIterator[Table]:
        """The table, which nobody else changes meanwhile; callers get it in order of arrival.

        After a change was cut off, the table is read again: what the store holds is not known.
        """
        async with self._locks(game):
            try:
                yield await self._current(game, await self._stored_revision(game))
            except (DatabaseError, asyncio.CancelledError):
                self._tables.pop(game, None)
                raise

    async def create(self, draft: Draft) -> Table:
        """Store a new table, which gets a number.

        Raises:
            Conflict: the channel is taken.
        """
        row = draft.table.game
        new = await self.store.games.create(row, difference(Table(row, ()), draft))
        self._announce(new.id)
        self._plan_dues(draft)
        return await self.table(new.id)

    def _plan_dues(self, draft: Draft) -> None:
        """Plan a look at the earliest due time that a stored draft has set."""
        if draft.dues:
            self._plan_due(min(each.at for each in draft.dues))

    async def change(self, game: GameId, draft: Callable[[Table], Draft]) -> Table:
        """Make and store a change; it is made again if another process wrote meanwhile.

        Raises:
            NoSuchGame: the game is unknown.
            Resting: the game is resting, and another one has its channel.
            Exception: what `draft` raises.
        """

        async def at_once(table: Table) -> Draft:
            return draft(table)

        return await self.change_async(game, at_once)

    async def change_async(
        self, game: GameId, draft: Callable[[Table], Awaitable[Draft | None]]
    ) -> Table:
        """Like `change`, for a draft that must await something; None: the table stays as it is.

        `draft` runs under the game's lock, so it must not change the same game itself.

        Raises:
            NoSuchGame: the game is unknown.
            Resting: the game is resting, and another one has its channel.
            Exception: what `draft` raises.
        """
        cause: Conflict | None = None
        for _ in range(ATTEMPTS):
            async with self.hold(game) as table:
                try:
                    new = await draft(table)
                    return table if new is None else await self._write(table, new)
                except Conflict as conflict:
                    cause = conflict
                    self._tables.pop(game, None)
        raise loading.contended(game, cause) from cause

    async def write_part(
        self, game: GameId, write: WritePart, epoch: int | None = None
    ) -> Table:
        """Store part of a table without a draft; this is tried again if another process wrote.

        Args:
            game: its number.
            write: stores it under a guard and returns the table as it is then; None: as before.
            epoch: that of the lease, if only its owner may write; None: any process may.

        Raises:
            NoSuchGame: the game is unknown.
            LeaseLost: another process acts for the game.
            Exception: what `write` raises.
        """
        for _ in range(ATTEMPTS):
            async with self.hold(game) as table:
                shared = self.store.games.shared
                guard = Guard(table.game.revision, epoch) if shared else None
                with suppress(Conflict):
                    after = await write(table, guard)
                    if after is None:
                        return table
                    if guard is not None:
                        row = replace(after.game, revision=guard.revision + 1)
                        after = replace(after, game=row)
                    self.put(after)
                    return after
            if epoch is not None and not await self.leases.confirm(game, epoch):
                raise LeaseLost
        raise loading.contended(game)

    async def _write(self, before: Table, draft: Draft) -> Table:
        """Store a change to a held table.

        Raises:
            Conflict: someone changed the game meanwhile; nothing was written.
            Resting: the game is resting, and another one has its channel.
        """
        if before.game.rested is not None and draft.table.game.rested is None:
            await self._check_channel(before.game)
        standing = Standing(self.moment())
        for follow_up in self._follow_ups:
            draft = follow_up(before, draft, standing)
        row = await self.store.games.commit(draft.table.game, difference(before, draft))
        after = replace(draft.table, game=row)
        if draft.orders:  # the store sets when each was left, so that they stay in order
            orders = await self.store.games.orders(row.id)
            after = replace(after, orders=orders)
        self.put(after)
        if draft.outs:
            self._announce(row.id)
        self._plan_dues(draft)
        self._changed(row.id)
        return after

    async def _check_channel(self, resting: GameRow) -> None:
        """Check that a resting game's channel is free.

        Raises:
            Resting: the game is resting, and another one has its channel.
        """
        try:
            there = await self.store.games.in_channel(resting.channel)
        except DamagedRowError as error:
            raise Resting(0) from error
        if there is not None and there.id != resting.id and there.is_open:
            raise Resting(there.id)

    async def forget(self, game: GameId) -> None:
        """Drop a game from memory: the store holds something else by now."""
        async with self._locks(game):
            if game in self._tables:
                del self._tables[game]
        self._changed(game)
        with suppress(DatabaseError):  # a wake-up may be lost
            await self.store.tell_changed(game)

    def put(self, table: Table) -> None:
        """Insert or replace a table; evicts the least recently used."""
        self._tables[table.game.id] = table

    # -- loading and checking --------------------------------------------------

    async def check_next(self, after: GameId) -> GameId | None:
        """Replay the next running game that this release has not checked; None: none is left.

        A game that is opened meanwhile is replayed at once, out of turn.

        Args:
            after: the number of the game checked before; 0 at first.
        """
        game = await self.store.game_index.unverified(self.release, after)
        if game is None:
            self._reader.report = replace(self.report, done=True)
            told = "running games were replayed: %s as they were played, %s set aside"
            _log.info(told, self.report.good, len(self.report.aside))
            return None
        async with self._locks(game):
            try:
                row = await self.store.games.game(game)
                if row and row.status == "playing" and row.verified != self.release:
                    seats = await self.store.games.seats(game)
                    entries = await self.store.games.entries(game)
                    await self._reader.verify(row, seats, entries)
            except Conflict:  # another process has set it aside or is playing it
                _log.info("game %s was changed while it was being replayed", game)
            except (DamagedRowError, WorkerFailed) as error:  # tried again when it is opened
                _log.error("game %s was not replayed: %s", game, error)
        return game

    async def add_missing_result(self, after: GameId) -> GameId | None:
        """Store the result of the next finished game without one; None: none is left.

        Games that ended under 0.1.0 have none, nor do those that a host imported.

        Args:
            after: the number of the game looked at before; 0 at first.
        """
        game = await self.store.results.missing(after)
        if game is None:
            return None
        result = None
        try:
            row = await self.store.games.game(game)
            seats, rows = (
                await self.store.games.seats(game),
                await self.store.games.entries(game),
            )
            if row is not None:
                result = await self._workers.run_within(LONG, replayed_result, row, seats, rows)
        except (DamagedRowError, WorkerFailed) as error:
            _log.error("game %s cannot be replayed for its result: %s", game, error)
        if result is not None:
            await self.store.results.add(result)
        else:  # tried again at the next start
            _log.warning("game %s has no result: it does not replay as it was played", game)
        return game
