"""The message of a lobby: its picture, one line, and four buttons, until the game begins.

It is made from the stored rows alone, and sent by `bot.delivery`. The buttons change the rows
through the lobbies of `bot.tables`, which check who may press them.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.interactions import replies
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose, timestamp
from bot.screens import lobby_options, pace
from bot.screens.labels import MORE
from bot.screens.names import seat_name_with_level
from bot.tables.core.refusals import NoSuchGame
from bot.tables.core.table import Table
from bot.tables.lobby.lobby_changes import decider
from bot.tables.lobby.lobby_times import times_of
from render.people import with_shape
from render.words import Words, bare

_OPPONENT: Final = "opponent.name."


# -- the message --------------------------------------------------------------


async def message(bot: Client, table: Table) -> Message:
    """The lobby message as it should be in the channel now, in the table's language."""
    words = bot.table_words(table)
    told = lobby_options.told(bot, table, words) if table.game.status == "lobby" else ()
    picture = await bot.pictures.card(table, words, told)
    if table.game.status != "lobby":
        return compose((picture,) if picture else (), _past_text(table, words))
    if picture is None:
        return compose(in_words(bot, table, words), rows=[_buttons(bot, table, words)])
    usual = await pace.of_lobby(bot, table, words)
    text = " · ".join((line(table, words), *usual, *told))
    return compose((picture,), text, rows=[_buttons(bot, table, words)])


def _past_text(table: Table, words: Words) -> str:
    """What is left of a lobby that is closed, or whose game has begun."""
    title = words(f"game.{table.game.game}")
    if table.game.status == "cancelled":
        return words("lobby.closed.line", game=title)
    names = words.listed(
        with_shape(row.seat, seat_name_with_level(row, words), words) for row in table.seats
    )
    return f"### {title}\n{words('lobby.started', names=names)}"


def line(table: Table, words: Words) -> str:
    """The name of the lobby's opener, and when the lobby closes or its game starts."""
    first, times = decider(table), times_of(table.game)
    opener = words("seat.someone") if first is None else seat_name_with_level(first, words)
    if times.full is not None:
        return words("lobby.line.full", starter=opener, when=timestamp(times.full))
    if times.hour is not None:
        return words("lobby.line.hour", starter=opener, when=timestamp(times.hour, "f"))
    return words("lobby.line", starter=opener, when=timestamp(times.ends, "f"))


def in_words(bot: Client, table: Table, words: Words) -> str:
    """What the picture shows, and every option."""
    most = max(bot.lobbies.rules_of(table).seats)
    seats = [f"- {seat_name_with_level(row, words)}" for row in table.seats]
    free = most - len(seats)
    return "\n".join(
        (
            f"### {words(f'game.{table.game.game}')}",
            line(table, words),
            *seats,
            *([f"- {words('lobby.free', free)}"] if free else ()),
            *(each.said(words) for each in lobby_options.shown(bot, table, words)),
        )
    )


def _buttons(bot: Client, table: Table, words: Words) -> Row:
    """Join and Start, coloured while they can be pressed, and the rarer buttons."""
    game, seats, taken = table.game.id, bot.lobbies.rules_of(table).seats, len(table.seats)
    styles, alone = discord.ButtonStyle, taken == seats.start == 1
    return [
        button(
            *("join", game),
            label=words("lobby.button.join"),
            style=styles.success if taken < max(seats) else styles.secondary,
        ),
        button(
            *("start", game),
            label=words(f"lobby.button.start{'_alone' if alone else ''}"),
            style=styles.primary if taken >= seats.start else styles.secondary,
        ),
        button("add_opponent", game, label=words("lobby.button.add_opponent")),
        button("lobby_more", game, label=MORE),
    ]


# -- the buttons --------------------------------------------------------------


async def _on_join(click: Click) -> None:
    await lobby_of(click)
    name = bare(click.interaction.user.display_name)
    table = await click.bot.lobbies.join(click.game, click.user, name)
    await _show_again(click, table)
    if table.game.pace == "live":
        await replies.private(click.interaction, click.words("lobby.live"))


async def _on_add_opponent(click: Click) -> None:
    words = click.bot.table_words(await lobby_of(click))
    names = (words(each) for each in sorted(words.ids) if each.startswith(_OPPONENT))
    add = click.bot.lobbies.add_opponent
    await _show_again(click, await add(click.game, click.user, None, *names))


async def _on_start(click: Click) -> None:
    await lobby_of(click)
    await _show_again(click, await click.bot.lobbies.start(click.game, click.user))


async def _show_again(click: Click, table: Table) -> None:
    """Show the lobby as it is now in place of a private copy, which delivery does not edit."""
    if replies.is_on_private_message(click.interaction):
        await click.show(await message(click.bot, table))


async def lobby_of(click: Click) -> Table:
    """The lobby clicked on.

    Raises:
        NoSuchGame: the game is unknown, or on another server.
    """
    table = await click.table()
    if table.game.guild != click.interaction.guild_id:
        raise NoSuchGame
    return table


def register(clicks: ClickRouter) -> None:
    """Register the buttons of the message, except the one that shows more."""
    clicks.on("join", _on_join)
    clicks.on("start", _on_start)
    clicks.on("add_opponent", _on_add_opponent)
