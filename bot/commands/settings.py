"""`/settings [time_zone]`: what a person chooses for themselves."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from discord import app_commands

from bot.commands.command import CommandContext, command
from bot.commands.reach import Reach
from bot.interactions import limits
from bot.interactions.client import Interaction, Tree
from bot.screens import settings
from bot.screens.time_zones import matching, read_zone
from render.words import Words


def register(tree: Tree) -> None:
    """Add the command and its autocomplete to the tree."""
    made = command("settings", _settings, "time_zone", reach=Reach.EVERYWHERE)
    made.autocomplete("time_zone")(_zones)
    tree.add_command(made)


async def _settings(context: CommandContext, time_zone: str | None = None) -> None:
    people, head = context.bot.people, ""
    if time_zone is None:
        person = await people.read(context.user)
    else:
        zone = await asyncio.to_thread(read_zone, time_zone, context.words)
        person = await people.change(context.user, time_zone=zone or time_zone)
        head = settings.said("time_zone", person, context.words)
    await context.answer(await settings.message(context.bot, person, context.words, head))


async def _zones(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The time zones whose city begins with what was typed, then those that contain it."""
    now = datetime.fromtimestamp(interaction.client.clock(), UTC)
    words = await interaction.client.words(interaction)
    found = await asyncio.to_thread(matching, typed, words)
    return [
        app_commands.Choice(name=_label(zone, now, words)[: limits.OPTION_TEXT], value=zone)
        for zone in found
    ]


def _label(zone: str, now: datetime, words: Words) -> str:
    offset = settings.utc_offset(now.astimezone(ZoneInfo(zone)))
    return f"{words.zone(zone)}, {offset}"
