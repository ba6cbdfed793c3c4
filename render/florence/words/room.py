"""What a place of a tile leaves free: in how many places a building would still fit."""

from __future__ import annotations

from collections.abc import Iterable

from render.florence.words.coach.wishes import has, wanted
from render.florence.words.names import named
from render.words import Words
from rules.contract import Action
from rules.florence import phase_b, principality
from rules.florence.actions import Build, Place
from rules.florence.catalogue import BUILDINGS
from rules.florence.state import Player
from rules.florence.view import View


def room(actions: Iterable[Action], view: View, words: Words) -> str:
    """The most places that are left for the building that is hardest to fit in (F74, F75).

    It is one that the hand loves, if there is one; what the tile lies on is taken then.
    """
    if view.viewer is None:
        return ""
    player = view.seats[view.viewer].player
    tiles = [each for each in actions if isinstance(each, Build | Place)]
    kind = _hardest(view, player, {each.building for each in tiles if isinstance(each, Build)})
    if not kind or not tiles:
        return ""
    count = max(_left(kind, player, each) for each in tiles)
    form = "florence.hint.room" if len(tiles) == 1 else "florence.hint.room.most"
    return words(form, count, building=named(kind, words))


def _hardest(view: View, player: Player, laid: set[str]) -> str:
    """The building with the fewest places of those that the hand loves, else of all."""
    open_ = [
        kind
        for kind in BUILDINGS
        if view.buildings[kind] and kind not in laid and not has(player, kind)
    ]
    adjacent = player.builders >= phase_b.FREE_HANDS
    counts = {k: len(principality.builds(k, player.tiles, adjacent=adjacent)) for k in open_}
    fitting = [kind for kind in open_ if counts[kind]]
    loved = [kind for kind in fitting if kind in wanted(player)]
    return min(loved or fitting, key=counts.__getitem__, default="")


def _left(kind: str, player: Player, tile: Build | Place) -> int:
    """In how many places the building fits once the tile is laid."""
    taken, walls = principality.ground(player.tiles)
    what = tile.building if isinstance(tile, Build) else tile.landscape
    spot = principality.spot(what, tile.orientation, tile.square)
    if spot is None:
        return 0
    taken |= spot.mask
    if isinstance(tile, Build):
        walls |= spot.mask
    adjacent = player.builders >= phase_b.FREE_HANDS
    return len(principality.builds_on(kind, taken, 0 if adjacent else walls))
