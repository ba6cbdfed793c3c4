"""What is still to be sent: written with the entries, handed out until delivered."""

from __future__ import annotations

from bot.store.rows import GameId, OutRow


class Outbox:
    """The undelivered rows of the outbox."""

    async def games(self) -> tuple[GameId, ...]:
        """The games with something undelivered, oldest first; to wake after a start."""
        raise NotImplementedError

    async def pending(self, game: GameId) -> tuple[OutRow, ...]:
        """What is to be sent for a game, oldest first, merged as `OutRow` says."""
        raise NotImplementedError

    async def delivered(self, row: OutRow) -> None:
        """A row, and the older ones merged into it, has been sent (or given up)."""
        raise NotImplementedError

    async def failed(self, row: OutRow) -> None:
        """Sending failed for now: count a try; the row stays undelivered."""
        raise NotImplementedError
