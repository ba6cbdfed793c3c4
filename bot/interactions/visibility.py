"""Whether somebody can still see the channel of a table, before they are told of it."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.store.rows import GameRow, UserId

_log = logging.getLogger(__name__)


async def sees(client: discord.Client, game: GameRow, user: UserId) -> bool | None:
    """Whether a person can read the channel of a table; None: it cannot be found out now.

    Args:
        client: asks Discord.
        game: the table.
        user: the person.
    """
    guild = client.get_guild(game.guild)
    if guild is None:  # it is another process's to know
        return None
    try:
        member = await guild.fetch_member(user)
        place = guild.get_channel_or_thread(game.channel)
        if place is None:  # threads that are archived are not in memory
            place = await guild.fetch_channel(game.channel)
        return await _reads(place, member)
    except (discord.NotFound, discord.Forbidden):
        return False
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
        _log.info("who sees the channel of game %s is not known: %s", game.id, error)
        return None


async def _reads(
    place: discord.abc.GuildChannel | discord.Thread, member: discord.Member
) -> bool:
    """Whether a member can read a channel or thread.

    Raises:
        discord.HTTPException: Discord was asked, and refused.
    """
    if isinstance(place, discord.Thread) and place.parent is None:
        return False
    rights = place.permissions_for(member)
    if not (rights.view_channel and rights.read_message_history):
        return False
    if isinstance(place, discord.Thread) and place.is_private() and not rights.manage_threads:
        await place.fetch_member(member.id)
    return True
