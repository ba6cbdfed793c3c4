"""Time zones by what someone types: a city in their language or in English."""

from __future__ import annotations

from functools import cache
from typing import Final
from zoneinfo import available_timezones

from bot.interactions import limits
from render.words import SOURCE, Words, folded
from render.words.zones import is_older_name, older_names

_REGIONS: Final = frozenset(
    {
        *("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic"),
        *("Australia", "Europe", "Indian", "Pacific"),
    }
)
"""How the ids of cities begin; other ids are old names of the same zones."""

_OFFERED: Final = (
    *("Europe/London", "Europe/Madrid", "Europe/Berlin", "Europe/Rome", "Europe/Athens"),
    *("Europe/Kyiv", "Europe/Moscow", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata"),
    *("Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney"),
    *("Pacific/Auckland", "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles"),
    *("America/Denver", "America/Mexico_City", "America/Chicago", "America/New_York"),
    *("America/Sao_Paulo", "UTC"),
)
"""What is offered before anything is typed: one zone for most of the world's clock times."""


def matching(typed: str, words: Words) -> list[str]:
    """As many time zones as Discord shows, with a matching city in a language or in English."""
    wanted = folded(typed)
    if not wanted:
        return list(_OFFERED)
    names = _names(words.language)
    holding = [zone for zone, known in names.items() if any(wanted in each for each in known)]
    holding.sort(
        key=lambda zone: (
            not any(each.startswith(wanted) for each in names[zone][:_SHOWN]),
            names[zone][0],
        )
    )
    return holding[: limits.OPTIONS]


def read_zone(typed: str, words: Words) -> str | None:
    """The time zone that someone has typed: its id, or the city that they mean.

    A city counts if no other matches, or if its name begins with what was typed. A few letters
    can be short for anything: IST begins Istanbul, and is the time in India.
    """
    typed = typed.strip()
    if typed in available_timezones():
        return typed
    found = matching(typed, words) if typed else []
    if len(found) > 1:
        names = _names(words.language)[found[0]][:_SHOWN]
        meant = len(typed) >= _MEANT and any(e.startswith(folded(typed)) for e in names)
        return found[0] if meant else None
    return found[0] if found else None


_MEANT: Final = 4
"""How many letters of a city name are enough where others match too."""

_SHOWN: Final = 2
"""How many of a time zone's names, the first ones, are shown to people."""


@cache
def _names(language: str) -> dict[str, tuple[str, ...]]:
    """How each time zone can be typed: as shown in a language or in English, and by its ids."""
    spoken = (Words.pick(language), Words.pick(SOURCE))
    return {
        zone: (
            *(folded(words.zone(zone)) for words in spoken),
            *(folded(each.replace("_", " ")) for each in (zone, *older_names(zone))),
            folded(zone),
        )
        for zone in _cities()
    }


@cache
def _cities() -> tuple[str, ...]:
    """The time zones that are named after cities, each by one name, and UTC."""
    known = (each for each in available_timezones() if each.partition("/")[0] in _REGIONS)
    return ("UTC", *sorted(each for each in known if not is_older_name(each)))
