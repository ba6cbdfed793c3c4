"""The steps that are planned for a row of the outbox, and what the plan is made from."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from bot.delivery.reasons import PutOffReason, Reason, SkipReason, WaitReason
from bot.store.out import ChannelGone, EndOffers, Followed, Forget, Invitation, LobbyCall
from bot.store.rows import CallKind


class Edit(msgspec.Struct, frozen=True):
    """Edit the existing message."""


class Post(msgspec.Struct, frozen=True):
    """Post a new message."""


class CountBelow(msgspec.Struct, frozen=True):
    """Ask Discord how many messages of other people are below the table message.

    Attributes:
        turn: the entry of the turn for which Discord is asked, once.
    """

    turn: int


class Call(msgspec.Struct, frozen=True):
    """Call the person of the seat.

    Attributes:
        kind: what is wanted.
        entry: since which entry; for a rematch, the number of its lobby.
        by_dm: whether by direct message; if not, in the channel.
        reminded: `SeatRow.reminded`, if it is a reminder.
        number: of the proposal that is to be answered.
        silent: whether it is sent without a sound: the person has quiet hours.
    """

    kind: CallKind
    entry: int
    by_dm: bool
    reminded: float | None = None
    number: int | None = None
    silent: bool = False


class EditCall(msgspec.Struct, frozen=True):
    """Edit the open call, which no longer says what is wanted.

    Attributes:
        entry: the entry at which that arose.
        kind, number: as in `Call`.
        silent: whether the person has not been called for it yet, so the call must still ring.
    """

    entry: int
    kind: CallKind = "move"
    number: int | None = None
    silent: bool = False


class EndCall(msgspec.Struct, frozen=True):
    """End the call: it has been answered, or nothing is wanted any more."""


class EndHand(msgspec.Struct, frozen=True):
    """Take the hand out of direct messages: the button shows it from now on."""


class Wait(msgspec.Struct, frozen=True):
    """Something is due, but only in so many seconds."""

    seconds: float
    reason: WaitReason


class PutOff(msgspec.Struct, frozen=True):
    """Call the person when their quiet hours end, in so many seconds; the row is done with.

    Nothing is posted in the channel meanwhile: a silent message has a mark, which would show
    everyone whose quiet hours these are.
    """

    seconds: float
    reason: PutOffReason = "quiet_hours"


class Skip(msgspec.Struct, frozen=True):
    """There is nothing left to do: the row is done with."""

    reason: SkipReason


Step: TypeAlias = (
    Edit
    | Post
    | CountBelow
    | Call
    | EditCall
    | EndCall
    | EndHand
    | Wait
    | PutOff
    | Skip
    | Invitation
    | EndOffers
    | ChannelGone
    | LobbyCall
    | Forget
    | Followed
)
"""The last six are what the row itself says to do: there is nothing left to decide."""


def reason_of(step: Step) -> Reason | None:
    """Why a step sends nothing; None: it does."""
    return step.reason if isinstance(step, Skip | Wait | PutOff) else None


class Sent(msgspec.Struct, frozen=True):
    """What is known about the message of a row in addition to the store.

    Attributes:
        called: when the person was last called, in seconds by the clock of `Timing.now`.
        edited: the id of the row that the message was last edited for.
        edited_at: when that was.
        gone: Discord no longer lets it be edited.
        counted: the turn for which the messages below were last counted.
        buried: too many of those messages are other people's.
        refused: the id of the row for which Discord refused a direct message.
    """

    called: float | None = None
    edited: int | None = None
    edited_at: float | None = None
    gone: bool = False
    counted: int = 0
    buried: bool = False
    refused: int | None = None


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """When the plan is made, and how long to wait; all in seconds.

    Attributes:
        now: a clock that never jumps.
        burst: how long after a call the next one to a person may come.
        away: how long after a click a person may be called.
        clicked: when the person of the seat last clicked, by the clock of `now`.
        age: the age of the message that the row is about.
        quiet: for how long the person of the seat still has quiet hours; None: they have none
            now, or that has not been checked yet.
        undo: for how long nobody is called, since putting up an item can still be undone.
    """

    now: float
    burst: float
    away: float
    clicked: float | None = None
    age: float = 0.0
    quiet: float | None = None
    undo: float = 0.0

    def left(self, since: float | None, seconds: float) -> float:
        """How much of an interval is left; 0: it is over, or never began."""
        return 0.0 if since is None else max(0.0, since + seconds - self.now)
