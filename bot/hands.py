"""Hands: the private message of a seat, by DM or by the button My hand."""

from __future__ import annotations

import discord

from bot import answers
from bot.answers import Acknowledge, Row, Shown, composed, written
from bot.clicks import Click, Clicks, button
from bot.house import House
from bot.moves import readable
from bot.seating import waiting
from bot.table import Table
from render.words import Words
from rules.table import Seat


async def hand(bot: House, table: Table, seat: Seat | None, words: Words) -> Shown:
    """The hand of a seat with its Your move button; for None what spectators are told.

    For `/hand` and **My hand**: `await answers.show(interaction, await hand(...))`.

    Raises: NotBegun, SetAside, Unreadable.
    """
    readable(table)
    if seat is None:
        return written(words("hand.watching"))
    title = words("hand.title", game=words(f"game.{table.game.game}"))
    if table.decision(seat):
        now = _asked(bot, table, seat, words)
    elif table.game.status == "playing":
        now = words("panel.waiting", names=waiting(table, words))
    else:
        now = words("panel.finished")
    return await _shown(bot, table, seat, words, f"### {title}", now)


async def direct(
    bot: House,
    table: Table,
    seat: Seat,
    words: Words,
    *,
    began: bool = False,
    note: str = "",
) -> Shown:
    """The direct message of a seat: its hand, what is asked, and the way to the table.

    Args:
        bot: for pictures and presentations.
        table: the game.
        seat: whose message it is.
        words: the person's language.
        began: whether it is the first one of the game.
        note: what else there is to tell.
    """
    figures = {
        "game": words(f"game.{table.game.game}"),
        "link": answers.link(table.game),
    }
    if table.game.status not in {"playing", "aside"}:
        return written(words("dm.over", **figures))
    if began:
        head = words("dm.began", **figures)
    elif table.decision(seat):
        head = words("dm.your_move", asked=_asked(bot, table, seat, words), **figures)
    else:
        head = words("dm.hand", **figures)
    link = discord.ui.Button[discord.ui.LayoutView](
        style=discord.ButtonStyle.link,
        label=words("panel.button.to_table"),
        url=answers.link(table.game),
    )
    return await _shown(bot, table, seat, words, head, note, link)


async def _shown(
    bot: House,
    table: Table,
    seat: Seat,
    words: Words,
    head: str,
    foot: str,
    *more: discord.ui.Item[discord.ui.LayoutView],
) -> Shown:
    pictures = await bot.pictures.hand(table, seat, words)
    text = bot.presentation(table).hand_text(table.view(seat), words)
    row: Row = [*_move(table, seat, words), *more]
    return composed(head, pictures, text, foot, rows=(row,))


def _move(table: Table, seat: Seat, words: Words) -> Row:
    if table.game.status != "playing":
        return []
    style = (
        discord.ButtonStyle.primary if table.decision(seat) else discord.ButtonStyle.secondary
    )
    return [button("move", table.game.id, label=words("dm.button.move"), style=style)]


def _asked(bot: House, table: Table, seat: Seat, words: Words) -> str:
    decision = table.decision(seat)
    return "" if decision is None else bot.presentation(table).asked(decision.prompt, words)


async def _my_hand(click: Click) -> None:
    table = await click.bot.tables.table(click.game)
    seat = table.seat_of(click.user)
    shown = await hand(click.bot, table, seat, click.words)
    await answers.show(click.interaction, shown)


def register(clicks: Clicks) -> None:
    """The button My hand."""
    clicks.on("hand", _my_hand, Acknowledge.PRIVATE)
