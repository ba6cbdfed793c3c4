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
    header, `past` for what is spent. `pairs` are colours that meet often in this
    game's pictures alone: its palette needs the steps between them.
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
    pairs: tuple[tuple[Colour, Colour], ...] = ()


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


LACRIMOSA: Final = Theme(
    name="lacrimosa",
    paper="#F6EFDD",
    vein="#EFE6CF",
    panel="#FDFAF0",
    shade="#EBE1C7",
    rule="#B9AB87",
    ink="#1D2536",
    ink2="#4A5162",
    header="#1D2536",
    header2="#2A3449",
    accent="#7C1E2E",
    heading="#7C1E2E",
    light="#EBCB7A",
    gold="#C79A3B",
    past="#E4DFD0",
    past_ink="#8C8674",
    field="#F4F6FA",
    chosen="#FFF2CE",
    good="#E9F1E2",
    row="#F3E3B6",
    sold="#DCE4F1",
    chip="#4F5B78",
    laurel="#2F6B34",
    bronze="#8A5A2B",
    tiles={
        "opus": "#7C1E2E",
        "memory": "#24477F",
        "sea": "#DDE3DF",
        "wave": "#C9D3D0",
        "land": "#F3E8CC",
        "bonus": "#F3E3B6",
        "requiem": "#3A2750",
        "travel": "#2F6B34",
        "ochre": "#B27A1C",
        "journey": "#B3202E",
    },
    pairs=(
        ("#1D2536", "#F4F6FA"),
        ("#1D2536", "#F3E3B6"),
        ("#A3131F", "#F6DFD3"),
        ("#24477F", "#FFFFFF"),
        ("#24477F", "#F4F6FA"),
        ("#24477F", "#DCE4F1"),
        ("#7C1E2E", "#EBCB7A"),
        ("#24477F", "#EBCB7A"),
        ("#1D2536", "#F3E8CC"),
        ("#1D2536", "#DCE4F1"),
        ("#6E4D12", "#EBCB7A"),
        ("#C79A3B", "#FDFAF0"),
        ("#B3202E", "#FDFAF0"),
        ("#3A2750", "#FFFDF6"),
        ("#B27A1C", "#FFFDF6"),
        ("#8C8674", "#E4DFD0"),
    ),
)


THEMES: Final = {theme.name: theme for theme in (FLORENCE, LACRIMOSA)}
"""Every palette, by its name."""


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """`share` of `other` mixed into `one`, channel by channel."""
    parts = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in parts)


def channels(colour: Colour) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
