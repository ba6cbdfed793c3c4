"""How often a bot may still begin a session at the gateway, before it begins one.

Discord grants some 1000 starts in 24 hours, one for each shard; who takes more has its token
reset. A process that is started again and again would use them up.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord

FEWEST: Final = 50
"""With fewer starts left than these, or than there are shards to begin, it is waited."""

LEAST_WAIT: Final = 1.0
"""Seconds until Discord is asked again at least."""

_log = logging.getLogger(__name__)


async def recommended_shards(client: discord.Client, own: int | None) -> int:
    """How many shards Discord recommends, once there are starts enough.

    Args:
        client: who asks.
        own: how many shards are to begin here; None: all that Discord recommends.

    Raises: discord.GatewayNotFound, if Discord does not answer.
    """
    while True:
        # Its answer is only figures for us: the gateway's address stays the host's.
        recommended, _, limit = await client.http.get_bot_gateway()
        if limit["remaining"] >= max(FEWEST, own or recommended):
            return recommended
        seconds = max(limit["reset_after"] / 1000, LEAST_WAIT)
        _log.warning(
            "Discord lets this bot begin only %s sessions more: it connects in %.0f s, when"
            " they are granted anew",
            *(limit["remaining"], seconds),
        )
        await asyncio.sleep(seconds)
