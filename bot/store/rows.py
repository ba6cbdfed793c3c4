"""The rows of the store as values: games, seats, entries, orders, people, outbox."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rules.table import Seat

GameId: TypeAlias = int
UserId: TypeAlias = int
Status: TypeAlias = Literal["lobby", "playing", "over", "cancelled", "aside"]
OutKind: TypeAlias = Literal["table", "hand", "lobby", "notice"]
Hands: TypeAlias = Literal["dm", "button"]
SeatOrder: TypeAlias = Literal["random", "joined"]
Ballot: TypeAlias = Literal["continue", "end"]


class GameRow(msgspec.Struct, frozen=True):
    """One lobby or game.

    Attributes:
        channel: where it is played: a channel, or a thread of `parent`.
        chosen: the table options, by key; those left out have their default.
        starter: who opened the lobby.
        message_channel, message: the current table or lobby message, if any.
        message_entry: the journal entry that the current message was posted for.
        message_at: when the current message was posted, Unix seconds.
        verified: the release that last replayed it without a difference.
        checked: for a game set aside, its last checked entry.
        created, updated: Unix seconds.
        revision: raised by every change, the guard of simultaneous ones.
        steps: whether an opponent or a standing order may act now.
        edition: hash of the edition that it was started with; None: it has not
            started, or the game has one for good.
    """

    id: GameId
    guild: int
    channel: int
    parent: int | None
    game: str
    rules_version: int
    chosen: dict[str, str]
    seat_order: SeatOrder
    language: str
    status: Status
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


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits at a seat: a person, or an opponent of a level.

    Attributes:
        name: a plain display name; escape it before it goes into a message.
        hands: whether the hand is sent by DM or shown by a button only.
        dm_channel, dm_message: the DM that shows the hand, if any.
        dm_entry: the entry at which the seat's decision that the latest new DM
            announced arose: at most one new DM a turn.
    """

    game: GameId
    seat: Seat
    user: UserId | None
    name: str
    level: str | None = None
    hands: Hands = "dm"
    dm_channel: int | None = None
    dm_message: int | None = None
    dm_entry: int | None = None


class EntryRow(msgspec.Struct, frozen=True):
    """A journal entry as stored; `checksum` is that of the position after it."""

    n: int
    by_user: UserId | None
    at: float
    entry: bytes
    checksum: str


class OrderRow(msgspec.Struct, frozen=True):
    """A standing order of a seat as stored; a newer one of its subject replaces it.

    The subject is the order without its amounts: "up to 500" replaces "up to 300".
    """

    game: GameId
    seat: Seat
    subject: str
    left: float
    order: bytes


class OutRow(msgspec.Struct, frozen=True):
    """Something to be sent or edited; only the latest state matters.

    Undelivered rows of the same game, kind and seat are handed out as one:
    `id` is the latest, `first` the oldest of them. A notice stands alone.

    Attributes:
        n: the journal's number when it was written.
        created, born: when the latest and the oldest were written, Unix seconds.
        text: for a notice, the id of its text.
        figures: for a notice, what the text mentions.
        tries: how often sending has failed.
    """

    id: int
    first: int
    game: GameId
    kind: OutKind
    seat: Seat | None
    n: int
    created: float
    born: float
    tries: int
    text: str | None = None
    figures: dict[str, str | int] = {}

    @property
    def nonce(self) -> str:
        """What names a new message at Discord: what was sent is not sent twice.

        A database that is begun anew counts anew, so the number alone would bring back
        a message of the one before it.
        """
        return f"{self.first}-{round(self.born * 1000)}"

    @property
    def latest_nonce(self) -> str:
        """The same of the latest row alone."""
        return f"{self.id}-{round(self.created * 1000)}"


class PersonRow(msgspec.Struct, frozen=True):
    """What is remembered about a person."""

    user: UserId
    locale: str | None = None
    dms_closed: bool = False


class Out(msgspec.Struct, frozen=True):
    """An outbox row to be written."""

    kind: OutKind
    seat: Seat | None = None
    text: str | None = None
    figures: dict[str, str | int] = {}
