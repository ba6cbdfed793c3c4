"""Draw on a Pillow image: texts that fit their boxes, shapes, icons, and the PNG file.

All files are encoded here. Every text has a box (`render.typesetting`), and only names
are cut. Each canvas records the texts and the seats' marks on it, so that tests can find
collisions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from math import modf
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace
from PIL import Image, ImageDraw

from render.icons import icon
from render.icons.pen import OVERSAMPLED
from render.lengths import ALT, clipped
from render.marks import mark, plate
from render.palette import COLOURS, table
from render.presentation import Picture
from render.theme import SIGNAL, Colour, Theme
from render.typesetting import ELLIPSIS, SMALLEST, Face, fitted, letter_mask, text_width

Anchor: TypeAlias = Literal["l", "m", "r"]
Box: TypeAlias = tuple[float, float, float, float]
Edges: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and lower edge, in whole pixels."""

_FEWER: Final = 160
"""How many colours a tall picture has, most frequent first, to stay below 250 kB."""


class Written(msgspec.Struct, frozen=True):
    """A text on a canvas: where it is, its size, and whether it was cut.

    A `decoration` may be too small to read in a chat: nobody needs it to play.
    """

    text: str
    box: tuple[int, int, int, int]
    size: int
    cut: bool
    decoration: bool = False


@lru_cache(maxsize=512)
def _corners(r: int, line: int) -> Image.Image:
    """The smooth mask of a disc (line 0) or ring of radius `r`."""
    side = 2 * r * OVERSAMPLED
    mask = Image.new("L", (side, side), 0)
    pen = ImageDraw.Draw(mask)
    pen.ellipse((0, 0, side - 1, side - 1), fill=255)
    if 0 < line < r:  # a line as thick as the corner fills it
        inset = line * OVERSAMPLED
        pen.ellipse((inset, inset, side - 1 - inset, side - 1 - inset), fill=0)
    return mask.resize((2 * r, 2 * r), Image.Resampling.LANCZOS)


@lru_cache(maxsize=512)
def _quarters(r: int, line: int) -> tuple[Image.Image, ...]:
    """The four corners of that mask: top left, lower left, top right, lower right."""
    mask = _corners(r, line)
    return tuple(mask.crop((left, top, left + r, top + r)) for left in (0, r) for top in (0, r))


