"""Which server a command is about: the chosen one, the channel's, or the person's only one."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.interactions import limits
from bot.interactions.client import Client, Interaction
from bot.interactions.members import NotMember
from bot.store.rows import UserId
from bot.tables.core.refusals import Refusal
from render.words import folded

_MOST: Final = 100
"""How many of a person's servers are offered, those with the latest results first."""


class NoResults(Refusal):
    """The person has no result on any server."""

    id = "record.refused.none"


class NotYourServer(Refusal):
    """The person has no result on a server with that id."""

    id = "record.refused.not_yours"


class LeftServer(Refusal):
    """The person has results on a server that they are no longer on."""

    id = "record.refused.left"


class WhichServer(Refusal):
    """The command was used outside a server, and the person has results on several."""

    id = "record.refused.which"


async def find(bot: Client, user: UserId, chosen: str | None, guild: int | None) -> int:
    """The server that a command is about.

    Args:
        bot: for the store, and to ask whether the person is still there.
        user: who uses the command.
        chosen: the id of a server on which they have results, if they have chosen one.
            The value may be forged.
        guild: where the command is used; None: outside a server.

    Raises:
        NotYourServer: the person has no result on the chosen server.
        NoResults: there is no server to choose.
        WhichServer: there are several.
        LeftServer: the person is no longer on the server.
    """
    if chosen is None and guild is not None:
        return guild
    servers = await bot.store.results.servers(user, _MOST)
    if chosen is not None:
        found = next((each for each in servers if str(each) == chosen.strip()), None)
        if found is None:
            raise NotYourServer
    else:
        if not servers:
            raise NoResults
        if len(servers) > 1:
            raise WhichServer
        (found,) = servers
    if found != guild:
        try:
            await bot.members.check(found, user)
        except NotMember as error:
            raise LeftServer from error
    return found


async def choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The servers on which a person has results, from their rows alone."""
    bot, wanted = interaction.client, folded(typed)
    servers = await bot.store.results.servers(interaction.user.id, _MOST)
    return [
        app_commands.Choice(name=limits.cut(name, limits.OPTION_TEXT), value=str(server))
        for server in servers
        if wanted in folded(name := name_of(bot, server))
    ][: limits.OPTIONS]


def name_of(bot: Client, server: int) -> str:
    """The name of a server, or its id if another process receives its events."""
    guild = bot.get_guild(server)
    return guild.name if guild else str(server)
