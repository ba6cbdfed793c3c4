"""The colours of every picture: those that all games share, and the palette of a game.

The contrast of text with its ground is at least 4.5, or 3.0 for bold text of 28 px or more.
A player is always a colour AND a shape (`render.marks`), never a colour alone.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

Colour: TypeAlias = str
"""`#RRGGBB`."""

INK: Final = "#1D2536"
SIGNAL: Final = "#FFC21A"
"""What the last action changed, and nothing else."""
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
    """The palette of one game, by the role of each colour; `name` is the game's id.

    A colour that a game does not set is neutral.

    `tiles` are the grounds of tiles by class or kind; the other names say where
    the colour is used: `paper` under everything, `panel` under a box, `header`
    under the title, `accent` for headings and frames, `light` for text on the
    header, `past` for what is spent. `pairs` are colours that often meet in this
    game's pictures only: its palette needs the steps between them. `tall` is the
    height in pixels above which a picture is compressed harder, to stay below 250 kB.
    """

    name: str
    paper: Colour = "#F2F1EC"
    vein: Colour = "#E7E5DD"
    panel: Colour = "#FCFBF8"
    shade: Colour = "#E6E4DB"
    rule: Colour = "#C9C5B8"
    ink: Colour = "#22262E"
    ink2: Colour = "#555B66"
    header: Colour = "#2B3440"
    header2: Colour = "#3E4A5A"
    accent: Colour = "#3F5F7F"
    heading: Colour = "#34526F"
    light: Colour = "#E6D9A8"
    gold: Colour = "#C9A54A"
    past: Colour = "#E0DED6"
    past_ink: Colour = "#6F6C63"
    field: Colour = "#ECEBE4"
    chosen: Colour = "#FFF2CE"
    good: Colour = "#E8F0E0"
    row: Colour = "#EFEDE5"
    sold: Colour = "#CFCCC2"
    chip: Colour = "#66707F"
    laurel: Colour = "#2F6B34"
    bronze: Colour = "#7C5A14"
    tiles: dict[str, Colour] = {}
    pairs: tuple[tuple[Colour, Colour], ...] = ()
    tall: int = 1400

    def __hash__(self) -> int:
        """By name, because `tiles` has no hash; themes of the same name are still compared."""
        return hash(self.name)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """`share` of `other` mixed into `one`, channel by channel."""
    parts = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in parts)


def channels(colour: Colour) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
