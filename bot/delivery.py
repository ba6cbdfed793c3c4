"""The deliverer: what the outbox holds becomes messages, in order, none twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.rows import GameId

if TYPE_CHECKING:
    from bot.app import Maecenas


class Delivery:
    """Sends what committed transactions left in the outbox; one task a game at a time.

    Kinds: `table` (bot.board), `hand` (bot.hands), `lobby` (`bot.lobby.shown`, posted
    first and edited afterwards), `notice` (its text in the table's language).
    A room never posts or edits these messages itself: it changes the table through
    `Tables`, which wakes this.
    """

    def __init__(self, bot: Maecenas) -> None:
        self._bot = bot

    def wake(self, game: GameId) -> None:
        """Something of this game is to be sent; returns at once."""
        raise NotImplementedError

    async def settled(self, game: GameId) -> None:
        """Wait until what was to be sent for a game has been tried once."""
        raise NotImplementedError

    async def close(self) -> None:
        """Stop after the message that is being sent; the rest waits in the store."""
        raise NotImplementedError
