"""`/host`, for admins of a server: its tables, and what to do when a game is stuck."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.commands import host_puzzle
from bot.commands.command import CommandContext, command
from bot.commands.explained_table import explanation_texts
from bot.commands.permissions import check_host
from bot.commands.reach import SERVERS_ALONE, Reach
from bot.commands.translator import text
from bot.interactions import limits
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client, Interaction, Tree
from bot.interactions.message import compose, in_rows, place, timestamp
from bot.screens.names import holder_label
from bot.store.rows import OPEN, GameId, GameRow
from bot.tables.core.refusals import (
    BeingUpdated,
    NotSetAside,
    Refusal,
    UnknownChoice,
    Unreadable,
)
from bot.tables.core.table import Table
from bot.tables.lobby.lobbies import MOST_WAITING
from render.words import Words, bare, folded, plain

_MOST_LINES: Final = 20
"""How many tables a status lists: a message holds no more."""

PORTAL: Final = {"page": "Installation", "switch": "User Install"}
"""The names in Discord's developer portal, which is in English only."""


class NothingToFree(Refusal):
    """There is no open lobby or game here."""

    id = "host.free.nothing"


class NothingAside(Refusal):
    """There is no game set aside here."""

    id = "host.continue.nothing"


class UnknownTable(Refusal):
    """The server has no open table with that number."""

    id = "host.unknown_table"


def register(tree: Tree) -> None:
    """Add `/host` and its subcommands to the tree."""
    group = app_commands.Group(
        name=text("command.host.name"),
        description=text("command.host.description"),
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=Reach.SERVERS.value,
        allowed_installs=SERVERS_ALONE,
    )
    group.add_command(command("host.limits", _limits, "tables"))
    group.add_command(command("host.bar", _bar, "person"))
    host_puzzle.register(group)
    for id_, body in (
        ("host.status", _status),
        ("host.free", _free),
        ("host.continue", _continue),
        ("host.seat", _seat),
    ):
        made = command(id_, body, "table")
        made.autocomplete("table")(_tables)
        group.add_command(made)
    tree.add_command(group)


def register_clicks(clicks: ClickRouter) -> None:
    """Register the buttons that end a game, decide about seats, or turn off a puzzle a day."""
    clicks.on("host_free", _on_free)
    clicks.on("host_seat", _on_seat)
    host_puzzle.register_clicks(clicks)


# -- status --------------------------------------------------------------------


async def _status(context: CommandContext, table: str | None = None) -> None:
    """List the open tables of the server, or explain the state of a given one."""
    check_host(context.interaction)
    if table is not None:
        await _explain(context, table)
        return
    rows = await context.bot.store.games.in_guild(context.guild)
    words = context.words
    health = await _health_text(context)
    if damaged := sorted(context.bot.store.games.damaged):
        numbers = ", ".join(map(str, damaged[:_MOST_LINES]))
        health += f"\n{words('host.status.damaged', len(damaged), numbers=numbers)}"
    if not rows:
        await context.answer(compose(words("host.status.none"), health))
        return
    lines = [f"- {await _table_line(context.bot, row, words)}" for row in rows[:_MOST_LINES]]
    if len(rows) > _MOST_LINES:
        lines.append(words("rules.more", len(rows) - _MOST_LINES))
    texts = [f"### {words('host.status', len(rows))}", "\n".join(lines)]
    await context.answer(compose(*texts, _replay_text(context.bot, rows, words), health))


async def _explain(context: CommandContext, chosen: str) -> None:
    """Explain one table: who is waited for, what is due, what is still to be sent."""
    table = await _find_table(context, chosen)
    if table is None:
        raise UnknownTable
    line = await _table_line(context.bot, table.game, context.words)
    texts = await explanation_texts(context.bot, table, context.words)
    await context.answer(compose(line, *texts))


