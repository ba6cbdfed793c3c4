"""A table whose channel was deleted: its people are told, and one of them moves it."""

from __future__ import annotations

from typing import Final

import msgspec

from bot.store.rows import ANEW, OPEN, STARTED, Out, SeatRow, UserId
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import ended, shown_as
from bot.tables.core.refusals import ChannelStands, GameEnded, NoSeatHere
from bot.tables.core.table import Table, names_of

CHANNEL_GONE: Final = "channel.gone"
"""Text of a notice that tells one person by DM that the channel of their table is gone."""

LOBBY_GONE: Final = "channel.gone.lobby"
"""The same of a table that had not begun: it is closed."""


def lost(table: Table, channel: int, at: float) -> Draft | None:
    """The table whose channel was deleted; a lobby is closed. None: nothing changes.

    Args:
        table: a lobby or game.
        channel: which was deleted.
        at: now, Unix seconds.
    """
    row = table.game
    if row.channel != channel or row.channel_gone is not None or row.status not in OPEN:
        return None
    if row.status == "lobby":
        return Draft(
            msgspec.structs.replace(table, game=ended(row, at)), _told(table, LOBBY_GONE)
        )
    seats = tuple(_uncalled(each, channel) for each in table.seats)
    after = msgspec.structs.replace(
        table, game=msgspec.structs.replace(row, channel_gone=at), seats=seats
    )
    hands = (Out("hand", each.seat) for each in table.humans)
    return Draft(after, (*_told(table, CHANNEL_GONE), *hands))


def moved(table: Table, user: UserId, channel: int, parent: int | None, at: float) -> Draft:
    """The table in another channel, as one of its players wants it.

    Args:
        table: a game whose channel is gone.
        user: who moves it.
        channel: where to; a thread of `parent`, if that is given.
        parent: see above.
        at: now, Unix seconds.

    Raises:
        GameEnded: the game has ended.
        NoSeatHere: the person has no seat here.
        ChannelStands: the channel of the game is there.
    """
    check_movable(table, user)
    row = msgspec.structs.replace(
        table.game, channel=channel, parent=parent, channel_gone=None, updated=at, rested=None
    )
    hands = (Out("hand", each.seat) for each in table.humans)
    return Draft(msgspec.structs.replace(table, game=row), (Out(shown_as(table)), *hands), user)


def check_movable(table: Table, user: UserId) -> None:
    """Check that a person may move a table.

    Raises:
        GameEnded: the game has ended.
        NoSeatHere: the person has no seat here.
        ChannelStands: the channel of the game is there.
    """
    if table.seat_of(user) is None:
        raise NoSeatHere(names_of(table.humans))
    if table.game.status not in STARTED:
        raise GameEnded
    if table.game.channel_gone is None:
        raise ChannelStands(table.game.id)


def _told(table: Table, text: str) -> tuple[Out, ...]:
    """Everybody who has a seat is told by direct message."""
    return tuple(Out("notice", text=text, figures={"seat": each.seat}) for each in table.humans)


def _uncalled(row: SeatRow, channel: int) -> SeatRow:
    """A seat whose call went with the channel: its person is called anew elsewhere."""
    call = row.call
    if call is None or call.channel != channel:
        return row
    new = msgspec.structs.replace(call, entry=ANEW, channel=None, message=None)
    return msgspec.structs.replace(row, call=new)
