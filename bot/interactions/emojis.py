"""The symbols of the pictures as application emojis, used once all are on Discord.

Discord does not document the limits of these routes, so the emojis are uploaded one by one in
the background. No message waits for an emoji or fails because of one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import discord

from bot.background.periodic import Periodic
from bot.background.workers import IDLE
from bot.interactions.message import Message
from bot.store.emojis import EmojiRow
from render import emojis
from render.people import SHAPES, shape
from render.words import Words

if TYPE_CHECKING:
    from bot.background.workers import Workers
    from bot.interactions.client import Client

INTERVAL: Final = 1200.0
"""Seconds from one try to the next: three an hour."""

KEPT: Final = 7 * 86400.0
"""Seconds for which an emoji that no new message uses is kept for older messages."""

_DIGEST: Final = 4
_TOO_MANY_REQUESTS: Final = 429
_INVALID: Final = 50035
_REFUSED: Final = re.compile("INVALID_EMOJI|Invalid emoji")
"""What Discord says if it refuses a message because of an emoji, sometimes for no reason."""

_log = logging.getLogger(__name__)
T = TypeVar("T")


class ApplicationEmojis:
    """The emojis of this application, from `start` until `close`."""

    def __init__(self, bot: Client) -> None:
        """No emoji is known yet."""
        self._bot = bot
        self._ids: dict[str, int] = {}
        self._files: dict[str, bytes] = {}
        self._periodic = Periodic("the emojis", INTERVAL, self.bring)

    def start(self) -> None:
        """Upload missing emojis, now and whenever Discord accepts them."""
        self._periodic.start()

    async def close(self) -> None:
        """Stop uploading emojis."""
        await self._periodic.close()

    def emoji(self, shown: str | int) -> discord.PartialEmoji | None:
        """The emoji of an icon or of a seat; None: it has none, or not all are uploaded."""
        name = emojis.NAMES.get(shown)
        if name is None or len(self._ids) < len(emojis.EMOJIS):
            return None
        return discord.PartialEmoji(name=name, id=self._ids[name])

    def within(self, words: Words, amounts: Mapping[str, str]) -> Words:
        """Words for a text that shows symbols; unchanged until all symbols are uploaded.

        Args:
            words: the reader's language.
            amounts: the icons of a game's amounts, by the ids of their texts.
        """
        shown: dict[str, str | int] = {**amounts}
        shown |= {shape(seat): seat for seat in range(len(SHAPES))}
        found = {id_: emoji for id_, icon in shown.items() if (emoji := self.emoji(icon))}
        return words.with_symbols({id_: str(each) for id_, each in found.items()})

    async def bring(self) -> None:
        """Make Discord's emojis those that this release draws.

        Raises:
            DatabaseError: the database cannot be used.
            WorkerFailed: an emoji could not be drawn.
        """
        bot, process = self._bot, self._bot.store.process
        await self._read()
        if process.newer_lives or process.older_lives or not await process.limits.take_sync():
            return
        try:
            if await bot.store.emojis.waits_until(self._application) <= bot.clock():
                # Only the process that uploads them draws them: the others read the store.
                self._files = self._files or await _files(bot.workers)
                await self._bring_in_turn()
        except discord.RateLimited as error:
            await self._wait(error.retry_after)
        except discord.HTTPException as error:
            if error.status != _TOO_MANY_REQUESTS:
                _log.warning("Discord did not accept an emoji: %s", error)
            await self._wait(INTERVAL)
        finally:
            await process.limits.end_sync()

    async def _bring_in_turn(self) -> None:
        """Upload the missing emojis one by one, then delete the old ones.

        Raises:
            discord.HTTPException: Discord accepts none now.
            discord.RateLimited: Discord accepts none for a long time.
            DatabaseError: the database cannot be used.
        """
        bot = self._bot
        await self._forget_missing()
        known = {each.name for each in await bot.store.emojis.of(self._application)}
        for name, file in self._files.items():
            if name not in known:
                await asyncio.sleep(bot.rest_budget.background_wait())
                if not await bot.store.process.limits.take_sync():
                    return
                made = await bot.create_application_emoji(name=name, image=file)
                await bot.store.emojis.add(self._application, EmojiRow(name, made.id))
        await self._delete_old()
        await self._read()

    async def _forget_missing(self) -> None:
        """Forget the emojis that someone has deleted on Discord."""
        there = {each.id for each in await self._bot.fetch_application_emojis()}
        rows = await self._bot.store.emojis.of(self._application)
        gone = tuple(each.id for each in rows if each.id not in there)
        if gone:
            await self._bot.store.emojis.forget(self._application, gone)
            await self._read()

    async def _delete_old(self) -> None:
        """Delete our emojis that have long been out of use; emojis that are not ours stay."""
        bot, now = self._bot, self._bot.clock()
        rows = await bot.store.emojis.of(self._application)
        needed = [each for each in rows if each.name in self._files]
        again = tuple(each.id for each in needed if each.replaced_at is not None)
        await bot.store.emojis.replace(self._application, again, None)
        needless = [each for each in rows if each.name not in self._files]
        fresh = tuple(each.id for each in needless if each.replaced_at is None)
        await bot.store.emojis.replace(self._application, fresh, now)
        for row in needless:
            if row.replaced_at is not None and row.replaced_at + KEPT <= now:
                await bot.http.delete_application_emoji(self._application, row.id)
                await bot.store.emojis.forget(self._application, (row.id,))

    async def _read(self) -> None:
        """Read from the store which emojis are uploaded; of two drawings, the newer counts."""
        rows = await self._bot.store.emojis.of(self._application)
        known = sorted((each.id, each.name) for each in rows if each.replaced_at is None)
        named = {_plain(name): number for number, name in known}
        self._ids = {name: named[name] for name in emojis.EMOJIS if name in named}

    async def _wait(self, seconds: float) -> None:
        until = self._bot.clock() + max(seconds, INTERVAL)
        await self._bot.store.emojis.wait(self._application, until)

    @property
    def _application(self) -> int:
        """The id of the application; raises `ValueError` before the bot has logged in."""
        if self._bot.application_id is None:
            raise ValueError("the application is known once it has logged in")
        return self._bot.application_id


async def _files(workers: Workers) -> dict[str, bytes]:
    """The file of each emoji by its name on Discord, which changes with the drawing.

    The emojis are drawn one by one, so that no picture of a table waits for more than one.

    Raises:
        WorkerFailed: an emoji could not be drawn.
    """
    found = {name: await workers.run_within(IDLE, emojis.png, name) for name in emojis.EMOJIS}
    return {
        f"{name}_{hashlib.blake2b(file).hexdigest()[:_DIGEST]}": file
        for name, file in found.items()
    }


def _plain(name: str) -> str:
    """A name on Discord without its digest."""
    return name.rpartition("_")[0]


async def sent(send: Callable[[Message], Awaitable[T]], message: Message) -> T:
    """Send a message; if Discord refuses an emoji, send it once more, then without emojis.

    Raises:
        discord.HTTPException: the message is refused for another reason.
    """
    for _ in range(2):
        try:
            return await send(message)
        except discord.HTTPException as error:
            if error.code != _INVALID or not _REFUSED.search(str(error)):
                raise
    return await send(_without(message))


def _without(message: Message) -> Message:
    """The message without the emojis of its buttons and options."""
    part: discord.ui.Item[Any]
    for part in message.view.walk_children():
        if isinstance(part, discord.ui.Button):
            part.emoji = None
        elif isinstance(part, discord.ui.Select):
            for option in part.options:
                option.emoji = None
    return message
