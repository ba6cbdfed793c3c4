"""What a button in Florence says.

A path is the tag of an action with none, some or all of its fields: the panel
narrows a big choice along it, and the last element is what is being chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from render import icons
from render.florence.words.names import florins, named, square
from render.lengths import LABEL, clipped
from render.words import Words
from rules.florence.cards import card_of
from rules.florence.catalogue import BONUS, PRESTIGE, PROFESSIONS, SALE
from rules.florence.orders import UNLIMITED
from rules.florence.principality import cells
from rules.florence.state import Ordering
from rules.florence.view import View

_BRAILLE: Final = 0x2800
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a Braille pattern by row and column: a picture of 4 by 2 dots."""


def label(path: tuple[object, ...], view: View, words: Words) -> str:
    """A button label for an action or the start of one.

    Raises:
        KeyError: no action of the game begins like this.
    """
    match path:
        case (str() as tag,):
            text = words(f"florence.label.{tag}")
        case (str() as tag, *_):
            text = _CHOSEN[tag, len(path) - 1](path, view, words)
        case _:
            raise KeyError(path)
    return clipped(text, LABEL)


def icon(path: tuple[object, ...]) -> str | None:
    """The icon of a choice: that of the thing, of a card's deck, or of the kind of action."""
    fields = map(str, path[1:])
    deck = next((deck for each in fields for deck, of in _DECKS.items() if each in of), None)
    return f"florence.{deck}" if deck else icons.of_choice("florence", path, _KINDS)


def _thing(path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    return named(str(path[-1]), words)


def _freedom(path: tuple[object, ...], view: View, words: Words) -> str:
    del view  # the label before it says that it is a Freedom
    return words(f"picture.freedom.{path[-1]}")


def _bid(path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    return words("florence.label.bid.amount", amount=path[-1])


def _exchange(path: tuple[object, ...], view: View, words: Words) -> str:
    del view  # the line beside it says what is left in florins
    return words("florence.label.exchange.points", points=path[-1])


def _sell(path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    points = int(str(path[-1]))
    got = florins(SALE * points, words)
    return words("florence.label.sell.points", points=points, florins=got)


def _round(path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    return words("florence.label.round", turn=path[-1])


def _up_to(path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    if path[-1] == UNLIMITED:
        return words("florence.label.bid_up_to.unlimited")
    return words("florence.label.bid_up_to.amount", amount=path[-1])


def _orientation(path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    turn = int(str(path[-1]))
    return words(
        "florence.label.orientation",
        turned=words(f"florence.label.orientation.{turn}"),
        outline=outline(str(path[-2]), turn),
    )


def _square(path: tuple[object, ...], view: View, words: Words) -> str:
    del view, words
    return square(int(str(path[-1])))


def _order(path: tuple[object, ...], view: View, words: Words) -> str:
    """The new order, by the current positions of the cards."""
    numbers = _numbers(path[-1])
    step = view.step
    cards = step.cards if isinstance(step, Ordering) else ()
    deck = step.deck if isinstance(step, Ordering) else ""
    lying = [cards.index(card_of(deck, number) or "") + 1 for number in numbers]
    order = ", ".join(map(str, lying))
    if lying == sorted(lying):
        return words("florence.label.under.as_they_lie", order=order)
    return order


def _numbers(spelled: object) -> tuple[int, ...]:
    return tuple(spelled) if isinstance(spelled, tuple) else ()


_Chosen = Callable[[tuple[object, ...], View, Words], str]
_CHOSEN: Final[dict[tuple[str, int], _Chosen]] = {
    ("give_back", 1): _thing,
    ("open", 1): _thing,
    ("take", 1): _thing,
    ("bid", 1): _bid,
    ("place", 1): _thing,
    ("place", 2): _orientation,
    ("place", 3): _square,
    ("recruit", 1): _thing,
    ("work", 1): _thing,
    ("bonus", 1): _thing,
    ("exchange", 1): _exchange,
    ("build", 1): _thing,
    ("build", 2): _orientation,
    ("build", 3): _square,
    ("freedom", 1): _freedom,
    ("keep", 1): _thing,
    ("under", 1): _order,
    ("sell", 1): _sell,
    ("bid_up_to", 1): _round,
    ("bid_up_to", 2): _thing,
    ("bid_up_to", 3): _up_to,
    ("pass_lot", 1): _round,
    ("pass_lot", 2): _thing,
    ("pass_rest", 1): _round,
    ("ask_lot", 1): _round,
    ("ask_lot", 2): _thing,
    ("open_first", 1): _round,
    ("open_first", 2): _thing,
    ("open_second", 1): _round,
    ("open_second", 2): _thing,
    ("place_at", 1): _round,
    ("place_at", 2): _thing,
    ("place_at", 3): _orientation,
    ("place_at", 4): _square,
    ("place_best", 1): _round,
}
"""The function that labels a choice, by the tag of its action and the number of the field."""


_DECKS: Final[dict[str, Collection[str]]] = {
    "profession": PROFESSIONS,
    "bonus": BONUS,
    "prestige": PRESTIGE,
}
"""The cards of each deck, by its icon."""

_KINDS: Final = {
    "work": "work",
    "exchange": "points",
    "build": "large",
    "profession": "profession",
    "freedom": "travel",
    "draw_bonus": "bonus",
    "recruit": "recruiting",
    "place": "grid",
    "sell": "sold",
}
"""The icon of a kind of action, by its tag."""


def outline(kind: str, orientation: int) -> str:
    """A tile in one line of dots, two columns of squares to a character.

    >>> outline("tower", 0), outline("chapel", 0)
    ('⠉⠁', '⠋')
    """
    laid = cells(kind, orientation)
    left = min(column for _, column in laid)
    width = max(column for _, column in laid) - left + 1
    patterns = [_BRAILLE] * ((width + 1) // 2)
    for row, column in laid:
        cell, side = divmod(column - left, 2)
        patterns[cell] |= _DOTS[row][side]
    return "".join(map(chr, patterns))
