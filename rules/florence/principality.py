"""The grid of a principality: where buildings and landscapes may stand.

Placement (F33, F72, F73, F74, F75, F76) uses bit masks: square row * 7 + column is one
bit. Every way to lay every tile is worked out once; a question about a position then
takes a few integer operations, and its answer is cached.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from rules.florence.actions import Build, Place
from rules.florence.catalogue import BUILDINGS, LANDSCAPES
from rules.florence.state import Tile

WIDTH: Final = 7
SQUARES: Final = WIDTH * WIDTH
PALAZZO: Final = sum(1 << (row * WIDTH + column) for row in (5, 6) for column in range(3))
"""The six squares of the Palazzo: never free, not a building (F79)."""

FREE: Final = SQUARES - PALAZZO.bit_count()
OUTLINES: Final = {kind: b.outline for kind, b in BUILDINGS.items()} | LANDSCAPES
ORIENTATIONS: Final = 8

Cells = tuple[tuple[int, int], ...]


class Spot(msgspec.Struct, frozen=True):
    """One way to lay a tile inside the walls.

    `square` is its handle, the first square in reading order; `mask` the squares
    covered, `border` those that touch it by a side.
    """

    orientation: int
    square: int
    mask: int
    border: int


def cells(kind: str, orientation: int) -> Cells:
    """Rows and columns of a tile, turned (0-3 quarter turns) or flipped first (4-7).

    The handle square, the first in reading order, is at (0, 0); columns may be
    negative.
    """
    found = [
        (row, column)
        for row, line in enumerate(OUTLINES[kind].split("/"))
        for column, mark in enumerate(line)
        if mark == "#"
    ]
    if orientation >= ORIENTATIONS // 2:
        found = [(row, -column) for row, column in found]
    for _ in range(orientation % 4):
        found = [(column, -row) for row, column in found]
    top, left = min(found)
    return tuple(sorted((row - top, column - left) for row, column in found))


def _mask(squares: set[tuple[int, int]]) -> int:
    inside = (s for s in squares if 0 <= s[0] < WIDTH and 0 <= s[1] < WIDTH)
    return sum(1 << (row * WIDTH + column) for row, column in inside)


def _spots(kind: str) -> tuple[Spot, ...]:
    spots: list[Spot] = []
    known: set[Cells] = set()
    for orientation in range(ORIENTATIONS):
        shape = cells(kind, orientation)
        if shape in known:
            continue
        known.add(shape)
        for square in range(SQUARES):
            top, left = divmod(square, WIDTH)
            laid = {(top + row, left + column) for row, column in shape}
            mask = _mask(laid)
            if mask.bit_count() < len(laid) or mask & PALAZZO:
                continue
            sides = {(r + dr, c + dc) for r, c in laid for dr, dc in _SIDES} - laid
            spots.append(Spot(orientation, square, mask, _mask(sides)))
    return tuple(spots)


_SIDES: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
SPOTS: Final = {kind: _spots(kind) for kind in OUTLINES}
_BY_HANDLE: Final = {
    kind: {(spot.orientation, spot.square): spot for spot in spots}
    for kind, spots in SPOTS.items()
}
_BUILDS: Final = {
    kind: tuple((spot, Build(kind, spot.orientation, spot.square)) for spot in SPOTS[kind])
    for kind in BUILDINGS
}
_PLACES: Final = {
    kind: tuple((spot, Place(kind, spot.orientation, spot.square)) for spot in SPOTS[kind])
    for kind in LANDSCAPES
}


def spot(kind: str, orientation: int, square: int) -> Spot | None:
    """The way to lay a tile there, or None if it leaves the walls or the grid (F72).

    Orientations in which a tile looks the same have only one name, the lowest of them.
    """
    return _BY_HANDLE[kind].get((orientation, square))


@lru_cache(maxsize=4096)
def ground(tiles: tuple[Tile, ...]) -> tuple[int, int]:
    """The squares that are taken, and those of them that buildings may not touch."""
    taken = walls = PALAZZO
    for tile in tiles:
        mask = _BY_HANDLE[tile.kind][tile.orientation, tile.square].mask
        taken |= mask
        if tile.kind in BUILDINGS:
            walls |= mask
    return taken, walls


def empty(tiles: tuple[Tile, ...]) -> int:
    """The number of empty squares; those of the Palazzo do not count."""
    return SQUARES - ground(tiles)[0].bit_count()


def builds(building: str, tiles: tuple[Tile, ...], *, adjacent: bool) -> tuple[Build, ...]:
    """Every legal place of a building; `adjacent`: with 2 or 3 builders (F74, F75)."""
    taken, walls = ground(tiles)
    return builds_on(building, taken, 0 if adjacent else walls)


def places(landscape: str, tiles: tuple[Tile, ...]) -> tuple[Place, ...]:
    """Every legal place of a landscape; it may touch anything (F33)."""
    return places_on(landscape, ground(tiles)[0])


def roomiest(landscape: str, tiles: tuple[Tile, ...]) -> Place | None:
    """The place of a landscape with the fewest empty squares beside it, if there is any."""
    taken = ground(tiles)[0]
    fitting = ((spot, place) for spot, place in _PLACES[landscape] if not spot.mask & taken)
    best = min(fitting, key=lambda each: (each[0].border & ~taken).bit_count(), default=None)
    return None if best is None else best[1]


@lru_cache(maxsize=16384)
def builds_on(building: str, taken: int, walls: int) -> tuple[Build, ...]:
    """Every place of a building that is off the `taken` squares and does not touch `walls`."""
    return tuple(
        build
        for spot, build in _BUILDS[building]
        if not (spot.mask & taken or spot.border & walls)
    )


@lru_cache(maxsize=16384)
def places_on(landscape: str, taken: int) -> tuple[Place, ...]:
    """Every place of a landscape that is off the `taken` squares."""
    return tuple(place for spot, place in _PLACES[landscape] if not spot.mask & taken)


def misfit(kind: str, orientation: int, square: int, tiles: tuple[Tile, ...]) -> str | None:
    """The code of the placement rule that a tile would break, or None.

    Adjacency of buildings is left out: builders lift that rule (F75).
    """
    found = spot(kind, orientation, square)
    if found is None:
        return "outside"
    if found.mask & ground(tiles)[0]:
        return "overlaps"
    return None


def touches(building: str, orientation: int, square: int, tiles: tuple[Tile, ...]) -> bool:
    """Whether a building would share a side with a building or the Palazzo (F74)."""
    found = _BY_HANDLE[building][orientation, square]
    return bool(found.border & ground(tiles)[1])
