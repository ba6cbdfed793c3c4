"""Tables as they are stored: read, folded, and replayed once under each release."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from time import perf_counter
from typing import Final

from msgspec.structs import replace

from bot.background.workers import LONG, Workers
from bot.database.contract import Conflict, ContendedError
from bot.store import Store
from bot.store.rows import DamagedRowError, EntryRow, GameId, GameRow, NewerRowError, SeatRow
from bot.tables.core import replay
from bot.tables.core.editions import rules_of
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import BeingUpdated, NoSuchGame, Unreadable
from bot.tables.core.replay import Report, ends_as_stored, folded_on, set_aside
from bot.tables.core.table import Table
from rules.contract import AnyGame
from rules.journal import AnyJournal

SLICE: Final = 0.002
"""Seconds of folding after which other tasks may run."""

ATTEMPTS: Final = 6
"""How often something is tried when another process keeps being faster."""

_log = logging.getLogger(__name__)


def contended(game: GameId, last: Conflict | None = None) -> ContendedError:
    """The error after every attempt met another change, with the cause of the last one."""
    cause = last.__cause__ if last else None
    why = f": {cause}" if cause else ""
    return ContendedError(f"game {game} met another change {ATTEMPTS} times in a row{why}")


class TableReader:
    """Reads tables from the store.

    Attributes:
        report: the replay check so far.
    """

    def __init__(
        self,
        store: Store,
        workers: Workers,
        rules: Mapping[str, AnyGame],
        *,
        announce: Callable[[GameId], None],
        release: str,
        moment: Callable[[], Moment],
    ) -> None:
        """Nothing is read yet; `moment` is the clock, the rest is as in `TableCache`."""
        self.report = Report()
        self._store = store
        self._workers = workers
        self._rules = rules
        self._announce = announce
        self._release = release
        self._moment = moment
        self._verified: set[GameId] = set()  # while a newer release runs and stores its checks

    async def read(self, game: GameId, before: Table | None = None) -> Table:
        """The table as stored; it is read again if another process wrote meanwhile.

        Args:
            game: its number.
            before: the table as last known; only entries that its journal lacks are folded.

        Raises:
            NoSuchGame: the game is unknown.
            Unreadable: no position of the game can be restored.
            ContendedError: every attempt met another change.
        """
        for _ in range(ATTEMPTS - 1):
            with suppress(Conflict):
                table = await self._read(game, before)
                if await self._is_whole(table):
                    return table
        try:
            return await self._read(game, None)
        except Conflict as conflict:
            raise contended(game, conflict) from conflict

    async def _is_whole(self, table: Table) -> bool:
        """Whether nobody wrote to the table while it was being read."""
        if not self._store.games.shared:
            return True
        return await self._store.games.revision(table.game.id) == table.game.revision

    async def _read(self, game: GameId, before: Table | None) -> Table:
        """The table as stored; a running game whose replay differs is set aside.

        Raises:
            Conflict: someone changed the game meanwhile; nothing was written.
            NoSuchGame: the game is unknown.
            BeingUpdated: only a newer release can read the game.
            Unreadable: no position of the game can be restored.
        """
        try:
            row = await self._store.games.game(game)
            seats = await self._store.games.seats(game)
        except DamagedRowError as error:
            raise unreadable(error) from error
        if row is None:
            raise NoSuchGame
        if row.status == "lobby":
            return Table(row, seats)
        seatings = await self._store.games.seatings(game)
        proposals = await self._store.games.proposals(game)
        notes = await self._store.games.notes(game)
        plans = await self._store.games.plans(game)
        orders = await self._store.games.orders(game)
        followers = await self._store.games.followers(game)
        journal = await self._folded_on(row, before)
        rows: tuple[EntryRow, ...] = ()
        if journal is None:
            rows = await self._store.games.entries(game)
            row, journal = await self._checked(row, seats, rows)
        if journal is not None:
            return Table(
                row,
                seats,
                journal,
                seatings=seatings,
                proposals=proposals,
                notes=notes,
                plans=plans,
                orders=orders,
                followers=followers,
            )
        # The whole journal, or its good part.
        good = len(rows) if row.checked is None else row.checked
        readable = await self._fold(row, seats, rows[:good]) if rows and good >= 0 else None
        votes = await self._store.games.votes(game)
        return Table(
            game=row,
            seats=seats,
            journal=readable,
            votes=votes,
            seatings=seatings,
            proposals=proposals,
            notes=notes,
            plans=plans,
            orders=orders,
            followers=followers,
        )

    async def _checked(
        self, row: GameRow, seats: tuple[SeatRow, ...], rows: tuple[EntryRow, ...]
    ) -> tuple[GameRow, AnyJournal | None]:
        """A game's row, perhaps set aside, and its whole journal if it is running.

        Raises:
            Conflict: someone changed the game meanwhile; nothing was written.
        """
        if row.status == "playing" and not self._is_verified(row):
            row = await self.verify(row, seats, rows)
        if row.status != "playing":
            return row, None
        journal = await self._fold(row, seats, rows)
        if journal is not None and ends_as_stored(journal, rows):
            return row, journal
        return await self.verify(row, seats, rows), None

    async def _folded_on(self, row: GameRow, before: Table | None) -> AnyJournal | None:
        """The journal of a running game, continued from a known one; None: it must be read."""
        known = None if before is None else before.journal
        if known is None or before is None or not known.number:
            return None
        if {row.status, before.game.status} != {"playing"} or not self._is_verified(row):
            return None
        rows = await self._store.games.entries_from(row.id, known.number)
        if not rows or (rows[0].n, rows[0].checksum) != (known.number, known.checksum()):
            return None  # some of its entries were set aside
        journal = await _last(folded_on(known, rows[1:]))
        if journal is None or journal.number != rows[-1].n:
            return None
        return journal if journal.checksum() == rows[-1].checksum else None

    def _is_verified(self, row: GameRow) -> bool:
        """Whether this release has replayed a running game without a difference."""
        return row.verified == self._release or row.id in self._verified

    async def verify(
        self, row: GameRow, seats: tuple[SeatRow, ...], rows: tuple[EntryRow, ...]
    ) -> GameRow:
        """Replay a running game in a worker; return its row afterwards, perhaps set aside.

        Raises:
            Conflict: someone changed the game meanwhile; nothing was written.
        """
        verdict = await self._workers.run_within(LONG, replay.replayed, row, len(seats), rows)
        if verdict.fault is None:
            self.report = replace(self.report, good=self.report.good + 1)
            if self._store.process.newer_lives:  # do not replace its stored check
                self._verified.add(row.id)
                return row
            version = rules_of(row, self._rules).version
            row = replace(row, verified=self._release, rules_version=version)
            await self._store.games.set_verified(row)
            return row
        row, change = set_aside(row, seats, verdict, len(rows), self._moment())
        row = await self._store.games.commit(row, change)
        told = "game %s (%s) does not replay as it was played and is set aside: %s"
        _log.error(told, row.id, row.game, verdict.told)
        self.report = replace(self.report, aside=(*self.report.aside, (row.id, verdict)))
        self._announce(row.id)
        return row

    async def _fold(
        self, row: GameRow, seats: tuple[SeatRow, ...], rows: tuple[EntryRow, ...]
    ) -> AnyJournal | None:
        """The journal of the entries, folded in slices; None if they are corrupt."""
        return await _last(self._positions(row, seats, rows))

    def _positions(
        self, row: GameRow, seats: tuple[SeatRow, ...], rows: tuple[EntryRow, ...]
    ) -> Iterator[AnyJournal]:
        """The journal after each entry.

        Raises:
            KeyError: the game or its edition is unknown.
            Illegal: the rules do not allow an entry.
            Exception: an entry is corrupt.
        """
        yield from replay.folded(rules_of(row, self._rules), row, len(seats), rows)


def unreadable(error: DamagedRowError) -> Unreadable:
    """The refusal for a row that this release cannot read."""
    return BeingUpdated() if isinstance(error, NewerRowError) else Unreadable()


async def _last(positions: Iterator[AnyJournal]) -> AnyJournal | None:
    """The last of these journals, folded in slices; None if an entry is corrupt."""
    try:
        journal = next(positions)
        began = perf_counter()
        for each in positions:
            journal = each
            if perf_counter() - began > SLICE:
                await asyncio.sleep(0)
                began = perf_counter()
    except Exception:  # noqa: BLE001 - a corrupt entry can fail anywhere in the rules
        return None
    return journal
