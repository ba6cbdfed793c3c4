"""What a person is wanted for, and whether their call says so. Pure."""

from __future__ import annotations

from typing import Final, assert_never

import msgspec

from bot.store.out import Hand
from bot.store.rows import ANEW, CallKind, CallRow, Proposal, SeatRow
from bot.tables.core.table import Table
from bot.tables.orders import plans
from bot.tables.orders.early_answers import asked_early
from bot.tables.orders.standing_orders import follow
from bot.tables.seating.proposals import open_proposals, waiting_for
from rules.contract import Seat

WHILE_PLAYED: Final[tuple[CallKind, ...]] = ("limits", "move", "stand_in", "proposal")
"""The kinds of calls while a game goes on.

For the same entry, no kind is called for after a kind that comes later in this list.
"""


class Wanted(msgspec.Struct, frozen=True):
    """What a person is called for.

    Attributes:
        kind: what it is.
        entry: since which entry; for a rematch, the number of its lobby.
        number: of a proposal.
    """

    kind: CallKind
    entry: int
    number: int | None = None


def wanted_of(hand: Hand, table: Table) -> Wanted | None:
    """What the person of a hand may be called for now."""
    seat = hand.seat
    match table.game.status:
        case "lobby":
            return None
        case "playing":
            return _wanted_now(table, seat)
        case "aside":
            return None if seat in dict(table.votes) else Wanted("vote", table.number)
        case "over" | "cancelled":
            if hand.rematch is not None:
                return Wanted("rematch", hand.rematch.lobby)
            return None if ended_it(table, seat) else Wanted("over", table.number)


def ended_it(table: Table, seat: Seat) -> bool:
    """Whether the person of a seat has ended the game without anyone else being asked."""
    if table.game.ended == "conceded":
        return table.seatings[-1].seat == seat
    match table.proposals[-1:]:
        case (Proposal(kind="end", ended="agreed", answers=()) as last,):
            return table.game.status == "cancelled" and last.seat == seat
        case _:
            return False


def _wanted_now(table: Table, seat: Seat) -> Wanted | None:
    """What a running game needs from a person: a move or an answer, whichever came last."""
    asked = [each for each in open_proposals(table) if seat in waiting_for(table, each)]
    row = table.seats[seat]
    turn = _turn_of(table, seat) if _must_decide(table, seat) else None
    kind: CallKind = "move"
    if turn is None and (early := asked_early(table, seat)) is not None:
        kind, turn = "limits", early.since
    if stood_in(row):
        kind, turn = "stand_in", row.since
    if asked and (turn is None or asked[-1].entry >= turn):
        return Wanted("proposal", asked[-1].entry, asked[-1].number)
    return None if turn is None else Wanted(kind, turn)


def pause_of_lot(table: Table, pause: float, now: float) -> float:
    """For how many seconds nobody is called about an item put up, since that can be undone.

    Args:
        table: a game.
        pause: seconds in which an action can be undone before anything acts by itself.
        now: Unix seconds.
    """
    early = table.early
    if early is None or early.question.item is None:
        return 0.0
    if all(table.undo_entry(row.seat) is None for row in table.sitting):
        return 0.0
    return max(0.0, min(table.game.updated + pause - now, pause))


def stood_in(row: SeatRow) -> bool:
    """Whether a computer player plays for someone who did not ask for it and may come back."""
    return row.absent and not row.wants_back


def still_wanted(table: Table, seat: Seat) -> Wanted | None:
    """The decision that a person has yet to make, even if it follows their own action."""
    arose, early = table.arose(seat), asked_early(table, seat)
    if early is not None:
        return Wanted("limits", early.since)
    return Wanted("move", arose) if arose is not None and _must_decide(table, seat) else None


def _must_decide(table: Table, seat: Seat) -> bool:
    """Whether a person must decide now: no computer player, plan or order does it for them."""
    if table.game.status != "playing" or table.paused or table.seats[seat].stand_in:
        return False
    journal = table.journal
    if journal is not None and table.orders and follow(journal.game, table).seat == seat:
        return False
    planned = plans.planned(table) if table.plans else None
    acts = planned is not None and planned.row.seat == seat and planned.note is None
    return table.decision(seat) is not None and not acts


def _turn_of(table: Table, seat: Seat) -> int | None:
    """The entry for which a person is called; None: they continue from their own action.

    An action that a plan or an order takes for them is not their own. After a pause they are
    called again.
    """
    turn, call = table.turn_of(seat), table.seats[seat].call
    anew = turn is None and call is not None and call.entry == ANEW
    if anew or any(each.seat == seat and each.followed for each in table.notes):
        return table.arose(seat)
    return turn


def is_new(wanted: Wanted, seat: SeatRow, table: Table) -> bool:
    """Whether the person has yet to be called for that."""
    call = seat.call
    if call is None:
        return True
    if wanted.kind == "proposal" and (known := _latest_asked(call, table)) is not None:
        answered = call.kind == "proposal" and call.answered
        return answered or (wanted.number or 0) > known
    if call.kind == wanted.kind:
        return wanted.entry > call.entry
    if {call.kind, wanted.kind} <= {*WHILE_PLAYED}:
        # A person whose move it was when they were asked is not called for that again.
        rank = WHILE_PLAYED.index
        return (wanted.entry, rank(wanted.kind)) > (call.entry, rank(call.kind))
    return True


def is_ended(call: CallRow, table: Table, seat: Seat) -> bool:
    """Whether what an open call asks for is no longer wanted."""
    match call.kind:
        case "move":
            waits = table.paused or table.seats[seat].stand_in is not None
            return waits or table.decision(seat) is None or table.last_move(seat) > call.entry
        case "proposal":
            number = number_of(call, table)
            return not any(
                each.number == number and seat in waiting_for(table, each)
                for each in open_proposals(table)
            )
        case "limits":
            return asked_early(table, seat) is None
        case "stand_in":
            return table.game.status != "playing" or not stood_in(table.seats[seat])
        case "vote":
            return table.game.status != "aside" or seat in dict(table.votes)
        case "over" | "rematch":  # these ask for nothing
            return True
        case _:
            assert_never(call.kind)


def number_of(call: CallRow, table: Table) -> int | None:
    """The number of the proposal that a call asks about; None: it asks about none.

    A call from an earlier release knows only its entry. If several proposals have that entry,
    the call is for the first: the others were not called for.
    """
    if call.kind != "proposal":
        return None
    return _latest_asked(call, table)


def _latest_asked(call: CallRow, table: Table) -> int | None:
    """The number of the latest proposal that the person was called for, if known."""
    if call.number is not None or call.kind != "proposal":
        return call.number
    return min(
        (each.number for each in table.proposals if each.entry == call.entry), default=None
    )
