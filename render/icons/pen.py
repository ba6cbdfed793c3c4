"""The pen that icons are drawn with: a square of 100 units, four times oversampled."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

Point: TypeAlias = tuple[float, float]
OVERSAMPLED: Final = 4
CLEAR: Final = (0, 0, 0, 0)
"""Draw with it to cut a hole."""
Ink: TypeAlias = str | tuple[int, int, int, int]


def round_about(x: float, y: float, r: float, corners: int, turn: float = -90) -> list[Point]:
    """The corners of a regular polygon, the first at `turn` degrees."""
    angles = ((turn + 360 * i / corners) * pi / 180 for i in range(corners))
    return [(x + r * cos(a), y + r * sin(a)) for a in angles]


def star(x: float, y: float, outer: float, inner: float, rays: int) -> list[Point]:
    """The corners of a star with `rays` rays, one of them pointing up."""
    tips = round_about(x, y, outer, rays)
    dips = round_about(x, y, inner, rays, -90 + 180 / rays)
    return [point for pair in zip(tips, dips, strict=True) for point in pair]


class Pen:
    """Draws in hundredths of the icon's side."""

    def __init__(self, side: int) -> None:
        self._scale = side * OVERSAMPLED / 100
        self._side = side
        self._image = Image.new("RGBA", (side * OVERSAMPLED,) * 2, CLEAR)
        self._draw = ImageDraw.Draw(self._image)

    def finished(self) -> Image.Image:
        """The icon at its size; edges blend without dark fringes."""
        small = self._image.convert("RGBa").resize(
            (self._side, self._side), Image.Resampling.LANCZOS
        )
        return small.convert("RGBA")

    def poly(
        self, points: Sequence[Point], fill: Ink, edge: Ink | None = None, width: float = 0
    ) -> None:
        """A filled polygon, with an edge along its outline."""
        scaled = self._scaled(points)
        self._draw.polygon(scaled, fill=fill)
        if edge is not None:
            self.line([*points, points[0], points[1]], edge, width)

    def rect(self, x0: float, y0: float, x1: float, y1: float, fill: Ink, r: float = 0) -> None:
        """A filled rectangle with round corners."""
        box = self._scaled([(x0, y0), (x1, y1)])
        self._draw.rounded_rectangle(box, r * self._scale, fill=fill)

    def disc(
        self, x: float, y: float, r: float, fill: Ink, edge: Ink | None = None, width: float = 0
    ) -> None:
        """A filled circle; the edge is inside the radius."""
        if edge is not None:
            self.oval(x - r, y - r, x + r, y + r, edge)
            r -= width
        self.oval(x - r, y - r, x + r, y + r, fill)

    def oval(self, x0: float, y0: float, x1: float, y1: float, fill: Ink) -> None:
        """A filled ellipse in a box."""
        self._draw.ellipse(self._scaled([(x0, y0), (x1, y1)]), fill=fill)

    def line(self, points: Sequence[Point], fill: Ink, width: float) -> None:
        """A line with round ends and joints."""
        scaled = self._scaled(points)
        self._draw.line(scaled, fill=fill, width=round(width * self._scale), joint="curve")
        for x, y in points:
            self.disc(x, y, width / 2, fill)

    def arc(
        self,
        box: tuple[float, float, float, float],
        start: float,
        end: float,
        fill: Ink,
        width: float,
    ) -> None:
        """A piece of an ellipse, in degrees clockwise from the right."""
        x0, y0, x1, y1 = box
        scaled = self._scaled([(x0, y0), (x1, y1)])
        self._draw.arc(scaled, start, end, fill=fill, width=round(width * self._scale))

    def _scaled(self, points: Sequence[Point]) -> list[tuple[float, float]]:
        return [(x * self._scale, y * self._scale) for x, y in points]
