"""What a button in Lacrimosa says.

A path is the tag of an action with none, some or all of its fields: the panel
narrows a big choice along it, and the last element is what is being chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render import icons
from render.lacrimosa.words import amounts
from render.lacrimosa.words.names import deed, part, short, side, with_actions
from render.lengths import LABEL, clipped
from render.words import Words
from rules.lacrimosa import effects, requiem
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import KINDS
from rules.lacrimosa.view import View


def label(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    """A button label for an action or the start of one.

    Raises:
        KeyError: no action of the game begins like this.
    """
    match path:
        case ("ducats",):
            text = words("lacrimosa.label.ducats", view.round)
        case (str() as tag,):
            text = words(f"lacrimosa.label.{tag}")
        case (str() as tag, *_):
            text = _CHOSEN[tag, len(path) - 1](edition, path, view, words)
        case _:
            raise KeyError(path)
    return clipped(text, LABEL)


def icon(edition: Edition, path: tuple[object, ...]) -> str | None:
    """The icon of a choice: that of an opus's type, of a kind, or of the action."""
    works = (edition.opus.get(str(each)) for each in path[1:])
    opus = next(filter(None, works), None)
    if opus is not None and opus.type is not None:
        return f"lacrimosa.{opus.type}"
    return icons.of_choice("lacrimosa", path, _KINDS)


_Chosen = Callable[[Edition, tuple[object, ...], View, Words], str]


def _card(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    card = str(path[1])
    title = short(edition, card, words)
    return with_actions(edition, card, title, words) if card in edition.memories else title


def _experience(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    """A card of the hand by its number in the picture and what it does this turn."""
    memory = edition.memories[str(path[1])]
    figures = _of_hand(edition, str(path[1]), view, words)
    if not memory.reward:
        return words("lacrimosa.label.experience.card", **figures)
    reward = amounts.reward(memory.reward, words)
    return words("lacrimosa.label.experience.card.reward", reward=reward, **figures)


def _story(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    """A card of the hand by its number in the picture, what its bottom brings, its actions.

    Many bottoms are the same; the actions show which card it is.
    """
    story = amounts.story(edition.memories[str(path[1])].story, words)
    figures = _of_hand(edition, str(path[1]), view, words)
    return words("lacrimosa.label.story.card", story=story, **figures)


def _of_hand(edition: Edition, card: str, view: View, words: Words) -> dict[str, object]:
    """The number of a card in the picture of the hand, and the short names of its actions."""
    actions = words.row(deed(each, words) for each in edition.memories[card].actions)
    return {"number": _number(card, view), "actions": actions}


def _number(card: str, view: View) -> int:
    """The position of a card in the viewer's hand, from 1; 0 if it is not there."""
    hand = (view.seats[view.viewer].hand or ()) if view.viewer is not None else ()
    return hand.index(card) + 1 if card in hand else 0


def _place(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    name = edition.places[str(path[1])].name
    if effects.tile_at(view, str(path[1])) is None:
        return words("lacrimosa.label.travel.empty", place=name)
    return name


def _wild(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    """The kinds that pay a wildcard cost; without one, the label of the choice before it."""
    if path[-1]:
        paid = amounts.kinds(str(path[-1]), words)
        return words("lacrimosa.label.pay", points=paid)
    return label(edition, path[:-1], view, words)


def _gain(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    if path[-1]:
        gained = amounts.kinds(str(path[-1]), words)
        return words("lacrimosa.label.gain", points=gained)
    return label(edition, path[:-1], view, words)


def _movement(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del view, words
    return edition.movements[str(path[1])].name


def _space(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    return part(edition, f"{path[1]}.{path[2]}", words)


def _side(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    return side(edition, view.composers, str(path[-1]), words)


def _marker(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    """What is under a marker; with its place only if another marker covers the same."""
    found = requiem.place(edition, int(str(path[-1])))
    if found is None:
        raise KeyError(path)
    under = amounts.reward(found.reward, words)
    markers = () if view.viewer is None else view.seats[view.viewer].markers
    others = [each for each in edition.board_places.values() if each.id in markers]
    if any(each.id != found.id and each.reward == found.reward for each in others):
        own = part(edition, found.id, words)
        return words("lacrimosa.label.marker", part=own, reward=under)
    return under


def _kinds(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del edition, view
    return amounts.kinds(str(path[-1]), words)


def _neutral(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    return part(edition, str(path[1]), words)


def _split(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del edition, view
    counters = path[-1] if isinstance(path[-1], tuple) else ()
    paid = amounts.goods(dict(zip(KINDS, counters, strict=False)), words)
    if not paid:
        return words("lacrimosa.label.split.tracks")
    return words("lacrimosa.label.split.counters", points=paid)


def _kind(edition: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    """The kind of an exchanged counter; the label before it says what is exchanged."""
    del edition, view
    return words(f"lacrimosa.kind.{path[-1]}")


_CHOSEN: Final[dict[tuple[str, int], _Chosen]] = {
    ("experience", 1): _experience,
    ("story", 1): _story,
    ("document", 1): _card,
    ("document", 2): _wild,
    ("commission", 1): _card,
    ("commission", 2): _wild,
    ("perform", 1): _card,
    ("sell", 1): _card,
    ("travel", 1): _place,
    ("travel", 2): _wild,
    ("requiem", 1): _movement,
    ("requiem", 2): _space,
    ("requiem", 3): _side,
    ("requiem", 4): _marker,
    ("requiem", 5): _gain,
    ("requiem", 6): _wild,
    ("spread", 1): _kinds,
    ("neutral", 1): _neutral,
    ("neutral", 2): _side,
    ("split", 1): _split,
    ("buy", 1): _kind,
    ("cash", 1): _kind,
}
"""The function that labels a choice, by the tag of its action and the number of the field."""

_KINDS: Final = {
    "use": "again",
    "ducats": "ducats",
    "document": "document",
    "commission": "commission",
    "perform": "perform",
    "sell": "sell",
    "travel": "travel",
    "requiem": "requiem",
    "neutral": "neutral",
    "buy": "ducats",
    "cash": "ducats",
}
"""The icon of a kind of action, by its tag."""