class Canvas:
    """A picture being drawn. Coordinates are pixels from the top left."""

    def __init__(self, size: tuple[int, int], theme: Theme) -> None:
        self.theme = theme
        self.image = Image.new("RGB", size, theme.paper)
        self.pen = ImageDraw.Draw(self.image)
        self.written: list[Written] = []
        self.marked: list[Box] = []

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size

    def copy(self, high: int | None = None) -> Canvas:
        """A separate canvas that starts as a copy of this one, or of its top `high` pixels."""
        twin: Canvas = object.__new__(Canvas)
        twin.theme = self.theme
        twin.image = self.image.crop((0, 0, self.image.width, high or self.image.height))
        twin.pen = ImageDraw.Draw(twin.image)
        twin.written = list(self.written)
        twin.marked = list(self.marked)
        return twin

    # ---- letters

    def text(
        self,
        at: tuple[float, float],
        text: str,
        face: Face,
        size: int,
        fill: Colour,
        *,
        width: float,
        anchor: Anchor = "l",
        lines: int = 1,
        name: bool = False,
        least: int = SMALLEST,
        decoration: bool = False,
    ) -> float:
        """A text at a baseline, in a box `width` pixels wide; returns the text's width.

        With several lines, `at` is the baseline of the first. A person's `name` is cut
        rather than made much smaller, and is not recorded as cut; other texts may shrink
        to `least` pixels. A `decoration` need not be legible in a chat.
        """
        least = max(least, round(size * 0.6)) if name else least
        chosen, broken = fitted(text, face, size, width, lines, least)
        cut = broken[-1].endswith(ELLIPSIS) and not text.endswith(ELLIPSIS)
        widest = 0.0
        for i, line in enumerate(broken):
            y = at[1] + i * round(chosen * 1.18)
            long = text_width(line, face, chosen)
            x = at[0] - {"l": 0.0, "m": long / 2, "r": long}[anchor]
            self._write(x, y, line, face, chosen, fill)
            top = round(y - chosen * 0.72)
            box = (round(x), top, round(x + long), round(y + chosen * 0.05))
            self.written.append(
                Written(line, box, chosen, cut and not name, decoration=decoration)
            )
            widest = max(widest, long)
        return widest

    def _write(
        self, x: float, y: float, line: str, face: Face, size: int, fill: Colour
    ) -> None:
        (dx, left), (dy, top) = modf(x), modf(y)
        mask, offset = letter_mask(line, face, size, (dx, dy))
        if mask is not None:
            self.image.paste(fill, (int(left) + offset[0], int(top) + offset[1]), mask)

    # ---- shapes

    def rect(self, box: Box, fill: Colour) -> None:
        """A filled rectangle without its right and lower edge, at least a pixel thick."""
        x0, y0, x1, y1 = map(round, box)
        self.pen.rectangle((x0, y0, max(x0, x1 - 1), max(y0, y1 - 1)), fill=fill)

    def panel(
        self,
        box: Box,
        fill: Colour | None,
        edge: Colour | None = None,
        line: int = 2,
        r: int = 6,
    ) -> None:
        """A rectangle with smooth round corners, filled, framed inside, or both."""
        if edge is not None and fill is not None:
            self._round(box, edge, r, max(line, r))  # shows at the inner corners
            x0, y0, x1, y1 = box
            inner = (x0 + line, y0 + line, x1 - line, y1 - line)
            self._round(inner, fill, max(r - line, 0), 0)
        elif fill is not None:
            self._round(box, fill, r, 0)
        elif edge is not None:
            self._round(box, edge, r, line)

    def _round(self, box: Box, colour: Colour, r: int, line: int) -> None:
        x0, y0, x1, y1 = map(round, box)
        r = min(r, (x1 - x0) // 2, (y1 - y0) // 2)
        if line:
            wide, high = (min(line, (side + 1) // 2) for side in (x1 - x0, y1 - y0))
            self.rect((x0 + r, y0, x1 - r, y0 + high), colour)
            self.rect((x0 + r, y1 - high, x1 - r, y1), colour)
            self.rect((x0, y0 + r, x0 + wide, y1 - r), colour)
            self.rect((x1 - wide, y0 + r, x1, y1 - r), colour)
        else:
            self.rect((x0, y0 + r, x1, y1 - r), colour)
        if r:
            if not line:
                self.rect((x0 + r, y0, x1 - r, y0 + r), colour)
                self.rect((x0 + r, y1 - r, x1 - r, y1), colour)
            places = ((x0, y0), (x0, y1 - r), (x1 - r, y0), (x1 - r, y1 - r))
            for at, part in zip(places, _quarters(r, line), strict=True):
                self.image.paste(colour, at, part)

    def disc(self, x: float, y: float, r: int, fill: Colour) -> None:
        """A smooth filled circle."""
        left, top = round(x) - r, round(y) - r
        mask = _corners(r, 0)
        self.image.paste(fill, (left, top, left + 2 * r, top + 2 * r), mask)

    def line(self, points: list[tuple[float, float]], fill: Colour, line: int = 1) -> None:
        """A line through points."""
        self.pen.line(points, fill=fill, width=line, joint="curve")

    def smooth(
        self, points: list[tuple[float, float]], fill: Colour, line: float | None = None
    ) -> None:
        """A smooth polygon, or with `line` a smooth line that wide."""
        pad = 2 + round(line or 0)
        x0 = round(min(x for x, _ in points)) - pad
        y0 = round(min(y for _, y in points)) - pad
        x1 = round(max(x for x, _ in points)) + pad
        y1 = round(max(y for _, y in points)) + pad
        mask = Image.new("L", ((x1 - x0) * OVERSAMPLED, (y1 - y0) * OVERSAMPLED), 0)
        pen = ImageDraw.Draw(mask)
        large = [((x - x0) * OVERSAMPLED, (y - y0) * OVERSAMPLED) for x, y in points]
        if line is None:
            pen.polygon(large, fill=255)
        else:
            pen.line(large, fill=255, width=round(line * OVERSAMPLED), joint="curve")
        small = mask.resize((x1 - x0, y1 - y0), Image.Resampling.BOX)
        self.image.paste(fill, (x0, y0, x1, y1), small)

    def dashed(self, box: Box, edge: Colour, line: int = 2, dash: int = 9) -> None:
        """A dashed frame: something free or still to come."""
        x0, y0, x1, y1 = map(round, box)
        for x in range(x0, x1, dash * 2):
            end = min(x + dash, x1)
            self.rect((x, y0, end, y0 + line), edge)
            self.rect((x, y1 - line, end, y1), edge)
        for y in range(y0, y1, dash * 2):
            end = min(y + dash, y1)
            self.rect((x0, y, x0 + line, end), edge)
            self.rect((x1 - line, y, x1, end), edge)

    # ---- stamps

    def icon(
        self,
        name: str,
        x: float,
        y: float,
        side: int,
        colour: Colour | None = None,
        *,
        ghost: bool = False,
    ) -> None:
        """An icon centred on a point."""
        self.stamp(icon(name, side, colour, ghost), x, y)

    def mark(self, seat: int | None, x: float, y: float, side: int) -> None:
        """A seat's mark centred on a point."""
        self._note_mark(x, y, side)
        self.stamp(mark(seat, side), x, y)

    def plate(self, seat: int | None, x: float, y: float, side: int) -> None:
        """A seat's mark on an ivory plate, centred on a point."""
        self._note_mark(x, y, side)
        self.stamp(plate(seat, side), x, y)

    def _note_mark(self, x: float, y: float, side: int) -> None:
        self.marked.append((x - side / 2, y - side / 2, x + side / 2, y + side / 2))

    def stamp(self, stamp: Image.Image, x: float, y: float) -> None:
        """A transparent image centred on a point."""
        at = (round(x - stamp.width / 2), round(y - stamp.height / 2))
        self.image.paste(stamp, at, stamp)

    def square(
        self, x: float, y: float, side: int, drawn: Callable[[int], Image.Image]
    ) -> None:
        """A square with the pattern that `drawn` makes for a side in pixels."""
        self.image.paste(drawn(side), (round(x), round(y)))

    # ---- emphasis

    def changed(self, box: Box, ink: Colour, r: int = 8, gap: int = 1) -> None:
        """The ring around what the last action changed: gold, with ink outside."""
        x0, y0, x1, y1 = box
        out = 5 + gap
        self.panel(
            (x0 - out - 2, y0 - out - 2, x1 + out + 2, y1 + out + 2), None, ink, 2, r + 4
        )
        self.panel((x0 - out, y0 - out, x1 + out, y1 + out), None, SIGNAL, 5, r + 2)

    def number(self, n: int, x: float, y: float, r: int, ink: Colour, ground: Colour) -> None:
        """The number of a choice: a disc with the figure on its button.

        The box recorded is that of the whole disc, which would cover a text under it.
        """
        self.disc(x, y, r, ink)
        self.disc(x, y, r - 3, ground)
        size = round(r * (1.15 if n < 100 else 0.9))
        self.text(
            (x, y + size * 0.35), str(n), "sans_black", size, ink, width=4 * r, anchor="m"
        )
        box = (round(x) - r, round(y) - r, round(x) + r, round(y) + r)
        self.written[-1] = replace(self.written[-1], box=box)

    # ---- the file

    def picture(self, name: str, alt: str) -> Picture:
        """The finished picture; `name` has no extension, `alt` is cut if it is too long."""
        return Picture(self.png(), f"{name}.png", clipped(alt, ALT), self.size)

    def png(self) -> bytes:
        """The picture as a PNG file of at most 256 colours."""
        tall = self.image.height > self.theme.tall
        palette = _palette(self.theme, _FEWER if tall else COLOURS)
        small = self.image.quantize(palette=palette, dither=Image.Dither.NONE)
        file = BytesIO()
        level = 5 if tall else 3  # 5 takes half as long again and saves a tenth
        small.save(file, "PNG", compress_level=level)
        return file.getvalue()


@lru_cache(maxsize=8)
def _palette(theme: Theme, colours: int) -> Image.Image:
    """The first `colours` of the table; the last of them fills the rest."""
    found = table(theme)[: 3 * colours]
    holder = Image.new("P", (1, 1))
    holder.putpalette(found + found[-3:] * (COLOURS - colours))
    return holder
