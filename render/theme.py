"""The colours of every picture: what is common, and one palette a game.

Contrast of text on its ground is at least 4.5, or 3.0 for bold text from 28 px.
A player is always a colour AND a shape (`render.marks`), never a colour alone.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

Colour: TypeAlias = str
"""`#RRGGBB`."""

INK: Final = "#1D2536"
SIGNAL: Final = "#FFC21A"
"""Changed by the last action, and nothing else."""
COST: Final = "#A3131F"
PINK: Final = "#F6DFD3"
GOOD: Final = "#2F6B34"
IVORY: Final = "#FFFDF6"
WHITE: Final = "#FFFFFF"
NEUTRAL: Final = "#9A9484"


class SeatColours(msgspec.Struct, frozen=True):
    """A seat's colour and the text colour that is legible on it."""

    ground: Colour
    text: Colour


SEATS: Final = (
    SeatColours("#1F4FC0", WHITE),
    SeatColours("#C4301A", WHITE),
    SeatColours("#F2A81D", INK),
    SeatColours("#2E9C94", WHITE),
    SeatColours("#46283C", WHITE),
)


class Theme(msgspec.Struct, frozen=True):
    """The palette of one game, by the part a colour plays.

    `tiles` are the grounds of tiles by class or kind; the other names say where
    the colour stands: `paper` under everything, `panel` under a box, `header`
    under the title, `accent` for headings and frames, `light` for text on the
    header, `past` for what is spent.
    """

    name: str
    paper: Colour
    vein: Colour
    panel: Colour
    shade: Colour
    rule: Colour
    ink: Colour
    ink2: Colour
    header: Colour
    header2: Colour
    accent: Colour
    heading: Colour
    light: Colour
    gold: Colour
    past: Colour
    past_ink: Colour
    field: Colour
    chosen: Colour
    good: Colour
    row: Colour
    sold: Colour
    chip: Colour
    laurel: Colour
    bronze: Colour
    tiles: dict[str, Colour]


FLORENCE: Final = Theme(
    name="florence",
    paper="#F1EBE1",
    vein="#E6DDCE",
    panel="#FDFAF5",
    shade="#E8E1D3",
    rule="#D9CEBD",
    ink="#2C2520",
    ink2="#5E5348",
    header="#1B2F55",
    header2="#24477F",
    accent="#B4532F",
    heading="#9A4323",
    light="#F3D27A",
    gold="#E0B04A",
    past="#E3DACA",
    past_ink="#746A5D",
    field="#E9E4D3",
    chosen="#FFF2CE",
    good="#EAF0DD",
    row="#F3EBDD",
    sold="#CFC3B0",
    chip="#6F86B3",
    laurel="#4E6428",
    bronze="#7C5A14",
    tiles={
        "large": "#A9492B",
        "medium": "#C98A2B",
        "small": "#8C6A5A",
        "forest": "#5E7F3D",
        "lake": "#4F8BB8",
        "park": "#A5BE5A",
    },
)


THEMES: Final = {theme.name: theme for theme in (FLORENCE,)}
"""Every palette, by its name."""


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """`share` of `other` mixed into `one`, channel by channel."""
    parts = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in parts)


def channels(colour: Colour) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
