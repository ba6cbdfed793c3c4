"""What to do about a row of the outbox: one step, and then the next one.

Pure: no Discord, no clock. The table message and the hand are edited and notify nobody. People
who must decide are called by a separate message, once per turn.
"""

from __future__ import annotations

from typing import Final, assert_never

from bot.delivery.reasons import (
    SkipReason,
    WaitReason,
    called_for,
    not_called,
)
from bot.delivery.steps import (
    Call,
    CountBelow,
    Edit,
    EditCall,
    EndCall,
    EndHand,
    Post,
    PutOff,
    Sent,
    Skip,
    Step,
    Timing,
    Wait,
)
from bot.delivery.wanted import (
    WHILE_PLAYED,
    Wanted,
    is_ended,
    is_new,
    number_of,
    still_wanted,
    wanted_of,
)
from bot.store.out import (
    Board,
    ChannelGone,
    EndOffers,
    Followed,
    Forget,
    Hand,
    Invitation,
    Lobby,
    LobbyCall,
    LobbyEnd,
    Notice,
    Offer,
    OutRow,
)
from bot.store.rows import CallKind, CallRow, SeatRow, UserId
from bot.tables.core.table import Table
from rules.contract import Standings

LOBBY: Final = -1
"""`message_entry` of a lobby message: it shows none of the game's entries."""

OLD: Final = 3600.0
"""Seconds after which Discord limits edits of a message (30046)."""

OLD_INTERVAL: Final = 3.0
"""Seconds between two edits of an old message."""

_ANYWHERE: Final[frozenset[CallKind]] = frozenset({*WHILE_PLAYED, "vote"})
"""The calls that are a separate message wherever a person is called."""


def plan(row: OutRow, table: Table, sent: Sent, timing: Timing) -> Step:
    """The next step for a row.

    Args:
        row: what is to be shown.
        table: the game as it is now.
        sent: what is known about the message.
        timing: when the plan is made.
    """
    step = _plan(row, table, sent, timing)
    gone = table.game.channel_gone is not None
    return Skip("channel_gone") if gone and _in_channel(row, step) else step


def _in_channel(row: OutRow, step: Step) -> bool:
    """Whether a step shows something in the channel of the game."""
    match step:
        case Post() | Edit() | CountBelow():
            return row.kind != "hand"
        case Call(by_dm=by_dm):
            return not by_dm
        case _:
            return False


def _plan(row: OutRow, table: Table, sent: Sent, timing: Timing) -> Step:
    match row.what:
        case Board():
            return _plan_board(row, table, sent, timing)
        case Lobby():
            return _plan_lobby(row, table, sent)
        case Hand() as hand:
            return _plan_seat(row, hand, table, sent, timing)
        case Notice(calls="only") as notice:
            return Post() if called_in_channel(notice, table) else Skip("calls_nobody")
        case Notice() | Offer():
            return Post()
        case Invitation(seat=seat, guest=guest) as invitation:
            if table.seats[seat].invited != guest:
                return Skip("withdrawn")
            return invitation if invitation.by_dm else Post()
        case LobbyEnd(closed=closed):
            return Post() if closed or table.game.status == "lobby" else Skip("closed")
        case LobbyCall() as told:
            return _plan_lobby_call(told, table, timing)
        case Followed() as told:
            return _plan_followed(told, table)
        case ChannelGone(closed=False) if table.game.channel_gone is None:
            return Skip("moved")  # someone was faster and has moved the table
        case (ChannelGone() | EndOffers() | Forget()) as step:
            return step
        case _:
            assert_never(row.what)


def called_in_channel(notice: Notice, table: Table) -> tuple[UserId, ...]:
    """The people whom a notice mentions: those who are called in the channel."""
    if notice.calls == "nobody":
        return ()
    return tuple(
        seat.user
        for seat in table.humans
        if seat.user is not None and seat.calls == "channel" and seat.user != notice.but
    )


def _plan_lobby(row: OutRow, table: Table, sent: Sent) -> Step:
    """A lobby is posted once and edited afterwards; the game's own message replaces it."""
    exists = table.game.message is not None
    if (exists and table.game.message_entry != LOBBY) or sent.edited == row.id:
        return Skip("shown")
    if exists and not sent.gone:
        return Edit()
    return Post() if table.game.status == "lobby" else Skip("closed")


def _plan_lobby_call(told: LobbyCall, table: Table, timing: Timing) -> Step:
    """People at the lobby are told; an opener who clicked just now is not told who joins."""
    if table.seat_of(told.user) is None:
        return Skip("withdrawn")
    if told.what != "again" and table.game.status != "lobby":
        return Skip("closed")
    if told.what == "gathered" and timing.left(timing.clicked, timing.away):
        return Skip("active")
    return told


def _plan_followed(told: Followed, table: Table) -> Step:
    """A follower is told how the game stands while it goes on, and once about its end."""
    if told.ended:
        return told
    if table.game.status != "playing":
        return Skip("closed")
    return told if told.user in table.followers else Skip("unfollowed")


