"""A person's settings: one private panel, which confirms each change."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any, Final

import discord
from msgspec.structs import replace

from bot.interactions import limits
from bot.interactions.clicks import Click, ClickRouter, Option, button, custom_id, select, whole
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose
from bot.screens import coach
from bot.store.person_rows import PersonRow
from bot.store.rows import UserId
from bot.tables.core.quiet_hours import MOST_HOURS, zone_of
from bot.tables.core.refusals import UnknownChoice
from render.words import Words, coverage

REMINDERS: Final = (0, 3, 12, 24, 48)
"""The hours after which people may be reminded; 0: never."""

_NONE: Final = "none"
"""The value of a choice that leaves a setting open."""


async def message(bot: Client, person: PersonRow, words: Words, head: str = "") -> Message:
    """The panel of a person's settings.

    Args:
        bot: for the time of day.
        person: with their settings.
        words: their language.
        head: what to say first.
    """
    now = datetime.fromtimestamp(bot.clock(), UTC).astimezone(zone_of(person))
    zone = words(
        "settings.time_zone",
        zone=words.zone(person.time_zone or "UTC"),
        offset=utc_offset(now),
        time=words.clock(now.time()),
    )
    notes = (words("settings.quiet"), words("settings.private"))
    texts = (f"### {words('settings.title')}", zone, *notes)
    rows = [_select(key, person, words) for key in _VALUES if _values(key, person)]
    rows.append([_bars(await bot.store.bars.of_person(person.user), words)])
    rows += [_switches(person, words), await coach.switches(bot, person.user, words)]
    return compose(head, "\n".join(texts), rows=rows)


def _bars(barred: tuple[UserId, ...], words: Words) -> discord.ui.UserSelect[Any]:
    """A select of people barred from the tables a person opens; a new choice replaces all."""
    return discord.ui.UserSelect(
        custom_id=custom_id("set_bars", 0, prefix="m1s"),
        placeholder=words("settings.bars"),
        min_values=0,
        max_values=limits.OPTIONS,
        default_values=[
            discord.SelectDefaultValue(id=user, type=discord.SelectDefaultValueType.user)
            for user in barred[: limits.OPTIONS]
        ],
    )


def utc_offset(moment: datetime) -> str:
    """How far a moment's time zone is from UTC at that moment."""
    offset = f"{moment:%z}"
    return f"UTC{offset[:3]}:{offset[3:]}"


def said(key: str, person: PersonRow, words: Words) -> str:
    """A setting as it is now, in one line."""
    value = getattr(person, key)
    match key:
        case "locale" if value is not None:
            return words("settings.locale", language=Words.pick(value)("language.name"))
        case "reminders" if value:
            return words("settings.reminders", value)
        case "quiet_start" | "quiet_end" if value is not None:
            return words(f"settings.{key}", time=words.clock(time(value)))
        case "calls":
            return words(f"settings.calls.{person.called}")
        case "hands":
            return words(f"settings.hands.{value}")
        case "invitations" | "listed" | "symbols" | "ends_turns":
            return words(f"settings.{key}.{'on' if value else 'off'}")
        case "time_zone":
            return words("settings.time_zone.said", zone=words.zone(value or "UTC"))
        case _:
            return words(f"settings.{key}.none")


_SWITCHES: Final = ("invitations", "listed", "symbols", "ends_turns")
"""Settings that are on or off."""

_VALUES: Final = ("locale", "calls", "hands", "reminders", "quiet_start", "quiet_end")


def _values(key: str, person: PersonRow) -> tuple[Any, ...]:
    """The possible values of a setting in a menu; empty if it means nothing now."""
    match key:
        case "locale":
            return (None, *coverage.named())
        case "calls":
            return ("dm", "channel")
        case "hands":
            return ("dm", "button")
        case "reminders":
            return REMINDERS
        case "quiet_start":
            return (None, *range(24))
        case "quiet_end" if person.quiet_start is not None:
            return tuple((person.quiet_start + n) % 24 for n in range(1, MOST_HOURS + 1))
        case _:
            return ()


def _select(key: str, person: PersonRow, words: Words) -> Row:
    """A menu of the possible values of a setting, each worded as its confirmation."""
    now = person.called if key == "calls" else getattr(person, key)
    options = tuple(
        Option(
            _NONE if value is None else str(value),
            said(key, _with(person, key, value), words),
            chosen=value == now,
        )
        for value in _values(key, person)
    )
    return [select("set", 0, key, options=options)]


def _switches(person: PersonRow, words: Words) -> Row:
    """A button for each setting that is on or off: it says which, and changes it."""
    return [
        button(
            *("set", 0, key, "off" if getattr(person, key) else "on"),
            label=said(key, person, words),
            style=(
                discord.ButtonStyle.success
                if getattr(person, key)
                else discord.ButtonStyle.secondary
            ),
        )
        for key in _SWITCHES
    ]


def _with(person: PersonRow, key: str, value: Any) -> PersonRow:
    return replace(person, **{key: value})


async def _on_set(click: Click) -> None:
    """Change a setting: `set:0:<key>` with a value from a menu, or `set:0:<key>:on|off`."""
    key, spelled = (*click.args, *click.values, "", "")[:2]
    person = await click.bot.people.read(click.user)
    if key in _SWITCHES and spelled in {"on", "off"}:
        value: Any = spelled == "on"
    else:
        values = {_NONE if v is None else str(v): v for v in _values(key, person)}
        if spelled not in values:
            raise UnknownChoice
        value = values[spelled]
    person = await click.bot.people.change(click.user, **{key: value})
    words = await click.bot.words(click.interaction)
    await click.show(await message(click.bot, person, words, said(key, person, words)))


async def _on_coach(click: Click) -> None:
    """Switch the coach of a game: `set_coach:0:<title>:on|off`."""
    title, on = await coach.switched(click)
    head = click.words(
        f"settings.coach.{'on' if on else 'off'}", game=click.words(f"game.{title}")
    )
    person = await click.bot.people.read(click.user)
    await click.show(await message(click.bot, person, click.words, head))


async def _on_bars(click: Click) -> None:
    """Bar the chosen people, and nobody else, from the tables that the person opens."""
    chosen = tuple(user for each in click.values if (user := whole(each)) != click.user)
    users = await click.bot.people.set_bars(click.user, chosen)
    person = await click.bot.people.read(click.user)
    head = click.words("settings.bars.said", len(users))
    await click.show(await message(click.bot, person, click.words, head))


def register(clicks: ClickRouter) -> None:
    """Register the menus and buttons of the panel."""
    clicks.on("set", _on_set)
    clicks.on("set_bars", _on_bars)
    clicks.on("set_coach", _on_coach)
