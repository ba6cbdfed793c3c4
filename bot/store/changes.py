"""A change of a game: what one transaction writes, and how it is written."""

from __future__ import annotations

from typing import Final

import aiosqlite
import msgspec

from bot.store.database import Conflict
from bot.store.results import write_result
from bot.store.rows import (
    CLOSED,
    Ballot,
    CallRow,
    Due,
    DueKind,
    EntryRow,
    GameId,
    GameRow,
    Note,
    OrderRow,
    Out,
    PlanRow,
    Proposal,
    ResultRow,
    Seating,
    SeatRow,
    UserId,
)
from rules.contract import Seat

SEAT_COLUMNS: Final = (
    "game, seat, user, name, level, hands, dm_channel, dm_message, calls,"
    " waits_since, reminders, reminded,"
    " stand_in, since, wants_back, open_until, invited, gone, unread, advised,"
    " call_kind, call_entry, call_channel, call_message, call_answered, call_reminded"
)
"""Those of a `SeatRow` in its order, the call's at the end."""


class Change(msgspec.Struct, frozen=True):
    """What one transaction writes beside the game's row.

    Attributes:
        number: the journal's number afterwards, for the outbox.
        seats: the new seats, all of them; None: as they are.
        cut: entries after this one are kept aside first; None: none are.
        entries: entries to add.
        outs: outbox rows to add.
        orders: standing orders to leave, each in place of its subject's.
        dropped: standing orders to remove.
        votes: all votes afterwards; None: as they are.
        proposals, notes, plans: all of them afterwards; None: as they are.
        dues: due times to set, each in place of that of its kind and seat.
        undue: kinds and seats whose due times are removed first.
        seatings: changes of who sits, to be kept.
        invited: an invitation to be counted: when (Unix seconds), by whom, and to whom.
        result: what the game came to, if it is over with this change.
    """

    number: int = 0
    seats: tuple[SeatRow, ...] | None = None
    cut: int | None = None
    entries: tuple[EntryRow, ...] = ()
    outs: tuple[Out, ...] = ()
    orders: tuple[OrderRow, ...] = ()
    dropped: tuple[OrderRow, ...] = ()
    votes: tuple[tuple[Seat, Ballot], ...] | None = None
    proposals: tuple[Proposal, ...] | None = None
    notes: tuple[Note, ...] | None = None
    plans: tuple[PlanRow, ...] | None = None
    dues: tuple[Due, ...] = ()
    undue: tuple[tuple[DueKind, Seat | None], ...] = ()
    seatings: tuple[Seating, ...] = ()
    invited: tuple[float, UserId, UserId] | None = None
    result: ResultRow | None = None


async def insert(writer: aiosqlite.Connection, row: GameRow, change: Change) -> GameRow:
    """Write a new game with what belongs to it, and give it its number."""
    cursor = await writer.execute(
        "INSERT INTO games (id, guild, channel, parent, game, rules_version,"
        " chosen, seat_order, language, status, starter, created, updated,"
        " edition, pace, absent_days, advice)"
        # Never the number of a game that was erased.
        " SELECT 1 + max((SELECT coalesce(max(id), 0) FROM games), erased),"
        " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM privacy",
        (
            *(row.guild, row.channel, row.parent, row.game, row.rules_version),
            *(_json(row.chosen), row.seat_order, row.language, row.status),
            *(row.starter, row.created, row.updated, row.edition, row.pace),
            *(row.absent_days, row.advice),
        ),
    )
    new = msgspec.structs.replace(row, id=cursor.lastrowid or 0)
    await _apply(writer, new, change)
    return new


async def update(writer: aiosqlite.Connection, row: GameRow, change: Change) -> None:
    """Write a game's new row with what belongs to it.

    Raises:
        Conflict: the game has another revision than the row was made from.
    """
    cursor = await writer.execute(
        "UPDATE games SET channel = ?, parent = ?, rules_version = ?, chosen = ?,"
        " seat_order = ?, status = ?, starter = ?, updated = ?, verified = ?,"
        " checked = ?, steps = ?, edition = ?, rested = ?, pace = ?, nudged = ?,"
        " ended = ?, absent_days = ?, paused_until = ?, stuck = ?, advice = ?,"
        " revision = revision + 1"
        " WHERE id = ? AND revision = ?",
        (
            *(row.channel, row.parent, row.rules_version, _json(row.chosen)),
            *(row.seat_order, row.status, row.starter, row.updated, row.verified),
            *(row.checked, row.steps, row.edition, row.rested, row.pace),
            *(row.nudged, row.ended, row.absent_days, row.paused_until, row.stuck),
            *(row.advice, row.id, row.revision),
        ),
    )
    if cursor.rowcount != 1:
        raise Conflict
    await _apply(writer, row, change)


def call_values(call: CallRow | None) -> tuple[object, ...]:
    """The columns of a call, in the order of `SEAT_COLUMNS`."""
    if call is None:
        return ("move", None, None, None, False, None)
    return msgspec.structs.astuple(call)


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


