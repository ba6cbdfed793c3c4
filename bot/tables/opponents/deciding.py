"""What computer players decide: thinking stops once nobody needs it, failures are told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.background.workers import WorkerFailed
from bot.store.out import Notice
from bot.store.rows import GameId, UserId
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import asked_again, check_still_asked, check_still_played
from bot.tables.core.refusals import Refusal
from bot.tables.core.table import Table
from bot.tables.opponents.thinking import Thinking
from rules.contract import Action, Decision, Seat

MOST_FAILURES: Final = 3
"""Failures in a row after which the table is told that a computer player cannot decide."""


class _Thought(msgspec.Struct, frozen=True):
    """A thinking computer player: its seat at a table, and the task that awaits its action."""

    table: Table
    seat: Seat
    task: asyncio.Task[Action]


class OpponentDecisions:
    """The decisions of computer players, one a game at a time."""

    def __init__(
        self,
        cache: TableCache,
        thinking: Thinking,
        change: Callable[[GameId, Callable[[Table], Draft]], Awaitable[Table | None]],
        *,
        rng: Random,
        is_present: Callable[[UserId], bool],
    ) -> None:
        """Nobody is thinking yet.

        Args:
            cache: where the tables are.
            thinking: decides what computer players do.
            change: stores a change, unless a person was faster.
            rng: chance.
            is_present: whether a person clicked a short while ago.
        """
        self._cache = cache
        self._thinking = thinking
        self._change = change
        self._rng = rng
        self._is_present = is_present
        self._thoughts: dict[GameId, _Thought] = {}
        self._failures: Counter[GameId] = Counter()

    def stop_unneeded(self, now: Table) -> None:
        """Stop a computer player that is thinking about a decision that has changed or gone."""
        thought = self._thoughts.get(now.game.id)
        if thought is not None:
            try:
                check_still_asked(thought.table, now, thought.seat)
            except Refusal:
                thought.task.cancel()

    async def decided(
        self, table: Table, decision: Decision, level: str, pause: float
    ) -> Action | None:
        """The action of a computer player; None: the table has moved on.

        Args:
            table: where it decides.
            decision: what it decides.
            level: how well it plays.
            pause: the fewest seconds that it takes, so that people can follow.

        Raises:
            WorkerFailed: the worker's process hung or died.
        """
        try:
            action = await self._thought(table, decision, level, pause)
        except WorkerFailed:
            await self._count_failure(table, decision.seat)
            raise
        if action is not None:
            await self._note_success(table, decision.seat)
        return action

    async def _count_failure(self, table: Table, seat: Seat) -> None:
        """Count a failure of a worker; after several, the table is told once for each entry."""
        game = table.game.id
        self._failures[game] += 1
        if self._failures[game] >= MOST_FAILURES and table.game.stuck != table.number:
            await self._tell(table, seat, "table.opponent_stuck", table.number)

    async def _note_success(self, table: Table, seat: Seat) -> None:
        """Forget the failures; if a computer player was stuck, tell the table it is back."""
        self._failures.pop(table.game.id, None)
        if table.game.stuck is not None:
            await self._tell(table, seat, "table.opponent_back", None)

    async def _tell(self, table: Table, seat: Seat, text: str, stuck: int | None) -> None:
        """Tell the table, and store the entry at which a computer player is stuck, if it is."""
        out = Notice(text, {"name": table.seats[seat].name, "seat": seat})

        def draft(now: Table) -> Draft:
            check_still_played(table, now, seat)
            if now.number >= table.number:  # an auction done at once is ahead of the store
                asked_again(table, now, seat)
            game = replace(now.game, stuck=stuck)
            return Draft(replace(now, game=game), (out,))

        await self._change(table.game.id, draft)

    async def _thought(
        self, table: Table, decision: Decision, level: str, pause: float
    ) -> Action | None:
        """The action of a computer player; None: the table has moved on and no longer needs it.

        Raises:
            WorkerFailed: the worker's process hung or died.
        """
        thinking = self._action(table, decision, level, pause)
        task = asyncio.create_task(thinking, name=f"opponent of game {table.game.id}")
        self._thoughts[table.game.id] = _Thought(table, decision.seat, task)
        try:
            await asyncio.wait({task})
            return None if task.cancelled() else task.result()
        finally:
            del self._thoughts[table.game.id]
            task.cancel()  # if the bot stops
            await asyncio.gather(task, return_exceptions=True)

    async def _action(
        self, table: Table, decision: Decision, level: str, pause: float
    ) -> Action:
        """The action of a computer player, after a pause so that people can follow.

        Raises:
            WorkerFailed: the worker's process hung or died.
        """
        secret = await self._cache.store.games.secret(table.game.id, self._rng.randbytes(16))
        view = table.view(decision.seat)
        present = any(row.sits and self._is_present(row.sits) for row in table.sitting)
        asked = (table.game.game, level, view, decision, secret)
        answer, _ = await asyncio.gather(
            self._thinking.action(*asked, present=present),
            asyncio.sleep(pause),
            return_exceptions=True,
        )
        if isinstance(answer, BaseException):
            raise answer
        return answer
