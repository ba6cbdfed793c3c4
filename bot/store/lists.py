"""Tables as lists show them: their rows with their seats, without journals."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import groupby
from typing import Final

import msgspec

from bot.database.contract import Database, Row
from bot.database.formats import KNOWN
from bot.store.columns import GAME, SEAT, marks
from bot.store.rows import OPEN, STARTED, GameId, GameRow, SeatRow, UserId, in_status
from rules.contract import Seat
from rules.registry import GAMES

_GAMES: Final = f"SELECT {GAME.selected} FROM games WHERE {KNOWN} AND"
_OPEN: Final = in_status(OPEN)


class ListedTable(msgspec.Struct, frozen=True):
    """A lobby or game by its rows.

    Attributes:
        game: its row.
        seats: who sits where.
        voted: the seats that have voted, if the game is set aside.
    """

    game: GameRow
    seats: tuple[SeatRow, ...]
    voted: frozenset[Seat] = frozenset()

    def seat_of(self, user: UserId) -> SeatRow | None:
        """The seat that a person holds."""
        return next((row for row in self.seats if row.user == user), None)


class Lists:
    """The tables for lists. Those that cannot be read are left out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def started(self, user: UserId, most: int) -> tuple[ListedTable, ...]:
        """The unfinished games in which a person has a seat, or is invited to one."""
        return await self._tables(
            await self._database.all(
                f'SELECT {GAME.selected} FROM (SELECT game AS own FROM seats WHERE "user" = ?1'
                " UNION SELECT game FROM seats WHERE invited = ?1) AS games_of"
                f" CROSS JOIN games WHERE id = own AND {KNOWN}"  # SQLite keeps this order
                f" AND {in_status(STARTED)} ORDER BY id LIMIT ?2",
                *(user, most),
            )
        )

    async def seated(self, user: UserId, most: int) -> tuple[ListedTable, ...]:
        """The tables at which a person has a seat: the open ones first, then the latest."""
        return await self._tables(
            await self._database.all(
                f'{_GAMES} id IN (SELECT game FROM seats WHERE "user" = ?)'
                f" AND status <> 'cancelled' ORDER BY {_OPEN} DESC, updated DESC, id DESC"
                " LIMIT ?",
                *(user, most),
            )
        )

    async def lobbies(self, guild: int, most: int) -> tuple[ListedTable, ...]:
        """The lobbies of a server that do not rest and have their channel, the latest first."""
        return await self._tables(
            await self._database.all(
                f"{_GAMES} guild = ? AND status = 'lobby'"
                " AND coalesce(rested, channel_gone) IS NULL"
                # No index has this order: the sum makes the one on server and status be used.
                " ORDER BY updated + 0 DESC, id DESC LIMIT ?",
                *(guild, most),
            )
        )

    async def _tables(self, rows: Iterable[Row]) -> tuple[ListedTable, ...]:
        """The games of rows with their seats."""
        games: list[GameRow] = []
        for row in rows:
            with suppress(msgspec.DecodeError):
                games.append(GAME.read(row))
        games = [game for game in games if game.game in GAMES]
        seats = await self._seats([game.id for game in games])
        voted = await self._voted([game.id for game in games if game.status == "aside"])
        return tuple(
            ListedTable(game, seats[game.id], voted.get(game.id, frozenset()))
            for game in games
            if game.id in seats
        )

    async def _seats(self, games: list[GameId]) -> dict[GameId, tuple[SeatRow, ...]]:
        """The seats of some games, without games that have a seat that cannot be read."""
        if not games:
            return {}
        rows = await self._database.all(
            f"SELECT {SEAT.selected} FROM seats WHERE game IN ({marks(games)})"
            " ORDER BY game, seat",
            *games,
        )
        found: dict[GameId, tuple[SeatRow, ...]] = {}
        for game, own in groupby(rows, key=lambda row: row[0]):
            with suppress(msgspec.DecodeError):
                seats = tuple(SEAT.read(row) for row in own)
                if [row.seat for row in seats] == list(range(len(seats))):
                    found[game] = seats
        return found

    async def _voted(self, games: list[GameId]) -> dict[GameId, frozenset[Seat]]:
        """The seats that have voted in some games that are set aside."""
        if not games:
            return {}
        rows = await self._database.all(
            f"SELECT game, seat FROM votes WHERE game IN ({marks(games)}) ORDER BY game",
            *games,
        )
        return {
            game: frozenset(int(row[1]) for row in own)
            for game, own in groupby(rows, key=lambda row: row[0])
        }
