"""**At a time** in a lobby: the form for the day and the hour at which its game starts."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.interactions import forms
from bot.interactions.clicks import Click, ClickRouter, Option
from bot.interactions.forms import Choices, Field, Text
from bot.interactions.message import timestamp
from bot.interactions.replies import Acknowledge
from bot.screens import lobby_more, lobby_options
from bot.screens.lobby import lobby_of
from bot.screens.time_zones import read_zone
from bot.store.person_rows import PersonRow
from bot.tables.core.options import PACE
from bot.tables.core.quiet_hours import zone_of
from bot.tables.core.refusals import UnknownChoice, UnknownCity, UnknownHour
from bot.tables.core.table import Table
from bot.tables.lobby.lobby_changes import check_open
from bot.tables.lobby.lobby_times import times_of
from render.words import Words

DAYS: Final = 7
"""How many days are offered: no lobby is open for longer."""

_HOUR: Final = re.compile(r"(\d{1,2})\s*(?:[:.hч]\s*(\d{2})?)?\s*([ap]\.?m\.?)?", re.IGNORECASE)
"""20, 20:00, 20.00, 20 h, 20h00, 8 pm, 8:00 p.m."""


def fields(table: Table, person: PersonRow, now: datetime, words: Words) -> tuple[Field, ...]:
    """The day, the hour, the pace and, for a person who has chosen none, the time zone."""
    today = now.astimezone(zone_of(person)).date()
    if person.time_zone is None:  # it may be yesterday there
        today -= timedelta(days=1)
    days = (today + timedelta(days=each) for each in range(DAYS + (person.time_zone is None)))
    zone = Text(
        key="zone",
        label=words("lobby.hour.zone"),
        hint=words("lobby.hour.zone.hint"),
        most=60,
    )
    return (
        Choices(
            key="day",
            label=words("lobby.hour.day"),
            options=tuple(Option(each.isoformat(), words.day(each)) for each in days),
        ),
        Text(
            key="hour",
            label=words("lobby.hour.hour"),
            hint=words.clock(time(20)),
            most=10,
        ),
        *((zone,) if person.time_zone is None else ()),
        _pace(table, words),
    )


def _pace(table: Table, words: Words) -> Choices:
    """The pace; people who agree on an hour mostly play live."""
    usual = "live" if times_of(table.game).hour is None else PACE.value(table.game)
    field = lobby_options.shared(PACE, table, words).field
    options = tuple(
        Option(each.value, each.label, chosen=each.value == usual) for each in field.options
    )
    return Choices(key=field.key, label=field.label, options=options)


def read_hour(text: str) -> time:
    """The time of day that someone has written.

    Raises:
        UnknownHour: the text is not a time of day.
    """
    match = _HOUR.fullmatch(text.strip())
    if match is None:
        raise UnknownHour
    hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "")[:1].lower()
    if half and not 1 <= hour <= 12:
        raise UnknownHour
    hour = hour % 12 + 12 * (half == "p") if half else hour
    try:
        return time(hour, minute)
    except ValueError as error:
        raise UnknownHour from error


def _read_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise UnknownChoice from error


async def _zone(click: Click) -> ZoneInfo:
    """The person's time zone, which they have just written if it was unknown.

    Raises:
        UnknownCity: no city has that name.
        DeletedBefore: the person's data was deleted, and nothing may be stored about them.
    """
    people = click.bot.people
    person = await people.read(click.user)
    if person.time_zone is None:
        typed = click.filled_in.get("zone", "")
        zone = await asyncio.to_thread(read_zone, typed, click.words)
        if zone is None:
            raise UnknownCity
        person = await people.change(click.user, time_zone=zone)
    return zone_of(person)


# -- the buttons --------------------------------------------------------------


async def _on_hour(click: Click) -> None:
    table = await lobby_of(click)
    check_open(table, click.user)
    person = await click.bot.people.read(click.user)
    now = datetime.fromtimestamp(click.bot.clock(), UTC)
    title, found = click.words("lobby.button.hour"), fields(table, person, now, click.words)
    await forms.ask(click, "lobby_hour", title=title, fields=found)


async def _on_chosen(click: Click) -> None:
    """Set the hour; in the answer, Discord shows it to everyone in their own time."""
    check_open(await lobby_of(click), click.user)
    given = click.filled_in
    day, hour = _read_day(given.get("day", "")), read_hour(given.get("hour", ""))
    at = datetime.combine(day, hour, tzinfo=await _zone(click)).timestamp()
    pace = given.get("pace", "")
    table = await click.bot.lobbies.set_hour(click.game, click.user, at, pace)
    await lobby_more.show(click, table, click.words("lobby.hour.set", when=timestamp(at, "f")))


async def _on_none(click: Click) -> None:
    pace = PACE.value((await lobby_of(click)).game)
    table = await click.bot.lobbies.set_hour(click.game, click.user, None, pace)
    await lobby_more.show(click, table)


def register(clicks: ClickRouter) -> None:
    """Register the button that opens the form, and the one that removes the hour."""
    clicks.on("lobby_hour", _on_hour, Acknowledge.NONE)
    clicks.on("lobby_no_hour", _on_none)
    clicks.on_form("lobby_hour", _on_chosen)
