"""What tells the choices of a step of Florence apart, where their prices do not."""

from __future__ import annotations

from render.florence.words.names import named
from render.lengths import HINT, clipped
from render.words import Words
from rules.contract import Action
from rules.florence.catalogue import (
    LANDSCAPES,
    PRESTIGE_LANDSCAPE,
    PROFESSIONS,
    VALUE_BUILDING,
    VALUE_FREEDOM,
    VALUE_LANDSCAPE,
)
from rules.florence.principality import cells
from rules.florence.view import View


def detail(
    path: tuple[object, ...], actions: tuple[Action, ...], view: View, words: Words
) -> str:
    """Size, places left and what the own professions gain, in at most 100 characters."""
    match path:
        case ("build", str() as kind):
            size = words("florence.hint.size", len(cells(kind, 0)))
            parts = [gain(kind, view, words), size, _places(actions, words)]
        case ("freedom", str() as freedom):
            parts = [
                gain(freedom, view, words),
                words("florence.hint.left", view.freedoms[freedom]),
            ]
        case ("build" | "place", _, int()):
            parts = [_places(actions, words)]
        case _:
            parts = []
    return clipped(in_row(parts, words), HINT)


def in_row(parts: list[str], words: Words) -> str:
    """The parts that say something, in one line."""
    text = ""
    for part in filter(None, parts):
        text = words("hint.joined", first=text, second=part) if text else part
    return text


def gain(thing: str, view: View, words: Words) -> str:
    """Which professions in the viewer's hand a thing would be worth something to (F56)."""
    if view.viewer is None:
        return ""
    own = view.seats[view.viewer]
    if thing in own.freedoms or thing in {tile.kind for tile in own.tiles}:
        return ""  # a second one adds nothing
    values = {}
    for card in own.hand or ():
        loves = PROFESSIONS[card]
        worth = {
            loves.building: VALUE_BUILDING,
            loves.landscape: VALUE_LANDSCAPE,
            loves.freedom: VALUE_FREEDOM,
        }
        if thing in worth:
            values[named(card, words)] = worth[thing]
    if not values:
        return ""
    return words("florence.hint.gain", points=max(values.values()), cards=words.listed(values))


def purpose(lot: str, view: View, words: Words) -> str:
    """What an item is good for: of a landscape, where it is known, what exactly it gains."""
    if lot not in LANDSCAPES:
        return words(f"florence.lot.{lot}")
    own = gain(lot, view, words) or words("florence.lot.landscape", points=VALUE_LANDSCAPE)
    further = words("florence.lot.landscape.further", points=PRESTIGE_LANDSCAPE)
    return in_row([own, further], words)


def _places(actions: tuple[Action, ...], words: Words) -> str:
    """How many places are left; of one the label says which."""
    return words("florence.hint.places", len(actions)) if len(actions) > 1 else ""
