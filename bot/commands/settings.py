"""`/settings [time_zone]`: what a person chooses for themselves."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from discord import app_commands

from bot.commands.command import CommandContext, command
from bot.interactions import limits
from bot.interactions.client import Interaction, Tree
from bot.screens import settings

_REGIONS: Final = frozenset(
    {
        *("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic"),
        *("Australia", "Europe", "Indian", "Pacific"),
    }
)
"""What names of cities begin with; the others are old names of the same zones."""

_OFFERED: Final = (
    *("Europe/London", "Europe/Madrid", "Europe/Berlin", "Europe/Rome", "Europe/Athens"),
    *("Europe/Kyiv", "Europe/Moscow", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata"),
    *("Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney"),
    *("Pacific/Auckland", "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles"),
    *("America/Denver", "America/Mexico_City", "America/Chicago", "America/New_York"),
    *("America/Sao_Paulo", "UTC"),
)
"""What is offered before anything is typed: one for most clocks of the world."""


def register(tree: Tree) -> None:
    """The command and its autocomplete."""
    made = command("settings", _settings, "time_zone", anywhere=True)
    made.autocomplete("time_zone")(_zones)
    tree.add_command(made)


async def _settings(context: CommandContext, time_zone: str | None = None) -> None:
    people, head = context.bot.people, ""
    if time_zone is None:
        person = await people.read(context.user)
    else:
        person = await people.change(context.user, time_zone=time_zone)
        head = settings.said("time_zone", person, context.words)
    await context.answer(await settings.message(context.bot, person, context.words, head))


async def _zones(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The time zones whose city begins with what has been typed, then those that hold it."""
    now = datetime.fromtimestamp(interaction.client.clock(), UTC)
    found = await asyncio.to_thread(matching, typed)
    return [
        app_commands.Choice(name=_label(zone, now)[: limits.OPTION_TEXT], value=zone)
        for zone in found
    ]


def matching(typed: str) -> list[str]:
    """As many time zones as Discord shows, by the name of their city."""
    wanted = typed.strip().casefold().replace(" ", "_")
    if not wanted:
        return list(_OFFERED)
    names = {zone: zone.rpartition("/")[2].casefold() for zone in _cities()}
    holding = [zone for zone in names if wanted in zone.casefold()]
    holding.sort(key=lambda zone: (not names[zone].startswith(wanted), names[zone]))
    return holding[: limits.OPTIONS]


@cache
def _cities() -> tuple[str, ...]:
    """The time zones that are named after cities, and UTC."""
    known = available_timezones()
    return tuple(sorted(z for z in known if z == "UTC" or z.partition("/")[0] in _REGIONS))


def _label(zone: str, now: datetime) -> str:
    offset = settings.utc_offset(now.astimezone(ZoneInfo(zone)))
    return f"{settings.zone_name(zone)}, {offset}"
