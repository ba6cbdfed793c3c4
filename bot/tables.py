"""The open games: from a person's choice to the journal, the store, the announcement."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from random import Random, SystemRandom

import msgspec

from bot import lobbies, moves, orders, replay
from bot.errands import Errands
from bot.gathering import Gathering
from bot.notices import (
    GameEnded,
    NoSuchOrder,
    NotSetAside,
)
from bot.shelf import Shelf
from bot.steps import Chooser, Steps
from bot.store import Store
from bot.store.games import Change
from bot.store.rows import Ballot, GameId, Hands, Out, SeatRow, UserId
from bot.table import Draft, Table
from bot.workers import Workers
from rules.table import AnyGame, Order, Seat

GAP = 0.02
"""Seconds between two games of the replay check, so that people come first."""

log = logging.getLogger(__name__)


class Played(msgspec.Struct, frozen=True):
    """An accepted action: the table after it, and the entry number before it.

    `table.events(since, seat)` tells what the action did.
    """

    table: Table
    since: int


class Tables(Gathering):
    """The open games of one bot.

    Every method that changes something holds the game's lock, in order of
    arrival, writes one transaction, and then calls `announce(game)`: the outbox
    has rows for that game. Every method raises a `Notice` to tell the person, and
    has then changed nothing. Who may act is decided from the store alone.
    """

    def __init__(
        self,
        store: Store,
        workers: Workers,
        games: Mapping[str, AnyGame],
        choose: Chooser,
        *,
        levels: tuple[str, ...] = (),
        rng: Random | None = None,
        clock: Callable[[], float] = time.time,
        pause: float = 1.0,
        kept: int = 32,
    ) -> None:
        """Tables over an open store.

        Args:
            store: where everything is kept; it stays open when the tables close.
            workers: where opponents think and games are replayed.
            games: rules.games.GAMES.
            choose: rules.opponents.choose, picklable: it runs in a worker.
            levels: rules.opponents.LEVELS.
            rng: chance; the machine's own unless a test gives one.
            clock: Unix seconds.
            pause: seconds before an opponent's step, so that people can follow.
            kept: how many folded games stay in memory.
        """
        self.announce: Callable[[GameId], None] = _ignore
        shelf = Shelf(store, workers, games, clock, kept)
        super().__init__(store, shelf, games, levels, rng or SystemRandom(), clock)
        self._shelf.written = self._written
        self._steps = Steps(
            self._shelf, workers, choose, rng=self._rng, clock=clock, pause=pause
        )
        self._background: Errands[str] = Errands("background work", self._work)
        self._checked: GameId = 0
        self._done = False

    async def resume(self) -> None:
        """After a start: go on with opponents and orders, check replays in the back.

        Returns at once whatever the number of games; announce what is undelivered
        yourself (`store.outbox.games()`).
        """
        self._shelf.release = await asyncio.to_thread(replay.release)
        self._background.wake("steps")
        self._background.wake("replays")

    async def settled(self) -> None:
        """Wait until every game waits for people and the checks are done (for tests)."""
        await self._background.settled()
        await self._steps.settled()

    async def close(self) -> None:
        """Stop opponents and checks, wait for them; the store stays open."""
        await self._background.close()
        await self._steps.close()

    @property
    def report(self) -> replay.Report:
        """The replay check since the start, for the host."""
        aside = tuple(self._shelf.aside.items())
        return replay.Report(self._shelf.good, aside, self._done)

    def number(self, game: GameId) -> int | None:
        """The number of a game's latest entry, for the log; None if it is not in memory."""
        return self._shelf.number(game)

    # -- games -------------------------------------------------------------

    async def in_channel(self, channel: int) -> Table | None:
        """The open lobby or game of a channel, else its last one, else None.

        A game set aside is open: it holds its channel.
        """
        row = await self._store.games.in_channel(channel)
        return None if row is None else await self._shelf.table(row.id)

    async def play(
        self, game: GameId, user: UserId, seat: Seat, arose: int, spelled: str
    ) -> Played:
        """Take an action by its name, for the decision that arose at entry `arose`.

        Raises: NoSuchGame, NotBegun, GameEnded, SetAside, Foreign (no seat in the
            game), NotYourMove (says who must decide), Stale, Refused (a public action
            that the rules forbid now, with the reason), UnknownChoice.
        """
        since = 0

        def draft(now: Table) -> Draft:
            nonlocal since
            since = now.number
            decision = moves.asked(now, user, seat, arose)
            action = moves.found(moves.running(now), decision, spelled)
            return moves.moved(now, seat, action, self._rng, self._clock(), user)

        return Played(await self._shelf.change(game, draft), since)

    async def take_back(self, game: GameId, user: UserId) -> Played:
        """Take the person's own latest action back.

        Raises: as `play`, and NothingToTakeBack.
        """
        since = 0

        def draft(now: Table) -> Draft:
            nonlocal since
            since = now.number
            return moves.taken_back(now, user, self._clock())

        return Played(await self._shelf.change(game, draft), since)

    async def end(self, game: GameId) -> Table:
        """End any lobby or game, for a host who frees a channel; it stays readable.

        Raises: NoSuchGame, GameEnded.
        """

        def draft(now: Table) -> Draft:
            if now.game.status in {"over", "cancelled"}:
                raise GameEnded
            if now.game.status == "lobby":
                return lobbies.closed(now, self._clock(), why="lobby.closed_by_host")
            return moves.stopped(now, self._clock(), "table.ended_by_host")

        return await self._shelf.change(game, draft)

    # -- messages (called by the deliverer) ----------------------------------

    async def show(self, game: GameId, *, anew: bool = False) -> Table:
        """Have the table message (or lobby) sent again as it stands.

        Args:
            game: which.
            anew: forget the current message, so that a new one is posted.

        Raises: NoSuchGame.
        """
        if anew:
            # What it showed is still known: people are not called twice for one turn.
            entry = (await self.table(game)).game.message_entry
            await self.posted(game, None, None, entry)
        return await self._shelf.change(
            game,
            lambda now: Draft(now.game, Change(now.number, outs=(Out(moves.shown_as(now)),))),
        )

    async def posted(
        self, game: GameId, channel: int | None, message: int | None, entry: int
    ) -> None:
        """Remember the current table (or lobby) message and the entry it shows.

        `message` None: it is gone. Writes no outbox rows.
        """
        async with self._shelf.hold(game) as table:
            row = msgspec.structs.replace(
                table.game,
                message_channel=channel,
                message=message,
                message_entry=entry,
                message_at=self._clock(),
            )
            await self._store.games.set_message(row)
            self._shelf.put(msgspec.structs.replace(table, game=row))

    async def dm_sent(
        self, game: GameId, seat: Seat, channel: int, message: int, turn: int | None
    ) -> None:
        """Remember the DM of a hand, and the turn (`Table.turn_of`) it announced.

        `turn` None: the DM announced nothing new; what it announced before stays.
        """
        async with self._shelf.hold(game) as table:
            old = table.seats[seat]
            row = msgspec.structs.replace(
                old,
                dm_channel=channel,
                dm_message=message,
                dm_entry=old.dm_entry if turn is None else turn,
            )
            await self._store.games.set_dm(row)
            self._reseat(table, row)

    async def dm_closed(self, game: GameId, seat: Seat) -> None:
        """The person takes no DMs: remembered for good, the hand goes by button."""
        async with self._shelf.hold(game) as table:
            user = table.seats[seat].user
        if user is not None:
            await self._store.set_dms_closed(user, True)
        await self.hands(game, seat, "button")

    async def hands(self, game: GameId, seat: Seat, hands: Hands) -> None:
        """Choose how a hand is shown; the table message says so."""
        async with self._shelf.hold(game) as table:
            await self._store.games.set_hands(game, seat, hands)
            self._reseat(table, msgspec.structs.replace(table.seats[seat], hands=hands))
        await self.show(game)

    # -- standing orders -----------------------------------------------------

    async def offers(self, game: GameId, user: UserId) -> tuple[Order, ...]:
        """The orders that a person may leave now (spell them with `rules.table.name`).

        Raises: NoSuchGame, NotBegun, GameEnded, SetAside, Foreign.
        """
        table = await self.table(game)
        return self._rules(table).offers(table.view(moves.own_seat(table, user)))

    async def orders(self, game: GameId, user: UserId) -> tuple[Order, ...]:
        """The orders that a person has left and that still count, the newest first.

        Raises: as `offers`.
        """
        table = await self.table(game)
        seat = moves.own_seat(table, user)
        rows = await self._store.games.orders(game)
        return tuple(
            order for _, order in orders.standing(self._rules(table), table, seat, rows)
        )

    async def leave_order(self, game: GameId, user: UserId, spelled: str) -> Table:
        """Leave one of the offered orders; it is used at once if it is the moment.

        Raises: as `offers`, and NoSuchOrder.
        """

        def draft(now: Table) -> Draft:
            seat = moves.own_seat(now, user)
            order = orders.find(self._rules(now).offers(now.view(seat)), spelled)
            if order is None:
                raise NoSuchOrder
            left = (orders.row(game, seat, order, self._clock()),)
            change = Change(now.number, outs=(Out("hand", seat),), orders=left)
            return Draft(now.game, change)

        return await self._shelf.change(game, draft)

    async def revoke_order(self, game: GameId, user: UserId, spelled: str) -> Table:
        """Take a left order back.

        Raises: as `offers`, and NoSuchOrder.
        """
        rows = await self._store.games.orders(game)

        def draft(now: Table) -> Draft:
            seat = moves.own_seat(now, user)
            alive = orders.standing(self._rules(now), now, seat, rows)
            dropped = tuple(row for row, order in alive if orders.find((order,), spelled))
            if not dropped:
                raise NoSuchOrder
            change = Change(now.number, outs=(Out("hand", seat),), dropped=dropped)
            return Draft(now.game, change)

        return await self._shelf.change(game, draft)

    # -- games set aside -------------------------------------------------------

    async def vote(self, game: GameId, user: UserId, ballot: Ballot) -> Table:
        """Vote to continue a game from its last checked entry, or to end it.

        More than half of the people at the table decide; a vote can be changed.

        Raises: NoSuchGame, NotSetAside, NotSeated, CannotContinue.
        """

        def draft(now: Table) -> Draft:
            if now.game.status != "aside":
                raise NotSetAside
            votes, outcome = replay.voted(now, user, ballot)
            match outcome:
                case "continue":
                    return self._continued(now)
                case "end":
                    return moves.stopped(now, self._clock(), "table.ended_by_vote")
                case None:
                    change = Change(now.number, outs=(Out("table"),), votes=votes)
                    return Draft(now.game, change)

        return await self._shelf.change(game, draft)

    async def continue_from(self, game: GameId) -> Table:
        """Continue a game set aside from its last checked entry, for a host.

        Later entries are kept aside, not deleted.

        Raises: NoSuchGame, NotSetAside, CannotContinue.
        """
        return await self._shelf.change(game, self._continued)

    # -- inside ----------------------------------------------------------------

    def _continued(self, table: Table) -> Draft:
        return replay.continued(table, self._rng, self._clock(), self._shelf.release)

    def _reseat(self, table: Table, row: SeatRow) -> None:
        seats = (*table.seats[: row.seat], row, *table.seats[row.seat + 1 :])
        self._shelf.put(msgspec.structs.replace(table, seats=seats))

    def _written(self, table: Table, announce: bool) -> None:
        """Something was committed: send it, and let opponents and orders go on."""
        if announce:
            self.announce(table.game.id)
        if table.game.steps:
            self._steps.wake(table.game.id)

    async def _work(self, what: str) -> bool:
        """What a start leaves to be done in the background; false at its end."""
        if what == "replays":
            return await self._check()
        for game in await self._store.games.stepping():
            self._steps.wake(game)
            await asyncio.sleep(GAP)
        return False

    async def _check(self) -> bool:
        """Replay the next open game that this release has not seen; false at the end.

        A game that is opened meanwhile is replayed at once, out of turn.
        """
        game = await self._store.games.unverified(self._shelf.release, self._checked)
        if game is None:
            self._done = True
            log.info("%s", self.report)
            return False
        self._checked = game
        await self._shelf.check(game)
        await asyncio.sleep(GAP)
        return True


def _ignore(_: GameId) -> None:
    """Nobody wants to know."""
