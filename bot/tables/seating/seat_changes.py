"""What becomes of a table when someone leaves a seat, comes back to it, or takes it.

Pure: it stores nothing. A seat has a holder. A holder who is away has a stand-in, which
plays at least to the end of the round once it has acted. An open seat has no holder:
anyone may take it until a computer player gets it for good.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from bot.store.out import Board, Forget, Hand, Invitation, Notice, Offer, Out, Vacated
from bot.store.rows import CallRow, Due, Seating, SeatingKind, SeatRow, UserId
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.game_changes import all_shown, own_seat, running
from bot.tables.core.levels import of_opponents
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import (
    AlreadyInvited,
    AlreadySeated,
    GuestSeated,
    NotTwoPeople,
    SawAnotherHand,
    SeatTaken,
)
from bot.tables.core.results import result_of
from bot.tables.core.table import Table
from bot.tables.core.waits import absent_after
from rules.contract import Seat, Standings

OPEN_FOR: Final = 24 * 3600.0
"""Seconds in which anyone may take the seat of a person who has left."""

ALL_GONE_FOR: Final = 14 * 24 * 3600.0
"""Seconds until a game ends once all its holders have left the server."""

INVITED_FOR: Final = 72 * 3600.0
"""Seconds for which an invitation to a seat stays open."""


def stood_in(
    table: Table, seat: Seat, level: str, moment: Moment, *, absent: bool = True
) -> Draft:
    """The table with a computer player playing for the holder of a seat.

    Args:
        table: a running game.
        seat: the seat whose holder is away.
        level: of the stand-in, if the table has no other computer player.
        moment: now.
        absent: whether the holder did not ask for it, and is told.
    """
    row = replace(table.seats[seat], absent=absent)
    if row.stand_in is not None:  # a holder who was about to return stays away
        return _with_row(table, replace(row, wants_back=False), moment.unix)
    level = of_opponents(table.seats, level)
    new = replace(row, stand_in=level)
    return _reseated(table, new, moment, _seating(table, row, "stand_in", moment, level))


def away(table: Table, user: UserId, level: str, moment: Moment) -> Draft:
    """The table with a computer player playing for a person.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
    """
    return stood_in(table, own_seat(table, user), level, moment, absent=False)


def back(table: Table, user: UserId, moment: Moment) -> Draft:
    """The table with a person who plays again as soon as possible.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
    """
    row = table.seats[own_seat(table, user)]
    if row.stand_in is None:
        return Draft(table)
    returning = _with_row(table, replace(row, wants_back=True), moment.unix)
    return _with_returns(returning, moment)


def with_returns(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft in which people who wait to play again do so, if they may.

    Args:
        before: the table as it is stored.
        draft: made from it.
        standing: the moment of the change.
    """
    del before
    return _with_returns(draft, standing.moment)


def _with_returns(draft: Draft, moment: Moment) -> Draft:
    """The draft in which people who wait to play again do so, if they may.

    A stand-in that has acted plays to the end of its first round, unless the game is paused.
    """
    for row in draft.table.seats:
        table = draft.table
        if row.wants_back and table.game.status == "playing" and _may_return(table, row):
            new = replace(row, stand_in=None, wants_back=False, absent=False)
            more = _reseated(table, new, moment, _seating(table, row, "back", moment))
            kept = tuple(each for each in more.outs if each not in draft.outs)
            draft = replace(draft, table=more.table, outs=(*draft.outs, *kept))
    return draft


def _may_return(table: Table, row: SeatRow) -> bool:
    since = row.since or 0
    if table.last_move(row.seat) <= since or table.paused:
        return True
    return any(isinstance(event, Standings) for event in table.events(since, None))


def left(table: Table, user: UserId, level: str, moment: Moment) -> Draft:
    """The table without a person, whose seat is open and played by a computer player.

    Args:
        table: a running game.
        user: who leaves for good.
        level: of that computer player, if the table has no other.
        moment: now.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
    """
    seat = own_seat(table, user)
    return _vacated(table, seat, "left", level, moment)


def _vacated(table: Table, seat: Seat, what: Vacated, level: str, moment: Moment) -> Draft:
    """The table with a seat opened: it no longer has a holder."""
    row, level = table.seats[seat], of_opponents(table.seats, level)
    new = replace(_emptied(row), level=level, open_until=moment.uptime + OPEN_FOR)
    draft = _reseated(table, new, moment, _seating(table, row, what, moment, level))
    notice = Offer(seat, row.name, what)
    return replace(
        draft,
        outs=(*draft.outs, notice, *forgotten(row)),
        dues=(Due("leave", moment.uptime + OPEN_FOR, seat, table.number),),
    )


