"""Where the novice lays a tile: where it costs the least room for buildings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Action
from rules.florence import phase_b, principality
from rules.florence.actions import Build, Place
from rules.florence.catalogue import PROFESSIONS
from tests.opponents.florence.valuation import Weighing, kind_of, laid_out

FEW: Final = 8
"""How many places are examined closely."""

_WIDTH: Final = principality.WIDTH
_BOARD: Final = (1 << principality.SQUARES) - 1
_LEFT: Final = sum(1 << (row * _WIDTH) for row in range(_WIDTH))
_RIGHT: Final = _LEFT << (_WIDTH - 1)


def _grown(mask: int) -> int:
    """A set of squares with all that share a side with it."""
    sideways = (mask & ~_RIGHT) << 1 | (mask & ~_LEFT) >> 1
    return (mask | sideways | mask << _WIDTH | mask >> _WIDTH) & _BOARD


def best_place(me: Weighing, places: Sequence[Build | Place]) -> Action:
    """The place that costs the least room for buildings."""
    taken, walls = principality.ground(me.own.tiles)
    adjacent = me.own.builders >= phase_b.FREE_HANDS
    dead = taken if adjacent else taken | _grown(walls)
    builds = isinstance(places[0], Build)
    weighed = []
    for place in places:
        spot = principality.spot(kind_of(place), place.orientation, place.square)
        if spot is None:
            continue
        lost = spot.mask | spot.border if builds and not adjacent else spot.mask
        open_sides = (spot.border & ~dead).bit_count()
        weighed.append((-4 * (lost & ~dead).bit_count() - open_sides, place))
    weighed.sort(key=lambda pair: -pair[0])
    few = weighed[:FEW]
    return me.best((weight + 0.5 * _room(me, place), place) for weight, place in few)[1]


def _room(me: Weighing, place: Build | Place) -> int:
    """How many places would be left for the loved buildings still lacking."""
    tiles = laid_out(me.own, place).tiles
    adjacent = me.own.builders >= phase_b.FREE_HANDS
    kinds = {tile.kind for tile in tiles}
    loved = {PROFESSIONS[card].building for card in me.own.hand} - kinds
    return sum(len(principality.builds(kind, tiles, adjacent=adjacent)) for kind in loved)
