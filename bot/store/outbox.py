"""What is still to be sent: written with the entries, handed out until delivered."""

from __future__ import annotations

import msgspec

from bot.store.database import Database
from bot.store.rows import GameId, OutRow

_PENDING = """
    SELECT outbox.id, first, game, kind, seat, n, created,
        (SELECT oldest.created FROM outbox AS oldest WHERE oldest.id = first),
        most, text, figures
    FROM outbox JOIN (
        SELECT max(id) AS last, min(id) AS first, max(tries) AS most
        FROM outbox WHERE game = ? GROUP BY kind, seat, CASE kind WHEN 'notice' THEN id END
    ) ON id = last
    ORDER BY first
"""


class Outbox:
    """The undelivered rows of the outbox."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def games(self) -> tuple[GameId, ...]:
        """The games with something undelivered, oldest first; to wake after a start."""
        rows = await self._database.all(
            "SELECT game FROM outbox GROUP BY game ORDER BY min(id)"
        )
        return tuple(row[0] for row in rows)

    async def waiting(self) -> int:
        """How many rows are undelivered."""
        row = await self._database.one("SELECT count(*) FROM outbox")
        return int(row[0]) if row else 0

    async def pending(self, game: GameId) -> tuple[OutRow, ...]:
        """What is to be sent for a game, oldest first, merged as `OutRow` says."""
        rows = await self._database.all(_PENDING, game)
        return tuple(OutRow(*(*row[:-1], msgspec.json.decode(row[-1]))) for row in rows)

    async def delivered(self, row: OutRow) -> None:
        """A row, and the older ones merged into it, has been sent (or given up)."""
        await self._database.write(
            "DELETE FROM outbox WHERE game = ? AND kind = ? AND seat IS ?"
            " AND id BETWEEN ? AND ? AND (kind <> 'notice' OR id = ?)",
            *(row.game, row.kind, row.seat, row.first, row.id, row.id),
        )

    async def failed(self, row: OutRow) -> None:
        """Sending failed for now: count a try; the row stays undelivered."""
        await self._database.write("UPDATE outbox SET tries = tries + 1 WHERE id = ?", row.id)
