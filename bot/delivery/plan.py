"""What to do about a row of the outbox: one step, and then the next one.

Pure: no Discord, no clock. The table message and the hand are edited and notify nobody.
Who must decide is called by a message of its own, once for each turn.
"""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

import msgspec

from bot.store.rows import ANEW, CallKind, CallRow, OutRow, Proposal, SeatOffer, SeatRow, UserId
from bot.tables import plans
from bot.tables.proposals import open_proposals, waiting_for
from bot.tables.seat_offers import ENDED, INVITED, OFFERS
from bot.tables.table import Table
from rules.contract import Seat, Standings

LOBBY: Final = -1
"""`message_entry` of a lobby message: it shows none of the game's entries."""

OLD: Final = 3600.0
"""Seconds after which Discord limits the edits of a message (30046)."""

OLD_INTERVAL: Final = 3.0
"""Seconds between two edits of an old message."""

OVER: Final = "call.over"
REMATCH: Final = "call.rematch"
CONCEDED: Final = "call.conceded"
PERSONAL: Final = frozenset({OVER, REMATCH, CONCEDED})
"""Texts of notices that are posted only if they call somebody, to nobody but them."""

LEFT: Final = "dm.left"
"""Text of a notice that takes the place of a hand in the direct messages of who has left."""

CALLING: Final = frozenset(
    {
        *PERSONAL,
        *("table.set_aside", "table.set_aside.lost"),
        *("table.ended_by_host", "table.ended_by_vote"),
    }
)
"""Texts of notices that call the people who are called in the channel."""

_WHILE_PLAYED: Final[tuple[CallKind, ...]] = ("move", "stand_in", "proposal")
"""What a person is called for in a game that goes on, wherever they are called.

Of the same entry the earlier one is not called for after the later one.
"""


class Edit(msgspec.Struct, frozen=True):
    """Edit the message there is."""


class Post(msgspec.Struct, frozen=True):
    """Post a new message."""


class CountBelow(msgspec.Struct, frozen=True):
    """Ask Discord how many messages of other people stand below the table message.

    Attributes:
        turn: the entry of the turn for which that is asked, once.
    """

    turn: int


class Call(msgspec.Struct, frozen=True):
    """Call the person of the seat.

    Attributes:
        kind: what is wanted.
        entry: since which entry; for a rematch the number of its lobby.
        by_dm: by direct message, else in the channel.
        reminded: `SeatRow.reminded`, if it is a reminder.
    """

    kind: CallKind
    entry: int
    by_dm: bool
    reminded: float | None = None


class EditCall(msgspec.Struct, frozen=True):
    """Edit the call that stands: a move is wanted that is not what it says.

    Attributes:
        entry: the entry at which the decision arose.
    """

    entry: int


class EndCall(msgspec.Struct, frozen=True):
    """The call is answered, or nothing is wanted any more."""


class Forget(msgspec.Struct, frozen=True):
    """Take a hand or a call out of the direct messages of who has left the seat."""


class Invite(msgspec.Struct, frozen=True):
    """Tell somebody by direct message that they are invited to a seat."""


class EndOffers(msgspec.Struct, frozen=True):
    """Take the buttons from messages that offer a seat.

    Attributes:
        what: in which way it was offered.
    """

    what: SeatOffer


class Wait(msgspec.Struct, frozen=True):
    """Something is due, but not before so many seconds."""

    seconds: float


class Skip(msgspec.Struct, frozen=True):
    """There is nothing left to do: the row is done with."""


Step: TypeAlias = (
    Edit
    | Post
    | CountBelow
    | Call
    | EditCall
    | EndCall
    | Forget
    | Invite
    | EndOffers
    | Wait
    | Skip
)


class Sent(msgspec.Struct, frozen=True):
    """What is known about the message of a row beside what the store knows.

    Attributes:
        called: when the person was last called, in seconds of the clock of `now`.
        edited: the id of the row that the message was last edited for.
        edited_at: when that was.
        gone: Discord does not let it be edited any more.
        counted: the turn for which the messages below were last counted.
        buried: too many of them are other people's.
        refused: the id of the row for which Discord took no direct message.
    """

    called: float | None = None
    edited: int | None = None
    edited_at: float | None = None
    gone: bool = False
    counted: int = 0
    buried: bool = False
    refused: int | None = None


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """When it is planned, and how long is waited; all in seconds.

    Attributes:
        now: a clock that never jumps.
        burst: how long after a call the next one of a person may come.
        away: how long after a click a person may be called.
        clicked: when the person of the seat last clicked, by the clock of `now`.
        age: since when the message stands that the row is about.
    """

    now: float
    burst: float
    away: float
    clicked: float | None = None
    age: float = 0.0

    def left(self, since: float | None, seconds: float) -> float:
        """How much of an interval is left; 0: it is over, or never began."""
        return 0.0 if since is None else max(0.0, since + seconds - self.now)