async def _apply(writer: aiosqlite.Connection, row: GameRow, change: Change) -> None:
    """Write what belongs to a game's new row."""
    game = row.id
    if change.cut is not None:
        await writer.execute(
            "INSERT INTO left_entries SELECT game, ?, n, by_user, at, entry, checksum"
            " FROM entries WHERE game = ? AND n > ?",
            (row.updated, game, change.cut),
        )
        await writer.execute("DELETE FROM entries WHERE game = ? AND n > ?", (game, change.cut))
        await writer.execute(
            "UPDATE games SET message_entry = min(message_entry, ?) WHERE id = ?",
            (change.cut, game),
        )
    if change.seats is not None:
        marks = ", ".join("?" * len(SEAT_COLUMNS.split(",")))
        await writer.execute("DELETE FROM seats WHERE game = ?", (game,))
        await writer.executemany(
            f"INSERT INTO seats ({SEAT_COLUMNS}) VALUES ({marks})",
            [
                (game, *msgspec.structs.astuple(each)[1:-1], *call_values(each.call))
                for each in change.seats
            ],
        )
    if change.entries:
        await writer.executemany(
            "INSERT INTO entries (game, n, by_user, at, entry, checksum)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [(game, *msgspec.structs.astuple(each)) for each in change.entries],
        )
    if change.outs:
        await writer.executemany(
            "INSERT INTO outbox (game, kind, seat, n, created, text, figures)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    *(game, each.kind, each.seat, change.number, row.updated),
                    *(each.text, _json(each.figures)),
                )
                for each in change.outs
            ],
        )
    await _apply_seatings(writer, row, change)
    if change.result is not None:
        await write_result(writer, change.result)
    await _apply_choices(writer, game, change)
    await _apply_dues(writer, row, change)


async def _apply_seatings(writer: aiosqlite.Connection, row: GameRow, change: Change) -> None:
    """Write what changed about who sits, and count an invitation."""
    if change.seatings:
        await writer.executemany(
            "INSERT INTO seatings (game, n, at, entry, seat, what, name, user, level)"
            " SELECT ?1, coalesce(max(n), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8"
            " FROM seatings WHERE game = ?1",
            [(row.id, *msgspec.structs.astuple(each)) for each in change.seatings],
        )
    if change.invited is not None:
        await writer.execute(
            "INSERT INTO invitations (at, by_user, user) VALUES (?, ?, ?)", change.invited
        )


async def _apply_choices(writer: aiosqlite.Connection, game: GameId, change: Change) -> None:
    """Write standing orders, votes, proposals and notes."""
    if change.dropped:
        await writer.executemany(
            "DELETE FROM orders WHERE game = ? AND seat = ? AND subject = ? AND left_at = ?",
            [(game, each.seat, each.subject, each.left) for each in change.dropped],
        )
    if change.orders:
        await writer.executemany(
            # The newest is left last, also where the clock was put back meanwhile.
            'INSERT OR REPLACE INTO orders (game, seat, subject, left_at, "order")'
            " SELECT ?1, ?2, ?3, max(?4, coalesce(max(left_at) + 0.001, ?4)), ?5"
            " FROM orders WHERE game = ?1",
            [(game, each.seat, each.subject, each.left, each.order) for each in change.orders],
        )
    if change.votes is not None:
        await writer.execute("DELETE FROM votes WHERE game = ?", (game,))
        await writer.executemany(
            "INSERT INTO votes (game, seat, ballot) VALUES (?, ?, ?)",
            [(game, seat, ballot) for seat, ballot in change.votes],
        )
    if change.proposals is not None:
        await _apply_proposals(writer, game, change.proposals)
    if change.plans is not None:
        await writer.execute("DELETE FROM plans WHERE game = ?", (game,))
        await writer.executemany(
            "INSERT INTO plans (game, seat, action, deltas, kinds) VALUES (?, ?, ?, ?, ?)",
            [(game, *msgspec.structs.astuple(each)) for each in change.plans],
        )
    if change.notes is not None:
        await writer.execute("DELETE FROM notes WHERE game = ?", (game,))
        await writer.executemany(
            "INSERT INTO notes (game, place, seat, text, action, reason)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [
                (game, place, *msgspec.structs.astuple(each))
                for place, each in enumerate(change.notes)
            ],
        )


async def _apply_proposals(
    writer: aiosqlite.Connection, game: GameId, proposals: tuple[Proposal, ...]
) -> None:
    """Write all proposals of a game anew: they are few."""
    await writer.execute("DELETE FROM proposals WHERE game = ?", (game,))
    await writer.executemany(
        "INSERT INTO proposals (game, number, kind, seat, entry, value, began, ended,"
        " seatings) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(game, *msgspec.structs.astuple(each)[:-1]) for each in proposals],
    )
    await writer.executemany(
        "INSERT INTO answers (game, number, seat, answer) VALUES (?, ?, ?, ?)",
        [(game, each.number, *answer) for each in proposals for answer in each.answers],
    )


async def _apply_dues(writer: aiosqlite.Connection, row: GameRow, change: Change) -> None:
    """Remove and set due times; a game that is over has none, no hands, no coach."""
    game = row.id
    if row.status in CLOSED:
        await writer.execute("DELETE FROM former_holders WHERE game = ?", (game,))
        await writer.execute("DELETE FROM coach_told WHERE game = ?", (game,))
        await writer.execute("DELETE FROM due WHERE game = ?", (game,))
        return
    if change.undue:
        await writer.executemany(
            "DELETE FROM due WHERE game = ? AND kind = ? AND seat IS ?",
            [(game, kind, seat) for kind, seat in change.undue],
        )
    if change.dues:
        await writer.executemany(
            "INSERT OR REPLACE INTO due (game, kind, at, seat, entry) VALUES (?, ?, ?, ?, ?)",
            [(game, each.kind, each.at, each.seat, each.entry) for each in change.dues],
        )
