"""Reminders of those who are waited for: each after the person's own time, or a nudge."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import msgspec

from bot.store.rows import Due, GameId, Out, Pace, PersonRow, SeatRow, UserId
from bot.tables.cache import TableCache
from bot.tables.draft import Draft
from bot.tables.due import Answer, DueLoop
from bot.tables.game_changes import own_seat
from bot.tables.quiet_hours import quiet_until
from bot.tables.refusals import NobodyToNudge, NudgedAlready
from bot.tables.seats import IsGone
from bot.tables.table import Table
from bot.tables.waits import LIVE_REMINDER

MOST_IN_A_ROW: Final = 3
"""How often a person is reminded of one decision."""

AFTER_QUIET: Final = 1800.0
"""Seconds after quiet hours within which a reminder comes, so that their end is not told."""

BETWEEN_NUDGES: Final[dict[Pace, float]] = {"days": 6 * 3600, "live": 300}
"""Seconds between two nudges at a table."""


ASKED_AGAIN: Final = 3600.0
"""Seconds after which Discord is asked again whether somebody has left a server."""


class Nudged(msgspec.Struct, frozen=True):
    """Who is reminded at once, and who is told later: names."""

    now: tuple[str, ...]
    later: tuple[str, ...]


class Reminders:
    """Says when people are reminded. Who wants it where is the matter of `bot.delivery`."""

    def __init__(
        self,
        cache: TableCache,
        loop: DueLoop,
        *,
        is_gone: IsGone,
        rng: Random,
        clock: Callable[[], float],
    ) -> None:
        """It answers `remind` and `nudge` of the loop.

        Args:
            cache: where the tables are.
            loop: asks when a reminder is due.
            is_gone: asks Discord whether somebody has left a server.
            rng, clock: chance, and Unix seconds.
        """
        self._cache = cache
        self._is_gone = is_gone
        self._rng = rng
        self._clock = clock
        loop.register("remind", self._remind)
        loop.register("nudge", self._nudge)

    async def nudge(self, game: GameId, user: UserId) -> Nudged:
        """Remind those who are waited for, because one of the others wants it.

        Raises: NoSuchGame, NotBegun, GameEnded, SetAside, NoSeatHere, NudgedAlready,
            NobodyToNudge.
        """
        nudged: list[SeatRow] = []
        later: list[SeatRow] = []

        async def draft(table: Table) -> Draft:
            own, now = own_seat(table, user), self._cache.uptime.now()
            nudged[:] = [
                row
                for row in table.deciding
                if row.waits_since is not None
                and row.seat != own
                and row.reminders < MOST_IN_A_ROW
            ]
            if not nudged:
                raise NobodyToNudge
            least = BETWEEN_NUDGES[table.game.pace]
            if table.game.nudged is not None and now < table.game.nudged + least:
                raise NudgedAlready
            later[:] = [row for row in nudged if await self._quiet(table, row) is not None]
            dues = tuple(Due("nudge", now, row.seat) for row in nudged)
            row = msgspec.structs.replace(table.game, nudged=now)
            return Draft(msgspec.structs.replace(table, game=row), dues=dues)

        await self._cache.change_async(game, draft)
        return Nudged(
            tuple(row.name for row in nudged if row not in later),
            tuple(row.name for row in later),
        )

    async def _remind(self, table: Table, due: Due) -> Answer:
        """A reminder, if one is due; else when the next one may be."""
        row = _waited_for(table, due)
        if row is None:
            return Answer()
        interval = _interval(table, await self._person(row))
        if not interval or row.reminders >= MOST_IN_A_ROW:
            return Answer()
        at = max(row.waits_since or 0.0, row.reminded or 0.0) + interval
        if at > self._cache.uptime.now():
            return Answer(again=at)
        if await self._is_gone(table.game.guild, row.user or 0):
            now = self._cache.uptime.now()
            if row.gone is not None:
                return Answer(again=now + interval)
            again = Due("gone", now + ASKED_AGAIN, row.seat, due.entry)
            return Answer(Draft(table, dues=(again,)), again=now + interval)
        return await self._send(table, row, interval)

    async def _nudge(self, table: Table, due: Due) -> Answer:
        """A reminder that somebody at the table wants."""
        row = _waited_for(table, due)
        if row is None or row.reminders >= MOST_IN_A_ROW:
            return Answer()
        return await self._send(table, row, None)

    async def _send(self, table: Table, row: SeatRow, interval: float | None) -> Answer:
        """A reminder, unless the person's quiet hours put it off.

        Args:
            table: as it is.
            row: the seat that is waited for.
            interval: seconds until the next one; None: this was the only one.
        """
        now = self._cache.uptime.now()
        wait = await self._quiet(table, row)
        if wait is not None:
            return Answer(again=now + wait + self._rng.uniform(0.0, AFTER_QUIET))
        new = msgspec.structs.replace(row, reminders=row.reminders + 1, reminded=now, gone=None)
        seats = (*table.seats[: row.seat], new, *table.seats[row.seat + 1 :])
        draft = Draft(msgspec.structs.replace(table, seats=seats), (Out("hand", row.seat),))
        return Answer(draft, again=None if interval is None else now + interval)

    async def _quiet(self, table: Table, row: SeatRow) -> float | None:
        """For how many seconds the person wants no reminder; live tables do not ask."""
        if table.game.pace == "live":
            return None
        now = self._clock()
        until = quiet_until(await self._person(row), now)
        return None if until is None else until - now

    async def _person(self, row: SeatRow) -> PersonRow:
        return await self._cache.store.people.read(row.user or 0)


def _waited_for(table: Table, due: Due) -> SeatRow | None:
    """The seat that something is due for, if its person is waited for."""
    if due.seat is None or table.paused or table.decision(due.seat) is None:
        return None
    row = table.seats[due.seat]
    return None if row.sits is None else row


def _interval(table: Table, person: PersonRow) -> float:
    """Seconds after which the person is reminded; 0: never."""
    if table.game.pace == "live":
        return LIVE_REMINDER
    return person.reminders * 3600.0
