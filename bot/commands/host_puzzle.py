"""`/host puzzle [channel] [time]`: a puzzle a day; without a time, which channels have one."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands import permissions
from bot.commands.command import CommandContext, command
from bot.commands.permissions import check_host
from bot.commands.play import table_language
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, compose, in_rows, timestamp
from bot.screens.lobby_hour import read_hour
from bot.store.person_rows import PuzzleChannelRow
from bot.tables.core.quiet_hours import zone_of
from bot.tables.core.refusals import UnknownChoice
from render.words import Words
from rules.registry import PUZZLES


def register(group: app_commands.Group) -> None:
    """Add the subcommand."""
    group.add_command(command("host.puzzle", _puzzle, "channel", "time"))


def register_clicks(clicks: ClickRouter) -> None:
    """Register the buttons that turn it off."""
    clicks.on("host_puzzle", _on_off)


async def _puzzle(
    context: CommandContext,
    channel: discord.TextChannel | None = None,
    time: str | None = None,
) -> None:
    """Turn on a puzzle a day, or say where there is one.

    Raises:
        HostsOnly: the person may not manage the server.
        UnknownHour: the text is not a time of day.
        TooManyPuzzleChannels: the server has enough such channels.
    """
    guild, bot, words = check_host(context.interaction), context.bot, context.words
    if time is None:
        await context.answer(await _message(bot, guild, words))
        return
    hour = read_hour(time)
    here = channel or context.interaction.channel
    kind = None if here is None else here.type
    if lacking := permissions.missing(_granted(context, channel), kind):
        await context.answer(permissions.complaint(lacking, words))
        return
    person = await bot.people.read(context.user)
    row = await bot.puzzles.days.turn_on(
        guild,
        context.channel if channel is None else channel.id,
        table_language(context.interaction, words, min(PUZZLES)),
        zone_of(person).key,
        hour.hour * 60 + hour.minute,
        bot.clock(),
    )
    figures = {"channel": f"<#{row.channel}>", "when": timestamp(row.next_at, "F")}
    head = words("host.puzzle.on", **figures)
    if person.time_zone is None:
        head = words("words.sentences", first=head, second=words("host.puzzle.utc"))
    await context.answer(await _message(bot, guild, words, head))


def _granted(
    context: CommandContext, channel: discord.TextChannel | None
) -> discord.Permissions:
    """What the bot may do in the channel."""
    if channel is None or channel.id == context.interaction.channel_id:
        return context.interaction.app_permissions
    return channel.permissions_for(channel.guild.me)


async def _message(bot: Client, guild: int, words: Words, head: str = "") -> Message:
    """The channels with a puzzle a day, each with a button that turns it off."""
    rows = await bot.puzzles.days.of_guild(guild)
    if not rows:
        return compose(head, words("host.puzzle.none"))
    lines = "\n".join(f"- {_line(each, words)}" for each in rows)
    buttons = [
        button(
            *("host_puzzle", 0, row.channel),
            label=words("host.puzzle.off", channel=_name(bot, row)),
        )
        for row in rows
    ]
    return compose(head, f"### {words('host.puzzle')}", lines, rows=in_rows(buttons))


def _line(row: PuzzleChannelRow, words: Words) -> str:
    return words(
        "host.puzzle.line", channel=f"<#{row.channel}>", when=timestamp(row.next_at, "F")
    )


def _name(bot: Client, row: PuzzleChannelRow) -> str:
    """The name of a channel for a button, or its number if it is not known."""
    channel = bot.get_channel(row.channel)
    return str(row.channel) if channel is None else f"#{getattr(channel, 'name', row.channel)}"


async def _on_off(click: Click) -> None:
    """`host_puzzle:0:<channel>`: turn the puzzle off there.

    Raises:
        HostsOnly: the person may not manage the server.
        UnknownChoice: the server has no puzzle there.
    """
    guild, channel = check_host(click.interaction), click.number(0)
    if not await click.bot.puzzles.days.turn_off(guild, channel):
        raise UnknownChoice
    head = click.words("host.puzzle.ended", channel=f"<#{channel}>")
    await click.show(await _message(click.bot, guild, click.words, head))
