"""Whether someone can still see a table's channel, before they are told about the table."""

from __future__ import annotations

from typing import Final

import discord

from bot.store.rows import GameRow, UserId

_NOT_THERE: Final = frozenset({10007, 10013})
"""Discord's codes for an unknown member and user."""


async def sees(client: discord.Client, game: GameRow, user: UserId) -> bool:
    """Whether a person can read the channel of a table.

    Args:
        client: asks Discord, even about servers whose events another process hears.
        game: the table.
        user: the person.

    Raises:
        discord.HTTPException: Discord does not let the bot see that.
        discord.RateLimited: this cannot be found out now.
        aiohttp.ClientError: Discord cannot be reached.
        OSError: Discord cannot be reached.
    """
    guild = client.get_guild(game.guild)
    if guild is None or guild.unavailable:  # its channels and roles are not in memory
        guild = await client.fetch_guild(game.guild, with_counts=False)
    try:
        member = await guild.fetch_member(user)
        place = await _place(guild, game.channel)
        return await _reads(guild, place, member)
    except discord.NotFound as error:
        if error.code not in _NOT_THERE:
            raise
        return False


async def _place(
    guild: discord.Guild, channel: int
) -> discord.abc.GuildChannel | discord.Thread:
    """A channel or thread; Discord is asked if it is not in memory, such as an archived thread.

    Raises:
        discord.HTTPException: Discord was asked, and refused.
    """
    return guild.get_channel_or_thread(channel) or await guild.fetch_channel(channel)


async def _reads(
    guild: discord.Guild,
    place: discord.abc.GuildChannel | discord.Thread,
    member: discord.Member,
) -> bool:
    """Whether a member can read a channel or thread.

    Raises:
        discord.HTTPException: Discord was asked, and refused.
    """
    thread = place if isinstance(place, discord.Thread) else None
    # The rights in a thread are those in its channel.
    channel = place if thread is None else await _place(guild, thread.parent_id)
    rights = channel.permissions_for(member)
    if not (rights.view_channel and rights.read_message_history):
        return False
    if thread is not None and thread.is_private() and not rights.manage_threads:
        await thread.fetch_member(member.id)
    return True
