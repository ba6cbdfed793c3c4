"""Pictures: drawn by workers, each view once, one at a time for a channel."""

from __future__ import annotations

from bot.table import Table
from bot.workers import Workers
from render.presentation import Picture
from render.words import Words
from rules.table import Action, Seat


class Pictures:
    """Draws what people see of a table. A picture that cannot be drawn is None."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    async def board(
        self, table: Table, words: Words, since: int | None = None, seat: Seat | None = None
    ) -> Picture | None:
        """The board as a seat (None: everybody) may see it, changes after `since` marked."""
        raise NotImplementedError

    async def hand(self, table: Table, seat: Seat, words: Words) -> tuple[Picture, ...]:
        """The hand of a seat, one picture a page."""
        raise NotImplementedError

    async def places(
        self,
        table: Table,
        seat: Seat,
        path: tuple[object, ...],
        actions: tuple[Action, ...],
        words: Words,
    ) -> Picture | None:
        """The numbered places that `actions` choose between, if there are any."""
        raise NotImplementedError

    async def scores(self, table: Table, words: Words) -> Picture | None:
        """The final scores."""
        raise NotImplementedError
