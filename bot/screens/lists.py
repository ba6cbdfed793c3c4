"""A private message with a list of tables: kept up to date, and come back to from a table."""

from __future__ import annotations

from functools import partial

import discord

from bot.interactions import replies
from bot.interactions.client import Client, Interaction
from bot.interactions.message import MakeRow, timestamp
from bot.interactions.open_lists import LookAgain
from bot.store.rows import GameId
from render.words import Words


async def show(interaction: Interaction, look: LookAgain, words: Words) -> None:
    """Show a list in the private answer, or in place of the message clicked on.

    Args:
        interaction: the click or command.
        look: finds out what the list shows, now and later.
        words: the person's language.
    """
    bot = interaction.client
    replies.set_home(interaction, None)
    now = await look()
    shown = await replies.show(interaction, now.draw(""))
    if shown is not None:
        bot.open_lists.follow(interaction, shown, look, now.state, partial(_as_of, bot, words))


def return_to(
    interaction: Interaction,
    look: LookAgain,
    row: MakeRow,
    game: GameId,
    words: Words,
) -> None:
    """Give what a list's message shows of a game a way back to the list.

    Args:
        interaction: the click on the list's message.
        look: finds out what the list shows later.
        row: makes the buttons that lead back.
        game: the game; 0: not known.
        words: the person's language.
    """
    bot = interaction.client

    def shown(message: discord.InteractionMessage) -> None:
        ended = partial(_as_of, bot, words)
        bot.open_lists.follow(interaction, message, look, None, ended, game)

    replies.set_home(interaction, replies.Home(game=game, row=row, shown=shown))


def _as_of(bot: Client, words: Words) -> str:
    """The line below a list that is no longer kept up to date."""
    return words("list.as_of", time=timestamp(bot.clock(), "t"))
