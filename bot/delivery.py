"""The deliverer: what the outbox holds becomes messages, in order, none twice."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from contextlib import suppress
from typing import Final, assert_never

import aiohttp
import discord
import msgspec

from bot import board, hands, lobby
from bot.answers import Shown, written
from bot.errands import Errands
from bot.house import House
from bot.notices import NoSuchGame
from bot.older import posted, strip, strip_table
from bot.store.rows import GameId, OutRow
from bot.table import Table
from render.words import Words
from rules.table import Seat

LOBBY: Final = -1
"""The entry that a lobby message shows: none of the game's."""

MOST_TRIES: Final = 8
"""After so many failures a row waits for the next change, or the next start."""

SLOWEST: Final = 120.0
"""The longest back-off, in seconds."""

PATIENCE: Final = 1.0
"""How many seconds a message that is being sent may take when the bot stops."""

_SERVER_ERROR: Final = 500
_TOO_MANY: Final = 429
_GONE: Final = frozenset({10008})  # unknown message: post it anew
_ARCHIVED: Final = frozenset({50083})  # an edit does not wake a thread, a post does
_TOO_OLD: Final = frozenset({30046})  # too many edits of an old message
_NO_DMS: Final = frozenset({50007, 50278})
_TROUBLES: Final = {
    10003: "error.channel_gone",
    10004: "error.channel_gone",
    50001: "error.channel_closed",
    50013: "error.channel_closed",
    50083: "error.thread_archived",
}
"""Why a table cannot be shown in its channel, for those who can be told elsewhere."""

_log = logging.getLogger(__name__)


