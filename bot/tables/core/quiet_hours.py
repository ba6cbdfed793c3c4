"""Quiet hours: when a person wants no reminder, in their own time zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.store.person_rows import PersonRow
from bot.store.rows import Pace

MOST_HOURS: Final = 12
"""How many hours quiet hours may last."""

USUAL_HOURS: Final = 8
"""How many hours they last until their end is chosen."""


def zone_of(person: PersonRow) -> ZoneInfo:
    """The person's time zone; UTC if none was chosen, or if it is no longer known."""
    return zone_named(person.time_zone or "UTC")


def zone_named(name: str) -> ZoneInfo:
    """A time zone by its name; UTC if it is no longer known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def quiet_until(person: PersonRow, unix: float) -> float | None:
    """When the quiet hours around a time end; None: it is not in quiet hours.

    The end is computed in UTC, so a clock change during that night counts.

    Args:
        person: with quiet hours or without.
        unix: that time, in Unix seconds.

    Returns:
        Unix seconds.
    """
    if person.quiet_start is None or person.quiet_end is None:
        return None
    start, end = person.quiet_start, person.quiet_end
    zone = zone_of(person)
    local = datetime.fromtimestamp(unix, zone)
    if (local.hour - start) % 24 >= (end - start) % 24:
        return None
    day = local.date() + timedelta(days=local.hour >= end)
    ends = datetime(day.year, day.month, day.day, end, tzinfo=zone).astimezone(UTC)
    return max(ends.timestamp(), unix)


def quiet_for(pace: Pace, person: PersonRow, unix: float) -> float | None:
    """For how many seconds a person wants no sound; None: sound is allowed now.

    Args:
        pace: the table's pace; live tables ignore quiet hours.
        person: with quiet hours or without.
        unix: now, in Unix seconds.
    """
    until = None if pace == "live" else quiet_until(person, unix)
    return None if until is None else until - unix
