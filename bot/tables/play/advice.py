"""Suggestions: what the strongest opponent would think about in a person's place.

It sees what the seat sees, and nothing more. Who may ask is an option of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from bot.store.changes import Guard
from bot.store.rows import GameId, UserId
from bot.tables.core.cache import TableCache
from bot.tables.core.game_changes import asked
from bot.tables.core.refusals import AdvisedLately, FirstGameOnly, NoAdvice, Refusal
from bot.tables.core.table import Table
from bot.tables.opponents.thinking import Thinking
from rules.contract import Decision, Seat
from rules.opponents import ADVISERS
from rules.opponents.advice import Suggestion

COOLDOWN: Final = 5.0
"""Seconds between two suggestions of a person that must be thought about."""

MOST_ASKING: Final = 10_000
"""Of how many people the latest question is remembered."""


class Advised(msgspec.Struct, frozen=True):
    """An answer: the table it is about, and what is suggested, the best first."""

    table: Table
    suggestions: tuple[Suggestion, ...]


class AdviceService:
    """Suggests what to do, to those who may ask at their table."""

    def __init__(
        self,
        cache: TableCache,
        thinking: Thinking,
        *,
        rng: Random,
        monotonic: Callable[[], float],
    ) -> None:
        """Over the tables of a cache.

        Args:
            cache: where the tables are.
            thinking: what opponents think.
            rng: for the secrets of games that have none yet.
            monotonic: seconds of a clock that never jumps.
        """
        self._cache = cache
        self._thinking = thinking
        self._rng = rng
        self._monotonic = monotonic
        self._asked: LRUCache[UserId, float] = LRUCache(MOST_ASKING)

    async def refusal(self, table: Table, user: UserId) -> Refusal | None:
        """Why a person has no suggestions at a table; None: they may ask."""
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
        offered: Decision | None = None,
    ) -> Advised:
        """Suggest something for the decision that arose at entry `arose`.

        The seat is marked for having asked, once something is shown to it.

        Args:
            game: the table.
            user: who asks.
            seat: whose panel was clicked in.
            arose: the entry at which the decision arose.
            offered: the decision with fewer options that are the same in effect.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: an opponent plays for the person.
            NotYourMove: others must decide.
            NoAdvice: nobody has advice at this table.
            FirstGameOnly: only people in a first such game have advice here.
            AdvisedLately: the person has asked for a suggestion a moment ago.
            Stale: the table has moved on, perhaps meanwhile.
            WorkerFailed: the process of the worker hung or died.
        """
        table = await self._cache.table(game)
        decision = asked(table, user, seat, arose)
        if refusal := await self.refusal(table, user):
            raise refusal
        view, decision = table.view(seat), offered or decision
        secret = await self._cache.store.games.secret(game, self._rng.randbytes(16))
        if not self._thinking.has_suggested(view, decision, secret):
            self._check_lately(user)
        found = await self._thinking.suggest(table.game.game, view, decision, secret)
        table = await self._note(game, user, seat, arose)
        return Advised(table, found)

    def _check_lately(self, user: UserId) -> None:
        """Check that a person has not asked a moment ago.

        Raises:
            AdvisedLately: the person has asked for a suggestion a moment ago.
        """
        now = self._monotonic()
        if now - self._asked.get(user, -COOLDOWN) < COOLDOWN:
            raise AdvisedLately
        self._asked[user] = now

    async def _note(self, game: GameId, user: UserId, seat: Seat, arose: int) -> Table:
        """Mark a seat that is about to be advised.

        Raises:
            Stale: the decision is no longer pending.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: an opponent plays for the person.
            NotYourMove: others must decide.
        """

        async def write(table: Table, guard: Guard | None) -> Table | None:
            asked(table, user, seat, arose)
            row = table.seats[seat]
            if row.advised:
                return None
            await self._cache.store.games.set_advised(game, seat, guard)
            return table.with_seat(replace(row, advised=True))

        return await self._cache.write_part(game, write)
