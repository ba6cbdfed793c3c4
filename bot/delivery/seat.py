"""What one seat is sent: its hand by direct message, and its calls where its person chose."""

from __future__ import annotations

from typing import Final

import discord
from msgspec.structs import replace

from bot.delivery import messages
from bot.delivery.channel import ChannelMessages
from bot.delivery.steps import Call, EditCall
from bot.interactions.client import Client
from bot.interactions.message import Message, compose, gone_text, plain_message
from bot.screens import call, hand, lobby_calls
from bot.store.offers import SentOffer
from bot.store.out import (
    ChannelGone,
    EndOffers,
    Figures,
    Forget,
    Hand,
    Invitation,
    LobbyCall,
    OutRow,
)
from bot.store.rows import CallKind, CallRow, SeatRow
from bot.tables.core.leases import GameLocks
from bot.tables.core.table import Table
from render.words import Words

CLOSED: Final = 50007
"""Discord's code for a person who takes no direct messages from the bot."""

NO_COMMON_SERVER: Final = 50278
"""Discord's code for a person who shares no server with the bot, which may change."""


class SeatMessages:
    """Makes the messages of seats, posts, edits and deletes them."""

    def __init__(self, bot: Client, leases: GameLocks, channel: ChannelMessages) -> None:
        """`channel` knows why a table cannot be shown, for direct messages to say.

        `leases` say whether this process may send anything for a game.
        """
        self._bot = bot
        self._leases = leases
        self._channel = channel

    async def edit(self, row: OutRow, table: Table) -> bool:
        """Edit the hand of a seat; False if it can no longer be edited."""
        seat = seat_of(row, table)
        if seat.dm_channel is None or seat.dm_message is None:
            return False
        message = await hand.direct_message(
            self._bot, table, seat.seat, await self._words(table, seat)
        )
        channel = self._bot.get_partial_messageable(seat.dm_channel)
        self._leases.require(row.game, row.epoch)
        return await messages.edit(channel, seat.dm_message, message)

    async def post(self, row: OutRow, table: Table) -> None:
        """Post the hand of a seat."""
        seat = seat_of(row, table)
        message = await hand.direct_message(
            self._bot,
            table,
            seat.seat,
            await self._words(table, seat),
            began=_is_first_hand(table, seat),
        )
        channel = await self._dm_channel(seat)
        self._leases.require(row.game, row.epoch)
        posted = await messages.send(channel, row.nonce, message)
        await self._bot.messages.set_dm(
            row.game,
            seat.seat,
            posted.channel.id,
            posted.id,
            row.epoch,
            to=seat.user,
        )

    async def call(self, row: OutRow, table: Table, wanted: Call) -> None:
        """Call a seat's person; the earlier call is deleted unless it announced the end."""
        seat, game = seat_of(row, table), table.game
        channel: discord.abc.Messageable
        if wanted.by_dm:
            channel = await self._dm_channel(seat)
        else:
            channel = self._bot.get_partial_messageable(game.channel, guild_id=game.guild)
        message = await self._call(
            row, table, wanted.kind, by_dm=wanted.by_dm, reminds=wanted.reminded is not None
        )
        message = replace(message, notifies=not wanted.silent)
        outdated = seat.call
        self._leases.require(row.game, row.epoch)
        if outdated is not None and outdated.message and outdated.kind != "over":
            await messages.delete(self._place(table, outdated), outdated.message)
        reminders = 0 if wanted.reminded is None else seat.reminders
        about = wanted.entry if wanted.number is None else wanted.number
        nonce = row.call_nonce(wanted.kind, about, reminders, silent=wanted.silent)
        self._leases.require(row.game, row.epoch)
        posted = await messages.send(channel, nonce, message)
        told = wanted.kind in {"over", "rematch"}  # there is nothing to answer
        # A call for something else keeps what they were reminded of and asked about before.
        earlier = seat.call or CallRow(entry=wanted.entry)
        reminded = earlier.reminded if earlier.reminded == seat.reminded else None
        new = CallRow(
            kind=wanted.kind,
            entry=wanted.entry,
            channel=posted.channel.id,
            message=posted.id,
            answered=told,
            reminded=reminded if wanted.reminded is None else wanted.reminded,
            number=earlier.number if wanted.number is None else wanted.number,
            silent=wanted.silent and not told,
        )
        if wanted.by_dm and seat.dm_channel is None:
            await self._bot.messages.set_dm(
                row.game, seat.seat, posted.channel.id, None, row.epoch, to=seat.user
            )
        await self._bot.messages.set_call(row.game, seat.seat, new, row.epoch, to=seat.user)

    async def edit_call(self, row: OutRow, table: Table, wanted: EditCall) -> None:
        """Edit an open call, which no longer says what is wanted."""
        seat = seat_of(row, table)
        if seat.call is None or seat.call.message is None:
            return
        # The reminder has been answered, unless the person is still reminded of it.
        reminded = seat.call.reminded if seat.call.reminded == seat.reminded else None
        message = await self._call(
            row, table, wanted.kind, by_dm=_by_dm(seat), reminds=reminded is not None
        )
        place, number = self._place(table, seat.call), seat.call.message
        self._leases.require(row.game, row.epoch)
        with messages.refusal_ignored():
            await messages.edit(place, number, message)
        new = replace(
            seat.call,
            kind=wanted.kind,
            entry=wanted.entry,
            reminded=reminded,
            number=seat.call.number if wanted.number is None else wanted.number,
            silent=wanted.silent,
        )
        await self._bot.messages.set_call(row.game, seat.seat, new, row.epoch, to=seat.user)

    async def end_call(self, row: OutRow, table: Table) -> None:
        """Delete a call in the channel; put one by direct message into the past tense.

        A deleted direct message would leave the mark of an unread one.
        """
        seat = seat_of(row, table)
        if seat.call is None or seat.call.message is None:
            return
        place, number = self._place(table, seat.call), seat.call.message
        self._leases.require(row.game, row.epoch)
        if _by_dm(seat):
            words = await self._words(table, seat)
            past = call.ended_call(table, seat.seat, seat.call.kind, words)
            new = replace(seat.call, answered=True)
            with messages.refusal_ignored():
                await messages.edit(place, number, past)
        else:
            new = replace(seat.call, message=None, answered=True)
            await messages.delete(place, number)
        await self._bot.messages.set_call(row.game, seat.seat, new, row.epoch, to=seat.user)

    async def forget(self, what: Forget, table: Table) -> None:
        """Put a line in place of a message that was sent to a person who has left a seat."""
        words = await self._bot.words_of(what.user, table)
        text = call.left_text(table, words)
        message = plain_message(text) if what.plain else compose(text)
        channel = self._bot.get_partial_messageable(what.channel)
        with messages.refusal_ignored():
            await messages.edit(channel, what.message, message)

    async def end_hand(self, row: OutRow, table: Table) -> None:
        """Edit the hand of a seat for the last time: the button shows it now."""
        seat = seat_of(row, table)
        if seat.dm_channel is None or seat.dm_message is None:
            return
        message = hand.ended_message(table, await self._words(table, seat))
        channel = self._bot.get_partial_messageable(seat.dm_channel)
        self._leases.require(row.game, row.epoch)
        with messages.refusal_ignored():
            await messages.edit(channel, seat.dm_message, message)
        await self._bot.messages.set_dm(
            row.game, seat.seat, seat.dm_channel, None, row.epoch, to=seat.user
        )

    async def tell(self, row: OutRow, what: ChannelGone, table: Table) -> None:
        """Tell the person of a seat that the channel of their table is gone.

        If they take no direct messages, the answer to their next press says so.
        """
        seat = table.seats[what.seat]
        if seat.user is None:
            return
        message = call.channel_gone(what, table, await self._words(table, seat))
        quiet = await self._bot.reminders.quiet(table, seat)
        message = replace(message, notifies=quiet is None)
        with messages.refusal_ignored():
            channel = await self._dm_channel(seat)
            self._leases.require(row.game, row.epoch)
            await messages.send(channel, row.nonce, message)

    async def call_of_lobby(self, row: OutRow, what: LobbyCall, table: Table) -> None:
        """Call someone at a lobby, by direct message if they want and accept those.

        A set hour rings even in quiet hours: everyone at the lobby has agreed to it.
        """
        seat = next(each for each in table.humans if each.user == what.user)
        words = await self._words(table, seat)
        message = await lobby_calls.call_message(self._bot, what, table, words)
        rings = what.what == "soon" or await self._bot.reminders.quiet(table, seat) is None
        if (await self._bot.people.read(what.user)).called == "dm":
            try:
                dm = await self._bot.create_dm(discord.Object(what.user))
                self._leases.require(row.game, row.epoch)
                await messages.send(dm, row.nonce, replace(message, notifies=rings))
            except discord.HTTPException as error:
                if error.code not in {CLOSED, NO_COMMON_SERVER}:
                    raise
            else:
                return
        channel = self._bot.get_partial_messageable(
            table.game.channel, guild_id=table.game.guild
        )
        self._leases.require(row.game, row.epoch)
        openly = lobby_calls.in_channel(message, what.user, words, rings=rings)
        await messages.send(channel, row.nonce, openly)

    async def invite(self, row: OutRow, what: Invitation, table: Table) -> None:
        """Tell someone that they are invited to a seat, if they take direct messages."""
        words = await self._bot.words_of(what.guest, table)
        with messages.refusal_ignored():
            channel = await self._bot.create_dm(discord.Object(what.guest))
            message = call.notice(what, table, words)
            posted = await messages.send(channel, row.nonce, message)
            sent = SentOffer(words.language, posted.channel.id, posted.id)
            await self._bot.store.offers.add(table.game.id, what.seat, "invited", sent)

    async def end_offers(self, what: EndOffers, table: Table) -> None:
        """Remove the buttons from messages that offer a seat in a way that has ended."""
        offers, game = self._bot.store.offers, table.game.id
        for sent in await offers.of_seat(game, what.seat, what.what):
            message = call.notice(what, table, Words.pick(sent.language))
            channel = self._bot.get_partial_messageable(sent.channel)
            with messages.refusal_ignored():
                await messages.edit(channel, sent.message, message)
            await offers.remove(game, sent.message)

    async def close(self, row: OutRow, table: Table) -> None:
        """Show the hand by the button in this game: its person takes no direct messages."""
        seat = seat_of(row, table)
        await self._bot.messages.close_dms(row.game, seat.seat, row.epoch, to=seat.user)

    async def _call(
        self, row: OutRow, table: Table, kind: CallKind, *, by_dm: bool, reminds: bool
    ) -> Message:
        seat = seat_of(row, table)
        words = await self._words(table, seat)
        rematch = row.what.rematch if isinstance(row.what, Hand) else None
        figures: Figures = {}
        if rematch is not None:
            link = await messages.lobby_link(self._bot, rematch.lobby)
            figures = {"name": rematch.name, "link": link}
        trouble = self._channel.errors.get(table.game.id) if by_dm else None
        note = words(trouble) if trouble else gone_text(table.game, words)
        return call.seat_call(
            bot=self._bot,
            table=table,
            seat=seat.seat,
            kind=kind,
            words=words,
            told=figures,
            by_dm=by_dm,
            reminds=reminds,
            note=note,
        )

    def _place(self, table: Table, call: CallRow) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(
            call.channel or table.game.channel, guild_id=table.game.guild
        )

    async def _dm_channel(self, seat: SeatRow) -> discord.abc.Messageable:
        if seat.dm_channel is not None:
            return self._bot.get_partial_messageable(seat.dm_channel)
        return await self._bot.create_dm(discord.Object(seat.holder))

    async def _words(self, table: Table, seat: SeatRow) -> Words:
        return await self._bot.words_of(seat.holder, table)


def seat_of(row: OutRow, table: Table) -> SeatRow:
    """The seat whose hand, or call, is to be sent.

    Raises:
        ValueError: the row is not about a hand.
    """
    if row.seat is None:
        raise ValueError(f"row {row.id} of game {row.game} is about no hand")
    return table.seats[row.seat]


def _is_first_hand(table: Table, seat: SeatRow) -> bool:
    """Whether the person of a seat gets a hand of this game for the first time."""
    return seat.dm_message is None and seat.since is None and not table.last_move(seat.seat)


def _by_dm(seat: SeatRow) -> bool:
    """Whether the latest call was a direct message."""
    return seat.call is not None and seat.call.channel == seat.dm_channel
