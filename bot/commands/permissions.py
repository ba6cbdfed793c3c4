"""What the bot must be allowed to do where a table opens, and who is an admin.

Permissions are checked before anything is stored, so that a game never starts in a channel in
which its board could not be shown. Every missing permission is named.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.interactions.client import Interaction
from bot.tables.core.refusals import Refusal
from render.words import Words

_EVERYWHERE: Final = ("view_channel", "attach_files", "read_message_history")
_CHANNELS: Final = (discord.ChannelType.text, discord.ChannelType.news)
_VOICE: Final = (discord.ChannelType.voice, discord.ChannelType.stage_voice)
_THREADS: Final = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


class HostsOnly(Refusal):
    """Only those who may manage the server may do this."""

    id = "host.only"


def check_host(interaction: Interaction) -> int:
    """The server, if the person is one of its admins.

    Discord hides the command, but a server can show it to anyone.

    Raises:
        HostsOnly: the person may not manage the server.
    """
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise HostsOnly
    return interaction.guild_id


def playable(kind: discord.ChannelType | None) -> bool:
    """Whether a table can be opened in a channel of that kind."""
    return kind in (*_CHANNELS, *_VOICE) or is_thread(kind)


def is_thread(kind: discord.ChannelType | None) -> bool:
    """Whether a channel of that kind is a thread of another."""
    return kind in _THREADS


def missing(granted: discord.Permissions, kind: discord.ChannelType | None) -> tuple[str, ...]:
    """The permissions that the bot lacks for a table in that channel, in Discord's spelling.

    Discord shows the text chat of a voice channel only to those who may connect to it.

    Args:
        granted: what the bot may do in the channel.
        kind: what sort of channel it is.
    """
    send = "send_messages_in_threads" if is_thread(kind) else "send_messages"
    connect = ("connect",) if kind in _VOICE else ()
    return _lacking(granted, (*_EVERYWHERE, *connect, send))


def missing_for_thread(granted: discord.Permissions) -> tuple[str, ...]:
    """The permissions that the bot lacks in a channel to open a thread with a table there."""
    wanted = ("send_messages", "create_public_threads", "send_messages_in_threads")
    return _lacking(granted, (*_EVERYWHERE, *wanted))


def complaint(lacking: tuple[str, ...], words: Words) -> str:
    """The missing permissions by their names in Discord's settings, and who can help."""
    named = words.listed(words(f"permission.{each}") for each in lacking)
    missing_ones = words("permission.missing", permissions=named)
    return f"{missing_ones}\n{words('permission.ask')}"


def _lacking(granted: discord.Permissions, wanted: tuple[str, ...]) -> tuple[str, ...]:
    if granted.administrator:
        return ()
    return tuple(each for each in wanted if not getattr(granted, each))