def overdue(table: Table, row: SeatRow, uptime: float) -> bool:
    """Whether the table has waited for a seat's holder so long that the others may decide.

    A holder who has left the server is overdue at once.

    Args:
        table: a running game.
        row: the seat.
        uptime: the time in question.
    """
    if row.sits is None or row.waits_since is None:
        return False
    if row.gone is not None:
        return True
    return uptime - row.waits_since >= absent_after(table.game)


def others_present(table: Table, seat: Seat, uptime: float) -> tuple[Seat, ...]:
    """The seats of the people who are present, except the holder of a seat.

    They play themselves, or have said that they will, and are not overdue.
    """
    return tuple(
        row.seat
        for row in table.humans
        if row.seat != seat
        and (row.sits is not None or row.wants_back)
        and not overdue(table, row, uptime)
    )


def hosts_choices(table: Table, moment: Moment) -> tuple[SeatRow, ...]:
    """The seats that an admin decides about: the holder is absent, and nobody can vote."""
    return tuple(
        row
        for row in table.humans
        if table.game.status == "playing"
        and (row.stand_in is not None or overdue(table, row, moment.uptime))
        and not others_present(table, row.seat, moment.uptime)
    )


def opened(table: Table, seat: Seat, level: str, moment: Moment) -> Draft:
    """The table with a seat opened, because the others have taken it from its holder.

    Args:
        table: a running game.
        seat: the seat whose holder has been away for long.
        level: of the computer player that gets it, if the table has no other.
        moment: now.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
    """
    running(table)
    return _vacated(table, seat, "opened", level, moment)


def gone(table: Table, seat: Seat, moment: Moment) -> Draft:
    """The table with a holder who has left the server and counts as absent at once.

    If all holders have left, the game is ended later.
    """
    new = replace(table.seats[seat], gone=moment.uptime)
    draft = _with_row(table, new, table.game.updated)
    dues: list[Due] = []
    if new.waits_since is not None:
        dues.append(Due("absent", moment.uptime, seat, table.number))
    if all(each.gone is not None for each in draft.table.humans):
        dues.append(Due("closing", moment.uptime + ALL_GONE_FOR, None, table.number))
    return replace(draft, dues=tuple(dues))


def found(table: Table, seats: Iterable[Seat]) -> Draft:
    """The table with holders who are on the server after all."""
    for seat in seats:
        new = replace(table.seats[seat], gone=None)
        table = _with_row(table, new, table.game.updated).table
    return Draft(table)


def closed(table: Table, seat: Seat) -> Draft | None:
    """The table with an open seat given to a computer player for good; None: it is not open."""
    row = table.seats[seat]
    if row.open_until is None:
        return None
    new = replace(row, open_until=None, invited=None)
    draft = _with_row(table, new, table.game.updated)
    return replace(draft, undue=(("invitation", seat),))


def check_free(table: Table, user: UserId, seat: Seat) -> None:
    """Check that a person may hold a seat: nobody may see two hands.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        AlreadySeated: the person already sits at this table.
        SawAnotherHand: the person has seen another hand in this game.
    """
    running(table)
    if table.seat_of(user) is not None:
        raise AlreadySeated
    if any(each.user == user and each.seat != seat for each in table.seatings):
        raise SawAnotherHand


