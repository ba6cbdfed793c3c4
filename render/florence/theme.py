"""The colours of The Princes of Florence: marble, lapis and terracotta."""

from __future__ import annotations

from typing import Final

from render.icons.florence import DEEP_LAPIS, EMPTY, LAPIS, LARGE, MEDIUM, SMALL, TERRACOTTA
from render.theme import Theme

THEME: Final = Theme(
    name="florence",
    paper="#F1EBE1",
    vein="#E6DDCE",
    panel="#FDFAF5",
    shade="#E8E1D3",
    rule="#D9CEBD",
    ink="#2C2520",
    ink2="#5E5348",
    header=DEEP_LAPIS,
    header2=LAPIS,
    accent=TERRACOTTA,
    heading="#9A4323",
    light="#F3D27A",
    gold="#E0B04A",
    past="#E3DACA",
    past_ink="#746A5D",
    field=EMPTY,
    chosen="#FFF2CE",
    good="#EAF0DD",
    row="#F3EBDD",
    sold="#CFC3B0",
    chip="#6F86B3",
    laurel="#4E6428",
    bronze="#7C5A14",
    tiles={
        "large": LARGE,
        "medium": MEDIUM,
        "small": SMALL,
        "forest": "#5E7F3D",
        "lake": "#4F8BB8",
        "park": "#A5BE5A",
    },
    tall=1800,
)