def plan(row: OutRow, table: Table, sent: Sent, moment: Moment) -> Step:
    """The next step for a row.

    Args:
        row: what is to be shown.
        table: the game as it is now.
        sent: what is known about the message.
        moment: when this is asked.
    """
    match row.kind:
        case "notice":
            return _plan_notice(row, table)
        case "lobby":
            return _plan_lobby(row, table, sent)
        case "table":
            return _plan_board(row, table, sent, moment)
        case "hand":
            return _plan_seat(row, table, sent, moment)
        case _:
            assert_never(row.kind)


def _plan_notice(row: OutRow, table: Table) -> Step:
    """A notice is posted once; some are for one person's direct messages."""
    match row.text:
        case text if text == LEFT:
            return Forget()
        case text if text in OFFERS and "guest" in row.figures:
            seat = table.seats[int(row.figures["seat"])]
            if seat.invited != row.figures["guest"]:
                return Skip()
            return Invite() if text == INVITED else Post()
        case text if text in ENDED:
            return EndOffers(ENDED[text])
        case text if text in PERSONAL:
            return Post() if called_in_channel(row, table) else Skip()
        case _:
            return Post()


def called_in_channel(row: OutRow, table: Table) -> tuple[UserId, ...]:
    """Whom a notice mentions: who is not called by direct message."""
    if row.text not in CALLING:
        return ()
    return tuple(
        seat.user
        for seat in table.humans
        if seat.user is not None
        and seat.calls == "channel"
        and seat.user != row.figures.get("starter")
        and not (row.text == CONCEDED and _ended_it(table, seat.seat))
    )


def _ended_it(table: Table, seat: Seat) -> bool:
    """Whether the person of a seat has ended the game, and nobody else was asked."""
    if table.game.ended == "conceded":
        return table.seatings[-1].seat == seat
    match table.proposals[-1:]:
        case (Proposal(kind="end", ended="agreed", answers=()) as last,):
            return table.game.status == "cancelled" and last.seat == seat
        case _:
            return False


def _plan_lobby(row: OutRow, table: Table, sent: Sent) -> Step:
    """A lobby is posted once and edited afterwards; the game's own message replaces it."""
    exists = table.game.message is not None
    if (exists and table.game.message_entry != LOBBY) or sent.edited == row.id:
        return Skip()
    if exists and not sent.gone:
        return Edit()
    return Post() if table.game.status == "lobby" else Skip()


def _plan_board(row: OutRow, table: Table, sent: Sent, moment: Moment) -> Step:
    """A message that is edited; posted anew in a new round, and when it is buried."""
    game = table.game
    exists = game.message is not None and game.message_entry != LOBBY
    if not exists or sent.gone or sent.buried or _new_round(table):
        return Post()
    turn = _latest_turn(table)
    # A game that was continued from an earlier entry counts its turns again.
    counted = sent.counted if sent.counted <= table.number else 0
    if turn > max(game.message_entry, counted):
        return CountBelow(turn)
    if sent.edited == row.id:
        return Skip()
    return _edit(sent, moment)


def _edit(sent: Sent, moment: Moment) -> Edit | Wait:
    """Edit a message; an old one only now and then, and the latest state wins."""
    wait = moment.left(sent.edited_at, OLD_INTERVAL)
    return Wait(wait) if wait and moment.age > OLD else Edit()


def _new_round(table: Table) -> bool:
    """Whether a round has ended since the table message was posted."""
    news = table.events(table.game.message_entry, None)
    return any(isinstance(event, Standings) for event in news)


def _latest_turn(table: Table) -> int:
    """The entry at which the latest turn of a person began, 0 if nobody's did."""
    turns = (table.turn_of(row.seat) for row in table.deciding if row.sits is not None)
    return max((turn for turn in turns if turn is not None), default=0)


