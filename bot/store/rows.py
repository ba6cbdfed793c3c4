"""The rows of games as values: seats, calls, entries, orders, plans, proposals, dues."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from bot.store.asks import Ask
from rules.contract import Seat

GameId: TypeAlias = int
UserId: TypeAlias = int
Status: TypeAlias = Literal["lobby", "playing", "over", "cancelled", "aside"]
Hands: TypeAlias = Literal["dm", "button"]
SeatOrder: TypeAlias = Literal["random", "joined"]
Ballot: TypeAlias = Literal["continue", "end"]
Advice: TypeAlias = Literal["all", "first", "none"]
Calls: TypeAlias = Literal["dm", "channel"]
Pace: TypeAlias = Literal["days", "live"]
CallKind: TypeAlias = Literal[
    "move", "vote", "over", "rematch", "proposal", "stand_in", "limits"
]
SeatingKind: TypeAlias = Literal["stand_in", "back", "left", "opened", "substitute", "conceded"]
SeatOffer: TypeAlias = Literal["invited", "open"]
GameEnd: TypeAlias = Literal["conceded"]
ProposalKind: TypeAlias = Literal["undo", "pause", "end", "stand_in", "open_seat"]
Assent: TypeAlias = Literal["yes", "no"]
ProposalEnd: TypeAlias = Literal["agreed", "refused", "withdrawn", "acted", "expired"]
SeatDue: TypeAlias = Literal[
    "remind", "nudge", "absent", "gone", "leave", "invitation", "ring", "answer"
]
TableDue: TypeAlias = Literal["closing", "proposal", "pause", "lobby"]
DueKind: TypeAlias = Literal[SeatDue, TableDue]

OPEN: Final[tuple[Status, ...]] = ("lobby", "playing", "aside")
"""The statuses of lobbies and games that are not over."""

STARTED: Final[tuple[Status, ...]] = ("playing", "aside")
"""The statuses of games that have started and are not over."""

CLOSED: Final[tuple[Status, ...]] = ("over", "cancelled")
"""The statuses of lobbies and games that are over."""


def in_status(statuses: tuple[Status, ...]) -> str:
    """A query condition: the status is one of these."""
    return f"status IN ({', '.join(map(repr, statuses))})"


class DamagedRowError(ValueError):
    """A stored row that can no longer be read; the message says which one and why."""


class NewerRowError(DamagedRowError):
    """A row that a newer release wrote, in a format that this release does not know."""


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """One lobby or game.

    Attributes:
        id: its number; 0: not stored yet.
        channel: where it is played: a channel, or a thread of `parent`.
        chosen: the table options, by key; options left out have their defaults.
        starter: who opened the lobby, even if they have left it since.
        message_channel, message: the current table or lobby message, if any.
        message_entry: the journal entry that the current message was posted for.
        message_at: when the current message was posted, Unix seconds.
        verified: the release that last replayed it without a difference.
        checked: for a game set aside, its last checked entry.
        created, updated: Unix seconds.
        revision: raised by every change, to guard against simultaneous changes.
        steps: whether a computer player or a standing order may act now.
        edition: hash of the edition that it was started with; None: it has not started, or
            its components are fixed.
        rested: since when it has rested, Unix seconds: untouched for so long that it counts
            toward no limit and leaves its channel to others; None: it counts.
        pace: whether it is played over days, or live by people who are all present.
        nudged: the uptime of the latest nudge, if any.
        ended: what ended it, if not its last entry.
        absent_days: how many days a person is waited for before a computer player stands in;
            None: the others decide.
        paused_until: the end of the pause that its people agreed to, Unix seconds; None: it
            is not paused.
        stuck: the entry at which the table was told that a computer player cannot decide.
        advice: who may get suggestions: everyone, people in their first game of this kind, or
            nobody.
        options: the options of every table that no SQL query uses, by key; options left out
            have their defaults.
        channel_gone: since when its channel has been known to be deleted, Unix seconds; None:
            it exists.
        outdated: the message before the current one, if it is a line that links to it.
        latest: what the latest action did, as everyone may know it, as JSON; None: no release
            that stores this has changed the game.
    """

    id: GameId = 0
    guild: int
    channel: int
    parent: int | None = None
    game: str
    rules_version: int
    chosen: dict[str, str] = {}
    seat_order: SeatOrder = "random"
    language: str = "en"
    status: Status = "lobby"
    starter: UserId
    created: float
    updated: float
    revision: int = 0
    message_channel: int | None = None
    message: int | None = None
    message_entry: int = 0
    message_at: float | None = None
    verified: str | None = None
    checked: int | None = None
    steps: bool = False
    edition: str | None = None
    rested: float | None = None
    pace: Pace = "days"
    nudged: float | None = None
    ended: GameEnd | None = None
    absent_days: int | None = None
    paused_until: float | None = None
    stuck: int | None = None
    advice: Advice = "first"
    options: dict[str, Any] = {}
    channel_gone: float | None = None
    outdated: int | None = None
    latest: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether it holds its channel."""
        return self.status in OPEN and self.rested is None


