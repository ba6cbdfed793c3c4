"""How one game stands, and why someone was not called: for the host, from the database alone.

No account, name, hand or secret is shown. Seats are counted from 1.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from typing import Final

from bot.delivery.explanation import Explanation, read_explanation
from bot.delivery.reasons import Reason
from bot.delivery.steps import (
    Call,
    CountBelow,
    Edit,
    EditCall,
    EndCall,
    EndHand,
    Post,
    PutOff,
    Skip,
    Step,
    Wait,
)
from bot.host.database import HostCommandError, read_store, verdict_of
from bot.store import Address, Store
from bot.store.out import ChannelGone, EndOffers, Followed, Forget, Invitation, LobbyCall
from bot.store.outbox import MOST_TRIES
from bot.store.rows import DueKind, GameId, SeatRow
from bot.tables.core import replay
from bot.tables.core.editions import recall_stored, rules_of
from bot.tables.core.quiet_hours import quiet_for
from bot.tables.core.table import Table
from rules.contract import Seat

REASONS: Final[Mapping[Reason, str]] = {
    "absent": "its person is away, and was told that a computer player plays for them",
    "active": "its person was active a moment ago",
    "called": "its person was already called for that",
    "called_just_now": "its person was called a moment ago",
    "calls_nobody": "nobody at the table is called in the channel",
    "channel_gone": "the game's channel is deleted",
    "clicked_just_now": "its person clicked a moment ago",
    "closed": "the lobby is closed",
    "dms_refused": "Discord accepted no direct message to its person",
    "edited_just_now": "the message is old, and was edited a moment ago",
    "ended_it": "its person ended the game",
    "in_channel": "its person is called in the channel, by a notice for everyone",
    "moved": "the table was moved to another channel",
    "no_person": "a computer player has the seat",
    "not_begun": "the game has not begun",
    "not_waited_for": "nothing is needed from its person",
    "own_turn": "its person continues after their own action",
    "paused": "the game is paused",
    "planned": "its person's plan or bid ahead acts for them",
    "quiet_hours": "its person has quiet hours",
    "shown": "the message already shows it",
    "stand_in": "a computer player plays for its person",
    "undo_pause": "putting up the item can still be undone",
    "voted": "its person has voted",
    "unfollowed": "its person no longer follows the game",
    "withdrawn": "the invitation was withdrawn",
}
"""The text for each reason."""

DUES: Final[Mapping[DueKind, str]] = {
    "absent": "a computer player stands in for its person, or the others are asked",
    "answer": "its person is no longer asked ahead, but at each bid",
    "closing": "the game ends if nobody is back on the server",
    "gone": "its person counts as having left the server, if they are still not there",
    "invitation": "the invitation to the seat ends",
    "leave": "the open seat goes to a computer player",
    "lobby": "the lobby is checked: does it start or close?",
    "nudge": "its person is reminded because someone at the table asked",
    "pause": "the pause ends, or its end is checked again",
    "proposal": "a proposal to the table ends",
    "remind": "its person is reminded, if the table still waits for them",
    "ring": "its person is called; if quiet hours still last, this is due again",
}
"""What happens when something is due, if nothing has changed in the game by then."""


def explain(database: Address, game: GameId) -> str:
    """How a game stands, whose decision it is, what is due, and what is still to be sent.

    Args:
        database: where it is; the bot may be running.
        game: its number.

    Returns:
        Lines of English.

    Raises:
        HostCommandError: there is no such game, or it cannot be read.
        StoreError: the database cannot be read.
    """
    found, shared = asyncio.run(_read(database, game))
    return "\n".join(lines(found, shared=shared))


async def _read(database: Address, game: GameId) -> tuple[Explanation, bool]:
    """The explanation of a game, and whether several processes may act for games."""
    async with read_store(database) as store:
        await recall_stored(store)
        table = await _table(store, game)

        async def quiet(table: Table, row: SeatRow) -> float | None:
            person = await store.people.read(row.holder)
            return quiet_for(table.game.pace, person, now)

        now, uptime = time.time(), await store.dues.uptime()
        found = await read_explanation(store, table, now=now, uptime=uptime, quiet=quiet)
        return found, store.leases is not None


async def _table(store: Store, game: GameId) -> Table:
    """A game as stored, up to the last entry that replays.

    Raises:
        HostCommandError: it is not stored, or cannot be read.
    """
    row, verdict = await verdict_of(store, game)
    if row is None:
        raise HostCommandError(f"there is no game {game} that can be read")
    seats = await store.games.seats(game)
    journal = None
    if row.status != "lobby" and verdict.good > 0:
        entries = (await store.games.entries(game))[: verdict.good]
        *_, journal = replay.folded(rules_of(row), row, len(seats), entries)
    return Table(
        row,
        seats,
        journal,
        votes=await store.games.votes(game),
        seatings=await store.games.seatings(game),
        proposals=await store.games.proposals(game),
        notes=await store.games.notes(game),
        plans=await store.games.plans(game),
        orders=await store.games.orders(game),
    )


def lines(found: Explanation, *, shared: bool) -> Iterator[str]:
    """An explanation in English.

    Args:
        found: the explanation.
        shared: whether several processes may act for games.
    """
    paused = ", paused" if found.paused else ""
    gone = ", its channel is deleted" if found.channel_gone else ""
    state = f"{found.status}, entry {found.number}{paused}{gone}"
    yield f"game {found.game} ({found.title}): {state}"
    if shared:
        owner = found.owner
        if owner is None:
            yield "acts for it: no process now"
        else:
            yield f"acts for it: {owner.name or 'a process that is gone'} ({owner.process})"
    for waiting in found.waiting:
        yield f"waits for seat {waiting.seat + 1}: {step_text(waiting.step)}"
    if not found.waiting:
        yield "waits for nobody"
    for due in found.coming:
        when = f"in {_time(due.seconds)}" if due.seconds > 0 else "now"
        yield f"due {when}{_for(due.seat)}: {DUES[due.kind]}"
    for row in found.pending:
        failed = f", failed {row.tries} times" if row.tries else ""
        rest = ", tried again once an hour" if row.tries > MOST_TRIES else ""
        about = f"{row.kind}{_of(row.seat)}, for {_time(row.since)}{failed}{rest}"
        yield f"to be sent: {about}: {step_text(row.step)}"
    if not found.pending:
        yield "to be sent: nothing"


def _of(seat: Seat | None) -> str:
    return "" if seat is None else f" of seat {seat + 1}"


def _for(seat: Seat | None) -> str:
    return "" if seat is None else f" for seat {seat + 1}"


def step_text(step: Step) -> str:
    """What a step does, in English, or why it sends nothing."""
    match step:
        case Edit():
            return "the message is edited"
        case Post():
            return "a message is posted"
        case CountBelow():
            return "the messages below the table message are counted"
        case Call(kind=kind, by_dm=by_dm, silent=silent):
            where = "by direct message" if by_dm else "in the channel"
            sound = ", without a sound: quiet hours" if silent else ""
            return f"its person is called {where}: {kind}{sound}"
        case EditCall(kind=kind):
            return f"the call is edited: {kind}"
        case EndCall():
            return "the call is ended"
        case Forget():
            return "a message to someone who left is emptied"
        case Invitation():
            return "someone is invited by direct message"
        case ChannelGone():
            return "its person is told that the channel is deleted"
        case LobbyCall(what=what):
            return f"someone who sits in the lobby is told: {what}"
        case Followed(ended=ended):
            return f"someone who follows the game is told: {'the end' if ended else 'a round'}"
        case EndHand():
            return "the hand is removed from direct messages"
        case EndOffers():
            return "the buttons of an offer are removed"
        case Wait(seconds, reason):
            return f"waits {_time(seconds)}: {REASONS[reason]}"
        case PutOff(seconds, reason):
            return f"put off for {_time(seconds)}: {REASONS[reason]}"
        case Skip(reason):
            return f"nothing is sent: {REASONS[reason]}"


def _time(seconds: float) -> str:
    """A duration in its largest unit and the next one, such as `3 h 20 min`."""
    whole = max(0, round(seconds))
    units = (("d", whole // 86_400), ("h", whole // 3600 % 24), ("min", whole // 60 % 60))
    shown = [f"{n} {unit}" for unit, n in (*units, ("s", whole % 60)) if n]
    return " ".join(shown[:2]) or "0 s"
