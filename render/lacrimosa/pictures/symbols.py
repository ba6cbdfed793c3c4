"""What the key of symbols of Lacrimosa contains."""

from __future__ import annotations

from typing import Final

from render.lacrimosa.theme import THEME
from render.symbols import KeyStyle, Section, Symbol, signs
from render.theme import IVORY
from rules.lacrimosa.catalogue import SEATS
from rules.lacrimosa.grammar import GRANTS, INSTRUMENTS, KINDS, TYPES


def _symbol(icon: str, text: str = "") -> Symbol:
    return Symbol(f"lacrimosa.{icon}", text or f"symbols.lacrimosa.{icon}")


def _family(family: str, icons: tuple[str, ...]) -> tuple[Symbol, ...]:
    """Icons whose words are terms of the game."""
    return tuple(_symbol(each, f"lacrimosa.{family}.{each}") for each in icons)


_GOODS: Final = ("vp", "ducats", "finance")
_PLACES: Final = ("mozart", "court", "neutral", "eighth", "sixteenth")
_SIGNS: Final = ("again", "up", "leads_to")

KEY: Final = KeyStyle(
    game="lacrimosa",
    theme=THEME,
    sections=(
        Section(
            "symbols.section.lacrimosa.goods",
            (*map(_symbol, _GOODS), *_family("kind", KINDS), _symbol("wild")),
        ),
        Section("symbols.section.lacrimosa.actions", _family("action", GRANTS)),
        Section(
            "symbols.section.lacrimosa.cards",
            (
                *_family("type", TYPES),
                _symbol("start"),
                Symbol(
                    icon="lacrimosa.quill",
                    text="symbols.lacrimosa.quill",
                    colour=IVORY,
                    ground=THEME.tiles["memory"],
                ),
            ),
        ),
        Section("symbols.section.lacrimosa.instruments", _family("instrument", INSTRUMENTS)),
        Section("symbols.section.lacrimosa.places", tuple(map(_symbol, _PLACES))),
        signs(
            *("first", "deck", "check", "no", "lock", "hour", "seats", "computer"),
            own=tuple(map(_symbol, _SIGNS)),
        ),
    ),
    seats=SEATS[-1],
    amounts={
        f"lacrimosa.{form}.{unit}": f"lacrimosa.{unit}"
        for unit in ("ducats", "vp", *KINDS, "wild")
        for form in ("unit", "change")
        if (form, unit) != ("change", "wild")
    },
)
"""Every icon of the game."""
