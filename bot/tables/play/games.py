"""Games as a service: from a person's choice to the journal, the store, the announcement."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import msgspec
from msgspec.structs import replace

from bot.background.tasks import KeyedTasks
from bot.store.changes import Guard
from bot.store.out import Board, Hand
from bot.store.rows import (
    CLOSED,
    Ballot,
    CallRow,
    DamagedRowError,
    GameId,
    OrderRow,
    Proposal,
    SeatRow,
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
from bot.tables.seating.seat_changes import forgotten
from rules.contract import Action, Seat, name


class SeatChanged(Exception):  # noqa: N818 - not a fault: somebody was faster
    """A message was sent to somebody who has no longer the seat that it was for."""


class Played(msgspec.Struct, frozen=True):
    """An accepted action: the table after it, and the entry number before it.

    `table.events(since, seat)` tells what the action did.
    """

    table: Table
    since: int


class GameService:
    """The games of one bot.

    Every method that changes something holds the game's lock, in order of arrival,
    writes one transaction, and then announces the game: the outbox has rows for it.
    Every method raises a `Refusal` to tell the person, and has then changed nothing.
    Whether a person may act is decided from the store alone.
    """

    def __init__(
        self,
        cache: TableCache,
        autoplay: Autoplay,
        *,
        rng: Random,
    ) -> None:
        """Over the tables of a cache; opponents and checks wait for `resume`."""
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
        """After a start: go on with opponents and orders.

        In the background check replays, and store the results of games that have none.

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
        """Stop opponents and checks, wait for them; the store stays open."""
        await self._background.close()
        await self._autoplay.close()

    @property
    def report(self) -> replay.Report:
        """The replay check since the start, for the host."""
        return self._cache.report

    # -- games -----------------------------------------------------------------

    async def table(self, game: GameId, revision: int = 0) -> Table:
        """The lobby or game as it stands, of that revision or a later one.

        Raises:
            NoSuchGame: the game is unknown.
        """
        return await self._cache.table(game, revision)

    def held(self, game: GameId) -> Table | None:
        """A table as it is in memory, at once; None: it is not. It may be an older one."""
        return self._cache.held(game)

    def ends_at(self, table: Table) -> float | None:
        """When the turn at a table ends by itself, Unix seconds; None: it does not."""
        return self._autoplay.ends_at(table)

    def number(self, game: GameId) -> int | None:
        """The number of a game's latest entry, for the log; None if it is not in memory."""
        return self._cache.number(game)

    async def in_channel(self, channel: int) -> Table | None:
        """The open lobby or game of a channel; without one its last; None: it never had any.

        A game set aside is open: it holds its channel.

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
            game: which.
            user: who acts.
            seat: for which seat.
            arose: the entry at which the decision arose.
            spelled: the name of the action.
            going: the name of the order that is left in the same press.
            apart: whether the person decides separately what would go along with the action.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: an opponent plays for the person.
            NotYourMove: others must decide; it says who.
            Stale: the decision is no longer pending.
            Refused: the rules forbid a public action now; with the reason.
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
        """The order that is left in the press of an action.

        Raises:
            UnknownChoice: it does not go with the action.
        """
        if spelled is None:
            return ()
        every = self._cache.rules_of(table).going_with(table.view(seat), action)
        order = next((each for each in every if name(each) == spelled), None)
        if order is None:
            raise UnknownChoice
        return (standing_orders.row(table.game.id, seat, order, self._cache.moment()),)

    async def take_back(self, game: GameId, user: UserId, entry: int | None = None) -> Played:
        """Take the person's own latest action back: that of an entry, if one is given.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            StandInPlays: an opponent plays for the person.
            NothingToTakeBack: the person has no action that can be taken back.
            Stale: another action is the latest.
        """
        return await self._act(
            game, lambda now: game_changes.taken_back(now, user, entry, self._cache.moment())
        )

    async def went_back(self, table: Table, proposal: Proposal) -> Draft:
        """The table as it was before, as its people have agreed; stores nothing.

        Raises:
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            Refused: the rules say no.
        """
        return undo.went_back(table, proposal, self._cache.moment())

    async def revive(self, game: GameId, user: UserId) -> None:
        """Let a game that rests count again, because one of its players has clicked.

        Raises:
            NoSuchGame: the game is unknown.
            Resting: the game rests, and another one has its channel.
        """
        table = await self._cache.table(game)
        if table.game.rested is not None and table.seat_of(user) is not None:
            await self._change(
                game, lambda now: game_changes.revived(now, self._cache.moment())
            )

    async def end(self, game: GameId) -> Table | None:
        """End any lobby or game, for a host who frees a channel; it stays readable.

        One that cannot be read is closed as it is, and there is no table of it.

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

    # -- messages (called by the delivery) -------------------------------------

    async def show(self, game: GameId, *, anew: bool = False) -> Table:
        """Have the table message (or lobby) sent again as it stands.

        Args:
            game: which.
            anew: forget the current message, so that a new one is posted.

        Raises:
            NoSuchGame: the game is unknown.
        """

        def draft(now: Table) -> Draft:
            row = now.game
            if anew:
                # What it showed is still known: people are not called twice for one turn.
                outdated = row.message or row.outdated
                row = game_changes.unposted(row, self._cache.moment(), outdated)
            return Draft(replace(now, game=row), (game_changes.shown_as(now),))

        return await self._change(game, draft)

    async def set_message(
        self,
        game: GameId,
        channel: int | None,
        message: int | None,
        entry: int,
        epoch: int | None = None,
        *,
        outdated: int | None = None,
    ) -> None:
        """Remember the current table (or lobby) message, its entry, and the message before.

        `message` None: it is gone. Writes no outbox rows.

        Raises:
            NoSuchGame: the game is unknown.
            LeaseLost: an epoch is given, and another process acts now.
        """

        async def write(table: Table, guard: Guard | None) -> Table:
            row = replace(
                table.game,
                message_channel=channel,
                message=message,
                message_entry=entry,
                message_at=self._cache.moment().unix,
                outdated=outdated,
            )
            await self._store.games.set_message(row, guard)
            return replace(table, game=row)

        await self._cache.write_part(game, write, epoch)

    async def set_dm(
        self,
        game: GameId,
        seat: Seat,
        channel: int,
        message: int | None,
        epoch: int | None = None,
        *,
        to: UserId | None = None,
    ) -> None:
        """Remember the DM of a hand.

        Args:
            game: which.
            seat: whose hand it is.
            channel: where it was sent.
            message: the message; None: the channel alone.
            epoch: of the lease under which it was sent.
            to: who was sent it; None: whoever has the seat.

        Raises:
            NoSuchGame: the game is unknown.
            LeaseLost: another process acts for the game.
            SeatChanged: somebody else has the seat by now; what was sent will be removed.
        """

        async def write(table: Table, guard: Guard | None) -> Table | None:
            if not _has(table, seat, to):
                return None
            row = replace(table.seats[seat], dm_channel=channel, dm_message=message)
            await self._store.games.set_dm(row, guard)
            return table.with_seat(row)

        table = await self._cache.write_part(game, write, epoch)
        row = SeatRow(game, seat, to, "", dm_channel=channel, dm_message=message)
        await self._remove_if_left(table, row)

    async def set_call(
        self,
        game: GameId,
        seat: Seat,
        call: CallRow,
        epoch: int | None = None,
        *,
        to: UserId | None = None,
    ) -> None:
        """Remember the latest call of a seat.

        Args:
            game: which.
            seat: whose person is called.
            call: the call.
            epoch: of the lease under which it was sent.
            to: who was sent it; None: whoever has the seat.

        Raises:
            NoSuchGame: the game is unknown.
            LeaseLost: another process acts for the game.
            SeatChanged: somebody else has the seat by now; what was sent will be removed.
        """

        async def write(table: Table, guard: Guard | None) -> Table | None:
            if not _has(table, seat, to):
                return None
            row = replace(table.seats[seat], call=call)
            await self._store.games.set_call(row, guard)
            return table.with_seat(row)

        table = await self._cache.write_part(game, write, epoch)
        await self._remove_if_left(table, SeatRow(game, seat, to, "", call=call))

    async def _remove_if_left(self, table: Table, sent: SeatRow) -> None:
        """Let a message be removed that was sent to somebody who has left the seat meanwhile.

        Args:
            table: as it is since.
            sent: the seat with the message, and its person then; None: it is not asked.

        Raises:
            SeatChanged: they have left it.
        """
        outs = forgotten(sent)
        if outs and not _has(table, sent.seat, sent.user):
            await self._change(sent.game, lambda now: Draft(now, outs))
            raise SeatChanged

    async def close_dms(
        self,
        game: GameId,
        seat: Seat,
        epoch: int | None = None,
        *,
        to: UserId | None = None,
    ) -> None:
        """Send a person, who takes no DMs, nothing of a game by DM. The table message says so.

        Args:
            game: which.
            seat: whose person it is.
            epoch: of the lease under which it was tried.
            to: who takes none; None: whoever has the seat. If they have left it, it stays.

        Raises:
            NoSuchGame: the game is unknown.
            LeaseLost: another process acts for the game.
        """

        async def write(table: Table, guard: Guard | None) -> Table | None:
            if not _has(table, seat, to):
                return None
            await self._store.games.close_dms(game, seat, guard)
            row = replace(table.seats[seat], hands="button", calls="channel")
            return table.with_seat(row)

        await self._cache.write_part(game, write, epoch)
        await self.show(game)

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
        """Continue a game set aside from its last checked entry, for a host.

        Later entries are kept aside, not deleted.

        Raises:
            NoSuchGame: the game is unknown.
            NotSetAside: the game is not set aside.
            CannotContinue: no position of the game can be restored.
        """
        return await self._change(game, self._continued)

    # -- inside ----------------------------------------------------------------

    async def _act(self, game: GameId, draft: Callable[[Table], Draft]) -> Played:
        """As `_change`, with the entry number before it."""
        since = 0

        def counted(now: Table) -> Draft:
            nonlocal since
            since = now.number
            return draft(now)

        return Played(await self._change(game, counted), since)

    async def _change(self, game: GameId, draft: Callable[[Table], Draft]) -> Table:
        """Store a change; opponents and orders go on after it."""
        table = await self._cache.change(game, draft)
        self._autoplay.wake(table)
        return table

    def _continued(self, table: Table) -> Draft:
        return replay.continued(table, self._rng, self._cache.moment(), self._cache.release)

    async def _work(self, what: str) -> bool:
        """One piece of the work after a start; false: there is no more."""
        if what == "autoplay":
            await self._autoplay.resume()
            return False
        if not await self._passes[what].step():
            return False
        await asyncio.sleep(GAP)
        return True


def _has(table: Table, seat: Seat, user: UserId | None) -> bool:
    """Whether a seat is still that of a person; None: of anybody."""
    holder = table.seats[seat].user
    return holder is not None and user in {None, holder}
