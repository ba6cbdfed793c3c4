"""A part of a canvas drawn in its own coordinates: moved and enlarged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image

from render.canvas import Anchor, Box, Canvas
from render.theme import Colour
from render.typesetting import SMALLEST, Face


class Enlarged(Canvas):
    """Draws on another canvas, every length multiplied by a factor.

    The same drawing code thus serves other places and sizes on other boards. Texts
    are recorded on the whole canvas, in its pixels.
    """

    def __init__(
        self,
        whole: Canvas,
        origin: tuple[float, float],
        at: tuple[float, float],
        factor: float = 1.0,
    ) -> None:
        """Draws the point `origin` at the point `at` of the whole, both in pixels."""
        self.theme, self.image, self.pen = whole.theme, whole.image, whole.pen
        self.written, self.marked = whole.written, whole.marked
        self._whole: Final = whole
        self._factor: Final = factor
        self._shift: Final = (at[0] - origin[0] * factor, at[1] - origin[1] * factor)

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return x * self._factor + self._shift[0], y * self._factor + self._shift[1]

    def _box(self, box: Box) -> Box:
        # Whole pixels, so that an edge inside the box is never rounded away.
        (x0, y0), (x1, y1) = self._point(box[0], box[1]), self._point(box[2], box[3])
        return round(x0), round(y0), round(x1), round(y1)

    def _long(self, pixels: float) -> int:
        return round(pixels * self._factor)

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
        """A text, as on any canvas; returns its width in these coordinates."""
        long = self._whole.text(
            self._point(*at),
            text,
            face,
            self._long(size),
            fill,
            width=width * self._factor,
            anchor=anchor,
            lines=lines,
            name=name,
            least=self._long(least),
            decoration=decoration,
        )
        return long / self._factor

    def rect(self, box: Box, fill: Colour) -> None:
        """A filled rectangle."""
        self._whole.rect(self._box(box), fill)

    def panel(
        self,
        box: Box,
        fill: Colour | None,
        edge: Colour | None = None,
        line: int = 2,
        r: int = 6,
    ) -> None:
        """A rectangle with smooth round corners, filled, framed inside, or both."""
        self._whole.panel(self._box(box), fill, edge, self._long(line), self._long(r))

    def disc(self, x: float, y: float, r: int, fill: Colour) -> None:
        """A smooth filled circle."""
        self._whole.disc(*self._point(x, y), self._long(r), fill)

    def line(self, points: list[tuple[float, float]], fill: Colour, line: int = 1) -> None:
        """A line through points."""
        self._whole.line([self._point(*each) for each in points], fill, self._long(line))

    def smooth(
        self, points: list[tuple[float, float]], fill: Colour, line: float | None = None
    ) -> None:
        """A smooth polygon, or with `line` a smooth line that wide."""
        wide = None if line is None else line * self._factor
        self._whole.smooth([self._point(*each) for each in points], fill, wide)

    def dashed(self, box: Box, edge: Colour, line: int = 2, dash: int = 9) -> None:
        """A dashed frame: something free or still to come."""
        self._whole.dashed(self._box(box), edge, self._long(line), self._long(dash))

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
        self._whole.icon(name, *self._point(x, y), self._long(side), colour, ghost=ghost)

    def mark(self, seat: int | None, x: float, y: float, side: int) -> None:
        """A seat's mark centred on a point."""
        self._whole.mark(seat, *self._point(x, y), self._long(side))

    def plate(self, seat: int | None, x: float, y: float, side: int) -> None:
        """A seat's mark on an ivory plate, centred on a point."""
        self._whole.plate(seat, *self._point(x, y), self._long(side))

    def number(self, n: int, x: float, y: float, r: int, ink: Colour, ground: Colour) -> None:
        """The number of a choice on its disc."""
        self._whole.number(n, *self._point(x, y), self._long(r), ink, ground)

    def stamp(self, stamp: Image.Image, x: float, y: float) -> None:
        """A transparent image centred on a point, in its original size."""
        self._whole.stamp(stamp, *self._point(x, y))

    def square(
        self, x: float, y: float, side: int, drawn: Callable[[int], Image.Image]
    ) -> None:
        """A square with the pattern that `drawn` makes for a side in pixels."""
        self._whole.square(*self._point(x, y), self._long(side), drawn)
