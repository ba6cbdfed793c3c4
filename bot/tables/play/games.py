"""Games as a service: from a person's choice to the journal, store and announcement."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import msgspec
from msgspec.structs import replace

from bot.background.tasks import KeyedTasks
from bot.store.out import Board, Hand
from bot.store.rows import (
    CLOSED,
    Ballot,
    DamagedRowError,
    GameId,
    OrderRow,
    Proposal,
    UserId,
)
from bot.tables.core import game_changes, replay
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.loading import unreadable
from bot.tables.core.refusals import (
    BeingUpdated,
    GameEnded,
    NotSetAside,
    UnknownChoice,
    Unreadable,
)
from bot.tables.core.table import Table
from bot.tables.lobby import lobby_changes
from bot.tables.opponents.autoplay import GAP, Autoplay
from bot.tables.orders import plans, standing_orders
from bot.tables.play import undo
from bot.tables.play.passes import Pass
from rules.contract import Action, Seat, name


class Played(msgspec.Struct, frozen=True):
    """An accepted action: the table after it, and the entry number before it.

    `table.events(since, seat)` says what the action did.
    """

    table: Table
    since: int


class GameService:
    """The games of one bot.

    A method that changes something takes the game's lock, in order of arrival, and writes
    one transaction. Then it announces the game: the outbox has rows for it.
    A refused request raises a `Refusal` for the person to read, and changes nothing.
    Whether a person may act is decided from the store alone.
    """

    def __init__(
        self,
        cache: TableCache,
        autoplay: Autoplay,
        *,
        rng: Random,
    ) -> None:
        """Use the tables of a cache; computer players and checks wait for `resume`."""
        self._cache = cache
        self._store = cache.store
        self._autoplay = autoplay
        self._rng = rng
        self._background: KeyedTasks[str] = KeyedTasks("background work", self._work)
        self._passes = {
            "replays": Pass(cache.store, "replays", cache.release, cache.check_next),
            "results": Pass(cache.store, "results", cache.release, cache.add_missing_result),
        }

    def resume(self) -> None:
        """After a start, go on with computer players and orders.

        In the background, check replays and store the results of games that have none.

        Callers announce what is undelivered (`store.outbox.games()`).
        """
        self._background.wake("autoplay")
        self._background.wake("replays")
        self._background.wake("results")

    async def wait_idle(self) -> None:
        """Wait until every game waits for people and the checks are done (for tests)."""
        await self._background.join()
        await self._autoplay.join()

    async def close(self) -> None:
        """Stop computer players and checks, and wait for them; the store stays open."""
        await self._background.close()
        await self._autoplay.close()

    @property
    def report(self) -> replay.Report:
        """The replay check since the start, for the host."""
        return self._cache.report

    # -- games -----------------------------------------------------------------

    async def table(self, game: GameId, revision: int = 0) -> Table:
        """The lobby or game as it stands, at the given revision or a later one.

        Raises:
            NoSuchGame: the game is unknown.
        """
        return await self._cache.table(game, revision)

    def held(self, game: GameId) -> Table | None:
        """A table from memory, perhaps out of date, without waiting; None: it is not there."""
        return self._cache.held(game)

    def ends_at(self, table: Table) -> float | None:
        """When the turn at a table ends by itself, Unix seconds; None: it does not."""
        return self._autoplay.ends_at(table)

    def number(self, game: GameId) -> int | None:
        """The number of a game's latest entry, for the log; None if it is not in memory."""
        return self._cache.number(game)

    async def in_channel(self, channel: int) -> Table | None:
        """A channel's open lobby or game, or its last one if none is open; None: it had none.

        A game set aside counts as open: it keeps its channel.

        Raises:
            Unreadable: no position of the game can be restored.
        """
        try:
            row = await self._store.games.in_channel(channel)
        except DamagedRowError as error:
            raise unreadable(error) from error
        return None if row is None else await self._cache.table(row.id)

    async def play(
        self,
        game: GameId,
        user: UserId,
        seat: Seat,
        arose: int,
        spelled: str,
        going: str | None = None,
        *,
        apart: bool = False,
    ) -> Played:
        """Take an action by its name, for the decision that arose at entry `arose`.

        Args:
            game: the game.
            user: who acts.
            seat: the seat that they act for.
            arose: the entry at which the decision arose.
            spelled: the name of the action.
            going: the name of the order that is left with the same press.
            apart: whether the person decides separately on what would go along with the action.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: a computer player plays for the person.
            NotYourMove: others must decide; the refusal says who.
            Stale: the decision is no longer pending.
            Refused: the rules forbid a public action now; the refusal has the reason.
            UnknownChoice: there is no such choice, or no such order.
        """

        def draft(now: Table) -> Draft:
            decision = game_changes.asked(now, user, seat, arose)
            action = game_changes.found(game_changes.running(now), decision, spelled)
            orders = self._going(now, seat, action, going)
            after = plans.used_up(game_changes.read_by(now, user), seat)
            moment = self._cache.moment()
            new = game_changes.pressed(after, seat, action, self._rng, moment, apart=apart)
            return replace(new, orders=orders)

        return await self._act(game, draft)

    def _going(
        self, table: Table, seat: Seat, action: Action, spelled: str | None
    ) -> tuple[OrderRow, ...]:
        """The order that is left with the press of an action.

        Raises:
            UnknownChoice: no such order goes with the action.
        """
        if spelled is None:
            return ()
        every = self._cache.rules_of(table).going_with(table.view(seat), action)
        order = next((each for each in every if name(each) == spelled), None)
        if order is None:
            raise UnknownChoice
        return (standing_orders.row(table.game.id, seat, order, self._cache.moment()),)

    async def take_back(self, game: GameId, user: UserId, entry: int | None = None) -> Played:
        """Undo the person's own latest action; if `entry` is given, it must be that action's.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: a computer player plays for the person.
            NothingToTakeBack: the person has no action that can be undone.
            Stale: another action is the latest.
        """
        return await self._act(
            game, lambda now: game_changes.taken_back(now, user, entry, self._cache.moment())
        )

    async def went_back(self, table: Table, proposal: Proposal) -> Draft:
        """The table back at an earlier position, as its people have agreed; stores nothing.

        Raises:
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            Refused: the rules say no.
        """
        return undo.went_back(table, proposal, self._cache.moment())

    async def revive(self, game: GameId, user: UserId) -> None:
        """Let a game that rests count again, if one of its players has clicked.

        Raises:
            NoSuchGame: the game is unknown.
            Resting: the game rests, and another game has its channel.
        """
        table = await self._cache.table(game)
        if table.game.rested is not None and table.seat_of(user) is not None:
            await self._change(
                game, lambda now: game_changes.revived(now, self._cache.moment())
            )

    async def end(self, game: GameId) -> Table | None:
        """Close any lobby or end any game, for an admin who frees a channel; it stays readable.

        A game that cannot be read is closed as it is, and None is returned.

        Raises:
            NoSuchGame: the game is unknown.
            GameEnded: the game has ended.
            BeingUpdated: only a newer release can read the game.
        """

        def draft(now: Table) -> Draft:
            if now.game.status in CLOSED:
                raise GameEnded
            if now.game.status == "lobby":
                return lobby_changes.closed(
                    now, self._cache.moment(), why="lobby.closed_by_host"
                )
            return game_changes.stopped(
                now, self._cache.moment(), "table.ended_by_host", calls="also"
            )

        try:
            return await self._change(game, draft)
        except BeingUpdated:
            raise
        except Unreadable:
            await self._store.games.close_unreadable(game)
            return None

    # -- games set aside -------------------------------------------------------

    async def vote(self, game: GameId, user: UserId, ballot: Ballot) -> Table:
        """Vote to continue a game from its last checked entry, or to end it.

        More than half of the people at the table decide; a vote can be changed.

        Raises:
            NoSuchGame: the game is unknown.
            NotSetAside: the game is not set aside.
            NotSeated: the person does not sit at this table.
            CannotContinue: no position of the game can be restored.
        """

        def draft(now: Table) -> Draft:
            if now.game.status != "aside":
                raise NotSetAside
            votes, outcome = replay.voted(now, user, ballot)
            match outcome:
                case "continue":
                    return self._continued(now)
                case "end":
                    return game_changes.stopped(
                        now, self._cache.moment(), "table.ended_by_vote", calls="also"
                    )
                case None:
                    after = replace(now, votes=votes)
                    own = (Hand(row.seat) for row in now.humans if row.user == user)
                    return Draft(after, (Board(), *own))

        return await self._change(game, draft)

    async def continue_from(self, game: GameId) -> Table:
        """Continue a game that was set aside, from its last checked entry, for an admin.

        Later entries are kept apart, not deleted.

        Raises:
            NoSuchGame: the game is unknown.
            NotSetAside: the game is not set aside.
            CannotContinue: no position of the game can be restored.
        """
        return await self._change(game, self._continued)

    # -- inside ----------------------------------------------------------------

    async def _act(self, game: GameId, draft: Callable[[Table], Draft]) -> Played:
        """As `_change`, with the entry number before the change."""
        since = 0

        def counted(now: Table) -> Draft:
            nonlocal since
            since = now.number
            return draft(now)

        return Played(await self._change(game, counted), since)

    async def _change(self, game: GameId, draft: Callable[[Table], Draft]) -> Table:
        """Store a change; then computer players and orders go on."""
        table = await self._cache.change(game, draft)
        self._autoplay.wake(table)
        return table

    def _continued(self, table: Table) -> Draft:
        return replay.continued(table, self._rng, self._cache.moment(), self._cache.release)

    async def _work(self, what: str) -> bool:
        """Do one piece of the work after a start; false: nothing is left."""
        if what == "autoplay":
            await self._autoplay.resume()
            return False
        if not await self._passes[what].step():
            return False
        await asyncio.sleep(GAP)
        return True