def invited(table: Table, user: UserId, guest: UserId, seat: Seat, moment: Moment) -> Draft:
    """The table with someone invited to a seat: the inviter's own, or an open one.

    Args:
        table: a running game.
        user: who invites.
        guest: who is invited.
        seat: the seat that is offered.
        moment: now.

    Raises:
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
    own, row = own_seat(table, user), table.seats[seat]
    if seat != own and row.open_until is None:
        raise SeatTaken
    if row.invited is not None:
        raise AlreadyInvited
    if guest != user and table.seat_of(guest) is not None:
        raise GuestSeated
    check_free(table, guest, seat)
    draft = _with_row(table, replace(row, invited=guest), moment.unix)
    invitation = Invitation(seat, row.name, by=table.seats[own].name, by_seat=own, guest=guest)
    return replace(
        draft,
        outs=(invitation,),
        dues=(Due("invitation", moment.uptime + INVITED_FOR, seat, table.number),),
        invited=(moment.unix, user, guest),
    )


def told_by_dm(draft: Draft) -> Draft:
    """The draft of an invitation, which its guest also gets by direct message."""
    by_dm = (replace(each, by_dm=True) for each in draft.outs if isinstance(each, Invitation))
    return replace(draft, outs=(*draft.outs, *by_dm))


def uninvited(table: Table, seat: Seat) -> Draft:
    """The table without the invitation to a seat."""
    new = replace(table.seats[seat], invited=None)
    draft = _with_row(table, new, table.game.updated)
    return replace(draft, undue=(("invitation", seat),))


def taken(table: Table, user: UserId, name: str, seat: Seat, moment: Moment) -> Draft:
    """The table with a new holder of a seat that was open, or to which they were invited.

    Args:
        table: a running game.
        user: who takes the seat.
        name: the person's, as shown.
        seat: the seat.
        moment: now.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        AlreadySeated: the person already sits at this table.
        SawAnotherHand: the person has seen another hand in this game.
        SeatTaken: the seat is not open, and the person is not invited to it.
    """
    running(table)
    row = table.seats[seat] if 0 <= seat < len(table.seats) else None
    if row is None or (row.invited != user and row.open_until is None):
        raise SeatTaken
    check_free(table, user, seat)
    own = any(each.user == user and each.seat == seat for each in table.seatings)
    new = replace(_emptied(row), user=user, name=name, invited=None)
    seatings = [_seating(table, new, "back" if own else "substitute", moment)]
    if row.user is not None:
        # Without a level, as no computer player plays in between: it was handed over.
        seatings.insert(0, _seating(table, row, "left", moment))
    draft = _reseated(table, new, moment, *seatings)
    return replace(
        draft,
        outs=(*draft.outs, *forgotten(row)),
        undue=(("leave", seat), ("invitation", seat)),
    )


def conceded(table: Table, user: UserId, moment: Moment) -> Draft:
    """The game of two people, conceded by one of them to the other.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        NotTwoPeople: the game is not between two people.
    """
    seat = own_seat(table, user)
    if not may_concede(table):
        raise NotTwoPeople
    seating = _seating(table, table.seats[seat], "conceded", moment)
    row = replace(table.game, status="over", ended="conceded", updated=moment.unix, rested=None)
    after = replace(table, game=row, seatings=(*table.seatings, seating))
    outs = (*all_shown(table), Notice("call.conceded", calls="only", but=user))
    return Draft(after, outs, result=result_of(after))


def may_concede(table: Table) -> bool:
    """Whether a game is between two people."""
    return len(table.seats) == len(table.humans) == 2


def _emptied(row: SeatRow) -> SeatRow:
    """The seat without what belonged to its holder; it keeps its name and its invitation."""
    return SeatRow(game=row.game, seat=row.seat, user=None, name=row.name, invited=row.invited)


def _seating(
    table: Table, row: SeatRow, what: SeatingKind, moment: Moment, level: str | None = None
) -> Seating:
    return Seating(
        at=moment.unix,
        entry=table.number,
        seat=row.seat,
        what=what,
        name=row.name,
        user=row.user,
        level=level,
    )


def _reseated(table: Table, row: SeatRow, moment: Moment, *seatings: Seating) -> Draft:
    """The table with a seat that someone else plays from now on."""
    row = replace(row, since=table.number)
    draft = _with_row(table, row, moment.unix)
    after = replace(draft.table, seatings=(*table.seatings, *seatings))
    return Draft(after, (Board(), Hand(row.seat)))


def _with_row(table: Table, row: SeatRow, updated: float) -> Draft:
    """The table with a new row for a seat, shown again."""
    game = replace(table.game, updated=updated, rested=None)
    after = replace(table.with_seat(row), game=game)
    return Draft(after, (Board(), Hand(row.seat)))


def forgotten(row: SeatRow) -> tuple[Out, ...]:
    """What removes the hand and the call from the direct messages of a seat's former holder."""
    if row.user is None:
        return ()
    found: list[Out] = []
    if row.dm_channel is not None and row.dm_message is not None:
        found.append(Forget(row.user, row.dm_channel, row.dm_message, plain=False))
    match row.call:
        case CallRow(channel=int() as channel, message=int() as message, answered=False):
            found.append(Forget(row.user, channel, message, plain=True))
        case _:
            pass
    return tuple(found)
