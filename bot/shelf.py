"""The tables in memory: a bounded number, each behind its lock, loaded and written here."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from time import perf_counter
from weakref import WeakValueDictionary

import msgspec

from bot.editions import rules_of
from bot.moves import steps
from bot.notices import NoSuchGame
from bot.replay import Verdict, replayed, set_aside
from bot.store import Store
from bot.store.database import Conflict
from bot.store.rows import EntryRow, GameId, GameRow, SeatRow
from bot.table import AnyJournal, Draft, Table
from bot.workers import Workers
from rules.journal import Codec, Journal
from rules.table import AnyGame

SLICE = 0.002
"""Seconds of folding after which other tasks have their turn."""

ATTEMPTS = 3
"""How often a change is made anew because another process was faster."""

log = logging.getLogger(__name__)


class Shelf:
    """The tables in use, the latest used ones kept.

    A table on the shelf is what the store holds: it is replaced only after a commit
    and dropped when somebody else has written.
    """

    def __init__(
        self,
        store: Store,
        workers: Workers,
        games: Mapping[str, AnyGame],
        clock: Callable[[], float],
        kept: int,
    ) -> None:
        """An empty shelf for at most `kept` tables."""
        self.store = store
        self.games = games
        self.release = ""
        self.good = 0
        self.aside: dict[GameId, Verdict] = {}
        self.written: Callable[[Table, bool], None] = lambda _table, _announce: None
        self._workers = workers
        self._clock = clock
        self._kept = kept
        self._tables: OrderedDict[GameId, Table] = OrderedDict()
        self._locks: WeakValueDictionary[GameId, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def number(self, game: GameId) -> int | None:
        """The number of a game's latest entry; None if it is not in memory."""
        return self._tables[game].number if game in self._tables else None

    async def table(self, game: GameId) -> Table:
        """The table as it stands. Raises: NoSuchGame."""
        if game in self._tables:
            self._tables.move_to_end(game)
            return self._tables[game]
        async with self.hold(game) as table:
            return table

    @asynccontextmanager
    async def hold(self, game: GameId) -> AsyncIterator[Table]:
        """The table, and nobody else's turn meanwhile, in order of arrival."""
        async with self._lock(game):
            if game not in self._tables:
                self.put(await self._load(game))
            yield self._tables[game]

    def _lock(self, game: GameId) -> asyncio.Lock:
        lock = self._locks.get(game)
        if lock is None:
            lock = self._locks[game] = asyncio.Lock()
        return lock

    async def check(self, game: GameId) -> None:
        """Replay a running game that nobody has opened since the start."""
        async with self._lock(game):
            row = await self.store.games.game(game)
            if row and row.status == "playing" and row.verified != self.release:
                seats = await self.store.games.seats(game)
                await self._verify(row, seats, await self.store.games.entries(game))

    async def change(self, game: GameId, draft: Callable[[Table], Draft]) -> Table:
        """Make and store a change; made anew if another process wrote meanwhile.

        Raises: NoSuchGame, and what `draft` raises.
        """
        for _ in range(ATTEMPTS):
            async with self.hold(game) as table:
                try:
                    return await self.write(table, draft(table))
                except Conflict:
                    self._tables.pop(game, None)
        raise Conflict

    async def write(self, table: Table, draft: Draft) -> Table:
        """Store a change of a held table. Raises: Conflict."""
        change = draft.change
        new = Table(
            draft.row,
            table.seats if change.seats is None else change.seats,
            table.journal if draft.journal is None else draft.journal,
            table.votes if change.votes is None else change.votes,
        )
        rows = await self.store.games.orders(table.game.id)
        ordering = frozenset(each.seat for each in (*rows, *change.orders))
        row = msgspec.structs.replace(draft.row, steps=steps(new, ordering))
        row = await self.store.games.commit(row, change)
        new = msgspec.structs.replace(new, game=row)
        self.put(new)
        self.written(new, bool(change.outs))
        return new

    def put(self, table: Table) -> None:
        """Keep a table, and let the one used longest ago go."""
        self._tables[table.game.id] = table
        self._tables.move_to_end(table.game.id)
        while len(self._tables) > self._kept:
            self._tables.popitem(last=False)

    async def _load(self, game: GameId) -> Table:
        """The table as stored; a running game whose replay differs is set aside."""
        row = await self.store.games.game(game)
        if row is None:
            raise NoSuchGame
        seats = await self.store.games.seats(game)
        if row.status == "lobby":
            return Table(row, seats)
        rows = await self.store.games.entries(game)
        if row.status == "playing":
            if row.verified != self.release:
                row = await self._verify(row, seats, rows)
            if row.status == "playing":
                try:
                    return Table(row, seats, await self._folded(row, seats, rows))
                except _Differs:
                    row = await self._verify(row, seats, rows)
        votes = await self.store.games.votes(game)
        return Table(row, seats, await self._readable(row, seats, rows), votes)

    async def _verify(
        self, row: GameRow, seats: tuple[SeatRow, ...], rows: tuple[EntryRow, ...]
    ) -> GameRow:
        """Replay a running game in a worker; its row afterwards, perhaps set aside."""
        verdict = await self._workers.run(replayed, row, len(seats), rows)
        if verdict.fault is None:
            self.good += 1
            version = rules_of(row, self.games).version
            row = msgspec.structs.replace(row, verified=self.release, rules_version=version)
            await self.store.games.set_verified(row)
            return row
        log.error(
            "game %s (%s) does not replay as it was played after entry %s: %s; it is set aside",
            *(row.id, row.game, verdict.good, verdict.fault),
        )
        self.aside[row.id] = verdict
        aside, change = set_aside(row, verdict, len(rows), self._clock())
        aside = await self.store.games.commit(aside, change)
        self.written(Table(aside, seats), True)
        return aside

    async def _folded(
        self, row: GameRow, seats: tuple[SeatRow, ...], rows: tuple[EntryRow, ...]
    ) -> AnyJournal:
        """The journal of a running game, if it ends in the position that was stored."""
        journal = await self._fold(row, seats, rows)
        if rows and (rows[-1].n != len(rows) or journal.checksum() != rows[-1].checksum):
            raise _Differs
        return journal

    async def _fold(
        self, row: GameRow, seats: tuple[SeatRow, ...], rows: tuple[EntryRow, ...]
    ) -> AnyJournal:
        """The journal of the entries, folded in slices so that nothing waits for it."""
        try:
            rules = rules_of(row, self.games)
            codec = Codec(rules)
            journal: AnyJournal = Journal(rules, rules.options(len(seats), row.chosen))
            began = perf_counter()
            for each in rows:
                journal = journal.add(codec.decode(each.entry))
                if perf_counter() - began > SLICE:
                    await asyncio.sleep(0)
                    began = perf_counter()
        except Exception as error:  # a corrupt entry can fail in any room of a game
            raise _Differs from error
        return journal

    async def _readable(
        self, row: GameRow, seats: tuple[SeatRow, ...], rows: tuple[EntryRow, ...]
    ) -> AnyJournal | None:
        """What can be read of a game that is not running: all of it, or its good part."""
        good = len(rows) if row.checked is None else row.checked
        if not rows or good < 0:
            return None
        try:
            return await self._fold(row, seats, rows[:good])
        except _Differs:
            return None


class _Differs(Exception):  # noqa: N818 - what it says
    """The stored entries do not fold to the stored checksums."""
