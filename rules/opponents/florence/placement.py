"""Where a tile is laid: where it costs the least room for buildings.

Places are weighed with bit masks of the grid, and the best are remembered: the rollouts of one
decision lay the same tile on the same grid again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from rules.contract import Action
from rules.florence import phase_b, principality
from rules.florence.actions import Build, Place
from rules.florence.catalogue import BUILDINGS, PROFESSIONS
from rules.florence.state import Player, Tile
from rules.florence.view import View

FEW: Final = 8
"""How many places are looked at closely."""

_WIDTH: Final = principality.WIDTH
_BOARD: Final = (1 << principality.SQUARES) - 1
_LEFT: Final = sum(1 << (row * _WIDTH) for row in range(_WIDTH))
_RIGHT: Final = _LEFT << (_WIDTH - 1)


def best_place(player: Player, kind: str, rng: Random) -> Action:
    """The best place for a building or landscape that fits; chance decides between equals."""
    adjacent = player.builders >= phase_b.FREE_HANDS
    found = _best(kind, *principality.ground(player.tiles), adjacent, _loved(player))
    return found[0] if len(found) == 1 else rng.choice(found)


def best_of(view: View, actions: Sequence[Action]) -> Action | None:
    """The best of a tile's possible places; None: the choice is about something else.

    Args:
        view: of the seat whose tile it is.
        actions: all that can still be chosen.
    """
    kinds = {_tile(each) for each in actions}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is None or view.viewer is None:
        return None
    own = view.seats[view.viewer]
    adjacent = own.builders >= phase_b.FREE_HANDS
    loved = _lacking(own.tiles, own.hand or ())
    found = _best(kind, *principality.ground(own.tiles), adjacent, loved)
    return next((each for each in actions if each in found), None)


def _tile(action: Action) -> str | None:
    match action:
        case Build(kind) | Place(kind):
            return kind
        case _:
            return None


def _loved(player: Player) -> frozenset[str]:
    """The buildings that the cards in hand love and that are not built yet."""
    return _lacking(player.tiles, player.hand)


def _lacking(tiles: Iterable[Tile], hand: Iterable[str]) -> frozenset[str]:
    kinds = {tile.kind for tile in tiles}
    return frozenset(PROFESSIONS[card].building for card in hand) - kinds


@lru_cache(maxsize=2**14)
def _best(
    kind: str, taken: int, walls: int, adjacent: bool, loved: frozenset[str]
) -> tuple[Action, ...]:
    """The best places, all equal; of the squares `taken`, `walls` are those of buildings."""
    house = kind in BUILDINGS
    dead = taken if adjacent else taken | _grown(walls)
    weighed = []
    for place, mask, border in _fitting(kind, taken, 0 if adjacent else walls):
        lost = mask | border if house and not adjacent else mask
        open_sides = (border & ~dead).bit_count()
        weighed.append((-4 * (lost & ~dead).bit_count() - open_sides, place, mask))
    weighed.sort(key=lambda each: -each[0])
    lacking = loved - {kind}
    rated = []
    for weight, place, mask in weighed[:FEW]:
        covered, built = taken | mask, walls | mask if house else walls
        room = sum(
            len(principality.builds_on(k, covered, 0 if adjacent else built)) for k in lacking
        )
        rated.append((weight + 0.5 * room, place))
    most = max(weight for weight, _ in rated)
    return tuple(place for weight, place in rated if weight == most)


def _fitting(kind: str, taken: int, walls: int) -> Iterator[tuple[Build | Place, int, int]]:
    """Every place that fits, with the squares it covers and those that touch them."""
    places: Iterable[Build | Place]
    if kind in BUILDINGS:
        places = principality.builds_on(kind, taken, walls)
    else:
        places = principality.places_on(kind, taken)
    for place in places:
        spot = principality.spot(kind, place.orientation, place.square)
        if spot is not None:
            yield place, spot.mask, spot.border


def _grown(mask: int) -> int:
    """A set of squares with all that share a side with it."""
    sideways = (mask & ~_RIGHT) << 1 | (mask & ~_LEFT) >> 1
    return (mask | sideways | mask << _WIDTH | mask >> _WIDTH) & _BOARD
