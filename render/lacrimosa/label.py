"""What stands on a button of Lacrimosa.

A path is the tag of an action with none, some or all of its fields: the panel
narrows a big choice along it, and the last element is what is being chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.lacrimosa import amounts, prices
from render.lacrimosa.naming import part, short, side
from render.lengths import LABEL, clipped
from render.words import Words
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.grammar import KINDS
from rules.lacrimosa.requiem import place as board_place
from rules.lacrimosa.view import View


def label(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
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
            text = _CHOSEN[tag, len(path) - 1](book, path, view, words)
        case _:
            raise KeyError(path)
    return clipped(text, LABEL)


_Chosen = Callable[[Edition, tuple[object, ...], View, Words], str]


def _card(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    return short(book, str(path[1]), words)


def _place(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    name = book.places[str(path[1])].name
    if prices.lying(view, str(path[1])) is None:
        return words("lacrimosa.label.travel.empty", place=name)
    return name


def _wild(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    """The kinds that pay a wildcard cost; without one the choice before it stands."""
    if path[-1]:
        paid = amounts.kinds(str(path[-1]), words)
        return words("lacrimosa.label.pay", points=paid)
    return label(book, path[:-1], view, words)


def _gain(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    if path[-1]:
        gained = amounts.kinds(str(path[-1]), words)
        return words("lacrimosa.label.gain", points=gained)
    return label(book, path[:-1], view, words)


def _movement(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del view, words
    return book.movements[str(path[1])].name


def _space(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    return part(book, f"{path[1]}.{path[2]}", words)


def _side(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    return side(book, view.composers, str(path[-1]), words)


def _marker(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    found = board_place(book, int(str(path[-1])))
    if found is None:
        raise KeyError(path)
    under = amounts.reward(found.reward, words)
    return words("lacrimosa.label.marker", part=part(book, found.id, words), reward=under)


def _kinds(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del book, view
    return amounts.kinds(str(path[-1]), words)


def _neutral(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    return part(book, str(path[1]), words)


def _split(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del book, view
    counters = path[-1] if isinstance(path[-1], tuple) else ()
    paid = amounts.goods(dict(zip(KINDS, counters, strict=False)), words)
    if not paid:
        return words("lacrimosa.label.split.tracks")
    return words("lacrimosa.label.split.counters", points=paid)


def _buy(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del book, view
    return words("lacrimosa.label.buy.kind", kind=words(f"lacrimosa.kind.{path[-1]}"))


def _cash(book: Edition, path: tuple[object, ...], view: View, words: Words) -> str:
    del book, view
    return words("lacrimosa.label.cash.kind", kind=words(f"lacrimosa.kind.{path[-1]}"))


_CHOSEN: Final[dict[tuple[str, int], _Chosen]] = {
    ("experience", 1): _card,
    ("story", 1): _card,
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
    ("buy", 1): _buy,
    ("cash", 1): _cash,
}
"""What names a choice, by the tag of its action and the number of the field."""
