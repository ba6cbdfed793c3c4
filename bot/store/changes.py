"""A change to a game: what one transaction writes, and how it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.database.contract import Row, Statement, Transaction, statement
from bot.database.formats import FORMAT
from bot.store import leases, out
from bot.store.columns import (
    CALL,
    ENTRY,
    FIXED,
    GAME,
    MADE,
    MESSAGE,
    NOTE,
    PACE,
    PLAN,
    PROPOSAL,
    SEAT,
    SEATING,
)
from bot.store.dues import set_dues
from bot.store.out import Out, kind_of, seat_of
from bot.store.out_before import columns_before
from bot.store.result_rows import PaceRow, ResultRow
from bot.store.results import result_statements
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
    PlanRow,
    Proposal,
    Seating,
    SeatRow,
    UserId,
)
from rules.contract import Seat

_CHANGING: Final = GAME.without(*MADE, *FIXED, *MESSAGE)
_ASSIGNED: Final = GAME.assigned(_CHANGING)
_changing = GAME.reader(_CHANGING)
_NEW: Final = GAME.without(*MADE)
_new = GAME.reader(_NEW)
PLACE_MESSAGE: Final = f"UPDATE games SET {GAME.assigned(MESSAGE)} WHERE id = ?"
message_of = GAME.reader(MESSAGE)


class Change(msgspec.Struct, frozen=True):
    """What one transaction writes in addition to the game's row.

    Attributes:
        number: the journal's number afterwards, for the outbox.
        seats: all seats afterwards; None: unchanged.
        cut: entries after this one are first put aside; None: none are.
        entries: entries to add.
        outs: outbox rows to add.
        orders: standing orders to store, each replacing the one on its subject.
        dropped: standing orders to remove.
        votes: all votes afterwards; None: unchanged.
        proposals, notes, plans, followers: all of them afterwards; None: unchanged.
        dues: due times to set, each replacing the one of its kind and seat.
        undue: kinds and seats whose due times are removed first.
        seatings: changes of who sits, to be kept.
        invited: an invitation to count: when (Unix seconds), by whom, and to whom.
        paces: how long people took to begin their turns.
        result: the result of the game, if this change ends it.
        message: whether the game's row has a different table message, or no longer has one.
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
    followers: tuple[UserId, ...] | None = None
    dues: tuple[Due, ...] = ()
    undue: tuple[tuple[DueKind, Seat | None], ...] = ()
    seatings: tuple[Seating, ...] = ()
    invited: tuple[float, UserId, UserId] | None = None
    paces: tuple[PaceRow, ...] = ()
    result: ResultRow | None = None
    message: bool = False


_NOBODY_CALLED: Final = tuple(
    None if each == "entry" else value
    for each, value in zip(CALL.fields, CALL.values(CallRow(entry=0)), strict=True)
)


async def insert(transaction: Transaction, row: GameRow, change: Change) -> GameRow:
    """Write a new game with what belongs to it, and give it its number.

    Raises:
        IntegrityError: the channel has an open game.
    """
    # Never the number of a game that was erased. Two inserts at a time wait for each other.
    await transaction.execute("UPDATE privacy SET erased = erased")
    returned = await transaction.all(
        f"INSERT INTO games (id, format, {GAME.listed(_NEW)})"
        " VALUES ((SELECT 1 + max(number) FROM (SELECT max(id) AS number FROM games"
        " UNION ALL SELECT erased FROM privacy) AS numbers),"
        f" {FORMAT}{', ?' * len(_NEW)}) RETURNING id",
        *_new(row),
    )
    new = replace(row, id=returned[0][0])
    await transaction.apply(_parts(new, change))
    return new


