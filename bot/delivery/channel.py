"""What is shown in the channel of a game: the lobby message, the table message, notices."""

from __future__ import annotations

from typing import Final, assert_never

from cachetools import LRUCache
from msgspec.structs import replace

from bot.delivery import messages
from bot.delivery.plan import LOBBY, called_in_channel
from bot.interactions.client import Client
from bot.interactions.message import Message
from bot.screens import board, call, lobby, lobby_calls
from bot.store.offers import SentOffer
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
from bot.store.rows import GameId
from bot.tables.core.leases import GameLocks
from bot.tables.core.refusals import Refusal
from bot.tables.core.table import Table

CHANNEL_ERRORS: Final = {
    50001: "error.channel_closed",
    50013: "error.channel_closed",
    50083: "error.thread_archived",
    160005: "error.thread_locked",
}
"""Discord's codes for a table that cannot be shown, and the texts that say why."""


MOST_CLOSED: Final = 10_000
"""For how many games the bot remembers why they could not be shown."""


class Unposted(Refusal):
    """Discord did not let the bot post a lobby, so it was closed; the text says what to do."""

    id = "lobby.unposted"


class ChannelClosed(Unposted):
    """The bot may not write in the channel."""

    id = "lobby.unposted.closed"


class ThreadLocked(Unposted):
    """Only moderators may write in the thread."""

    id = "lobby.unposted.locked"


LOBBY_ERRORS: Final[dict[int, type[Unposted]]] = {
    50001: ChannelClosed,
    50013: ChannelClosed,
    160005: ThreadLocked,
}
"""Discord's codes for a lobby that cannot be posted, and what its starter is told."""


class ChannelMessages:
    """Makes, posts and edits the messages of a channel.

    Attributes:
        errors: why the table of a game cannot be shown, for its direct messages to say.
    """

    def __init__(self, bot: Client, leases: GameLocks) -> None:
        """`leases` say whether this process may send anything for a game."""
        self.errors: LRUCache[GameId, str] = LRUCache(MOST_CLOSED)
        self._bot = bot
        self._leases = leases

    async def edit(self, row: OutRow, table: Table) -> bool:
        """Edit the current message; False if it can no longer be edited."""
        if table.game.message is None:
            return False
        message = await self._message(row, table)
        channel = messages.message_channel(self._bot, table)
        self._leases.require(row.game, row.epoch)
        edited = await messages.edit(channel, table.game.message, message)
        if edited and row.kind == "table":
            self.errors.pop(table.game.id, None)
        return edited

    async def post(self, row: OutRow, table: Table) -> None:
        """Post a new message; a lobby or table message becomes the current one."""
        game, outdated = table.game, table.game.message
        message = await self._message(row, table)
        channel = self._bot.get_partial_messageable(game.channel, guild_id=game.guild)
        self._leases.require(row.game, row.epoch)
        posted = await messages.send(channel, row.nonce, message)
        if row.kind == "notice":
            sent = SentOffer(game.language, posted.channel.id, posted.id)
            await self._note_offer(row, table, sent)
            return
        if outdated is not None and posted.id <= outdated and row.id != row.first:
            # That message was sent and noted, but a crash left its row behind: post another.
            self._leases.require(row.game, row.epoch)
            posted = await messages.send(channel, row.latest_nonce, message)
        entry = LOBBY if row.kind == "lobby" else table.number
        if outdated == posted.id or game.message_entry == LOBBY:
            outdated = None
        await self._bot.messages.set_message(
            game=game.id,
            channel=posted.channel.id,
            message=posted.id,
            entry=entry,
            epoch=row.epoch,
            outdated=outdated or game.outdated,
        )
        if outdated is not None:
            await messages.replace_with_link(self._bot, table, outdated, posted.id)
        if row.kind == "table":
            self.errors.pop(game.id, None)

    async def _note_offer(self, row: OutRow, table: Table, sent: SentOffer) -> None:
        """Note where a seat is offered, so that the buttons there can be removed."""
        match row.what:
            case Offer(seat=seat):
                await self._bot.store.offers.add(table.game.id, seat, "open", sent)
            case Invitation(seat=seat):
                await self._bot.store.offers.add(table.game.id, seat, "invited", sent)
            case _:
                pass

    async def buried(self, table: Table) -> bool:
        """Whether other people have written much below the table message."""
        if table.game.message is None:
            return False
        channel = messages.message_channel(self._bot, table)
        own = self._bot.user.id if self._bot.user else 0
        return await messages.buried(channel, table.game.message, own)

    async def _message(self, row: OutRow, table: Table) -> Message:
        match row.what:
            case Board():
                return await board.message(self._bot, table)
            case Lobby():
                return await lobby.message(self._bot, table)
            case Notice() as notice:
                return await self._notice(notice, table)
            case (Offer() | Invitation()) as offer:
                return call.notice(offer, table, self._bot.table_words(table))
            case LobbyEnd() as end:
                said = lobby_calls.end_message(end, table, self._bot.table_words(table))
                return await self._without_quiet(said, table)
            case Hand() | EndOffers() | ChannelGone() | LobbyCall() | Forget() | Followed():
                raise ValueError(f"row {row.id} of game {row.game} is nothing of a channel")
            case _:
                assert_never(row.what)

    async def _notice(self, notice: Notice, table: Table) -> Message:
        """A notice, which calls the people who are called in the channel."""
        words = None if notice.calls == "only" else self._bot.table_words(table)
        called = called_in_channel(notice, table)
        own = {user: await self._bot.words_of(user, table) for user in called}
        link = None
        if notice.lobby is not None:
            link = await messages.lobby_link(self._bot, notice.lobby)
        message = call.notice(notice, table, words, own, link)
        return await self._without_quiet(message, table) if called else message

    async def _without_quiet(self, message: Message, table: Table) -> Message:
        """A notice that rings for nobody who has quiet hours.

        Neither its text nor its sign of a silent message reveals them.
        """
        rung = []
        for user in message.mentions:
            seat = next(row for row in table.humans if row.user == user)
            if await self._bot.reminders.quiet(table, seat) is None:
                rung.append(user)
        return replace(message, mentions=tuple(rung))
