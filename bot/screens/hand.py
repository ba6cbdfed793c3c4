"""Hands: the private message of a seat, by DM or by the button **My hand**."""

from __future__ import annotations

import discord
from msgspec.structs import replace

from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import (
    Message,
    Row,
    compose,
    in_rows,
    message_link,
    place,
)
from bot.interactions.replies import Acknowledge
from bot.screens import first_game, notes, own_note
from bot.screens.call_table import since_button
from bot.screens.closer import closer_button
from bot.screens.following import follow_button
from bot.screens.names import back_button, waiting_names
from bot.screens.panel_state import away_text, closed_text, hand_of
from bot.screens.score import score_button
from bot.screens.symbols import symbols_button
from bot.store.rows import STARTED, UserId
from bot.tables.core.game_changes import readable
from bot.tables.core.table import Table
from render.lengths import PAGE
from render.words import Words
from rules.contract import Seat


async def message(
    bot: Client, table: Table, seat: Seat | None, words: Words, user: UserId | None = None
) -> Message:
    """The hand of a seat with its button **Your move**; without a seat, a text for spectators.

    Args:
        bot: for pictures and presentations.
        table: the game.
        seat: whose hand it is; None: a spectator asks.
        words: the person's language.
        user: the spectator, who can follow the game; None: they cannot.

    Raises:
        NotBegun: the game has not begun.
        SetAside: a replay of the game differed.
        Unreadable: no position of the game can be restored.
    """
    readable(table)
    if seat is None:
        follow = [] if user is None else follow_button(table, user, words)
        row = [*_help_buttons(table, words), *follow]
        return compose(words("hand.watching"), rows=(row,))
    title = words("hand.title", game=words(f"game.{table.game.game}"))
    if table.game.status != "playing":
        now = words(closed_text(table))
    elif table.seats[seat].stand_in:
        now = words(away_text(table, seat))
    elif table.decision(seat):
        now = words("hand.now", asked=_question(bot, table, seat, words))
    else:
        now = words("panel.waiting", names=waiting_names(table, words))
    by_button = table.seats[seat].hands == "button"
    if by_button and (await bot.people.read(table.seats[seat].holder)).hands == "dm":
        closed = words("hand.dms_closed", button=words("table.button.hand"))
        now = f"{now}\n-# {closed}"
    first = by_button and await first_game.begins(bot, table, seat)
    shown = await _compose(bot, table, seat, words, f"### {title}", now, first=first)
    return replace(shown, panel=hand_of(table, seat))


async def direct_message(
    bot: Client,
    table: Table,
    seat: Seat,
    words: Words,
    *,
    began: bool = False,
) -> Message:
    """The direct message of a seat: its hand, the question, and a link to the table.

    Args:
        bot: for pictures and presentations.
        table: the game.
        seat: whose message it is.
        words: the person's language.
        began: whether it is the first one of the game.
    """
    figures = {
        "game": words(f"game.{table.game.game}"),
        "link": place(table.game, words),
    }
    if table.game.status not in STARTED:
        return compose(words("dm.over", **figures))
    first = await first_game.begins(bot, table, seat)
    if began:
        # A first game has a heading that names it, and a button leads to its table.
        head = "" if first else words("dm.began", **figures)
    elif table.seats[seat].stand_in:
        head = words("dm.away", **figures)
    elif table.decision(seat):
        head = words("dm.your_move", asked=_question(bot, table, seat, words), **figures)
    else:
        head = words("dm.hand", **figures)
    link = () if table.game.channel_gone else (_link_button(table, words),)
    return await _compose(bot, table, seat, words, head, "", *link, first=first)


def ended_message(table: Table, words: Words) -> Message:
    """The message that replaces a hand once the game is over or the button shows the hand."""
    figures = {"game": words(f"game.{table.game.game}"), "link": place(table.game, words)}
    over = table.game.status not in STARTED
    return compose(words("dm.over" if over else "dm.by_button", **figures))


def _link_button(table: Table, words: Words) -> discord.ui.Button[discord.ui.LayoutView]:
    return discord.ui.Button(
        style=discord.ButtonStyle.link,
        label=words("panel.button.to_table"),
        url=message_link(table.game),
    )


async def _compose(
    bot: Client,
    table: Table,
    seat: Seat,
    words: Words,
    head: str,
    foot: str,
    *more: discord.ui.Item[discord.ui.LayoutView],
    first: bool,
) -> Message:
    pictures = await bot.pictures.hand(table, seat, words)
    text = "" if pictures else await _in_words(bot, table, seat, words)
    buttons = [*_move_button(table, seat, words), since_button(table, words)]
    helps = _help_buttons(table, words, first=first)
    noted = own_note.note_button(table, "hand", words)
    rows = in_rows([*buttons, *helps, *noted, *more])
    told, own = notes.text(bot, table, seat, words), own_note.shown(table, seat, words)
    if not first:
        return compose(head, told, own, pictures, text, foot, rows=rows)
    key = await first_game.key(bot, table, words)
    return compose(
        *(first_game.text(table, words), head, told, own, pictures, text, foot, *key),
        rows=(*rows, await first_game.row(bot, table, seat, words)),
    )


async def _in_words(bot: Client, table: Table, seat: Seat, words: Words) -> str:
    """The hand in words, if it cannot be drawn; a picture has this text as its description."""
    look, view = bot.presentation(table), table.view(seat)
    text = look.hand_text(view, await bot.said(words, table, table.seats[seat].holder))
    return text if len(text) <= PAGE else look.hand_text(view, words)


def _help_buttons(table: Table, words: Words, *, first: bool = False) -> Row:
    """What everyone can ask for: the board in parts, symbols and, unless `first`, points."""
    points = () if first else (score_button(table, words),)
    return [closer_button(table, words), symbols_button(table.game.game, words), *points]


def _move_button(table: Table, seat: Seat, words: Words) -> Row:
    if table.game.status != "playing":
        return []
    if table.seats[seat].stand_in:
        return [back_button(table, words)]
    style = (
        discord.ButtonStyle.primary if table.decision(seat) else discord.ButtonStyle.secondary
    )
    return [button("move", table.game.id, label=words("dm.button.move"), style=style)]


def _question(bot: Client, table: Table, seat: Seat, words: Words) -> str:
    decision = table.decision(seat)
    return "" if decision is None else bot.presentation(table).asked(decision.prompt, words)


async def _on_hand(click: Click) -> None:
    table = await click.visible_table()
    seat = table.seat_of(click.user)
    page = await message(click.bot, table, seat, click.words, click.user)
    await click.show(page)


def register(clicks: ClickRouter) -> None:
    """Register the button **My hand**."""
    clicks.on("hand", _on_hand, Acknowledge.PRIVATE)
