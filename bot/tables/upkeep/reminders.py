"""Reminders for people the table waits for, and their quiet hours, in which nothing rings.

A reminder comes after the time that the person chose, or as a nudge from someone at the table.
"""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.store.out import Hand
from bot.store.person_rows import PersonRow
from bot.store.rows import Due, GameId, Pace, SeatRow, UserId
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import own_seat
from bot.tables.core.quiet_hours import quiet_for
from bot.tables.core.refusals import NobodyToNudge, NudgedAlready
from bot.tables.core.table import Table
from bot.tables.core.waits import remind_after
from bot.tables.dues.due import DueLoop, DueOutcome
from bot.tables.orders.early_answers import asked_early
from bot.tables.seating.proposals import open_proposals, waiting_for
from bot.tables.seating.seats import IsGone
from rules.contract import Seat

MOST_IN_A_ROW: Final = 3
"""How often a person is reminded of one decision."""

AFTER_QUIET: Final = 1800.0
"""The most seconds from the end of quiet hours to anything that others see. The delay is
random, so that nobody learns when they end."""

BETWEEN_NUDGES: Final[dict[Pace, float]] = {"days": 6 * 3600, "live": 300}
"""Seconds between two nudges at a table."""


ASKED_AGAIN: Final = 3600.0
"""Seconds after which Discord is asked again whether someone has left a server."""


LOOKED_AFTER: Final = 3600.0
"""Seconds between checks of whether quiet hours are over: the bot may have been down."""


class Nudged(msgspec.Struct, frozen=True):
    """The people reminded, now or after their (secret) quiet hours, and those who have left.

    Attributes:
        reminded, gone: names.
        live: whether the table is live; there, quiet hours do not count.
    """

    reminded: tuple[str, ...]
    gone: tuple[str, ...]
    live: bool


