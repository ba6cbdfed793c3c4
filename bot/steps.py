"""What goes on by itself at a table: opponents' decisions and standing orders."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import msgspec

from bot.editions import rules_of
from bot.errands import Errands
from bot.moves import asked_again, moved
from bot.notices import Notice
from bot.orders import follow
from bot.shelf import Shelf
from bot.store.games import Change
from bot.store.rows import GameId, OrderRow, UserId
from bot.table import Draft, Table
from bot.workers import Workers
from rules.table import Action, Decision, Seat, name

Chooser: TypeAlias = Callable[[str, str, Any, Decision, Random], Action]
"""An opponent: game, level, view, decision and a generator to its action. Picklable."""

log = logging.getLogger(__name__)


class Steps:
    """One task a game with something to do, which ends when people must decide."""

    def __init__(
        self,
        shelf: Shelf,
        workers: Workers,
        choose: Chooser,
        *,
        rng: Random,
        clock: Callable[[], float],
        pause: float,
    ) -> None:
        """Nothing goes on yet."""
        self._shelf = shelf
        self._workers = workers
        self._choose = choose
        self._rng = rng
        self._clock = clock
        self._pause = pause
        self._errands: Errands[GameId] = Errands("steps of game", self._step)

    def wake(self, game: GameId) -> None:
        """An opponent or an order may have something to do."""
        self._errands.wake(game)

    async def settled(self) -> None:
        """Wait until every game waits for people."""
        await self._errands.settled()

    async def close(self) -> None:
        """Stop everywhere and wait for it."""
        await self._errands.close()

    async def _step(self, game: GameId) -> bool:
        """One step of a game; false if there was nothing to do."""
        table = await self._shelf.table(game)
        if table.game.status != "playing" or not table.game.steps:
            return False
        rows = await self._shelf.store.games.orders(game)
        followed = follow(rules_of(table.game, self._shelf.games), table, rows)
        if followed.seat is not None and followed.action is not None:
            user = table.seats[followed.seat].user
            await self._act(table, followed.seat, followed.action, user, followed.expired)
            return True
        for decision in table.decisions:
            level = table.seats[decision.seat].level
            if level is not None:
                action = await self._thought(table, decision, level)
                await self._act(table, decision.seat, action, None, followed.expired)
                return True
        if followed.expired:
            change = Change(table.number, dropped=followed.expired)
            await self._shelf.change(game, lambda now: Draft(now.game, change))
        return False

    async def _act(
        self,
        table: Table,
        seat: Seat,
        action: Action,
        user: UserId | None,
        expired: tuple[OrderRow, ...],
    ) -> None:
        """Take an action, unless the decision that it was for has changed meanwhile."""

        def draft(now: Table) -> Draft:
            asked_again(table, now, seat)
            new = moved(now, seat, action, self._rng, self._clock(), user)
            change = msgspec.structs.replace(new.change, dropped=expired)
            return msgspec.structs.replace(new, change=change)

        try:
            await self._shelf.change(table.game.id, draft)
        except Notice as notice:
            log.info("a step of game %s was overtaken: %s", table.game.id, notice)

    async def _thought(self, table: Table, decision: Decision, level: str) -> Action:
        """What an opponent does, after a pause in which people can follow.

        An opponent that fails takes any option: a game never stalls.
        """
        seed = Random(self._rng.getrandbits(64))  # noqa: S311 - a generator that can be sent
        thinking = self._workers.run(
            self._choose, table.game.game, level, table.view(decision.seat), decision, seed
        )
        answer, _ = await asyncio.gather(
            thinking, asyncio.sleep(self._pause), return_exceptions=True
        )
        if isinstance(answer, Action):
            action = decision.find(name(answer))
            if action is not None:
                return action
        log.error("opponent %s of game %s gave no answer: %r", level, table.game.id, answer)
        return self._rng.choice(decision.options)