async def _health_text(context: CommandContext) -> str:
    """The health of the bot on all servers, but not how much is played on the others."""
    monitor, words = context.bot.health, context.words
    health = await monitor.figures()
    lines: tuple[str, ...] = (
        words("host.health.since", version=health.version, when=timestamp(monitor.since)),
        words("host.health.queue", health.queue),
        words("host.health.lag", ms=round(health.lag)),
    )
    if not context.bot.user_install:
        names = {each: words(f"command.{each}.name") for each in ("turns", "hand")}
        lines = (*lines, words("host.status.user_install", **PORTAL, **names))
    return "\n".join((f"**{words('host.health.title')}**", *lines))


async def _table_line(bot: Client, row: GameRow, words: Words) -> str:
    """One table: its game, where it is, its progress, and when it last changed."""
    figures = {
        "game": words(f"game.{row.game}"),
        "link": place(row, words),
        "when": timestamp(row.updated),
    }
    match row.status:
        case "lobby":
            return words("host.status.lobby", **figures)
        case "aside":
            return words("host.status.aside", **figures, number=max(row.checked or 0, 0))
        case _:
            try:
                table = await bot.games.table(row.id)
                progress = bot.presentation(table).progress(table.view(None), words)
            except (Refusal, KeyError, ValueError):  # it cannot be read: go on with the others
                return words("host.status.unreadable", **figures)
            return words("host.status.line", **figures, progress=progress)


def _replay_text(bot: Client, rows: tuple[GameRow, ...], words: Words) -> str:
    """The replay check since the bot started, as far as it concerns this server."""
    aside = [row for row in rows if row.status == "aside"]
    lines = [f"**{words('host.replay.title')}**"]
    if aside:
        lines.append(words("host.replay.differs", len(aside)))
    lines += [
        words(
            "host.replay.line",
            game=words(f"game.{row.game}"),
            link=place(row, words),
            number=max(row.checked or 0, 0) + 1,
        )
        for row in aside[:_MOST_LINES]
    ]
    lines.append(words("host.replay.good", sum(row.status == "playing" for row in rows)))
    if not bot.games.report.done:
        lines.append(words("host.replay.running"))
    return "\n".join(lines)


# -- limits --------------------------------------------------------------------


async def _limits(
    context: CommandContext, tables: app_commands.Range[int, 1, 500] | None = None
) -> None:
    """Say how many tables may be open here, after changing that if a number is given."""
    check_host(context.interaction)
    if tables is not None:
        await context.bot.store.set_most_tables(context.guild, tables)
    most, words = await context.bot.lobbies.most_tables(context.guild), context.words
    number = await context.bot.store.game_index.count_open(context.guild)
    lines = (
        words("host.limits.tables", most=most),
        words("host.limits.open", number=number),
        words("host.limits.waiting", most=MOST_WAITING),
    )
    await context.answer("\n".join(lines))


# -- free and continue -----------------------------------------------------------


async def _free(context: CommandContext, table: str | None = None) -> None:
    check_host(context.interaction)
    words = context.words
    try:
        target = await _find_table(context, table)
    except BeingUpdated:
        raise
    except Unreadable:
        game = await _unreadable(context, table)
        question = words("host.free.unreadable", number=game)
    else:
        if target is None or target.game.status not in OPEN:
            raise NothingToFree
        game = target.game.id
        where = await _table_line(context.bot, target.game, words)
        question = f"{where}\n{words('host.free.ask')}"
    end = button(
        *("host_free", game),
        label=words("host.free.button"),
        style=discord.ButtonStyle.danger,
    )
    await context.answer(compose(question, rows=[[end]]))


async def _unreadable(context: CommandContext, table: str | None) -> GameId:
    """The number of an open table that cannot be read: the given one, or the channel's.

    Raises:
        NothingToFree: there is no open table.
    """
    numbers = await context.bot.store.game_index.open_numbers(context.guild, context.channel)
    for game, channel in numbers.items():
        if (channel == context.channel) if table is None else (str(game) == table.strip()):
            return game
    raise NothingToFree