def update(row: GameRow, change: Change, process: str | None = None) -> Iterator[Statement]:
    """The statements that write a game's new row with what belongs to it.

    It is a `Conflict` unless the game still has the revision that the row was made from.

    Args:
        row: the game's new row.
        change: what is written with it.
        process: takes the lease of the game if nobody has it; the owner is then returned,
            and every process hears of the change. None: there are no other processes.
    """
    values = (*_changing(row), row.id, row.revision)
    lease = answer = ""
    if process:
        mark = f"?{len(values) + 1}"
        # A process that cannot read what is written now must not go on showing the old table.
        lease = f", {leases.taken(mark, or_if=f'format < {FORMAT}')}"
        answer = f" RETURNING {leases.returning(mark)}"
    yield Statement(
        f"UPDATE games SET {_ASSIGNED},"
        f" revision = revision + 1, format = {FORMAT}{lease}"
        f" WHERE id = ? AND revision = ?{answer}",
        ((*values, process) if process else values,),
        guards=True,
        returns=process is not None,
    )
    yield from _parts(row, change)


class Guard(msgspec.Struct, frozen=True):
    """What must still be true when something is written outside a commit.

    Attributes:
        revision: of the game; it is raised, so that other processes read the game again.
        epoch: of its lease, if only its owner may write; None: any process may.
    """

    revision: int
    epoch: int | None = None


def guarded(game: GameId, guard: Guard | None, change: Statement) -> tuple[Statement, ...]:
    """A statement that is a `Conflict` unless a guard holds; None: no other process writes."""
    if guard is None:
        return (change,)
    sql = "UPDATE games SET revision = revision + 1 WHERE id = ?1 AND revision = ?2"
    values: Row = (game, guard.revision)
    if guard.epoch is not None:
        sql, values = f"{sql} AND epoch = ?3", (*values, guard.epoch)
    return Statement(sql, (values,), guards=True), change


def call_values(call: CallRow | None) -> tuple[object, ...]:
    """The values of the columns of `CALL`; without a call, the entry is None."""
    return _NOBODY_CALLED if call is None else CALL.values(call)


def _parts(row: GameRow, change: Change) -> Iterator[Statement]:
    """The statements that write all that belongs to a game's new row."""
    game = row.id
    if change.cut is not None:
        yield from _cut(row, change.cut)
    if change.message:
        yield statement(PLACE_MESSAGE, *message_of(row), game)
    if change.seats is not None:
        yield statement("DELETE FROM seats WHERE game = ?", game)
        yield from _inserted(
            f"seats ({SEAT.selected}, {CALL.selected})",
            ((game, *SEAT.values(each)[1:], *call_values(each.call)) for each in change.seats),
        )
    yield from _inserted(
        f"entries (game, {ENTRY.selected})",
        ((game, *ENTRY.values(each)) for each in change.entries),
    )
    yield from _inserted(
        "outbox (game, kind, seat, n, created, text, figures, what)",
        (
            (
                *(game, kind_of(each), seat_of(each), change.number, row.updated),
                *(*columns_before(each), out.encoded(each)),
            )
            for each in change.outs
        ),
    )
    yield from _seatings(row, change)
    if change.paces:
        marks = ", ".join("?" * len(PACE.fields))
        yield Statement(
            f"INSERT INTO paces ({PACE.selected}) VALUES ({marks}) ON CONFLICT DO NOTHING",
            [PACE.values(each) for each in change.paces],
        )
    if change.result is not None:
        yield from result_statements(change.result)
    yield from _choices(game, change)
    yield from _dues(row, change)


def _inserted(columns: str, rows: Iterable[Row]) -> Iterator[Statement]:
    """An INSERT of these rows, if there are any."""
    if given := tuple(rows):
        marks = ", ".join("?" * len(given[0]))
        yield Statement(f"INSERT INTO {columns} VALUES ({marks})", given)


def _cut(row: GameRow, after: int) -> Iterator[Statement]:
    """Put aside the entries after a number."""
    yield statement(
        "INSERT INTO left_entries (game, left_at, n, by_user, at, entry, checksum)"
        " SELECT game, CAST(? AS DOUBLE PRECISION), n, by_user, at, entry, checksum"
        " FROM entries WHERE game = ? AND n > ?",
        *(row.updated, row.id, after),
    )
    yield statement("DELETE FROM entries WHERE game = ? AND n > ?", row.id, after)
    yield statement(
        "UPDATE games SET message_entry = ?1 WHERE id = ?2 AND message_entry > ?1",
        *(after, row.id),
    )


