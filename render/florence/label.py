"""What stands on a button of Florence, and the hint beside it.

A path is the tag of an action with none, some or all of its fields: the panel
narrows a big choice along it, and the last element is what is being chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never, cast

from render.florence.naming import card_text, florins, named, square, wishes
from render.lengths import HINT, LABEL, clipped
from render.words import Words, signed
from rules.florence import works
from rules.florence.actions import (
    Bid,
    Build,
    Decline,
    DrawBonus,
    DrawProfession,
    EndTurn,
    Exchange,
    Finish,
    GiveBack,
    Introduce,
    Keep,
    KeepRecruiting,
    Move,
    Open,
    Pass,
    Place,
    PlayBonus,
    PutUnder,
    Recruit,
    SellPrestige,
    Take,
    Work,
)
from rules.florence.cards import card_of
from rules.florence.catalogue import EXCHANGE, PAYMENT, SALE
from rules.florence.orders import BidUpTo, PassLot, PassRest, Standing
from rules.florence.principality import cells
from rules.florence.state import Composing, Exchanging, Ordering
from rules.florence.view import View
from rules.table import Action, Deltas, Order

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


def _thing(path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    return named(str(path[-1]), words)


def _bid(path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    return words("florence.label.bid.amount", amount=path[-1])


def _exchange(path: tuple[object, ...], view: View, words: Words) -> str:
    points = int(str(path[-1]))
    value = view.step.value if isinstance(view.step, Exchanging) else 0
    rest = florins(PAYMENT * value - EXCHANGE * points, words)
    return words("florence.label.exchange.points", points=points, florins=rest)


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
    return words("florence.label.bid_up_to.amount", amount=path[-1])


def _orientation(path: tuple[object, ...], view: View, words: Words) -> str:
    del view
    turn = int(str(path[-1]))
    return words(
        "florence.label.orientation",
        turned=words(f"florence.label.orientation.{turn}"),
        outline=outline(str(path[1]), turn),
    )


def _square(path: tuple[object, ...], view: View, words: Words) -> str:
    del view, words
    return square(int(str(path[-1])))


def _order(path: tuple[object, ...], view: View, words: Words) -> str:
    """The new order, by the places at which the cards lie now."""
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
    ("freedom", 1): _thing,
    ("keep", 1): _thing,
    ("under", 1): _order,
    ("sell", 1): _sell,
    ("bid_up_to", 1): _round,
    ("bid_up_to", 2): _thing,
    ("bid_up_to", 3): _up_to,
    ("pass_lot", 1): _round,
    ("pass_lot", 2): _thing,
    ("pass_rest", 1): _round,
}
"""What names a choice, by the tag of its action and the number of the field."""


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


def hint(action: Action | Order, deltas: Deltas, view: View, words: Words) -> str:
    """What a choice does, its price and gain, and whether it shows hidden cards.

    A standing order, which has neither price nor gain, is told in full.
    """
    does = (
        _orders(cast(Standing, action), words)
        if isinstance(action, Order)
        else _does(cast(Move, action), view, words)
    )
    parts = [does, *_amounts(deltas, words)]
    text = ""
    for part in filter(None, parts):
        text = words("florence.hint.joined", first=text, second=part) if text else part
    return clipped(text, HINT)


def _orders(order: Standing, words: Words) -> str:
    """A standing order in full."""
    match order:
        case BidUpTo(turn, lot, amount):
            most = florins(amount, words)
            return words(
                "florence.hint.bid_up_to", turn=turn, lot=named(lot, words), amount=most
            )
        case PassLot(turn, lot):
            return words("florence.hint.pass_lot", turn=turn, lot=named(lot, words))
        case PassRest(turn):
            return words("florence.hint.pass_rest", turn=turn)
        case _:
            assert_never(order)


def _amounts(deltas: Deltas, words: Words) -> list[str]:
    parts = [
        words(f"florence.delta.{delta.what}", amount=signed(delta.amount))
        for delta in deltas.amounts
    ]
    parts += [
        words("florence.hint.forced", points=abs(delta.amount)) for delta in deltas.forced
    ]
    if deltas.reveals:
        parts.append(words("florence.hint.reveals"))
    return parts


def _does(action: Move, view: View, words: Words) -> str:
    """What is worth knowing of a choice beside its price, or nothing."""
    match action:
        case GiveBack(card) | Recruit(card):
            return wishes(card, words)
        case Work(card):
            return _worth(card, view, words)
        case Open(lot) | Take(lot):
            return words("florence.hint.left", left(view, lot))
        case PlayBonus(card):
            return _adds(card, view, words)
        case Keep(card):
            return card_text(card, words)
        case Finish():
            value = view.step.value if isinstance(view.step, Composing) else 0
            return words("florence.hint.finish", value=value)
        case Pass() | Decline() | EndTurn():
            return words(f"florence.hint.{action.__struct_config__.tag}")
        case PutUnder(numbers):
            deck = view.step.deck if isinstance(view.step, Ordering) else ""
            return words.listed(named(card_of(deck, number) or "", words) for number in numbers)
        case Bid() | Place() | KeepRecruiting() | Exchange() | Build():
            return ""
        case DrawProfession() | Introduce() | DrawBonus() | SellPrestige():
            return ""
        case _:
            assert_never(action)


def left(view: View, lot: str) -> int:
    """How many of an item are left for sale."""
    return len(view.prestige) if lot == "prestige" else view.stock[lot]


def _worth(profession: str, view: View, words: Words) -> str:
    if view.viewer is None:
        return wishes(profession, words)
    player = view.seats[view.viewer].player
    value = works.value(works.laid(player, profession), profession)
    most = works.reach(player, profession)
    if most == value:
        return words("florence.hint.value", value=value, minimum=view.minimum)
    return words("florence.hint.value.bonus", value=value, most=most, minimum=view.minimum)


def _adds(card: str, view: View, words: Words) -> str:
    text = card_text(card, words)
    if view.viewer is None:
        return text
    points = works.bonus(view.seats[view.viewer].player, card)
    adds = words("florence.hint.adds", points=points)
    return words("florence.hint.joined", first=adds, second=text)
