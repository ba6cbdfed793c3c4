"""What the key of symbols of The Princes of Florence contains."""

from __future__ import annotations

from typing import Final

from render.florence.theme import THEME
from render.symbols import KeyStyle, Section, Symbol, signs
from render.theme import IVORY
from rules.florence.catalogue import BUILDINGS, FREEDOMS, LANDSCAPES, SEATS


def _symbol(icon: str, text: str = "") -> Symbol:
    return Symbol(f"florence.{icon}", text or f"symbols.florence.{icon}")


def _building(kind: str) -> Symbol:
    """A building as on the board: ivory on the colour of its size."""
    ground = THEME.tiles[BUILDINGS[kind].size]
    return Symbol(f"florence.{kind}", f"term.{kind}", IVORY, ground)


_ITEMS: Final = ("jester", "builder", "prestige", "recruiting")
_GOODS: Final = ("florin", "points", "work", "sold", "grid", "profession", "bonus")
_SIZES: Final = ("large", "medium", "small")

KEY: Final = KeyStyle(
    game="florence",
    theme=THEME,
    sections=(
        Section("symbols.section.florence.goods", tuple(map(_symbol, _GOODS))),
        Section(
            "symbols.section.florence.items",
            tuple(_symbol(each, f"term.{each}") for each in (*_ITEMS, *LANDSCAPES)),
        ),
        Section(
            "symbols.section.florence.freedoms",
            tuple(_symbol(each, f"term.{each}") for each in FREEDOMS),
        ),
        Section(
            "symbols.section.florence.buildings",
            (*map(_building, BUILDINGS), *map(_symbol, _SIZES)),
        ),
        signs("first", "deck", "check", "no", "hour", "seats", "computer"),
    ),
    seats=SEATS[-1],
    amounts={
        "unit.florins": "florence.florin",
        "unit.prestige": "florence.points",
        "florence.delta.florins": "florence.florin",
        "florence.delta.prestige": "florence.points",
    },
)
"""Every icon of the game."""
