"""Marks of the seats: a colour and a shape, always together.

Seat 0 is a blue circle, 1 a red square, 2 an amber triangle, 3 a teal diamond,
4 a plum cross. On dark or coloured ground a mark has an ivory plate.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from render.icons.pen import Pen, Point
from render.theme import INK, IVORY, NEUTRAL, SEATS

_CROSS: Final[tuple[Point, ...]] = (
    (33, 10), (67, 10), (67, 33), (90, 33), (90, 67), (67, 67),
    (67, 90), (33, 90), (33, 67), (10, 67), (10, 33), (33, 33),
)  # fmt: skip
SHAPES: Final[dict[int, tuple[Point, ...]]] = {
    1: ((14, 14), (86, 14), (86, 86), (14, 86)),
    2: ((50, 9), (94, 86), (6, 86)),
    3: ((50, 3), (97, 50), (50, 97), (3, 50)),
    4: _CROSS,
}
"""The outlines of all marks but the circle, in hundredths of the side."""


@lru_cache(maxsize=256)
def mark(seat: int | None, side: int) -> Image.Image:
    """A seat's mark as RGBA; None is the neutral disc for no seat yet."""
    pen = Pen(side)
    edge = max(5.0, 150 / side)  # never thinner than a pixel and a half
    colour = NEUTRAL if seat is None else SEATS[seat].ground
    outline = SHAPES.get(seat) if seat is not None else None
    if outline is None:
        pen.disc(50, 50, 43 + edge / 2, colour, INK, edge)
    else:
        pen.poly(outline, colour, INK, edge)
    return pen.finished()


@lru_cache(maxsize=256)
def plate(seat: int | None, side: int) -> Image.Image:
    """A seat's mark on its ivory plate."""
    pen = Pen(side)
    pen.rect(0, 0, 100, 100, IVORY, 12)
    stamp = pen.finished()
    inner = round(side * 0.84)
    at = (side - inner) // 2
    stamp.alpha_composite(mark(seat, inner), (at, at))
    return stamp
