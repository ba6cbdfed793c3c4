"""What is done at a given uptime of the bot: one loop for all games and kinds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.background.tasks import KeyedTasks
from bot.store import DatabaseError
from bot.store.rows import Due, DueKind, GameId, SeatDue, SeatRow, TableDue
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import BeingUpdated, NoSuchGame, Refusal
from bot.tables.core.table import Table
from bot.tables.opponents.autoplay import Autoplay

HEARTBEAT: Final = 60.0
"""The most seconds until the uptime is stored and what is due is looked for again."""

LEFT: Final = 5.0
"""Seconds until due times that were left to another process are looked at again."""

LATER: Final = 3600.0
"""Seconds until a handler that failed is asked again."""

_log = logging.getLogger(__name__)


class DueOutcome(msgspec.Struct, frozen=True):
    """What a handler makes of something that is due.

    Attributes:
        draft: a change to the table; None: it stays as it is.
        again: when this is due again, by uptime; None: it is done.
        stored: called once the change is stored.
    """

    draft: Draft | None = None
    again: float | None = None
    stored: Callable[[], None] | None = None


DueHandler: TypeAlias = Callable[[Table, Due], Awaitable[DueOutcome]]
"""Says what is to be done with a table, which nobody changes meanwhile. It must not ask for
another change of the same game. If it raises a `Refusal`, it is asked again later."""

SeatDueHandler: TypeAlias = Callable[[Table, Due, SeatRow], Awaitable[DueOutcome]]
"""The same for a seat's due time; it is also given the seat."""


class DueLoop:
    """Asks the handler of each kind when it is due, one at a time, from `start` until `close`.

    Times are by uptime: a start after a week of downtime finds no more due than before.
    A handler that needs the wall clock checks it when it is asked, and puts its due time off.
    """

    def __init__(self, cache: TableCache, autoplay: Autoplay) -> None:
        """Not started yet; computer players and orders go on after a change."""
        self._cache = cache
        self._autoplay = autoplay
        self._handlers: dict[DueKind, DueHandler] = {}
        self._tasks: KeyedTasks[str] = KeyedTasks("due times:", self._run)
        self._timer: asyncio.TimerHandle | None = None
        self._started = False

    def register(self, kind: TableDue, handler: DueHandler) -> None:
        """Give a kind its only handler. Due times without a handler wait for one."""
        self._register(kind, handler)

    def register_of_seat(self, kind: SeatDue, handler: SeatDueHandler) -> None:
        """The same for a kind that concerns a seat."""

        async def of_seat(table: Table, due: Due) -> DueOutcome:
            if due.seat is None:
                raise ValueError(f"{kind} is about no seat")  # the store returns none like that
            return await handler(table, due, table.seats[due.seat])

        self._register(kind, of_seat)

    def _register(self, kind: DueKind, handler: DueHandler) -> None:
        if kind in self._handlers:
            raise ValueError(f"{kind} has a handler already")
        self._handlers[kind] = handler

    def start(self) -> None:
        """Look for what is due, now and from now on."""
        self._started = True
        self.wake()

    def wake(self) -> None:
        """Look for what is due now."""
        self._tasks.wake("all")

    def plan(self, uptime: float) -> None:
        """Look at a given uptime, or sooner, for something that will be due then."""
        if not self._started:
            return
        seconds = uptime - self._cache.uptime.now()
        if seconds <= 0:
            self.wake()
        else:  # in a new context: the timer is not part of the click that led to it
            Context().run(self._set_timer, min(seconds, HEARTBEAT))

    def _set_timer(self, seconds: float) -> None:
        """Wake after that many seconds, or sooner if that is planned already."""
        loop = asyncio.get_running_loop()
        when = loop.time() + seconds
        if self._timer is not None and loop.time() < self._timer.when() <= when:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(when, self.wake)

    async def join(self) -> None:
        """Wait until what was due has been done."""
        await self._tasks.join()

    async def close(self) -> None:
        """Stop, and store the uptime."""
        if self._timer is not None:
            self._timer.cancel()
        await self._tasks.close()
        if self._started:
            self._started = False
            try:
                await self._cache.uptime.save()
            except DatabaseError as error:
                _log.warning("the uptime of the last minute is lost: %s", error)

    async def _run(self, _: str) -> bool:
        """Do what is due, and plan the next look."""
        uptime, dues = self._cache.uptime, self._cache.store.dues
        self.plan(uptime.now() + HEARTBEAT)  # even if this fails
        await uptime.save()
        left = False  # whether anything is left to other processes
        for game, due in await dues.until(uptime.now(), self._handlers):
            if await self._cache.leases.hold(game):
                await self._do(game, due)
            else:
                left = True
        earliest = await dues.earliest(self._handlers)
        if earliest is not None:
            self.plan(max(earliest, uptime.now() + LEFT) if left else earliest)
        return False

    async def _do(self, game: GameId, due: Due) -> None:
        """Do what is due at one time; a fault in it does not stop the others."""
        try:
            await self._change(game, due)
        except (NoSuchGame, BeingUpdated):
            pass  # gone with the game, or left to a process that can read it
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001 - logged; it is asked again later
            expected = isinstance(error, Refusal)
            level = logging.INFO if expected else logging.ERROR
            _log.log(level, "%s of game %s must wait", due.kind, game, exc_info=error)
            later = self._cache.uptime.now() + LATER
            await self._cache.store.dues.put_off(game, due, later)

    async def _change(self, game: GameId, due: Due) -> None:
        """Ask the handler, and do what it says, while nobody else changes the game."""
        dues, outcome = self._cache.store.dues, DueOutcome()

        async def draft(table: Table) -> Draft | None:
            nonlocal outcome
            if due not in await dues.of_game(game):
                return None  # done or put off while this waited for the game
            outcome = await self._handlers[due.kind](table, due)
            if outcome.draft is not None:
                return _with_next(outcome.draft, due, outcome.again)
            if outcome.again is None:
                await dues.remove(game, due)
            else:
                await dues.put_off(game, due, outcome.again)
            return None

        self._autoplay.wake(await self._cache.change_async(game, draft))
        if outcome.stored is not None:
            outcome.stored()


def _with_next(draft: Draft, due: Due, again: float | None) -> Draft:
    """The draft, which also removes or moves the due time that it answers."""
    if again is None:
        return replace(draft, undue=(*draft.undue, (due.kind, due.seat)))
    moved = replace(due, at=again)
    return replace(draft, dues=(*draft.dues, moved))
