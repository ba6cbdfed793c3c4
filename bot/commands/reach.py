"""Where a command is offered, and to whom: servers, direct messages, or any chat."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from discord.app_commands import AppCommandContext, AppInstallationType, Command, CommandTree

SERVERS_ALONE: Final = AppInstallationType(guild=True, user=False)
"""Offered where a server has installed the application."""

_PEOPLE_TOO: Final = AppInstallationType(guild=True, user=True)
_KEY: Final = "reach"


class Reach(Enum):
    """Where a command can be used; the value is the largest set of kinds of chat for it.

    SERVERS: in the channels of servers.
    DIRECT: there, and in direct messages with the bot.
    EVERYWHERE: in any chat of people who have installed the application for themselves; like
        DIRECT if people cannot install it.
    """

    SERVERS = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
    DIRECT = AppCommandContext(guild=True, dm_channel=True, private_channel=False)
    EVERYWHERE = AppCommandContext(guild=True, dm_channel=True, private_channel=True)


def fields(reach: Reach, *, user_install: bool = False) -> dict[str, Any]:
    """The arguments of a command that decide where it can be used.

    Args:
        reach: where it can be used.
        user_install: whether people can install the application for themselves.
    """
    people = user_install and reach is Reach.EVERYWHERE
    chats = Reach.DIRECT if reach is Reach.EVERYWHERE and not people else reach
    return {
        "allowed_contexts": chats.value,
        "allowed_installs": _PEOPLE_TOO if people else SERVERS_ALONE,
        "extras": {_KEY: reach},
    }


def offer(tree: CommandTree[Any], *, user_install: bool) -> None:
    """Set where the commands are offered, before they are sent to Discord.

    Discord refuses all of them if one is for people and the application is only for servers.

    Args:
        tree: the commands.
        user_install: whether people can install the application for themselves.
    """
    for command in tree.get_commands():
        if isinstance(command, Command):
            for name, value in fields(command.extras[_KEY], user_install=user_install).items():
                setattr(command, name, value)
