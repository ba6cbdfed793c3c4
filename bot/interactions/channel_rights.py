"""The channels of a server in which a person may read, and use the bot."""

from __future__ import annotations

from typing import Any

import discord


def may_use(interaction: discord.Interaction[Any], channel: int) -> bool:
    """Whether the sender of an interaction may read a channel and use the bot there.

    This depends on the roles that come with the interaction. The members of a private thread
    are unknown, so one counts only for a person who clicked in it, or who manages threads.

    Args:
        interaction: one from a server.
        channel: the id of a channel or thread.
    """
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return False
    place = guild.get_channel_or_thread(channel)
    if isinstance(place, discord.Thread):
        if place.parent is None:
            return False
        hidden = place.is_private() and channel != interaction.channel_id
        rights = place.permissions_for(member)
        if hidden and not rights.manage_threads:
            return False
    elif place is None:
        return False
    else:
        rights = place.permissions_for(member)
    return (
        rights.view_channel and rights.read_message_history and rights.use_application_commands
    )
