"""Where a tile may be placed: numbered squares, one picture for each way to turn it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from render.canvas import Canvas
from render.florence.pictures.board import marble
from render.florence.pictures.moment import term
from render.florence.pictures.tiles import (
    empty,
    extent,
    ground,
    hatched,
    jesters,
    laid,
    outline,
    shape,
    squares,
)
from render.florence.theme import THEME as T
from render.florence.words.names import COLUMNS, square
from render.header import band
from render.theme import INK, IVORY, SEATS, SIGNAL, WHITE, mixed
from render.typesetting import SMALLEST, text_width
from render.words import Words
from rules.contract import Action, path_of
from rules.florence.actions import Build, Place
from rules.florence.catalogue import BUILDING_COST, LANDSCAPES
from rules.florence.principality import ORIENTATIONS, WIDTH, cells
from rules.florence.principality import ground as taken
from rules.florence.state import Tile
from rules.florence.view import SeatView, View

SIZE: Final = (800, 800)
_HEAD: Final = 92
_X, _Y, _SIDE = 120, 112, 86
_NAME: Final = 168
"""The room for the name of a way to turn a tile, in pixels."""


def draw(
    view: View, path: tuple[object, ...], actions: tuple[Action, ...], words: Words
) -> Canvas | None:
    """The places of a tile, or the ways to turn it; None where no map helps.

    `path` is the tag and the fields chosen so far; the numbers are the positions
    of `actions`, from 1.
    """
    if view.viewer is None or not helps(path, actions):
        return None
    found = [tile for action in actions if (tile := _tile(action)) is not None]
    if len({tile.orientation for tile in found}) > 1:
        return _ways(view, found, words)
    return _places(view, found, words)


def helps(path: tuple[object, ...], actions: tuple[Action, ...]) -> bool:
    """Whether a step is about the place of one kind of tile."""
    kinds = {tile.kind if (tile := _tile(action)) else None for action in actions}
    return len(path) >= 2 and len(kinds) == 1 and None not in kinds


def numbers(path: tuple[object, ...], actions: tuple[Action, ...]) -> dict[str, int]:
    """The numbers of the squares, from 1; none if the choice is how to turn a tile."""
    ways = {tile.orientation for action in actions if (tile := _tile(action)) is not None}
    if not helps(path, actions) or len(ways) != 1:
        return {}
    wholes = [path_of(action) for action in actions]
    values = dict.fromkeys(str(each[len(path)]) for each in wholes if len(each) > len(path))
    return {value: n for n, value in enumerate(values, start=1)}


def _tile(action: Action) -> Tile | None:
    match action:
        case Build(kind, orientation, square) | Place(kind, orientation, square):
            return Tile(kind, orientation, square)
        case _:
            return None


def _head(canvas: Canvas, view: View, kind: str, words: Words) -> None:
    """The owner of the principality, the tile, and what it costs."""
    band(canvas, _HEAD)
    seat = view.viewer or 0
    canvas.plate(seat, 45, 41, 62)
    canvas.icon(f"florence.{kind}", 117, 42, 46, None if kind in LANDSCAPES else IVORY)
    canvas.text((156, 47), term(kind, words), "serif_bold", 32, WHITE, width=260)
    landscape = kind in LANDSCAPES
    asked = words("picture.place.landscape" if landscape else "picture.place.build")
    canvas.text((156, 75), asked, "serif", 21, T.light, width=270)
    if not landscape:
        price = BUILDING_COST[min(view.seats[seat].builders, len(BUILDING_COST) - 1)]
        canvas.icon("florence.florin", 452, 43, 40)
        canvas.text((478, 56), str(price), "sans_black", 34, WHITE, width=120)


def _shown(canvas: Canvas, x: float, y: float, side: int, kind: str, orientation: int) -> None:
    """A tile as it would lie, centred, with a dot on its handle square."""
    found = cells(kind, orientation)
    high, wide = extent(found)
    left = x - wide * side / 2 - min(column for _, column in found) * side
    top = y - high * side / 2
    fill = ground(kind)
    shape(canvas, left, top, side, found, fill, edge=None)
    for row, column in found:
        cell = (left + column * side, top + row * side)
        canvas.panel((*cell, cell[0] + side, cell[1] + side), None, IVORY, 1, 0)
    outline(canvas, left, top, side, set(found), T.ink, 2)
    r = max(6, round(side * 0.3))
    canvas.disc(left + side / 2, top + side / 2, r, INK)
    canvas.disc(left + side / 2, top + side / 2, r - 2, SIGNAL)


def _places(view: View, spots: list[Tile], words: Words) -> Canvas:
    canvas = marble(SIZE)
    kind, orientation = spots[0].kind, spots[0].orientation
    _head(canvas, view, kind, words)
    high, _ = extent(cells(kind, orientation))
    _shown(canvas, 686, 41, min(26, 76 // high), kind, orientation)
    seat = view.viewer or 0
    canvas.rect((_X - 4, _Y - 4, _X + 7 * _SIDE + 4, _Y + 7 * _SIDE + 4), SEATS[seat].ground)
    reached = {cell for tile in spots for cell in squares(tile)}
    _grid(canvas, view.seats[seat], reached, _X, _Y, _SIDE)
    for n, tile in enumerate(spots, start=1):
        row, column = divmod(tile.square, WIDTH)
        x, y = _X + (column + 0.5) * _SIDE, _Y + (row + 0.5) * _SIDE
        canvas.number(n, x, y, 26, INK, IVORY)
    for i in range(WIDTH):
        y = _Y + i * _SIDE + _SIDE / 2 + 8
        canvas.text((_X - 27, y), str(i + 1), "sans_bold", 24, T.ink2, width=30, anchor="m")
        x = _X + i * _SIDE + _SIDE / 2
        canvas.text(
            (x, _Y + 7 * _SIDE + 34), COLUMNS[i], "sans_bold", 24, T.ink2, width=30, anchor="m"
        )
    footer = words("picture.place.count", len(spots))
    canvas.text((400, 784), footer, "sans_semi", 22, T.ink, width=760, anchor="m")
    return canvas


def _grid(
    canvas: Canvas,
    seat: SeatView,
    reached: set[tuple[int, int]],
    left: int,
    top: int,
    side: int,
) -> None:
    """The principality: reachable squares tinted, closed ones hatched."""
    empty(canvas, left, top, side)
    mask, _ = taken(seat.tiles)
    closed = hatched(T.field, side, 0.55, mixed(T.past_ink, T.field, 0.35))
    for n in range(WIDTH * WIDTH):
        row, column = divmod(n, WIDTH)
        x, y = left + column * side, top + row * side
        if (row, column) in reached:
            canvas.rect((x, y, x + side, y + side), T.rule)
            canvas.rect((x + 1, y + 1, x + side - 1, y + side - 1), T.chosen)
        elif not mask >> n & 1:
            canvas.image.paste(closed, (x, y))
    for tile in seat.tiles:
        laid(canvas, left, top, side, tile)
    jesters(canvas, left, top, side, seat.jesters)


def _ways(view: View, spots: list[Tile], words: Words) -> Canvas:
    """The ways to turn or flip a tile, each with the number of its places."""
    canvas = marble(SIZE)
    kind = spots[0].kind
    _head(canvas, view, kind, words)
    counted = Counter(tile.orientation for tile in spots)
    for orientation in range(ORIENTATIONS):
        if orientation not in counted:
            continue
        row, column = divmod(list(dict.fromkeys(sorted(counted))).index(orientation), 4)
        x, y = 20 + column * 192, 116 + row * 316
        canvas.panel((x, y, x + 184, y + 304), T.panel, T.ink, 2, 6)
        _shown(canvas, x + 92, y + 116, 38, kind, orientation)
        name = words(f"florence.label.orientation.{orientation}")
        long = text_width(name, "serif", SMALLEST) > _NAME  # it takes two lines
        at = (x + 92, y + (234 if long else 246))
        canvas.text(at, name, "serif", 21, T.heading, width=_NAME, anchor="m", lines=1 + long)
        count = words("picture.place.fits", counted[orientation])
        canvas.text((x + 92, y + 282), count, "sans_bold", 22, T.ink, width=168, anchor="m")
    if len(counted) <= 4:
        seat = view.viewer or 0
        canvas.rect((242, 432, 558, 748), SEATS[seat].ground)
        reached = {cell for tile in spots for cell in squares(tile)}
        _grid(canvas, view.seats[seat], reached, 246, 436, 44)
    footer = words("picture.place.ways", len(spots))
    canvas.text((400, 784), footer, "sans_semi", 21, T.ink, width=760, anchor="m")
    return canvas


def alt(path: tuple[object, ...], actions: tuple[Action, ...], words: Words) -> str:
    """What the picture shows, in words: the tile, and a square for every number."""
    kind = words(f"term.{path[1]}")
    turned = {tile.orientation for tile in map(_tile, actions) if tile is not None}
    if len(turned) > 1:
        return f"{kind}. " + words("picture.place.ways", len(actions))
    handles = [tile.square for tile in map(_tile, actions) if tile is not None]
    numbered = words.row(
        words("panel.places.number", number=n, square=square(handle))
        for n, handle in enumerate(handles, start=1)
    )
    count = words("picture.place.count", len(actions))
    return f"{kind}. {words('list.named', name=count, text=numbered)}"
