"""Reviews of finished games: asked for, and kept once they are computed."""

from __future__ import annotations

from bot.database.contract import Database
from bot.store.columns import REVIEW
from bot.store.result_rows import ReviewRow
from bot.store.rows import GameId, UserId
from rules.contract import Seat


class Reviews:
    """The reviews of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, game: GameId, seat: Seat, user: UserId) -> ReviewRow | None:
        """The review that a person has asked for, computed or not."""
        row = await self._database.one(
            f'SELECT {REVIEW.selected} FROM reviews WHERE game = ? AND seat = ? AND "user" = ?',
            *(game, seat, user),
        )
        return ReviewRow(*row) if row else None

    async def ask(self, game: GameId, seat: Seat, user: UserId, at: float) -> None:
        """Remember that a person wants a review; it replaces that of an earlier holder."""
        await self._database.write(
            'INSERT INTO reviews (game, seat, "user", asked) VALUES (?, ?, ?, ?)'
            ' ON CONFLICT (game, seat) DO UPDATE SET "user" = excluded."user",'
            ' asked = excluded.asked, review = NULL WHERE reviews."user" <> excluded."user"',
            *(game, seat, user, at),
        )

    async def waiting(self, user: UserId) -> int:
        """How many reviews a person is waiting for."""
        row = await self._database.one(
            'SELECT count(*) FROM reviews WHERE "user" = ? AND review IS NULL', user
        )
        return int(row[0]) if row else 0

    async def next(self, most: int = 1) -> tuple[ReviewRow, ...]:
        """The reviews that have been waited for longest, at most `most`."""
        rows = await self._database.all(
            f"SELECT {REVIEW.selected} FROM reviews WHERE review IS NULL"
            " ORDER BY asked, game, seat LIMIT ?",
            most,
        )
        return tuple(ReviewRow(*row) for row in rows)

    async def keep(self, row: ReviewRow) -> None:
        """Keep a review, if it is still wanted."""
        await self._database.write(
            'UPDATE reviews SET review = ? WHERE game = ? AND seat = ? AND "user" = ?',
            *(row.review, row.game, row.seat, row.user),
        )

    async def drop(self, row: ReviewRow) -> None:
        """Forget that a review was asked for: it cannot be computed."""
        await self._database.write(
            'DELETE FROM reviews WHERE game = ? AND seat = ? AND "user" = ?',
            *(row.game, row.seat, row.user),
        )