def _plan_seat(row: OutRow, table: Table, sent: Sent, moment: Moment) -> Step:
    """The hand is posted once and edited; its person is called when something is wanted."""
    if row.seat is None or (table.journal is None and table.game.status != "aside"):
        return Skip()
    seat = table.seats[row.seat]
    if seat.user is None:
        return Skip()
    call, wanted = seat.call, _wanted(row, table, row.seat)
    stands = call is not None and call.stands
    if call is not None and stands and _ended(call, table, row.seat):
        if wanted is not None and wanted[0] == "move" and not _new(wanted, seat):
            return EditCall(table.arose(row.seat) or 0)  # it stood in the place of this call
        return EndCall()
    takes_dms = sent.refused != row.id
    if seat.hands == "dm" and takes_dms and table.journal is not None:
        if seat.dm_message is None or sent.gone:
            return Post()
        if sent.edited != row.id:
            return _edit(sent, moment)
    by_dm = seat.calls == "dm" and takes_dms
    reminder = _reminder(table, seat)
    new = wanted is not None and _new(wanted, seat)
    other = call is not None and wanted is not None and call.kind != wanted[0]
    if call is not None and stands and reminder is None and not (new and other):
        arose = table.arose(row.seat)
        same = call.kind != "move" or arose in {None, call.entry}
        return Skip() if same else EditCall(arose or 0)
    if reminder is None and (
        wanted is None or not new or not (by_dm or wanted[0] in _WHILE_PLAYED)
    ):
        return Skip()  # who is called in the channel is mentioned by a notice for the rest
    wait = max(moment.left(sent.called, moment.burst), moment.left(moment.clicked, moment.away))
    if wait:
        return Wait(wait)
    if reminder is None and wanted is not None:
        return Call(*wanted, by_dm)
    return Call("move", table.arose(row.seat) or 0, by_dm, reminder)


def _reminder(table: Table, seat: SeatRow) -> float | None:
    """The reminder that the person has not been sent yet, by its time; None: there is none."""
    if table.decision(seat.seat) is None:
        return None
    sent = None if seat.call is None else seat.call.reminded
    return None if sent == seat.reminded else seat.reminded


def _wanted(row: OutRow, table: Table, seat: Seat) -> tuple[CallKind, int] | None:
    """What a person may be called for now, and since which entry."""
    match table.game.status:
        case "lobby":
            return None
        case "playing":
            return _wanted_now(table, seat)
        case "aside":
            return None if seat in dict(table.votes) else ("vote", table.number)
        case "over" | "cancelled":
            if row.text == REMATCH:
                return "rematch", int(row.figures["lobby"])
            return None if _ended_it(table, seat) else ("over", table.number)


def _wanted_now(table: Table, seat: Seat) -> tuple[CallKind, int] | None:
    """What a running game wants of a person: what came last, their move or an answer."""
    asked = [each.entry for each in open_proposals(table) if seat in waiting_for(table, each)]
    row = table.seats[seat]
    turn = None if row.stand_in or table.paused else _turn_of(table, seat)
    kind: CallKind = "move"
    if _stood_in(row):
        kind, turn = "stand_in", row.since
    if asked and (turn is None or max(asked) >= turn):
        return "proposal", max(asked)
    return None if turn is None else (kind, turn)


def _stood_in(row: SeatRow) -> bool:
    """Whether an opponent plays for somebody who did not ask for it, and may come back."""
    return row.absent and not row.wants_back


def _turn_of(table: Table, seat: Seat) -> int | None:
    """The entry for which a person is called; None: they go on from an action of their own.

    What a plan or an order did for them is none; while it is about to act they need not.
    After a pause they are called anew.
    """
    planned = plans.planned(table) if table.plans else None
    if planned is not None and planned.row.seat == seat and planned.note is None:
        return None
    turn, call = table.turn_of(seat), table.seats[seat].call
    anew = turn is None and call is not None and call.entry == ANEW
    if anew or any(each.seat == seat and each.text in plans.FOLLOWED for each in table.notes):
        return table.arose(seat)
    return turn


def _new(wanted: tuple[CallKind, int], seat: SeatRow) -> bool:
    """Whether the person has not been called for that yet."""
    call = seat.call
    if call is None:
        return True
    kind, entry = wanted
    if call.kind == kind:  # an answered one may have been another, asked at the same entry
        return entry > call.entry or (kind == "proposal" and call.answered)
    if {call.kind, kind} <= {*_WHILE_PLAYED}:
        # Whose move it was when they were asked is not called for it once more.
        rank = _WHILE_PLAYED.index
        return (entry, rank(kind)) > (call.entry, rank(call.kind))
    return True


def _ended(call: CallRow, table: Table, seat: Seat) -> bool:
    """Whether what a standing call asked for is not wanted any more."""
    if call.kind == "move":
        waits = table.paused or table.seats[seat].stand_in is not None
        return waits or table.decision(seat) is None or table.last_move(seat) > call.entry
    if call.kind == "proposal":
        return not any(
            each.entry == call.entry and seat in waiting_for(table, each)
            for each in open_proposals(table)
        )
    if call.kind == "stand_in":
        return table.game.status != "playing" or not _stood_in(table.seats[seat])
    return table.game.status != "aside" or seat in dict(table.votes)