class Delivery:
    """Sends what committed transactions left in the outbox; one task a game at a time.

    Kinds: `table` (bot.board), `hand` (bot.hands), `lobby` (`bot.lobby.shown`, posted
    first and edited afterwards), `notice` (its text in the table's language).
    A room never posts or edits these messages itself: it changes the table through
    `Tables`, which wakes this.
    """

    def __init__(self, bot: House, *, burst: float = 10.0) -> None:
        """A deliverer with nothing to do.

        Args:
            bot: whose store, tables and rooms it uses.
            burst: seconds in which several turns become one new message.
        """
        self._bot = bot
        self._burst = burst
        self._errands: Errands[GameId] = Errands("messages of game", self._drain)
        self._timers: dict[GameId, asyncio.TimerHandle] = {}
        self._dues: dict[GameId, float] = {}
        # When a channel or a person was last notified, to make bursts one message.
        self._notified: dict[tuple[GameId, Seat | None], float] = {}
        # Rows that are on display already, and wait for a new message after a burst.
        self._edited: dict[tuple[GameId, Seat | None], int] = {}
        # Closed direct messages, each told on one message: None, until there is one.
        self._closed: dict[GameId, dict[Seat, int | None]] = {}
        # Why the table of a game is not to be seen, told in its direct messages.
        self._troubles: dict[GameId, str] = {}
        self._stopping = False

    def wake(self, game: GameId) -> None:
        """Something of this game is to be sent; returns at once."""
        if not self._stopping:
            self._errands.wake(game)

    async def settled(self) -> None:
        """Wait until what was to be sent has been tried once."""
        await self._errands.settled()

    async def close(self) -> None:
        """Let the message that is being sent finish; the rest waits in the store."""
        self._stopping = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._errands.settled()
        await self._errands.close()

    async def _drain(self, game: GameId) -> bool:
        """Send what is pending for a game once; whether more may have come."""
        await self._bot.store.prove()  # what cannot be crossed out would be sent again
        rows = await self._bot.store.outbox.pending(game)
        sent = False
        for row in rows:
            if self._stopping:
                return False
            sent = await self._deliver(row) or sent
        return sent

    async def _deliver(self, row: OutRow) -> bool:
        """Send one row; whether it is done with."""
        try:
            table = await self._bot.tables.table(row.game)
            done = await self._send(row, table)
        except (discord.RateLimited, aiohttp.ClientError, OSError):
            await self._later(row)
            return False
        except discord.HTTPException as error:
            if error.status >= _SERVER_ERROR or error.status == _TOO_MANY:
                await self._later(row)
                return False
            # Discord says no, and would again: what is shown next may go through.
            _log.warning("%s of game %s not sent: %s", row.kind, row.game, error)
            if row.kind == "table" and error.code in _TROUBLES:
                self._troubles[row.game] = _TROUBLES[error.code]
            done = True
        except NoSuchGame:
            done = True
        except sqlite3.Error:
            raise  # it can be made, and is, once the database can be written
        except Exception:  # noqa: BLE001 - one that cannot be made must not hold up the others
            _log.exception("%s of game %s cannot be made", row.kind, row.game)
            await self._bot.store.outbox.failed(row)
            return False
        if done:
            await self._bot.store.outbox.delivered(row)
        return done

    async def _send(self, row: OutRow, table: Table) -> bool:
        match row.kind:
            case "lobby":
                await self._lobby(row, table)
            case "table":
                shown = await self._table(row, table)
                self._troubles.pop(row.game, None)
                return shown
            case "hand":
                return await self._hand(row, table)
            case "notice":
                words = self._bot.table_words(table)
                await self._post(row, table, written(words(row.text or "", **row.figures)))
            case _:
                assert_never(row.kind)
        return True

    # -- in the channel ------------------------------------------------------------

    async def _lobby(self, row: OutRow, table: Table) -> None:
        shows_lobby = table.game.message is not None and table.game.message_entry == LOBBY
        if table.game.message is not None and not shows_lobby:
            return  # the game's own message stands there already
        shown = await lobby.shown(self._bot, table)
        if shows_lobby and await self._edit(table, shown):
            return
        if table.game.status == "lobby":
            await self._post_current(row, table, shown, LOBBY)

    async def _table(self, row: OutRow, table: Table) -> bool:
        key = (table.game.id, None)
        stands = table.game.message is not None and table.game.message_entry != LOBBY
        if table.game.message_entry == LOBBY:
            # Known from an earlier game: told with the first message of this one.
            by_button = {each.seat: None for each in table.humans if each.hands == "button"}
            self._closed[table.game.id] = {**by_button, **self._closed.get(table.game.id, {})}
        turn = _new_turn(table)
        wait = self._wait(key) if stands else 0.0
        if stands and (not turn or wait):
            if self._edited.get(key) != row.id:
                if not await self._edit(table, await self._board(table, table.game.message)):
                    return await self._anew(row, table)
                self._told(table, table.game.message)
                self._edited[key] = row.id
            if turn:
                self._wake_in(table.game.id, wait)
                return False
            return True
        return await self._anew(row, table)

    async def _anew(self, row: OutRow, table: Table) -> bool:
        """A new table message, and the older one without its buttons."""
        game = table.game.id
        shown = await self._board(table)
        if not _new_turn(table):  # nobody is called twice for one turn
            shown = msgspec.structs.replace(shown, mentions=())
        message = await self._post_current(row, table, shown, table.number)
        self._told(table, message)
        self._edited.pop((game, None), None)
        self._notified[game, None] = time.monotonic()
        return True

    async def _board(self, table: Table, message: int | None = None) -> Shown:
        """The table message; a new one if `message` is None."""
        closed = self._closed.get(table.game.id, {})
        fresh = tuple(sorted(seat for seat, told in closed.items() if told in {None, message}))
        return await board.shown(self._bot, table, fresh)

    def _told(self, table: Table, message: int | None) -> None:
        """Remember on which message closed direct messages were told."""
        closed = self._closed.get(table.game.id, {})
        closed.update({seat: message for seat, told in closed.items() if told is None})

    async def _post_current(self, row: OutRow, table: Table, shown: Shown, entry: int) -> int:
        """Post the current message of a table, and remember it."""
        older = table.game.message
        message = await self._post(row, table, shown, older)
        await self._bot.tables.posted(table.game.id, message.channel.id, message.id, entry)
        if older not in {None, message.id} and table.game.message_entry != LOBBY:
            await strip_table(self._bot, table, older)
        return message.id

    async def _post(
        self, row: OutRow, table: Table, shown: Shown, stands: int | None = None
    ) -> discord.Message:
        channel = self._bot.get_partial_messageable(
            table.game.channel, guild_id=table.game.guild
        )
        return await posted(channel, row, shown, stands)

    async def _edit(self, table: Table, shown: Shown) -> bool:
        """Edit the current message; whether it could be, or a new one is needed."""
        game = table.game
        if game.message is None:
            return False
        channel = self._bot.get_partial_messageable(
            game.message_channel or game.channel, guild_id=game.guild
        )
        try:
            await channel.get_partial_message(game.message).edit(
                view=shown.view,
                attachments=shown.files,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            if error.code in _GONE | _ARCHIVED | _TOO_OLD:
                return False
            raise
        return True

    # -- direct messages -------------------------------------------------------------

    async def _hand(self, row: OutRow, table: Table) -> bool:
        seat = row.seat
        if seat is None or table.journal is None:
            return True
        person = table.seats[seat]
        if person.user is None or person.hands == "button":
            return True
        key = (table.game.id, seat)
        turn = table.turn_of(seat)
        new = turn is not None and (person.dm_entry is None or turn > person.dm_entry)
        stands = person.dm_message is not None
        wait = self._wait(key) if stands else 0.0
        if stands and (not new or wait):
            if self._edited.get(key) != row.id:
                if not await self._edit_direct(table, seat):
                    return await self._direct_anew(row, table, seat, turn)
                self._edited[key] = row.id
            if new:
                self._wake_in(table.game.id, wait)
                return False
            return True
        return await self._direct_anew(row, table, seat, turn)

    async def _direct_anew(
        self, row: OutRow, table: Table, seat: Seat, turn: int | None
    ) -> bool:
        person = table.seats[seat]
        began = person.dm_message is None
        words = await self._words_of(table, seat)
        trouble = self._troubles.get(table.game.id)
        shown = await hands.direct(
            self._bot, table, seat, words, began=began, note=words(trouble) if trouble else ""
        )
        try:
            channel = await self._direct_channel(table, seat)
            message = await posted(channel, row, shown, person.dm_message)
        except discord.Forbidden as error:
            if error.code not in _NO_DMS:
                raise
            self._closed.setdefault(table.game.id, {})[seat] = None
            await self._bot.tables.dm_closed(table.game.id, seat)
            return True
        await self._bot.tables.dm_sent(
            table.game.id, seat, message.channel.id, message.id, turn
        )
        self._notified[table.game.id, seat] = time.monotonic()
        self._edited.pop((table.game.id, seat), None)
        if person.dm_message not in {None, message.id}:
            await strip(channel, person.dm_message)
        return True

    async def _direct_channel(self, table: Table, seat: Seat) -> discord.abc.Messageable:
        person = table.seats[seat]
        if person.dm_channel is not None:
            return self._bot.get_partial_messageable(person.dm_channel)
        user = await self._bot.fetch_user(person.user or 0)
        return await user.create_dm()

    async def _edit_direct(self, table: Table, seat: Seat) -> bool:
        person = table.seats[seat]
        shown = await hands.direct(self._bot, table, seat, await self._words_of(table, seat))
        channel = self._bot.get_partial_messageable(person.dm_channel or 0)
        try:
            await channel.get_partial_message(person.dm_message or 0).edit(
                view=shown.view, attachments=shown.files
            )
        except discord.HTTPException as error:
            if error.code in _GONE | _TOO_OLD:
                return False
            raise
        return True

    async def _words_of(self, table: Table, seat: Seat) -> Words:
        """The language that a person chose, else the table's."""
        person = await self._bot.store.person(table.seats[seat].user or 0)
        return Words.pick(person.locale or table.game.language)

    # -- later -----------------------------------------------------------------------

    def _wait(self, key: tuple[GameId, Seat | None]) -> float:
        """How many seconds a new message must wait, for it would be one of a burst."""
        last = self._notified.get(key)
        return 0.0 if last is None else max(0.0, last + self._burst - time.monotonic())

    async def _later(self, row: OutRow) -> None:
        """Try a row again, each time later; after many failures with the next change."""
        await self._bot.store.outbox.failed(row)
        _log.warning(
            "%s of game %s not sent, try %s", row.kind, row.game, row.tries + 1, exc_info=True
        )
        if row.tries < MOST_TRIES:
            self._wake_in(row.game, min(2.0**row.tries, SLOWEST))

    def _wake_in(self, game: GameId, seconds: float) -> None:
        """Look again after a while, or sooner if that is planned already."""
        due = time.monotonic() + seconds
        if game in self._timers and self._dues[game] <= due:
            return
        if game in self._timers:
            self._timers[game].cancel()
        self._dues[game] = due
        loop = asyncio.get_running_loop()
        self._timers[game] = loop.call_later(seconds, self._due, game)

    def _due(self, game: GameId) -> None:
        self._timers.pop(game, None)
        self.wake(game)


def _new_turn(table: Table) -> bool:
    """Whether a person's turn began after the current message was posted."""
    shown = table.game.message_entry
    turns = (table.turn_of(row.seat) for row in table.deciding if row.user is not None)
    over = table.game.status == "over" and table.number > shown
    return over or any(turn is not None and turn > shown for turn in turns)
