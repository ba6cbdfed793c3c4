"""A table whose channel was deleted: its people are told, and one of them moves it."""

from __future__ import annotations

from msgspec.structs import replace

from bot.store.out import ChannelGone, Hand, Out
from bot.store.rows import ANEW, OPEN, STARTED, SeatRow, UserId
from bot.tables.core import game_changes
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import shown_as
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import ChannelStands, GameEnded, NoSeatHere
from bot.tables.core.table import Table, names_of


def lost(table: Table, channel: int, moment: Moment) -> Draft | None:
    """The table once its channel is deleted; a lobby is closed. None: nothing changes.

    Args:
        table: a lobby or game.
        channel: the deleted channel.
        moment: now.
    """
    row = table.game
    if row.channel != channel or row.channel_gone is not None or row.status not in OPEN:
        return None
    if row.status == "lobby":
        closed = replace(table, game=game_changes.ended(row, moment))
        return Draft(closed, _told(table, closed=True))
    seats = tuple(_uncalled(each, channel) for each in table.seats)
    after = replace(table, game=replace(row, channel_gone=moment.unix), seats=seats)
    hands = (Hand(each.seat) for each in table.humans)
    return Draft(after, (*_told(table, closed=False), *hands))


def moved(
    table: Table, user: UserId, channel: int, parent: int | None, moment: Moment
) -> Draft:
    """The table moved to another channel, as one of its players wants.

    Args:
        table: a game whose channel is gone.
        user: who moves it.
        channel: the new channel; a thread of `parent`, if that is given.
        parent: see above.
        moment: now.

    Raises:
        GameEnded: the game has ended.
        NoSeatHere: the person has no seat here.
        ChannelStands: the channel of the game still exists.
    """
    check_movable(table, user)
    row = replace(
        # Otherwise the table's message would be looked for in the channel that is gone.
        game_changes.unposted(table.game, moment),
        channel=channel,
        parent=parent,
        channel_gone=None,
        updated=moment.unix,
        rested=None,
    )
    hands = (Hand(each.seat) for each in table.humans)
    return Draft(replace(table, game=row), (shown_as(table), *hands))


def check_movable(table: Table, user: UserId) -> None:
    """Check that a person may move a table.

    Raises:
        GameEnded: the game has ended.
        NoSeatHere: the person has no seat here.
        ChannelStands: the channel of the game still exists.
    """
    if table.seat_of(user) is None:
        raise NoSeatHere(names_of(table.humans))
    if table.game.status not in STARTED:
        raise GameEnded
    if table.game.channel_gone is None:
        raise ChannelStands(table.game.id)


def _told(table: Table, *, closed: bool) -> tuple[Out, ...]:
    """The direct messages that tell everyone who has a seat."""
    return tuple(ChannelGone(each.seat, closed) for each in table.humans)


def _uncalled(row: SeatRow, channel: int) -> SeatRow:
    """A seat whose call went with the channel: its person is called again elsewhere."""
    call = row.call
    if call is None or call.channel != channel:
        return row
    new = replace(call, entry=ANEW, channel=None, message=None)
    return replace(row, call=new)