ANEW: Final = -1
"""`CallRow.entry` of a call that must be made again, for example after a pause."""


class CallRow(msgspec.Struct, frozen=True, kw_only=True):
    """The latest call of a seat: a message that tells its person what they are wanted for.

    Attributes:
        kind: what is wanted: a decision, a vote, nothing (the game is over), joining
            a rematch, an answer to a proposal, coming back after an absence, or limits for
            the items being auctioned.
        entry: the entry at which that arose; for a rematch, the number of its lobby.
        channel, message: where it is; None: it was deleted, or they were told in another way.
        answered: nothing is wanted any more; the DM stays, in the past tense.
        reminded: the `reminded` of its seat for which the person was last called.
        number: of the latest proposal that the person was called for; None: there is none, or
            an earlier release made the call.
        silent: it was sent without a sound, and must still ring.
    """

    kind: CallKind = "move"
    entry: int
    channel: int | None = None
    message: int | None = None
    answered: bool = False
    reminded: float | None = None
    number: int | None = None
    silent: bool = False

    @property
    def stands(self) -> bool:
        """Whether the person can still see that something is wanted."""
        return self.message is not None and not self.answered


class SeatRow(msgspec.Struct, frozen=True):
    """A seat and who has it: a person, or a computer player of some level.

    Attributes:
        user: the holder: the person whose seat it is, even while a stand-in plays it.
        name: a plain display name; escape it before it goes into a message.
        hands: whether the hand is sent by DM or shown only by a button.
        calls: where its person is called.
        dm_channel, dm_message: the DM that shows the hand, if any.
        call: the latest call, if any.
        level: of the computer player whose seat it is.
        waits_since: the uptime since which its person has been waited for; nobody waits if
            this is None or no decision is pending.
        reminders: how often its person has been reminded since then.
        reminded: the uptime of the latest of these reminders.
        stand_in: the level of the computer player that plays for the holder; None: none does.
        since: the entry since which the same player has played; None: since the start.
        wants_back: the holder plays again as soon as the stand-in rules allow it.
        open_until: the uptime until which anyone may take the seat; None: nobody may.
        invited: who was invited to take the seat and has not answered.
        gone: the uptime since which its holder has been off the server; None: they are on it.
        unread: the entry before the first action that an order or a plan took for its
            person, who has not acted since; None: none has.
        advised: whether it was shown a suggestion.
        absent: the stand-in plays because its holder did not act, not because they asked.
        ends_turns: whether its turns end by themselves once nothing is left to do.
        asks: what its holder, and a person invited to it, are asked; for lists of tables.
        own_note: its holder's private note, which nobody else is shown.
        keeps_note: whether a rematch begins with that note.
    """

    game: GameId
    seat: Seat
    user: UserId | None
    name: str
    level: str | None = None
    hands: Hands = "dm"
    dm_channel: int | None = None
    dm_message: int | None = None
    calls: Calls = "dm"
    waits_since: float | None = None
    reminders: int = 0
    reminded: float | None = None
    stand_in: str | None = None
    since: int | None = None
    wants_back: bool = False
    open_until: float | None = None
    invited: UserId | None = None
    gone: float | None = None
    unread: int | None = None
    advised: bool = False
    absent: bool = False
    ends_turns: bool = True
    asks: tuple[Ask, ...] = ()
    own_note: str = ""
    keeps_note: bool = False
    call: CallRow | None = None

    @property
    def sits(self) -> UserId | None:
        """The person who plays the seat now; None: a computer player does."""
        return None if self.stand_in else self.user

    @property
    def holder(self) -> UserId:
        """The person whose seat it is.

        Raises:
            ValueError: nobody does.
        """
        if self.user is None:
            raise ValueError(f"nobody holds seat {self.seat} of game {self.game}")
        return self.user

    @property
    def opponent(self) -> str | None:
        """The level of the computer player that plays the seat now; None: a person does."""
        return self.stand_in or self.level


