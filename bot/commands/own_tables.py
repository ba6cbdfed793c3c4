"""Which table a command is about: the chosen one, the channel's, or the person's only one."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.interactions import limits
from bot.interactions.client import Client, Interaction
from bot.store.rows import OPEN, GameRow, UserId
from bot.tables.core.refusals import NoGameHere, NotYourTable, WhichTable
from bot.tables.core.table import Table
from render.words import Words, folded

_MOST: Final = 100
"""How many of a person's tables are offered or searched, the open ones first."""


async def find(bot: Client, user: UserId, chosen: str | None, channel: int) -> Table:
    """The table that a command is about.

    Args:
        bot: for the store.
        user: who uses the command.
        chosen: the number of a table at which they have a seat, if they have chosen one.
            The value may be forged.
        channel: where the command is used.

    Raises:
        NotYourTable: the person has no seat at a table with that number.
        NoGameHere: the channel never had a table.
        WhichTable: there is no table here, and the person plays at several.
    """
    if chosen is not None:
        return await _own(bot, user, chosen.strip())
    table = await bot.games.in_channel(channel)
    if table is not None and table.game.status != "cancelled":
        return table
    rows = await bot.store.games.seated(user, _MOST)
    match [row for row in rows if row.status in OPEN]:
        case []:
            raise NoGameHere
        case [row]:
            return await bot.games.table(row.id)
        case _:
            raise WhichTable


async def _own(bot: Client, user: UserId, number: str) -> Table:
    """The table with that number, if the person has a seat there.

    Raises:
        NotYourTable: the person has no seat at a table with that number.
    """
    known = number.isascii() and number.isdecimal() and len(number) <= limits.GAME_DIGITS
    if not known or not await bot.store.game_index.has_seat(user, int(number)):
        raise NotYourTable
    return await bot.games.table(int(number))


async def choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The tables at which a person has a seat, from their rows alone: no game is loaded."""
    bot, wanted = interaction.client, folded(typed)
    words = await bot.words(interaction)
    rows = await bot.store.games.seated(interaction.user.id, _MOST)
    names = ((_name(interaction, row, words), str(row.id)) for row in rows)
    return [
        app_commands.Choice(name=limits.cut(name, limits.OPTION_TEXT), value=value)
        for name, value in names
        if wanted in folded(name)
    ][: limits.OPTIONS]


def _name(interaction: Interaction, row: GameRow, words: Words) -> str:
    """A table by its game, its number, and its channel or, on another server, that server."""
    game, guild = words(f"game.{row.game}"), interaction.client.get_guild(row.guild)
    if row.guild != interaction.guild_id:
        server = guild.name if guild else "?"
        return words("table.choice.elsewhere", game=game, server=server, number=row.id)
    channel = guild.get_channel_or_thread(row.channel) if guild else None
    known = channel.name if channel else row.channel
    gone = row.channel_gone is not None
    name = words("channel.gone.name") if gone else known
    return words("host.table", game=game, channel=name, number=row.id)