def _seatings(row: GameRow, change: Change) -> Iterator[Statement]:
    """The statements for changes of who sits, and for an invitation to count."""
    if change.seatings:
        yield Statement(
            f"INSERT INTO seatings (game, n, {SEATING.selected})"
            " VALUES (?1, (SELECT coalesce(max(n), 0) + 1 FROM seatings WHERE game = ?1),"
            f" {', '.join(f'?{2 + n}' for n in range(len(SEATING.fields)))})",
            [(row.id, *SEATING.values(each)) for each in change.seatings],
        )
    if change.invited is not None:
        yield statement(
            'INSERT INTO invitations (at, by_user, "user") VALUES (?, ?, ?)', *change.invited
        )


_LEAVE_ORDER: Final = """
    INSERT INTO orders (game, seat, subject, left_at, "order") VALUES (?1, ?2, ?3,
        (SELECT max(at) FROM (SELECT left_at + 0.001 AS at FROM orders WHERE game = ?1
            UNION ALL SELECT CAST(?4 AS DOUBLE PRECISION)) AS times), ?5)
    ON CONFLICT (game, seat, subject)
        DO UPDATE SET left_at = excluded.left_at, "order" = excluded."order"
"""
"""The newest order has the latest time, even if the clock was set back meanwhile."""


def _choices(game: GameId, change: Change) -> Iterator[Statement]:
    """The statements for standing orders, votes, proposals, plans, notes and followers."""
    if change.dropped:
        yield Statement(
            "DELETE FROM orders WHERE game = ? AND seat = ? AND subject = ? AND left_at = ?",
            [(game, each.seat, each.subject, each.left) for each in change.dropped],
        )
    if change.orders:
        yield Statement(
            _LEAVE_ORDER,
            [(game, each.seat, each.subject, each.left, each.order) for each in change.orders],
        )
    if change.votes is not None:
        yield statement("DELETE FROM votes WHERE game = ?", game)
        yield from _inserted(
            "votes (game, seat, ballot)", ((game, *each) for each in change.votes)
        )
    if change.proposals is not None:
        yield from _proposals(game, change.proposals)
    if change.plans is not None:
        yield statement("DELETE FROM plans WHERE game = ?", game)
        yield from _inserted(
            f"plans (game, {PLAN.selected})",
            ((game, *PLAN.values(each)) for each in change.plans),
        )
    if change.followers is not None:
        yield statement("DELETE FROM follows WHERE game = ?", game)
        yield from _inserted(
            'follows (game, "user")', ((game, each) for each in change.followers)
        )
    if change.notes is not None:
        yield statement("DELETE FROM notes WHERE game = ?", game)
        yield from _inserted(
            f"notes (game, place, {NOTE.selected})",
            ((game, place, *NOTE.values(each)) for place, each in enumerate(change.notes)),
        )


def _proposals(game: GameId, proposals: tuple[Proposal, ...]) -> Iterator[Statement]:
    """The statements that rewrite all proposals of a game: there are few."""
    yield statement("DELETE FROM proposals WHERE game = ?", game)
    yield from _inserted(
        f"proposals (game, {PROPOSAL.selected})",
        ((game, *PROPOSAL.values(each)) for each in proposals),
    )
    yield from _inserted(
        "answers (game, number, seat, answer)",
        ((game, each.number, *answer) for each in proposals for answer in each.answers),
    )


def _dues(row: GameRow, change: Change) -> Iterator[Statement]:
    """The statements for due times; a closed game has none, no former holders, no moments."""
    game = row.id
    if row.status in CLOSED:
        for table in ("former_holders", "coach_told", "due"):
            yield statement(f"DELETE FROM {table} WHERE game = ?", game)
        return
    if change.undue:
        yield Statement(
            "DELETE FROM due WHERE game = ? AND kind = ? AND seat IS NOT DISTINCT FROM ?",
            [(game, kind, seat) for kind, seat in change.undue],
        )
    yield from set_dues(game, change.dues)
