"""Standing orders and plans of people, as a service."""

from __future__ import annotations

from collections.abc import Callable

from bot.store.out import Hand
from bot.store.rows import GameId, UserId
from bot.tables.core import game_changes
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import NoSuchOrder
from bot.tables.core.table import Table
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.orders import plans, standing_orders
from rules.contract import Order, name


class OrderService:
    """Leaves and cancels what is to be done for a person when its moment comes."""

    def __init__(self, cache: TableCache, autoplay: Autoplay) -> None:
        """Use the tables of a cache; `autoplay` follows what is to be done at once."""
        self._cache = cache
        self._autoplay = autoplay

    async def offers(self, game: GameId, user: UserId) -> tuple[Order, ...]:
        """The orders that a person may leave now (spell them with `rules.contract.name`).

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: a computer player plays for the person.
        """
        table = await self._cache.table(game)
        seat = game_changes.acting_seat(table, user)
        return standing_orders.offered(table, seat)

    async def left(self, game: GameId, user: UserId) -> tuple[Order, ...]:
        """The orders that a person has left and that still count, the newest first.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
        """
        table = await self._cache.table(game)
        seat = game_changes.own_seat(table, user)
        live = standing_orders.live(self._cache.rules_of(table), table, seat, table.orders)
        return tuple(order for _, order in live)

    async def leave(self, game: GameId, user: UserId, spelled: str) -> Table:
        """Leave one of the offered orders; it is followed at once if its moment has come.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: a computer player plays for the person.
            NoSuchOrder: the order is not offered.
        """

        def draft(now: Table) -> Draft:
            seat = game_changes.acting_seat(now, user)
            offers = standing_orders.offered(now, seat)
            order = next((each for each in offers if name(each) == spelled), None)
            if order is None:
                raise NoSuchOrder
            row = standing_orders.row(game, seat, order, self._cache.moment())
            return Draft(now, (Hand(seat),), orders=(row,))

        return await self._change(game, draft)

    async def revoke(self, game: GameId, user: UserId, spelled: str) -> Table:
        """Cancel an order that the person has left.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            NoSuchOrder: the person has not left it, or it can no longer be followed.
        """

        def draft(now: Table) -> Draft:
            seat = game_changes.own_seat(now, user)
            live = standing_orders.live(self._cache.rules_of(now), now, seat, now.orders)
            dropped = tuple(row for row, order in live if name(order) == spelled)
            if not dropped:
                raise NoSuchOrder
            return Draft(now, (Hand(seat),), dropped=dropped)

        return await self._change(game, draft)

    async def leave_plan(self, game: GameId, user: UserId, spelled: str) -> Table:
        """Leave a plan for the next turn, in place of the one before.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            NoSuchOrder: the plan is not offered.
        """

        def draft(now: Table) -> Draft:
            return Draft(plans.left(now, user, spelled))

        return await self._change(game, draft)

    async def revoke_plan(self, game: GameId, user: UserId) -> Table:
        """Cancel a person's plan.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            NoSuchOrder: the person has no plan.
        """
        return await self._change(game, lambda now: Draft(plans.revoked(now, user)))

    async def _change(self, game: GameId, draft: Callable[[Table], Draft]) -> Table:
        """Store a change; then an order or plan is followed, if its moment has come."""
        table = await self._cache.change(game, draft)
        self._autoplay.wake(table)
        return table
