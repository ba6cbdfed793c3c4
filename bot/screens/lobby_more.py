"""The private panel behind the button ⋯ of a lobby, and the forms that it opens."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions import forms
from bot.interactions.clicks import Click, ClickRouter, Option, button, select, whole
from bot.interactions.client import Client
from bot.interactions.forms import Choices
from bot.interactions.message import Message, Row, compose, in_rows
from bot.interactions.replies import Acknowledge
from bot.screens import lobby_options
from bot.screens.lobby import in_words, lobby_of
from bot.store.rows import UserId
from bot.tables.core.refusals import UnknownChoice
from bot.tables.core.table import Table
from bot.tables.lobby.lobby_changes import check_open, decider
from bot.tables.lobby.lobby_times import times_of
from render.words import Words, bare


def message(bot: Client, table: Table, user: UserId, words: Words, head: str = "") -> Message:
    """A person's panel.

    Args:
        bot: for the options.
        table: the lobby.
        user: whose panel it is; the opener of the lobby has more buttons.
        words: their language.
        head: what to say first.

    Raises:
        LobbyOver: the lobby is closed, or its game has begun.
    """
    check_open(table)
    first = decider(table)
    decides = first is not None and first.user == user
    rows = [
        *(in_rows(_deciding(bot, table, words)) if decides else ()),
        _for_everyone(table, user, words, decides=decides),
        *([_removal(table, user, words)] if decides and len(table.seats) > 1 else ()),
    ]
    return compose(f"### {words(f'game.{table.game.game}')}", head, rows=rows)


def _deciding(bot: Client, table: Table, words: Words) -> list[discord.ui.Button[Any]]:
    """What the opener can choose: buttons that open forms, and one that removes the hour."""
    game, found = table.game.id, list[discord.ui.Button[Any]]()
    for what in ("options", "levels"):
        pages = _pages(bot, table, what, words)
        for page in range(len(pages)):
            label = words(f"lobby.button.{what}")
            if len(pages) > 1:
                label = words("lobby.button.page", what=label, page=page + 1)
            found.append(button("lobby_form", game, what, page, label=label))
    found.append(button("lobby_hour", game, label=words("lobby.button.hour")))
    if times_of(table.game).hour is not None:
        found.append(button("lobby_no_hour", game, label=words("lobby.button.no_hour")))
    return found


def _pages(
    bot: Client, table: Table, what: str, words: Words
) -> tuple[tuple[Choices, ...], ...]:
    """The forms of a kind."""
    if what == "levels":
        return lobby_options.pages(lobby_options.levels(table, words))
    options = lobby_options.shown(bot, table, words)
    return lobby_options.pages(tuple(each.field for each in options))


def _for_everyone(table: Table, user: UserId, words: Words, *, decides: bool) -> Row:
    game = table.game.id
    row = [button("lobby_words", game, label=words("table.button.words"))]
    if table.seat_of(user) is not None:
        row.append(button("leave", game, label=words("lobby.button.leave")))
    if decides:
        danger = discord.ButtonStyle.danger
        row.append(button("cancel", game, label=words("lobby.button.cancel"), style=danger))
    return row


def _removal(table: Table, user: UserId, words: Words) -> Row:
    """A select of the players that the opener can remove: all others in the lobby."""
    others = tuple(
        Option(f"o.{row.name}" if row.user is None else f"p.{row.user}", bare(row.name))
        for row in table.seats
        if row.user is None or row.user != user
    )
    placeholder = words("lobby.remove")
    return [select("lobby_remove", table.game.id, options=others, placeholder=placeholder)]


# -- the buttons --------------------------------------------------------------


async def show(click: Click, table: Table, head: str = "") -> None:
    """Show the panel again after something was done in it."""
    await click.show(message(click.bot, table, click.user, click.words, head))


async def _on_more(click: Click) -> None:
    await show(click, await lobby_of(click))


async def _on_words(click: Click) -> None:
    table = await lobby_of(click)
    check_open(table)
    back = button("lobby_back", click.game, label=click.words("panel.button.back"))
    await click.show(compose(in_words(click.bot, table, click.words), rows=[[back]]))


async def _on_leave(click: Click) -> None:
    await lobby_of(click)
    await click.bot.lobbies.leave(click.game, click.user)
    await click.show(click.words("lobby.left"))


async def _on_cancel(click: Click) -> None:
    await lobby_of(click)
    await click.bot.lobbies.cancel(click.game, click.user)
    await click.show(click.words("lobby.closed"))


async def _on_remove(click: Click) -> None:
    """Remove a person or a computer player: the value is `p.<id>` or `o.<name>`."""
    await lobby_of(click)
    kind, _, spelled = (*click.values, "")[0].partition(".")
    whom = whole(spelled) if kind == "p" else spelled
    await show(click, await click.bot.lobbies.remove(click.game, click.user, whom))


async def _on_form(click: Click) -> None:
    """Open a form: `lobby_form:<game>:options|levels:<page>`."""
    table, words = await lobby_of(click), click.words
    check_open(table, click.user)
    what, page = (*click.args, "")[0], click.number(1)
    pages = _pages(click.bot, table, what, words)
    if page >= len(pages):
        raise UnknownChoice
    verb = "levels" if what == "levels" else "options"
    title = words(f"lobby.button.{verb}")
    await forms.ask(click, f"lobby_{verb}", title=title, fields=pages[page])


async def _on_options(click: Click) -> None:
    """Set the options of a form; unchanged ones are left alone."""
    table = await lobby_of(click)
    now = {each.key: each.now for each in lobby_options.shown(click.bot, table, click.words)}
    chosen = {key: value for key, value in click.filled_in.items() if now.get(key) != value}
    if chosen:
        table = await click.bot.lobbies.set_options(click.game, click.user, chosen)
    told = lobby_options.shown(click.bot, table, click.words)
    said = (each.said(click.words) for each in told if each.key in chosen)
    await show(click, table, "\n".join(said))


async def _on_levels(click: Click) -> None:
    """Set the levels of a form, by the numbers of the computer players."""
    await lobby_of(click)
    levels = {whole(number): level for number, level in click.filled_in.items()}
    await show(click, await click.bot.lobbies.set_levels(click.game, click.user, levels))


def register(clicks: ClickRouter) -> None:
    """Register the button that shows more, and what it leads to."""
    clicks.on("lobby_more", _on_more, Acknowledge.PRIVATE)
    clicks.on("lobby_back", _on_more)
    clicks.on("lobby_words", _on_words)
    clicks.on("leave", _on_leave)
    clicks.on("cancel", _on_cancel)
    clicks.on("lobby_remove", _on_remove)
    clicks.on("lobby_form", _on_form, Acknowledge.NONE)
    clicks.on_form("lobby_options", _on_options)
    clicks.on_form("lobby_levels", _on_levels)
