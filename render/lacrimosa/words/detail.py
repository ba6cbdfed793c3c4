"""What distinguishes the choices of a step in Lacrimosa, and which have the same effect."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from render.lacrimosa.words import amounts
from render.lacrimosa.words.hint import Part, about, costs, fitted
from render.lacrimosa.words.names import part, side
from render.lengths import HINT
from render.words import Words
from rules.contract import Action
from rules.lacrimosa import effects, requiem
from rules.lacrimosa.actions import Commission, Compose, Document, PlaceNeutral, Travel
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.view import View


def detail(
    edition: Edition,
    path: tuple[object, ...],
    actions: tuple[Action, ...],
    view: View,
    words: Words,
    longest: int | None = HINT,
) -> str:
    """Price and use of what a choice leads to, in at most `longest` characters.

    A complete action says all that in its hint.
    """
    composing = [each for each in actions if isinstance(each, Compose)]
    match path, actions:
        case _, (_,):
            parts = []
        case ("requiem", str() as movement), _:
            parts = _prices(edition, composing, view, words, gains=True)
            parts.append(_points(edition, movement, words))
        case ("requiem", _, str()), _:
            parts = _markers(edition, composing, words)
        case ("requiem", _, _, str() | int(), *_), _:
            parts = _prices(edition, composing[:1], view, words)
        case (
            ("document" | "commission" | "travel", str()),
            (Document() | Commission() | Travel() as first, *_),
        ):
            parts = [Part(costs(effects.cost(edition, view, first), words))]
            parts += about(edition, first, view, words)
        case _:
            parts = []
    return fitted(parts, words, longest)


def _prices(
    edition: Edition,
    composing: Iterable[Compose],
    view: View,
    words: Words,
    *,
    gains: bool = False,
) -> list[Part]:
    """What the tile on sale of each composer costs, and with `gains` what it brings."""
    first = {each.side: each for each in reversed([*composing])}
    return [Part(_price(edition, first[each], view, words, gains)) for each in sorted(first)]


def _price(edition: Edition, action: Compose, view: View, words: Words, gains: bool) -> str:
    figures = {
        "name": side(edition, view.composers, action.side, words),
        "cost": amounts.cost(requiem.cost(edition, view, action), words),
    }
    tile = requiem.top(edition, view, action.side, action.movement) if gains else None
    gained = []
    if tile and tile.reward:
        gained.append(amounts.reward(tile.reward, words))
    if tile and tile.repeat:
        gained.append(amounts.repeat(tile.repeat, words))
    if not gained:
        return words("lacrimosa.hint.composer", **figures)
    return words("lacrimosa.hint.composer.gain", gain=words.row(gained), **figures)


def _points(edition: Edition, movement: str, words: Words) -> Part:
    """What each marker in a movement is worth at the end."""
    found = edition.movements[movement]
    points = words("lacrimosa.hint.movement", higher=found.vp_higher, lower=found.vp_lower)
    return Part(points, needed=False)


def _markers(edition: Edition, composing: Iterable[Compose], words: Words) -> list[Part]:
    """What is under the markers that could go to a space."""
    markers = dict.fromkeys(each.marker for each in composing)
    found = [requiem.place(edition, marker) for marker in markers]
    id_ = "lacrimosa.label.marker" if len(found) > 1 else "lacrimosa.label.marker.only"
    return [
        Part(
            words(
                id_,
                part=part(edition, place.id, words),
                reward=amounts.reward(place.reward, words),
            )
        )
        for place in found
        if place is not None
    ]


def distinct(edition: Edition, actions: tuple[Action, ...], view: View) -> tuple[Action, ...]:
    """The actions, with only the first of several spaces for an instrument in a movement.

    Courts and majorities count the instrument and the movement, never the space. A solo game
    offers each: the Soloist takes the first free space from the top or bottom (L154).
    """
    if view.solo is not None:
        return actions
    kept: dict[object, Action] = {}
    for action in actions:
        kept.setdefault(_effect(edition, action), action)
    return tuple(kept.values())


def _effect(edition: Edition, action: Action) -> object:
    """What an action does, the same for actions that differ only in the space of a part."""
    match action:
        case Compose(movement, space):
            found = edition.spaces[f"{movement}.{space}"]
            return replace(action, space=found.instrument)
        case PlaceNeutral(space, which):
            found = edition.spaces[space]
            return "neutral", edition.movement_of[space], found.instrument, which
        case _:
            return action
