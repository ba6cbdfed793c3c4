"""A board in close-up: cut along its rooms, to be read on a phone without zooming."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace
from PIL import Image

from render.canvas import Canvas, Edges

LARGEST: Final = (1100, 800)
"""The greatest width and height of a part in pixels: a phone shows it 550 pixels wide."""

Strip = Edges


class Room(msgspec.Struct, frozen=True):
    """A part of a board.

    Attributes:
        name: what a screen reader calls it.
        strips: its areas of the board, in pixels, each shown below the one before.
    """

    name: str
    strips: tuple[Strip, ...]


def cut(board: Canvas, room: Room) -> Canvas:
    """A part of a board as a separate canvas, with the texts in that part."""
    wide = max(right - left for left, _, right, _ in room.strips)
    high = sum(low - top for _, top, _, low in room.strips)
    part, y = Canvas((wide, high), board.theme), 0
    for left, top, right, low in room.strips:
        part.image.paste(board.image.crop((left, top, right, low)), (0, y))
        for text in board.written:
            x0, y0, x1, y1 = text.box
            if left <= (x0 + x1) / 2 < right and top <= (y0 + y1) / 2 < low:
                box = (x0 - left, y0 - top + y, x1 - left, y1 - top + y)
                part.written.append(replace(text, box=box))
        y += low - top
    return _within(part)


def _within(part: Canvas) -> Canvas:
    """The part, shrunk if it is larger than a part may be."""
    factor = min(1.0, *(most / own for most, own in zip(LARGEST, part.size, strict=True)))
    if factor == 1.0:
        return part
    size = (round(part.size[0] * factor), round(part.size[1] * factor))
    small = Canvas(size, part.theme)
    small.image.paste(part.image.resize(size, Image.Resampling.LANCZOS))
    for text in part.written:
        x0, y0, x1, y1 = (round(edge * factor) for edge in text.box)
        small.written.append(
            replace(text, box=(x0, y0, x1, y1), size=round(text.size * factor))
        )
    return small
