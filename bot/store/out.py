"""What is to be sent, with a type for each kind, and the rows of the outbox."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

import msgspec

from bot.store.rows import CallKind, GameId, SeatOffer, UserId
from rules.contract import Seat

OutKind: TypeAlias = Literal["table", "hand", "lobby", "notice"]
CalledFor: TypeAlias = Literal["nobody", "also", "only"]
Vacated: TypeAlias = Literal["left", "opened"]
LobbyNews: TypeAlias = Literal["gathered", "soon", "too_few", "again"]
Figures: TypeAlias = dict[str, str | int]


class Board(msgspec.Struct, frozen=True, tag="board"):
    """The table message, as the game stands."""


class Lobby(msgspec.Struct, frozen=True, tag="lobby"):
    """The message of a lobby, as it stands."""


class Rematch(msgspec.Struct, frozen=True):
    """A rematch that someone has opened.

    Attributes:
        lobby: its lobby.
        starter: who opened it.
        name: the starter's, as shown.
    """

    lobby: GameId
    starter: UserId
    name: str


class Hand(msgspec.Struct, frozen=True, tag="hand"):
    """The hand of a seat, as the game stands, and what its person is called for.

    Attributes:
        seat: whose it is.
        rematch: what they are called for in a game that is over; None: the end of the game.
    """

    seat: Seat
    rematch: Rematch | None = None


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """A text in a game's channel.

    Attributes:
        text: its id.
        figures: what it mentions.
        calls: whether it calls the people who are called in the channel: nobody; them as well,
            in a text for everyone; or only them, and it is not posted if there are none.
        but: the person who is not called, since they did what it reports.
        lobby: the lobby whose message it links to; None: it links to the table.
    """

    text: str
    figures: Figures = {}
    calls: CalledFor = "nobody"
    but: UserId | None = None
    lobby: GameId | None = None


class Offer(msgspec.Struct, frozen=True, tag="offer"):
    """A seat that anyone may take, offered in the channel.

    Attributes:
        seat: which.
        name: of its last holder.
        what: how it came to be open: the holder left, or the others opened it.
    """

    seat: Seat
    name: str
    what: Vacated


class Invitation(msgspec.Struct, frozen=True, tag="invitation"):
    """Someone is invited to a seat.

    Attributes:
        seat: to which.
        name: of that seat.
        by: the name of the inviter.
        by_seat: the inviter's seat.
        guest: who is invited.
        by_dm: whether it is sent by direct message; otherwise, in the channel.
    """

    seat: Seat
    name: str
    by: str
    by_seat: Seat
    guest: UserId
    by_dm: bool = False


class EndOffers(msgspec.Struct, frozen=True, tag="end_offers"):
    """Remove the buttons from the messages that offer a seat.

    Attributes:
        seat: which.
        name: of the seat.
        what: how it was offered.
    """

    seat: Seat
    name: str
    what: SeatOffer


class ChannelGone(msgspec.Struct, frozen=True, tag="channel_gone"):
    """Tell a seat's person by direct message that the table's channel is gone.

    Attributes:
        seat: whose person is told.
        closed: whether the table was still a lobby, and is closed.
    """

    seat: Seat
    closed: bool


class LobbyEnd(msgspec.Struct, frozen=True, tag="lobby_end"):
    """In the channel: a lobby closes in a day, or has closed. Its people are mentioned.

    Attributes:
        closed: whether it has closed.
    """

    closed: bool


class LobbyCall(msgspec.Struct, frozen=True, tag="lobby_call"):
    """Someone who sits in a lobby is told something, by direct message or in the channel.

    It names the person, not the seat: the seats of a lobby are renumbered when someone
    leaves.

    Attributes:
        user: who is told.
        what: others have joined; it starts soon; too few came at the set time; or the closed
            lobby was opened again.
        name: of the person who opened it again.
        lobby: the new one.
    """

    user: UserId
    what: LobbyNews
    name: str = ""
    lobby: GameId | None = None


class Forget(msgspec.Struct, frozen=True, tag="forget"):
    """Remove a hand or a call from the direct messages of a person who has left a seat.

    Attributes:
        user: who has left.
        channel, message: of the hand or call.
        plain: whether it is plain text, as a call is.
    """

    user: UserId
    channel: int
    message: int
    plain: bool


class Followed(msgspec.Struct, frozen=True, tag="followed"):
    """Tell someone who follows a game, by direct message, how it stands or how it ended.

    Attributes:
        user: who is told.
        ended: whether the game is over or was closed; if not, a round is over.
    """

    user: UserId
    ended: bool


Told: TypeAlias = Notice | Offer | Invitation | EndOffers
"""Texts that report something once, and refresh nothing."""

OfLobby: TypeAlias = LobbyEnd | LobbyCall
"""What people in a lobby are told."""

Out: TypeAlias = Board | Lobby | Hand | Told | OfLobby | ChannelGone | Forget | Followed
"""What is to be sent. Undelivered rows of the same kind and seat are merged; see `OutRow`."""


def kind_of(out: Out) -> OutKind:
    """The column `kind` of a row: rows of the same kind and seat are merged, notices never."""
    match out:
        case Board():
            return "table"
        case Lobby():
            return "lobby"
        case Hand():
            return "hand"
        case Notice() | Offer() | Invitation() | EndOffers() | ChannelGone() | Forget():
            return "notice"
        case LobbyEnd() | LobbyCall() | Followed():
            return "notice"
        case _:
            assert_never(out)


def encoded(out: Out) -> str:
    """The column `what` of a row."""
    return msgspec.json.encode(out, order="deterministic").decode()


def seat_of(out: Out) -> Seat | None:
    """The column `seat` of a row: whose hand it is."""
    return out.seat if isinstance(out, Hand) else None


class OutRow(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be sent or edited; only the latest state matters.

    Undelivered rows of the same game, kind and seat are handed out as one:
    `id` is the latest, `first` the oldest of them. A notice is never merged.

    Attributes:
        n: the journal's number when it was written.
        created, born: when the latest and the oldest were written, Unix seconds.
        tries: how often sending has failed.
        revision: of the game when the row was read: that revision has what is to be shown.
        what: what is to be sent.
        epoch: of the lease under which it is sent; None: there are no leases.
    """

    id: int
    first: int
    game: GameId
    n: int
    created: float
    born: float
    tries: int
    revision: int
    what: Out
    epoch: int | None = None

    @property
    def kind(self) -> OutKind:
        """As in `kind_of`."""
        return kind_of(self.what)

    @property
    def seat(self) -> Seat | None:
        """As in `seat_of`."""
        return seat_of(self.what)

    @property
    def nonce(self) -> str:
        """The mark of a new message for Discord, so that it is not sent twice.

        A new database counts from the start again, so the number alone would bring back a
        message from the previous database.
        """
        return f"{self.first}-{round(self.born * 1000)}"

    @property
    def latest_nonce(self) -> str:
        """The same for the latest row alone."""
        return f"{self.id}-{round(self.created * 1000)}"

    def call_nonce(
        self, kind: CallKind, entry: int, reminders: int = 0, *, silent: bool = False
    ) -> str:
        """The same for a call: a row can ask for several, each with its own entry or reminder.

        At most 25 characters long.

        Args:
            kind: what is wanted.
            entry: the entry since which it is wanted; for a proposal, its number.
            reminders: the number of the reminder, from 1; 0: it is not a reminder.
            silent: whether it is sent without a sound, to be posted again when it rings.
        """
        mark = str(reminders or kind[0]) if not silent else f"s{reminders or kind[0]}"
        return f"{self.first}-{mark}.{entry}-{round(self.born * 1000) % 10**8}"
