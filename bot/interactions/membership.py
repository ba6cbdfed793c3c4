"""Whether the bot itself is on the server where someone uses it.

Commands come from every server that has the application, and from every chat of a person who
has installed it for themselves. Discord reports channels only where the bot itself is.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.tables.core.refusals import Refusal

INVITED: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
"""The permissions that the bot asks for when it is added to a server; the pages name them."""


class BotMissing(Refusal):
    """The bot is not on the server; `link` adds it."""

    id = "refuse.bot_missing"


def on_server(interaction: discord.Interaction[Any]) -> bool:
    """Whether an interaction comes from a server that the bot is on."""
    guild = interaction.guild_id
    return guild is not None and interaction.client.get_guild(guild) is not None


def check_on_server(interaction: discord.Interaction[Any]) -> None:
    """Check that the bot is on the server of an interaction, if it comes from one.

    Raises:
        BotMissing: the bot is not on the server.
    """
    guild = interaction.guild_id
    if guild is not None and not on_server(interaction):
        link = discord.utils.oauth_url(
            interaction.client.application_id or 0,
            permissions=INVITED,
            guild=discord.Object(guild),
            scopes=("bot", "applications.commands"),
        )
        raise BotMissing(link=link)
