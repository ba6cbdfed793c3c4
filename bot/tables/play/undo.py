"""Undo that the table must agree to: what a seat can ask for, and what becomes of it."""

from __future__ import annotations

from msgspec.structs import replace

from bot.store.out import Hand
from bot.store.rows import Note, Proposal, UserId
from bot.tables.core import game_changes
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import own_seat, running
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import AskedThisTurn, NothingToTakeBack, Refused, Stale
from bot.tables.core.table import Table
from bot.tables.seating import proposals
from rules.contract import Agreed, Illegal, Seat
from rules.journal import UndoPoint


def points(table: Table, seat: Seat) -> tuple[UndoPoint, ...]:
    """A seat's own actions that it can ask to undo, newest first.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NothingToTakeBack: the person has no action that can be undone.
        AskedThisTurn: the table has already been asked this turn.
    """
    found = running(table).undo_to(seat, table.seats_changed)
    if not found:
        raise NothingToTakeBack
    # Positions that this seat asked to go back to: a second request in one turn is refused.
    asked = (int(each.value) for each in table.proposals if _is_undo_of(each, seat))
    if any(to >= found[-1].to for to in asked):
        raise AskedThisTurn
    return found


def point_of(table: Table, proposal: Proposal) -> UndoPoint | None:
    """What is undone if a request is agreed to; None: it can no longer be undone."""
    if table.journal is None:
        return None
    every = table.journal.undo_to(proposal.seat, table.seats_changed)
    return next((each for each in every if each.to == int(proposal.value)), None)


def asked(table: Table, user: UserId, number: int, moment: Moment) -> Draft:
    """The table with a person's request to go back to before an action of theirs.

    Args:
        table: a game.
        user: who asks.
        number: the entry of that action.
        moment: now.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NothingToTakeBack: the person has no action that can be undone.
        AskedThisTurn: the table has already been asked this turn.
        AlreadyProposed: someone else asks the table already.
        NoSeatHere: the person has no seat here.
        Stale: there is no longer such an action.
        Refused: the rules say no.
    """
    seat = own_seat(table, user)
    point = next((each for each in points(table, seat) if each.number == number), None)
    if point is None:
        raise Stale
    if point.wall is not None:
        raise Refused(point.wall)
    return proposals.opened(table, "undo", seat, str(point.to), moment)


def went_back(table: Table, proposal: Proposal, moment: Moment) -> Draft:
    """The table back at an earlier position, as its people have agreed.

    All standing orders and plans are dropped, and those who left them are told.

    Args:
        table: without the request.
        proposal: the request.
        moment: now.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        Refused: the rules say no.
    """
    seat = proposal.seat
    try:
        journal = running(table).add(Agreed(int(proposal.value), seat), table.seats_changed)
    except Illegal as error:
        raise Refused(error.reason) from error
    draft = game_changes.advanced(table, journal, moment)
    owners = sorted({each.seat for each in table.orders} | {each.seat for each in table.plans})
    notes = tuple(Note(owner, "note.went_back") for owner in owners)
    return replace(
        draft,
        table=replace(draft.table, notes=(*table.notes, *notes), plans=()),
        outs=(*draft.outs, *(Hand(owner) for owner in owners)),
        dropped=table.orders,
    )


def _is_undo_of(proposal: Proposal, seat: Seat) -> bool:
    return proposal.kind == "undo" and proposal.seat == seat