def _plan_board(row: OutRow, table: Table, sent: Sent, timing: Timing) -> Step:
    """The table message is edited; in a new round, or when buried, it is posted again."""
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
        return Skip("shown")
    return _edit(sent, timing)


def _edit(sent: Sent, timing: Timing) -> Edit | Wait:
    """Edit a message; an old one only now and then, and the latest state wins."""
    wait = timing.left(sent.edited_at, OLD_INTERVAL)
    return Wait(wait, "edited_just_now") if wait and timing.age > OLD else Edit()


def _new_round(table: Table) -> bool:
    """Whether a round has ended since the table message was posted."""
    news = table.events(table.game.message_entry, None)
    return any(isinstance(event, Standings) for event in news)


def _latest_turn(table: Table) -> int:
    """The entry at which the latest turn of a person began; 0: there is none."""
    turns = (table.turn_of(row.seat) for row in table.deciding if row.sits is not None)
    return max((turn for turn in turns if turn is not None), default=0)


def _plan_seat(row: OutRow, hand: Hand, table: Table, sent: Sent, timing: Timing) -> Step:
    """The hand is posted once, then edited; its person is called when something is wanted."""
    if table.journal is None and table.game.status != "aside":
        return Skip("not_begun")
    seat = table.seats[hand.seat]
    if seat.user is None:
        return Skip("no_person")
    call, wanted = seat.call, wanted_of(hand, table)
    if call is not None and call.stands and is_ended(call, table, hand.seat):
        return _after_ended(wanted, table, seat)
    takes_dms = sent.refused != row.id
    if seat.hands == "button" and seat.dm_message is not None:
        return EndHand()
    if seat.hands == "dm" and takes_dms and table.journal is not None:
        if seat.dm_message is None or sent.gone:
            return Post()
        if sent.edited != row.id:
            return _edit(sent, timing)
    return _plan_call(wanted, table, seat, sent, timing, by_dm=seat.calls == "dm" and takes_dms)


def _after_ended(wanted: Wanted | None, table: Table, seat: SeatRow) -> Step:
    """A call whose question has been answered makes way for the next one."""
    new = wanted is not None and is_new(wanted, seat, table)
    following = wanted if new else still_wanted(table, seat.seat) or wanted
    if following is None or following.kind not in WHILE_PLAYED:
        return EndCall()
    entry = following.entry
    if following.kind == "move":
        entry = table.arose(seat.seat) or 0
    return EditCall(entry, following.kind, following.number, new)


def _plan_call(
    wanted: Wanted | None,
    table: Table,
    seat: SeatRow,
    sent: Sent,
    timing: Timing,
    *,
    by_dm: bool,
) -> Step:
    """The call of a person: a new one, a reminder, or a silent one that rings now."""
    call, reminded, rings = seat.call, _reminder(table, seat), False
    new = wanted if wanted is not None and is_new(wanted, seat, table) else None
    if reminded is None and call is not None and call.stands and not _makes_way(call, new):
        arose = table.arose(seat.seat)
        if call.kind == "move" and arose not in {None, call.entry}:
            return EditCall(arose or 0, silent=call.silent)
        if not call.silent:
            return Skip(called_for(call.kind))
        due, rings = Wanted(call.kind, call.entry, number_of(call, table)), True
        reminded = call.reminded if call.reminded == seat.reminded else None
    elif reminded is not None:
        due = Wanted("move", table.arose(seat.seat) or 0)
    elif new is None or not (by_dm or new.kind in _ANYWHERE):
        return Skip(_uncalled(wanted, new, table, seat, by_dm=by_dm))
    else:
        due = new
    burst = timing.left(sent.called, timing.burst)
    away = timing.left(timing.clicked, timing.away)
    waits: dict[float, WaitReason] = {
        timing.undo: "undo_pause",
        away: "clicked_just_now",
        burst: "called_just_now",
    }
    if wait := max(waits):
        return Wait(wait, waits[wait])
    if timing.quiet is not None and (rings or not by_dm):
        return PutOff(timing.quiet)
    silent = timing.quiet is not None
    return Call(due.kind, due.entry, by_dm, reminded, due.number, silent)


def _uncalled(
    wanted: Wanted | None, new: Wanted | None, table: Table, seat: SeatRow, *, by_dm: bool
) -> SkipReason:
    """Why a person is not called by a separate message.

    Args:
        wanted: what is wanted of them; None: nothing.
        new: the same, if they have not been called for it yet.
        table: the game.
        seat: whose person it is.
        by_dm: whether they take direct messages and want to be called that way.
    """
    if seat.calls == "dm" and not by_dm:
        return "dms_refused"
    if new is not None:  # a notice mentions people who are called in the channel
        return "in_channel"
    return not_called(wanted, table, seat)


def _makes_way(call: CallRow, new: Wanted | None) -> bool:
    """Whether an open call is replaced by one for something new."""
    return new is not None and (new.kind != call.kind or new.kind == "proposal")


def _reminder(table: Table, seat: SeatRow) -> float | None:
    """The time of the reminder that the person has yet to be sent; None: there is none."""
    if table.decision(seat.seat) is None:
        return None
    sent = None if seat.call is None else seat.call.reminded
    return None if sent == seat.reminded else seat.reminded
