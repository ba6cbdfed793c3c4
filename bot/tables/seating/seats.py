"""Seats as a service: away and back, leaving, substitutes, conceding."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from bot.store.rows import STARTED, Due, GameId, Proposal, SeatRow, UserId
from bot.tables.core import game_changes, placing
from bot.tables.core.admission import check_allowed, check_bars, check_hands
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import (
    Barred,
    InvitedLately,
    NotInvited,
    SeatTaken,
    TooManyInvitations,
)
from bot.tables.core.table import Table
from bot.tables.core.waits import DAY, absent_after
from bot.tables.dues.due import DueLoop, DueOutcome
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.seating import pauses, proposals, seat_changes
from rules.contract import Seat

MOST_A_DAY: Final = 3
"""How many people someone may invite within a day."""

UNCALLED: Final = 3600.0
"""Seconds between checks of whether an absent person was called."""

AGAIN_AFTER: Final = 30 * DAY
"""Seconds after which someone may invite the same person again."""


IsGone: TypeAlias = Callable[[int, UserId], Awaitable[bool]]
"""Whether Discord says that a person is no longer a member of a server."""


class SeatService:
    """The seats of all games. A refused request raises a `Refusal` for the person to read."""

    def __init__(
        self,
        cache: TableCache,
        autoplay: Autoplay,
        dues: DueLoop,
        *,
        level: str,
        is_gone: IsGone,
    ) -> None:
        """Handle everything that is due about seats.

        Args:
            cache: where the tables are.
            autoplay: goes on where someone is away.
            dues: calls back when the time of an open seat, invitation, absence or pause is up.
            level: of a stand-in, if the table has no computer player.
            is_gone: asks Discord whether someone has left a server.
        """
        self._cache = cache
        self._autoplay = autoplay
        self._level = level
        self._is_gone = is_gone
        dues.register_of_seat("leave", self._on_leave)
        dues.register_of_seat("invitation", self._on_invitation)
        dues.register_of_seat("absent", self._on_absent)
        dues.register_of_seat("gone", self._on_gone)
        dues.register("closing", self._on_closing)
        dues.register("pause", self._on_pause)

    async def away(self, game: GameId, user: UserId) -> Table:
        """Let a computer player play for a person.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
        """
        return await self._change(
            game, lambda now: seat_changes.away(now, user, self._level, self._cache.moment())
        )

    async def back(self, game: GameId, user: UserId) -> Table:
        """Let a person play again as soon as possible.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
        """
        return await self._change(
            game, lambda now: seat_changes.back(now, user, self._cache.moment())
        )

    async def leave(self, game: GameId, user: UserId) -> Table:
        """Open the seat of a person who leaves for good.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
        """

        def draft(now: Table) -> Draft:
            return seat_changes.left(now, user, self._level, self._cache.moment())

        return await self._change(game, draft)

    async def invite(self, game: GameId, user: UserId, guest: UserId, seat: Seat) -> Table:
        """Invite someone to a seat, in the channel, and by DM if they have played here.

        Only Discord knows whether the guest is a bot or can see the channel.

        Raises:
            NoSuchGame: the game is unknown.
            NotInvited: the guest wants no invitations, is barred, or had their data deleted.
            TooManyInvitations: the person has sent too many within a day.
            InvitedLately: the person has invited the same guest within thirty days.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            AlreadySeated: the guest already sits at this table; `GuestSeated` if that is not
                the person who invites.
            SawAnotherHand: the guest has seen another hand in this game.
            SeatTaken: the seat is neither open nor the inviter's own.
            AlreadyInvited: someone is invited and has not answered.
        """
        index = self._cache.store.game_index

        async def draft(now: Table) -> Draft:
            if not 0 <= seat < len(now.seats):
                raise SeatTaken
            moment = self._cache.moment()
            new = seat_changes.invited(now, user, guest, seat, moment)
            await check_hands(self._cache.store, game, guest)
            if await self._cache.store.deletions.asked(guest):
                raise NotInvited
            if not (await self._cache.store.people.read(guest)).invitations:
                raise NotInvited
            try:
                await check_bars(self._cache.store, now, guest)
            except Barred as refusal:  # nobody learns of a bar that another person has set
                raise NotInvited from refusal
            sent = await index.invitations(user, moment.unix - AGAIN_AFTER)
            if sum(when > moment.unix - DAY for _, when in sent) >= MOST_A_DAY:
                raise TooManyInvitations(most=MOST_A_DAY)
            if guest in dict(sent):
                raise InvitedLately
            if not await index.has_played(guest, now.game.guild):
                return new
            return seat_changes.told_by_dm(new)

        return await self._change_async(game, draft)

    async def decline(self, game: GameId, user: UserId, seat: Seat) -> Table:
        """Decline an invitation.

        Raises:
            NoSuchGame: the game is unknown.
            SeatTaken: the person is not invited to the seat.
        """

        def draft(now: Table) -> Draft:
            if not 0 <= seat < len(now.seats) or now.seats[seat].invited != user:
                raise SeatTaken
            return seat_changes.uninvited(now, seat)

        return await self._change(game, draft)

    async def take(self, game: GameId, user: UserId, name: str, seat: Seat) -> Table:
        """Take a seat that is open, or to which the person is invited.

        Raises:
            NoSuchGame: the game is unknown.
            Barred: the opener of the table, or the server, has barred the person.
            DeletedBefore: the person had their data deleted, so nothing may be stored.
            SawAnotherHand: the person has seen another hand in this game.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            AlreadySeated: the person already sits at this table.
            SeatTaken: the seat is not open, and the person is not invited to it.
        """
        await check_allowed(self._cache.store, user)
        person = await self._cache.store.people.read(user)

        async def draft(now: Table) -> Draft:
            await check_bars(self._cache.store, now, user)
            await check_hands(self._cache.store, game, user)
            new = seat_changes.taken(now, user, name, seat, self._cache.moment())
            return replace(new, table=placing.placed(new.table, {user: person}))

        return await self._change_async(game, draft)

    async def concede(self, game: GameId, user: UserId) -> Table:
        """Let the other of two people win.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            NotTwoPeople: the game is not between two people.
        """
        return await self._change(
            game, lambda now: seat_changes.conceded(now, user, self._cache.moment())
        )

    async def go_on(self, game: GameId, user: UserId) -> Table:
        """End the pause of a game for everyone.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            GameEnded: the game has ended.
            SetAside: a replay of the game differed.
            NoSeatHere: the person has no seat here.
            NotPaused: the game goes on already.
        """
        return await self._change(
            game, lambda now: pauses.gone_on(now, user, self._cache.moment())
        )

    # -- for admins --------------------------------------------------------------

    async def hosts_choices(self, game: GameId) -> tuple[Table, tuple[SeatRow, ...]]:
        """A table, and the seats that only an admin can decide about.

        Raises:
            NoSuchGame: the game is unknown.
        """
        table = await self._cache.table(game)
        return table, seat_changes.hosts_choices(table, self._cache.moment())

    async def decide(
        self, game: GameId, seat: Seat, what: Literal["stand_in", "open"]
    ) -> Table:
        """Let a computer player stand in, or open the seat, for an admin.

        Raises:
            NoSuchGame: the game is unknown.
            SeatTaken: the seat is not for an admin to decide about.
        """

        def draft(now: Table) -> Draft:
            moment = self._cache.moment()
            choices = seat_changes.hosts_choices(now, moment)
            if seat not in {row.seat for row in choices}:
                raise SeatTaken
            if what == "open":
                return seat_changes.opened(now, seat, self._level, moment)
            return seat_changes.stood_in(now, seat, self._level, moment)

        return await self._change(game, draft)

    # -- what the people at a table decide -----------------------------------------

    async def stand_in_agreed(self, table: Table, proposal: Proposal) -> Draft:
        """A computer player stands in for a holder who does not act."""
        return seat_changes.stood_in(table, proposal.seat, self._level, self._cache.moment())

    async def open_agreed(self, table: Table, proposal: Proposal) -> Draft:
        """The seat of a holder who has been away for long is opened."""
        moment = self._cache.moment()
        return seat_changes.opened(table, proposal.seat, self._level, moment)

    async def pause_agreed(self, table: Table, proposal: Proposal) -> Draft:
        """The game pauses until the day that was proposed.

        Raises:
            PauseOver: that time has come.
        """
        return pauses.paused(table, float(proposal.value), self._cache.moment())

    async def end_agreed(self, table: Table, proposal: Proposal) -> Draft:
        """The game ends without a winner, and is kept; the notice says who agreed."""
        yes = (seat for seat, answer in proposal.answers if answer == "yes")
        agreed = {proposal.seat, *yes}
        silent = set(proposals.absent(table, proposal)) - agreed
        why = "table.ended_by_agreement" + (".absent" if silent else "")
        seats = {"agreed": _listed(agreed), "silent": _listed(silent)}
        return game_changes.stopped(table, self._cache.moment(), why, calls="also", **seats)

    # -- what is due -------------------------------------------------------------

    async def _on_leave(self, table: Table, due: Due, row: SeatRow) -> DueOutcome:
        """Nobody has taken an open seat: a computer player gets it for good."""
        del due
        return DueOutcome(seat_changes.closed(table, row.seat))

    async def _on_absent(self, table: Table, due: Due, row: SeatRow) -> DueOutcome:
        """Someone has not acted for long: a computer player stands in, if the table chose that.

        It does so only after a call has reached Discord, and never if nobody else would play.
        """
        del due
        seat, moment, days = row.seat, self._cache.moment(), table.game.absent_days
        if row.sits is None or row.waits_since is None or table.decision(seat) is None:
            return DueOutcome()
        if not any(each.seat != seat for each in table.sitting):
            return DueOutcome()
        if days is None:
            return self._vote(table, row, moment)
        waits = row.gone is None and table.game.pace == "days"
        if waits and moment.uptime < row.waits_since + days * DAY:
            return DueOutcome(again=row.waits_since + days * DAY)
        if row.call is None and row.gone is None:
            return DueOutcome(again=moment.uptime + UNCALLED)
        return DueOutcome(seat_changes.stood_in(table, seat, self._level, moment))

    def _vote(self, table: Table, row: SeatRow, moment: Moment) -> DueOutcome:
        """Ask the others whether a computer player should stand in; if not, again later."""
        again = moment.uptime + absent_after(table.game)
        if proposals.open_proposal(table, "stand_in") is not None:
            return DueOutcome(again=again)
        if row.call is None and row.gone is None:
            return DueOutcome(again=moment.uptime + UNCALLED)
        if not seat_changes.others_present(table, row.seat, moment.uptime):
            return DueOutcome(again=again)  # an admin can decide
        return DueOutcome(
            proposals.opened(table, "stand_in", row.seat, "", moment), again=again
        )

    async def _on_gone(self, table: Table, due: Due, row: SeatRow) -> DueOutcome:
        """A holder left the server an hour ago: unless they are back, they count as absent."""
        del due
        if row.user is None or not await self._is_gone(table.game.guild, row.user):
            return DueOutcome()
        return DueOutcome(seat_changes.gone(table, row.seat, self._cache.moment()))

    async def _on_closing(self, table: Table, due: Due) -> DueOutcome:
        """All holders left the server two weeks ago: end the game, unless some are back."""
        del due
        here = [
            row.seat
            for row in table.humans
            if row.gone is None or not await self._is_gone(table.game.guild, row.holder)
        ]
        if here:
            return DueOutcome(seat_changes.found(table, here))
        return DueOutcome(game_changes.stopped(table, self._cache.moment(), "table.ended_gone"))

    async def _on_pause(self, table: Table, due: Due) -> DueOutcome:
        """End a pause, or check it again later: it ends by the wall clock."""
        del due
        until, moment = table.game.paused_until, self._cache.moment()
        if until is None or table.game.status not in STARTED:
            return DueOutcome()
        if table.game.status == "aside":  # it may go on, and the pause with it
            return DueOutcome(again=moment.uptime + pauses.LOOKED_AFTER)
        if moment.unix < until:
            return DueOutcome(again=pauses.next_look(until, moment))
        return DueOutcome(pauses.resumed(table, moment))

    async def _on_invitation(self, table: Table, due: Due, row: SeatRow) -> DueOutcome:
        """An invitation has not been answered."""
        del due
        return DueOutcome(seat_changes.uninvited(table, row.seat))

    # -- inside ------------------------------------------------------------------

    async def _change(self, game: GameId, draft: Callable[[Table], Draft]) -> Table:
        async def at_once(now: Table) -> Draft:
            return draft(now)

        return await self._change_async(game, at_once)

    async def _change_async(
        self, game: GameId, draft: Callable[[Table], Awaitable[Draft]]
    ) -> Table:
        """Store a change; then computer players and orders go on."""
        table = await self._cache.change_async(game, draft)
        self._autoplay.wake(table)
        return table


def _listed(seats: set[Seat]) -> str:
    """Seats as a figure of a notice, which shows their names instead."""
    return " ".join(map(str, sorted(seats)))
