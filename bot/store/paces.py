"""How long people took to move in games over days: written with the move, read by server."""

from __future__ import annotations

from bot.database.contract import Database
from bot.store.columns import PACE
from bot.store.result_rows import PaceRow
from bot.store.rows import GameId, UserId


class Paces:
    """The paces of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_game(self, game: GameId) -> tuple[PaceRow, ...]:
        """Every turn of a game that a person began themselves, the earliest first."""
        rows = await self._database.all(
            f'SELECT {PACE.selected} FROM paces WHERE game = ? ORDER BY acted, "user"', game
        )
        return tuple(map(PACE.read, rows))

    async def latest(self, guild: int, user: UserId, most: int) -> tuple[PaceRow, ...]:
        """A person's latest turns at the tables of a server, the latest first."""
        rows = await self._database.all(
            f'SELECT {PACE.selected} FROM paces WHERE "user" = ? AND guild = ?'
            " ORDER BY acted DESC LIMIT ?",
            *(user, guild, most),
        )
        return tuple(map(PACE.read, rows))
