"""Advice: what the strongest computer player would do in a person's place.

It sees what the seat sees, and nothing more. A table option says who can have advice. The
panel, **Suggest** and **Up to ...** show the same advice on one decision.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from bot.background.tasks import KeyedTasks
from bot.background.workers import WorkerFailed
from bot.store.changes import Guard
from bot.store.rows import GameId, UserId
from bot.tables.core import game_changes
from bot.tables.core.cache import TableCache
from bot.tables.core.refusals import AdvisedLately, FirstGameOnly, NoAdvice, Refusal
from bot.tables.core.table import Table
from bot.tables.opponents.thinking import Thinking
from rules.contract import Decision, Seat
from rules.opponents import ADVISERS
from rules.opponents.advice import Advice

COOLDOWN: Final = 5.0
"""Seconds between two suggestions to one person that must be worked out."""

AHEAD: Final = 1.0
"""Seconds for which a table stands still before its verdicts are worked out ahead. A person who
opens the panel sooner starts that, and one who knows what to do needs no verdict."""

MOST_ASKING: Final = 10_000
"""For how many people the time of their latest request is remembered."""

_log = logging.getLogger(__name__)


class Advised(msgspec.Struct, frozen=True):
    """An answer: the table it is about, and what is advised."""

    table: Table
    advice: Advice


class AdviceService:
    """Advice for people who can have it at their table."""

    def __init__(
        self,
        cache: TableCache,
        thinking: Thinking,
        *,
        coached: Callable[[UserId, str], Awaitable[bool]],
        rng: Random,
        monotonic: Callable[[], float],
        ahead: float = AHEAD,
    ) -> None:
        """Use the tables of a cache.

        Args:
            cache: where the tables are.
            thinking: works out the advice.
            coached: whether a person has the coach in games of a kind.
            rng: for the secrets of games that have none yet.
            monotonic: seconds of a clock that never jumps.
            ahead: seconds for which a table stands still before its verdicts are worked out.
        """
        self._cache = cache
        self._thinking = thinking
        self._coached = coached
        self._rng = rng
        self._monotonic = monotonic
        self._asked: LRUCache[UserId, float] = LRUCache(MOST_ASKING)
        self._ahead_after = ahead
        self._ahead: KeyedTasks[GameId] = KeyedTasks("advice ahead", self._look_ahead)

    async def refusal(self, table: Table, user: UserId) -> Refusal | None:
        """Why a person gets no suggestions at a table; None: they may ask."""
        if table.game.advice == "none" or table.game.game not in ADVISERS:
            return NoAdvice()
        if table.game.advice == "all":
            return None
        finished = await self._cache.store.results.finished(user, table.game.game)
        return FirstGameOnly() if finished else None

    async def suggest(
        self,
        game: GameId,
        user: UserId,
        seat: Seat,
        arose: int,
    ) -> Advised:
        """Advise on the decision that arose at entry `arose`.

        The seat is marked as advised before the advice is returned.

        Args:
            game: the table.
            user: who asks.
            seat: the seat whose panel was clicked.
            arose: the entry at which the decision arose.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: a computer player plays for the person.
            NotYourMove: others must decide.
            NoAdvice: nobody has advice at this table.
            FirstGameOnly: only people in their first game of this kind have advice here.
            AdvisedLately: the person asked for a suggestion a moment ago.
            Stale: the table has moved on, perhaps during the computation.
            WorkerFailed: the worker's process hung or died.
        """
        table = await self._cache.table(game)
        decision = game_changes.asked(table, user, seat, arose)
        if refusal := await self.refusal(table, user):
            raise refusal
        view, secret = table.view(seat), await self._secret(game)
        if self._thinking.advice(view, decision, secret) is None:
            self._check_lately(user)
        found = await self._thinking.advise(table.game.game, view, decision, secret)
        return Advised(await self.mark(game, user, seat, arose), found)

    async def ready(self, table: Table, seat: Seat, user: UserId) -> Advice | None:
        """The advice on a seat's decision, if it is known already and the person can have it.

        A caller that shows it marks the seat.
        """
        decision = table.decision(seat)
        if decision is None or await self.refusal(table, user) is not None:
            return None
        secret = await self._secret(table.game.id)
        return self._thinking.advice(table.view(seat), decision, secret)

    async def soon(self, table: Table, seat: Seat) -> Advice | None:
        """The advice for a seat that has not asked, once it is known.

        Raises:
            WorkerFailed: the worker's process hung or died.
        """
        decision = table.decision(seat)
        if decision is None:
            return None
        secret = await self._secret(table.game.id)
        title, view = table.game.game, table.view(seat)
        return await self._thinking.advise(title, view, decision, secret, asked=False)

    def look_ahead(self, game: GameId) -> None:
        """Work out the coach's verdicts in a game that has changed, once it stands still.

        Not with several processes: the panel is mostly opened in another process, which has
        the verdicts a moment later.
        """
        if not self._cache.store.games.shared:
            self._ahead.stop(game)
            self._ahead.wake_after(game, self._ahead_after)

    async def join(self) -> None:
        """Wait until nothing is being worked out ahead (for tests)."""
        self._ahead.hurry()
        await self._ahead.join()

    async def close(self) -> None:
        """Stop working out advice ahead."""
        await self._ahead.close()

    async def _look_ahead(self, game: GameId) -> bool:
        """Prepare verdicts on the decisions of people who have the coach."""
        try:
            table = await self._cache.table(game)
            for decision in table.decisions if table.game.status == "playing" else ():
                user = table.seats[decision.seat].sits
                if user is not None and await self.speaks(table, decision, user):
                    await self.soon(table, decision.seat)
        except (Refusal, WorkerFailed) as error:
            # The panel goes out without a verdict.
            _log.info("no advice was prepared for game %s: %r", game, error)
        return False

    async def speaks(self, table: Table, decision: Decision, user: UserId) -> bool:
        """Whether the coach may tell a person its verdict on a decision."""
        adviser = ADVISERS.get(table.game.game)
        if adviser is None or not isinstance(decision.prompt, adviser.verdicts):
            return False
        if len(decision.options) < 2 or not await self._coached(user, table.game.game):
            return False
        return await self.refusal(table, user) is None

    async def _secret(self, game: GameId) -> bytes:
        return await self._cache.store.games.secret(game, self._rng.randbytes(16))

    def _check_lately(self, user: UserId) -> None:
        """Check that a person did not ask a moment ago.

        Raises:
            AdvisedLately: the person asked for a suggestion a moment ago.
        """
        now = self._monotonic()
        if now - self._asked.get(user, -COOLDOWN) < COOLDOWN:
            raise AdvisedLately
        self._asked[user] = now

    async def mark(self, game: GameId, user: UserId, seat: Seat, arose: int) -> Table:
        """Mark a seat that is about to be advised.

        Raises:
            Stale: the decision is no longer pending.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: a computer player plays for the person.
            NotYourMove: others must decide.
        """

        async def write(table: Table, guard: Guard | None) -> Table | None:
            game_changes.asked(table, user, seat, arose)
            row = table.seats[seat]
            if row.advised:
                return None
            await self._cache.store.games.set_advised(game, seat, guard)
            return table.with_seat(replace(row, advised=True))

        return await self._cache.write_part(game, write)