class Reminders:
    """Says when people are reminded, and when they want no sound; `bot.delivery` says where."""

    def __init__(
        self,
        cache: TableCache,
        loop: DueLoop,
        *,
        is_gone: IsGone,
        rng: Random,
    ) -> None:
        """Handle `remind`, `nudge` and `ring` for the loop.

        Args:
            cache: where the tables are.
            loop: calls back when a reminder is due.
            is_gone: asks Discord whether someone has left a server.
            rng: the source of chance.
        """
        self._cache = cache
        self._loop = loop
        self._is_gone = is_gone
        self._rng = rng
        loop.register_of_seat("remind", self._remind)
        loop.register_of_seat("nudge", self._nudge)
        loop.register_of_seat("ring", self._ring)

    async def nudge(self, game: GameId, user: UserId) -> Nudged:
        """Remind the people the table waits for, because one of the others wants that.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            NudgedAlready: someone nudged a short while ago.
            NobodyToNudge: the table waits for nobody else, or only for people reminded enough.
        """
        nudged: list[SeatRow] = []
        gone: list[SeatRow] = []

        async def draft(table: Table) -> Draft:
            own, now = own_seat(table, user), self._cache.uptime.now()
            waited = [
                row
                for row in table.deciding
                if row.waits_since is not None
                and row.seat != own
                and row.reminders < MOST_IN_A_ROW
            ]
            if not waited:
                raise NobodyToNudge
            least = BETWEEN_NUDGES[table.game.pace]
            if table.game.nudged is not None and now < table.game.nudged + least:
                raise NudgedAlready
            gone[:] = [row for row in waited if await self._has_left(table, row)]
            nudged[:] = [row for row in waited if row not in gone]
            dues = [Due("nudge", now, row.seat) for row in nudged]
            dues += [
                Due("gone", now + ASKED_AGAIN, row.seat) for row in gone if row.gone is None
            ]
            row = replace(table.game, nudged=now)
            return Draft(replace(table, game=row), dues=tuple(dues))

        table = await self._cache.change_async(game, draft)
        return Nudged(
            tuple(row.name for row in nudged),
            tuple(row.name for row in gone),
            table.game.pace == "live",
        )

    async def quiet(self, table: Table, row: SeatRow) -> float | None:
        """For how many seconds a seat's person wants no sound; None: a call may ring."""
        person = await self._person(row)
        return quiet_for(table.game.pace, person, self._cache.moment().unix)

    async def ring_later(self, table: Table, seat: Seat, wait: float) -> None:
        """Call a seat's person when their quiet hours end, in `wait` seconds."""
        at = self._look_at(table.seats[seat], wait)
        await self._cache.store.dues.put(table.game.id, Due("ring", at, seat, table.number))
        self._loop.plan(at)

    def _look_at(self, row: SeatRow, wait: float) -> float:
        """The uptime of the next check of quiet hours, which last `wait` more seconds."""
        now = self._cache.uptime.now()
        if wait > LOOKED_AFTER:
            return now + LOOKED_AFTER
        # Nobody else sees a direct message.
        return now + wait + (0 if row.calls == "dm" else self._rng.uniform(0.0, AFTER_QUIET))

    async def _has_left(self, table: Table, row: SeatRow) -> bool:
        """Whether the holder of a seat has left the server."""
        if row.gone is not None:
            return True
        return await self._is_gone(table.game.guild, row.holder)

    async def _ring(self, table: Table, due: Due, row: SeatRow) -> DueOutcome:
        """A call was silent or put off: the delivery calls now, if it is still needed."""
        del due
        if row.user is None or not _unheard(table, row):
            return DueOutcome()
        wait = await self.quiet(table, row)
        if wait is not None:
            return DueOutcome(again=self._look_at(row, wait))
        return DueOutcome(Draft(table, (Hand(row.seat),)))

    async def _remind(self, table: Table, due: Due, row: SeatRow) -> DueOutcome:
        """A reminder, if one is due; otherwise when the next one may be."""
        if not _is_waited_for(table, row):
            return DueOutcome()
        interval = _interval(table, await self._person(row))
        if not interval or row.reminders >= MOST_IN_A_ROW:
            return DueOutcome()
        at = max(row.waits_since or 0.0, row.reminded or 0.0) + interval
        if at > self._cache.uptime.now():
            return DueOutcome(again=at)
        if await self._is_gone(table.game.guild, row.holder):
            now = self._cache.uptime.now()
            if row.gone is not None:
                return DueOutcome(again=now + interval)
            again = Due("gone", now + ASKED_AGAIN, row.seat, due.entry)
            return DueOutcome(Draft(table, dues=(again,)), again=now + interval)
        return await self._send(table, row, interval)

    async def _nudge(self, table: Table, due: Due, row: SeatRow) -> DueOutcome:
        """A reminder that someone at the table wants."""
        del due
        if not _is_waited_for(table, row) or row.reminders >= MOST_IN_A_ROW:
            return DueOutcome()
        return await self._send(table, row, None)

    async def _send(self, table: Table, row: SeatRow, interval: float | None) -> DueOutcome:
        """A reminder, unless the person's quiet hours put it off.

        Args:
            table: as it is.
            row: the seat that the table waits for.
            interval: seconds until the next one; None: this was the only one.
        """
        now = self._cache.uptime.now()
        wait = await self.quiet(table, row)
        if wait is not None and _unheard(table, row) and await self._rings(table, row.seat):
            return DueOutcome(again=None if interval is None else now + wait + interval)
        if wait is not None:
            return DueOutcome(again=now + wait + self._rng.uniform(0.0, AFTER_QUIET))
        new = replace(row, reminders=row.reminders + 1, reminded=now, gone=None)
        draft = Draft(table.with_seat(new), (Hand(row.seat),))
        return DueOutcome(draft, again=None if interval is None else now + interval)

    async def _rings(self, table: Table, seat: Seat) -> bool:
        """Whether a call that was silent or put off rings after a person's quiet hours."""
        dues = await self._cache.store.dues.of_game(table.game.id)
        return any(due.kind == "ring" and due.seat == seat for due in dues)

    async def _person(self, row: SeatRow) -> PersonRow:
        return await self._cache.store.people.read(row.holder)


def _unheard(table: Table, row: SeatRow) -> bool:
    """Whether something is wanted of a person, and perhaps no phone has rung for it."""
    call, seat = row.call, row.seat
    asked = [each for each in open_proposals(table) if seat in waiting_for(table, each)]
    if call is not None and call.stands:
        return call.silent or any(each.number > (call.number or 0) for each in asked)
    decides = table.decision(seat) is not None or asked_early(table, seat) is not None
    stood_in = row.absent and not row.wants_back
    return decides or bool(asked) or stood_in or table.game.status == "aside"


def _is_waited_for(table: Table, row: SeatRow) -> bool:
    """Whether the table waits for the person of a seat."""
    return row.sits is not None and not table.paused and table.decision(row.seat) is not None


def _interval(table: Table, person: PersonRow) -> float:
    """Seconds after which the person is reminded; 0: never."""
    return remind_after(table.game, person.reminders * 3600.0)
