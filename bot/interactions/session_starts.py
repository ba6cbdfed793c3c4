"""Checks, before a gateway session begins, how many the bot may still begin, and when.

Discord grants some 1000 starts in 24 hours, one for each shard, and resets the token of a bot
that uses more. A process that keeps restarting would use them up. Of the shards with the same
number modulo `max_concurrency`, one may begin in five seconds, whichever process it is in.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final, NamedTuple

import discord

from bot.store import DatabaseError
from bot.store.alone import AnyProcess

FEWEST: Final = 50
"""With fewer starts left than this, or than there are shards to begin, the bot waits."""

LEAST_WAIT: Final = 1.0
"""The minimum of seconds until Discord is asked again."""

TURN_PAUSE: Final = 5.0
"""Seconds until a turn is asked for again while the database cannot be used."""

_log = logging.getLogger(__name__)


class SessionStarts(NamedTuple):
    """What Discord says about the bot's sessions.

    Attributes:
        recommended: how many shards there should be.
        concurrency: how many may begin at once.
    """

    recommended: int
    concurrency: int


async def enough_starts(client: discord.Client, own: int | None) -> SessionStarts:
    """What Discord says about the bot's sessions, once enough starts are left.

    Args:
        client: asks Discord.
        own: how many shards are to begin here; None: all that Discord recommends.

    Raises:
        discord.GatewayNotFound: Discord does not answer.
    """
    while True:
        # Only the figures are used: the gateway's address stays the one that the host set.
        recommended, _, limit = await client.http.get_bot_gateway()
        if limit["remaining"] >= max(FEWEST, own or recommended):
            return SessionStarts(recommended, max(limit["max_concurrency"], 1))
        seconds = max(limit["reset_after"] / 1000, LEAST_WAIT)
        _log.warning(
            "Discord lets this bot begin only %s more sessions: it connects in %.0f s, when"
            " new ones are granted",
            *(limit["remaining"], seconds),
        )
        await asyncio.sleep(seconds)


async def waited_for_turn(process: AnyProcess, shard: int, concurrency: int) -> bool:
    """Wait until a shard may begin its session while no other shard of any process does.

    Returns:
        Whether it waited; if not, discord.py keeps the sessions of this process apart.
    """
    while True:
        try:
            seconds = await process.limits.take_session_turn(shard % concurrency)
        except DatabaseError as error:
            _log.warning("shard %s waits for the database before connecting: %s", shard, error)
            await asyncio.sleep(TURN_PAUSE)
        else:
            if seconds is None:
                return False
            await asyncio.sleep(seconds)
            return True
