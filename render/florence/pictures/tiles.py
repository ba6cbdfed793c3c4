"""Tiles and the 7×7 grid of a principality, at any size."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import Canvas
from render.florence.theme import THEME as T
from render.icons.pen import OVERSAMPLED
from render.theme import IVORY, WHITE, Colour, mixed
from rules.florence.catalogue import BUILDINGS, LANDSCAPES
from rules.florence.principality import WIDTH, Cells, cells
from rules.florence.state import Tile

PALAZZO = (5, 0, 2, 3)
"""Row, column, height and width of the Palazzo in squares."""


def ground(kind: str) -> Colour:
    """The colour of a tile: that of its size class, or a landscape's own."""
    return T.tiles[BUILDINGS[kind].size if kind in BUILDINGS else kind]


@lru_cache(maxsize=64)
def hatched(colour: Colour, side: int, share: float, ink: Colour) -> Image.Image:
    """One square of a 45-degree hatch that continues in the next square."""
    step = side / max(1, round(side / 9))
    large = Image.new("RGB", (side * OVERSAMPLED,) * 2, colour)
    pen = ImageDraw.Draw(large)
    line = mixed(colour, ink, share)
    for i in range(-round(side / step), 2 * round(side / step) + 1):
        x = i * step * OVERSAMPLED
        pen.line(
            (x, side * OVERSAMPLED, x + side * OVERSAMPLED, 0), line, round(OVERSAMPLED * 1.4)
        )
    return large.resize((side, side), Image.Resampling.BOX)


def squares(tile: Tile) -> tuple[tuple[int, int], ...]:
    """Rows and columns that a tile covers."""
    top, left = divmod(tile.square, WIDTH)
    return tuple(
        (top + row, left + column) for row, column in cells(tile.kind, tile.orientation)
    )


def heart(shape: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The square of a tile that is nearest to its middle: where its icon goes."""
    found = sorted(shape)
    row = sum(r for r, _ in found) / len(found)
    column = sum(c for _, c in found) / len(found)
    return min(found, key=lambda cell: (cell[0] - row) ** 2 + (cell[1] - column) ** 2)


def shape(
    canvas: Canvas,
    x: float,
    y: float,
    side: int,
    taken: Iterable[tuple[int, int]],
    fill: Colour,
    *,
    hatch: bool = False,
    edge: Colour | None = T.ink,
    line: int = 2,
) -> None:
    """Squares joined to one outline; (x, y) is the corner of square (0, 0)."""
    own = set(taken)
    for row, column in own:
        left, top = round(x + column * side), round(y + row * side)
        if hatch:
            canvas.square(left, top, side, lambda pixels: hatched(fill, pixels, 0.28, WHITE))
        else:
            canvas.rect((left, top, left + side, top + side), fill)
    if edge is not None:
        outline(canvas, x, y, side, own, edge, line)


def outline(
    canvas: Canvas,
    x: float,
    y: float,
    side: int,
    own: set[tuple[int, int]],
    edge: Colour,
    line: int,
    out: int = 0,
) -> None:
    """The border round joined squares, `out` pixels outside it."""
    for row, column in own:
        left, top = round(x + column * side) - out, round(y + row * side) - out
        right, low = left + side + 2 * out, top + side + 2 * out
        if (row - 1, column) not in own:
            canvas.rect((left, top, right, top + line), edge)
        if (row + 1, column) not in own:
            canvas.rect((left, low - line, right, low), edge)
        if (row, column - 1) not in own:
            canvas.rect((left, top, left + line, low), edge)
        if (row, column + 1) not in own:
            canvas.rect((right - line, top, right, low), edge)
    for row, column in own:  # the inner corners, where two borders meet
        for dr, dc in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            if (row + dr, column) in own and (row, column + dc) in own:
                if (row + dr, column + dc) in own:
                    continue
                cx = x + (column + (dc > 0)) * side
                cy = y + (row + (dr > 0)) * side
                near = (cx if dc < 0 else cx - line, cy if dr < 0 else cy - line)
                canvas.rect((*near, near[0] + line, near[1] + line), edge)


def outlined(
    canvas: Canvas, x: float, y: float, side: int, kind: str, orientation: int = 0
) -> None:
    """A small plain tile whose box starts at (x, y), without an icon."""
    found = cells(kind, orientation)
    left = min(column for _, column in found)
    shape(canvas, x - left * side, y, side, found, ground(kind), line=1)


def extent(found: Cells) -> tuple[int, int]:
    """Height and width of a tile in squares."""
    columns = [column for _, column in found]
    return max(row for row, _ in found) + 1, max(columns) - min(columns) + 1


def empty(canvas: Canvas, x: int, y: int, side: int) -> None:
    """The empty grid with the Palazzo, its corner at (x, y)."""
    canvas.rect((x, y, x + WIDTH * side, y + WIDTH * side), T.field)
    for i in range(1, WIDTH):
        canvas.rect((x + i * side, y, x + i * side + 1, y + WIDTH * side), T.rule)
        canvas.rect((x, y + i * side, x + WIDTH * side, y + i * side + 1), T.rule)
    row, column, high, wide = PALAZZO
    left, top = x + column * side, y + row * side
    canvas.rect((left, top, left + wide * side, top + high * side), T.header)
    canvas.rect((left + 3, top + 3, left + wide * side - 3, top + high * side - 3), T.panel)
    bar = side * 0.15
    canvas.rect(
        (left + bar, top + side * 0.2, left + wide * side - bar, top + side * 0.38), T.header
    )
    for i in range(4):
        wx = left + side * (0.24 + i * 0.72)
        canvas.rect((wx, top + side * 0.5, wx + side * 0.33, top + side * 0.84), T.header)


def jesters(canvas: Canvas, x: int, y: int, side: int, count: int) -> None:
    """The jesters in the Palazzo, closer together the more there are."""
    row, column, _, wide = PALAZZO
    size = round(side * 0.92)
    free = wide * side - size - side * 0.15
    step = min(size, free / max(1, count - 1))
    cy = y + (row + 1.48) * side
    for i in range(count):
        canvas.icon(
            "florence.jester", x + column * side + side * 0.1 + size / 2 + i * step, cy, size
        )


def laid(canvas: Canvas, x: int, y: int, side: int, tile: Tile) -> None:
    """A tile on the grid with its icon: ivory on buildings, a medallion on landscapes."""
    own = squares(tile)
    landscape = tile.kind in LANDSCAPES
    line = max(2, side // 26)
    shape(canvas, x, y, side, own, ground(tile.kind), hatch=landscape, line=line)
    row, column = heart(own)
    cx, cy = x + (column + 0.5) * side, y + (row + 0.5) * side
    if landscape:
        canvas.disc(cx, cy, round(side * 0.49), IVORY)
        canvas.icon(f"florence.{tile.kind}", cx, cy, round(side * 0.72))
    else:
        canvas.icon(f"florence.{tile.kind}", cx, cy, round(side * 0.76), IVORY)
