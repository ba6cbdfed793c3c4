"""What happens at a table without a click: computer players, standing orders, ends of turns."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from cachetools import LRUCache
from msgspec.structs import replace

from bot.background.tasks import KeyedTasks
from bot.store.out import Hand
from bot.store.rows import GameId, UserId
from bot.tables.core import game_changes
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import asked_again, check_still_asked, unread_by
from bot.tables.core.refusals import Refusal, Stale
from bot.tables.core.table import Table
from bot.tables.opponents.deciding import OpponentDecisions
from bot.tables.opponents.thinking import Thinking
from bot.tables.orders import plans, standing_orders
from bot.tables.orders.plans import Planned
from bot.tables.orders.standing_orders import follow
from rules.contract import Action, Decision, Seat
from rules.unasked import went_on

LIVE_UNDO_PAUSE: Final = 5.0
"""The most seconds for which nothing acts at a live table after an undoable action."""

GAP: Final = 0.02
"""Seconds between two games that are resumed after a start, so that people come first."""

MOST_ENDED: Final = 10_000
"""The most games for which it is remembered that a turn ended by itself."""

_log = logging.getLogger(__name__)


class Autoplay:
    """Acts for computer players and orders and ends turns: a task a game, until people act."""

    def __init__(
        self,
        cache: TableCache,
        thinking: Thinking,
        *,
        rng: Random,
        pause: float,
        undo_pause: float,
        end_pause: float,
        is_present: Callable[[UserId], bool],
    ) -> None:
        """Nothing is done before the first `wake`.

        Args:
            cache: where the tables are.
            thinking: decides what computer players do.
            rng: chance.
            pause: seconds before a computer player's action, so that people can follow.
            undo_pause: seconds before anything acts by itself after a person's action
                that can still be undone, if several people play.
            end_pause: seconds until a turn with nothing left to do ends by itself.
            is_present: whether a person clicked a short while ago.
        """
        self._cache = cache
        self._rng = rng
        self._pause = pause
        self._undo_pause = undo_pause
        self._end_pause = end_pause
        self._ended: LRUCache[GameId, int] = LRUCache(MOST_ENDED)
        self._opponents = OpponentDecisions(
            cache, thinking, self._change, rng=rng, is_present=is_present
        )
        self._tasks: KeyedTasks[GameId] = KeyedTasks("steps of game", self._step)
        cache.leases.watch(self._tasks.busy)

    def wake(self, table: Table) -> None:
        """Act at a table, if a computer player or an order may have something to do there.

        A computer player whose answer is no longer needed is stopped.
        """
        self._opponents.stop_unneeded(table)
        if table.game.steps:
            self._tasks.wake(table.game.id)

    def look(self, game: GameId) -> None:
        """Act in a game, if there is something to do."""
        self._tasks.wake(game)

    async def resume(self) -> None:
        """Act, after a start, wherever there was something to do."""
        for game in await self._cache.store.game_index.stepping():
            self._tasks.wake(game)
            await asyncio.sleep(GAP)

    async def join(self) -> None:
        """Wait until every game is waiting for people."""
        await self._tasks.join()

    async def close(self) -> None:
        """Stop in every game, and wait until that is done."""
        await self._tasks.close()

    async def _step(self, game: GameId) -> bool:
        """Take one action in a game; false if there was nothing to do."""
        table = await self._cache.table(game)
        if table.game.status != "playing" or not table.game.steps or table.game.rested:
            return False
        if table.held or not await self._cache.leases.hold(game):
            return False
        wait = self._wait(table)
        if wait > 0:
            await asyncio.sleep(wait)  # the next step reads the table again
            return True
        if table.by_limits and await self._auction(table):
            return True
        rules = self._cache.rules_of(table)
        followed = follow(rules, table)
        if followed.seat is not None and followed.action is not None:
            await self._act(table, followed.seat, followed.action)
            return True
        planned = plans.planned(table)
        if planned is not None:
            await self._follow(table, planned)
            return True
        for decision in table.decisions:
            level = table.seats[decision.seat].opponent
            if level is not None:
                action = await self._opponents.decided(table, decision, level, self._pause)
                if action is not None:
                    await self._act(table, decision.seat, action)
                return True
        if await self._end_turn(table):
            return True
        if gone := standing_orders.expired(rules, table):
            await self._cache.change(game, lambda now: Draft(now, dropped=gone))
        return False

    async def _auction(self, table: Table) -> bool:
        """Do at once all that orders and bidding computer players do before a person decides.

        Nobody can learn a limit from the time that a step takes, and an item is announced once.

        Returns:
            Whether anything was done, or the table has changed meanwhile.
        """
        now, ordered = table, set[Seat]()
        while now.journal is not None:
            followed = follow(now.journal.game, now)
            seat, action = followed.seat, followed.action
            if seat is not None:
                ordered.add(seat)
            elif (bidder := _bidding_opponent(now)) is not None:
                decision, level = bidder
                seat = decision.seat
                action = await self._opponents.decided(now, decision, level, 0.0)
                if action is None:
                    return True
            if seat is None or action is None:
                break
            journal = went_on(now.journal.move(seat, action, self._rng), self._rng)
            now = replace(now, journal=journal)
            await asyncio.sleep(0)
        if now is table:
            return False
        change = partial(self._auctioned, table, now, ordered)
        await self._change(table.game.id, change)
        return True

    def _auctioned(self, before: Table, after: Table, ordered: set[Seat], now: Table) -> Draft:
        """The stored table with all that was done at once, unless it has changed meanwhile.

        Args:
            before: the table before all that was done.
            after: the table with all that was done.
            ordered: the seats for which orders acted.
            now: the table as it is stored.

        Raises:
            Stale: the game waits for its people, or something has changed.
        """
        sits = [row.sits for row in now.seats] == [row.sits for row in before.seats]
        same = now.number == before.number and now.orders == before.orders and sits
        if not same or now.paused or now.held or after.journal is None:
            raise Stale
        for seat in ordered:
            now = unread_by(now, seat)
        draft = game_changes.advanced(now, after.journal, self._cache.moment())
        for seat in sorted(ordered):
            draft = plans.noted(draft, seat, "note.order_followed")
        return draft

    async def _end_turn(self, table: Table) -> bool:
        """End a turn with nothing left to do, or plan to look again when its end is due.

        Returns:
            Whether a turn was ended, or the table has changed meanwhile.
        """
        for decision in table.decisions:
            action = table.end_of_turn(decision.seat)
            if action is None:
                continue
            wait = self._left(table, self._end_pause, short=_alone(table))
            if wait > 0:
                self._tasks.wake_after(table.game.id, wait)
                return False
            change = partial(self._ended_turn, table, decision.seat)
            after = await self._change(table.game.id, change)
            if after is not None:  # what follows acts at once, without a second pause
                self._ended[after.game.id] = after.number
            return True
        return False

    def _ended_turn(self, before: Table, seat: Seat, now: Table) -> Draft:
        """The table after the end of a turn.

        Raises:
            Stale: something has changed.
        """
        check_still_asked(before, now, seat)
        action = now.end_of_turn(seat)
        if action is None or now.game.updated != before.game.updated:
            raise Stale
        return game_changes.moved(now, seat, action, self._rng, self._cache.moment())

    def ends_at(self, table: Table) -> float | None:
        """When the turn at a table ends by itself, in Unix seconds; None: it does not."""
        if table.paused or table.held:
            return None
        if not any(table.end_of_turn(each.seat) for each in table.decisions):
            return None
        return table.game.updated + self._pause_of(table, self._end_pause, _alone(table))

    def _wait(self, table: Table) -> float:
        """Seconds until anything acts by itself, so that a person can first undo their action.

        With one person at the table, the pause of a computer player is long enough.
        """
        journal = table.journal
        if journal is None or _alone(table):
            return 0.0
        if self._ended.get(table.game.id) == table.number:
            return 0.0
        if all(table.undo_entry(row.seat) is None for row in table.humans):
            return 0.0
        return self._left(table, self._undo_pause)

    def _left(self, table: Table, pause: float, *, short: bool = False) -> float:
        """Seconds left of a pause that began with the latest change."""
        pause = self._pause_of(table, pause, short)
        return min(table.game.updated + pause - self._cache.moment().unix, pause)

    @staticmethod
    def _pause_of(table: Table, pause: float, short: bool) -> float:
        """The seconds of a pause: at most `LIVE_UNDO_PAUSE` if `short` or at a live table."""
        live = short or table.game.pace == "live"
        return min(pause, LIVE_UNDO_PAUSE) if live else pause

    async def _follow(self, table: Table, planned: Planned) -> None:
        """Take the action of a plan, or drop the plan and tell its owner why."""
        row = planned.row

        def draft(now: Table) -> Draft:
            asked_again(table, now, row.seat)
            if row not in now.plans or now.paused or now.held:
                raise Stale
            after = plans.without(now, (row.seat,))
            if planned.note is not None:
                notes = (*now.notes, planned.note)
                after = replace(after, notes=notes)
                return Draft(after, (Hand(row.seat),))
            after = unread_by(after, row.seat)
            new = game_changes.moved(
                after, row.seat, planned.action, self._rng, self._cache.moment()
            )
            return plans.noted(new, row.seat, "note.plan_followed")

        await self._change(table.game.id, draft)

    async def _act(self, table: Table, seat: Seat, action: Action) -> None:
        """Take an action, unless the decision that it was for has changed meanwhile."""
        ordered = table.seats[seat].sits is not None

        def draft(now: Table) -> Draft:
            check_still_asked(table, now, seat)
            now = unread_by(now, seat) if ordered else now
            new = game_changes.moved(now, seat, action, self._rng, self._cache.moment())
            return plans.noted(new, seat, "note.order_followed") if ordered else new

        await self._change(table.game.id, draft)

    async def _change(self, game: GameId, draft: Callable[[Table], Draft]) -> Table | None:
        """Store a change; None: a person was faster."""
        try:
            return await self._cache.change(game, draft)
        except Refusal as refusal:
            _log.info("an automatic action in game %s was too late: %s", game, refusal)
            return None


def _alone(table: Table) -> bool:
    """Whether one person plays, alone or with computer players."""
    return len(table.humans) == 1


def _bidding_opponent(table: Table) -> tuple[Decision, str] | None:
    """The decision and the level of a computer player that must bid for the auctioned item."""
    question = None if table.journal is None else table.journal.question
    if question is None or question.item is None:
        return None
    bidders = ((each, table.seats[each.seat].opponent) for each in table.decisions)
    return next(((each, level) for each, level in bidders if level is not None), None)