async def _on_free(click: Click) -> None:
    """End the game, once the admin has confirmed it."""
    here = (check_host(click.interaction), click.interaction.channel_id)
    if click.game not in await click.bot.store.game_index.open_numbers(*here):
        raise UnknownTable
    await click.bot.games.end(click.game)
    await click.show(click.words("host.free.done"))


async def _continue(context: CommandContext, table: str | None = None) -> None:
    check_host(context.interaction)
    target = await _find_table(context, table)
    if target is None or target.game.status != "aside":
        raise NothingAside
    try:
        game = await context.bot.games.continue_from(target.game.id)
    except NotSetAside as error:  # its players were faster
        raise NothingAside from error
    await context.answer(context.words("host.continue.done", number=game.number))


async def _bar(context: CommandContext, person: discord.Member | discord.User) -> None:
    """Bar someone from the tables of this server, or lift the bar."""
    check_host(context.interaction)
    barred = await context.bot.people.switch_bar(context.guild, person.id)
    id_ = "host.bar.done" if barred else "host.bar.lifted"
    await context.answer(context.words(id_, name=plain(bare(person.display_name))))


async def _seat(context: CommandContext, table: str | None = None) -> None:
    """Show the seats that only an admin can decide about."""
    check_host(context.interaction)
    target = await _find_table(context, table)
    if target is None:
        raise NothingToFree
    found, rows = await context.bot.seats.hosts_choices(target.game.id)
    words = context.words
    if not rows:
        await context.answer(words("host.seat.none"))
        return
    buttons = [
        button(
            *("host_seat", found.game.id, row.seat, what),
            label=words(f"host.seat.{what}", name=holder_label(found, row, words)),
        )
        for row in rows
        for what in ("stand_in", "open")
        if what == "open" or row.stand_in is None
    ]
    await context.answer(compose(words("host.seat.title"), rows=in_rows(buttons)))


async def _on_seat(click: Click) -> None:
    """Decide about a seat: `host_seat:<game>:<seat>:<stand_in|open>`."""
    here = (check_host(click.interaction), click.interaction.channel_id)
    if click.game not in await click.bot.store.game_index.open_numbers(*here):
        raise UnknownTable
    match click.args:
        case (_, "stand_in"):
            await click.bot.seats.decide(click.game, click.number(0), "stand_in")
        case (_, "open"):
            await click.bot.seats.decide(click.game, click.number(0), "open")
        case _:
            raise UnknownChoice
    await click.show(click.words("host.seat.done"))


async def _find_table(context: CommandContext, table: str | None) -> Table | None:
    """The table with that number on this server; without a number, the channel's table.

    Raises:
        UnknownTable: the server has no open table with that number.
        Unreadable: no position of the game can be restored.
    """
    if table is None:
        return await context.bot.games.in_channel(context.channel)
    for game in await context.bot.store.game_index.open_numbers(context.guild, context.channel):
        if str(game) == table.strip():
            return await context.bot.games.table(game)
    raise UnknownTable


async def _tables(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The open tables of this server, the longest untouched first."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        return []
    bot = interaction.client
    words = await bot.words(interaction)
    rows = await bot.store.games.in_guild(interaction.guild_id)
    names = [(_choice_name(interaction, row, words), str(row.id)) for row in rows]
    here = (interaction.guild_id, interaction.channel_id)
    unreadable = set(await bot.store.game_index.open_numbers(*here)) - {row.id for row in rows}
    names += [
        (words("host.table.unreadable", number=game), str(game)) for game in sorted(unreadable)
    ]
    wanted = folded(typed)
    return [
        app_commands.Choice(name=name[: limits.OPTION_TEXT], value=value)
        for name, value in names
        if wanted in folded(name)
    ][: limits.OPTIONS]


def _choice_name(interaction: Interaction, row: GameRow, words: Words) -> str:
    guild = interaction.guild
    channel = guild.get_channel_or_thread(row.channel) if guild else None
    known = channel.name if channel else row.channel
    return words(
        "host.table",
        game=words(f"game.{row.game}"),
        channel=words("channel.gone.name") if row.channel_gone else known,
        number=row.id,
    )
