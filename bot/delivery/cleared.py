"""Empties the messages of someone whose data was deleted, as far as Discord allows."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import aiohttp
import discord

from bot.delivery import messages
from bot.interactions.client import Client
from bot.interactions.message import compose, plain_message
from bot.store.privacy import SentMessage
from render.words import Words

_log = logging.getLogger(__name__)


async def clear_messages(bot: Client, sent: Iterable[SentMessage], words: Words) -> None:
    """Empty a person's latest direct messages, and delete messages that mention them.

    Messages that Discord does not let the bot change stay as they are.
    """
    text = words("privacy.dm_cleared")
    for each in sent:
        guild = None if each.by_dm else each.guild
        channel = bot.get_partial_messageable(each.channel, guild_id=guild)
        try:
            if not each.by_dm:
                await messages.delete(channel, each.message)
            else:
                empty = compose(text) if each.kind == "hand" else plain_message(text)
                await messages.edit(channel, each.message, empty)
        except (
            discord.HTTPException,
            discord.RateLimited,
            aiohttp.ClientError,
            OSError,
        ) as error:
            _log.info("a message of a deleted account stays as it was: %s", error)
