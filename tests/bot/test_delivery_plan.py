"""What is done with a row of the outbox, without Discord."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final

import pytest
from msgspec.structs import replace

from bot.delivery.plan import LOBBY, plan
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
    Sent,
    Skip,
    Step,
    Timing,
    Wait,
    reason_of,
)
from bot.delivery.wanted import is_ended
from bot.store.out import (
    Board,
    CalledFor,
    ChannelGone,
    Hand,
    Invitation,
    Lobby,
    LobbyCall,
    LobbyEnd,
    Notice,
    Offer,
    Out,
    OutRow,
    Rematch,
)
from bot.store.rows import ANEW, CallKind, CallRow, Calls, Note, Proposal, SeatRow
from rules.contract import Standings

ROW: Final = 7
NOW: Final = 100.0
DAY: Final = 86_400.0

EDITED: Final = Sent(edited=ROW, edited_at=NOW - 2)
EDITED_BEFORE: Final = Sent(edited=ROW - 1, edited_at=NOW - 2)
GONE: Final = Sent(gone=True)
COUNTED: Final = Sent(counted=8)


def _row(what: Out) -> OutRow:
    return OutRow(
        id=ROW,
        first=ROW,
        game=1,
        n=0,
        created=0.0,
        born=0.0,
        tries=0,
        revision=0,
        what=what,
    )


def _table(
    *,
    message: int | None = None,
    entry: int = 0,
    turn: int | None = None,
    arose: int | None = None,
    acted: int = 0,
    round_at: int = 0,
    status: str = "playing",
    number: int = 9,
    seat: SeatRow | None = None,
    votes: tuple[Any, ...] = (),
    asked: tuple[int, ...] = (),
    followed: bool = False,
    journal: object = "journal",
    paused: bool = False,
    gone: float | None = None,
) -> Any:
    """A table with only these facts.

    Args:
        message, entry: the current message, and the entry for which it was posted.
        turn, arose: when the turn and the decision of seat 0 began.
        acted: when seat 0 last acted.
        round_at: the entry that ended a round.
        status, number, seat, votes, journal, paused: fields of the table.
        asked: the entries of proposals that seat 0 has not answered; 0: no longer open.
        followed: seat 0 has been told that a plan has acted for it.
        gone: when the channel was deleted.
    """
    seat = seat or SeatRow(1, 0, 42, "Ada")
    arose = turn if arose is None else arose
    ends = (Standings((1,)),)
    return SimpleNamespace(
        game=SimpleNamespace(
            message=message,
            message_entry=entry,
            status=status,
            channel_gone=gone,
            ended=None,
        ),
        seats=(seat,),
        humans=(seat,) if seat.user else (),
        sitting=(seat,) if seat.sits else (),
        deciding=(seat,),
        journal=journal,
        paused=paused,
        number=number,
        votes=votes,
        seatings=(),
        plans=(),
        orders=(),
        early=None,
        notes=(Note(0, "a.text", followed=followed),),
        proposals=tuple(
            Proposal(
                number=number,
                kind="pause",
                seat=1,
                entry=entry,
                began=0.0,
                ended=None if entry else "expired",
            )
            for number, entry in enumerate(asked, 1)
        ),
        turn_of=lambda seat: turn,
        arose=lambda seat: arose,
        decision=lambda seat: arose,
        last_move=lambda seat: acted,
        events=lambda since, seat: ends if round_at > since else (),
    )


def _planned(row: OutRow, table: Any, sent: Sent = EDITED, **timing: Any) -> Step:
    return plan(row, table, sent, Timing(now=NOW, burst=10.0, away=120.0, **timing))


@pytest.mark.parametrize(
    ("table", "sent", "step"),
    [
        ({"message": None}, Sent(), Post()),
        ({"message": 3, "entry": LOBBY}, Sent(), Post()),
        ({"message": 3, "entry": 5}, Sent(), Edit()),
        ({"message": 3, "entry": 5}, EDITED_BEFORE, Edit()),
        ({"message": 3, "entry": 5}, EDITED, Skip("shown")),
        ({"message": 3, "entry": 5}, GONE, Post()),
        ({"message": 3, "entry": 5, "turn": 5}, Sent(), Edit()),
        ({"message": 3, "entry": 5, "turn": 8}, Sent(), CountBelow(8)),
        ({"message": 3, "entry": 5, "turn": 8}, COUNTED, Edit()),
        ({"message": 3, "entry": 5, "turn": 9}, COUNTED, CountBelow(9)),
        ({"message": 3, "entry": 5, "turn": 8, "number": 8}, Sent(counted=40), CountBelow(8)),
        ({"message": 3, "entry": 5, "turn": 8}, Sent(counted=8, buried=True), Post()),
        ({"message": 3, "entry": 5, "round_at": 6}, Sent(), Post()),
        ({"message": 3, "entry": 5, "round_at": 5}, Sent(), Edit()),
        ({"message": 3, "entry": 5, "status": "over"}, Sent(), Edit()),
    ],
)
def test_the_table_message(table: dict[str, Any], sent: Sent, step: Step) -> None:
    assert _planned(_row(Board()), _table(**table), sent) == step


def test_an_opponents_turn_counts_nothing() -> None:
    seat = SeatRow(1, 0, None, "Opponent", "novice")
    table = _table(message=3, entry=5, turn=8, seat=seat)
    assert _planned(_row(Board()), table, Sent()) == Edit()


@pytest.mark.parametrize(
    ("age", "sent", "step"),
    [
        (DAY, EDITED_BEFORE, Wait(1.0, "edited_just_now")),
        (DAY, Sent(edited=ROW - 1, edited_at=NOW - 3), Edit()),
        (DAY, Sent(), Edit()),
        (60.0, EDITED_BEFORE, Edit()),
    ],
)
def test_an_old_message_is_edited_now_and_then(age: float, sent: Sent, step: Step) -> None:
    assert _planned(_row(Board()), _table(message=3, entry=5), sent, age=age) == step
    hand = SeatRow(1, 0, 42, "Ada", dm_message=3)
    assert _planned(_row(Hand(0)), _table(seat=hand), sent, age=age) == step


def _call(entry: int, **fields: Any) -> CallRow:
    return CallRow(entry=entry, **{"channel": 1, "message": 2, **fields})


def _answer(entry: int, number: int = 1) -> Call:
    return Call("proposal", entry, by_dm=True, number=number)


def _asked(number: int, **fields: Any) -> CallRow:
    return _call(7, kind="proposal", number=number, **fields)


@pytest.mark.parametrize("by_dm", [True, False], ids=["direct", "channel"])
@pytest.mark.parametrize(
    ("call", "table", "step"),
    [
        (None, {"turn": None}, Skip("not_waited_for")),
        (None, {"turn": 5}, Call("move", 5, by_dm=True)),
        # A decision that follows one's own action is not a new turn.
        (None, {"turn": None, "arose": 6, "acted": 6}, Skip("own_turn")),
        # An order or a plan has acted for them: they did not click.
        (
            _call(5, answered=True),
            {"turn": None, "arose": 6, "acted": 6, "followed": True},
            Call("move", 6, by_dm=True),
        ),
        (
            _call(6),
            {"turn": None, "arose": 6, "acted": 6, "followed": True},
            Skip("called"),
        ),
        (_call(5), {"turn": 5}, Skip("called")),
        (_call(5), {"turn": 8}, EditCall(8)),
        (_call(5), {"turn": None, "arose": 8}, EditCall(8)),
        (_call(5), {"turn": None}, EndCall()),
        # The next turn came before they were told that the last one ended: the call must ring.
        (_call(5), {"turn": 8, "acted": 6}, EditCall(8, silent=True)),
        (_call(5), {"turn": None, "arose": 6, "acted": 6}, EditCall(6)),
        (_call(5), {"turn": None, "arose": 6, "acted": 6, "paused": True}, EndCall()),
        (_call(5, answered=True), {"turn": 8, "acted": 6}, Call("move", 8, by_dm=True)),
        (_call(5, answered=True), {"turn": 5}, Skip("called")),
        (_call(5, message=None, answered=True), {"turn": 8}, Call("move", 8, by_dm=True)),
        (_call(5), {"turn": 5, "paused": True}, EndCall()),
        (_call(5, answered=True), {"turn": 8, "paused": True}, Skip("paused")),
        (_call(ANEW, answered=True), {"turn": 5}, Call("move", 5, by_dm=True)),
        (_call(ANEW, answered=True), {"arose": 7}, Call("move", 7, by_dm=True)),
        (_call(5, answered=True), {"arose": 7}, Skip("own_turn")),
        (_call(5), {"status": "over"}, EndCall()),
        (_call(5), {"status": "aside"}, EndCall()),
        (
            _call(5, kind="vote"),
            {"status": "playing", "turn": 8},
            EditCall(8, silent=True),
        ),
        (_call(5, kind="vote"), {"status": "aside", "votes": ((0, "end"),)}, EndCall()),
        (_call(5, kind="vote"), {"status": "aside"}, Skip("called")),
        (_call(9, kind="vote", answered=True), {"turn": 5}, Call("move", 5, by_dm=True)),
        (None, {"turn": 5, "asked": (7,)}, _answer(7)),
        (_call(5), {"turn": 5, "asked": (5,)}, _answer(5)),
        (_call(7, kind="proposal"), {"turn": 5, "asked": (7,)}, Skip("called")),
        # An answered question makes way for the move that they were called for before.
        (_call(7, kind="proposal"), {"turn": 5}, EditCall(5)),
        (_call(7, kind="proposal"), {"turn": None}, EndCall()),
        (_call(7, kind="proposal"), {"turn": 8}, EditCall(8, silent=True)),
        # A person whose move it already was is not called for it again.
        (_call(7, kind="proposal", answered=True), {"turn": 7}, Skip("called")),
        (_call(7, kind="proposal", answered=True), {"turn": 8}, Call("move", 8, by_dm=True)),
        # After a move, nobody is called again for what they were called for before.
        (_call(7, kind="proposal"), {"turn": 8, "asked": (7,)}, Call("move", 8, by_dm=True)),
        (_call(8, answered=True), {"turn": None, "acted": 9, "asked": (7,)}, Skip("called")),
        # Another proposal, at the same entry.
        (
            _call(7, kind="proposal", answered=True),
            {"turn": None, "asked": (7,)},
            _answer(7),
        ),
        # A question that is asked again is no longer the one that they were called for.
        (_asked(1), {"turn": None, "asked": (0, 7)}, EditCall(7, "proposal", 2, silent=True)),
        (_call(7, kind="proposal"), {"turn": None, "asked": (0, 7)}, Skip("called")),
        (_asked(1), {"turn": None, "asked": (7, 7)}, _answer(7, 2)),
        (_asked(2), {"turn": None, "asked": (7, 7)}, Skip("called")),
        (_asked(2), {"turn": None, "asked": (7, 0)}, EditCall(7, "proposal", 1)),
        (_asked(2, answered=True), {"turn": None, "asked": (7, 0)}, _answer(7, 1)),
        # A reminder of the move has replaced the question, which does not ring again.
        (_call(7, number=1), {"turn": 7, "asked": (7,)}, Skip("called")),
        (_call(7, number=1), {"turn": 7, "asked": (7, 7)}, _answer(7, 2)),
        (
            _call(7, number=1),
            {"turn": None, "acted": 8, "asked": (7,)},
            EditCall(7, "proposal", 1),
        ),
    ],
)
def test_the_call_of_a_decision(
    call: CallRow | None, table: dict[str, Any], step: Step, by_dm: bool
) -> None:
    calls: Calls = "dm" if by_dm else "channel"
    seat = SeatRow(1, 0, 42, "Ada", calls=calls, dm_message=3, call=call)
    if isinstance(step, Call):
        step = replace(step, by_dm=by_dm)
    assert _planned(_row(Hand(0)), _table(seat=seat, **table)) == step


@pytest.mark.parametrize(
    ("status", "row", "step"),
    [
        ("over", _row(Hand(0)), Call("over", 9, by_dm=True)),
        ("cancelled", _row(Hand(0)), Call("over", 9, by_dm=True)),
        ("aside", _row(Hand(0)), Call("vote", 9, by_dm=True)),
        ("over", _row(Hand(0, Rematch(3, 43, "Ben"))), Call("rematch", 3, by_dm=True)),
    ],
)
def test_other_calls_are_direct_messages_or_a_notice_for_all(
    status: str, row: OutRow, step: Call
) -> None:
    direct = SeatRow(1, 0, 42, "Ada", dm_message=3)
    assert _planned(row, _table(status=status, seat=direct)) == step
    called = CallRow(kind=step.kind, entry=step.entry, answered=True)
    direct = SeatRow(1, 0, 42, "Ada", dm_message=3, call=called)
    assert _planned(row, _table(status=status, seat=direct)) == Skip("called"), "once"
    button = SeatRow(1, 0, 42, "Ada", hands="button", calls="channel")
    alone = replace(step, by_dm=False) if step.kind == "vote" else Skip("in_channel")
    assert _planned(row, _table(status=status, seat=button)) == alone


@pytest.mark.parametrize(
    ("call", "table", "calls", "step"),
    [
        # A direct message is posted silently, and waits for the quiet hours to end.
        (None, {"turn": 5}, "dm", Call("move", 5, by_dm=True, silent=True)),
        (_call(5, silent=True), {"turn": 5}, "dm", PutOff(9.0)),
        # In the channel, the mark of a silent message would give the quiet hours away.
        (None, {"turn": 5}, "channel", PutOff(9.0)),
        (None, {"turn": 5, "asked": (7,)}, "channel", PutOff(9.0)),
        (None, {"status": "aside"}, "channel", PutOff(9.0)),
        (
            None,
            {"turn": 5, "asked": (7,)},
            "dm",
            Call("proposal", 7, by_dm=True, number=1, silent=True),
        ),
        # A call that has rung is not put off, and what has arisen since is said at once.
        (_call(5), {"turn": 5}, "dm", Skip("called")),
        (_call(5, silent=True), {"turn": None, "arose": 8}, "dm", EditCall(8, silent=True)),
        (_call(5, silent=True), {"turn": None}, "dm", EndCall()),
        (
            _call(5, silent=True),
            {"turn": 5, "asked": (7,)},
            "dm",
            Call("proposal", 7, by_dm=True, number=1, silent=True),
        ),
        # The call at the end of a game is not put off: it never rings.
        (None, {"status": "over"}, "dm", Call("over", 9, by_dm=True, silent=True)),
        (None, {"status": "over"}, "channel", Skip("in_channel")),
    ],
)
def test_nothing_rings_in_quiet_hours(
    call: CallRow | None, table: dict[str, Any], calls: Calls, step: Step
) -> None:
    seat = SeatRow(1, 0, 42, "Ada", calls=calls, dm_message=3, call=call)
    assert _planned(_row(Hand(0)), _table(seat=seat, **table), quiet=9.0) == step


@pytest.mark.parametrize("calls", ["dm", "channel"])
def test_what_stood_silently_rings_once_after_quiet_hours(calls: Calls) -> None:
    seat = SeatRow(1, 0, 42, "Ada", calls=calls, dm_message=3, call=_call(5, silent=True))
    rings = Call("move", 5, by_dm=calls == "dm")
    assert _planned(_row(Hand(0)), _table(turn=5, seat=seat)) == rings
    row = replace(seat, call=_call(5))
    assert _planned(_row(Hand(0)), _table(turn=5, seat=row)) == Skip("called")
    assert _planned(_row(Hand(0)), _table(turn=5, seat=seat), clicked=NOW) == Wait(
        120.0, "clicked_just_now"
    )


def test_a_reminder_that_stood_silently_rings_as_one() -> None:
    call = _call(5, silent=True, reminded=50.0)
    seat = SeatRow(1, 0, 42, "Ada", dm_message=3, call=call, reminded=50.0)
    planned = _planned(_row(Hand(0)), _table(turn=5, seat=seat))
    assert planned == Call("move", 5, by_dm=True, reminded=50.0)


@pytest.mark.parametrize(
    ("sent", "clicked", "step"),
    [
        (EDITED, None, Call("move", 5, by_dm=True)),
        (EDITED, NOW - 120, Call("move", 5, by_dm=True)),
        (EDITED, NOW - 30, Wait(90.0, "clicked_just_now")),
        (Sent(edited=ROW, called=NOW - 4), None, Wait(6.0, "called_just_now")),
        (Sent(edited=ROW, called=NOW - 4), NOW - 119, Wait(6.0, "called_just_now")),
        (Sent(edited=ROW, called=NOW - 10), None, Call("move", 5, by_dm=True)),
    ],
)
def test_a_call_is_put_off(sent: Sent, clicked: float | None, step: Step) -> None:
    seat = SeatRow(1, 0, 42, "Ada", dm_message=3)
    assert _planned(_row(Hand(0)), _table(turn=5, seat=seat), sent, clicked=clicked) == step


@pytest.mark.parametrize(
    ("message", "sent", "step"),
    [
        (None, Sent(), Post()),
        (3, Sent(), Edit()),
        (3, EDITED_BEFORE, Edit()),
        (3, EDITED, Skip("not_waited_for")),
        (3, GONE, Post()),
        (None, Sent(refused=ROW), Skip("dms_refused")),
    ],
)
def test_the_hand(message: int | None, sent: Sent, step: Step) -> None:
    seat = SeatRow(1, 0, 42, "Ada", dm_message=message)
    assert _planned(_row(Hand(0)), _table(seat=seat), sent) == step


def test_who_cannot_be_reached_now_is_called_in_the_channel() -> None:
    seat = SeatRow(1, 0, 42, "Ada")
    planned = _planned(_row(Hand(0)), _table(turn=5, seat=seat), Sent(refused=ROW))
    assert planned == Call("move", 5, by_dm=False)


def test_a_vote_is_wanted_even_where_no_position_is_left() -> None:
    table = _table(status="aside", number=0, journal=None)
    assert _planned(_row(Hand(0)), table, Sent()) == Call("vote", 0, by_dm=True)


@pytest.mark.parametrize(
    ("kind", "ended"), [("vote", False), ("over", True), ("rematch", True)]
)
def test_what_tells_of_the_end_asks_for_no_vote(kind: CallKind, ended: bool) -> None:
    table = _table(status="aside", number=0, journal=None)
    assert is_ended(CallRow(kind=kind, entry=0, message=3), table, 0) is ended


def test_who_has_voted_is_not_called_to_vote() -> None:
    seat = SeatRow(1, 0, 42, "Ada", dm_message=3)
    table = _table(status="aside", seat=seat, votes=((0, "end"),))
    assert _planned(_row(Hand(0)), table) == Skip("voted")


@pytest.mark.parametrize(
    ("seat", "table", "reason"),
    [
        # A computer player plays for them because they asked for it or did not act.
        (SeatRow(1, 0, 42, "Ada", stand_in="novice"), {"turn": 5}, "stand_in"),
        (
            SeatRow(1, 0, 42, "Ada", stand_in="novice", absent=True, wants_back=True),
            {"turn": 5},
            "stand_in",
        ),
        (
            SeatRow(1, 0, 42, "Ada", stand_in="novice", absent=True, since=5),
            {"turn": 5},
            None,
        ),
        (
            SeatRow(
                game=1,
                seat=0,
                user=42,
                name="Ada",
                stand_in="novice",
                absent=True,
                since=5,
                call=_call(5, kind="stand_in"),
            ),
            {"turn": 8},
            "absent",
        ),
        (SeatRow(1, 0, 42, "Ada", stand_in="novice"), {"turn": 5, "paused": True}, "paused"),
    ],
)
def test_who_is_played_for_is_called_once_if_they_are_away(
    seat: SeatRow, table: dict[str, Any], reason: Reason | None
) -> None:
    seat = replace(seat, dm_message=3)
    assert reason_of(_planned(_row(Hand(0)), _table(seat=seat, **table))) == reason


def test_who_has_ended_the_game_is_not_told_that_it_is_over() -> None:
    table = _table(status="over", seat=SeatRow(1, 0, 42, "Ada", dm_message=3))
    table.game.ended = "conceded"
    table.seatings = (SimpleNamespace(seat=0),)
    assert _planned(_row(Hand(0)), table) == Skip("ended_it")


def test_an_invitation_that_was_withdrawn_is_not_sent() -> None:
    invitation = Invitation(0, "Ada", by="Ben", by_seat=1, guest=99, by_dm=True)
    table = _table(seat=SeatRow(1, 0, 42, "Ada", invited=99))
    assert _planned(_row(invitation), table) == invitation
    table = _table(seat=SeatRow(1, 0, 42, "Ada"))
    assert _planned(_row(invitation), table) == Skip("withdrawn")


def test_opponents_and_lobbies_are_sent_nothing() -> None:
    opponent = SeatRow(1, 0, None, "Opponent", "novice")
    assert _planned(_row(Hand(0)), _table(turn=5, seat=opponent)) == Skip("no_person")
    assert _planned(_row(Hand(0)), _table(status="lobby", journal=None)) == Skip("not_begun")


@pytest.mark.parametrize(
    ("message", "entry", "status", "sent", "step"),
    [
        (None, 0, "lobby", Sent(), Post()),
        (None, 0, "cancelled", Sent(), Skip("closed")),
        (3, LOBBY, "lobby", Sent(), Edit()),
        (3, LOBBY, "playing", Sent(), Edit()),
        (3, LOBBY, "cancelled", Sent(edited=ROW - 1), Edit()),
        (3, LOBBY, "lobby", Sent(edited=ROW), Skip("shown")),
        (3, LOBBY, "lobby", Sent(gone=True), Post()),
        (3, LOBBY, "cancelled", Sent(gone=True), Skip("closed")),
        (3, 5, "playing", Sent(), Skip("shown")),
    ],
)
def test_the_lobby_message(
    message: int | None, entry: int, status: str, sent: Sent, step: Step
) -> None:
    table = _table(message=message, entry=entry, status=status)
    assert _planned(_row(Lobby()), table, sent) == step


@pytest.mark.parametrize(
    ("called", "calls", "but", "step"),
    [
        ("nobody", "dm", None, Post()),
        ("also", "dm", None, Post()),
        ("only", "dm", None, Skip("calls_nobody")),
        ("only", "channel", None, Post()),
        ("only", "channel", 43, Post()),
        ("only", "channel", 42, Skip("calls_nobody")),
    ],
)
def test_a_notice_that_is_only_a_call_needs_somebody_to_call(
    called: CalledFor, calls: Calls, but: int | None, step: Step
) -> None:
    table = _table(seat=SeatRow(1, 0, 42, "Ada", calls=calls))
    assert _planned(_row(Notice("a.text", calls=called, but=but)), table) == step


# -- a channel that is gone ----------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [_row(Board()), _row(Lobby()), _row(Notice("table.rests")), _row(Offer(0, "Ada", "left"))],
)
def test_nothing_is_shown_in_a_channel_that_is_gone(row: OutRow) -> None:
    assert _planned(row, _table(status="lobby", gone=1.0), Sent()) == Skip("channel_gone")
    assert _planned(row, _table(status="lobby"), Sent()) == Post()


@pytest.mark.parametrize(
    ("calls", "step"), [("dm", Call("move", 5, True)), ("channel", Skip("channel_gone"))]
)
def test_without_a_channel_people_are_called_by_direct_message_alone(
    calls: Calls, step: Step
) -> None:
    seat = SeatRow(1, 0, 42, "Ada", dm_message=3, calls=calls)
    assert _planned(_row(Hand(0)), _table(turn=5, seat=seat, gone=1.0)) == step


@pytest.mark.parametrize("closed", [False, True])
def test_that_it_is_gone_is_told_nevertheless(*, closed: bool) -> None:
    what = ChannelGone(0, closed)
    assert _planned(_row(what), _table(gone=1.0), Sent()) == what


def test_a_table_that_was_moved_meanwhile_is_not_told_to_be_gone() -> None:
    gone = _row(ChannelGone(0, closed=False))
    assert _planned(gone, _table(), Sent()) == Skip("moved")


@pytest.mark.parametrize("status", ["playing", "over", "cancelled"])
def test_a_hand_that_is_shown_by_the_button_leaves_direct_messages(status: str) -> None:
    seat = SeatRow(1, 0, 42, "Ada", hands="button", dm_message=3)
    assert _planned(_row(Hand(0)), _table(status=status, seat=seat), Sent()) == EndHand()
    gone = SeatRow(1, 0, 42, "Ada", hands="button")
    assert _planned(_row(Hand(0)), _table(status=status, seat=gone), Sent()) != EndHand()


# -- a lobby -----------------------------------------------------------------------------


_NOW: Final = Timing(now=NOW, burst=10.0, away=120.0)


def _lobby(status: str = "lobby") -> Any:
    table = _table(status=status, journal=None)
    table.seat_of = lambda user: 0 if user == 42 else None
    return table


@pytest.mark.parametrize("what", ["gathered", "soon", "too_few"])
def test_who_sits_in_a_lobby_is_told_while_it_waits(what: Any) -> None:
    told = LobbyCall(42, what)
    assert plan(_row(told), _lobby(), Sent(), _NOW) == told
    assert plan(_row(told), _lobby("playing"), Sent(), _NOW) == Skip("closed")
    assert plan(_row(LobbyCall(43, what)), _lobby(), Sent(), _NOW) == Skip("withdrawn")


def test_only_the_opener_who_is_there_is_not_told_who_joins() -> None:
    there = Timing(now=NOW, burst=10.0, away=120.0, clicked=NOW - 119.0)
    assert plan(_row(LobbyCall(42, "gathered")), _lobby(), Sent(), there) == Skip("active")
    soon = LobbyCall(42, "soon")
    assert plan(_row(soon), _lobby(), Sent(), there) == soon


def test_a_lobby_that_was_opened_again_is_told_by_the_closed_one() -> None:
    again = LobbyCall(42, "again", "Bruno", 2)
    assert plan(_row(again), _lobby("cancelled"), Sent(), _NOW) == again


def test_the_end_of_a_lobby_is_posted_and_its_warning_only_before() -> None:
    for status in ("lobby", "cancelled"):
        end = _row(LobbyEnd(closed=True))
        assert plan(end, _lobby(status), Sent(), _NOW) == Post()
    warning = _row(LobbyEnd(closed=False))
    assert plan(warning, _lobby(), Sent(), _NOW) == Post()
    assert plan(warning, _lobby("playing"), Sent(), _NOW) == Skip("closed")
