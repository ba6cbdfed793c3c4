"""`/host`: for those who manage a server: its tables, and what to do when one is stuck."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot import answers
from bot.clicks import Click, Clicks, button
from bot.commands.asking import GUILDS, INSTALLS, Asked, command
from bot.commands.naming import text
from bot.gathering import MOST_WAITING
from bot.house import House, Interaction, Tree
from bot.notices import Notice, NotSetAside
from bot.store.rows import GameRow
from bot.table import Table
from render.words import Words

_OPEN: Final = ("lobby", "playing", "aside")
_MOST_CHOICES: Final = 25
_MOST_LINES: Final = 20
"""How many tables a status lists: a message holds no more."""


class HostsOnly(Notice):
    """Only those who may manage the server may do this."""

    id = "host.only"


class NothingToFree(Notice):
    """No open lobby or game stands here."""

    id = "host.free.nothing"


class NothingAside(Notice):
    """No game set aside stands here."""

    id = "host.continue.nothing"


class UnknownTable(Notice):
    """The server has no open table of that number."""

    id = "host.unknown_table"


def register(tree: Tree, clicks: Clicks) -> None:
    """The command with its subcommands, and the button that ends a game."""
    group = app_commands.Group(
        name=text("command.host.name"),
        description=text("command.host.description"),
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=GUILDS,
        allowed_installs=INSTALLS,
    )
    group.add_command(command("host.status", _status))
    group.add_command(command("host.limits", _limits, "tables"))
    for id_, body in (("host.free", _free), ("host.continue", _continue)):
        made = command(id_, body, "table")
        made.autocomplete("table")(_tables)
        group.add_command(made)
    tree.add_command(group)
    clicks.on("host_free", _freed)


def _check(interaction: Interaction) -> None:
    """Raises: HostsOnly. Discord hides the command, but a server can show it to anybody."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise HostsOnly


# -- status --------------------------------------------------------------------


async def _status(asked: Asked) -> None:
    _check(asked.interaction)
    rows = await asked.bot.store.games.in_guild(asked.guild)
    words = asked.words
    health = await _health(asked)
    if not rows:
        await asked.answer(answers.written(words("host.status.none"), health))
        return
    lines = [f"- {await _line(asked.bot, row, words)}" for row in rows[:_MOST_LINES]]
    if len(rows) > _MOST_LINES:
        lines.append(words("rules.more", len(rows) - _MOST_LINES))
    texts = [f"### {words('host.status', len(rows))}", "\n".join(lines)]
    await asked.answer(answers.written(*texts, _replays(asked.bot, rows, words), health))


async def _health(asked: Asked) -> str:
    """How the bot is, on all servers."""
    watch, words = asked.bot.watch, asked.words
    health = await watch.health(asked.bot.store)
    lines = (
        words("host.health.since", version=health.version, when=answers.when(watch.since)),
        words("host.health.games", health.games),
        words("host.health.queue", health.queue),
        words("host.health.lag", ms=round(health.lag)),
    )
    return "\n".join((f"**{words('host.health.title')}**", *lines))


async def _line(bot: House, row: GameRow, words: Words) -> str:
    """One table: what it is, where, how it stands, and since when."""
    figures = {
        "game": words(f"game.{row.game}"),
        "link": answers.link(row),
        "when": answers.when(row.updated),
    }
    match row.status:
        case "lobby":
            return words("host.status.lobby", **figures)
        case "aside":
            return words("host.status.aside", **figures, number=max(row.checked or 0, 0))
        case _:
            table = await bot.tables.table(row.id)
            progress = bot.presentation(table).progress(table.view(None), words)
            return words("host.status.line", **figures, progress=progress)


def _replays(bot: House, rows: tuple[GameRow, ...], words: Words) -> str:
    """The replay check since the start, as far as it concerns this server."""
    aside = [row for row in rows if row.status == "aside"]
    lines = [f"**{words('host.replay.title')}**"]
    if aside:
        lines.append(words("host.replay.differs", len(aside)))
    lines += [
        words(
            "host.replay.line",
            game=words(f"game.{row.game}"),
            link=answers.link(row),
            number=max(row.checked or 0, 0) + 1,
        )
        for row in aside[:_MOST_LINES]
    ]
    lines.append(words("host.replay.good", sum(row.status == "playing" for row in rows)))
    if not bot.tables.report.done:
        lines.append(words("host.replay.running"))
    return "\n".join(lines)


# -- limits --------------------------------------------------------------------


async def _limits(asked: Asked, tables: app_commands.Range[int, 1, 500] | None = None) -> None:
    """How many tables may be open here, as it is or as it shall be from now on."""
    _check(asked.interaction)
    if tables is not None:
        await asked.bot.store.set_most_tables(asked.guild, tables)
    most, words = await asked.bot.tables.most_tables(asked.guild), asked.words
    lines = (
        words("host.limits.tables", most=most),
        words("host.limits.open", number=await asked.bot.store.games.open_in(asked.guild)),
        words("host.limits.waiting", most=MOST_WAITING),
    )
    await asked.answer("\n".join(lines))


# -- free and continue -----------------------------------------------------------


async def _free(asked: Asked, table: str | None = None) -> None:
    _check(asked.interaction)
    there = await _meant(asked, table)
    if there is None or there.game.status not in _OPEN:
        raise NothingToFree
    words = asked.words
    where = await _line(asked.bot, there.game, words)
    end = button(
        *("host_free", there.game.id),
        label=words("host.free.button"),
        style=discord.ButtonStyle.danger,
    )
    await asked.answer(answers.written(f"{where}\n{words('host.free.ask')}", rows=[[end]]))


async def _freed(click: Click) -> None:
    """The host is sure: end the game."""
    _check(click.interaction)
    table = await click.bot.tables.table(click.game)
    if table.game.guild != click.interaction.guild_id:
        raise UnknownTable
    await click.bot.tables.end(click.game)
    await answers.show(click.interaction, answers.written(click.words("host.free.done")))


async def _continue(asked: Asked, table: str | None = None) -> None:
    _check(asked.interaction)
    there = await _meant(asked, table)
    if there is None or there.game.status != "aside":
        raise NothingAside
    try:
        gone_on = await asked.bot.tables.continue_from(there.game.id)
    except NotSetAside as settled:  # its players were faster
        raise NothingAside from settled
    await asked.answer(asked.words("host.continue.done", number=gone_on.number))


async def _meant(asked: Asked, table: str | None) -> Table | None:
    """The table of that number on this server; without one that of the channel.

    Raises: UnknownTable.
    """
    if table is None:
        return await asked.bot.tables.in_channel(asked.channel)
    for row in await asked.bot.store.games.in_guild(asked.guild):
        if str(row.id) == table.strip():
            return await asked.bot.tables.table(row.id)
    raise UnknownTable


async def _tables(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The open tables of this server, the longest untouched first."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        return []
    bot = interaction.client
    words = await bot.words(interaction)
    rows = await bot.store.games.in_guild(interaction.guild_id)
    named = [(_named(interaction, row, words), str(row.id)) for row in rows]
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=name[:100], value=value)
        for name, value in named
        if wanted in name.casefold()
    ][:_MOST_CHOICES]


def _named(interaction: Interaction, row: GameRow, words: Words) -> str:
    guild = interaction.guild
    channel = guild.get_channel_or_thread(row.channel) if guild else None
    return words(
        "host.table",
        game=words(f"game.{row.game}"),
        channel=channel.name if channel else row.channel,
        number=row.id,
    )
