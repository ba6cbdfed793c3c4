"""Messages as a service: where those of a table are, and what is to be sent again.

The delivery says here what it has sent. `show` has the message of a table sent again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from msgspec.structs import replace

from bot.store.changes import Guard
from bot.store.out import Hand
from bot.store.rows import CallRow, GameId, SeatRow, UserId
from bot.tables.core import game_changes
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.table import Table
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.seating.seat_changes import forgotten
from rules.contract import Seat


class SeatChanged(Exception):  # noqa: N818 - not a fault: someone was faster
    """A message was sent to someone who no longer has the seat that it was for."""


class MessageService:
    """The messages of tables, and the direct messages of their people."""

    def __init__(self, cache: TableCache, autoplay: Autoplay) -> None:
        """Use the tables of a cache."""
        self._cache = cache
        self._store = cache.store
        self._autoplay = autoplay

    async def show(
        self, game: GameId, *, anew: bool = False, calls: Collection[Seat] = ()
    ) -> Table:
        """Have the message of the table or lobby sent again, as it stands now.

        Args:
            game: the game.
            anew: forget the current message, so that a new one is posted.
            calls: seats whose people could not be called; whom a move waits for is called.

        Raises:
            NoSuchGame: the game is unknown.
        """

        def draft(now: Table) -> Draft:
            row = now.game
            if anew:
                # What it showed stays known, so that nobody is called twice for one turn.
                outdated = row.message or row.outdated
                row = game_changes.unposted(row, self._cache.moment(), outdated)
            outs = (game_changes.shown_as(now), *map(Hand, sorted(calls)))
            return Draft(replace(now, game=row), outs)

        return await self._change(game, draft)

    async def set_message(
        self,
        game: GameId,
        channel: int | None,
        message: int | None,
        entry: int,
        epoch: int | None = None,
        *,
        outdated: int | None = None,
    ) -> None:
        """Remember the current message of the table or lobby, its entry, and the one before it.

        `message` is None if the message is gone. Writes no outbox rows.

        Raises:
            NoSuchGame: the game is unknown.
            LeaseLost: an epoch is given, and another process now acts for the game.
        """

        async def write(table: Table, guard: Guard | None) -> Table:
            row = replace(
                table.game,
                message_channel=channel,
                message=message,
                message_entry=entry,
                message_at=self._cache.moment().unix,
                outdated=outdated,
            )
            await self._store.games.set_message(row, guard)
            return replace(table, game=row)

        await self._cache.write_part(game, write, epoch)

    async def set_dm(
        self,
        game: GameId,
        seat: Seat,
        channel: int,
        message: int | None,
        epoch: int | None = None,
        *,
        to: UserId | None = None,
    ) -> None:
        """Remember the DM that shows a hand.

        Args:
            game: the game.
            seat: whose hand it is.
            channel: where it was sent.
            message: the message; None: only the channel is known.
            epoch: of the lease under which the DM was sent.
            to: the person it was sent to; None: whoever has the seat.

        Raises:
            NoSuchGame: the game is unknown.
            LeaseLost: another process acts for the game.
            SeatChanged: someone else has the seat by now; what was sent will be removed.
        """

        async def write(now: SeatRow, guard: Guard | None) -> SeatRow:
            new = replace(now, dm_channel=channel, dm_message=message)
            await self._store.games.set_dm(new, guard)
            return new

        table = await self._write(game, seat, to, write, epoch)
        row = SeatRow(game, seat, to, "", dm_channel=channel, dm_message=message)
        await self._remove_if_left(table, row)

    async def set_call(
        self,
        game: GameId,
        seat: Seat,
        call: CallRow,
        epoch: int | None = None,
        *,
        to: UserId | None = None,
    ) -> None:
        """Remember the latest call of a seat.

        Args:
            game: the game.
            seat: the seat whose person is called.
            call: the call.
            epoch: of the lease under which the call was sent.
            to: the person it was sent to; None: whoever has the seat.

        Raises:
            NoSuchGame: the game is unknown.
            LeaseLost: another process acts for the game.
            SeatChanged: someone else has the seat by now; what was sent will be removed.
        """

        async def write(now: SeatRow, guard: Guard | None) -> SeatRow:
            new = replace(now, call=call)
            await self._store.games.set_call(new, guard)
            return new

        table = await self._write(game, seat, to, write, epoch)
        await self._remove_if_left(table, SeatRow(game, seat, to, "", call=call))

    async def _remove_if_left(self, table: Table, sent: SeatRow) -> None:
        """Have a message removed if the person it was sent to has left the seat since.

        Args:
            table: as it is now.
            sent: the seat with the message and its person then; None: nothing happens.

        Raises:
            SeatChanged: they have left the seat.
        """
        outs = forgotten(sent)
        if outs and not _has(table, sent.seat, sent.user):
            await self._change(sent.game, lambda now: Draft(now, outs))
            raise SeatChanged

    async def close_dms(
        self,
        game: GameId,
        seat: Seat,
        epoch: int | None = None,
        *,
        to: UserId | None = None,
    ) -> None:
        """Send no DMs about a game to a person who accepts none; the table message says so.

        Args:
            game: the game.
            seat: the seat of that person.
            epoch: of the lease under which a DM was tried.
            to: the person; None: whoever has the seat. Nothing changes once they have left it.

        Raises:
            NoSuchGame: the game is unknown.
            LeaseLost: another process acts for the game.
        """

        async def write(now: SeatRow, guard: Guard | None) -> SeatRow:
            await self._store.games.close_dms(game, seat, guard)
            return replace(now, hands="button", calls="channel")

        await self._write(game, seat, to, write, epoch)
        await self.show(game)

    async def _write(
        self,
        game: GameId,
        seat: Seat,
        to: UserId | None,
        write: Callable[[SeatRow, Guard | None], Awaitable[SeatRow]],
        epoch: int | None,
    ) -> Table:
        """Write a part of a seat, unless the person it is about has left the seat.

        Raises:
            NoSuchGame: the game is unknown.
            LeaseLost: another process acts for the game.
        """

        async def part(table: Table, guard: Guard | None) -> Table | None:
            if not _has(table, seat, to):
                return None
            return table.with_seat(await write(table.seats[seat], guard))

        return await self._cache.write_part(game, part, epoch)

    async def _change(self, game: GameId, draft: Callable[[Table], Draft]) -> Table:
        """Store a change; then computer players and orders go on."""
        table = await self._cache.change(game, draft)
        self._autoplay.wake(table)
        return table


def _has(table: Table, seat: Seat, user: UserId | None) -> bool:
    """Whether a person still holds a seat; `user` None: whether anyone does."""
    holder = table.seats[seat].user
    return holder is not None and user in {None, holder}
