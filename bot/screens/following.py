"""**Follow**: what people without a seat are told about a game, by direct message."""

from __future__ import annotations

from typing import Any

import discord
from msgspec.structs import replace

from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, compose, message_link, place, plain_message
from bot.screens.names import seat_name
from bot.store.out import Followed
from bot.store.rows import UserId
from bot.tables.core.table import Table
from render import scores
from render.words import Words
from rules.contract import Standings


def follow_button(table: Table, user: UserId, words: Words) -> list[discord.ui.Button[Any]]:
    """**Follow** or **Unfollow**, for a person without a seat in a running game."""
    if table.game.status != "playing" or table.seat_of(user) is not None:
        return []
    what = "unfollow" if user in table.followers else "follow"
    return [button(what, table.game.id, label=words(f"follow.button.{what}"))]


async def message(bot: Client, table: Table, what: Followed, words: Words) -> Message:
    """What someone who follows a game is told about it.

    Args:
        bot: for pictures and presentations.
        table: the game as it is now.
        what: whether it has ended.
        words: the person's language.
    """
    title, link = words(f"game.{table.game.game}"), place(table.game, words)
    row: list[discord.ui.Item[Any]] = []
    if not table.game.channel_gone:
        address = message_link(table.game)
        label = words("panel.button.to_table")
        row.append(discord.ui.Button(style=discord.ButtonStyle.link, label=label, url=address))
    if what.ended:
        # In plain text: this message rings, and a phone shows the text of no other kind.
        text = words("follow.ended", game=title, link=link)
        message = plain_message(f"{text}\n{_verdict(table, words)}".strip(), row)
        return replace(message, pictures=await _end(bot, table, words))
    row.append(button("unfollow", table.game.id, label=words("follow.button.unfollow")))
    board = await bot.pictures.board(table, words, table.number)
    look = bot.presentation(table)
    progress = look.progress(table.view(None), words)
    text = words("follow.round", game=title, link=link, progress=progress)
    leads = _leads(table, words)
    return compose(f"{text}\n{leads}".strip(), (board,) if board else (), rows=[row])


async def _end(bot: Client, table: Table, words: Words) -> tuple[Any, ...]:
    if table.over is None:
        return ()
    picture = await bot.pictures.scores(table, words)
    return () if picture is None else (picture,)


def _verdict(table: Table, words: Words) -> str:
    if table.over is None:
        return ""
    return f"**{scores.verdict(table.over, table.scene(None), words)}**"


def _leads(table: Table, words: Words) -> str:
    """The names of those with the most points after the latest round."""
    rounds = [each for each in table.events(0, None) if isinstance(each, Standings)]
    if not rounds:
        return ""
    points = rounds[-1].points
    first = [row for row in table.seats if points[row.seat] == max(points)]
    names = words.listed(seat_name(row, words) for row in first)
    return words("follow.leads", points=max(points), names=names)


# -- clicks ------------------------------------------------------------------------


async def _on_follow(click: Click) -> None:
    table = await click.visible_table()
    table = await click.bot.people.follow(table.game.id, click.user)
    row = follow_button(table, click.user, click.words)
    await click.show(compose(click.words("follow.begun"), rows=[row]))


async def _on_unfollow(click: Click) -> None:
    """Unfollow, from any message: a direct message stays, and the answer is one line."""
    await click.bot.people.unfollow(click.game, click.user)
    await click.show(click.words("follow.over"))


def register(clicks: ClickRouter) -> None:
    """Register the two buttons."""
    clicks.on("follow", _on_follow)
    clicks.on("unfollow", _on_unfollow)
