"""Why nothing is sent for a row of the outbox, now or at all. Pure."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bot.delivery.wanted import Wanted
from bot.store.rows import CallKind, SeatRow
from bot.tables.core.table import Table

SkipReason: TypeAlias = Literal[
    "absent",
    "active",
    "called",
    "calls_nobody",
    "channel_gone",
    "closed",
    "dms_refused",
    "ended_it",
    "in_channel",
    "moved",
    "no_person",
    "not_begun",
    "not_waited_for",
    "own_turn",
    "paused",
    "planned",
    "shown",
    "stand_in",
    "unfollowed",
    "voted",
    "withdrawn",
]
"""Why there is nothing left to send for a row that is done with."""

WaitReason: TypeAlias = Literal[
    "called_just_now", "clicked_just_now", "edited_just_now", "undo_pause"
]
"""Why a row waits a few seconds."""

PutOffReason: TypeAlias = Literal["quiet_hours"]
"""Why a call comes much later."""

Reason: TypeAlias = SkipReason | WaitReason | PutOffReason


def not_called(wanted: Wanted | None, table: Table, seat: SeatRow) -> SkipReason:
    """Why the person of a seat is not called for anything new.

    Args:
        wanted: what they were already called for; None: nothing is wanted of them.
        table: the game, which has begun.
        seat: whose person it is.
    """
    if wanted is not None:
        return called_for(wanted.kind)
    match table.game.status:
        case "lobby":
            return "not_begun"
        case "aside":
            return "voted"
        case "over" | "cancelled":
            return "ended_it"
        case "playing":
            return _not_waited_for(table, seat)


def called_for(kind: CallKind) -> SkipReason:
    """The reason for a person who was already called, or who is absent."""
    return "absent" if kind == "stand_in" else "called"


def _not_waited_for(table: Table, seat: SeatRow) -> SkipReason:
    """Why a running game does not call a person."""
    if table.paused:
        return "paused"
    if seat.stand_in is not None:
        return "stand_in"
    if table.decision(seat.seat) is None:
        return "not_waited_for"
    if table.turn_of(seat.seat) is None:
        return "own_turn"
    return "planned"
