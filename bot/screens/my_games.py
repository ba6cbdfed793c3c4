"""`/games`: a person's running games, lobbies and last finished games, from rows alone."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any, Final

import discord

from bot.interactions import replies
from bot.interactions.clicks import Click, ClickRouter, Option, button, select, whole
from bot.interactions.client import Client, Interaction
from bot.interactions.members import NotMember
from bot.interactions.membership import on_server
from bot.interactions.message import Message, Row, compose, gone_line, timestamp
from bot.interactions.open_lists import Look, home_of
from bot.screens import lists, open_tables, panel, score
from bot.screens.call_table import table_text
from bot.screens.names import seat_name
from bot.screens.waiting import table_of, title
from bot.store.lists import ListedTable
from bot.store.rows import STARTED, GameId, UserId
from bot.tables.core.refusals import NoSuchGame, NotSeated
from render.words import Words

MOST: Final = 60
"""How many of a person's tables are looked at, the open ones first."""

MOST_SHOWN: Final = 12
"""How many open games and lobbies are shown."""

MOST_FINISHED: Final = 5
"""How many of the latest finished games are shown."""


# -- the list ------------------------------------------------------------------------


async def show(interaction: Interaction, words: Words) -> None:
    """Show the list in the private answer, or in place of the message clicked on."""
    await lists.show(interaction, partial(_look, interaction, words), words)


async def _look(interaction: Interaction, words: Words) -> Look:
    """A person's tables, and how many open ones there are on the server."""
    bot, user = interaction.client, interaction.user.id
    found = await _seated(bot, user)
    near = await open_tables.found(interaction) if on_server(interaction) else None
    others = None if near is None else len(near)

    def draw(foot: str) -> Message:
        return _message(found, others, user, words, foot)

    return Look((tuple(map(_state, found)), others), draw)


async def _seated(bot: Client, user: UserId) -> tuple[ListedTable, ...]:
    """The tables to show, on servers that the person is still on."""
    seated = await bot.store.lists.seated(user, MOST)
    started = [each for each in seated if each.game.status in STARTED]
    lobbies = [each for each in seated if each.game.status == "lobby"]
    finished = [each for each in seated if each.game.status == "over"]
    found = []
    for each in (*[*started, *lobbies][:MOST_SHOWN], *finished[:MOST_FINISHED]):
        try:
            await bot.members.check(each.game.guild, user)
        except NotMember:
            continue
        found.append(each)
    return tuple(found)


def _state(listed: ListedTable) -> object:
    """What the list shows of a table."""
    row = listed.game
    seats = tuple(
        (each.name, each.opponent, each.waits_since is not None) for each in listed.seats
    )
    when = row.updated if row.status == "over" else None
    return row.id, row.status, seats, row.channel, row.message, row.channel_gone, when


def _message(
    found: tuple[ListedTable, ...], others: int | None, user: UserId, words: Words, foot: str
) -> Message:
    kinds = (
        ("games.running", [each for each in found if each.game.status in STARTED]),
        ("games.lobbies", [each for each in found if each.game.status == "lobby"]),
        ("games.finished", [each for each in found if each.game.status == "over"]),
    )
    blocks = [f"### {words('games.title' if found else 'games.none')}"]
    options: list[Option] = []
    numbers = itertools.count(1)
    for heading, tables in kinds:
        lines = [f"**{words(heading)}**"] if tables else []
        for each in tables:
            number = next(numbers)
            text = _line(each, user, words)
            lines.append(words("list.line", number=number, text=text))
            if each.game.status != "lobby":
                options.append(_option(number, each, user, words))
        blocks.append("\n".join(lines))
    rows: list[Row] = []
    if options:
        placeholder = words("games.open")
        rows.append([select("open_game", 0, options=tuple(options), placeholder=placeholder)])
    ways = [button("my_games", 0, label=words("panel.button.refresh"))]
    if others:
        label = words("games.button.open", number=others)
        ways.append(button("open_tables", 0, label=label))
    return compose(*blocks, f"-# {foot}" if foot else "", rows=[*rows, ways])


def _line(listed: ListedTable, user: UserId, words: Words) -> str:
    """A table, and who is waited for, how many sit there, or when it ended."""
    text, row = title(listed, user, words), listed.game
    if row.status == "over":
        return words("games.line", table=text, state=timestamp(row.updated))
    if row.status == "lobby":
        return words("games.line", table=text, state=words("games.seats", len(listed.seats)))
    waits = [each for each in listed.seats if each.waits_since is not None]
    if any(each.user == user for each in waits):
        return words("games.line", table=text, state=words("turns.ask.move"))
    if not waits:
        return text
    names = words.listed(seat_name(each, words) for each in waits)
    return words("games.line", table=text, state=words("games.waiting", names=names))


def _option(number: int, listed: ListedTable, user: UserId, words: Words) -> Option:
    """The option that opens a game in this message, by the number of its line."""
    own = listed.seat_of(user)
    text = table_text(table_of(listed), None if own is None else own.seat, words)
    label = words("games.option", table=text, number=number)
    return Option(str(listed.game.id), label)


# -- what takes its place --------------------------------------------------------------


async def _row(words: Words) -> Row:
    """The way back to the list."""
    found: list[discord.ui.Item[Any]] = [button("my_games", 0, label=words("games.button.all"))]
    return found


def _return_to(click: Click, game: GameId) -> None:
    """Give what a list's message shows of a game a way back to the list."""
    interaction, words = click.interaction, click.words
    again = partial(_look, interaction, words)
    lists.return_to(interaction, again, partial(_row, words), game, words)


async def prepare(click: Click) -> None:
    """Give whatever replaces the list a way back to it."""
    match home_of(click.interaction):
        case ("my_games", _):
            _return_to(click, click.game)
        case _:
            return


async def _on_list(click: Click) -> None:
    """My games, or Refresh: show the list."""
    await show(click.interaction, click.words)


async def _on_open(click: Click) -> None:
    """Open one of the person's games: its panel or, once it is over, its score."""
    bot, words = click.bot, click.words
    table = await bot.games.table(whole((*click.values, "")[0]))
    _return_to(click, table.game.id)
    seat = table.seat_of(click.user)
    if seat is None:  # the list is old, or the number is forged: it is not said who plays
        left = any(each.user == click.user for each in table.seatings)
        raise NotSeated if left else NoSuchGame
    if click.interaction.guild_id != table.game.guild:
        await bot.members.check(table.game.guild, click.user)
    replies.set_foot(click.interaction, gone_line(table, click.user, words))
    if table.game.status == "over":
        await click.show(score.message(table, click.user, words))
        return
    await click.show(await panel.message(bot, table, seat, words))


def register(clicks: ClickRouter) -> None:
    """Register the buttons of the list, and of what takes its place."""
    clicks.before(prepare)
    clicks.on("my_games", _on_list)
    clicks.on("open_game", _on_open)
