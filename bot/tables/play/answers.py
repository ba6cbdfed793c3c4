"""Answers to early questions, as a service."""

from __future__ import annotations

from collections.abc import Callable

from bot.store.rows import Due, GameId, SeatRow, UserId
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.table import Table
from bot.tables.dues.due import DueLoop, DueOutcome
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.orders import early_answers


class AnswerService:
    """Leaves orders that answer early questions; after a day, items go on without answers."""

    def __init__(self, cache: TableCache, autoplay: Autoplay, loop: DueLoop) -> None:
        """Handle `answer` for the loop."""
        self._cache = cache
        self._autoplay = autoplay
        loop.register_of_seat("answer", self._unanswered)

    async def decline(self, game: GameId, user: UserId, *, whole: bool) -> Table:
        """Note that a person does not want what is auctioned, or wants nothing this round.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: a computer player plays for the person.
            NoSuchOrder: the question is no longer asked.
        """
        return await self._change(
            game,
            lambda now: early_answers.declined(now, user, self._cache.moment(), whole=whole),
        )

    async def renew(self, game: GameId, user: UserId) -> Table:
        """Leave the orders of the previous round once more.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: a computer player plays for the person.
            NoSuchOrder: there are no orders that could be followed.
        """
        return await self._change(
            game, lambda now: early_answers.renewed(now, user, self._cache.moment())
        )

    async def _change(self, game: GameId, draft: Callable[[Table], Draft]) -> Table:
        """Store a change; then an item that everyone has answered for goes on."""
        table = await self._cache.change(game, draft)
        self._autoplay.wake(table)
        return table

    async def _unanswered(self, table: Table, due: Due, row: SeatRow) -> DueOutcome:
        """A person who has not answered in time is asked at each bid."""
        del row
        return DueOutcome(early_answers.unanswered(table, due, self._cache.moment()))
