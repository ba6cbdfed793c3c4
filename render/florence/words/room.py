"""The room that a tile's place leaves: in how many places buildings would still fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from render.florence.words.coach.wishes import has, wanted
from render.florence.words.names import named
from render.words import Words
from rules.contract import Action
from rules.florence import phase_b, principality
from rules.florence.actions import Build, Place
from rules.florence.catalogue import BUILDINGS
from rules.florence.state import Player
from rules.florence.view import View

_MANY: Final = 5
"""This many places are enough: beyond that, no place of a tile is better than another."""


def room(actions: Iterable[Action], view: View, words: Words) -> str:
    """The most places that some places of a tile leave for buildings, if few (F74, F75).

    They are counted for the building that the hand loves and that is hardest to fit in, or
    for all kinds together if there is none.
    """
    tiles = [each for each in actions if isinstance(each, Build | Place)]
    if view.viewer is None or not tiles:
        return ""
    player = view.seats[view.viewer].player
    laid = {each.building for each in tiles if isinstance(each, Build)}
    kinds = [
        kind
        for kind in BUILDINGS
        if view.buildings[kind] and kind not in laid and not has(player, kind)
    ]
    free = principality.ground(player.tiles)
    loved = [
        kind for kind in kinds if kind in wanted(view, player) and _fits(kind, player, *free)
    ]
    if loved:
        kinds = [min(loved, key=lambda kind: _fits(kind, player, *free))]
    count = max(
        sum(_fits(kind, player, *_ground(player, tile)) for kind in kinds) for tile in tiles
    )
    if count >= _MANY:
        return ""
    form = "florence.hint.room" if len(tiles) == 1 else "florence.hint.room.most"
    if not count:
        form = "florence.hint.room.none"
    if not loved:
        return words(f"{form}.any", count)
    return words(form, count, building=named(kinds[0], words))


def _ground(player: Player, tile: Build | Place) -> tuple[int, int]:
    """Squares taken, and those that buildings may not touch, once the tile is laid."""
    taken, walls = principality.ground(player.tiles)
    kind = tile.building if isinstance(tile, Build) else tile.landscape
    spot = principality.spot(kind, tile.orientation, tile.square)
    mask = spot.mask if spot else 0
    return taken | mask, walls | (mask if isinstance(tile, Build) else 0)


def _fits(kind: str, player: Player, taken: int, walls: int) -> int:
    """In how many places a building fits."""
    adjacent = player.builders >= phase_b.FREE_HANDS
    return len(principality.builds_on(kind, taken, 0 if adjacent else walls))
