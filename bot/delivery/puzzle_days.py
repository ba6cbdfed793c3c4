"""Posts the puzzle of each day once, whichever processes stop or start meanwhile, and silently.

A process takes the day of a channel in the database before it posts. A message that it sent but
could not note is sent again with the same nonce, so that Discord keeps only one.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import aiohttp
import discord

from bot.background.periodic import Periodic
from bot.delivery import messages
from bot.interactions.client import Client
from bot.interactions.passing import passes
from bot.screens import puzzle_day
from bot.store import DatabaseError
from bot.store.person_rows import PuzzleChannelRow
from bot.tables.core.refusals import NoSuchPuzzle
from bot.tables.persons.puzzle_days import LATE, day_of, next_time, of_day

INTERVAL: Final = 60.0
"""Seconds between two looks at what is due."""

AGAIN: Final = 60.0
"""Seconds after which a puzzle that is not known to be posted is sent again."""

KNOWN: Final = 600.0
"""Seconds after which Discord may have forgotten a nonce: then nothing is sent again."""

_GONE: Final = frozenset({10003, 10004})
"""Discord's codes for a channel and a server that are gone."""

_log = logging.getLogger(__name__)


class PuzzleDays:
    """Posts the puzzle of each day, from `start` until `close`."""

    def __init__(self, bot: Client) -> None:
        """Not started yet."""
        self._bot = bot
        self._periodic = Periodic("the puzzles of the day", INTERVAL, self.post)

    def start(self) -> None:
        """Post what is due, and look again from time to time."""
        self._periodic.start()

    async def close(self) -> None:
        """Stop; a post under way is cancelled and waited for."""
        await self._periodic.close()

    async def post(self) -> None:
        """Post what is due now, and send again what is not known to be posted."""
        now = self._bot.clock()
        store = self._bot.store.puzzle_days
        for row in await store.unposted(now - KNOWN, now - AGAIN):
            if self._hears(row) and await store.retry(row, now):
                await self._send(row)
        for row in await store.due(now):
            if self._hears(row):
                await self._begin(row, now)

    def _hears(self, row: PuzzleChannelRow) -> bool:
        """Whether the server is one of this process's shards."""
        return self._bot.get_guild(row.guild) is not None

    async def _begin(self, row: PuzzleChannelRow, now: float) -> None:
        """Take the day of a channel and post its puzzle, unless it is too late or a repeat."""
        store, day = self._bot.store.puzzle_days, day_of(row)
        puzzle = of_day(await self._bot.puzzles.offered(), day)
        then = next_time(row.zone, row.minute, now, day)
        again = row.day is not None and row.day >= day
        if puzzle is None or again or row.next_at < now - LATE:
            await store.pass_over(row, then)
            return
        taken = await store.take(row, day, puzzle.id, then, now)
        if taken is not None:
            await self._send(taken)

    async def _send(self, row: PuzzleChannelRow) -> None:
        """Post a puzzle; an error in one channel does not stop the others."""
        try:
            await self._sent(row)
        except NoSuchPuzzle:
            await self._bot.store.puzzle_days.posted(row, 0)
        except discord.HTTPException as error:
            await self._refused(row, error)
        except (discord.RateLimited, aiohttp.ClientError, OSError) as error:
            _log.info("the puzzle of the day waits in channel %s: %s", row.channel, error)
        except DatabaseError:
            raise  # it may have been posted, and is noted once the database can be written
        except Exception:  # noqa: BLE001 - one that cannot be made must not hold up the others
            _log.exception("the puzzle of the day for channel %s cannot be made", row.channel)

    async def _sent(self, row: PuzzleChannelRow) -> None:
        message = await puzzle_day.message(self._bot, row)
        channel = self._bot.get_partial_messageable(row.channel, guild_id=row.guild)
        nonce = f"p{row.channel % 10**12}-{(row.day or '').replace('-', '')}"
        posted = await messages.send(channel, nonce, message)
        await asyncio.shield(self._bot.store.puzzle_days.posted(row, posted.id))

    async def _refused(self, row: PuzzleChannelRow, error: discord.HTTPException) -> None:
        """Give up a puzzle that Discord refuses for good, and a channel that is gone."""
        if passes(error):
            _log.info("the puzzle of the day waits in channel %s: %s", row.channel, error)
        elif error.code in _GONE:
            await self._bot.puzzles.days.turn_off(row.guild, row.channel)
        else:
            _log.info("no puzzle of the day in channel %s: %s", row.channel, error)
            await self._bot.store.puzzle_days.posted(row, 0)
