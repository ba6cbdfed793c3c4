"""Time zones as people know them: by a city and its country, in every language, from CLDR.

CLDR calls some zones by an older name than the time zone database does (Asia/Calcutta).
Zones that it does not know have the city in their id, in English.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from babel import Locale
from babel.core import get_global

_TERRITORIES: Final = get_global("zone_territories")
_ALIASES: Final = get_global("zone_aliases")
_NOWHERE: Final = frozenset({"", "001", "ZZ"})
"""The territories of zones that belong to no country."""


def city(zone: str, locale: Locale) -> str:
    """The city of a time zone."""
    names = locale.time_zones
    for known in (zone, *older_names(zone)):
        if name := names.get(known, {}).get("city"):
            return str(name)
    return zone.rpartition("/")[2].replace("_", " ")


def country(zone: str, locale: Locale) -> str:
    """The country or territory of a time zone; empty for one that belongs to none."""
    territory = _TERRITORIES.get(_ALIASES.get(zone, zone), "")
    return "" if territory in _NOWHERE else str(locale.territories.get(territory, ""))


def is_older_name(zone: str) -> bool:
    """Whether a time zone has a newer name by now."""
    return zone in _ALIASES


def older_names(zone: str) -> tuple[str, ...]:
    """The earlier names of a time zone."""
    return _older().get(zone, ())


@cache
def _older() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for old, zone in _ALIASES.items():
        found[zone] = (*found.get(zone, ()), old)
    return found
