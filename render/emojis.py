"""The emojis of the product: every icon and every seat's mark, legible on any ground of a chat.

Discord shows them at 22 pixels in a line of text and on buttons, in dark and light themes,
on grey, green and blurple buttons. So each shape has a halo: a light rim that sets it off from
a dark ground. A light shape has a dark rim inside the halo, for light grounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from math import cos, pi, sin
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageChops

from render.icons import ICONS, icon
from render.marks import mark
from render.theme import INK, SEATS

SIDE: Final = 128
"""Pixels of width and height."""

SHOWN: Final = 22
"""Pixels of width and height in a line of text and on a button."""

GROUNDS: Final = ("#323339", "#FFFFFF", "#4E5058", "#248046", "#5865F2")
"""A dark and a light chat; a grey, a green and a blurple button."""

_CELL: Final = 32
"""Pixels of width and height of an emoji, with its surroundings, on the sheet of all."""

_HALO: Final = 7
_HALO_OF_MARKS: Final = 8
_RIM: Final = 5
"""Pixels of the light rim round each shape, and of the dark rim round a light shape.

Marks of seats already have a dark edge, which needs a wider light rim on grey.
"""

_LIGHT: Final = "#FFFAEC"
_PALE: Final = 160
"""The mean brightness, out of 255, from which a shape has a dark rim."""

_STEPS: Final = 32
"""Directions in which a shape is moved to widen it."""


def _named() -> Mapping[str, str | int]:
    """The icon or the seat of every emoji, by the emoji's name.

    A name is the last word of its icon's name, followed by the game if two games share it.
    """
    words = Counter(each.rpartition(".")[2] for each in ICONS)
    found: dict[str, str | int] = {}
    for each in ICONS:
        game, _, word = each.rpartition(".")
        found[f"{word}_{game}" if words[word] > 1 else word] = each
    found |= {f"seat_{seat + 1}": seat for seat in range(len(SEATS))}
    return MappingProxyType(found)


EMOJIS: Final = _named()
"""What each emoji shows, by its name: an icon of `render.icons`, or the mark of a seat."""

NAMES: Final[Mapping[str | int, str]] = MappingProxyType(
    {shown: name for name, shown in EMOJIS.items()}
)
"""The name of the emoji of an icon or a seat."""


@cache
def drawn(name: str) -> Image.Image:
    """An emoji as RGBA, 128 pixels wide and high: the shape as large as its rims allow."""
    shown = EMOJIS[name]
    pale = isinstance(shown, str) and _brightness(_shape(shown, SIDE)) >= _PALE
    halo = _HALO_OF_MARKS if isinstance(shown, int) else _HALO
    shape = _fitted(shown, SIDE - 2 * (halo + _RIM * pale))
    stamp = Image.new("RGBA", (SIDE, SIDE))
    stamp.alpha_composite(shape, ((SIDE - shape.width) // 2, (SIDE - shape.height) // 2))
    if pale:
        stamp = _rimmed(stamp, INK, _RIM)
    return _rimmed(stamp, _LIGHT, halo)


def png(name: str) -> bytes:
    """The file of an emoji."""
    file = BytesIO()
    drawn(name).save(file, "PNG", optimize=True)
    return file.getvalue()


def _shape(shown: str | int, side: int) -> Image.Image:
    return mark(shown, side) if isinstance(shown, int) else icon(shown, side)


def _fitted(shown: str | int, room: int) -> Image.Image:
    """The shape without the empty margin of its square, scaled to fit `room` pixels."""
    box = _shape(shown, SIDE).getbbox() or (0, 0, SIDE, SIDE)
    longest = max(box[2] - box[0], box[3] - box[1])
    large = _shape(shown, round(room * SIDE / longest))
    cropped = large.crop(large.getbbox())
    cropped.thumbnail((room, room), Image.Resampling.LANCZOS)
    return cropped


def _brightness(shape: Image.Image) -> float:
    """The mean brightness of what is visible, out of 255."""
    grey, alpha = shape.convert("L"), shape.getchannel("A")
    histogram = grey.histogram(alpha.point(lambda value: 255 * (value > 127)))
    return sum(value * count for value, count in enumerate(histogram)) / sum(histogram)


def _rimmed(stamp: Image.Image, colour: str, width: int) -> Image.Image:
    """A shape on top of its own outline in one colour, wider by `width` pixels."""
    alpha = stamp.getchannel("A")
    wide = alpha
    for step in range(_STEPS):
        angle = 2 * pi * step / _STEPS
        moved = ImageChops.offset(alpha, round(width * cos(angle)), round(width * sin(angle)))
        wide = ImageChops.lighter(wide, moved)
    rim = Image.new("RGBA", stamp.size, colour)
    rim.putalpha(wide)
    rim.alpha_composite(stamp)
    return rim


def sheet() -> Image.Image:
    """All emojis at the size that Discord shows, on every ground that it has."""
    columns = -(-len(EMOJIS) // 4)
    rows = -(-len(EMOJIS) // columns) * len(GROUNDS)
    whole = Image.new("RGB", (columns * _CELL, rows * _CELL))
    for at, name in enumerate(EMOJIS):
        row, column = divmod(at, columns)
        small = drawn(name).resize((SHOWN, SHOWN), Image.Resampling.LANCZOS)
        for nth, ground in enumerate(GROUNDS):
            x, y = column * _CELL, (row * len(GROUNDS) + nth) * _CELL
            whole.paste(ground, (x, y, x + _CELL, y + _CELL))
            edge = (_CELL - SHOWN) // 2
            whole.paste(small, (x + edge, y + edge), small)
    return whole
