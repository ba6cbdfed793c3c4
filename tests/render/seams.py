"""Seams in a catalogue: where nothing that is filled into a text could fit it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

DATES: Final = frozenset(
    {
        *("lobby.line", "lobby.line.hour", "lobby.hour.set", "lobby.renewed"),
        *("pause.until", "proposal.pause"),
    }
)
"""The texts whose `{when}` is a date in Discord; elsewhere it reads like "5 minutes ago"."""

_NAMED: Final = (
    "name|names|winner|seat|starter|by|guest|person|movement|composer|place|lot|card"
)
_PEOPLE: Final = "name|names|winner|starter|by|guest|person|asked"
_AMOUNTS: Final = "ducats|florins|points|counters|cards|has|needs|missing|reward"

_SEAMS: Final = {
    language: tuple((re.compile(pattern), why) for pattern, why in rules)
    for language, rules in {
        "en": (
            (r"\b(?:since|for|until|before|after) \{(?:when|ago)\}", "“since 5 minutes ago”"),
            (rf"\{{(?:{_AMOUNTS})\}} (?:are|have|count)\b", "“1 are”"),
        ),
        "es": (
            (r"\b(?:hasta|durante|tras) (?:el )?\{(?:when|ago)\}", "«hasta hace 5 minutos»"),
            (r"\b(?:[Ff]altan|[Ss]obran|[Vv]aldrán|[Aa]precian):? \{(?!n\})", "«faltan 1»"),
        ),
        "fr": (
            (
                r"\b(?:depuis|jusqu’(?:à|au)|dès) \{(?:when|ago)\}",
                "« depuis il y a 5 minutes »",
            ),
            (rf"\b(?:de|que|si|jusque) \{{(?:{_NAMED})\}}", "no elision: « de Ada »"),
            (
                r"\b(?:[Aa]tteignent|[Ss]uffisent|[Mm]anquent)(?:\s:)? \{(?!n\})",
                "« atteignent 1 »",
            ),
            (rf"\{{(?:{_AMOUNTS})\}} rapporte(?:ront|nt)\b", "« 1 ducat rapporteront »"),
            (
                r"\{(?:lot|what)\}.*(?:\ble dernier\b|\bla dernière\b|\bune? de plus\b)",
                "a gender of what is filled in",
            ),
        ),
        "ru": (
            (r"(?:^|\s)(?:с|со|до|после|через) \{(?:when|ago)\}", "«с 5 минут назад»"),
            (r"\} дадут\b|\b(?:достигают|дадут|принес[ёу]т): \{", "a verb that cannot agree"),
            (r"за большинство", "most of all, not over a half"),
        ),
    }.items()
}
_DATED: Final = {
    "es": re.compile(r"(?<!\bel )\{when\}"),
    "fr": re.compile(r"(?<!\b[àa]u )(?<!\ble )\{when\}"),
}
"""A date without its article: « jusqu’à 26 novembre »."""

_IN_BRACKETS: Final = re.compile(rf"\([^()]*\{{(?:{_PEOPLE})\}}[^()]*\)")
_PAGE: Final = re.compile(r"\b(?:docs/\S+|\w+)\.md\b")


def seams(language: str, id_: str, text: str) -> Iterator[str]:
    """What cannot fit in one form of a text."""
    if id_ in DATES:
        if language in _DATED and _DATED[language].search(text):
            yield "a date without its article"
        text = text.replace("{when}", "")
    for pattern, why in _SEAMS.get(language, ()):
        if hit := pattern.search(text):
            yield f"{hit[0]!r}: {why}"
    if hit := _IN_BRACKETS.search(text):
        yield f"{hit[0]!r}: what is filled in can have brackets of its own"
    for page in _PAGE.findall(text):
        if not (ROOT / page).exists():
            yield f"there is no page {page}"
