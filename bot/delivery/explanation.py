"""How a game stands, and what would be sent or why not: data for the host.

The data come from the database alone, with no account, name, hand or secret. Only the process
that sends knows that a person clicked or was called a moment ago, so that is left out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

import msgspec

from bot.delivery.plan import plan
from bot.delivery.steps import Sent, Step, Timing
from bot.store import Store
from bot.store.leases import Owner
from bot.store.out import Hand, OutKind, OutRow
from bot.store.rows import Due, DueKind, GameId, SeatRow, Status
from bot.tables.core.table import Table
from bot.tables.seating.proposals import open_proposals, waiting_for
from rules.contract import Seat

Quiet: TypeAlias = Callable[[Table, SeatRow], Awaitable[float | None]]
"""For how many seconds a seat's person still has quiet hours; None: they have none now."""

_ASKED: Final = -1
"""The id of a row that is not stored: it shows what would be sent if a hand were due."""


class AwaitedSeat(msgspec.Struct, frozen=True):
    """A seat that a game waits for.

    Attributes:
        seat: which.
        step: what the plan would do to call its person.
    """

    seat: Seat
    step: Step


class Pending(msgspec.Struct, frozen=True):
    """A row of the outbox.

    Attributes:
        kind, seat: what it is about.
        since: for how many seconds it has been waiting.
        tries: how often sending has failed.
        step: what the plan would do first.
    """

    kind: OutKind
    seat: Seat | None
    since: float
    tries: int
    step: Step


class Coming(msgspec.Struct, frozen=True):
    """Something that is due.

    Attributes:
        kind, seat: what it is about.
        seconds: until then, while the bot is up; 0 or less: it is due now.
    """

    kind: DueKind
    seat: Seat | None
    seconds: float


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a game.

    Attributes:
        game, title, status: which it is.
        number: its latest entry.
        paused: nobody is called, and nothing acts by itself.
        channel_gone: its channel was deleted.
        owner: the process that acts for it; None: none does now, or there is only one.
        waiting: the seats that must decide, answer or vote.
        coming: what is due, the earliest first.
        pending: what is still to be sent, the oldest first.
    """

    game: GameId
    title: str
    status: Status
    number: int
    paused: bool
    channel_gone: bool
    owner: Owner | None
    waiting: tuple[AwaitedSeat, ...]
    coming: tuple[Coming, ...]
    pending: tuple[Pending, ...]


def explained(
    table: Table,
    rows: tuple[OutRow, ...],
    dues: tuple[Due, ...],
    owner: Owner | None,
    *,
    now: float,
    uptime: float,
    quiet: Mapping[Seat, float],
) -> Explanation:
    """How a game stands. Pure.

    Args:
        table: the game.
        rows: what is still to be sent, the oldest first.
        dues: what is due, the earliest first.
        owner: the process that acts for it.
        now: Unix seconds.
        uptime: seconds that the bot has been up.
        quiet: for how many seconds quiet hours last, by seat.
    """

    def step(row: OutRow, sent: Sent) -> Step:
        seconds = None if row.seat is None else quiet.get(row.seat)
        return plan(row, table, sent, Timing(now=now, burst=0.0, away=0.0, quiet=seconds))

    def waiting(seat: Seat) -> AwaitedSeat:
        return AwaitedSeat(seat, step(_asked(table, seat, now), Sent(edited=_ASKED)))

    return Explanation(
        game=table.game.id,
        title=table.title,
        status=table.game.status,
        number=table.number,
        paused=table.paused,
        channel_gone=table.game.channel_gone is not None,
        owner=owner,
        waiting=tuple(waiting(seat) for seat in _waited_for(table)),
        coming=tuple(Coming(each.kind, each.seat, each.at - uptime) for each in dues),
        pending=tuple(
            Pending(row.kind, row.seat, now - row.born, row.tries, step(row, Sent()))
            for row in rows
        ),
    )


async def read_explanation(
    store: Store, table: Table, *, now: float, uptime: float, quiet: Quiet
) -> Explanation:
    """The same for a table, with everything else read from its store.

    Args:
        store: where its rows are; it may be open for reading only.
        table: the game.
        now: Unix seconds.
        uptime: seconds that the bot has been up.
        quiet: gives the quiet hours of a seat's person.

    Raises:
        DatabaseError: the database cannot be read.
    """
    game = table.game.id
    hours = {row.seat: await quiet(table, row) for row in table.humans}
    return explained(
        table,
        await store.outbox.pending(game),
        await store.dues.of_game(game),
        None if store.leases is None else await store.leases.owner(game),
        now=now,
        uptime=uptime,
        quiet={seat: each for seat, each in hours.items() if each is not None},
    )


def _waited_for(table: Table) -> tuple[Seat, ...]:
    """The seats that must decide, answer a proposal or vote, in order."""
    if table.game.status == "aside":
        voted = dict(table.votes)
        return tuple(row.seat for row in table.humans if row.seat not in voted)
    deciding = {row.seat for row in table.deciding}
    deciding |= set() if table.sealed is None else set(table.sealed.seats)
    answering = {seat for each in open_proposals(table) for seat in waiting_for(table, each)}
    return tuple(sorted(deciding | answering))


def _asked(table: Table, seat: Seat, now: float) -> OutRow:
    """A row that is not stored: the hand of a seat is due."""
    return OutRow(
        id=_ASKED,
        first=_ASKED,
        game=table.game.id,
        what=Hand(seat),
        n=table.number,
        created=now,
        born=now,
        tries=0,
        revision=table.game.revision,
    )
