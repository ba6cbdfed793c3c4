"""Frames and headings of Lacrimosa's pictures: double rules, wine letters."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.canvas import Box, Canvas
from render.lacrimosa.theme import THEME as T
from render.theme import IVORY, Colour
from render.typesetting import text_width

FAMILY: Final = "lacrimosa"
"""The icons of this game."""

WINE: Final = T.accent
BLUE: Final = T.tiles["memory"]
BLUE_FIELD: Final = T.field
BLUE_BAND: Final = T.sold


def paper(size: tuple[int, int]) -> Canvas:
    """A new canvas with the texture of laid paper; `size` in pixels."""
    canvas = Canvas(size, T)
    wide, high = size
    for y in range(6, high, 12):
        canvas.rect((0, y, wide, y + 1), T.vein)
    return canvas


def framed(canvas: Canvas, box: Box, fill: Colour | None = T.panel, r: int = 5) -> None:
    """A box with a double rule; without `fill`, only the rule."""
    x0, y0, x1, y1 = box
    canvas.panel(box, fill, T.ink, 2, r)
    canvas.panel((x0 + 4, y0 + 4, x1 - 4, y1 - 4), None, T.rule, 1, max(r - 3, 0))


def heading(
    canvas: Canvas,
    x: float,
    y: float,
    right: float,
    text: str,
    note: str | None = None,
    size: int = 20,
) -> None:
    """A section's head: its name, two hairlines, and a note at the end."""
    free = right - x - 20
    if note is not None:
        small = round(size * 0.9)
        wide = text_width(note, "sans", small) * 1.02  # an enlarged text may be wider
        canvas.text((right, y), note, "sans", small, T.ink2, width=wide + 1, anchor="r")
        right -= round(wide) + 12
        free -= round(wide) + 32
    used = canvas.text((x, y), text, "serif", size, T.heading, width=free)
    middle = y - size * 0.32
    canvas.rect((x + used + 12, middle - 2, right, middle - 1), T.rule)
    canvas.rect((x + used + 12, middle + 2, right, middle + 3), T.rule)


def current(canvas: Canvas, box: Box) -> None:
    """The frame and pennant of the seat that must decide."""
    x0, y0, x1, y1 = box
    canvas.panel((x0 - 8, y0 - 8, x1 + 8, y1 + 8), T.header, r=9)
    canvas.panel((x0 - 3, y0 - 3, x1 + 3, y1 + 3), IVORY, r=6)
    tip = (x0 + x1) / 2
    canvas.smooth([(tip - 22, y0 - 21), (tip + 22, y0 - 21), (tip, y0 - 2)], IVORY)
    canvas.smooth([(tip - 19, y0 - 19), (tip + 19, y0 - 19), (tip, y0 - 4)], T.header)


def hide(canvas: Canvas, box: Box) -> None:
    """Forget the texts under something that is about to cover them."""
    x0, y0, x1, y1 = box
    canvas.written[:] = [
        each
        for each in canvas.written
        if not (
            x0 <= (each.box[0] + each.box[2]) / 2 <= x1
            and y0 <= (each.box[1] + each.box[3]) / 2 <= y1
        )
    ]


def choice(canvas: Canvas, n: int, x: float, y: float, r: int = 20) -> None:
    """The number of a choice on its disc, at a point where it covers nothing."""
    canvas.number(n, x, y, r, T.ink, IVORY)


def choosable(canvas: Canvas, box: Box, r: int) -> None:
    """The ring around what can be chosen: ivory, with ink."""
    x0, y0, x1, y1 = box
    canvas.panel((x0 - 5, y0 - 5, x1 + 5, y1 + 5), None, T.ink, 2, r + 5)
    canvas.panel((x0 - 3, y0 - 3, x1 + 3, y1 + 3), None, IVORY, 3, r + 3)


def veil(canvas: Canvas, box: Box) -> None:
    """Fade what cannot be chosen: paper over it at an opacity of 62 %."""
    x0, y0, x1, y1 = map(round, box)
    mask = Image.new("L", (x1 - x0, y1 - y0), round(255 * 0.62))
    canvas.image.paste(T.paper, (x0, y0, x1, y1), mask)