class Seating(msgspec.Struct, frozen=True):
    """A change of who plays a seat, for the journal in words.

    Attributes:
        at: Unix seconds.
        entry: the journal's number when it happened.
        what: what happened.
        name, user: the person it is about: for a substitute, the new holder, otherwise the old.
        level: of the computer player that plays on; None: none does, or it was not recorded.
    """

    at: float
    entry: int
    seat: Seat
    what: SeatingKind
    name: str
    user: UserId | None
    level: str | None = None

    @property
    def handed_over(self) -> bool:
        """Whether the holder left the seat to an invited substitute, who plays on at once."""
        return self.what == "left" and self.level is None


class EntryRow(msgspec.Struct, frozen=True):
    """A journal entry as stored; `checksum` is that of the position after it."""

    n: int
    by_user: UserId | None
    at: float
    entry: bytes
    checksum: str


class OrderRow(msgspec.Struct, frozen=True):
    """A standing order of a seat as stored; a newer one on the same subject replaces it.

    The subject is the order without its amounts: "up to 500" replaces "up to 300".
    """

    game: GameId
    seat: Seat
    subject: str
    left: float
    order: bytes


class Due(msgspec.Struct, frozen=True):
    """Something to be done in a game at a set time; one of each kind for each seat.

    Attributes:
        kind: what it is; each kind has a handler.
        at: when, by the bot's uptime in seconds.
        seat: the seat that a `SeatDue` is about; None: it is about the game.
        entry: the journal entry that it is about.
    """

    kind: DueKind
    at: float
    seat: Seat | None = None
    entry: int = 0


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the people at a table answer with yes or no.

    Attributes:
        number: counted within the game, from 1.
        kind: what is proposed.
        seat: who asks, or whom it is about.
        entry: the journal's number when it was made.
        value: further figures, as text: for an undo, the position to go back to.
        began: the uptime when it was made.
        ended: how it ended; None: it is open.
        seatings: how many changes of who sits the game had had when it was made.
        late: the people who are away have had their time to answer.
        answers: who has answered, and how.
    """

    number: int
    kind: ProposalKind
    seat: Seat
    entry: int
    value: str = ""
    began: float
    ended: ProposalEnd | None = None
    seatings: int = 0
    late: bool = False
    answers: tuple[tuple[Seat, Assent], ...] = ()


class PlanRow(msgspec.Struct, frozen=True):
    """What a person will do when their next turn begins; one for each seat.

    Attributes:
        seat: whose it is.
        action, deltas: the action and what it does, both as stored.
        kinds: the tags of all that could be planned then, which identify its decision.
    """

    seat: Seat
    action: str
    deltas: str
    kinds: str


class Note(msgspec.Struct, frozen=True):
    """What a person is told privately, until they act.

    Attributes:
        seat: whose it is.
        text: the id of its text.
        action: the action that it is about, as stored; empty: none.
        reason: why, as stored; None: no reason is given.
        followed: a plan or an order has acted for the person, who must go on from there.
    """

    seat: Seat
    text: str
    action: str = ""
    reason: str | None = None
    followed: bool = False
