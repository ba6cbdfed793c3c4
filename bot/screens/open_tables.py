"""The lobbies of a server that a person can join now, in the message of `/games`."""

from __future__ import annotations

from functools import partial
from typing import Final

import discord

from bot.interactions.channel_rights import may_use
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Interaction
from bot.interactions.message import Message, compose, in_rows, place
from bot.interactions.open_lists import Look
from bot.screens import lists
from bot.screens.call_table import table_text
from bot.screens.waiting import table_of
from bot.store.lists import ListedTable
from bot.tables.core.refusals import NoSuchGame
from render.words import Words, bare
from rules.registry import GAMES

MOST: Final = 10
"""How many tables are shown, the latest first: each has a line and a button."""

_LOOKED_AT: Final = 100
"""How many lobbies of a server are looked at."""


async def found(interaction: Interaction) -> tuple[ListedTable, ...]:
    """The lobbies with a free seat that a person may see and join, and has not joined.

    A lobby is left out if they may not read its channel, may not use the bot there, or are
    barred.

    Args:
        interaction: the person's interaction, on the server.
    """
    bot, user, guild = interaction.client, interaction.user.id, interaction.guild_id
    servers, openers = await bot.store.bars.barring(user)
    if guild is None or guild in servers:
        return ()
    lobbies = await bot.store.lists.lobbies(guild, _LOOKED_AT)
    free = (each for each in lobbies if len(each.seats) < GAMES[each.game.game].seats[-1])
    return tuple(
        each
        for each in free
        if each.game.starter not in openers
        and each.seat_of(user) is None
        and may_use(interaction, each.game.channel)
    )[:MOST]


async def _show(interaction: Interaction, words: Words, joined: str = "") -> None:
    """Show the list in place of the message clicked on.

    Args:
        interaction: the click.
        words: the person's language.
        joined: what to say first.
    """
    await lists.show(interaction, partial(_look, interaction, words, joined), words)


async def _look(interaction: Interaction, words: Words, joined: str) -> Look:
    tables = await found(interaction)

    def draw(foot: str) -> Message:
        return _message(tables, words, joined, foot)

    state = tuple(
        (each.game.id, each.game.message, tuple(seat.name for seat in each.seats))
        for each in tables
    )
    return Look(state, draw)


def _message(tables: tuple[ListedTable, ...], words: Words, joined: str, foot: str) -> Message:
    heading = words("open.title" if tables else "open.none")
    lines = [
        words(
            "open.line",
            number=number,
            table=table_text(table_of(each), None, words),
            seats=words("games.seats", len(each.seats)),
            most=GAMES[each.game.game].seats[-1],
            link=place(each.game, words),
        )
        for number, each in enumerate(tables, 1)
    ]
    buttons = [
        button(
            *("join_open", each.game.id),
            label=words("open.button.join", number=number),
            style=discord.ButtonStyle.success,
        )
        for number, each in enumerate(tables, 1)
    ]
    text = "\n".join((f"### {heading}", *lines))
    ways = [
        button("my_games", 0, label=words("games.button.all")),
        button("open_tables", 0, label=words("panel.button.refresh")),
    ]
    return compose(joined, text, f"-# {foot}" if foot else "", rows=[*in_rows(buttons), ways])


async def _on_list(click: Click) -> None:
    """Open tables, or Refresh: show the list."""
    await _show(click.interaction, click.words)


async def _on_join(click: Click) -> None:
    """Join: `join_open:<game>`; checks again whether the person may.

    Raises:
        NoSuchGame: the game is unknown, on another server, or in a channel that the person
            may not know about.
    """
    interaction, words = click.interaction, click.words
    table = await click.table()
    here = table.game.guild == interaction.guild_id
    if not here or not may_use(interaction, table.game.channel):
        raise NoSuchGame
    name = bare(interaction.user.display_name)
    table = await click.bot.lobbies.join(click.game, click.user, name)
    joined = words("open.joined", link=place(table.game, words))
    if table.game.pace == "live":
        joined = f"{joined}\n{words('lobby.live')}"
    await _show(interaction, words, joined)


def register(clicks: ClickRouter) -> None:
    """Register the buttons of the list."""
    clicks.on("open_tables", _on_list)
    clicks.on("join_open", _on_join)
